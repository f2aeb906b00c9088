import type { AffiliateState } from './affiliate.ts';
import type { CommissionTerms, ProgramRules, ProgramState } from './affiliate-program.ts';
import { type AttributionResult, attribute, type Share, type TouchFacts } from './attribution.ts';
import {
  type BaseRate,
  type CommissionKind,
  type CommissionOrder,
  type CommissionTarget,
  commissionTarget,
  cutTarget,
  shareOfTarget,
} from './commission.ts';
import { monthIn } from './commission-statement.ts';

/** A version of a program. Times are milliseconds since 1970. */
export interface ProgramVersion {
  version: number;
  state: ProgramState;
  rules: ProgramRules;
  at: number;
}

/** What an affiliate was from a moment on. */
export interface AffiliateVersion {
  state: AffiliateState;
  /** The accepted terms; null before any were accepted. */
  terms: CommissionTerms | null;
  /** The terms have a rate of the creator's own. */
  hasOwnRate: boolean;
  at: number;
}

/** An affiliate with its past, oldest version first. */
export interface AffiliateHistory {
  versions: readonly AffiliateVersion[];
  /** Keyed hashes of the creator's own buyer ids. */
  ownBuyerKeys: readonly string[];
  campaignId: string | null;
}

/** A touch with what the books know about it. */
export interface BookTouch extends Omit<TouchFacts, 'active' | 'own'> {
  /** The campaign of its link or code. */
  campaignId: string | null;
}

/** An order as the books see it. */
export interface BookOrder extends CommissionOrder {
  id: string;
  placedAt: number;
  customerKey: string | null;
  /** Keyed hash of the buyer's email address. */
  buyerEmailKey: string | null;
  touches: readonly BookTouch[];
}

/** Returns the version in effect at a time; null before the first. @param versions oldest first */
export function versionAt<T extends { at: number }>(versions: readonly T[], at: number): T | null {
  let found: T | null = null;
  for (const version of versions) {
    if (version.at > at) break;
    found = version;
  }
  return found;
}

type Affiliates = ReadonlyMap<string, AffiliateHistory>;

/**
 * Decides an order by a version of the program. A creator counts if they were active at the time of the touch.
 * @param program the version in effect when the order was placed
 */
export function decideOrder(
  order: Pick<BookOrder, 'placedAt' | 'customerKey' | 'buyerEmailKey' | 'touches'>,
  program: Pick<ProgramVersion, 'state' | 'rules'> | null,
  affiliates: Affiliates,
): AttributionResult {
  if (program?.state !== 'on') return { rule: 'no-program', shares: [], evidence: [] };
  const facts = order.touches.map((touch): TouchFacts => {
    const affiliate = touch.affiliateId === null ? undefined : affiliates.get(touch.affiliateId);
    return {
      ...touch,
      active: versionAt(affiliate?.versions ?? [], touch.at)?.state === 'active',
      own: [order.customerKey, order.buyerEmailKey].some(
        (key) => key !== null && affiliate?.ownBuyerKeys.includes(key),
      ),
    };
  });
  return attribute(facts, order.placedAt, program.rules.attribution);
}

/** What an order earns one creator, before monthly caps. */
export interface OrderEarning {
  affiliateId: string;
  campaignId: string | null;
  terms: CommissionTerms;
  target: CommissionTarget;
}

/**
 * Returns what an order earns each creator who shares it, by the terms they had accepted when it was placed; if they
 * joined later, and a person credited them, by the first terms they accepted.
 * @param campaignId the campaign of the link or code that decided
 * @param override terms to try out instead, for creators without an individual rate
 */
export function orderEarnings(
  order: BookOrder,
  decided: { shares: readonly Share[]; campaignId: string | null },
  {
    program,
    affiliates,
    override,
  }: { program: ProgramVersion | null; affiliates: Affiliates; override?: ProgramRules },
): OrderEarning[] {
  const bps = decided.shares.map(({ bp }) => bp);
  return decided.shares.map(({ affiliateId }, index) => {
    const affiliate = affiliates.get(affiliateId);
    const bound = affiliate && termsAt(affiliate, order.placedAt);
    const hasOwnRate = bound?.hasOwnRate ?? false;
    const rules = override ?? program?.rules;
    const terms = (override && !hasOwnRate ? override.terms : bound?.terms) ?? rules?.terms ?? null;
    const campaignId = decided.campaignId ?? affiliate?.campaignId ?? null;
    if (!terms)
      return { affiliateId, campaignId, terms: NO_TERMS, target: { basis: 0, amount: 0, lines: [] } };
    const base = baseRate(terms, { hasOwnRate, returning: order.returning, campaignId, rules });
    const target = shareOfTarget(commissionTarget(order, terms, base), bps, index);
    return { affiliateId, campaignId, terms, target };
  });
}

