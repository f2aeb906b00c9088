import { useQuery } from '@tanstack/react-query';
import { getSearchAdvice } from '@troupe/contract/discovery/creator';
import type {
  SearchAdvice as Advice,
  SearchCondition,
  UnderstoodSearch,
} from '@troupe/domain/discovery/creator-search';
import { joined, language } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { listed } from '@troupe/ui/lib/format';
import { Children } from 'react';
import { useBrandId } from '../../../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../../../shared/call/query.ts';
import {
  type CreatorAddress,
  MANY,
  type ManyFilter,
  queryOf,
  RANGES,
  type RangeFilter,
  type SwitchFilter,
} from '../../creator-address.ts';
import { filterName, rangeText, switchText } from '../filter-labels.ts';
import { valueName } from '../value-names.ts';
import { t } from './messages/messages.gen.ts';
import './search-advice.css';

interface SearchAdviceProps {
  address: CreatorAddress;
  onChange: (change: Partial<CreatorAddress>) => void;
  onClear: () => void;
}

/** Ways out of a search that finds nothing: what was understood, what excludes creators, and related topics. */
export default function SearchAdvice({ address, onChange, onClear }: SearchAdviceProps) {
  const brandId = useBrandId();
  const { data } = useQuery(callOptions(getSearchAdvice, { params: { brandId }, query: queryOf(address) }));
  return (
    <div className="search-advice">
      <EmptyState
        title={t('title')}
        text={data ? understoodText(data, address) : undefined}
        drawing="seats"
        actions={<Button onClick={onClear}>{t('clear')}</Button>}
      />
      {data?.audience && (
        <p className="t-ink2">{t('audience', { known: data.audience.known, total: data.audience.total })}</p>
      )}
      {data && <Conditions advice={data} address={address} onChange={onChange} />}
      {data && data.topics.length > 0 && (
        <section aria-label={t('near')}>
          <h2 className="t-12 t-name">{t('near')}</h2>
          <ul className="search-advice-topics">
            {data.topics.map(({ id, names, creators }) => (
              <li key={id}>
                <Button
                  size="row"
                  aria-label={t('search', { topic: nameIn(names) })}
                  onClick={() => onChange({ q: nameIn(names) })}
                >
                  {nameIn(names)}
                  <span className="t-ink3 t-num">{counted(creators, data.countedTo)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const nameIn = (names: Advice['topics'][number]['names']): string => {
  const chosen = language();
  return chosen === 'de' || chosen === 'es' ? names[chosen] : names.en;
};

const counted = (count: number, countedTo: number): string =>
  count >= countedTo ? t('creatorsMore', { count }) : t('creators', { count });

function understoodText({ understood }: Advice, { q }: CreatorAddress): string | undefined {
  if (!understood) return q ? t('unknown', { words: q }) : undefined;
  const topics = listed(understood.topics.map(({ names }) => nameIn(names)));
  const words = understood.words.join(' ');
  return words ? t('understoodWords', { topics, words }) : t('understood', { topics });
}

function Conditions(props: Pick<SearchAdviceProps, 'address' | 'onChange'> & { advice: Advice }) {
  const { advice, address, onChange } = props;
  const excluding = advice.conditions.filter(({ excluded }) => excluded > 0);
  if (excluding.length === 0)
    return advice.conditions.length > 1 ? <p className="t-ink2">{t('conflict')}</p> : null;
  return (
    <section aria-label={t('why')}>
      <h2 className="t-12 t-name">{t('why')}</h2>
      <ul className="search-advice-conditions">
        {excluding.map(({ condition, excluded }) => (
          <li key={condition}>
            <span className="t-name">{conditionName(condition, address)}</span>
            <span className="t-ink2 t-num">
              {excluded >= advice.countedTo
                ? t('excludesMore', { count: advice.countedTo })
                : t('excludes', { count: excluded })}
            </span>
            <Button
              size="row"
              aria-label={t('remove', { condition: conditionName(condition, address) })}
              onClick={() => onChange(removal(condition))}
            >
              {t('removeShort')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isRange = (condition: SearchCondition): condition is RangeFilter =>
  (RANGES as readonly string[]).includes(condition);
const isMany = (condition: SearchCondition): condition is ManyFilter =>
  (MANY as readonly string[]).includes(condition);

/** Returns a condition as text: 'Country: Germany', 'Followers: 10k to 50k', 'Verified'. */
export function conditionName(condition: SearchCondition, address: CreatorAddress): string {
  if (condition === 'q') return `${t('condition.q')}: ${address.q ?? ''}`;
  if (condition === 'safety') return t('condition.safety');
  if (condition === 'audience') return t('condition.audience', { count: address.audience?.length ?? 0 });
  if (isRange(condition)) return `${filterName(condition)}: ${rangeText(address, condition) ?? ''}`;
  if (isMany(condition))
    return `${filterName(condition)}: ${joined((address[condition] ?? []).map((value) => valueName(condition, value)))}`;
  const name: SwitchFilter = condition;
  return switchText(name, address[name]);
}

const removal = (condition: SearchCondition): Partial<CreatorAddress> =>
  isRange(condition)
    ? { [`${condition}Min`]: undefined, [`${condition}Max`]: undefined }
    : { [condition]: undefined };

/** Says which misspelling was corrected, and that related topics follow few results. */
export function SearchNote({ understood }: { understood: UnderstoodSearch }) {
  const [corrected] = understood.corrected;
  const topics = listed(understood.topics.map(({ names }) => nameIn(names)));
  return (
    <p className="search-note t-ink2" role="note">
      {corrected
        ? Children.toArray(
            t.rich('corrected', {
              from: corrected.from,
              to: corrected.to,
              b: (words) => <strong>{words}</strong>,
            }),
          )
        : t('widened', { topics })}
    </p>
  );
}
