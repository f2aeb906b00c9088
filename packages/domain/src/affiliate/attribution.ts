import { z } from 'zod';
import { Ability } from '../account/ability.ts';
import { OrderStatus } from '../commerce/order.ts';
import { Day, Id, Instant, text, VersionOrZero } from '../shape.ts';
import { AffiliateCreator } from './affiliate.ts';
import { type AttributionRules, WHOLE_BP, type Witness } from './affiliate-program.ts';
import { LineCommission } from './commission.ts';

/**
 * Signs that a creator brought an order: a discount code, a click of ours (its id in the cart or the landing page), a
 * reference in the cart's attributes or the landing page, a visit of the store's own customer journey, or a person's
 * word.
 */
export const TouchKind = z.enum(['code', 'click', 'attribute', 'landing', 'journey-first', 'journey-last']);
export type TouchKind = z.infer<typeof TouchKind>;

/** Who a touch was heard from. */
export const TouchSource = z.enum(['store', 'import', 'person']);
export type TouchSource = z.infer<typeof TouchSource>;

/** Why a touch did or did not decide an order. */
export const TouchVerdict = z.enum([
  ...['won', 'same-creator', 'unknown', 'not-active', 'not-owned', 'too-old', 'after-order'],
  ...['own-purchase', 'paid-search', 'not-asked', 'lost-to-code', 'lost-to-link', 'lost-to-stronger'],
  ...['lost-to-later', 'lost-to-earlier', 'lost-tie', 'held', 'overruled'],
] as const);
export type TouchVerdict = z.infer<typeof TouchVerdict>;

/** What each verdict means, in words that both sides read. */
export const VERDICT_TEXTS: Record<TouchVerdict, string> = {
  won: 'Credited with the order',
  'same-creator': 'Another signal from the same creator was credited',
  unknown: "Doesn't belong to a creator in this program",
  'not-active': "The creator wasn't in the program at the time",
  'not-owned': "The code didn't belong to a creator when the order was placed",
  'too-old': 'Outside the attribution window',
  'after-order': 'After the order was placed',
  'own-purchase': 'The creator placed this order',
  'paid-search': 'Came from a paid search ad',
  'not-asked': 'The program ignores this type of signal',
  'lost-to-code': "Lost to another creator's code",
  'lost-to-link': "Lost to another creator's link",
  'lost-to-stronger': 'Another signal had priority',
  'lost-to-later': 'Lost to a later visit',
  'lost-to-earlier': 'Lost to an earlier visit',
  'lost-tie': "Several creators' codes were used",
  held: 'Needs review',
  overruled: 'Overruled by your team',
};

/** How an order was decided: by which source, by a person, or not at all. */
export const AttributionRule = z.enum([
  ...['code', 'click', 'attribute', 'landing', 'journey', 'person', 'held', 'none'],
  'no-program',
] as const);
export type AttributionRule = z.infer<typeof AttributionRule>;

/** A part of an order that is a creator's, in basis points. */
export const Share = z.object({ affiliateId: Id, bp: z.int().min(0).max(WHOLE_BP) });
export type Share = z.infer<typeof Share>;

/** A touch as the rules see it. Times are milliseconds since 1970. */
export interface TouchFacts {
  id: string;
  kind: TouchKind;
  /** Null for a code or reference that is no creator's. */
  affiliateId: string | null;
  /** When it happened; the time of the order where the store doesn't say. */
  at: number;
  /** Whether the creator was active in the program at that time. */
  active: boolean;
  /** The buyer is the creator. */
  own: boolean;
  paidSearch: boolean;
  /** Its place among the codes of the order, from 0. */
  position: number;
  /** What a code took off, in minor units. */
  discount: number;
  /** A code of the program that had no owner when the order was placed. */
  unowned?: boolean;
}

export interface TouchEvidence {
  touchId: string;
  affiliateId: string | null;
  verdict: TouchVerdict;
}

/** Who brought an order, with the reason for each touch. Shares add up to 10,000, or are none. */
export interface AttributionResult {
  rule: AttributionRule;
  shares: Share[];
  evidence: TouchEvidence[];
}

