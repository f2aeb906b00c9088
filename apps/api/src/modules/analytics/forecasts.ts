import * as contract from '@troupe/contract/analytics/forecast';
import {
  FEWEST_FORECAST_WEEKS,
  FORECAST_DAYS,
  type Forecast,
  type ForecastMeasure,
} from '@troupe/domain/analytics/forecast';
import {
  bandsOf,
  FORECAST_VERSION,
  forecastOf,
  judgeForecasts,
  maseScale,
  rehearseForecasts,
  totalBand,
} from '@troupe/domain/analytics/forecast-methods';
import { problem } from '@troupe/domain/problem';
import { createLimiter } from '@troupe/server/rate-counters';
import type { Api } from '../../platform/api.ts';
import { newId } from '../../platform/id.ts';
import { readOnly } from '../../platform/replica/replica.ts';
import { readBrandZone } from '../listening/listening-summary/listening-summary.queries.ts';
import {
  insertRecord,
  readForecastBrands,
  readOpenRecords,
  readOrderCurrencies,
  readSalesDays,
  readScores,
  scoreRecord,
} from './forecast/forecast.queries.ts';

const DAY_MS = 86_400_000;
const SEASON = 7;
/** Days of history that are read, and past forecasts that intervals are made from. */
const HISTORY_DAYS = 560;
const MOST_REHEARSED = 52;
/** Past forecasts before the first interval is judged. */
const WARM_UP = 8;
const SHOWN_DAYS = 84;
const SCORED_DAYS = 365;
/** Half an order, and half of one unit of money in minor units: keeps errors relative to 0 finite. */
const HALF_UNIT: Record<ForecastMeasure, number> = { orders: 0.5, net: 50 };
const FORECASTS = 60;
const FORECASTS_MS = 10 * 60_000;
const BRANDS_AT_ONCE = 200;
const RECORDS_AT_ONCE = 500;

interface ForecastQuery {
  measure: ForecastMeasure;
  currency?: string | undefined;
  days: number;
}

/** Registers forecasts and the weekly job that records and scores them. */
export function forecasts(api: Api): void {
  const { implement, jobs, rates } = api;
  const limit = createLimiter(rates, 'forecast', FORECASTS, FORECASTS_MS);
  implement(contract.getForecast, async ({ brandId, query }) => {
    await limit(brandId);
    return { forecast: await readOnly(api, (from) => readForecast(from, brandId, query)) };
  });
  // Mondays, once Sunday is over everywhere.
  jobs.every('40 13 * * 1', 'score-forecasts', (signal) => recordAndScore(api, signal), { policy: 'short' });
}

const shift = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
const todayIn = (zone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now);

/** Returns the forecast of a brand from the days that are over. */
async function readForecast(
  { pool, clock }: Pick<Api, 'pool' | 'clock'>,
  brandId: string,
  { measure, currency, days: horizon }: ForecastQuery,
): Promise<Forecast> {
  const now = clock.now();
  const zone = await readBrandZone(pool, brandId);
  const today = todayIn(zone, now);
  const currencies = await readOrderCurrencies(
    pool,
    brandId,
    new Date(now.getTime() - HISTORY_DAYS * DAY_MS),
  );
  if (currency !== undefined && currencies.length > 0 && !currencies.includes(currency))
    throw problem('invalid', { fields: { currency: 'No orders in this currency' } });
  const chosen = measure === 'net' ? (currency ?? currencies[0] ?? null) : null;
  const [sold, scores] = await Promise.all([
    readSalesDays(pool, brandId, zone, { from: shift(today, -HISTORY_DAYS), until: today, currency: chosen }),
    readScores(pool, brandId, {
      measure,
      currency: chosen,
      since: new Date(now.getTime() - SCORED_DAYS * DAY_MS),
    }),
  ]);
  const values = sold.map((day) => (measure === 'orders' ? day.orders : day.net));
  const historyWeeks = Math.floor(values.length / SEASON);
  const why =
    values.length === 0 ? 'no-orders' : historyWeeks < FEWEST_FORECAST_WEEKS ? 'too-little-history' : null;
  const made = why === null ? makeForecast(values, horizon, HALF_UNIT[measure]) : null;
  return {
    formula: 'forecast',
    version: FORECAST_VERSION,
    zone,
    asOf: now.toISOString(),
    measure,
    currency: chosen,
    currencies,
    why,
    historyWeeks,
    history: sold
      .slice(-SHOWN_DAYS)
      .map(({ day, hours }, i) => ({ day, hours, value: values.slice(-SHOWN_DAYS)[i] as number })),
    days: (made?.days ?? []).map((one, i) => Object.assign({ day: shift(today, i) }, one)),
    total: made?.total ?? null,
    methods: made?.methods ?? [],
    rehearsed: made?.rehearsed ?? null,
    scored:
      scores.lastScoredAt === null
        ? null
        : {
            forecasts: scores.forecasts,
            band80: { within: scores.within80, of: scores.days },
            band95: { within: scores.within95, of: scores.days },
            lastScoredAt: scores.lastScoredAt,
          },
  };
}

