import { CURRENCY, ITEM_PRICES, type ItemPrice } from '@troupe/domain/billing/plan';
import {
  type BillingCustomer,
  type BillingInvoice,
  type BillingStore,
  type BillingTransaction,
  type CardBehavior,
  type LineItem,
  newId,
  seconds,
} from './billing-store.ts';
import { missing, type OrderedItem, wrongState, wrongValue } from './billing-wire.ts';

/** The only accepted cards, so no real one is entered here. */
export const TEST_CARDS: readonly { number: string; behavior: CardBehavior; text: string }[] = [
  { number: '4111 1111 1111 1111', behavior: 'pays', text: 'Pays' },
  { number: '4000 0000 0000 0002', behavior: 'declines', text: 'Is declined' },
  { number: '4000 0000 0000 0341', behavior: 'declines_later', text: 'Pays once, renewals are declined' },
  { number: '4000 0000 0000 0119', behavior: 'server_error', text: 'Breaks the payment down' },
];
export const cardBehaviors = TEST_CARDS.map(({ behavior }) => behavior);

/** Card input; `expiry` is `MM / YY`, with or without spaces. */
export type TypedCard = Record<'number' | 'expiry' | 'cvv' | 'name', string>;
export type CardErrors = Partial<TypedCard>;

/** A valid card. */
export type UsableCard = { number: string; behavior: CardBehavior; month: number; year: number };

/** Validates card input; errors are by field. */
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

/** A card for API calls, which name only its behavior. */
export function cardThat(behavior: CardBehavior): UsableCard {
  const number = TEST_CARDS.find((one) => one.behavior === behavior)?.number.replaceAll(' ', '') ?? '';
  return { number, behavior, month: 12, year: new Date().getUTCFullYear() + 3 };
}

/** Result of a charge. */
export type PaymentOutcome =
  | { ok: true }
  | { ok: false; reason: 'card_error' | 'server_error'; code: string; text: string };

const refused = (reason: 'card_error' | 'server_error', code: string, text: string) =>
  ({ ok: false, reason, code, text }) as const;
export const DECLINED = refused('card_error', 'card_declined', 'Your card was declined.');
export const BROKEN = refused('server_error', 'processing_error', "The payment gateway couldn't be reached.");
const NO_CARD = refused('card_error', 'no_valid_card', 'There is no valid card on file.');

/** Returns a card's behavior when its holder pays. */
export function payWith(behavior: CardBehavior): PaymentOutcome {
  if (behavior === 'declines') return DECLINED;
  return behavior === 'server_error' ? BROKEN : { ok: true };
}

/** Returns the behavior of the card on file when charged automatically. */
export function payOnFile({ state }: BillingStore, customerId: string): PaymentOutcome {
  const behavior = state.behaviors.get(customerId);
  if (!behavior) return NO_CARD;
  return behavior === 'declines_later' ? DECLINED : payWith(behavior);
}

/** Replaces the card on file. */
export function saveCard(
  store: BillingStore,
  customer: BillingCustomer,
  { number, behavior, month, year }: UsableCard,
): void {
  const { cards, behaviors } = store.state;
  const replaced = cards.has(customer.id);
  const expiry = { expiry_month: month, expiry_year: year };
  const card = { customer_id: customer.id, last4: number.slice(-4), ...expiry, object: 'card' } as const;
  cards.set(customer.id, card);
  behaviors.set(customer.id, behavior);
  store.touch(Object.assign(customer, { card_status: 'valid' }));
  store.emit(replaced ? 'card_updated' : 'card_added', { customer, card });
  if (replaced) store.emit('customer_changed', { customer });
}

export const isUnpaid = ({ status }: BillingInvoice): boolean => status !== 'paid';
export const sumOf = (lines: readonly { amount?: number }[]): number =>
  lines.reduce((sum, { amount = 0 }) => sum + amount, 0);

/** Returns an item's catalog price. */
export function priceOf(id: string): ItemPrice {
  return ITEM_PRICES.find((one) => one.id === id) ?? missing('Item price', id);
}

/** Creates an invoice line; `share` is the charged part of the price. */
export function lineOf({ itemPriceId, quantity }: OrderedItem, share = 1): LineItem {
  const { price, name } = priceOf(itemPriceId);
  return {
    quantity,
    amount: Math.round(price * quantity * share),
    description: share === 1 ? name : `${name} - prorated charges`,
    entity_id: itemPriceId,
  };
}

/**
 * Creates an invoice from lines, uses the customer's credit, and charges the rest with the given
 * outcome; uncharged amounts are due.
 */