/** How far the clocks of stores and click hosts may differ. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

const witnessOf = (kind: TouchKind): Witness =>
  kind === 'journey-first' || kind === 'journey-last' ? 'journey' : kind;

/**
 * Decides who brought an order. Pure: equal touches in any order have the same result.
 *
 * 1. A touch is left out with its reason if it is no creator's, its creator was not active, it lies outside of the
 *    window (`placedAt − at ≤ windowHours`, exact hours), the program does not ask its source, or it is the creator's
 *    own purchase or a paid search ad and the program blocks these.
 * 2. Codes: one creator's codes name that creator; of several creators `codeTie` decides.
 * 3. Links: the strongest source of `witnesses`; among equals the last or first (`model`), then the smaller id.
 * 4. Codes against links: `codeVsLink`.
 */
export function attribute(
  touches: readonly TouchFacts[],
  placedAt: number,
  rules: AttributionRules,
): AttributionResult {
  const verdicts = new Map<string, TouchVerdict>();
  const eligible: TouchFacts[] = [];
  for (const touch of touches) {
    const reason = ineligible(touch, placedAt, rules);
    if (reason) verdicts.set(touch.id, reason);
    else eligible.push(touch);
  }
  const codes = eligible.filter(({ kind }) => kind === 'code').sort(byPosition);
  const links = eligible.filter(({ kind }) => kind !== 'code').sort(byStrength(rules));
  const { winners, by } = choose(codes, links, rules);
  const shares = sharesOf(winners);
  const creators = new Set(shares.map(({ affiliateId }) => affiliateId));
  const [first] = winners;
  for (const touch of eligible) {
    const won = winners.includes(touch);
    verdicts.set(
      touch.id,
      won
        ? 'won'
        : creators.has(touch.affiliateId ?? '')
          ? 'same-creator'
          : lossOf(touch, first, by, rules, codes),
    );
  }
  const held = rules.selfPurchase === 'ask' && winners.some(({ own }) => own);
  if (held) for (const { id } of winners) verdicts.set(id, 'held');
  return {
    rule: held ? 'held' : first ? witnessOf(first.kind) : 'none',
    shares: held ? [] : shares,
    evidence: [...touches]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, affiliateId }) => ({
        touchId: id,
        affiliateId,
        verdict: verdicts.get(id) ?? 'unknown',
      })),
  };
}

function ineligible(touch: TouchFacts, placedAt: number, rules: AttributionRules): TouchVerdict | null {
  if (touch.affiliateId === null) return touch.unowned ? 'not-owned' : 'unknown';
  if (!rules.witnesses.includes(witnessOf(touch.kind))) return 'not-asked';
  if (!touch.active) return 'not-active';
  if (touch.at > placedAt + CLOCK_TOLERANCE_MS) return 'after-order';
  if (placedAt - touch.at > rules.windowHours * HOUR_MS) return 'too-old';
  if (touch.own && rules.selfPurchase === 'block') return 'own-purchase';
  if (touch.paidSearch && rules.paidSearch === 'deny') return 'paid-search';
  return null;
}

const byId = (a: TouchFacts, b: TouchFacts) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
const byPosition = (a: TouchFacts, b: TouchFacts) => a.position - b.position || byId(a, b);

const byStrength =
  ({ witnesses, model }: AttributionRules) =>
  (a: TouchFacts, b: TouchFacts) =>
    witnesses.indexOf(witnessOf(a.kind)) - witnesses.indexOf(witnessOf(b.kind)) ||
    (model === 'last' ? b.at - a.at : a.at - b.at) ||
    byId(a, b);

/** The touches that decide: one, or one for each creator that shares the order. */
function choose(
  codes: readonly TouchFacts[],
  links: readonly TouchFacts[],
  rules: AttributionRules,
): { winners: TouchFacts[]; by: 'code' | 'link' | null } {
  const ofCodes = codeWinners(codes, rules);
  const [link] = links;
  const [code] = ofCodes;
  if (!link) return { winners: ofCodes, by: code ? 'code' : null };
  // If codes of several creators cancel each other out, a link doesn't win either.
  if (!code) return codes.length > 0 && rules.codeVsLink !== 'link' ? none : { winners: [link], by: 'link' };
  const linkWins = rules.codeVsLink === 'link' || (rules.codeVsLink === 'later' && link.at > code.at);
  return linkWins ? { winners: [link], by: 'link' } : { winners: ofCodes, by: 'code' };
}

const none = { winners: [] as TouchFacts[], by: null };

