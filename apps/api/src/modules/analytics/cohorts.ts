import * as contract from '@troupe/contract/analytics/cohort';
import {
  type Cohort,
  type CohortCell,
  type CohortGroup,
  type CohortReport,
  MOST_COHORT_CREATORS,
} from '@troupe/domain/analytics/cohort';
import {
  expectedOrders,
  expectedValue,
  fitPurchases,
  fitValues,
  type OrderValues,
  PURCHASE_MODEL_VERSION,
  type PurchaseRates,
} from '@troupe/domain/analytics/purchase-model';
import { problem } from '@troupe/domain/problem';
import { share95 } from '@troupe/domain/share-interval';
import { createLimiter } from '@troupe/server/rate-counters';
import type { Api } from '../../platform/api.ts';
import { readOnly } from '../../platform/replica/replica.ts';
import { readBrandZone } from '../listening/listening-summary/listening-summary.queries.ts';
import {
  type CohortMonth,
  type CohortSize,
  type ModelBuyer,
  readCohortCreators,
  readCohorts,
  readModelBuyers,
} from './cohort/cohort.queries.ts';
import { readOrderCurrencies } from './forecast/forecast.queries.ts';

/** The version of the formula; raise it with every change of a result. */
const COHORT_VERSION = 1;
const COHORTS = 60;
const COHORTS_MS = 10 * 60_000;
/** Buyers that the purchase model is fitted to: more change its parameters little. */
const MOST_MODEL_BUYERS = 10_000;
const YEAR_WEEKS = 365.25 / 7;

/** Registers cohorts of buyers. */
export function cohorts(api: Api): void {
  const limit = createLimiter(api.rates, 'cohorts', COHORTS, COHORTS_MS);
  api.implement(contract.getCohorts, async ({ brandId, query }) => {
    await limit(brandId);
    return { report: await readOnly(api, (from) => readReport(from, brandId, query)) };
  });
}

/** Months since year 0. */
const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
const monthName = (n: number): string => `${Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`;

async function readReport(
  { pool, clock }: Api,
  brandId: string,
  { groupBy, months, currency }: { groupBy: CohortGroup; months: number; currency?: string | undefined },
): Promise<CohortReport> {
  const now = clock.now();
  const zone = await readBrandZone(pool, brandId);
  const current = monthNumber(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now));
  const since = monthName(current - months + 1);
  const currencies = await readOrderCurrencies(pool, brandId, new Date(`${since}-01T00:00:00Z`));
  if (currency !== undefined && currencies.length > 0 && !currencies.includes(currency))
    throw problem('invalid', { fields: { currency: 'No orders in this currency' } });
  const chosen = currency ?? currencies[0] ?? null;
  const filter = { brandId, zone, currency: chosen, until: now, groupBy, since };
  const [found, buyers] = await Promise.all([
    readCohorts(pool, filter),
    readModelBuyers(pool, filter, MOST_MODEL_BUYERS),
  ]);
  const model = modelOf(buyers);
  const sizes = Map.groupBy(found.sizes, ({ cohort }) => cohort);
  const done = Map.groupBy(found.months, ({ cohort }) => cohort);
  const modeled = Map.groupBy(buyers, ({ cohort }) => cohort);
  const names =
    groupBy === 'creator'
      ? await readCohortCreators(
          pool,
          brandId,
          [...sizes.keys()].filter((id) => id !== ''),
        )
      : new Map<string, string>();
  const all = [...sizes].map(
    ([cohort, own]): Cohort => ({
      month: groupBy === 'month' ? cohort : null,
      creator: groupBy === 'month' ? null : { creatorId: cohort || null, name: names.get(cohort) ?? null },
      buyers: own.reduce((sum, { buyers: n }) => sum + n, 0),
      cells: cellsOf(own, done.get(cohort) ?? [], current),
      next12Months: 'rates' in model ? nextYear(model, modeled.get(cohort) ?? []) : null,
    }),
  );
  const listed =
    groupBy === 'month'
      ? all.sort((a, b) => ((a.month as string) < (b.month as string) ? -1 : 1))
      : all.sort((a, b) => b.buyers - a.buyers).slice(0, MOST_COHORT_CREATORS + 1);
  return {
    formula: 'cohort',
    version: COHORT_VERSION,
    zone,
    asOf: now.toISOString(),
    groupBy,
    currency: chosen,
    currencies,
    buyers: found.totals.buyers,
    orders: found.totals.orders,
    ordersWithoutBuyer: found.totals.ordersWithoutBuyer,
    cohorts: listed,
    model:
      'rates' in model
        ? Object.assign(
            {
              formula: 'bg-nbd' as const,
              version: PURCHASE_MODEL_VERSION,
              buyers: buyers.length,
              value: model.values,
            },
            model.rates,
          )
        : null,
    modelWhy: 'why' in model ? model.why : null,
  };
}

