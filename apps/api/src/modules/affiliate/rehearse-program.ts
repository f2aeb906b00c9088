import { isDeepStrictEqual } from 'node:util';
import { rehearseProgram } from '@troupe/contract/affiliate/rehearsal';
import type { ProgramRules } from '@troupe/domain/affiliate/affiliate-program';
import type { AttributionRule, Share } from '@troupe/domain/affiliate/attribution';
import {
  type AffiliateHistory,
  capMonths,
  decideOrder,
  type MonthEarning,
  orderEarnings,
  type ProgramVersion,
} from '@troupe/domain/affiliate/order-books';
import {
  MOST_MOVED,
  MOST_REHEARSED,
  type MovedOrder,
  REHEARSED_DAYS,
  type Rehearsal,
  type RehearsedSum,
} from '@troupe/domain/affiliate/rehearsal';
import { problem } from '@troupe/domain/problem';
import { createLimiter } from '@troupe/server/rate-counters';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { type Lease, withLease } from '../commerce/store/store-lease.queries.ts';
import {
  readAffiliateHistories,
  readBookOrders,
  type StoredBookOrder,
} from './attribution/order-book.queries.ts';
import { findTouchedOrders, readCreatorsOf } from './attribution/rehearsal.queries.ts';
import { readLedgerSums } from './commission/commission.queries.ts';

const DAY_MS = 86_400_000;
/** Orders that are read at a time. */
const AT_ONCE = 500;

/** How often a brand can test rules in ten minutes: 100,000 orders take ten seconds of a processor. */
const REHEARSALS = 10;
const REHEARSALS_MS = 10 * 60_000;
/** How long a test waits for the brand's previous one, such as of a dialog that was closed. */
const WAIT_MS = 5000;

/** Registers the call that tries out rules. */
export function programRehearsals({ implement, db, clock, rates }: Api): void {
  const limit = createLimiter(rates, 'rehearse-program', REHEARSALS, REHEARSALS_MS);
  implement(rehearseProgram, async ({ brandId, body: { rules } }) => {
    await limit(brandId);
    const done = await withLease(db, `rehearse-program:${brandId}`, WAIT_MS, (lease) =>
      rehearse(db, brandId, rules, { now: clock.now(), lease }),
    );
    if (!done)
      throw problem('rate_limited', {
        message: 'Your team is testing other rules right now. Try again in a moment.',
        retryAfter: 10,
      });
    return { rehearsal: done.result };
  });
}

/** An order as it is and as it would be, without what made it so. */
interface Tried {
  id: string;
  name: string;
  placed: string;
  placedAt: number;
  currency: string;
  from: { rule: AttributionRule; shares: Share[] };
  to: { rule: AttributionRule; shares: Share[] };
  kept: boolean;
}

/** What creators earn with an order: `order creator` -> minor units. */
type Amounts = Map<string, number>;

async function rehearse(
  db: Database,
  brandId: string,
  rules: ProgramRules,
  { now, lease }: { now: Date; lease: Lease },
): Promise<Rehearsal> {
  const since = new Date(now.getTime() - REHEARSED_DAYS * DAY_MS);
  const found = await findTouchedOrders(db, brandId, since, MOST_REHEARSED + 1);
  const ids = found.slice(0, MOST_REHEARSED);
  const tried: Tried[] = [];
  const earnings: MonthEarning[] = [];
  const before: Amounts = new Map();
  const affiliates = new Map<string, AffiliateHistory>();
  const program: ProgramVersion = { version: 0, state: 'on', rules, at: 0 };
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const orders = await readBookOrders(db, brandId, some);
    await loadAffiliates(db, brandId, orders, affiliates);
    for (const { orderId, affiliateId, amount } of await readLedgerSums(db, brandId, some))
      before.set(`${orderId} ${affiliateId}`, amount);
    for (const order of orders) {
      const { one, earned } = tryOrder(order, { program, affiliates });
      tried.push(one);
      earnings.push(...earned);
    }
    await lease.renew();
  }
  const after: Amounts = new Map(
    capMonths(earnings).map(({ orderId, affiliateId, target }) => [
      `${orderId} ${affiliateId}`,
      target.amount,
    ]),
  );
  const moved = tried
    .filter(({ from, to }) => !isDeepStrictEqual(from.shares, to.shares))
    .sort((a, b) => b.placedAt - a.placedAt || (a.id < b.id ? 1 : -1));
  return {
    orders: tried.length,
    cut: found.length > ids.length,
    moved: moved.length,
    uncredited: moved.filter(({ to }) => to.shares.length === 0).length,
    kept: tried.filter(({ kept }) => kept).length,
    sums: sumsOf(tried, { before, after }),
    creators: await creatorsOf(db, brandId, tried, { before, after }),
    movedOrders: moved.slice(0, MOST_MOVED).map((one) => toMoved(one, { before, after })),
  };
}

