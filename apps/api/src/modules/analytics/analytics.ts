import * as contract from '@troupe/contract/analytics/analytics';
import {
  type Analytics,
  type AnalyticsPeriod,
  type AnalyticsPoint,
  type AnalyticsRowKind,
  type AnalyticsSetting,
  type AnalyticsSort,
  type AnalyticsStep,
  MOST_DAYS,
  MOST_POINTS,
  ROWS_PER_PAGE,
  USUAL_DAYS,
} from '@troupe/domain/analytics/analytics';
import { mediaValueRange, RECIPE_CURRENCY } from '@troupe/domain/analytics/media-value';
import type { Platform } from '@troupe/domain/discovery/creator';
import type { Figure, FigureValue } from '@troupe/domain/figure';
import { calculate, figureOf } from '@troupe/domain/figure-formula';
import { minorDigits } from '@troupe/domain/money';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import { readOnly } from '../../platform/replica/replica.ts';
import { countStaleSales } from '../affiliate/attribution/sales-total.queries.ts';
import { readBrandZone } from '../listening/listening-summary/listening-summary.queries.ts';
import { readAnalyticsSetting, writeAnalyticsSetting } from './analytics/analytics-setting.queries.ts';
import { FigureBag, figuresOf, OVERVIEW_FORMULAS } from './analytics/figure-bag.ts';
import { type AnalyticsFilter, type Conversion, daysBetween, shiftDay } from './analytics/filter.ts';
import { readDays, type ZonedDay } from './analytics/period.queries.ts';
import { readPostSums, readPosts } from './analytics/post-figure.queries.ts';
import { countCreators, existsForBrand, readAffiliates } from './analytics/row-name.queries.ts';
import { countStaleAnalytics, readOldestStale } from './analytics/sales-count.queries.ts';
import { readSalesPoints, readSalesSums } from './analytics/sales-sum.queries.ts';
import { readSpend } from './analytics/spend.queries.ts';
import { readLines, readRows } from './analytics-rows.ts';
import { checkSums } from './check-sums.ts';
import { readBookCurrencies, readCrossRates } from './exchange-rate/exchange-rate.queries.ts';

const FIRST_DAY = '2000-01-01';
/** Quarter hours that a request counts itself, so that its figures are those of this moment. */
const MOST_COUNTED = 400;
/** The longest periods that are drawn by day and by week if nothing else is asked for. */
const DAY_POINTS = 92;
const WEEK_POINTS = 400;

/** What analytics are asked for. */
export interface AnalyticsQuery {
  from?: string | undefined;
  to?: string | undefined;
  campaignId?: string | undefined;
  creatorId?: string | undefined;
  platform?: Platform | undefined;
  currency?: string | undefined;
  zone?: string | undefined;
  compare?: 'previous' | 'year' | 'none' | 'custom' | undefined;
  compareFrom?: string | undefined;
  compareTo?: string | undefined;
  every?: AnalyticsStep | undefined;
  groupBy?: AnalyticsRowKind | undefined;
  sort?: AnalyticsSort | undefined;
  page?: number | undefined;
}

/** Registers the figures of a brand and their settings. */
export function analytics(api: Api): void {
  const { implement, implementChange, pool, clock } = api;
  checkSums(api);
  implement(contract.getAnalytics, async ({ brandId, query }) => ({
    analytics: await readAnalytics(api, brandId, query),
  }));
  implement(contract.getAnalyticsSetting, async ({ brandId }) => ({
    setting: await readAnalyticsSetting(pool, brandId),
  }));
  implementChange(contract.putAnalyticsSetting, async ({ brandId, body, commit }) => {
    await commit((_tx, connection) => writeAnalyticsSetting(connection, brandId, body, clock.now()));
    return { setting: body };
  });
}

const isZone = (zone: string): boolean => {
  // Names only: PostgreSQL reads the sign of offsets the other way round.
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
};

const invalid = (field: string, message: string) => problem('invalid', { fields: { [field]: message } });

/** A filter with the days of its period. */
export interface FilteredPeriod {
  filter: AnalyticsFilter;
  days: readonly ZonedDay[];
  period: AnalyticsPeriod;
}

/** Returns the filter that a query asks for; throws a problem for what can't be. */
export async function filterOf(
  api: Api,
  brandId: string,
  query: AnalyticsQuery,
): Promise<
  FilteredPeriod & {
    setting: AnalyticsSetting;
    margin: number | null;
    currency: string | null;
    carried: RateDays | null;
  }
