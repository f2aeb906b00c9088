import { getSensitivity } from '@troupe/contract/analytics/analytics';
import type { AttributionRules, ProgramRules } from '@troupe/domain/affiliate/affiliate-program';
import type { Share } from '@troupe/domain/affiliate/attribution';
import { type AffiliateHistory, decideOrder } from '@troupe/domain/affiliate/order-books';
import { MOST_REHEARSED } from '@troupe/domain/affiliate/rehearsal';
import type { Sensitivity, SensitivityRule } from '@troupe/domain/analytics/analytics';
import { calculate, figureOf } from '@troupe/domain/figure-formula';
import { minorDigits } from '@troupe/domain/money';
import { problem } from '@troupe/domain/problem';
import { createLimiter } from '@troupe/server/rate-counters';
import type { Api } from '../../platform/api.ts';
import { readProgram } from '../affiliate/affiliate-program/affiliate-program.queries.ts';
import {
  readAffiliateHistories,
  readBookOrders,
  type StoredBookOrder,
} from '../affiliate/attribution/order-book.queries.ts';
import { type Lease, withLease } from '../commerce/store/store-lease.queries.ts';
import { findPeriodOrders } from './analytics/evidence.queries.ts';
import { ExactSum } from './analytics/exact-sum.ts';
import { FigureBag } from './analytics/figure-bag.ts';
import { readSalesSums } from './analytics/sales-sum.queries.ts';
import { readSpend } from './analytics/spend.queries.ts';
import { type AnalyticsQuery, currenciesOf, type FilteredPeriod, filterOf, settleSums } from './analytics.ts';

/** Orders that are read at a time. */
const AT_ONCE = 250;
const WAIT_MS = 5000;
/** How often a brand can calculate it in ten minutes: each order is decided five times. */
const RUNS = 30;
const RUNS_MS = 10 * 60_000;

type RuleName = SensitivityRule['rule'];

/** What each rule changes in those of the program. */
const RULES: Readonly<Partial<Record<RuleName, Partial<AttributionRules>>>> = {
  'last-30': { model: 'last', windowHours: 720 },
  'last-7': { model: 'last', windowHours: 168 },
  'first-30': { model: 'first', windowHours: 720 },
  'code-only': { witnesses: ['code'] },
  'link-only': { witnesses: ['click', 'attribute', 'landing', 'journey'] },
};

/** Registers the return on ad spend under other rules of attribution. */
export function sensitivity(api: Api): void {
  const limit = createLimiter(api.rates, 'analytics-sensitivity', RUNS, RUNS_MS);
  api.implement(getSensitivity, async ({ brandId, query }) => {
    await limit(brandId);
    return { sensitivity: await readSensitivity(api, brandId, query) };
  });
}

/** Returns the return on ad spend under other rules of attribution. Spend stays what it is. */
export async function readSensitivity(
  api: Api,
  brandId: string,
  query: AnalyticsQuery,
): Promise<Sensitivity> {
  const now = await filterOf(api, brandId, query);
  const asOf = await settleSums(api, brandId);
  const done = await withLease(api.db, `analytics-sensitivity:${brandId}`, WAIT_MS, (lease) =>
    decideAgain(api, now, lease),
  );
  if (!done)
    throw problem('rate_limited', {
      message: 'Someone on your team is already running this calculation. Try again in a moment.',
      retryAfter: 10,
    });
  const { rules, cut } = done.result;
  const bag = await bagOf(api, now);
  // The largest first, as in the overview.
  const currencies = [
    ...new Set([...currenciesOf(bag, null), ...rules.flatMap(({ nets }) => [...nets.keys()])]),
  ];
  const ratio = (net: number, orders: number, currency: string) =>
    calculate('roas', { value: net, known: orders, unknown: 0 }, bag.spend(currency));
  const about = (currency: string) => ({ currency, previous: null, asOf });
  const all: SensitivityRule[] = rules.map(({ rule, orders, nets }) => ({
    rule,
    orders,
    figures: currencies.flatMap((currency) => {
      const net = nets.get(currency) ?? 0;
      const known = { value: net, known: orders, unknown: 0 };
      return [
        figureOf('net-revenue', calculate('net-revenue', known), about(currency)),
        figureOf('roas', ratio(net, orders, currency), about(currency)),
      ];
    }),
  }));
  const bands = currencies.map((currency) => {
    const values = all.flatMap(({ figures }) =>
      figures.flatMap((one) =>
        one.formula === 'roas' && one.currency === currency ? (one.value ?? []) : [],
      ),
    );
    const current = bag.value('roas', currency, null);
    const band = figureOf('roas-band', current, about(currency));
    band.low = values.length === 0 ? null : Math.min(...values);
    band.high = values.length === 0 ? null : Math.max(...values);
    return band;
  });
  return { zone: now.filter.zone, current: now.period, rules: all, bands, cut, asOf };
}

