import { isDeepStrictEqual } from 'node:util';
import type { AttributionResult, Share } from '@troupe/domain/affiliate/attribution';
import { maturityOf } from '@troupe/domain/affiliate/commission';
import { monthIn } from '@troupe/domain/affiliate/commission-statement';
import {
  type AffiliateHistory,
  capMonths,
  decideOrder,
  entryKind,
  hasMonthlyCap,
  ledgerDifferences,
  type MonthEarning,
  orderEarnings,
  type ProgramVersion,
  versionAt,
} from '@troupe/domain/affiliate/order-books';
import type { Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { newId } from '../../platform/id.ts';
import { lockOrders } from '../commerce/order/order-ledger.queries.ts';
import { insertAttributions, type NewAttribution } from './attribution/attribution.queries.ts';
import {
  findOrdersOfMonth,
  findStaleReturning,
  readAffiliateHistories,
  readBookOrders,
  readProgramVersions,
  readReturning,
  type StoredBookOrder,
} from './attribution/order-book.queries.ts';
import { writeTouches } from './attribution/touch.queries.ts';
import { insertCommissions, type NewCommission, readLedgerSums } from './commission/commission.queries.ts';

/** A decision of a person, which stays whatever happens to the order. */
export interface PersonDecision {
  orderId: string;
  /** Empty for an order without a creator; null lets the rules decide again. */
  shares: Share[] | null;
  userId: string;
  reason: string;
}

/** What a recalculation did. */
export interface BooksResult {
  /** Entries that were written. */
  commissionIds: string[];
  /** Orders that name a click which isn't stored yet. */
  waiting: string[];
}

interface Book extends StoredBookOrder {
  /** The decision in effect from now on. */
  decided: { shares: readonly Share[]; revision: number; campaignId: string | null };
  formerShares: readonly Share[];
}

/**
 * Brings the books of orders up to date, in the transaction of their change: stores what the orders carry as evidence,
 * decides by the program version in effect when each was placed, adds a revision where the decision differs, and writes
 * what each creator earns now less what the ledger says. Orders of the same buyers, and of the same month under a monthly
 * cap, are recalculated with them. Idempotent: the sums depend on what orders are, not on how they came to be.
 * @param decision of a person about one of the orders; it wins over the rules
 */
export async function updateBooks(
  tx: Database,
  brandId: string,
  orderIds: readonly string[],
  now: Date,
  decision?: PersonDecision,
): Promise<BooksResult> {
  const nothing: BooksResult = { commissionIds: [], waiting: [] };
  if (orderIds.length === 0) return nothing;
  const programs = await readProgramVersions(tx, brandId);
  if (programs.length === 0) return nothing;
  await lockOrders(tx, brandId);
  const returning = await readReturning(tx, brandId, orderIds);
  const stale = await findStaleReturning(tx, brandId, returning);
  const first = await readBookOrders(tx, brandId, orderIds);
  const waiting = await writeTouches(
    tx,
    brandId,
    first.map(({ row }) => row),
    now,
  );
  const ids = [...new Set([...orderIds, ...stale])];
  const orders = await readBookOrders(tx, brandId, ids);
  const affiliates = new Histories(tx, brandId);
  await affiliates.load(orders, decision);
  const added: NewAttribution[] = [];
  const books = orders.map((order) => {
    const book = decide(order, { programs, affiliates: affiliates.known, returning, decision });
    if (book.added) added.push(book.added);
    return book.book;
  });
  await insertAttributions(tx, brandId, added, now);
  const all = await withMonths(tx, brandId, books, { programs, affiliates });
  const entries = await dueEntries(tx, brandId, all, { programs, affiliates: affiliates.known, now });
  const commissionIds = await insertCommissions(tx, brandId, entries, now);
  if (commissionIds.length > 0)
    await publish(tx, { type: 'commission.written', brandId, data: { commissionIds } }, now);
  return { commissionIds, waiting };
}

/** The past of affiliates, read as they come up. */
class Histories {
  readonly known = new Map<string, AffiliateHistory>();
  readonly #tx: Database;
  readonly #brandId: string;

  constructor(tx: Database, brandId: string) {
    this.#tx = tx;
    this.#brandId = brandId;
  }

  /** Reads those that touches and decisions name. */
  async load(orders: readonly StoredBookOrder[], decision?: PersonDecision): Promise<void> {
    const named = [
      ...orders.flatMap(({ touches, attribution }) => [
        ...touches.map(({ affiliateId }) => affiliateId),
        ...(attribution?.shares ?? []).map(({ affiliateId }) => affiliateId),
      ]),
      ...(decision?.shares ?? []).map(({ affiliateId }) => affiliateId),
    ];
    const ids = [...new Set(named.filter((id) => id !== null))].filter((id) => !this.known.has(id));
    const read = await readAffiliateHistories(this.#tx, this.#brandId, ids);
    for (const [id, history] of read) this.known.set(id, history);
  }
}

interface Rules {
  programs: readonly ProgramVersion[];
  affiliates: ReadonlyMap<string, AffiliateHistory>;
}

/** Decides an order, and returns the revision to add if the decision differs from the latest. */
function decide(
  order: StoredBookOrder,
  rules: Rules & { returning: ReadonlyMap<string, boolean>; decision: PersonDecision | undefined },
): { book: Book; added: NewAttribution | null } {
  const latest = order.attribution;
  const program = versionAt(rules.programs, order.placedAt);
  // Without the buyer's key, what was known before it was erased stays.
  const returning =
    rules.returning.get(order.id) ?? (order.row.redactedAt ? (latest?.returning ?? null) : null);
  const own = rules.decision?.orderId === order.id ? rules.decision : undefined;
  const keeps = !own && latest !== null && (latest.manual || order.row.redactedAt !== null);
  const result: AttributionResult = keeps ? latest : decideOrder(order, program, rules.affiliates);
  const decided = own?.shares ? decideByPerson(result, own.shares) : result;
  const next = {
    programVersion: keeps ? latest.programVersion : program?.state === 'on' ? program.version : null,
    rule: decided.rule,
    shares: decided.shares,
    evidence: decided.evidence,
    returning,
    userId: own ? own.userId : keeps ? latest.userId : null,
    manual: own ? own.shares !== null : keeps && latest.manual,
    reason: own ? own.reason : keeps ? latest.reason : null,
  };
  const changes = own !== undefined || (latest ? !isSame(latest, next) : order.touches.length > 0);
  const revision = (latest?.revision ?? 0) + (changes ? 1 : 0);
  const added = changes ? { id: newId(), orderId: order.id, revision, ...next } : null;
  const won = new Set(next.evidence.filter(({ verdict }) => verdict === 'won').map(({ touchId }) => touchId));
  const campaignId = order.touches.find(({ id }) => won.has(id))?.campaignId ?? null;
  return {
    book: {
      ...order,
      returning: returning ?? false,
      formerShares: latest?.shares ?? [],
      decided: { shares: next.shares, revision, campaignId },
    },
    added,
  };
}

function decideByPerson({ evidence }: AttributionResult, shares: Share[]): AttributionResult {
  const credited = new Set(shares.map(({ affiliateId }) => affiliateId));
  return {
    rule: 'person',
    shares,
    evidence: evidence.map((one) => ({
      ...one,
      verdict:
        one.verdict === 'won' || one.verdict === 'same-creator' || one.verdict === 'held'
          ? credited.has(one.affiliateId ?? '')
            ? 'same-creator'
            : 'overruled'
          : one.verdict,
    })),
  };
}

const isSame = (
  latest: Pick<NewAttribution, 'rule' | 'shares' | 'evidence' | 'returning' | 'programVersion'>,
  next: Pick<NewAttribution, 'rule' | 'shares' | 'evidence' | 'returning' | 'programVersion'>,
): boolean =>
  latest.rule === next.rule &&
  latest.returning === next.returning &&
  latest.programVersion === next.programVersion &&
  isDeepStrictEqual(latest.shares, next.shares) &&
  isDeepStrictEqual(latest.evidence, next.evidence);

const idsOf = (shares: readonly Share[]) => shares.map(({ affiliateId }) => affiliateId);

/** Adds the other orders of months with a cap, whose part of the cap may have changed. */
async function withMonths(
  tx: Database,
  brandId: string,
  books: readonly Book[],
  { programs, affiliates }: { programs: readonly ProgramVersion[]; affiliates: Histories },
): Promise<Book[]> {
  const known = new Set(books.map(({ id }) => id));
  const others = new Set<string>();
  const months = new Set<string>();
  for (const book of books)
    for (const affiliateId of new Set([...idsOf(book.decided.shares), ...idsOf(book.formerShares)])) {
      const { currency, placedAt } = book;
      const history = affiliates.known.get(affiliateId);
      const capped =
        (history && hasMonthlyCap(history, currency)) ||
        programs.some(({ rules }) => rules.terms.capPerMonth[currency] !== undefined);
      const zone = versionAt(programs, placedAt)?.rules.zone ?? 'UTC';
      const month = `${affiliateId} ${currency} ${monthIn(zone, new Date(placedAt))}`;
      if (!capped || months.has(month)) continue;
      months.add(month);
      for (const id of await findOrdersOfMonth(tx, brandId, { affiliateId, currency, placedAt }))
        if (!known.has(id)) others.add(id);
    }
  const more = await readBookOrders(tx, brandId, [...others]);
  await affiliates.load(more);
  return [
    ...books,
    ...more.map((order): Book => {
      const { shares = [], revision = 0, evidence = [] } = order.attribution ?? {};
      const won = new Set(evidence.filter(({ verdict }) => verdict === 'won').map(({ touchId }) => touchId));
      const campaignId = order.touches.find(({ id }) => won.has(id))?.campaignId ?? null;
      return { ...order, formerShares: shares, decided: { shares, revision, campaignId } };
    }),
  ];
}

/** Returns the entries that bring the ledger to what orders earn now. */
async function dueEntries(
  tx: Database,
  brandId: string,
  books: readonly Book[],
  { programs, affiliates, now }: Rules & { now: Date },
): Promise<NewCommission[]> {
  const sums = await readLedgerSums(
    tx,
    brandId,
    books.map(({ id }) => id),
  );
  const byId = new Map(books.map((book) => [book.id, book]));
  const earnings = capMonths(
    books.flatMap((book) => {
      const program = versionAt(programs, book.placedAt);
      return orderEarnings(book, book.decided, { program, affiliates }).map(
        (earning): MonthEarning => ({
          ...earning,
          orderId: book.id,
          placedAt: book.placedAt,
          currency: book.currency,
          zone: program?.rules.zone ?? 'UTC',
        }),
      );
    }),
  );
  const written = new Map(sums.map((sum) => [`${sum.orderId} ${sum.affiliateId}`, sum]));
  const entries: NewCommission[] = [];
  for (const { orderId, affiliateId, delta, earning } of ledgerDifferences(earnings, sums)) {
    const book = byId.get(orderId);
    if (!book) continue;
    const before = written.get(`${orderId} ${affiliateId}`);
    const bpIn = (shares: readonly Share[]) =>
      shares.find((share) => share.affiliateId === affiliateId)?.bp ?? 0;
    entries.push({
      affiliateId,
      orderId,
      orderName: book.row.name,
      placedAt: book.row.placedAt,
      campaignId: earning?.campaignId ?? null,
      kind: entryKind(
        delta,
        {
          entries: before?.entries ?? 0,
          shareBp: bpIn(book.formerShares),
          disputed: before?.disputed ?? false,
        },
        {
          shareBp: bpIn(book.decided.shares),
          cancelled: book.amounts.cancelled,
          refunded: book.amounts.refunds.length > 0,
          disputed: book.disputed,
        },
      ),
      amount: delta,
      currency: book.currency,
      basis: earning?.target.basis ?? 0,
      lines: earning?.target.lines ?? [],
      attributionRevision: book.decided.revision,
      maturesAt: maturityOf(
        delta,
        {
          placedAt: new Date(book.placedAt),
          changedAt: new Date(book.row.changedAt),
          earned: before?.matures ? new Date(before.matures) : null,
        },
        earning?.terms ?? { holdDays: 0, earnWhen: 'paid' },
        now,
      ).toISOString(),
    });
  }
  return entries;
}
