import { z } from 'zod';
import { Instant } from '../shape.ts';
import { type ContentKind, Deliverable, UsageRights } from './campaign-brief.ts';

/** Fee, deliverables, dates and usage rights of one collaboration. Money in minor units of `currency`. */
export const Agreement = z.object({
  fee: z.int().min(0).nullable(),
  currency: z.string(),
  deliverables: z.array(Deliverable),
  draftDue: Instant.nullable(),
  liveDue: Instant.nullable(),
  /** What the brand may do with the content; null where the campaign says nothing. */
  usageRights: UsageRights.nullable(),
});
export type Agreement = z.infer<typeof Agreement>;

/** Terms as a caller sends them; what is left out stays as it was proposed last. */
export const AgreementChange = Agreement.extend({
  fee: z.int().min(0).max(1_000_000_000).nullable(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  deliverables: z.array(Deliverable).max(20),
}).partial();
export type AgreementChange = z.output<typeof AgreementChange>;

/** Who made an offer. */
export const OfferSide = z.enum(['brand', 'creator']);
export type OfferSide = z.infer<typeof OfferSide>;

/** `offered` waits for the other side; the others are final. */
export const OfferState = z.enum(['offered', 'accepted', 'declined', 'countered', 'withdrawn']);
export type OfferState = z.infer<typeof OfferState>;

/** What people call each. */
export const OFFER_STATE_NAMES: Record<OfferState, string> = {
  offered: 'Offered',
  accepted: 'Accepted',
  declined: 'Declined',
  countered: 'Countered',
  withdrawn: 'Withdrawn',
};

/** One version of the terms of a collaboration. The first is what the creator asked for when they opted in. */
export const Offer = z.object({
  /** 1 for the first version, counting up. */
  number: z.int().min(1),
  side: OfferSide,
  state: OfferState,
  terms: Agreement,
  created: Instant,
  /** When it was accepted, declined, countered or withdrawn. */
  answered: Instant.nullable(),
});
export type Offer = z.infer<typeof Offer>;

/** What can be done with an open offer: its maker withdraws it, the other side accepts or declines. */
export const OfferAnswer = z.enum(['accept', 'decline', 'withdraw']);
export type OfferAnswer = z.infer<typeof OfferAnswer>;

/** Returns whether two sets of terms ask the same of both sides; no fee and a fee of 0 are the same. */
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

/** What lies on the table between a brand and one creator. */
export interface OfferTable {
  /** The offer that waits for an answer. */
  open: Proposal | null;
  /** The terms the creator named last. They stand until the first agreement: the brand may agree to them any time. */
  asked: Agreement;
  /** The terms that bind both sides; null before the first agreement. */
  agreed: Agreement | null;
}

/** What follows from terms that one side puts forward. */
export type OfferStep =
  /** They are on the table or agreed already. */
  | { kind: 'none' }
  /** They are those of the other side's open offer, which is accepted. */
  | { kind: 'accept'; number: number }
  /** They are those already agreed: the open offer to change them is dropped by its maker, or declined. */
  | { kind: 'withdraw'; number: number }
  | { kind: 'decline'; number: number }
  /** A new version: `agree` is accepted at once, `offer` waits. The open one is closed in the state given. */
  | { kind: 'agree'; closes: ClosedOffer | null }
  | { kind: 'offer'; closes: ClosedOffer | null };

interface ClosedOffer {
  number: number;
  state: 'countered' | 'withdrawn';
}

/** Returns what follows when `side` proposes `terms`. Nobody is bound by terms they have not named or accepted. */
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
