import { useQuery } from '@tanstack/react-query';
import type { DemoRequest } from '@troupe/domain/site/demo-request';
import { DEMO_BUDGETS, DEMO_MIN_MS } from '@troupe/domain/site/demo-request-form';
import { Ago } from '@troupe/ui/content/ago';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Segmented } from '@troupe/ui/field/segmented';
import { exactNumber } from '@troupe/ui/lib/format';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { AdminHead } from '../../../shared/screen/admin-head.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { demoRequestsOptions } from './demo-request-queries.ts';
import './demo-requests.css';

interface DemoRequestsScreenProps {
  page: number;
  heldBack: boolean;
  onWant: (page: number, heldBack: boolean) => void;
}

/** Who wants to be shown the product, for administrators. */
export function DemoRequestsScreen({ page, heldBack, onWant }: DemoRequestsScreenProps) {
  const query = useQuery(demoRequestsOptions(page, heldBack));
  const { data } = query;
  return (
    <>
      <AdminHead section="demo-requests" subtitle={t('requests.subtitle')} />
      <div className="t-page t-stack">
        <div>
          <Segmented
            label={t('requests.which')}
            value={heldBack ? 'held' : 'people'}
            onChange={(next) => onWant(1, next === 'held')}
            options={[
              { value: 'people', label: t('requests.title') },
              { value: 'held', label: t('requests.spam') },
            ]}
          />
        </div>
        <LoadState what={t('requests.what')} query={query}>
          <SkeletonRows rows={6} />
        </LoadState>
        {data?.requests.length === 0 && (
          <EmptyState
            title={heldBack ? t('requests.noSpam') : t('requests.none')}
            text={heldBack ? t('requests.spamText') : t('requests.noneText')}
            drawing="seats"
          />
        )}
        {data && data.requests.length > 0 && (
          <ul className="demo-requests" aria-label={t('requests.label')}>
            {data.requests.map((request) => (
              <Request key={request.id} request={request} />
            ))}
          </ul>
        )}
        <PageNav label={t('requests.pages')} of={data} onPage={(next) => onWant(next, heldBack)} />
      </div>
    </>
  );
}

function Request({ request }: { request: DemoRequest }) {
  const { name, email, company, website, budget, message, source, heldBack, mail, created } = request;
  const range = DEMO_BUDGETS.find(({ value }) => value === budget)?.label;
  const cameBy = Object.values(source ?? {})
    .filter(Boolean)
    .join(', ');
  return (
    <li className="t-panel demo-request">
      <div className="demo-request-head">
        <h2 className="t-name">{company}</h2>
        <MailPill request={request} />
        <span className="t-12 t-ink3 demo-request-when">
          <Ago at={created} />
        </span>
      </div>
      <p className="t-ink2">
        {name},{' '}
        <a href={`mailto:${email}`} className="t-link">
          {email}
        </a>
        {website && (
          <>
            ,{' '}
            <a href={website} target="_blank" rel="noopener noreferrer nofollow" className="t-link">
              {website.replace(/^https?:\/\//, '')}
            </a>
          </>
        )}
      </p>
      {message && <p className="demo-request-message">{message}</p>}
      {(range || cameBy || heldBack || mail?.reason) && (
        <p className="t-12 t-ink3">
          {[
            heldBack === 'hidden-field' && t('requests.heldBack.hidden-field'),
            heldBack === 'too-soon' &&
              t('requests.heldBack.too-soon', { seconds: exactNumber(DEMO_MIN_MS / 1000) }),
            mail?.reason,
            range && t('requests.budget', { range }),
            cameBy && t('requests.source', { source: cameBy }),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
    </li>
  );
}

const QUEUED: Partial<Record<string, PillTone>> = {
  queued: 'neutral',
  sending: 'neutral',
  deferred: 'tangerine',
};

/** Whether the sales address was notified. */
function MailPill({ request: { mail } }: { request: DemoRequest }) {
  if (!mail) return null;
  if (mail.status === 'sent') return <Pill tone="green">{t('requests.emailed')}</Pill>;
  const queued = QUEUED[mail.status];
  return <Pill tone={queued ?? 'red'}>{queued ? t('requests.queued') : t('requests.notEmailed')}</Pill>;
}