/** A forecast without its days' names. */
type Made = Pick<Forecast, 'total' | 'methods' | 'rehearsed'> & {
  days: Omit<Forecast['days'][number], 'day'>[];
};

function makeForecast(values: readonly number[], horizon: number, unit: number): Made {
  const { methods, median } = forecastOf(values, SEASON, horizon);
  // A forecast of the past needs six weeks before it.
  const past = rehearseForecasts(values, SEASON, horizon, { first: 6 * SEASON, most: MOST_REHEARSED });
  const [band80, band95] = [bandsOf(median, past, 0.8, unit), bandsOf(median, past, 0.95, unit)];
  const sum = median.reduce((all, value) => all + value, 0);
  const total = totalBand(median, past, 0.8, unit);
  return {
    days: median.map((value, h) => ({
      value,
      low80: band80[h]?.low ?? 0,
      high80: band80[h]?.high ?? wide(value),
      // With few past forecasts, the widest errors seen replace rarer ones.
      low95: Math.min(band95[h]?.low ?? 0, band80[h]?.low ?? 0),
      high95: Math.max(band95[h]?.high ?? wide(value), band80[h]?.high ?? 0),
    })),
    total: total && { value: sum, low80: total.low, high80: total.high },
    methods,
    rehearsed:
      past.length === 0
        ? null
        : judgeForecasts(past, maseScale(values, SEASON), { unit, season: SEASON, warmUp: WARM_UP }),
  };
}

/** The upper end where the past is too short for an interval. */
const wide = (value: number): number => 3 * value;

/**
 * Records this week's forecast of each brand, and scores recorded ones whose days are over. Safe to run twice: a record is
 * written once for each day, and scored once.
 */
export async function recordAndScore(
  api: Pick<Api, 'pool' | 'clock' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const { pool, clock, log } = api;
  const now = clock.now();
  let after: string | null = null;
  for (;;) {
    const brands: string[] = await readForecastBrands(pool, now, { after, most: BRANDS_AT_ONCE });
    for (const brandId of brands) {
      if (signal?.aborted) return;
      await recordBrand(api, brandId).catch((error: unknown) =>
        log.error({ error, brandId }, 'failed to record a forecast'),
      );
    }
    after = brands.at(-1) ?? null;
    if (brands.length < BRANDS_AT_ONCE) break;
  }
  for (const record of await readOpenRecords(pool, now, RECORDS_AT_ONCE)) {
    if (signal?.aborted) return;
    const { brandId, zone, currency, measure, madeOn, until } = record;
    const sold = await readSalesDays(pool, brandId, zone, {
      from: shift(madeOn, 1),
      until: shift(until, 1),
      currency,
    });
    const actual = new Map(sold.map((day) => [day.day, measure === 'orders' ? day.orders : day.net]));
    const within = (low: (day: (typeof record.days)[number]) => number, high: typeof low) =>
      record.days.filter((day) => {
        const value = actual.get(day.day) ?? 0;
        return value >= low(day) && value <= high(day);
      }).length;
    await scoreRecord(pool, record.id, {
      within80: within(
        (day) => day.low80,
        (day) => day.high80,
      ),
      within95: within(
        (day) => day.low95,
        (day) => day.high95,
      ),
      now,
    });
  }
}

async function recordBrand(api: Pick<Api, 'pool' | 'clock'>, brandId: string): Promise<void> {
  for (const measure of ['orders', 'net'] as const) {
    const forecast = await readForecast(api, brandId, { measure, days: FORECAST_DAYS.usual });
    const [first, last] = [forecast.days[0], forecast.days.at(-1)];
    if (!first || !last || (measure === 'net' && forecast.currency === null)) continue;
    await insertRecord(api.pool, {
      id: newId(),
      brandId,
      measure,
      currency: forecast.currency,
      zone: forecast.zone,
      madeOn: shift(first.day, -1),
      until: last.day,
      days: forecast.days,
      formulaVersion: forecast.version,
      createdAt: forecast.asOf,
    });
  }
}