export function bill(
  store: BillingStore,
  customer: BillingCustomer,
  lines: LineItem[],
  outcome: PaymentOutcome,
  subscriptionId?: string,
): BillingInvoice {
  const total = sumOf(lines);
  const credits = Math.min(total, customer.refundable_credits);
  if (credits > 0) {
    customer.refundable_credits -= credits;
    store.touch(customer);
  }
  store.state.invoiceNumber += 1;
  const invoice = store.keep(store.state.invoices, {
    id: String(store.state.invoiceNumber),
    customer_id: customer.id,
    ...(subscriptionId && { subscription_id: subscriptionId }),
    recurring: subscriptionId !== undefined,
    status: 'paid',
    date: seconds(),
    currency_code: CURRENCY,
    total,
    amount_paid: 0,
    credits_applied: credits,
    amount_due: total - credits,
    line_items: lines,
    issued_credit_notes: [],
    object: 'invoice',
  });
  const transaction = invoice.amount_due > 0 ? take(store, invoice, outcome) : null;
  store.emit('invoice_generated', store.about(invoice));
  if (transaction) emitPayment(store, invoice, transaction);
  return invoice;
}

/** Records an attempt to charge an invoice. */
function take(store: BillingStore, invoice: BillingInvoice, outcome: PaymentOutcome): BillingTransaction {
  const transaction = newTransaction(store, invoice, 'payment', invoice.amount_due);
  if (outcome.ok) {
    invoice.amount_paid += invoice.amount_due;
    invoice.amount_due = 0;
    invoice.status = 'paid';
  } else {
    Object.assign(transaction, { status: 'failure', error_code: outcome.code, error_text: outcome.text });
    if (invoice.status !== 'not_paid') invoice.status = 'payment_due';
  }
  store.touch(invoice);
  countDues(store, invoice.subscription_id);
  return transaction;
}

function newTransaction(
  store: BillingStore,
  { id, customer_id, subscription_id }: BillingInvoice,
  type: BillingTransaction['type'],
  amount: number,
): BillingTransaction {
  return store.keep(store.state.transactions, {
    id: newId('txn', 16),
    customer_id,
    ...(subscription_id && { subscription_id }),
    invoice_id: id,
    type,
    date: seconds(),
    amount,
    status: 'success',
    object: 'transaction',
  });
}

function emitPayment(store: BillingStore, invoice: BillingInvoice, transaction: BillingTransaction): void {
  const type = transaction.status === 'success' ? 'payment_succeeded' : 'payment_failed';
  store.emit(type, { ...store.about(invoice), transaction });
}

/** Counts a subscription's unpaid invoices. */
function countDues(store: BillingStore, subscriptionId: string | undefined): void {
  const subscription = store.state.subscriptions.get(subscriptionId ?? '');
  if (!subscription) return;
  const unpaid = store.invoicesOf(subscription).filter(isUnpaid);
  const total = unpaid.reduce((sum, { amount_due }) => sum + amount_due, 0);
  if (subscription.due_invoices_count === unpaid.length && (subscription.total_dues ?? 0) === total) return;
  subscription.due_invoices_count = unpaid.length;
  delete subscription.due_since;
  delete subscription.total_dues;
  if (unpaid.length > 0) {
    subscription.due_since = Math.min(...unpaid.map(({ date }) => date));
    subscription.total_dues = total;
  }
  store.touch(subscription);
}

/**
 * Retries charging an amount due, and returns the result.
 * @param outcome the result; by default that of charging the card on file
 */
export function collect(
  store: BillingStore,
  invoice: BillingInvoice,
  outcome: PaymentOutcome = payOnFile(store, invoice.customer_id),
): PaymentOutcome {
  if (!isUnpaid(invoice))
    throw wrongState(`Invoice ${invoice.id} cannot be collected as it is ${invoice.status}.`);
  emitPayment(store, invoice, take(store, invoice, outcome));
  store.emit('invoice_updated', store.about(invoice));
  return outcome;
}

function addNote(store: BillingStore, invoice: BillingInvoice, total: number, isRefund: boolean): void {
  store.state.creditNoteNumber += 1;
  invoice.issued_credit_notes.push({
    cn_id: `CN-${store.state.creditNoteNumber}`,
    cn_total: total,
    cn_status: isRefund ? 'refunded' : 'refund_due',
  });
  store.touch(invoice);
}

/** Issues credit for part of an invoice, applied to the next one. */
export function giveCredit(store: BillingStore, invoice: BillingInvoice, total: number): void {
  addNote(store, invoice, total, false);
  const customer = store.customer(invoice.customer_id);
  customer.refundable_credits += total;
  store.touch(customer);
}

/** Refunds an invoice to the card: a given amount, or everything remaining. */
export function refund(store: BillingStore, invoice: BillingInvoice, part?: number): BillingTransaction {
  const refunded = [...store.state.transactions.values()].filter(
    ({ type, invoice_id }) => type === 'refund' && invoice_id === invoice.id,
  );
  const left = invoice.amount_paid - sumOf(refunded);
  const amount = part ?? left;
  if (left <= 0) throw wrongState(`Invoice ${invoice.id} has nothing to refund.`);
  if (amount > left) throw wrongValue('refund_amount', 'is more than was paid');
  const transaction = newTransaction(store, invoice, 'refund', amount);
  addNote(store, invoice, amount, true);
  store.emit('payment_refunded', { ...store.about(invoice), transaction });
  store.emit('invoice_updated', store.about(invoice));
  return transaction;
}
