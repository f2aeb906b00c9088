import { useQuery } from '@tanstack/react-query';
import { listOwnAffiliates } from '@troupe/contract/affiliate/affiliate';
import { commissionRate } from '@troupe/domain/figure-text';
import { Link } from '@troupe/ui/action/link';
import { Pill } from '@troupe/ui/content/pill';
import { callOptions } from '../../shared/api.ts';
import './program.css';
import { t } from './messages/messages.gen.ts';

/** The affiliate programs that a creator is in or invited to; nothing while there are none. */
export function ProgramList() {
  const { data } = useQuery(callOptions(listOwnAffiliates, {}));
  const programs = data?.affiliates.filter(({ state }) => state !== 'ended') ?? [];
  if (programs.length === 0) return null;
  return (
    <section className="programs" aria-label={t('list.title')}>
      <h2 className="t-20">{t('list.title')}</h2>
      <ul className="programs-rows">
        {programs.map(({ id, brand, state, terms, offered, clicks30Days }) => (
          <li key={id} className="programs-row">
            <div className="programs-words">
              <Link className="t-name programs-link" href={`/programs/${id}`}>
                {brand.name}
              </Link>
              <span className="t-12 t-ink2">
                {t('list.rate', { rate: commissionRate((offered ?? terms)?.rateBp ?? 0) })}
                {state === 'active' && ` · ${t('clicks', { count: clicks30Days })}`}
              </span>
            </div>
            {offered ? (
              <Pill tone="tangerine">{t('list.answer')}</Pill>
            ) : (
              <Pill tone={state === 'active' ? 'green' : 'neutral'}>{t(`state.${state}`)}</Pill>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
