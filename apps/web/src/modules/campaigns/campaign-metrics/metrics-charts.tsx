import type { CampaignMetrics } from '@troupe/domain/campaigns/campaign-metrics';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Chart } from '@troupe/ui/chart/chart';
import { ChartFrame } from '@troupe/ui/chart/chart-frame';
import type { ChartItem } from '@troupe/ui/chart/chart-items';
import { dayText } from '@troupe/ui/lib/date';
import { compactCount, exactNumber } from '@troupe/ui/lib/format';
import { downloadCsv } from '../../../shared/download.tsx';
import { smallestCoin } from './metrics-figures.tsx';

/** More columns than these cannot be told apart; the table has them all. */
const SHOWN_DAYS = 14;
const SHOWN_CREATORS = 10;

const bar = (label: string, value: number | null): ChartItem => ({
  label,
  value: value ?? 0,
  text: value === null ? '–' : compactCount(value),
  exact: value === null ? `${label}, not known` : `${label} ${exactNumber(value)}`,
});

/** `2026-11-03` as `3 Nov`. */
const shortDay = (day: string) => dayText(`${day}T12:00:00Z`, 'UTC').replace(/ \d{4}$/, '');

/** The engagements by creator, platform and day, each with its table. */
export default function MetricsCharts({ metrics }: { metrics: CampaignMetrics }) {
  const { byCreator, byPlatform, byDay, currency } = metrics;
  const posted = byCreator.filter(({ items }) => items.length > 0);
  return (
    <div className="metrics-charts">
      <h2 className="t-hidden">Charts</h2>
      <ChartFrame
        title="By creator"
        subtitle="Engagements"
        columns={['Creator', 'Platform', 'Items', 'Engagements', 'Views', `Fee, ${smallestCoin(currency)}`]}
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
          title="Engagements by creator"
          items={posted.slice(0, SHOWN_CREATORS).map((one) => bar(`@${one.username}`, one.engagements))}
        />
      </ChartFrame>
      <ChartFrame
        title="By platform"
        subtitle="Engagements"
        columns={['Platform', 'Items', 'Engagements', 'Views']}
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
          title="Engagements by platform"
          items={byPlatform.map((one) => bar(PLATFORM_NAMES[one.platform], one.engagements))}
        />
      </ChartFrame>
      <ChartFrame
        title="By publish date"
        subtitle={
          byDay.length > SHOWN_DAYS ? `Engagements, the last ${SHOWN_DAYS} days with posts` : 'Engagements'
        }
        columns={['Day', 'Items', 'Engagements', 'Views']}
        rows={byDay.map((one) => [one.day, one.items.length, one.engagements, one.views])}
        onDownload={(rows) => downloadCsv('metrics-by-day.csv', rows)}
      >
        <Chart
          kind="columns"
          valued
          title="Engagements by day"
          height={132}
          items={byDay.slice(-SHOWN_DAYS).map((one) => bar(shortDay(one.day), one.engagements))}
        />
      </ChartFrame>
    </div>
  );
}