/** Of a creator who was credited by a person and never accepted terms, where there is no program either. */
const NO_TERMS: CommissionTerms = {
  rateBp: 0,
  repeatRateBp: null,
  newBuyersOnly: false,
  basis: { afterDiscount: true, tax: false, shipping: false, giftCards: false },
  excludedProducts: [],
  productRates: [],
  capPerOrder: {},
  capPerMonth: {},
  earnWhen: 'paid',
  holdDays: 0,
  minPayout: {},
};

const termsAt = ({ versions }: AffiliateHistory, at: number) => {
  const then = versionAt(versions, at);
  return then?.terms ? then : versions.find(({ terms }) => terms !== null);
};

function baseRate(
  terms: CommissionTerms,
  of: { hasOwnRate: boolean; returning: boolean; campaignId: string | null; rules: ProgramRules | undefined },
): BaseRate {
  const own = of.hasOwnRate ? 'affiliate' : 'program';
  if (of.returning && terms.repeatRateBp !== null) return { bp: terms.repeatRateBp, from: own };
  const campaign = of.rules?.campaignRates.find(({ campaignId }) => campaignId === of.campaignId);
  // Accepted terms hold their own campaign's rate already; another campaign's can only be better.
  if (!of.hasOwnRate && campaign && campaign.rateBp >= terms.rateBp)
    return { bp: campaign.rateBp, from: 'campaign' };
  return { bp: terms.rateBp, from: own };
}

/** An earning with the order's place in its month. */
export interface MonthEarning extends OrderEarning {
  orderId: string;
  placedAt: number;
  currency: string;
  zone: string;
}

/**
 * Applies monthly caps: orders of one creator, currency and month (in the program's zone) earn in the order in which
 * they were placed, each what the earlier ones left of its cap.
 */
export function capMonths<T extends MonthEarning>(earnings: readonly T[]): T[] {
  const used = new Map<string, number>();
  return [...earnings]
    .sort((a, b) => a.placedAt - b.placedAt || (a.orderId < b.orderId ? -1 : 1))
    .map((earning) => {
      const cap = earning.terms.capPerMonth[earning.currency];
      const month = `${earning.affiliateId} ${earning.currency} ${monthIn(earning.zone, new Date(earning.placedAt))}`;
      const before = used.get(month) ?? 0;
      const { amount } = earning.target;
      const paid = cap === undefined ? amount : Math.max(0, Math.min(amount, cap - before));
      used.set(month, before + paid);
      return paid === amount ? earning : { ...earning, target: cutTarget(earning.target, paid) };
    });
}

/** Where the ledger and what an order earns a creator now differ. */
export interface LedgerDifference<T> {
  orderId: string;
  affiliateId: string;
  /** Minor units to add to the ledger, not 0. */
  delta: number;
  /** Null if the order earns this creator nothing anymore. */
  earning: T | null;
}

/**
 * Returns what has to be added to the ledger so that the entries of each order and creator add up to what it earns now.
 * @param earnings of the orders, after monthly caps
 * @param written what the ledger holds for the same orders
 */
export function ledgerDifferences<T extends MonthEarning>(
  earnings: readonly T[],
  written: readonly { orderId: string; affiliateId: string; amount: number }[],
): LedgerDifference<T>[] {
  const keyOf = (one: { orderId: string; affiliateId: string }) => `${one.orderId} ${one.affiliateId}`;
  const before = new Map(written.map((one) => [keyOf(one), one.amount]));
  const earned = new Set(earnings.map(keyOf));
  const now = [
    ...earnings.map((earning) => ({ of: earning, amount: earning.target.amount, earning })),
    ...written.filter((one) => !earned.has(keyOf(one))).map((of) => ({ of, amount: 0, earning: null })),
  ];
  return now
    .map(({ of, amount, earning }) => ({
      orderId: of.orderId,
      affiliateId: of.affiliateId,
      delta: amount - (before.get(keyOf(of)) ?? 0),
      earning,
    }))
    .filter(({ delta }) => delta !== 0);
}

/** Whether monthly caps in a currency ever bound an affiliate. */
export const hasMonthlyCap = ({ versions }: AffiliateHistory, currency: string): boolean =>
  versions.some(({ terms }) => terms?.capPerMonth[currency] !== undefined);

/**
 * Names what made an entry of the ledger.
 * @param was `disputed`: the last entry was about a dispute
 */
export function entryKind(
  delta: number,
  was: { entries: number; shareBp: number; disputed: boolean },
  now: { shareBp: number; cancelled: boolean; refunded: boolean; disputed: boolean },
): CommissionKind {
  if (was.entries === 0) return 'earn';
  if (was.shareBp !== now.shareBp) return 'redecide';
  if (now.disputed || (delta > 0 && was.disputed)) return 'dispute';
  if (delta > 0) return 'change';
  return now.cancelled ? 'cancel' : now.refunded ? 'refund' : 'change';
}
