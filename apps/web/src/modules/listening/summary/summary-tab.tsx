import { useQuery } from '@tanstack/react-query';
import { getListeningSummary } from '@troupe/contract/listening/listening-summary';
import type { ListeningSummary, SummaryGroup } from '@troupe/domain/listening/listening-summary';
import { Button } from '@troupe/ui/action/button';
import { Chart, preloadCharts } from '@troupe/ui/chart/chart';
import { ChartFrame } from '@troupe/ui/chart/chart-frame';
import type { ChartItem } from '@troupe/ui/chart/chart-items';
import { Figure } from '@troupe/ui/content/figure';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { SelectField } from '@troupe/ui/field/field';
import { Segmented } from '@troupe/ui/field/segmented';
import { tiles } from '@troupe/ui/layout/tiles';
import { addDays, today, weekdayNames } from '@troupe/ui/lib/calendar';
import { clockText, dayText, shortDayText } from '@troupe/ui/lib/date';
import { compactCount, exactNumber, formats, listed, percent } from '@troupe/ui/lib/format';
import { useEffect, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { downloadCsv } from '../../../shared/download.tsx';
import { listOf, type TabProps } from '../../../shared/listening/listening-address.ts';
import { languageName, sourceName } from '../../../shared/listening/listening-labels.ts';
import { monitorsOptions } from '../../../shared/listening/listening-queries.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import DigestSetting from './digest-setting.tsx';
import { t } from './messages/messages.gen.ts';
import { ShareOfVoice } from './share-of-voice.tsx';
import { SummaryLists } from './summary-lists.tsx';
import './summary.css';

const RANGES = { '1': 'hour', '7': 'hour', '30': 'day', '90': 'day' } as const;
type Range = keyof typeof RANGES;

const summaryOptions = (
  brandId: string,
  query: { monitorId: string[]; from?: string | undefined; groupBy: SummaryGroup },
) => callOptions(getListeningSummary, { params: { brandId }, query });

/** What monitors found in a period, compared with the one before. */
export default function SummaryTab({ address, onChange }: TabProps) {
  const brandId = useBrandId();
  const [range, setRange] = useState<Range>('30');
  const monitorId = listOf(address.monitor);
  const monitors = useQuery(monitorsOptions(brandId)).data?.monitors ?? [];
  // The brand's zone is known with the first answer; until then, the API counts back from its own day.
  const usual = useQuery(summaryOptions(brandId, { monitorId, groupBy: 'day' }));
  const zone = usual.data?.summary.zone;
  const from = zone && addDays(today(new Date(), zone), 1 - Number(range));
  const isUsual = range === '30';
  const chosen = useQuery(
    Object.assign(
      {},
      summaryOptions(brandId, { monitorId, from: from || undefined, groupBy: RANGES[range] }),
      {
        enabled: !isUsual && zone !== undefined,
      },
    ),
  );
  useEffect(preloadCharts, []);
  const query = isUsual ? usual : chosen;
  const summary = query.data?.summary;
  const sets = [...new Set(monitors.map(({ setName }) => setName).filter((name) => name !== null))].sort();
  return (
    <>
      <div className="listening-summary-tools">
        <SelectField
          label={t('monitor')}
          hideLabel
          value={monitorId[0] ?? ''}
          onChange={(event) => onChange({ monitor: event.target.value || undefined })}
          options={[
            { value: '', label: t('all') },
            ...monitors.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Segmented
          label={t('range')}
          value={range}
          onChange={setRange}
          options={(Object.keys(RANGES) as Range[]).map((value) => ({ value, label: t(`range.${value}`) }))}
        />
      </div>
      <LoadState what={t('what')} query={query}>
        <Skeleton height={92} />
        <Skeleton height={220} />
      </LoadState>
      {summary && <Summary summary={summary} />}
      {zone && sets.length > 0 && <ShareOfVoice brandId={brandId} sets={sets} from={from || undefined} />}
      {zone && <DigestSetting />}
    </>
  );
}

const noon = (day: string) => `${day}T12:00:00Z`;

function Summary({ summary }: { summary: ListeningSummary }) {
  const { current, previous, zone, keepDays, volume } = summary;
  const window = t('window', {
    from: dayText(noon(current.from), 'UTC'),
    to: dayText(noon(current.to), 'UTC'),
    zone,
  });
  if (current.mentions === 0 && !volume.some(({ down }) => down.length > 0))
    return (
      <EmptyState
        title={t('none')}
        text={t('noneText')}
        drawing="stage"
        actions={<Button href="/social-listening/monitors">{t('open')}</Button>}
      />
    );
  return (
    <>
      <h2 className="t-hidden">{t('heading')}</h2>
      <Totals now={current} before={previous} window={window} asOf={summary.asOf} />
      <Volume summary={summary} window={window} />
      <div className="listening-summary-columns">
        <Sentiment summary={summary} window={window} />
        <Part
          title={t('sources')}
          items={summary.sources.map(({ source, mentions }) => ({ name: sourceName(source), mentions }))}
          all={current.mentions}
        />
        <Part
          title={t('languages')}
          items={summary.languages.map(({ language, mentions }) => ({
            name: language === null ? t('languageUnknown') : languageName(language),
            mentions,
          }))}
          all={current.mentions}
        />
        <Times summary={summary} />
      </div>
      <SummaryLists summary={summary} />
      <p className="t-12 t-ink2">{t('kept', { count: keepDays })}</p>
    </>
  );
}

/** The next round number above the highest column, with a whole number halfway. */
function roundTop(highest: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(highest, 1)));
  const steps = size === 1 ? [2, 4, 6, 8, 10] : [1, 2, 3, 4, 6, 8, 10];
  return size * (steps.find((step) => step * size >= highest) ?? 10);
}

const signed = (value: number) =>
  new Intl.NumberFormat(formats().locale, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(value);

interface TotalsProps {
  now: ListeningSummary['current'];
  before: ListeningSummary['previous'];
  window: string;
  asOf: string;
}

function Totals({ now, before, window, asOf }: TotalsProps) {
  const { net, reach } = now;
  const interval = (low: number | null, high: number | null, text: (value: number) => string) =>
    low === null || high === null ? '' : t('interval', { low: text(low), high: text(high) });
  const judged = t('judged', { judged: exactNumber(net.judged), all: exactNumber(now.mentions) });
  const shown = [
    {
      name: 'mentions' as const,
      value: compactCount(now.mentions),
      exact: exactNumber(now.mentions),
      before: compactCount(before.mentions),
      note: '',
    },
    {
      name: 'voices' as const,
      value: compactCount(now.voices),
      exact: exactNumber(now.voices),
      before: compactCount(before.voices),
      note: '',
    },
    {
      name: 'net' as const,
      value: net.net === null ? null : signed(net.net),
      exact: net.net === null ? undefined : signed(net.net),
      before: before.net.net === null ? null : signed(before.net.net),
      note: [interval(net.low, net.high, signed), judged].filter(Boolean).join(' · '),
    },
    {
      name: 'health' as const,
      value: net.health === null ? null : percent(net.health.rate),
      exact: net.health === null ? undefined : percent(net.health.rate, 1),
      before: before.net.health === null ? null : percent(before.net.health.rate),
      note: net.health === null ? judged : interval(net.health.low, net.health.high, percent),
    },
    {
      name: 'reach' as const,
      value: reach.known === 0 ? null : compactCount(reach.followers),
      exact: reach.known === 0 ? undefined : exactNumber(reach.followers),
      before: before.reach.known === 0 ? null : compactCount(before.reach.followers),
      note:
        reach.authors === 0
          ? ''
          : t('reachKnown', { share: percent(reach.known / reach.authors), count: reach.authors }),
    },
  ];
  const grid = tiles(shown.length);
  return (
    <dl className={`t-panel ${grid.className} listening-summary-tiles`} style={grid.style}>
      {shown.map(({ name, value, exact, before: earlier, note }) => (
        <div key={name}>
          <dt className="t-12 t-ink3">{t(name)}</dt>
          <dd className="t-20 t-num">
            <Figure
              label={t(name)}
              size={20}
              value={value}
              exact={exact}
              formula={t(`formula.${name}`)}
              window={window}
              readAt={asOf}
            />
          </dd>
          {note && <dd className="t-12 t-ink2">{note}</dd>}
          {earlier !== null && <dd className="t-12 t-ink3">{t('before', { value: earlier })}</dd>}
        </div>
      ))}
    </dl>
  );
}

function Volume({ summary, window }: { summary: ListeningSummary; window: string }) {
  const { volume, zone, groupBy } = summary;
  const name = (start: string) =>
    groupBy === 'day' ? shortDayText(start, zone) : `${shortDayText(start, zone)} ${clockText(start, zone)}`;
  const sourcesOf = (down: readonly Parameters<typeof sourceName>[0][]) => listed(down.map(sourceName));
  const item = ({ start, mentions, down }: ListeningSummary['volume'][number]): ChartItem => {
    const text = exactNumber(mentions);
    const missing = down.length > 0;
    const exact = `${name(start)}, ${text}`;
    return {
      id: start,
      label: groupBy === 'day' || volume.length > 24 ? shortDayText(start, zone) : clockText(start, zone),
      value: mentions,
      text,
      exact: missing ? `${exact} · ${t('down', { sources: sourcesOf(down) })}` : exact,
      missing,
    };
  };
  const allDown = [...new Set(volume.flatMap(({ down }) => down))];
  return (
    <ChartFrame
      title={t('volume')}
      subtitle={window}
      columns={[
        t('column.start'),
        t('mentions'),
        t('voices'),
        t('sentiment.positive'),
        t('sentiment.neutral'),
        t('sentiment.negative'),
        t('sentiment.abstained'),
        t('sentiment.unknown'),
        t('column.down'),
      ]}
      rows={volume.map(({ start, mentions, voices, sentiment, down }) => [
        name(start),
        mentions,
        voices,
        sentiment.positive,
        sentiment.neutral,
        sentiment.negative,
        sentiment.abstained,
        sentiment.unknown,
        sourcesOf(down),
      ])}
      onDownload={(rows) => downloadCsv('mentions-over-time.csv', rows)}
    >
      <Chart
        kind="columns"
        title={t('volume')}
        hideTitle
        height={180}
        axis={{ top: roundTop(Math.max(...volume.map(({ mentions }) => mentions), 0)) }}
        labelEvery={Math.max(1, Math.ceil(volume.length / 8))}
        items={volume.map(item)}
      />
      {allDown.length > 0 && <p className="t-12 t-ink2">{t('hatched', { sources: sourcesOf(allDown) })}</p>}
    </ChartFrame>
  );
}

const JUDGMENTS = ['positive', 'neutral', 'negative', 'abstained', 'unknown'] as const;

function Sentiment({ summary, window }: { summary: ListeningSummary; window: string }) {
  const { sentiment, mentions } = summary.current;
  const share = (n: number) => percent(mentions === 0 ? 0 : n / mentions);
  return (
    <ChartFrame
      title={t('sentiment')}
      subtitle={window}
      columns={[t('sentiment'), t('mentions'), t('column.share')]}
      rows={JUDGMENTS.map((name) => [t(`sentiment.${name}`), sentiment[name], share(sentiment[name])])}
      onDownload={(rows) => downloadCsv('sentiment.csv', rows)}
    >
      <Chart
        kind="bars"
        title={t('sentiment')}
        hideTitle
        items={JUDGMENTS.map((name) => ({
          label: t(`sentiment.${name}`),
          value: sentiment[name],
          text: share(sentiment[name]),
          exact: `${t(`sentiment.${name}`)}, ${exactNumber(sentiment[name])}`,
          other: name === 'abstained' || name === 'unknown',
        }))}
      />
    </ChartFrame>
  );
}

/** Bars of a chart that names parts. */
const MOST_BARS = 8;

function Part({
  title,
  items,
  all,
}: {
  title: string;
  items: readonly { name: string; mentions: number }[];
  all: number;
}) {
  if (items.length === 0) return null;
  const share = (n: number) => percent(all === 0 ? 0 : n / all);
  return (
    <ChartFrame
      title={title}
      columns={[title, t('mentions'), t('column.share')]}
      rows={items.map(({ name, mentions }) => [name, mentions, share(mentions)])}
      onDownload={(rows) => downloadCsv('mentions.csv', rows)}
    >
      <Chart
        kind="bars"
        title={title}
        hideTitle
        items={items.slice(0, MOST_BARS).map(({ name, mentions }) => ({
          label: name,
          value: mentions,
          text: share(mentions),
          exact: `${name}, ${exactNumber(mentions)}`,
        }))}
      />
    </ChartFrame>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

function Times({ summary }: { summary: ListeningSummary }) {
  const { times, zone } = summary;
  const sum = (matches: (one: (typeof times)[number]) => boolean) =>
    times.filter(matches).reduce((total, { mentions }) => total + mentions, 0);
  const byHour = HOURS.map((hour) => sum((one) => one.hour === hour));
  const days = weekdayNames(1).map(({ long }, index) => ({
    name: long,
    mentions: sum(({ weekday }) => weekday === index + 1),
  }));
  const label = (hour: number) => t('hour', { hour });
  return (
    <ChartFrame
      title={t('times')}
      subtitle={t('timesHelp', { zone })}
      columns={[t('times'), t('mentions')]}
      rows={[
        ...byHour.map((mentions, hour) => [label(hour), mentions] as const),
        ...days.map(({ name, mentions }) => [name, mentions] as const),
      ]}
      onDownload={(rows) => downloadCsv('mentions-by-time.csv', rows)}
    >
      <Chart
        kind="columns"
        title={t('times')}
        hideTitle
        height={90}
        axis={{ top: roundTop(Math.max(...byHour)) }}
        labelEvery={6}
        items={byHour.map((mentions, hour) => ({
          id: String(hour),
          label: label(hour),
          value: mentions,
          text: exactNumber(mentions),
          exact: `${label(hour)}, ${exactNumber(mentions)}`,
        }))}
      />
      <Chart
        kind="bars"
        title={t('weekdays')}
        items={days.map(({ name, mentions }) => ({
          label: name,
          value: mentions,
          text: exactNumber(mentions),
        }))}
      />
    </ChartFrame>
  );
}
