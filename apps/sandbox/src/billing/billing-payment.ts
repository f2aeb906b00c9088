import type { ReadCard } from './billing-card.ts';
import type {
  BillingCard,
  BillingCustomer,
  BillingInvoice,
  BillingTransaction,
  EventSource,
} from './billing-entity.ts';
import { wrongState } from './billing-error.ts';
import { newId, seconds } from './billing-id.ts';
import type { BillingStore } from './billing-store.ts';

/** How taking money ended. */
export type PaymentOutcome =
  | { ok: true }
  | { ok: false; reason: 'card_error' | 'server_error'; code: string; text: string };

const DECLINED: PaymentOutcome = {
  ok: false,
  reason: 'card_error',
  code: 'card_declined',
  text: 'Your card was declined.',
};
const BROKEN: PaymentOutcome = {
  ok: false,
  reason: 'server_error',
  code: 'processing_error',
  text: 'The payment gateway could not be reached.',
};
const NO_CARD: PaymentOutcome = {
  ok: false,
  reason: 'card_error',
  code: 'no_valid_card',
  text: 'There is no valid card on file.',
};

/** What a card does when it is used on a page, by the person who holds it. */
export function payWith(card: ReadCard): PaymentOutcome {
  if (card.behaviour === 'declines') return DECLINED;
  return card.behaviour === 'server_error' ? BROKEN : { ok: true };
}

/** What the card on file does when it is charged without its holder; an order for the subscription goes before. */
export function payOnFile(store: BillingStore, customerId: string, subscriptionId?: string): PaymentOutcome {
  const order = subscriptionId ? store.payments.get(subscriptionId) : undefined;
  if (order) return order === 'succeeds' ? { ok: true } : DECLINED;
  const card = store.cards.get(customerId);
  if (!card || isExpired(card)) return NO_CARD;
  const behaviour = store.behaviours.get(customerId);
  if (behaviour === 'declines' || behaviour === 'declines_later') return DECLINED;
  return behaviour === 'server_error' ? BROKEN : { ok: true };
}

const isExpired = ({ expiry_year, expiry_month }: BillingCard) =>
  Date.UTC(expiry_year, expiry_month, 1) <= Date.now();

/** Puts a card on file, in place of the one there was. */
export function saveCard(
  store: BillingStore,
  customer: BillingCustomer,
  card: ReadCard,
  source: EventSource,
): BillingCard {
  const earlier = store.cards.get(customer.id);
  const [first = '', ...rest] = card.name.split(/\s+/);
  const kept: BillingCard = {
    customer_id: customer.id,
    payment_source_id: newId('pm'),
    status: 'valid',
    gateway: 'chargebee',
    gateway_account_id: 'gw_sandbox',
    ...(first && { first_name: first }),
    ...(rest.length > 0 && { last_name: rest.join(' ') }),
    iin: card.number.slice(0, 6),
    last4: card.number.slice(-4),
    masked_number: `${'*'.repeat(12)}${card.number.slice(-4)}`,
    card_type: card.number.startsWith('5') ? 'mastercard' : 'visa',
    funding_type: 'credit',
    expiry_month: card.month,
    expiry_year: card.year,
    created_at: seconds(),
    updated_at: seconds(),
    resource_version: store.nextVersion(),
    object: 'card',
  };
  store.cards.set(customer.id, kept);
  store.behaviours.set(customer.id, card.behaviour);
  customer.card_status = 'valid';
  customer.primary_payment_source_id = kept.payment_source_id;
  customer.payment_method = {
    object: 'payment_method',
    type: 'card',
    reference_id: `tok_${kept.payment_source_id.slice(3)}`,
    gateway: 'chargebee',
    gateway_account_id: 'gw_sandbox',
    status: 'valid',
  };
  store.touch(customer);
  const content = { customer, card: kept, payment_source: paymentSourceOf(kept) };
  store.emit(earlier ? 'payment_source_updated' : 'payment_source_added', content, source);
  store.emit(earlier ? 'card_updated' : 'card_added', { customer, card: kept }, source);
  if (earlier) store.emit('customer_changed', { customer, card: kept }, source);
  return kept;
}