async function bagOf({ pool }: Api, { filter }: FilteredPeriod): Promise<FigureBag> {
  const bag = new FigureBag();
  const [sales, spend] = await Promise.all([
    readSalesSums(pool, filter, 'none'),
    readSpend(pool, filter, 'none', null),
  ]);
  for (const row of sales) bag.addSales(row);
  for (const row of spend) bag.addSpend(row);
  return bag;
}

/** Credited orders and net revenue under a rule. */
interface Tally {
  orders: number;
  sums: Map<string, ExactSum>;
}

async function decideAgain(
  { db, pool }: Api,
  { filter }: FilteredPeriod,
  lease: Lease,
): Promise<{ rules: { rule: RuleName; orders: number; nets: Map<string, number> }[]; cut: boolean }> {
  const { brandId, conversion } = filter;
  const program = (await readProgram(db, brandId))?.rules ?? null;
  const found = await findPeriodOrders(pool, filter, MOST_REHEARSED + 1);
  const ids = found.slice(0, MOST_REHEARSED);
  const affiliates = new Map<string, AffiliateHistory>();
  const tallies = new Map<RuleName, Tally>();
  const rates = new Map(
    (conversion?.days ?? []).map((day, place) => [
      `${day} ${conversion?.currencies[place]}`,
      conversion?.rates[place] ?? '',
    ]),
  );
  const count = (rule: RuleName, order: StoredBookOrder, shares: readonly Share[]) => {
    const tally = tallies.get(rule) ?? { orders: 0, sums: new Map() };
    tallies.set(rule, tally);
    if (shares.length === 0) return;
    tally.orders += 1;
    const shown = conversion?.currency ?? order.currency;
    const sum = tally.sums.get(shown) ?? new ExactSum();
    tally.sums.set(shown, sum);
    const rate =
      rates.get(`${new Date(order.placedAt).toISOString().slice(0, 10)} ${order.currency}`) ?? null;
    if (shown !== order.currency && rate === null) sum.unknown += 1;
    else
      sum.add(
        order.row.net,
        shown === order.currency ? null : rate,
        minorDigits(shown) - minorDigits(order.currency),
      );
  };
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const orders = await readBookOrders(db, brandId, ids.slice(from, from + AT_ONCE));
    const named = orders.flatMap(({ touches }) => touches.flatMap(({ affiliateId }) => affiliateId ?? []));
    const missing = [...new Set(named)].filter((id) => !affiliates.has(id));
    for (const [id, history] of await readAffiliateHistories(db, brandId, missing))
      affiliates.set(id, history);
    for (const order of orders) {
      const { attribution } = order;
      const decided = attribution?.shares ?? [];
      count('current', order, decided);
      // Decisions of people and of orders whose data was removed stay under every rule.
      const kept = attribution !== null && (attribution.manual || order.row.redactedAt !== null);
      for (const [rule, change] of Object.entries(RULES) as [RuleName, Partial<AttributionRules>][])
        count(rule, order, kept || !program ? decided : sharesUnder(order, program, change, affiliates));
    }
    await lease.renew();
  }
  const names: RuleName[] = ['current', ...(Object.keys(RULES) as RuleName[])];
  return {
    cut: found.length > ids.length,
    rules: names.map((rule) => {
      const tally = tallies.get(rule);
      const nets = [...(tally?.sums ?? [])].map(
        ([currency, sum]) => [currency, sum.part().value ?? 0] as const,
      );
      return { rule, orders: tally?.orders ?? 0, nets: new Map(nets) };
    }),
  };
}

function sharesUnder(
  order: StoredBookOrder,
  rules: ProgramRules,
  change: Partial<AttributionRules>,
  affiliates: ReadonlyMap<string, AffiliateHistory>,
): readonly Share[] {
  const attribution = Object.assign({}, rules.attribution, change);
  return decideOrder(order, { state: 'on', rules: Object.assign({}, rules, { attribution }) }, affiliates)
    .shares;
}
