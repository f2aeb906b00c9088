import { CURRENCY, ITEM_PRICES, type ItemPrice } from '@troupe/domain/billing/plan';
import { type PaymentOutcome, payOnFile } from './billing-card.ts';
import type {
  BillingCustomer,
  BillingInvoice,
  BillingTransaction,
  EventSource,
  LineItem,
  LinkedNote,
  OrderedItem,
} from './billing-entity.ts';
import { type BillingStore, newId, seconds } from './billing-store.ts';
import { notFound, paymentFailed, wrongState, wrongValue } from './billing-wire.ts';

/** Days until a failed payment is tried again; as many retries as there are numbers, then it is `not_paid`. */
const RETRY_DAYS = [1, 3, 5, 7];
export const DAY = 86_400;

export const isUnpaid = ({ status }: BillingInvoice): boolean => status !== 'paid';
export const sumOf = (lines: readonly { amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

/** The catalogue's price of an item. */
export function priceOf(id: string): ItemPrice {
  const price = ITEM_PRICES.find((one) => one.id === id);
  if (!price) throw notFound('Item price', id);
  return price;
}

/** A line for an item; `share` is the part of its price that is charged. */
export function lineOf(
  { itemPriceId, quantity }: OrderedItem,
  from: number,
  to: number,
  share = 1,
): LineItem {
  const { price, name, itemType } = priceOf(itemPriceId);
  const amount = Math.round(price * quantity * share);
  return {
    id: newId('li'),
    date_from: from,
    date_to: itemType === 'charge' ? from : to,
    unit_amount: share === 1 ? price : Math.round(amount / quantity),
    quantity,
    amount,
    description: share === 1 ? name : `${name} - prorated charges`,
    entity_type: `${itemType}_item_price`,
    entity_id: itemPriceId,
    object: 'line_item',
  };
}

/** Makes an invoice of these lines; the customer's credit is used up first. It is `posted` until it is paid. */
export function makeInvoice(
  store: BillingStore,
  customer: BillingCustomer,
  lines: LineItem[],
  subscriptionId?: string,
): BillingInvoice {
  const now = seconds();
  const total = sumOf(lines);
  const credits = Math.min(total, customer.refundable_credits);
  if (credits > 0) {
    customer.refundable_credits -= credits;
    store.touch(customer);
  }
  store.state.invoiceNumber += 1;
  const invoice: BillingInvoice = {
    id: String(store.state.invoiceNumber),
    customer_id: customer.id,
    ...(subscriptionId && { subscription_id: subscriptionId }),
    recurring: subscriptionId !== undefined,
    status: 'posted',
    date: now,
    due_date: now,
    currency_code: CURRENCY,
    total,
    amount_paid: 0,
    amount_adjusted: 0,
    credits_applied: credits,
    amount_due: total - credits,
    deleted: false,
    line_items: lines,
    dunning_attempts: [],
    adjustment_credit_notes: [],
    issued_credit_notes: [],
    updated_at: now,
    resource_version: store.nextVersion(),
    object: 'invoice',
  };
  if (invoice.amount_due === 0) markPaid(invoice);
  store.state.invoices.set(invoice.id, invoice);
  return invoice;
}

function markPaid(invoice: BillingInvoice): void {
  invoice.status = 'paid';
  invoice.paid_at = seconds();
  if (invoice.dunning_status) invoice.dunning_status = 'success';
  delete invoice.next_retry_at;
}

function linkNote(store: BillingStore, total: number, status: LinkedNote['cn_status']): LinkedNote {
  store.state.creditNoteNumber += 1;
  return {
    cn_id: `CN-${store.state.creditNoteNumber}`,
    cn_date: seconds(),
    cn_total: total,
    cn_status: status,
  };
}

/** Gives credit: what is owed on the invoice becomes less first, the rest waits for the next invoice. */
export function giveCredit(
  store: BillingStore,
  customer: BillingCustomer,
  invoice: BillingInvoice,
  total: number,
): void {
  const adjusted = isUnpaid(invoice) ? Math.min(total, invoice.amount_due) : 0;
  const note = linkNote(store, total, total === adjusted ? 'adjusted' : 'refund_due');
  if (adjusted > 0) {
    invoice.amount_adjusted += adjusted;
    invoice.amount_due -= adjusted;
    if (invoice.amount_due === 0) markPaid(invoice);
    invoice.adjustment_credit_notes.push(note);
  } else invoice.issued_credit_notes.push(note);
  store.touch(invoice);
  customer.refundable_credits += total - adjusted;
  store.touch(customer);
}

/** Counts what is owed for the subscription of an invoice. */
export function countDues(store: BillingStore, subscriptionId: string | undefined): void {
  const subscription = store.state.subscriptions.get(subscriptionId ?? '');
  if (!subscription) return;
  const unpaid = store.invoicesOf(subscription).filter((one) => isUnpaid(one) && one.amount_due > 0);
  const total = unpaid.reduce((sum, { amount_due }) => sum + amount_due, 0);
  if (subscription.due_invoices_count === unpaid.length && (subscription.total_dues ?? 0) === total) return;
  subscription.due_invoices_count = unpaid.length;
  if (unpaid.length > 0) {
    subscription.due_since = Math.min(...unpaid.map(({ due_date }) => due_date));
    subscription.total_dues = total;
  } else {
    delete subscription.due_since;
    delete subscription.total_dues;
  }
  store.touch(subscription);
}

/** Books an attempt to take what is due on an invoice. */
export function bookPayment(
  store: BillingStore,
  invoice: BillingInvoice,
  outcome: PaymentOutcome,
): BillingTransaction {
  const transaction = newTransaction(store, invoice, 'payment', invoice.amount_due);
  if (outcome.ok) {
    invoice.amount_paid += invoice.amount_due;
    invoice.amount_due = 0;
    markPaid(invoice);
  } else
    Object.assign(transaction, { status: 'failure', error_code: outcome.code, error_text: outcome.text });
  store.touch(invoice);
  countDues(store, invoice.subscription_id);
  return transaction;
}

function newTransaction(
  store: BillingStore,
  invoice: BillingInvoice,
  type: BillingTransaction['type'],
  amount: number,
): BillingTransaction {
  const transaction: BillingTransaction = {
    id: newId('txn', 16),
    customer_id: invoice.customer_id,
    ...(invoice.subscription_id && { subscription_id: invoice.subscription_id }),
    invoice_id: invoice.id,
    type,
    date: seconds(),
    amount,
    currency_code: invoice.currency_code,
    status: 'success',
    updated_at: seconds(),
    resource_version: store.nextVersion(),
    object: 'transaction',
  };
  store.state.transactions.set(transaction.id, transaction);
  return transaction;
}

/** Emits that an invoice exists and, where money was asked for, how that ended. */
export function emitInvoice(
  store: BillingStore,
  invoice: BillingInvoice,
  transaction: BillingTransaction | undefined,
  source: EventSource,
): void {
  store.emit('invoice_generated', store.about(invoice), source);
  if (transaction) emitPayment(store, invoice, transaction, source);
}

function emitPayment(
  store: BillingStore,
  invoice: BillingInvoice,
  transaction: BillingTransaction,
  source: EventSource,
): void {
  const type = transaction.status === 'success' ? 'payment_succeeded' : 'payment_failed';
  store.emit(type, { ...store.about(invoice), transaction }, source);
}

/** Takes the money of a renewal from the card on file; a failed payment is tried again later. */
export function chargeRenewal(store: BillingStore, invoice: BillingInvoice, outcome?: PaymentOutcome): void {
  const source = 'scheduled_job';
  if (invoice.amount_due === 0) {
    emitInvoice(store, invoice, undefined, source);
    return;
  }
  const transaction = bookPayment(store, invoice, outcome ?? payOnFile(store, invoice.customer_id));
  if (transaction.status === 'failure') {
    invoice.status = 'payment_due';
    invoice.dunning_status = 'in_progress';
    invoice.next_retry_at = invoice.date + (RETRY_DAYS[0] ?? 1) * DAY;
    noteAttempt(invoice, transaction);
    store.touch(invoice);
  }
  emitInvoice(store, invoice, transaction, source);
}

function noteAttempt(invoice: BillingInvoice, { status }: BillingTransaction): void {
  invoice.dunning_attempts.push({ attempt: invoice.dunning_attempts.length, txn_status: status });
}

/** The vendor retries a payment by itself; `last` ends the retries. */
export function retryPayment(
  store: BillingStore,
  invoice: BillingInvoice,
  options: { outcome?: PaymentOutcome; last?: boolean } = {},
): void {
  if (!isUnpaid(invoice)) throw wrongState(`Invoice ${invoice.id} is not due.`);
  const at = invoice.next_retry_at ?? seconds();
  const transaction = bookPayment(store, invoice, options.outcome ?? payOnFile(store, invoice.customer_id));
  noteAttempt(invoice, transaction);
  if (transaction.status === 'failure') {
    const days = RETRY_DAYS[invoice.dunning_attempts.length - 1];
    if (options.last || days === undefined) {
      invoice.status = 'not_paid';
      invoice.dunning_status = 'exhausted';
      delete invoice.next_retry_at;
    } else invoice.next_retry_at = at + days * DAY;
  }
  store.touch(invoice);
  emitPayment(store, invoice, transaction, 'scheduled_job');
  for (const type of ['invoice_updated', 'dunning_updated'])
    store.emit(type, store.about(invoice), 'scheduled_job');
}

/** Collects what is due now. A failure is booked, and refused. */
export function collect(
  store: BillingStore,
  invoice: BillingInvoice,
  options: { outcome?: PaymentOutcome; source: EventSource },
): void {
  if (!isUnpaid(invoice) || invoice.amount_due === 0)
    throw wrongState(`Invoice ${invoice.id} cannot be collected as it is ${invoice.status}.`);
  const outcome = options.outcome ?? payOnFile(store, invoice.customer_id);
  const transaction = bookPayment(store, invoice, outcome);
  emitPayment(store, invoice, transaction, options.source);
  store.emit('invoice_updated', store.about(invoice), options.source);
  if (!outcome.ok) throw paymentFailed(outcome.text);
}

/** Sends money of an invoice back to the card: without an amount, all that is left of what was paid. */
export function refund(
  store: BillingStore,
  invoice: BillingInvoice,
  { amount: part, source }: { amount?: number | undefined; source: EventSource },
): BillingTransaction {
  const refunded = [...store.state.transactions.values()].filter(
    ({ type, invoice_id }) => type === 'refund' && invoice_id === invoice.id,
  );
  const left = invoice.amount_paid - sumOf(refunded);
  const amount = part ?? left;
  if (left <= 0) throw wrongState(`Invoice ${invoice.id} has nothing to refund.`);
  if (amount > left) throw wrongValue('refund_amount', 'is more than was paid');
  const transaction = newTransaction(store, invoice, 'refund', amount);
  invoice.issued_credit_notes.push(linkNote(store, amount, 'refunded'));
  store.touch(invoice);
  store.emit('payment_refunded', { ...store.about(invoice), transaction }, source);
  store.emit('invoice_updated', store.about(invoice), source);
  return transaction;
}
