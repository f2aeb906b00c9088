import { z } from 'zod';
import { Instant } from '../shape.ts';
import { type ContentKind, Deliverable, UsageRights } from './campaign-brief.ts';

/**
 * Fee, deliverables, dates and usage rights of a collaboration. Money in minor units of `currency`.
 */
export const Agreement = z.object({
  fee: z.int().min(0).nullable(),
  currency: z.string(),
  deliverables: z.array(Deliverable),
  draftDue: Instant.nullable(),
  liveDue: Instant.nullable(),
  /** How the brand may use the content; null if the campaign doesn't specify it. */
  usageRights: UsageRights.nullable(),
});
export type Agreement = z.infer<typeof Agreement>;

/** Terms in a request; omitted fields stay as last proposed. */
export const AgreementChange = Agreement.extend({
  fee: z.int().min(0).max(1_000_000_000).nullable(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  deliverables: z.array(Deliverable).max(20),
}).partial();
export type AgreementChange = z.output<typeof AgreementChange>;

/** Side that made an offer. */
export const OfferSide = z.enum(['brand', 'creator']);
export type OfferSide = z.infer<typeof OfferSide>;

/** `offered` awaits the other side; all other states are final. */
export const OfferState = z.enum(['offered', 'accepted', 'declined', 'countered', 'withdrawn']);
export type OfferState = z.infer<typeof OfferState>;

/** A version of a collaboration's terms. The first is what the creator asked for when opting in. */
export const Offer = z.object({
  /** Version number, starting at 1. */
  number: z.int().min(1),
  side: OfferSide,
  state: OfferState,
  terms: Agreement,
  created: Instant,
  /** When it was accepted, declined, countered or withdrawn. */
  answered: Instant.nullable(),
});
export type Offer = z.infer<typeof Offer>;

/** Answers to an open offer: its maker withdraws, the other side accepts or declines. */
export const OfferAnswer = z.enum(['accept', 'decline', 'withdraw']);
export type OfferAnswer = z.infer<typeof OfferAnswer>;

/** Returns whether two sets of terms are equal; no fee equals a fee of 0. */
export function sameTerms(one: Agreement, other: Agreement): boolean {
  return termsKey(one) === termsKey(other);
}

function termsKey({ fee, currency, deliverables, draftDue, liveDue, usageRights }: Agreement): string {
  const counts = new Map<ContentKind, number>();
  for (const { kind, count } of deliverables) counts.set(kind, (counts.get(kind) ?? 0) + count);
  const moment = (value: string | null) => value && Date.parse(value);
  return JSON.stringify([
    fee || null,
    fee ? currency : null,
    [...counts].sort(([a], [b]) => a.localeCompare(b)),
    moment(draftDue),
    moment(liveDue),
    usageRights && [
      usageRights.termDays ?? null,
      usageRights.channels.toSorted(),
      usageRights.territory.trim(),
    ],
  ]);
}

type Proposal = Pick<Offer, 'number' | 'side' | 'terms'>;

/** The state of negotiations between a brand and a creator. */
export interface OfferTable {
  /** The offer awaiting an answer. */
  open: Proposal | null;
  /**
   * The terms the creator last asked for. Until the first agreement, the brand can accept them at
   * any time.
   */
  asked: Agreement;
  /** The binding terms; null before the first agreement. */
  agreed: Agreement | null;
}

/** Result of proposing terms. */
export type OfferStep =
  /** Already proposed or agreed. */
  | { kind: 'none' }
  /** Matches the other side's open offer, which is accepted. */
  | { kind: 'accept'; number: number }
  /**
   * Matches the agreed terms: the open offer is withdrawn by its maker or declined by the other
   * side.
   */
  | { kind: 'withdraw'; number: number }
  | { kind: 'decline'; number: number }
  /**
   * A new version: `agree` is accepted immediately, `offer` awaits an answer. The open offer is
   * closed with the given state.
   */
  | { kind: 'agree'; closes: ClosedOffer | null }
  | { kind: 'offer'; closes: ClosedOffer | null };

interface ClosedOffer {
  number: number;
  state: 'countered' | 'withdrawn';
}

/**
 * Returns the result of `side` proposing `terms`. No side is bound by terms it hasn't proposed or
 * accepted.
 */
export function offerStep({ open, asked, agreed }: OfferTable, side: OfferSide, terms: Agreement): OfferStep {
  const own = open?.side === side;
  if (open && sameTerms(open.terms, terms))
    return own ? { kind: 'none' } : { kind: 'accept', number: open.number };
  if (agreed && sameTerms(agreed, terms))
    return open ? { kind: own ? 'withdraw' : 'decline', number: open.number } : { kind: 'none' };
  const closes: ClosedOffer | null = open && { number: open.number, state: own ? 'withdrawn' : 'countered' };
  const takesAsked = !agreed && side === 'brand' && sameTerms(asked, terms);
  return { kind: takesAsked ? 'agree' : 'offer', closes };
}
