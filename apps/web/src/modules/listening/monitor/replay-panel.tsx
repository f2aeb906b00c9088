import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { startReplay } from '@troupe/contract/listening/monitor';
import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { MonitorReplay, ReplayExample } from '@troupe/domain/listening/monitor';
import { parseQuery } from '@troupe/domain/listening/query/parse-query';
import { Button } from '@troupe/ui/action/button';
import { Chart } from '@troupe/ui/chart/chart';
import { Ago } from '@troupe/ui/content/ago';
import { ProgressBar } from '@troupe/ui/feedback/progress-bar';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { Section } from '@troupe/ui/layout/section';
import { ViewTabs } from '@troupe/ui/layout/view-tabs';
import { clockText, exactTime } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { sourceName } from '../../../shared/listening/listening-labels.ts';
import { replayOptions, useListeningWrite } from '../../../shared/listening/listening-queries.ts';
import { MarkedText } from '../../../shared/listening/marked-text.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from './messages/messages.gen.ts';

interface ReplayPanelProps {
  query: string;
  languages: readonly string[];
  sources: readonly SourceKind[];
  /** Tells which replay belongs to the query as it is; null if it changed since. */
  onReplay: (replayId: string | null) => void;
}

/** Runs the query on the last 36 hours before it is saved. */
export function ReplayPanel({ query, languages, sources, onReplay }: ReplayPanelProps) {
  const brandId = useBrandId();
  const asked = JSON.stringify([query, languages, sources]);
  const [ran, setRan] = useState<{ id: string; asked: string } | null>(null);
  const start = useListeningWrite(
    () =>
      client.call(startReplay, {
        params: { brandId },
        body: { query, languages: [...languages], sources: [...sources] },
      }),
    { failed: t('replay.failed') },
  );
  const read = useQuery({ ...replayOptions(brandId, ran?.id ?? ''), enabled: ran !== null });
  const replay = read.data?.replay;
  const current = ran !== null && ran.asked === asked;
  const running = replay?.state === 'queued' || replay?.state === 'running';
  const valid = query.trim() !== '' && parseQuery(query).tree !== null;
  const run = () =>
    start.mutate(undefined, {
      onSuccess: ({ replay: { id } }) => {
        setRan({ id, asked });
        onReplay(id);
      },
    });
  return (
    <Section
      title={t('replay.title')}
      actions={
        <Button
          size="row"
          icon={<IconHistory size={16} />}
          busy={start.isPending || (running && current)}
          disabledReason={valid ? undefined : t('replay.needsQuery')}
          onClick={run}
        >
          {ran ? t('replay.again') : t('replay.run')}
        </Button>
      }
    >
      {!ran && <p className="t-ink2">{t('replay.text')}</p>}
      {ran && !current && <p className="t-ink2">{t('replay.outdated')}</p>}
      {ran && (
        <LoadState what={t('replay.what')} query={read}>
          <ProgressBar label={t('replay.progress')} value={null} max={100} />
        </LoadState>
      )}
      {replay && running && (
        <ProgressBar label={t('replay.progress')} value={replay.progress} max={100} showCount unit="%" />
      )}
      {replay?.state === 'failed' && (
        <p role="alert" className="listening-conflict">
          {replay.problem ?? t('replay.failed')}
        </p>
      )}
      {replay?.figures && <Figures replay={replay} figures={replay.figures} />}
    </Section>
  );
}

const HOUR_MS = 3_600_000;

/** Posts found per hour, with the hours that have none. */
function hoursOf({ hours }: MonitorReplay, from: string, to: string) {
  const found = new Map(hours.map((one) => [Math.floor(Date.parse(one.hour) / HOUR_MS), one.found]));
  const [first, last] = [Math.floor(Date.parse(from) / HOUR_MS), Math.floor(Date.parse(to) / HOUR_MS)];
  return Array.from({ length: Math.max(0, Math.min(48, last - first + 1)) }, (_, at) => {
    const hour = new Date((first + at) * HOUR_MS);
    const value = found.get(first + at) ?? 0;
    return {
      id: hour.toISOString(),
      label: clockText(hour),
      value,
      text: exactNumber(value),
      exact: `${exactTime(hour)}: ${exactNumber(value)}`,
    };
  });
}

interface FiguresProps {
  replay: MonitorReplay;
  figures: NonNullable<MonitorReplay['figures']>;
}

function Figures({ replay, figures }: FiguresProps) {
  const [shown, setShown] = useState<'found' | 'excluded'>('found');
  const { found, posts, clauses, from, to, gaps, overBudget } = figures;
  const lists = {
    found: replay.examples.filter(({ excluded }) => !excluded),
    excluded: replay.examples.filter(({ excluded }) => excluded),
  };
  return (
    <div className="listening-stack" aria-live="polite">
      <p>
        <strong>{t('replay.found', { count: found })}</strong>{' '}
        <span className="t-ink2">{t('replay.of', { posts, from: exactTime(from), to: exactTime(to) })}</span>
      </p>
      {gaps.length > 0 && <p className="t-12 t-ink2">{t('replay.gaps', { count: gaps.length })}</p>}
      {overBudget > 0 && <p className="t-12 t-ink2">{t('replay.overBudget', { count: overBudget })}</p>}
      <Chart
        kind="columns"
        title={t('replay.hours')}
        items={hoursOf(replay, from, to)}
        height={96}
        labelEvery={12}
      />
      <Table label={t('replay.clauses')} density="ledger">
        <thead>
          <tr>
            <Th>{t('replay.clause')}</Th>
            <Th numeric>{t('replay.letIn')}</Th>
            <Th numeric>{t('replay.removed')}</Th>
          </tr>
        </thead>
        <tbody>
          {clauses.map((clause) => (
            <Tr key={`${clause.start}.${clause.text}`}>
              <Td>
                <code dir="ltr" className="monitor-clause">
                  {clause.text}
                </code>
              </Td>
              <Td numeric>{exactNumber(clause.letIn)}</Td>
              <Td numeric>{exactNumber(clause.excluded)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <ViewTabs
        label={t('replay.examples')}
        value={shown}
        onChange={setShown}
        tabs={(['found', 'excluded'] as const).map((value) => ({
          value,
          label: t(`replay.tab.${value}`, { count: lists[value].length }),
          panel: <Examples examples={lists[value]} clauses={clauses.map(({ text }) => text)} />,
        }))}
      />
    </div>
  );
}

function Examples({ examples, clauses }: { examples: readonly ReplayExample[]; clauses: readonly string[] }) {
  if (examples.length === 0) return <p className="t-ink2 listening-gap">{t('replay.noExamples')}</p>;
  return (
    <ul className="listening-lines monitor-examples">
      {examples.map((example, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: examples have no id and never move
        <li key={at}>
          <p className="listening-line-text" dir="auto">
            {example.title !== null && (
              <>
                <MarkedText text={example.title} spans={example.spans} part="title" />.{' '}
              </>
            )}
            <MarkedText text={example.text} spans={example.spans} part="text" />
          </p>
          <span className="t-12 t-ink2">
            {sourceName(example.source)}, <Ago at={example.published} />
            {example.author !== null && (
              <>
                , <bdi>{example.author}</bdi>
              </>
            )}
          </span>{' '}
          {example.clauses.map((clause) => (
            <span key={clause} className="listening-why">
              <code dir="ltr">{clauses[clause]}</code>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
