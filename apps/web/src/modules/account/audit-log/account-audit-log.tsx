import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLanguage } from '@troupe/browser/language';
import * as calls from '@troupe/contract/account/audit-log';
import { exportAuditLog } from '@troupe/contract/account/audit-log';
import type { CallOutput } from '@troupe/contract/call';
import type { CallError } from '@troupe/contract/client';
import type { AuditEntry } from '@troupe/domain/account/audit-log';
import { language } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Pill } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { DateField } from '@troupe/ui/field/date-field';
import { SelectField } from '@troupe/ui/field/field';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { dayText, exactTime } from '@troupe/ui/lib/date';
import { useEffect, useMemo, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { CsvButton } from '../../../shared/download.tsx';
import { OwnerSection, useIsOwner } from '../../../shared/screen/owner-section.tsx';
import { t } from '../messages/messages.gen.ts';
import { addressOfObject, asRuns, outcomeLooks } from './audit-labels.ts';
import type { TitleText } from './title-writer.ts';
import './audit-log.css';

const EVERYTHING: AuditFilter = { person: '', action: '', from: '', to: '' };

/** Who did what to what in the brand. */
export default function AccountAuditLog() {
  const brandId = useBrandId();
  const enabled = useIsOwner() === true;
  const [filter, setFilter] = useState(EVERYTHING);
  const query = useInfiniteQuery({
    ...auditOptions(brandId, filter),
    enabled,
    placeholderData: keepPreviousData,
  });
  const filters = useQuery({ ...auditFiltersOptions(brandId), enabled }).data;
  const titleText = useTitleText(filters?.actions);
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  const narrowed = Object.values(filter).some((value) => value !== '');
  const change = (part: Partial<AuditFilter>) => setFilter({ ...filter, ...part });
  return (
    <OwnerSection
      id="audit-log"
      title={t('audit.title')}
      what={t('audit.what')}
      query={query}
      subtitle={filters && t('audit.keptFor', { days: filters.days })}
      actions={
        <CsvButton
          size="row"
          fileName="audit-log.csv"
          download={() => client.download(exportAuditLog, { params: { brandId }, query: filterOf(filter) })}
        />
      }
    >
      <div className="audit-filters">
        <SelectField
          label={t('audit.who')}
          loading={!filters}
          value={filter.person}
          onChange={(event) => change({ person: event.target.value })}
          options={[
            { value: '', label: t('audit.anyone') },
            ...(filters?.people ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          label={t('audit.action')}
          loading={!filters}
          value={filter.action}
          onChange={(event) => change({ action: event.target.value })}
          options={[
            { value: '', label: t('audit.allActions') },
            ...(filters?.actions ?? [])
              .map(({ name, title }) => ({ value: name, label: titleText({ action: name, title }) }))
              .sort((one, other) => one.label.localeCompare(other.label, language())),
          ]}
        />
        <DateField
          label={t('audit.from')}
          presets="back"
          value={filter.from}
          max={filter.to || undefined}
          onChange={(from) => change({ from })}
        />
        <DateField
          label={t('audit.to')}
          presets="back"
          value={filter.to}
          min={filter.from || undefined}
          onChange={(to) => change({ to })}
        />
      </div>
      {entries.length > 0 ? (
        <Entries entries={entries} titleText={titleText} />
      ) : (
        <EmptyState
          title={narrowed ? t('audit.noMatch') : t('audit.none')}
          text={t('audit.noneText')}
          actions={narrowed && <Button onClick={() => setFilter(EVERYTHING)}>{t('audit.showAll')}</Button>}
        />
      )}
      {query.hasNextPage && (
        <div className="audit-more">
          <Button
            busy={query.isFetchingNextPage}
            onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
          >
            {t('audit.older')}
          </Button>
        </div>
      )}
    </OwnerSection>
  );
}

const asStored: TitleText = ({ title }) => title;

/** Returns what writes titles of actions in the language of the page: in English until their table is there. */
function useTitleText(actions: readonly { name: string; title: string }[] | undefined): TitleText {
  const isEnglish = useLanguage() === 'en';
  const [table, setTable] = useState<typeof import('./title-writer.ts') | null>(null);
  useEffect(() => {
    if (isEnglish) return;
    // Without the table, English says what was done.
    import('./title-writer.ts').then(setTable, () => {});
  }, [isEnglish]);
  return useMemo(
    () => (isEnglish || !table ? asStored : table.titleWriter(actions ?? [])),
    [isEnglish, table, actions],
  );
}

interface EntriesProps {
  entries: readonly AuditEntry[];
  titleText: TitleText;
}

function Entries({ entries, titleText }: EntriesProps) {
  return (
    <Table label={t('audit.title')} density="ledger" bleed className="audit-table">
      <thead>
        <tr>
          <Th>{t('audit.time')}</Th>
          <Th>{t('audit.person')}</Th>
          <Th>{t('audit.actionDone')}</Th>
          <Th data-wide>{t('audit.ip')}</Th>
        </tr>
      </thead>
      <tbody>
        {asRuns(entries).map(({ entry, times }) => {
          const looks = outcomeLooks(entry);
          const mark = entry.actor.kind === 'administrator' ? t('audit.administrator') : null;
          return (
            <Tr key={entry.id}>
              <Td className="t-ink2 audit-when">
                <time dateTime={entry.created} title={exactTime(entry.created)}>
                  <span data-wide>{exactTime(entry.created)}</span>
                  <span data-narrow>{dayText(entry.created)}</span>
                </time>
              </Td>
              <Td dir="auto" className="audit-who">
                {actorText(entry)}
                {mark && <span className="t-12 t-ink3"> {mark}</span>}
              </Td>
              <Td className="audit-what">
                {titleText(entry)} <ObjectName entry={entry} />
                {times > 1 && <span className="t-12 t-ink3">{t('audit.times', { times })}</span>}{' '}
                {looks && <Pill tone={looks.tone}>{looks.label}</Pill>}
              </Td>
              <Td data-wide className="t-ink2 audit-where" title={entry.agent}>
                {entry.ip}
              </Td>
            </Tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function actorText({ actor }: AuditEntry): string {
  const name = actor.name ?? t('audit.former');
  return actor.as ? t('audit.actedAs', { name, other: actor.as }) : name;
}

function ObjectName({ entry: { object } }: { entry: AuditEntry }) {
  if (!object?.name) return null;
  const address = addressOfObject(object);
  if (!address)
    return (
      <span className="t-ink2" dir="auto">
        {object.name}
      </span>
    );
  return (
    <Link href={address} className="t-link" dir="auto">
      {object.name}
    </Link>
  );
}

/** Which lines of the log are wanted; empty texts are no limit. */
interface AuditFilter {
  person: string;
  action: string;
  from: string;
  to: string;
}

/** The filter as the API takes it. */
const filterOf = (filter: AuditFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')) as Partial<AuditFilter>;

type Page = CallOutput<typeof calls.listAuditLog>;

/** The log of a brand, page by page, newest first. */
const auditOptions = (brandId: string, filter: AuditFilter) =>
  infiniteQueryOptions<Page, CallError, { pages: Page[] }, readonly unknown[], string | null>({
    queryKey: [calls.listAuditLog.noun, calls.listAuditLog.name, brandId, filter],
    queryFn: ({ pageParam, signal }) =>
      client.call(
        calls.listAuditLog,
        { params: { brandId }, query: { ...filterOf(filter), ...(pageParam ? { before: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    staleTime: 5000,
  });

/** Whom and what the log can be narrowed to. */
const auditFiltersOptions = (brandId: string) => callOptions(calls.listAuditFilters, { params: { brandId } });
