import type { BillingCustomer, CardBehavior } from './billing-entity.ts';
import type { BillingStore } from './billing-store.ts';

/** The only cards that are accepted, so that no real one is typed here. */
export const TEST_CARDS: readonly { number: string; behavior: CardBehavior; text: string }[] = [
  { number: '4111 1111 1111 1111', behavior: 'pays', text: 'Pays' },
  { number: '4000 0000 0000 0002', behavior: 'declines', text: 'Is declined' },
  { number: '4000 0000 0000 0341', behavior: 'declines_later', text: 'Pays once, renewals are declined' },
  { number: '4000 0000 0000 0119', behavior: 'server_error', text: 'Breaks the payment down' },
];
export const cardBehaviors = TEST_CARDS.map(({ behavior }) => behavior);

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
export function readCard({ number, expiry, cvv }: TypedCard): { card: UsableCard } | { errors: CardErrors } {
  const errors: CardErrors = {};
  const digits = number.replace(/[\s-]/g, '');
  const known = TEST_CARDS.find((one) => one.number.replaceAll(' ', '') === digits);
  if (!known) errors.number = 'Use one of the test cards. Never enter a real card here.';
  const [, monthText, yearText] = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(expiry) ?? [];
  const month = Number(monthText);
  const year = 2000 + (Number(yearText) % 100);
  if (!monthText || month < 1 || month > 12)
    errors.expiry = 'Enter the expiry as month and year, such as 12/30.';
  else if (Date.UTC(year, month, 1) <= Date.now()) errors.expiry = 'This card has expired.';
  if (!/^\s*\d{3,4}\s*$/.test(cvv)) errors.cvv = 'Enter the 3 or 4 digits of the security code.';
  if (!known || Object.keys(errors).length > 0) return { errors };
  return { card: { number: digits, behavior: known.behavior, month, year } };
}

/** A card for programs, which name only what it does. */
export function cardThat(behavior: CardBehavior): UsableCard {
  const number = TEST_CARDS.find((one) => one.behavior === behavior)?.number.replaceAll(' ', '') ?? '';
  return { number, behavior, month: 12, year: new Date().getUTCFullYear() + 3 };
}

/** How taking money ended. */
export type PaymentOutcome =
  | { ok: true }
  | { ok: false; reason: 'card_error' | 'server_error'; code: string; text: string };

const refused = (reason: 'card_error' | 'server_error', code: string, text: string) =>
  ({ ok: false, reason, code, text }) as const;
export const DECLINED = refused('card_error', 'card_declined', 'Your card was declined.');
export const BROKEN = refused('server_error', 'processing_error', "The payment gateway couldn't be reached.");
const NO_CARD = refused('card_error', 'no_valid_card', 'There is no valid card on file.');

/** What a card does when the person who holds it pays with it. */
export function payWith(behavior: CardBehavior): PaymentOutcome {
  if (behavior === 'declines') return DECLINED;
  return behavior === 'server_error' ? BROKEN : { ok: true };
}

/** What the card on file does when it is charged without its holder. */
export function payOnFile({ state }: BillingStore, customerId: string): PaymentOutcome {
  const behavior = state.behaviors.get(customerId);
  if (!behavior) return NO_CARD;
  return behavior === 'declines_later' ? DECLINED : payWith(behavior);
}

/** Puts a card on file, in place of the one there was. */
export function saveCard(
  store: BillingStore,
  customer: BillingCustomer,
  { number, behavior, month, year }: UsableCard,
): void {
  const { cards, behaviors } = store.state;
  const replaced = cards.has(customer.id);
  cards.set(customer.id, {
    customer_id: customer.id,
    last4: number.slice(-4),
    expiry_month: month,
    expiry_year: year,
    object: 'card',
  });
  behaviors.set(customer.id, behavior);
  customer.card_status = 'valid';
  store.touch(customer);
  store.emit(replaced ? 'card_updated' : 'card_added', { customer, card: cards.get(customer.id) });
  if (replaced) store.emit('customer_changed', { customer });
}
