import type { CampaignMetrics } from '@troupe/domain/campaigns/campaign-metrics';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Chart } from '@troupe/ui/chart/chart';
import { ChartFrame } from '@troupe/ui/chart/chart-frame';
import type { ChartItem } from '@troupe/ui/chart/chart-items';
import { Segmented } from '@troupe/ui/field/segmented';
import { dayText } from '@troupe/ui/lib/date';
import { compactCount, exactNumber, percent } from '@troupe/ui/lib/format';
import { downloadCsv } from '../../../shared/download.tsx';
import { smallestCoin } from './metrics-figures.tsx';

const SHOWN_CREATORS = 10;
/** Days on the axis: as many as a glance takes in, the newest last. */
const SHOWN_DAYS = 28;
const DAYS_A_LABEL = 7;
const DAY_MS = 86_400_000;

const NAMES = { engagements: 'Engagements', views: 'Views' } as const;
type Drawn = keyof typeof NAMES;
type Day = CampaignMetrics['byDay'][number];

const bar = (label: string, value: number | null): ChartItem => ({
  label,
  value: value ?? 0,
  text: value === null ? '–' : compactCount(value),
  exact: value === null ? `${label}, not known` : `${label} ${exactNumber(value)}`,
});

/** `2026-11-03` as `3 Nov`. */
const shortDay = (day: string) => dayText(`${day}T12:00:00Z`, 'UTC').replace(/ \d{4}$/, '');

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Every day of a span, also those without posts, so that distances on the axis are true. */
function daysOf(
  byDay: readonly Day[],
  last: string,
  count: number,
): { day: string; found: Day | undefined }[] {
  const end = Date.parse(`${last}T12:00:00Z`);
  return Array.from({ length: count }, (_, at) => {
    const day = dayOf(end - (count - 1 - at) * DAY_MS);
    return { day, found: byDay.find((one) => one.day === day) };
  });
}

/** The next round number above the highest bar: 1, 2 or 5 and zeros. */
function roundTop(highest: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(highest, 1)));
  return size * ([1, 2, 5, 10].find((step) => step * size >= highest) ?? 10);
}

interface MetricsChartsProps {
  metrics: CampaignMetrics;
  drawn: Drawn;
  /** The last day of the axis, such as 2026-11-24. */
  last: string;
  /** The days before the first of the axis were asked for too, so that they can be compared. */
  comparable: boolean;
  onDraw: (drawn: Drawn) => void;
}

/** One figure by creator, platform and day, each with its table. */
export default function MetricsCharts({ metrics, drawn, last, comparable, onDraw }: MetricsChartsProps) {
  const { byCreator, byPlatform, byDay, currency } = metrics;
  const name = NAMES[drawn];
  const posted = byCreator
    .filter(({ items }) => items.length > 0)
    .toSorted((one, other) => (other[drawn] ?? -1) - (one[drawn] ?? -1));
  const both = daysOf(byDay, last, 2 * SHOWN_DAYS);
  const days = both.slice(SHOWN_DAYS);
  const sum = (some: typeof days) => some.reduce((total, { found }) => total + (found?.[drawn] ?? 0), 0);
  const [now, before] = [sum(days), sum(both.slice(0, SHOWN_DAYS))];
  return (
    <div className="metrics-charts">
      <div className="metrics-charts-head">
        <h2 className="t-16">Charts</h2>
        <Segmented
          label="Charts show"
          value={drawn}
          onChange={onDraw}
          options={[
            { value: 'engagements', label: NAMES.engagements },
            { value: 'views', label: NAMES.views },
          ]}
        />
      </div>
      <ChartFrame
        title="By publish date"
        subtitle={`${compactCount(now)} in ${SHOWN_DAYS} days${comparable ? `, ${comparisonText(now, before)}` : ''}`}
        columns={['Day', 'Posts', 'Engagements', 'Views']}
        rows={byDay.map((one) => [one.day, one.items.length, one.engagements, one.views])}
        onDownload={(rows) => downloadCsv('metrics-by-day.csv', rows)}
      >
        <Chart
          kind="columns"
          title={`${name} by day`}
          hideTitle
          height={162}
          axis={{ top: roundTop(Math.max(...days.map(({ found }) => found?.[drawn] ?? 0))) }}
          labelEvery={DAYS_A_LABEL}
          items={days.map(({ day, found }) => bar(shortDay(day), found?.[drawn] ?? (found ? null : 0)))}
        />
      </ChartFrame>
      <ChartFrame
        title="By creator"
        columns={['Creator', 'Platform', 'Posts', 'Engagements', 'Views', `Fee, ${smallestCoin(currency)}`]}
        rows={byCreator.map((one) => [
          `@${one.username}`,
          PLATFORM_NAMES[one.platform],
          one.items.length,
          one.engagements,
          one.views,
          one.fee,
        ])}
        onDownload={(rows) => downloadCsv('metrics-by-creator.csv', rows)}
      >
        <Chart
          kind="bars"
          title={`${name} by creator`}
          hideTitle
          items={posted.slice(0, SHOWN_CREATORS).map((one) => bar(`@${one.username}`, one[drawn]))}
        />
      </ChartFrame>
      <ChartFrame
        title="By platform"
        columns={['Platform', 'Posts', 'Engagements', 'Views']}
        rows={byPlatform.map((one) => [
          PLATFORM_NAMES[one.platform],
          one.items.length,
          one.engagements,
          one.views,
        ])}
        onDownload={(rows) => downloadCsv('metrics-by-platform.csv', rows)}
      >
        <Chart
          kind="bars"
          title={`${name} by platform`}
          hideTitle
          items={byPlatform.map((one) => bar(PLATFORM_NAMES[one.platform], one[drawn]))}
        />
      </ChartFrame>
    </div>
  );
}

/** `23% more than in the 28 days before`. */
function comparisonText(now: number, before: number): string {
  if (before === 0) return `none in the ${SHOWN_DAYS} days before`;
  const change = now / before - 1;
  const words =
    change === 0 ? 'as many as' : `${percent(Math.abs(change))} ${change > 0 ? 'more than' : 'less than'}`;
  return `${words} in the ${SHOWN_DAYS} days before`;
}