> {
  const { pool, clock } = api;
  if (query.zone !== undefined && !isZone(query.zone))
    throw invalid('zone', 'Choose a time zone such as Europe/Berlin');
  const [setting, brandZone] = await Promise.all([
    readAnalyticsSetting(pool, brandId),
    query.zone ?? readBrandZone(pool, brandId),
  ]);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: brandZone }).format(clock.now());
  const to = query.to ?? (query.from && query.from > today ? query.from : today);
  const from = query.from ?? shiftDay(to, 1 - USUAL_DAYS);
  checkDays({ from, to }, ['from', 'to']);
  const named = { campaignId: query.campaignId ?? null, creatorId: query.creatorId ?? null };
  if (!(await existsForBrand(pool, brandId, named))) throw problem('not_found');
  const platform = query.platform ?? null;
  const affiliates =
    named.creatorId === null && platform === null
      ? null
      : await readAffiliates(pool, brandId, { creatorId: named.creatorId, platform });
  const chosen = query.currency === 'each' ? null : (query.currency ?? setting.currency);
  const { period, days } = await periodOf(api, brandZone, { from, to });
  const filter: AnalyticsFilter = {
    brandId,
    zone: brandZone,
    from,
    to,
    start: period.start,
    end: period.end,
    campaignId: named.campaignId,
    creatorId: named.creatorId,
    platform,
    affiliateIds: affiliates?.map(({ id }) => id) ?? null,
    conversion: null,
  };
  const converted = chosen === null ? null : await conversionOf(api, filter, chosen);
  filter.conversion = converted?.conversion ?? null;
  return {
    filter,
    period,
    days,
    setting,
    margin: setting.margin,
    currency: chosen,
    carried: converted?.days ?? null,
  };
}

function checkDays({ from, to }: { from: string; to: string }, [first, last]: [string, string]): void {
  // PostgreSQL has no year 0, where the period before could lie.
  if (from < FIRST_DAY) throw invalid(first, 'Choose a later date');
  if (from > to) throw invalid(last, 'Choose an end date on or after the start date');
  if (daysBetween(from, to) >= MOST_DAYS) throw invalid(first, `Choose a period of up to ${MOST_DAYS} days`);
}

async function periodOf(
  { pool }: Api,
  zone: string,
  { from, to }: { from: string; to: string },
): Promise<{ period: AnalyticsPeriod; days: ZonedDay[] }> {
  const { days, end } = await readDays(pool, zone, { from, to });
  return {
    days,
    period: {
      from,
      to,
      start: days[0]?.start ?? end,
      end,
      days: days.length,
      clockChanges: days.filter(({ hours }) => hours !== 24).map(({ day, hours }) => ({ day, hours })),
    },
  };
}

/** The day of the latest rate, and whether a day took an earlier one. */
export interface RateDays {
  latest: string;
  carried: boolean;
}

/** Returns the rates of a period to a currency. */
async function conversionOf(
  { pool }: Api,
  { brandId, from, to }: Pick<AnalyticsFilter, 'brandId' | 'from' | 'to'>,
  currency: string,
): Promise<{ conversion: Conversion; days: RateDays | null }> {
  const others = (await readBookCurrencies(pool, brandId)).filter((one) => one !== currency);
  // Days of a zone reach into neighboring days in UTC.
  const rates = await readCrossRates(pool, currency, others, {
    from: shiftDay(from, -1),
    to: shiftDay(to, 1),
  });
  const latest = rates
    .map(({ of }) => of)
    .sort()
    .at(-1);
  return {
    conversion: {
      currency,
      days: rates.map(({ day }) => day),
      currencies: rates.map((rate) => rate.currency),
      rates: rates.map(({ rate }) => rate),
      factors: rates.map((rate) => `${rate.rate}e${minorDigits(currency) - minorDigits(rate.currency)}`),
    },
    days:
      latest === undefined
        ? null
        : { latest, carried: rates.some(({ day, of }) => day !== of && day >= from && day <= to) },
  };
}

/** Returns the same filter over other days. */
async function filterOver(
  api: Api,
  filter: AnalyticsFilter,
  days: { from: string; to: string },
): Promise<FilteredPeriod> {
  const { period, days: zoned } = await periodOf(api, filter.zone, days);
  const { brandId, zone, campaignId, creatorId, platform, affiliateIds } = filter;
  const { from, to, start, end } = period;
  const conversion =
    filter.conversion &&
    (await conversionOf(api, { brandId, from, to }, filter.conversion.currency)).conversion;
  return {
    period,
    days: zoned,
    filter: {
      brandId,
      zone,
      from,
      to,
      start,
      end,
      campaignId,
      creatorId,
      platform,
      affiliateIds,
      conversion,
    },
  };
}