async function loadAffiliates(
  db: Database,
  brandId: string,
  orders: readonly StoredBookOrder[],
  known: Map<string, AffiliateHistory>,
): Promise<void> {
  const named = orders.flatMap(({ touches, attribution }) => [
    ...touches.flatMap(({ affiliateId }) => affiliateId ?? []),
    ...(attribution?.shares ?? []).map(({ affiliateId }) => affiliateId),
  ]);
  const ids = [...new Set(named)].filter((id) => !known.has(id));
  for (const [id, history] of await readAffiliateHistories(db, brandId, ids)) known.set(id, history);
}

function tryOrder(
  order: StoredBookOrder,
  { program, affiliates }: { program: ProgramVersion; affiliates: ReadonlyMap<string, AffiliateHistory> },
): { one: Tried; earned: MonthEarning[] } {
  const latest = order.attribution;
  const from = { rule: latest?.rule ?? ('none' as const), shares: latest?.shares ?? [] };
  const kept = latest !== null && (latest.manual || order.row.redactedAt !== null);
  const result = kept ? latest : decideOrder(order, program, affiliates);
  const won = new Set(
    result.evidence.filter(({ verdict }) => verdict === 'won').map(({ touchId }) => touchId),
  );
  const campaignId = order.touches.find(({ id }) => won.has(id))?.campaignId ?? null;
  const { id, placedAt, currency } = order;
  const place = { orderId: id, placedAt, currency, zone: program.rules.zone };
  return {
    one: {
      id,
      placedAt,
      currency,
      kept,
      from,
      name: order.row.name,
      placed: order.row.placedAt,
      to: { rule: result.rule, shares: result.shares },
    },
    earned: orderEarnings(
      order,
      { shares: result.shares, campaignId },
      { program, affiliates, override: program.rules },
    ).map(({ affiliateId, campaignId, terms, target: { basis, amount } }) => ({
      affiliateId,
      campaignId,
      terms,
      ...place,
      // Lines of many orders would fill the memory; only sums are shown.
      target: { basis, amount, lines: [] },
    })),
  };
}

interface Both {
  before: Amounts;
  after: Amounts;
}

/** Creators with a part of an order, now or then. */
const creatorsIn = ({ from, to }: Tried) =>
  new Set([...from.shares, ...to.shares].map(({ affiliateId }) => affiliateId));

function sumsOf(orders: readonly Tried[], { before, after }: Both, only?: string): RehearsedSum[] {
  const sums = new Map<string, RehearsedSum>();
  for (const order of orders) {
    const { currency } = order;
    const sum = sums.get(currency) ?? { currency, before: 0, after: 0 };
    for (const affiliateId of only === undefined ? creatorsIn(order) : [only]) {
      sum.before += before.get(`${order.id} ${affiliateId}`) ?? 0;
      sum.after += after.get(`${order.id} ${affiliateId}`) ?? 0;
    }
    sums.set(currency, sum);
  }
  return [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

async function creatorsOf(
  db: Database,
  brandId: string,
  tried: readonly Tried[],
  both: Both,
): Promise<Rehearsal['creators']> {
  const orders = new Map<string, Tried[]>();
  for (const one of tried)
    for (const affiliateId of creatorsIn(one)) {
      const own = orders.get(affiliateId);
      if (own) own.push(one);
      else orders.set(affiliateId, [one]);
    }
  const creators = await readCreatorsOf(db, brandId, [...orders.keys()]);
  return [...orders]
    .flatMap(([affiliateId, own]) => {
      const creator = creators.get(affiliateId);
      const count = (of: (one: Tried) => readonly Share[]) =>
        own.filter((one) => of(one).some((share) => share.affiliateId === affiliateId)).length;
      if (!creator) return [];
      return {
        affiliateId,
        creator,
        ordersBefore: count(({ from }) => from.shares),
        ordersAfter: count(({ to }) => to.shares),
        sums: sumsOf(own, both, affiliateId),
      };
    })
    .sort((a, b) => b.ordersBefore - a.ordersBefore || (a.affiliateId < b.affiliateId ? -1 : 1));
}

function toMoved(one: Tried, both: Both): MovedOrder {
  const [sum] = sumsOf([one], both);
  const { id, name, placed, currency, from, to } = one;
  return { orderId: id, name, placed, currency, from, to, before: sum?.before ?? 0, after: sum?.after ?? 0 };
}
