import type { CampaignMetrics } from '@troupe/domain/campaigns/campaign-metrics';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Chart } from '@troupe/ui/chart/chart';
import { ChartFrame } from '@troupe/ui/chart/chart-frame';
import { type ChartItem, roundTop } from '@troupe/ui/chart/chart-items';
import { Segmented } from '@troupe/ui/field/segmented';
import { compactCount, exactNumber, percent } from '@troupe/ui/lib/format';
import { downloadCsv } from '../../../shared/download.tsx';
import { shortDay } from '../../../shared/short-day.ts';
import { t } from '../messages/messages.gen.ts';
import { DAY_MS, dayOf, SHOWN_DAYS, shownUntil } from './metrics-address.ts';
import { smallestCoin } from './metrics-figures.tsx';

const SHOWN_CREATORS = 10;
const DAYS_A_LABEL = 7;

type Drawn = 'engagements' | 'views';
type Day = CampaignMetrics['byDay'][number];

const bar = (label: string, value: number | null): ChartItem => ({
  label,
  value: value ?? 0,
  text: value === null ? '–' : compactCount(value),
  exact: value === null ? t('chart.notKnown', { label }) : `${label} ${exactNumber(value)}`,
});

/** Every day of a span, including those without posts, so the axis is to scale. */
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

interface MetricsChartsProps {
  metrics: CampaignMetrics;
  drawn: Drawn;
  /** The last day that was asked for, such as 2026-11-24. */
  to: string | undefined;
  /** The days before the first of the axis were asked for too, so that they can be compared. */
  comparable: boolean;
  onDraw: (drawn: Drawn) => void;
}

/** One figure by creator, platform and day, each with its table. */
export default function MetricsCharts({ metrics, drawn, to, comparable, onDraw }: MetricsChartsProps) {
  const { byCreator, byPlatform, byDay, currency } = metrics;
  const name = t(`figure.${drawn}`);
  const posted = byCreator
    .filter(({ items }) => items.length > 0)
    .toSorted((one, other) => (other[drawn] ?? -1) - (one[drawn] ?? -1));
  const last = shownUntil(byDay, to, new Date());
  const both = daysOf(byDay, last, 2 * SHOWN_DAYS);
  const days = both.slice(SHOWN_DAYS);
  const sum = (some: typeof days) => some.reduce((total, { found }) => total + (found?.[drawn] ?? 0), 0);
  const [now, before] = [sum(days), sum(both.slice(0, SHOWN_DAYS))];
  return (
    <div className="metrics-charts">
      <div className="metrics-charts-head">
        <h2 className="t-16">{t('charts.title')}</h2>
        <Segmented
          label={t('charts.show')}
          value={drawn}
          onChange={onDraw}
          options={[
            { value: 'engagements', label: t('figure.engagements') },
            { value: 'views', label: t('figure.views') },
          ]}
        />
      </div>
      <ChartFrame
        title={t('charts.byDate')}
        subtitle={spanText(compactCount(now), last, comparable ? comparisonText(now, before) : null)}
        columns={[t('charts.day'), t('charts.posts'), t('figure.engagements'), t('figure.views')]}
        rows={byDay.map((one) => [one.day, one.items.length, one.engagements, one.views])}
        onDownload={(rows) => downloadCsv('metrics-by-day.csv', rows)}
      >
        <Chart
          kind="columns"
          title={t('charts.nameByDay', { figure: name })}
          hideTitle
          height={162}
          axis={{ top: roundTop(Math.max(...days.map(({ found }) => found?.[drawn] ?? 0))) }}
          labelEvery={DAYS_A_LABEL}
          items={days.map(({ day, found }) => bar(shortDay(day), found?.[drawn] ?? (found ? null : 0)))}
        />
      </ChartFrame>
      <ChartFrame
        title={t('charts.byCreator')}
        columns={[
          t('charts.creator'),
          t('charts.platform'),
          t('charts.posts'),
          t('figure.engagements'),
          t('figure.views'),
          t('charts.fee', { unit: smallestCoin(currency) }),
        ]}
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
          title={t('charts.nameByCreator', { figure: name })}
          hideTitle
          items={posted.slice(0, SHOWN_CREATORS).map((one) => bar(`@${one.username}`, one[drawn]))}
        />
      </ChartFrame>
      <ChartFrame
        title={t('charts.byPlatform')}
        columns={[t('charts.platform'), t('charts.posts'), t('figure.engagements'), t('figure.views')]}
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
          title={t('charts.nameByPlatform', { figure: name })}
          hideTitle
          items={byPlatform.map((one) => bar(PLATFORM_NAMES[one.platform], one[drawn]))}
        />
      </ChartFrame>
    </div>
  );
}

/** `84k in 28 days, 23% more than in the previous 28 days`. */
function spanText(count: string, last: string, comparison: string | null): string {
  const span =
    last < dayOf(Date.now())
      ? t('charts.spanUntil', { count, days: SHOWN_DAYS, day: shortDay(last) })
      : t('charts.span', { count, days: SHOWN_DAYS });
  return comparison ? t('charts.spanCompared', { span, comparison }) : span;
}

/** `23% more than in the previous 28 days`. */
function comparisonText(now: number, before: number): string {
  if (before === 0) return t('charts.noneBefore', { days: SHOWN_DAYS });
  const change = now / before - 1;
  if (change === 0) return t('charts.same', { days: SHOWN_DAYS });
  return t(change > 0 ? 'charts.more' : 'charts.less', {
    percent: percent(Math.abs(change)),
    days: SHOWN_DAYS,
  });
}
