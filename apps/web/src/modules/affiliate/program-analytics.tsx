import { useQuery } from '@tanstack/react-query';
import type { AffiliateAnalytics, SalesTotals } from '@troupe/domain/affiliate/affiliate-analytics';
import { preloadCharts } from '@troupe/ui/chart/chart';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { Segmented } from '@troupe/ui/field/segmented';
import { addDays, today } from '@troupe/ui/lib/calendar';
import { dayText } from '@troupe/ui/lib/date';
import { useEffect, useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { AffiliateWho, affiliateName } from '../../shared/creator/affiliate-who.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import { analyticsOptions } from './affiliate-queries.ts';
import { type DashboardData, DashboardFigures, type Sums } from './dashboard-figures.tsx';
import { t } from './messages/messages.gen.ts';

const RANGES = { '30': 'day', '90': 'week', '365': 'month' } as const;
type Range = keyof typeof RANGES;

/** Sales of the program in a range of days in its zone, compared with the one before. */
export function ProgramAnalytics({ zone }: { zone: string }) {
  const [range, setRange] = useState<Range>('30');
  const [last] = useState(() => today(new Date(), zone));
  const query = useQuery(
    analyticsOptions(useBrandId(), {
      from: addDays(last, 1 - Number(range)),
      to: last,
      groupBy: RANGES[range],
    }),
  );
  useEffect(preloadCharts, []);
  const { data } = query;
  return (
    <>
      <Segmented
        label={t('dashboard.range')}
        value={range}
        onChange={setRange}
        options={(Object.keys(RANGES) as Range[]).map((value) => ({
          value,
          label: t('dashboard.days', { count: Number(value) }),
        }))}
      />
      <LoadState what={t('dashboard.figures')} query={query}>
        <Skeleton height={92} />
        <Skeleton height={220} />
      </LoadState>
      {data && (
        <DashboardFigures
          data={dataOf(data.analytics)}
          window={t('dashboard.between', {
            from: dayText(`${data.analytics.current.from}T12:00:00Z`, 'UTC'),
            until: dayText(`${data.analytics.current.to}T12:00:00Z`, 'UTC'),
          })}
        />
      )}
    </>
  );
}

type Part = Pick<SalesTotals, 'clicks' | 'orders' | 'amounts'>;

/** The currency with the most net revenue; amounts of others are never added to it. */
function dataOf({ current, previous, series, creators }: AffiliateAnalytics): DashboardData {
  const currency = current.amounts.toSorted((one, other) => other.net - one.net)[0]?.currency ?? 'USD';
  const sums = ({ clicks, orders, amounts }: Part): Sums => {
    const amount = amounts.find((one) => one.currency === currency);
    return { clicks, orders, revenue: amount?.net ?? 0, commission: amount?.commission ?? 0 };
  };
  return {
    currency,
    now: sums(current),
    before: sums(previous),
    buckets: series.map((point) => Object.assign({ from: point.start }, sums(point))),
    creators: creators
      .map((one) =>
        Object.assign(sums(one), {
          id: one.affiliateId,
          name: affiliateName(one.creator),
          who: <AffiliateWho creator={one.creator} />,
          href: `/affiliate/orders?creator=${one.affiliateId}`,
        }),
      )
      .sort((one, other) => other.revenue - one.revenue),
  };
}
