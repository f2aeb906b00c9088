import type { BillingCard, BillingCustomer, CardBehavior, EventSource } from './billing-entity.ts';
import { type BillingStore, newId } from './billing-store.ts';
import { wrongState } from './billing-wire.ts';

export const cardBehaviors: CardBehavior[] = ['pays', 'declines', 'declines_later', 'server_error'];

/** The only cards that are accepted: nobody should type a real one here. */
export const TEST_CARDS: readonly { number: string; behavior: CardBehavior; text: string }[] = [
  { number: '4111 1111 1111 1111', behavior: 'pays', text: 'Pays' },
  { number: '5555 5555 5555 4444', behavior: 'pays', text: 'Pays, from another card brand' },
  { number: '4000 0000 0000 0002', behavior: 'declines', text: 'Is declined' },
  { number: '4000 0000 0000 0341', behavior: 'declines_later', text: 'Pays once, renewals are declined' },
  { number: '4000 0000 0000 0119', behavior: 'server_error', text: 'Breaks the payment down' },
];

/** A card as it is typed; `expiry` is `MM / YY`, with or without blanks. */
export type TypedCard = Record<'number' | 'expiry' | 'cvv' | 'name', string>;
export type CardErrors = Partial<TypedCard>;

/** A card that can be used. */
export interface UsableCard {
  number: string;
  behavior: CardBehavior;
  month: number;
  year: number;
}

/** Reads a typed card; errors are by field. */
export function readCard(
  { number, expiry, cvv, name }: TypedCard,
  now: Date,
): { card: UsableCard } | { errors: CardErrors } {
  const errors: CardErrors = {};
  const digits = number.replace(/[\s-]/g, '');
  const known = TEST_CARDS.find((one) => one.number.replaceAll(' ', '') === digits);
  if (!digits) errors.number = 'Enter the card number.';
  else if (!known) errors.number = 'Use one of the test cards. Never enter a real card here.';
  const [, monthText, yearText] = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(expiry) ?? [];
  const month = Number(monthText);
  const year = 2000 + (Number(yearText) % 100);
  if (!monthText || month < 1 || month > 12)
    errors.expiry = 'Enter the expiry as month and year, such as 12/30.';
  else if (new Date(Date.UTC(year, month, 1)) <= now) errors.expiry = 'This card has expired.';
  if (!/^\s*\d{3,4}\s*$/.test(cvv)) errors.cvv = 'Enter the 3 or 4 digits of the security code.';
  if (name.trim().length > 100) errors.name = 'Enter at most 100 characters.';
  if (!known || Object.keys(errors).length > 0) return { errors };
  return { card: { number: digits, behavior: known.behavior, month, year } };
}

/** A card for programs, which name only what it does. */
export function cardThat(behavior: CardBehavior): UsableCard {
  const number = TEST_CARDS.find((one) => one.behavior === behavior)?.number ?? '';
  return {
    number: number.replaceAll(' ', ''),
    behavior,
    month: 12,
    year: new Date().getUTCFullYear() + 3,
  };
}

/** How taking money ended. */
export type PaymentOutcome =
  | { ok: true }
  | { ok: false; reason: 'card_error' | 'server_error'; code: string; text: string };

export const DECLINED = {
  ok: false,
  reason: 'card_error',
  code: 'card_declined',
  text: 'Your card was declined.',
} as const;
export const BROKEN = {
  ok: false,
  reason: 'server_error',
  code: 'processing_error',
  text: "The payment gateway couldn't be reached.",
} as const;
const NO_CARD = {
  ok: false,
  reason: 'card_error',
  code: 'no_valid_card',
  text: 'There is no valid card on file.',
} as const;

/** What a card does when the person who holds it pays with it. */
export function payWith({ behavior }: UsableCard): PaymentOutcome {
  if (behavior === 'declines') return DECLINED;
  return behavior === 'server_error' ? BROKEN : { ok: true };
}

/** What the card on file does when it is charged without its holder. */
export function payOnFile({ state }: BillingStore, customerId: string): PaymentOutcome {
  const card = state.cards.get(customerId);
  if (!card || Date.UTC(card.expiry_year, card.expiry_month, 1) <= Date.now()) return NO_CARD;
  const behavior = state.behaviors.get(customerId);
  if (behavior === 'declines' || behavior === 'declines_later') return DECLINED;
  return behavior === 'server_error' ? BROKEN : { ok: true };
}

/** Puts a card on file, in place of the one there was. */
export function saveCard(
  store: BillingStore,
  customer: BillingCustomer,
  { number, behavior, month, year }: UsableCard,
  source: EventSource,
): BillingCard {
  const { cards, behaviors } = store.state;
  const replaced = cards.has(customer.id);
  const card: BillingCard = {
    customer_id: customer.id,
    payment_source_id: newId('pm'),
    status: 'valid',
    last4: number.slice(-4),
    masked_number: `${'*'.repeat(12)}${number.slice(-4)}`,
    card_type: number.startsWith('5') ? 'mastercard' : 'visa',
    expiry_month: month,
    expiry_year: year,
    object: 'card',
  };
  cards.set(customer.id, card);
  behaviors.set(customer.id, behavior);
  customer.card_status = 'valid';
  store.touch(customer);
  store.emit(replaced ? 'card_updated' : 'card_added', { customer, card }, source);
  if (replaced) store.emit('customer_changed', { customer, card }, source);
  return card;
}

/** Lets the card on file expire last month. */
export function expireCard(store: BillingStore, customer: BillingCustomer): void {
  const card = store.state.cards.get(customer.id);
  if (!card) throw wrongState(`Customer ${customer.id} has no card.`);
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  card.expiry_month = month.getUTCMonth() + 1;
  card.expiry_year = month.getUTCFullYear();
  card.status = 'expired';
  customer.card_status = 'expired';
  store.touch(customer);
  store.emit('card_expired', { customer, card }, 'scheduled_job');
}