const yearBefore = (day: string): string => {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return before.endsWith('-02-29') ? `${before.slice(0, 8)}28` : before;
};

/** Returns the days that a period is compared with; null for none. */
function comparedDays(
  { from, to }: AnalyticsFilter,
  query: AnalyticsQuery,
): { from: string; to: string } | null {
  const compare = query.compare ?? 'previous';
  if (compare === 'none') return null;
  if (compare === 'year') return { from: yearBefore(from), to: yearBefore(to) };
  if (compare === 'previous') {
    const days = daysBetween(from, to) + 1;
    return { from: shiftDay(from, -days), to: shiftDay(from, -1) };
  }
  if (!query.compareFrom) throw invalid('compareFrom', 'Choose the dates to compare with');
  if (!query.compareTo) throw invalid('compareTo', 'Choose the dates to compare with');
  const days = { from: query.compareFrom, to: query.compareTo };
  checkDays(days, ['compareFrom', 'compareTo']);
  return days;
}

function stepOf(days: number, every: AnalyticsStep | undefined): AnalyticsStep {
  if (every === undefined) return days <= DAY_POINTS ? 'day' : days <= WEEK_POINTS ? 'week' : 'month';
  if (every === 'day' && days > MOST_POINTS)
    throw invalid('every', `For more than ${MOST_POINTS} days, group by week or month`);
  return every;
}

/** Counts what changed since the last run of the job. @returns as of when figures are */
export async function settleSums({ pool, clock }: Api, brandId: string): Promise<string> {
  const now = clock.now().toISOString();
  if ((await readOldestStale(pool, brandId)) === null) return now;
  await countStaleSales(pool, { brandId, most: MOST_COUNTED });
  await countStaleAnalytics(pool, { brandId, most: MOST_COUNTED });
  return (await readOldestStale(pool, brandId)) ?? now;
}

/** Returns what creator marketing brought and cost in a period. */
export async function readAnalytics(api: Api, brandId: string, query: AnalyticsQuery): Promise<Analytics> {
  const now = await filterOf(api, brandId, query);
  // Wrong input is refused before anything is counted.
  const compared = comparedDays(now.filter, query);
  const every = stepOf(now.days.length, query.every);
  const asOf = await settleSums(api, brandId);
  return readOnly(api, (from) => readOverview(from, { now, compared, every, asOf }, query));
}

/** The currency of zeros where there are no amounts, as on the affiliate screens. */
const USUAL_CURRENCY = 'USD';

interface OverviewInput {
  now: Awaited<ReturnType<typeof filterOf>>;
  compared: ReturnType<typeof comparedDays>;
  every: AnalyticsStep;
  asOf: string;
}

async function readOverview(
  api: Api,
  { now, compared, every, asOf }: OverviewInput,
  query: AnalyticsQuery,
): Promise<Analytics> {
  const { filter, margin } = now;
  const before = compared && (await filterOver(api, filter, compared));
  const groupBy = query.groupBy ?? null;
  const [current, previous, lines] = await Promise.all([
    readPeriod(api, now, every),
    before && readPeriod(api, before, every),
    groupBy ? readLines(api, filter, groupBy) : [],
  ]);
  const found = currenciesOf(current.bag, previous?.bag ?? null);
  // Amounts of 0 need a currency too.
  const currencies = found.length > 0 ? found : [now.currency ?? USUAL_CURRENCY];
  const figures = figuresOf(OVERVIEW_FORMULAS, current.bag, {
    before: previous?.bag ?? null,
    currencies,
    margin,
    asOf,
  });
  if (now.setting.emv)
    figures.push(
      await mediaValueOf(api, { filter, before: before?.filter ?? null, asOf }, now.setting.emvShared),
    );
  const sort = query.sort ?? usualSort(groupBy);
  const page = query.page ?? 1;
  const { rows, total } = groupBy
    ? await readRows(
        api,
        { filter, before: before?.filter ?? null, groupBy, sort, margin, asOf, currencies },
        { lines, number: page },
      )
    : { rows: [], total: 0 };
  return {
    zone: filter.zone,
    asOf,
    currency: now.currency,
    currencies,
    rates: now.carried,
    current: now.period,
    previous: before?.period ?? null,
    every,
    figures,
    series: current.series,
    previousSeries: previous?.series ?? [],
    groupBy,
    rows,
    rowsTotal: total,
    page,
    pages: Math.ceil(total / ROWS_PER_PAGE),
    sort,
  };
}