/**
 * The months of a cohort up to now: retention is the share of the buyers who have reached a month, so that younger buyers
 * don't count as gone.
 */
function cellsOf(sizes: readonly CohortSize[], done: readonly CohortMonth[], current: number): CohortCell[] {
  const started = sizes.map(({ month, buyers }) => ({ month: monthNumber(month), buyers }));
  const oldest = Math.min(...started.map(({ month }) => month));
  const newest = Math.max(...started.map(({ month }) => month));
  const all = started.reduce((sum, { buyers }) => sum + buyers, 0);
  const cells: CohortCell[] = [];
  let net = 0;
  for (let after = 0; oldest + after <= current; after += 1) {
    const found = done.find((one) => one.after === after);
    const buyers = started.reduce((sum, one) => sum + (one.month + after <= current ? one.buyers : 0), 0);
    net += found?.net ?? 0;
    cells.push({
      month: after,
      buyers,
      active: found?.active ?? 0,
      retention: buyers > 0 ? share95(found?.active ?? 0, buyers) : null,
      orders: found?.orders ?? 0,
      net,
      netPerBuyer: all > 0 ? net / all : null,
      complete: newest + after < current,
    });
  }
  return cells;
}

type Model =
  | { rates: PurchaseRates; values: OrderValues | null }
  | { why: 'too-few-buyers' | 'no-repeat-orders' | 'no-fit' };

/** A buyer's mean value of the days with orders after the first. */
const buyerValue = ({ frequency, repeatNet }: ModelBuyer) => ({
  orders: frequency,
  mean: frequency > 0 ? repeatNet / frequency : 0,
});

function modelOf(buyers: readonly ModelBuyer[]): Model {
  const groups = new Map<string, { frequency: number; recency: number; age: number; buyers: number }>();
  for (const { frequency, recency, age } of buyers) {
    // A buyer with one order has no recency.
    const seen = frequency === 0 ? 0 : Math.min(recency, age);
    const key = `${frequency} ${seen} ${age}`;
    const group = groups.get(key) ?? { frequency, recency: seen, age: Math.max(age, 0.1), buyers: 0 };
    group.buyers += 1;
    groups.set(key, group);
  }
  const fitted = fitPurchases([...groups.values()]);
  if ('why' in fitted) return fitted;
  return { rates: fitted.rates, values: fitValues(buyers.map(buyerValue)) };
}

/** The mean of what the buyers of a cohort will likely order within a year. */
function nextYear(
  { rates, values }: { rates: PurchaseRates; values: OrderValues | null },
  buyers: readonly ModelBuyer[],
): Cohort['next12Months'] {
  if (buyers.length === 0) return null;
  let [orders, net] = [0, 0];
  for (const buyer of buyers) {
    const expected = expectedOrders(rates, buyer, YEAR_WEEKS);
    orders += expected;
    net += values ? expected * expectedValue(values, buyerValue(buyer)) : 0;
  }
  return { orders: orders / buyers.length, net: values ? net / buyers.length : null };
}
