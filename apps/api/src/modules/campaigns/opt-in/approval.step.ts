import { type Agreement, type AgreementChange, sameTerms } from '@troupe/domain/campaigns/agreement';
import {
  assertOptInMove,
  type CollaborationQuota,
  consumeCollaboration,
  countsThisMonth,
} from '@troupe/domain/campaigns/opt-in-decision';
import { problem } from '@troupe/domain/problem';
import { type StoredOffer, tableOf } from './offer.queries.ts';
import { brandBase, type OfferOutcome, proposeStep, termsOf } from './offer.step.ts';
import { moveStep } from './opt-in.step.ts';
import type { OptInStep, StoredOptIn } from './opt-in-change.queries.ts';
import { optInEvent } from './opt-in-event-text.ts';

/** The writes of a decision. `agrees` means it makes a collaboration, which counts against the plan. */
export interface Decision extends OptInStep {
  agrees: boolean;
}

interface Deciding {
  userId: string;
  now: Date;
  /** The locked plan that approvals draw collaborations from; null when none was needed. */
  quota: CollaborationQuota | null;
}

/**
 * Returns the writes of a brand's decision on one opt-in or on one of many.
 * @throws invalid_transition when the brand may not decide this, plan_limit, conflict
 */
export function decideStep(
  row: StoredOptIn,
  offers: readonly StoredOffer[],
  decision: {
    status: 'approved' | 'rejected';
    reason?: string | undefined;
    terms?: AgreementChange | undefined;
  },
  deciding: Deciding,
): Decision {
  const { status, reason, terms } = decision;
  if (status === 'rejected') return declineStep(row, offers, { reason, now: deciding.now });
  const approval = approveStep(row, offers, terms, deciding);
  consumeCollaboration(row, deciding.quota, deciding.now);
  return approval;
}

/**
 * Returns the writes of an approval. At the creator's terms, or at terms agreed before, it is an agreement; at other
 * terms it is a counteroffer and the opt-in waits for the creator.
 * @throws invalid_transition when the brand may not approve
 */
function approveStep(
  row: StoredOptIn,
  offers: readonly StoredOffer[],
  change: AgreementChange | undefined,
  { userId, now }: Deciding,
): Decision {
  assertOptInMove(row, 'approved', 'brand');
  const counted = countsThisMonth(row, now);
  const move = moveStep(row, 'approved', 'brand', { now, counted });
  if (row.status === 'completed') return { ...move, agrees: false };
  const table = tableOf(row, offers);
  const base = table.agreed ?? table.asked;
  const terms = change ? termsOf(base, change) : base;
  const approved = [optInEvent('approved', { terms })];
  if (table.agreed && sameTerms(table.agreed, terms)) return { ...move, events: approved, agrees: true };
  const outcome = propose(row, offers, terms, userId);
  if (outcome.agrees)
    return { ...outcome, columns: { ...move.columns, ...outcome.columns }, events: approved };
  if (outcome.events.length === 0) return { columns: {}, events: [], agrees: false };
  return { ...outcome, columns: { status: 'pending', reason: null, unseen: false } };
}

/** Returns the writes of a brand's offer during a collaboration. */
export function changeTermsStep(
  row: StoredOptIn,
  offers: readonly StoredOffer[],
  change: AgreementChange,
  userId: string,
): OfferOutcome {
  if (row.status === 'rejected' || row.status === 'withdrawn')
    throw problem('invalid_transition', {
      message: "This creator isn't part of the campaign. Approve them before you make an offer.",
    });
  return propose(row, offers, termsOf(brandBase(tableOf(row, offers)), change), userId);
}

function propose(
  row: StoredOptIn,
  offers: readonly StoredOffer[],
  terms: Agreement,
  userId: string,
): OfferOutcome {
  if (row.removedAt) throw problem('invalid_transition', { message: 'This creator deleted their account.' });
  return proposeStep(row, offers, terms, { side: 'brand', userId });
}

/** Returns the writes of declining an opt-in: withdraws any open offer of the brand. */
function declineStep(
  row: StoredOptIn,
  offers: readonly StoredOffer[],
  { reason, now }: { reason?: string | undefined; now: Date },
): Decision {
  const move = moveStep(row, 'rejected', 'brand', { reason, now });
  const open = offers.find(({ state, side }) => state === 'offered' && side === 'brand');
  if (!open) return { ...move, agrees: false };
  return {
    ...move,
    agrees: false,
    offers: { states: [{ number: open.number, state: 'withdrawn' }], added: [] },
    webhooks: [{ type: 'offer.withdrawn', data: { number: open.number, side: 'brand' } }],
  };
}
