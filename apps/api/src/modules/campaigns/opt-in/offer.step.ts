import {
  type Agreement,
  type AgreementChange,
  type OfferAnswer,
  type OfferSide,
  type OfferTable,
  offerStep,
} from '@troupe/domain/campaigns/agreement';
import { problem } from '@troupe/domain/problem';
import { type OfferEvent, type OfferWrites, type StoredOffer, tableOf } from './offer.queries.ts';
import type { NewEvent, StoredOptIn } from './opt-in-change.queries.ts';
import { optInEvent } from './opt-in-event-text.ts';

/** The writes of an offer or of an answer to one. */
export interface OfferOutcome {
  /** Whether both sides now agree on new terms. */
  agrees: boolean;
  columns: Partial<StoredOptIn>;
  events: NewEvent[];
  offers: OfferWrites;
  webhooks: OfferEvent[];
}

const NOTHING: OfferOutcome = {
  agrees: false,
  columns: {},
  events: [],
  offers: { states: [], added: [] },
  webhooks: [],
};

/** Returns the terms with some parts changed. @throws invalid when the draft is due after the post */
export function termsOf(base: Agreement, change: AgreementChange): Agreement {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const terms: Agreement = { ...base, ...Object.fromEntries(given) };
  if (terms.draftDue && terms.liveDue && Date.parse(terms.draftDue) > Date.parse(terms.liveDue))
    throw problem('invalid', {
      fields: { 'agreement.draftDue': 'The draft must be due on or before the live date' },
    });
  return terms;
}

/** Returns the base for a brand's partial offer: its open offer, else the agreed terms, else the creator's request. */
export function brandBase({ open, agreed, asked }: OfferTable): Agreement {
  return open?.side === 'brand' ? open.terms : (agreed ?? asked);
}

/** Returns the base for a creator's partial offer: the open offer, else the agreed terms, else their own request. */
export const creatorBase = ({ open, agreed, asked }: OfferTable): Agreement => open?.terms ?? agreed ?? asked;

interface By {
  side: OfferSide;
  userId: string | null;
}

/** Returns the writes of a new offer. */
export function proposeStep(
  row: StoredOptIn,
  offers: readonly StoredOffer[],
  terms: Agreement,
  { side, userId }: By,
): OfferOutcome {
  const step = offerStep(tableOf(row, offers), side, terms);
  if (step.kind === 'none') return NOTHING;
  if (step.kind === 'accept') return close(offers, step.number, 'accepted');
  if (step.kind === 'withdraw') return close(offers, step.number, 'withdrawn');
  if (step.kind === 'decline') return close(offers, step.number, 'declined');
  const number = (offers.at(-1)?.number ?? 0) + 1;
  const agrees = step.kind === 'agree';
  const state = agrees ? 'accepted' : 'offered';
  return {
    agrees,
    columns: agrees ? { agreement: terms, agreedNumber: number } : {},
    events: [
      agrees ? optInEvent('offer-accepted', { terms, agreed: true }) : optInEvent('offer', { terms, side }),
    ],
    offers: { states: step.closes ? [step.closes] : [], added: [{ number, side, state, terms, userId }] },
    webhooks: [{ type: agrees ? 'offer.accepted' : 'offer.created', data: { number, side } }],
  };
}

/**
 * Returns the writes of an answer to an offer; null if it was already answered this way.
 * @throws conflict when the offer isn't the open one, invalid_transition when the side may not answer
 */
export function answerStep(
  offers: readonly StoredOffer[],
  number: number,
  answer: OfferAnswer,
  side: OfferSide,
): OfferOutcome | null {
  const offer = offers.find((one) => one.number === number);
  if (!offer) throw problem('not_found');
  const state = ({ accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const)[answer];
  if ((offer.side === side) !== (answer === 'withdraw'))
    throw problem('invalid_transition', {
      message:
        answer === 'withdraw'
          ? 'You can only withdraw your own offer.'
          : "You can't respond to your own offer.",
    });
  if (offer.state === state) return null;
  if (offer.state !== 'offered') throw offerChanged(offers);
  return close(offers, number, state);
}

/** Returns the problem for answering an offer that is no longer open. */
export function offerChanged(offers: readonly StoredOffer[]) {
  const latest = offers.at(-1);
  return problem('conflict', {
    message:
      latest?.state === 'offered'
        ? 'The offer has changed since you opened it. Review the new terms, then respond again.'
        : 'This offer is no longer open. Review what changed.',
    ...(latest ? { extra: { number: latest.number, state: latest.state } } : {}),
  });
}

function close(
  offers: readonly StoredOffer[],
  number: number,
  state: 'accepted' | 'declined' | 'withdrawn',
): OfferOutcome {
  const offer = offers.find((one) => one.number === number);
  if (!offer) throw problem('not_found');
  const { terms, side } = offer;
  return {
    agrees: state === 'accepted',
    columns: state === 'accepted' ? { agreement: terms, agreedNumber: number } : {},
    events: [optInEvent(`offer-${state}`, { terms })],
    offers: { states: [{ number, state }], added: [] },
    webhooks: [{ type: `offer.${state}`, data: { number, side } }],
  };
}
