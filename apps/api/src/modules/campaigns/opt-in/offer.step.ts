import { usageRightsText } from '@troupe/domain/billing/usage-rights-text';
import {
  type Agreement,
  type AgreementChange,
  type OfferAnswer,
  type OfferSide,
  type OfferTable,
  offerStep,
} from '@troupe/domain/campaigns/agreement';
import { deliverableWords } from '@troupe/domain/campaigns/campaign-brief';
import { moneyText } from '@troupe/domain/money';
import { problem } from '@troupe/domain/problem';
import { type OfferNews, type OfferWrites, type StoredOffer, tableOf } from './offer.queries.ts';
import type { NewEvent, StoredOptIn } from './opt-in-change.queries.ts';

/** What an offer, or the answer to one, writes. */
export interface OfferOutcome {
  /** Whether both sides now agree on terms that did not bind before. */
  agrees: boolean;
  columns: Partial<StoredOptIn>;
  events: NewEvent[];
  offers: OfferWrites;
  webhooks: OfferNews[];
}

const NOTHING: OfferOutcome = {
  agrees: false,
  columns: {},
  events: [],
  offers: { states: [], added: [] },
  webhooks: [],
};

/** Returns the terms that a change of some of their parts makes. @throws invalid when the draft is due last */
export function termsOf(base: Agreement, change: AgreementChange): Agreement {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const terms: Agreement = { ...base, ...Object.fromEntries(given) };
  if (terms.draftDue && terms.liveDue && Date.parse(terms.draftDue) > Date.parse(terms.liveDue))
    throw problem('invalid', {
      fields: { 'agreement.draftDue': 'The draft is due after the content is live' },
    });
  return terms;
}

/** Returns what a partial offer of the brand starts from: their open offer, what is agreed, or what was asked. */
export function brandBase({ open, agreed, asked }: OfferTable): Agreement {
  return open?.side === 'brand' ? open.terms : (agreed ?? asked);
}

/** Returns what a partial offer of the creator starts from: what lies on the table, what is agreed, or their own. */
export const creatorBase = ({ open, agreed, asked }: OfferTable): Agreement => open?.terms ?? agreed ?? asked;

interface By {
  side: OfferSide;
  userId: string | null;
}

/** Returns what putting terms forward writes. */
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
      agrees
        ? { kind: 'offer-accepted', text: `Agreed: ${termsWords(terms)}` }
        : { kind: 'offer', text: `Offer from the ${side}: ${termsWords(terms)}` },
    ],
    offers: { states: step.closes ? [step.closes] : [], added: [{ number, side, state, terms, userId }] },
    webhooks: [{ type: agrees ? 'offer.accepted' : 'offer.created', data: { number, side } }],
  };
}

/**
 * Returns what the answer to an offer writes; null when that was answered so before.
 * @throws conflict when it is not the offer that is open, invalid_transition for an answer of the wrong side
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
        answer === 'withdraw' ? 'You can only withdraw your own offer.' : "You can't answer your own offer.",
    });
  if (offer.state === state) return null;
  if (offer.state !== 'offered') throw offerChanged(offers);
  return close(offers, number, state);
}

/** The refusal of an answer to an offer that is no longer open. */
export function offerChanged(offers: readonly StoredOffer[]) {
  const latest = offers.at(-1);
  return problem('conflict', {
    message:
      latest?.state === 'offered'
        ? 'The offer has changed since you opened it. Review the new terms, then answer again.'
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
    events: [{ kind: `offer-${state}`, text: `Offer ${state}: ${termsWords(terms)}` }],
    offers: { states: [{ number, state }], added: [] },
    webhooks: [{ type: `offer.${state}`, data: { number, side } }],
  };
}

/** `$520, 1 reel, draft by 1 Feb 2099, live by 10 Feb 2099, usage rights: 6 months, organic`. */
export function termsWords({
  fee,
  currency,
  deliverables,
  draftDue,
  liveDue,
  usageRights,
}: Agreement): string {
  const day = (moment: string | null) =>
    moment &&
    new Date(moment).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
  const parts = [
    fee ? moneyText(fee, currency) : 'no fee',
    deliverableWords(deliverables),
    draftDue && `draft by ${day(draftDue)}`,
    liveDue && `live by ${day(liveDue)}`,
    usageRights && `usage rights: ${usageRightsText(usageRights)}`,
  ];
  return parts.filter(Boolean).join(', ');
}