function codeWinners(codes: readonly TouchFacts[], { codeTie }: AttributionRules): TouchFacts[] {
  const firstOf = new Map<string, TouchFacts>();
  for (const code of codes) {
    const creator = code.affiliateId ?? '';
    const known = firstOf.get(creator);
    if (!known) firstOf.set(creator, code);
    else if (codeTie === 'largest-discount' && code.discount > known.discount) firstOf.set(creator, code);
  }
  const each = [...firstOf.values()];
  if (each.length <= 1 || codeTie === 'split') return each;
  if (codeTie === 'none') return [];
  if (codeTie === 'first-listed') return each.slice(0, 1);
  return [...each].sort((a, b) => b.discount - a.discount || byPosition(a, b)).slice(0, 1);
}

/** Equal shares by largest remainder: of three, the first gets the odd basis point. */
function sharesOf(winners: readonly TouchFacts[]): Share[] {
  const ids = [...new Set(winners.map(({ affiliateId }) => affiliateId ?? ''))].sort();
  const part = Math.floor(WHOLE_BP / Math.max(1, ids.length));
  const rest = WHOLE_BP - part * ids.length;
  return ids.map((affiliateId, index) => ({ affiliateId, bp: part + (index < rest ? 1 : 0) }));
}

function lossOf(
  touch: TouchFacts,
  winner: TouchFacts | undefined,
  by: 'code' | 'link' | null,
  { model, witnesses }: AttributionRules,
  codes: readonly TouchFacts[],
): TouchVerdict {
  if (!winner) return codes.length > 0 ? 'lost-tie' : 'unknown';
  if (touch.kind === 'code') return by === 'link' ? 'lost-to-link' : 'lost-tie';
  if (by === 'code') return 'lost-to-code';
  const rank = (kind: TouchKind) => witnesses.indexOf(witnessOf(kind));
  if (rank(touch.kind) > rank(winner.kind)) return 'lost-to-stronger';
  return model === 'last' ? 'lost-to-later' : 'lost-to-earlier';
}

/** A touch of an order with what became of it, as a brand sees it. */
export const OrderTouch = z.object({
  id: Id,
  kind: TouchKind,
  /** What the store told: the code, the reference, or the id of the click. Empty once the buyer's data was erased. */
  value: z.string(),
  /** What people know it by: the code as its creator got it, or the link's label; otherwise `value`. */
  shown: z.string(),
  affiliateId: Id.nullable(),
  creator: AffiliateCreator.nullable(),
  linkId: Id.nullable(),
  codeId: Id.nullable(),
  at: Instant,
  /** Whole hours from the touch to the order; the program's window is `windowHours` of the order. */
  hoursBefore: z.int(),
  source: TouchSource,
  verdict: TouchVerdict,
  /** The verdict in words. */
  reason: z.string(),
});
export type OrderTouch = z.infer<typeof OrderTouch>;

/** One decision about an order; the latest revision counts. */
export const Attribution = z.object({
  orderId: Id,
  revision: z.int().min(1),
  /** The version of the program that decided; null where there was no program when the order was placed. */
  programVersion: z.int().nullable(),
  rule: AttributionRule,
  shares: z.array(Share),
  /** Whether the buyer bought from the brand before; null where the store doesn't say who bought. */
  returning: z.boolean().nullable(),
  /** Who decided; null for the rules. */
  by: z.string().nullable(),
  /** Why a person decided so. */
  reason: z.string().nullable(),
  at: Instant,
});
export type Attribution = z.infer<typeof Attribution>;

/** A creator's part of an order. */
const OrderCredit = z.object({
  affiliateId: Id,
  creator: AffiliateCreator,
  /** Basis points of the order. */
  bp: z.int(),
  /** What the ledger holds for it, in minor units. */
  commission: z.int(),
});
export type OrderCredit = z.infer<typeof OrderCredit>;

const orderParts = {
  id: Id,
  /** Name at the store, such as `#1001`. */
  name: z.string(),
  placed: Instant,
  status: OrderStatus,
  currency: z.string(),
  /** How it was decided. */
  rule: AttributionRule,
  /** From when its commission can be paid out; null without one. */
  matures: Instant.nullable(),
  /** A dispute of its payment; while it is open or lost, the order earns nothing. Null without one. */
  dispute: z.enum(['open', 'won', 'lost']).nullable(),
};

