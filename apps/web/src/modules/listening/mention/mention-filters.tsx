import { useQuery } from '@tanstack/react-query';
import { SOURCE_KINDS } from '@troupe/domain/listening/listening-source';
import { AddChip, Chip } from '@troupe/ui/action/chip';
import { DateTimeField } from '@troupe/ui/field/date-field';
import { SelectField } from '@troupe/ui/field/field';
import { readField, timeField } from '@troupe/ui/lib/wall-time';
import { Popover } from '@troupe/ui/overlay/popover';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { FilterChip } from '../../../shared/list/filter-chip.tsx';
import { FindField, SortMenu } from '../../../shared/list/list-controls.tsx';
import {
  type ListeningAddress,
  listOf,
  PERIODS,
  type Period,
  type TabProps,
} from '../../../shared/listening/listening-address.ts';
import { languageName, SENTIMENTS, STATES, sourceName } from '../../../shared/listening/listening-labels.ts';
import { monitorChoices, monitorsOptions, teamOptions } from '../../../shared/listening/listening-queries.ts';
import { t } from '../../../shared/listening/messages/messages.gen.ts';

/** Languages that filters offer beside those that are chosen. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'pl', 'ja', 'ko', 'ar', 'hi', 'tr', 'sv', 'zh'];
const SORTS = ['newest', 'oldest', 'reach', 'relevance'] as const;

const joined = (values: readonly string[]) => (values.length === 0 ? undefined : values.join(','));

/** The filters of mentions; all are in the address. */
export function MentionFilters({ address, onChange, busy }: TabProps & { busy: boolean }) {
  const brandId = useBrandId();
  const monitors = useQuery(monitorsOptions(brandId)).data?.monitors ?? [];
  const team = useQuery(teamOptions(brandId)).data?.members ?? [];
  const several = (name: 'monitor' | 'source' | 'language' | 'sentiment' | 'state' | 'relevant') => ({
    value: listOf(address[name]),
    onChange: (values: string[]) => onChange({ [name]: joined(values) }),
  });
  const languages = [...new Set([...LANGUAGES, ...listOf(address.language)])];
  return (
    <div className="listening-tools">
      <div className="listening-find">
        <FindField
          label={t('filter.text')}
          value={address.text}
          busy={busy}
          onChange={(text) => onChange({ text })}
        />
      </div>
      <FilterChip name={t('filter.monitor')} options={monitorChoices(monitors)} {...several('monitor')} />
      <PeriodChip address={address} onChange={onChange} />
      <FilterChip
        name={t('filter.sentiment')}
        options={SENTIMENTS.map((value) => ({ value, label: t(`sentiment.${value}`) }))}
        {...several('sentiment')}
      />
      <FilterChip
        name={t('filter.state')}
        options={STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        {...several('state')}
      />
      <FilterChip
        name={t('filter.source')}
        options={SOURCE_KINDS.map((value) => ({ value, label: sourceName(value) }))}
        {...several('source')}
      />
      <FilterChip
        name={t('filter.language')}
        options={languages.map((value) => ({ value, label: languageName(value) }))}
        {...several('language')}
      />
      <FilterChip
        name={t('filter.relevant')}
        options={(['yes', 'no', 'unknown'] as const).map((value) => ({
          value,
          label: t(`relevant.${value}`),
        }))}
        {...several('relevant')}
      />
      <FilterChip
        name={t('filter.assignee')}
        single
        options={team.map(({ userId, firstName, lastName, email }) => ({
          value: userId,
          label: `${firstName} ${lastName}`.trim() || email,
        }))}
        value={listOf(address.assignee)}
        onChange={([assignee]) => onChange({ assignee })}
      />
      <TagChip address={address} onChange={onChange} />
      {address.cluster && (
        <Chip value={t('filter.cluster')} onRemove={() => onChange({ cluster: undefined })} />
      )}
      {address.author && <Chip value={t('filter.author')} onRemove={() => onChange({ author: undefined })} />}
      <span className="t-grow" />
      <SortMenu
        names={
          Object.fromEntries(SORTS.map((sort) => [sort, t(`sort.${sort}`)])) as Record<
            (typeof SORTS)[number],
            string
          >
        }
        value={address.sort ?? 'newest'}
        onChange={(sort) => onChange({ sort: sort === 'newest' ? undefined : sort })}
      />
    </div>
  );
}

/** The text of a period in an address. */
function periodText({ since, from, to }: ListeningAddress): string {
  if (since) return t(`period.${since}`);
  if (from || to) return t('period.custom');
  return t('period.all');
}

/** When mentions were published: the last hours or days, or from and until times. */
function PeriodChip({ address, onChange }: TabProps) {
  const narrowed = Boolean(address.since || address.from || address.to);
  return (
    <Popover
      label={t('filter.period')}
      width={300}
      trigger={
        <Chip
          name={t('filter.period')}
          value={periodText(address)}
          onRemove={
            narrowed ? () => onChange({ since: undefined, from: undefined, to: undefined }) : undefined
          }
        />
      }
    >
      <div className="listening-stack">
        <SelectField
          label={t('filter.period')}
          value={address.since ?? (address.from || address.to ? 'custom' : '')}
          onChange={(event) => {
            const { value } = event.target;
            onChange({
              since: value in PERIODS ? (value as Period) : undefined,
              from: undefined,
              to: undefined,
            });
          }}
          options={[
            { value: '', label: t('period.all') },
            ...(Object.keys(PERIODS) as Period[]).map((value) => ({ value, label: t(`period.${value}`) })),
            ...(address.from || address.to ? [{ value: 'custom', label: t('period.custom') }] : []),
          ]}
        />
        <DateTimeField
          label={t('period.from')}
          value={address.from ? timeField(new Date(address.from)) : ''}
          onChange={(from) => onChange({ from: readField(from)?.toISOString(), since: undefined })}
        />
        <DateTimeField
          label={t('period.to')}
          value={address.to ? timeField(new Date(address.to)) : ''}
          onChange={(to) => onChange({ to: readField(to)?.toISOString(), since: undefined })}
        />
      </div>
    </Popover>
  );
}

/** Mentions with one of the team's tags. */
function TagChip({ address, onChange }: TabProps) {
  const [typed, setTyped] = useState(address.tag ?? '');
  if (address.tag)
    return <Chip name={t('filter.tag')} value={address.tag} onRemove={() => onChange({ tag: undefined })} />;
  return (
    <Popover label={t('filter.tag')} width={240} trigger={<AddChip>{t('filter.tag')}</AddChip>}>
      {(close) => (
        <form
          className="listening-stack"
          onSubmit={(event) => {
            event.preventDefault();
            onChange({ tag: typed.trim() || undefined });
            close();
          }}
        >
          <label className="t-12">
            {t('filter.tag')}
            <input
              className="t-input listening-plain-input"
              maxLength={40}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
        </form>
      )}
    </Popover>
  );
}