/** Earned media value as a range over published recipes, in their currency; the value is the middle of the range. */
async function mediaValueOf(
  { pool }: Api,
  { filter, before, asOf }: { filter: AnalyticsFilter; before: AnalyticsFilter | null; asOf: string },
  shared: boolean,
): Promise<Figure> {
  const of = async (period: AnalyticsFilter): Promise<FigureValue> => {
    const posts = await readPosts(pool, period);
    const { low, high, known, unknown } = mediaValueRange(
      posts.map((post) => Object.assign({ text: post.title }, post)),
      shared,
    );
    const middle = low === null || high === null ? null : Math.round((low + high) / 2);
    return Object.assign(calculate('emv-range', { value: middle, known, unknown }), { low, high });
  };
  return figureOf('emv-range', await of(filter), {
    currency: RECIPE_CURRENCY,
    previous: before && (await of(before)),
    asOf,
  });
}

const usualSort = (groupBy: AnalyticsRowKind | null): AnalyticsSort =>
  groupBy === 'creator' ? 'conversion' : groupBy === 'content' ? 'engagement' : 'net-revenue';

/** Returns currencies with amounts, the one with the largest revenue first, then by spend. */
export function currenciesOf(bag: FigureBag, before: FigureBag | null): string[] {
  const all = new Set([...bag.money.keys(), ...(before?.money.keys() ?? [])]);
  const net = (currency: string) => bag.money.get(currency)?.net.value ?? 0;
  const spend = (currency: string) => bag.spend(currency).value ?? 0;
  return [...all].sort((a, b) => net(b) - net(a) || spend(b) - spend(a) || (a < b ? -1 : 1));
}

/** The sums of a period and of the points of its chart. */
async function readPeriod(
  { pool }: Api,
  { filter, days }: FilteredPeriod,
  every: AnalyticsStep,
): Promise<{ bag: FigureBag; series: AnalyticsPoint[] }> {
  const [sales, creators, points, spend, posts] = await Promise.all([
    readSalesSums(pool, filter, 'none'),
    countCreators(pool, filter),
    readSalesPoints(pool, filter, every),
    readSpend(pool, filter, 'none', every),
    readPostSums(pool, filter, 'none', every),
  ]);
  const bag = new FigureBag();
  bag.creators = creators;
  for (const row of sales) bag.addSales(row);
  for (const row of spend) if (row.start === null) bag.addSpend(row);
  bag.posts = posts.find(({ start }) => start === null) ?? null;
  const bags = new Map<string, FigureBag>();
  const at = (start: string): FigureBag => {
    const known = bags.get(start) ?? new FigureBag();
    bags.set(start, known);
    return known;
  };
  for (const row of points) at(row.start).addSales(row);
  for (const row of spend) if (row.start !== null) at(row.start).addSpend(row);
  for (const row of posts) if (row.start !== null) at(row.start).posts = row;
  return { bag, series: seriesOf(days, every, bags) };
}

/** Every point of the period, also those without anything. */
function seriesOf(
  days: readonly ZonedDay[],
  every: AnalyticsStep,
  bags: ReadonlyMap<string, FigureBag>,
): AnalyticsPoint[] {
  const hours = new Map<string, number>();
  for (const one of days) {
    const start = startOf(one.day, every);
    hours.set(start, (hours.get(start) ?? 0) + one.hours);
  }
  return [...hours].map(([start, length]) => {
    const bag = bags.get(start) ?? new FigureBag();
    return {
      start,
      hours: length,
      orders: bag.value('orders', null, null).value ?? 0,
      clicks: bag.clicks.value ?? 0,
      posts: bag.posts?.posts ?? 0,
      views: bag.value('views', null, null).value,
      engagements: bag.value('engagements', null, null).value,
      amounts: [...bag.money.keys()].sort().map((currency) => {
        const of = (id: 'net-revenue' | 'spend' | 'commission' | 'fees' | 'costs') =>
          bag.value(id, currency, null).value ?? 0;
        return {
          currency,
          net: of('net-revenue'),
          spend: of('spend'),
          commission: of('commission'),
          fees: of('fees'),
          costs: of('costs'),
        };
      }),
    };
  });
}

/** Monday is 1, Sunday 0. */
function startOf(day: string, step: AnalyticsStep): string {
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return step === 'week' ? shiftDay(day, -((weekday + 6) % 7)) : day;
}
