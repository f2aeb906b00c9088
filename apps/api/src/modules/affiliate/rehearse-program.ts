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
const AT_ONCE = 250;

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
        message: 'Someone on your team is already previewing rule changes. Try again in a moment.',
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

async function rehearse(
  db: Database,
  brandId: string,
  rules: ProgramRules,
  { now, lease }: { now: Date; lease: Lease },
): Promise<Rehearsal> {
  const since = new Date(now.getTime() - REHEARSED_DAYS * DAY_MS);
  const found = await findTouchedOrders(db, brandId, since, MOST_REHEARSED + 1);
  const ids = found.slice(0, MOST_REHEARSED);
  const affiliates = new Map<string, AffiliateHistory>();
  const program: ProgramVersion = { version: 0, state: 'on', rules, at: 0 };
  const totals = new RehearsalTotals((id) => mayCap(rules, affiliates.get(id)));
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const place = new Map(some.map((id, at) => [id, at]));
    const orders = await readBookOrders(db, brandId, some);
    orders.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
    await loadAffiliates(db, brandId, orders, affiliates);
    const before = Map.groupBy(await readLedgerSums(db, brandId, some), ({ orderId }) => orderId);
    for (const order of orders) {
      const { one, earned } = tryOrder(order, { program, affiliates });
      totals.add(one, before.get(one.id) ?? [], earned);
    }
    await lease.renew();
  }
  const { creators, ...rest } = totals.result();
  const named = await readCreatorsOf(db, brandId, [...creators.keys()]);
  return {
    ...rest,
    cut: found.length > ids.length,
    creators: [...creators]
      .flatMap(([affiliateId, own]) => {
        const creator = named.get(affiliateId);
        return creator ? [Object.assign({ affiliateId, creator }, own)] : [];
      })
      .sort((a, b) => b.ordersBefore - a.ordersBefore || (a.affiliateId < b.affiliateId ? -1 : 1)),
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

/** Returns whether a monthly cap can apply to a creator, so that the orders of a month have to be seen together. */
const mayCap = ({ terms }: ProgramRules, history: AffiliateHistory | undefined): boolean =>
  [terms, ...(history?.versions ?? []).map((version) => version.terms)].some(
    (some) => some !== null && Object.keys(some.capPerMonth).length > 0,
  );

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
      // Only sums are shown.
      target: { basis, amount, lines: [] },
    })),
  };
}

/** Creators with a part of an order, now or then. */
const creatorsIn = ({ from, to }: Tried) =>
  new Set([...from.shares, ...to.shares].map(({ affiliateId }) => affiliateId));

type Sums = Map<string, RehearsedSum>;

/** A creator's orders and commissions, now and then. */
interface CreatorTotals {
  ordersBefore: number;
  ordersAfter: number;
  sums: Sums;
}

const sumIn = (sums: Sums, currency: string): RehearsedSum => {
  const sum = sums.get(currency) ?? { currency, before: 0, after: 0 };
  sums.set(currency, sum);
  return sum;
};
const listed = (sums: Sums): RehearsedSum[] =>
  [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));

/**
 * Adds up orders, newest first, and forgets them: only the orders that are shown are kept, and earnings to which a
 * monthly cap may apply.
 */
class RehearsalTotals {
  readonly #isCapped: (affiliateId: string) => boolean;
  readonly #sums: Sums = new Map();
  readonly #creators = new Map<string, CreatorTotals>();
  readonly #shown = new Map<string, MovedOrder>();
  readonly #later: MonthEarning[] = [];
  readonly #counts = { orders: 0, moved: 0, uncredited: 0, kept: 0 };

  /** @param isCapped whether a monthly cap may apply to a creator */
  constructor(isCapped: (affiliateId: string) => boolean) {
    this.#isCapped = isCapped;
  }

  /**
   * @param ledger what the ledger holds for the order
   * @param earned what it would earn
   */
  add(
    one: Tried,
    ledger: readonly { affiliateId: string; amount: number }[],
    earned: readonly MonthEarning[],
  ): void {
    const { currency, from, to } = one;
    const written = new Map(ledger.map(({ affiliateId, amount }) => [affiliateId, amount]));
    this.#counts.orders++;
    if (one.kept) this.#counts.kept++;
    const all = sumIn(this.#sums, currency);
    let before = 0;
    for (const affiliateId of creatorsIn(one)) {
      const own = this.#creatorOf(affiliateId);
      const amount = written.get(affiliateId) ?? 0;
      if (from.shares.some((share) => share.affiliateId === affiliateId)) own.ordersBefore++;
      if (to.shares.some((share) => share.affiliateId === affiliateId)) own.ordersAfter++;
      sumIn(own.sums, currency).before += amount;
      all.before += amount;
      before += amount;
    }
    if (!isDeepStrictEqual(from.shares, to.shares)) {
      this.#counts.moved++;
      if (to.shares.length === 0) this.#counts.uncredited++;
      if (this.#shown.size < MOST_MOVED) {
        const { id: orderId, name, placed } = one;
        this.#shown.set(orderId, { orderId, name, placed, currency, from, to, before, after: 0 });
      }
    }
    for (const earning of earned)
      if (this.#isCapped(earning.affiliateId)) this.#later.push(earning);
      else this.#earn(earning);
  }

  #creatorOf(affiliateId: string): CreatorTotals {
    const own = this.#creators.get(affiliateId) ?? { ordersBefore: 0, ordersAfter: 0, sums: new Map() };
    this.#creators.set(affiliateId, own);
    return own;
  }

  #earn({ orderId, affiliateId, currency, target: { amount } }: MonthEarning): void {
    sumIn(this.#sums, currency).after += amount;
    sumIn(this.#creatorOf(affiliateId).sums, currency).after += amount;
    const shown = this.#shown.get(orderId);
    if (shown) shown.after += amount;
  }

  result() {
    for (const earning of capMonths(this.#later)) this.#earn(earning);
    const creators = new Map(
      [...this.#creators].map(([affiliateId, { ordersBefore, ordersAfter, sums }]) => [
        affiliateId,
        { ordersBefore, ordersAfter, sums: listed(sums) },
      ]),
    );
    return Object.assign(
      { sums: listed(this.#sums), creators, movedOrders: [...this.#shown.values()] },
      this.#counts,
    );
  }
}