/** The card on file ran out last month. */
export function expireCard(store: BillingStore, customer: BillingCustomer, now: Date): void {
  const card = store.cards.get(customer.id);
  if (!card) throw wrongState(`Customer ${customer.id} has no card.`);
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  card.expiry_month = month.getUTCMonth() + 1;
  card.expiry_year = month.getUTCFullYear();
  card.status = 'expired';
  customer.card_status = 'expired';
  store.touch(card);
  store.touch(customer);
  store.emit('card_expired', { customer, card }, 'scheduled_job');
}

/** The same card as the vendor's newer calls show it. */
export function paymentSourceOf(card: BillingCard) {
  const { iin, last4, masked_number, expiry_month, expiry_year, funding_type, first_name, last_name } = card;
  return {
    id: card.payment_source_id,
    customer_id: card.customer_id,
    type: 'card',
    status: card.status,
    reference_id: `tok_${card.payment_source_id.slice(3)}`,
    gateway: card.gateway,
    gateway_account_id: card.gateway_account_id,
    created_at: card.created_at,
    updated_at: card.updated_at,
    resource_version: card.resource_version,
    deleted: false,
    card: {
      iin,
      last4,
      masked_number,
      expiry_month,
      expiry_year,
      funding_type,
      brand: card.card_type,
      first_name,
      last_name,
      object: 'card',
    },
    object: 'payment_source',
  };
}

/** Books an attempt to take money for an invoice; a success pays as much of it as was taken. */
export function bookPayment(
  store: BillingStore,
  invoice: BillingInvoice,
  amount: number,
  outcome: PaymentOutcome,
): BillingTransaction {
  const now = seconds();
  const card = store.cards.get(invoice.customer_id);
  const transaction: BillingTransaction = {
    id: newId('txn', 16),
    customer_id: invoice.customer_id,
    ...(invoice.subscription_id && { subscription_id: invoice.subscription_id }),
    ...(card && { payment_source_id: card.payment_source_id, masked_card_number: card.masked_number }),
    payment_method: 'card',
    gateway: 'chargebee',
    gateway_account_id: 'gw_sandbox',
    id_at_gateway: newId('cb', 20),
    type: 'payment',
    date: now,
    amount,
    amount_unused: 0,
    currency_code: invoice.currency_code,
    base_currency_code: invoice.base_currency_code,
    exchange_rate: 1,
    status: outcome.ok ? 'success' : 'failure',
    ...(!outcome.ok && { error_code: outcome.code, error_text: outcome.text }),
    linked_invoices: [],
    linked_refunds: [],
    deleted: false,
    updated_at: now,
    resource_version: store.nextVersion(),
    object: 'transaction',
  };
  if (outcome.ok) {
    invoice.amount_paid += amount;
    invoice.amount_due -= amount;
    invoice.amount_to_collect = invoice.amount_due;
    if (invoice.amount_due === 0) markPaid(invoice, now);
  }
  invoice.linked_payments.push({
    txn_id: transaction.id,
    applied_amount: outcome.ok ? amount : 0,
    applied_at: now,
    txn_status: transaction.status,
    txn_date: now,
    txn_amount: amount,
  });
  store.touch(invoice);
  transaction.linked_invoices.push({
    invoice_id: invoice.id,
    applied_amount: outcome.ok ? amount : 0,
    applied_at: now,
    invoice_date: invoice.date,
    invoice_total: invoice.total,
    invoice_status: invoice.status,
  });
  store.transactions.set(transaction.id, transaction);
  return transaction;
}

/** Nothing is owed any more; an invoice that was being retried says that it worked. */
export function markPaid(invoice: BillingInvoice, now: number): void {
  invoice.status = 'paid';
  invoice.paid_at = now;
  if (invoice.dunning_status) invoice.dunning_status = 'success';
  delete invoice.next_retry_at;
}