/** An order with a sign of a creator, as its brand sees it. Amounts in minor units of `currency`. */
export const AffiliateOrder = z.object({
  ...orderParts,
  /** Domain of the store; null for orders from a file that names none. */
  shop: z.string().nullable(),
  total: z.int(),
  refunded: z.int(),
  /** Net amount of the goods. */
  net: z.int(),
  /** A person decided. */
  manual: z.boolean(),
  /** Whether the buyer bought before; null where the store doesn't say who bought. */
  returning: z.boolean().nullable(),
  /** Empty for orders without a creator. */
  credits: z.array(OrderCredit),
  /** What creators earn together. */
  commission: z.int(),
  revision: z.int().min(1),
  abilities: z.object({ decide: Ability }),
});
export type AffiliateOrder = z.infer<typeof AffiliateOrder>;

/** A creator's sign on an order, without what is the brand's business alone. */
const OwnTouch = OrderTouch.pick({
  id: true,
  kind: true,
  value: true,
  at: true,
  hoursBefore: true,
  verdict: true,
  reason: true,
});

/** An order as one of its creators sees it: their own part only. */
export const OwnOrder = z.object({
  ...orderParts,
  /** Basis points of the order that are the creator's; 0 if it wasn't counted. */
  bp: z.int(),
  /** What the ledger holds, in minor units. */
  commission: z.int(),
  /** What a limit per order or month cut off the commission, in minor units. */
  cut: z.int(),
  /** What each line earns as the order is now. */
  lines: z.array(LineCommission),
  touches: z.array(OwnTouch),
});
export type OwnOrder = z.infer<typeof OwnOrder>;

/** The most creators that a person may split an order between. */
const MOST_SHARES = 5;

/** A person's decision about an order. */
export const AttributionDecision = z.object({
  /** Adds up to 10,000, or is empty for an order without a creator. Null lets the rules decide again. */
  shares: z
    .array(Share.extend({ bp: z.int().min(1).max(WHOLE_BP) }))
    .max(MOST_SHARES)
    .refine((all) => all.length === 0 || all.reduce((sum, { bp }) => sum + bp, 0) === WHOLE_BP, {
      error: 'Shares must add up to 100%',
    })
    .refine((all) => new Set(all.map(({ affiliateId }) => affiliateId)).size === all.length, {
      error: 'List each creator only once',
    })
    .nullable(),
  reason: text({ min: 1, max: 500, required: 'Enter a reason' }),
  /** The revision that the person has seen. */
  revision: VersionOrZero,
});
export type AttributionDecision = z.infer<typeof AttributionDecision>;

/** The state of a claim. */
export const ClaimState = z.enum(['open', 'accepted', 'declined']);
export type ClaimState = z.infer<typeof ClaimState>;

/** The most claims that wait for an answer, for each creator in a program. */
export const MAX_OPEN_CLAIMS = 20;

/** A creator's word that an order is missing. */
export const NewClaim = z.object({
  orderName: text({ min: 1, max: 60, required: 'Enter the order number' }),
  /** The day on which it was placed, as the creator remembers. */
  orderDay: Day.nullable().default(null),
  note: text({ max: 1000 }).default(''),
});

const claimParts = {
  id: Id,
  affiliateId: Id,
  orderName: z.string(),
  orderDay: z.string().nullable(),
  note: z.string(),
  state: ClaimState,
  answer: z.string().nullable(),
  answered: Instant.nullable(),
  created: Instant,
};

/** A claim as the brand sees it. */
export const Claim = z.object({
  ...claimParts,
  creator: AffiliateCreator,
  /** The order of this name; null if the brand has none. */
  order: z
    .object({
      id: Id,
      name: z.string(),
      placed: Instant,
      currency: z.string(),
      net: z.int(),
      rule: AttributionRule.nullable(),
    })
    .nullable(),
  abilities: z.object({ accept: Ability, decline: Ability }),
});
export type Claim = z.infer<typeof Claim>;

/** A claim as its creator sees it. */
export const OwnClaim = z.object(claimParts);
export type OwnClaim = z.infer<typeof OwnClaim>;

/** The brand's answer to a claim. */
export const ClaimAnswer = z.object({
  state: z.enum(['accepted', 'declined']),
  /** Shown to the creator. */
  answer: text({ min: 1, max: 500, required: 'Enter a reply' }),
  /** The order to credit, if it has another name. */
  orderId: Id.nullable().default(null),
});
