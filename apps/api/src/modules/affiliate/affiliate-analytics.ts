import * as contract from '@troupe/contract/affiliate/affiliate-analytics';
import {
  type AffiliateAnalytics,
  type AnalyticsGroup,
  MOST_ANALYTICS_DAYS,
  missedOrders,
  type SalesAmount,
  type SalesPoint,
  type SalesTotals,
  USUAL_ANALYTICS_DAYS,
} from '@troupe/domain/affiliate/affiliate-analytics';
import { shareOf } from '@troupe/domain/figure-formula';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import { readProgramZone } from './affiliate-program/affiliate-program.queries.ts';
import {
  type ClickRow,
  readCreatorSales,
  readDue,
  readEvidence,
  readSales,
  readSalesClicks,
  readSalesCreator,
  type SalesFilter,
  type SalesRow,
} from './attribution/sales.queries.ts';
import { salesTotalJobs } from './attribution/sales-total.jobs.ts';
import {
  readClickTotals,
  readCreatorTotals,
  readEvidenceTotals,
  readSalesTotals,
  type TotalFilter,
} from './attribution/sales-total.queries.ts';

/** Totals don't tell campaigns apart. */
const hasTotals = (filter: SalesFilter): filter is TotalFilter => filter.campaignId === null;

const DAY_MS = 86_400_000;
const FIRST_DAY = '2000-01-01';

interface AnalyticsQuery {
  from?: string | undefined;
  to?: string | undefined;
  groupBy: AnalyticsGroup;
  campaignId?: string | undefined;
}

/** Registers the analytics of programs. */
export function affiliateAnalytics(api: Api): void {
  const { implement, pool } = api;
  salesTotalJobs(api);
  implement(contract.getAffiliateAnalytics, async ({ brandId, query }) => {
    const filter = await filterOf(api, brandId, null, query);
    const [figures, creators] = await Promise.all([
      readFigures(api, filter, query.groupBy),
      hasTotals(filter) ? readCreatorTotals(pool, filter) : readCreatorSales(pool, filter),
    ]);
    return { analytics: { ...figures, creators } };
  });
  implement(contract.getCreatorAnalytics, async ({ brandId, params: { productId }, query }) => {
    const creator = await readSalesCreator(pool, brandId, productId);
    if (!creator) throw problem('not_found');
    const filter = await filterOf(api, brandId, productId, query);
    return {
      analytics: { ...(await readFigures(api, filter, query.groupBy)), affiliateId: productId, creator },
    };
  });
}

const shift = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / DAY_MS;

async function filterOf(
  { db, clock }: Api,
  brandId: string,
  affiliateId: string | null,
  { from, to, campaignId }: AnalyticsQuery,
): Promise<SalesFilter> {
  const zone = await readProgramZone(db, brandId);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(clock.now());
  const last = to ?? (from && from > today ? from : today);
  const first = from ?? shift(last, 1 - USUAL_ANALYTICS_DAYS);
  // PostgreSQL has no year 0, where the period before could lie.
  if (first < FIRST_DAY) throw problem('invalid', { fields: { from: 'Choose a later date' } });
  if (first > last)
    throw problem('invalid', { fields: { to: 'Choose an end date on or after the start date' } });
  if (daysBetween(first, last) >= MOST_ANALYTICS_DAYS)
    throw problem('invalid', { fields: { from: `Choose a period of up to ${MOST_ANALYTICS_DAYS} days` } });
  return { brandId, affiliateId, campaignId: campaignId ?? null, zone, from: first, until: shift(last, 1) };
}

type Figures = Omit<AffiliateAnalytics, 'creators'>;

async function readFigures(
  { pool, clock }: Api,
  filter: SalesFilter,
  groupBy: AnalyticsGroup,
): Promise<Figures> {
  const days = daysBetween(filter.from, filter.until);
  const before = { ...filter, from: shift(filter.from, -days), until: filter.from };
  const read = async (period: SalesFilter) => {
    const totals = hasTotals(period);
    const [sales, clicks, evidence] = await Promise.all([
      totals ? readSalesTotals(pool, period, groupBy) : readSales(pool, period, groupBy),
      totals && period.affiliateId === null
        ? readClickTotals(pool, period, groupBy)
        : readSalesClicks(pool, period, groupBy),
      totals ? readEvidenceTotals(pool, period) : readEvidence(pool, period),
    ]);
    return { period, sales, clicks, evidence };
  };
  const [now, then, due] = await Promise.all([
    read(filter),
    read(before),
    readDue(pool, filter.brandId, filter.affiliateId, clock.now()),
  ]);
  const verdicts = new Map<ClickRow['verdict'], number>();
  for (const { verdict, n } of now.clicks) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + n);
  const { code, link, both } = now.evidence;
  return {
    zone: filter.zone,
    groupBy,
    current: totalsOf(now),
    previous: totalsOf(then),
    series: seriesOf(filter, groupBy, now),
    clicks: [...verdicts].map(([verdict, n]) => ({ verdict, n })),
    coverage: { code, link, both, missed: missedOrders(code, link, both) },
    due,
  };
}

interface Read {
  period: SalesFilter;
  sales: readonly SalesRow[];
  clicks: readonly ClickRow[];
  evidence: { uncredited: number; held: number };
}

const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0);

function totalsOf({ period, sales, clicks, evidence }: Read): SalesTotals {
  const people = clicks.filter(({ verdict }) => verdict === 'person');
  const visitors = sum(people, (row) => row.visitors);
  return {
    from: period.from,
    to: shift(period.until, -1),
    clicks: sum(people, ({ n }) => n),
    visitors,
    orders: sum(sales, ({ orders }) => orders),
    returning: sum(sales, (row) => row.returning),
    uncredited: evidence.uncredited,
    held: evidence.held,
    conversion: shareOf(
      'conversion',
      sum(sales, ({ linked }) => linked),
      visitors,
    ),
    amounts: amountsOf(sales),
  };
}

function amountsOf(sales: readonly SalesRow[]): SalesAmount[] {
  const amounts = new Map<string, SalesAmount>();
  for (const { currency, net, refunded, commission } of sales) {
    const known = amounts.get(currency) ?? { currency, net: 0, refunded: 0, commission: 0 };
    known.net += net;
    known.refunded += refunded;
    known.commission += commission;
    amounts.set(currency, known);
  }
  return [...amounts.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** Every bar of the period, also those without clicks and orders. */
function seriesOf(
  { from, until }: SalesFilter,
  group: AnalyticsGroup,
  { sales, clicks }: Pick<Read, 'sales' | 'clicks'>,
): SalesPoint[] {
  const points: SalesPoint[] = [];
  for (let start = startOf(from, group); start < until; start = nextStart(start, group)) {
    const sold = sales.filter((row) => row.start === start);
    points.push({
      start,
      clicks: sum(
        clicks.filter((row) => row.start === start && row.verdict === 'person'),
        ({ n }) => n,
      ),
      orders: sum(sold, ({ orders }) => orders),
      amounts: amountsOf(sold),
    });
  }
  return points;
}

function startOf(day: string, group: AnalyticsGroup): string {
  if (group === 'month') return `${day.slice(0, 7)}-01`;
  // Monday is 1, Sunday 0.
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return group === 'week' ? shift(day, -((weekday + 6) % 7)) : day;
}

function nextStart(start: string, group: AnalyticsGroup): string {
  if (group === 'day') return shift(start, 1);
  return group === 'week' ? shift(start, 7) : `${shift(start, 31).slice(0, 7)}-01`;
}
