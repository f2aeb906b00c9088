import { CURRENCY } from '@troupe/domain/billing/plan';
import type {
  BillingCreditNote,
  BillingCustomer,
  BillingInvoice,
  BillingSubscription,
  BillingTransaction,
  EventSource,
  LineItem,
} from './billing-entity.ts';
import { paymentFailed, wrongState, wrongValue } from './billing-error.ts';
import { newId, seconds } from './billing-id.ts';
import { plainLine, sumOf } from './billing-items.ts';
import { bookPayment, markPaid, type PaymentOutcome, payOnFile } from './billing-payment.ts';
import type { BillingStore } from './billing-store.ts';

/** Days until a payment that failed is tried again; as many retries as there are numbers, then it is not paid. */
const RETRY_DAYS = [1, 3, 5, 7];
export const DAY = 86_400;

const UNPAID = new Set(['payment_due', 'not_paid', 'posted']);
export const isUnpaid = ({ status }: BillingInvoice): boolean => UNPAID.has(status);

/** What goes along with an event about an invoice. */
export function around(store: BillingStore, invoice: BillingInvoice): Record<string, unknown> {
  return {
    invoice,
    customer: store.customers.get(invoice.customer_id),
    card: store.cards.get(invoice.customer_id),
    subscription: invoice.subscription_id && store.subscriptions.get(invoice.subscription_id),
  };
}

/** Makes an invoice of these lines; credits the customer has are used up first. It is `posted` until it is paid. */
export function makeInvoice(
  store: BillingStore,
  customer: BillingCustomer,
  lines: LineItem[],
  options: { subscriptionId?: string; recurring: boolean; first?: boolean },
): BillingInvoice {
  const now = seconds();
  const total = sumOf(lines);
  const id = store.nextInvoiceId();
  const applied = useCredits(store, customer, id, total, now);
  const due = total - sumOf(applied.map(({ applied_amount }) => ({ amount: applied_amount })));
  const invoice: BillingInvoice = {
    id,
    customer_id: customer.id,
    ...(options.subscriptionId && { subscription_id: options.subscriptionId }),
    recurring: options.recurring,
    status: 'posted',
    price_type: 'tax_exclusive',
    date: now,
    due_date: now,
    net_term_days: 0,
    currency_code: CURRENCY,
    base_currency_code: CURRENCY,
    exchange_rate: 1,
    total,
    sub_total: total,
    tax: 0,
    amount_paid: 0,
    amount_adjusted: 0,
    write_off_amount: 0,
    credits_applied: total - due,
    amount_due: due,
    amount_to_collect: due,
    first_invoice: options.first ?? false,
    new_sales_amount: options.first ? total : 0,
    has_advance_charges: false,
    term_finalized: true,
    is_gifted: false,
    generated_at: now,
    round_off_amount: 0,
    channel: 'web',
    deleted: false,
    line_items: lines,
    linked_payments: [],
    dunning_attempts: [],
    applied_credits: applied,
    adjustment_credit_notes: [],
    issued_credit_notes: [],
    linked_orders: [],
    ...(customer.billing_address && { billing_address: customer.billing_address }),
    updated_at: now,
    resource_version: store.nextVersion(),
    object: 'invoice',
  };
  if (due === 0) markPaid(invoice, now);
  store.invoices.set(id, invoice);
  return invoice;
}

/** The customer's oldest credits first. */
function useCredits(
  store: BillingStore,
  customer: BillingCustomer,
  invoiceId: string,
  total: number,
  now: number,
): BillingInvoice['applied_credits'] {
  const applied: BillingInvoice['applied_credits'] = [];
  let left = total;
  for (const note of store.creditNotes.values()) {
    if (note.customer_id !== customer.id || note.amount_available <= 0 || left <= 0) continue;
    const amount = Math.min(left, note.amount_available);
    left -= amount;
    note.amount_available -= amount;
    note.amount_allocated += amount;
    if (note.amount_available === 0) note.status = 'refunded';
    note.allocations.push({ invoice_id: invoiceId, allocated_amount: amount, allocated_at: now });
    store.touch(note);
    applied.push({ cn_id: note.id, applied_amount: amount, applied_at: now, cn_status: note.status });
  }
  if (applied.length > 0) {
    customer.refundable_credits = creditsOf(store, customer.id);
    store.touch(customer);
  }
  return applied;
}

/** What is left of all credit notes of a customer. */
export const creditsOf = (store: BillingStore, customerId: string): number =>
  sumOf(
    [...store.creditNotes.values()]
      .filter(({ customer_id }) => customer_id === customerId)
      .map(({ amount_available }) => ({ amount: amount_available })),
  );

/** Gives money back as credit: what is still owed becomes less first, the rest waits for the next invoice. */
export function giveCredit(
  store: BillingStore,
  customer: BillingCustomer,
  reference: BillingInvoice,
  lines: LineItem[],
  reason: BillingCreditNote['reason_code'],
): BillingCreditNote {
  const now = seconds();
  const total = sumOf(lines);
  const adjusted = isUnpaid(reference) ? Math.min(total, reference.amount_due) : 0;
  const left = total - adjusted;
  const note: BillingCreditNote = {
    id: store.nextCreditNoteId(),
    customer_id: customer.id,
    ...(reference.subscription_id && { subscription_id: reference.subscription_id }),
    reference_invoice_id: reference.id,
    type: left === 0 ? 'adjustment' : 'refundable',
    reason_code: reason,
    status: left === 0 ? 'adjusted' : 'refund_due',
    date: now,
    total,
    sub_total: total,
    amount_allocated: adjusted,
    amount_refunded: 0,
    amount_available: left,
    currency_code: CURRENCY,
    base_currency_code: CURRENCY,
    exchange_rate: 1,
    price_type: 'tax_exclusive',
    generated_at: now,
    channel: 'web',
    deleted: false,
    line_items: lines,
    allocations:
      adjusted > 0 ? [{ invoice_id: reference.id, allocated_amount: adjusted, allocated_at: now }] : [],
    updated_at: now,
    resource_version: store.nextVersion(),
    object: 'credit_note',
  };
  store.creditNotes.set(note.id, note);
  const entry = { cn_id: note.id, cn_date: now, cn_total: total, cn_status: note.status };
  if (adjusted > 0) {
    reference.amount_adjusted += adjusted;
    reference.amount_due -= adjusted;
    reference.amount_to_collect = reference.amount_due;
    if (reference.amount_due === 0) markPaid(reference, now);
    reference.adjustment_credit_notes.push(entry);
  } else reference.issued_credit_notes.push(entry);
  store.touch(reference);
  customer.refundable_credits = creditsOf(store, customer.id);
  store.touch(customer);
  return note;
}

/** How much is owed for a subscription, since when, in how many invoices. Says whether that changed. */
export function countDues(store: BillingStore, subscription: BillingSubscription): boolean {
  const unpaid = [...store.invoices.values()].filter(
    (one) => one.subscription_id === subscription.id && isUnpaid(one) && one.amount_due > 0,
  );
  const total = unpaid.reduce((sum, { amount_due }) => sum + amount_due, 0);
  if (subscription.due_invoices_count === unpaid.length && (subscription.total_dues ?? 0) === total)
    return false;
  subscription.due_invoices_count = unpaid.length;
  if (unpaid.length > 0) {
    subscription.due_since = Math.min(...unpaid.map(({ due_date }) => due_date));
    subscription.total_dues = total;
  } else {
    delete subscription.due_since;
    delete subscription.total_dues;
  }
  store.touch(subscription);
  return true;
}

function countDuesOf(store: BillingStore, invoice: BillingInvoice): void {
  const subscription = invoice.subscription_id && store.subscriptions.get(invoice.subscription_id);
  if (subscription) countDues(store, subscription);
}

/** Takes the money of a new invoice from the card on file; when that fails, it is owed and will be tried again. */
export function chargeNew(store: BillingStore, invoice: BillingInvoice, source: EventSource): void {
  if (invoice.amount_due === 0) {
    store.emit('invoice_generated', around(store, invoice), source);
    return;
  }
  const outcome = payOnFile(store, invoice.customer_id, invoice.subscription_id);
  const transaction = bookPayment(store, invoice, invoice.amount_due, outcome);
  if (!outcome.ok) beginDunning(store, invoice, transaction);
  countDuesOf(store, invoice);
  const content = { ...around(store, invoice), transaction };
  store.emit('invoice_generated', around(store, invoice), source);
  store.emit(outcome.ok ? 'payment_succeeded' : 'payment_failed', content, source);
}

function beginDunning(store: BillingStore, invoice: BillingInvoice, transaction: BillingTransaction): void {
  invoice.status = 'payment_due';
  invoice.dunning_status = 'in_progress';
  invoice.next_retry_at = invoice.date + (RETRY_DAYS[0] ?? 1) * DAY;
  noteAttempt(invoice, transaction);
  store.touch(invoice);
}

function noteAttempt(invoice: BillingInvoice, transaction: BillingTransaction): void {
  invoice.dunning_attempts.push({
    attempt: invoice.dunning_attempts.length,
    transaction_id: transaction.id,
    dunning_type: 'auto_collect',
    created_at: transaction.date,
    txn_status: transaction.status,
    txn_amount: transaction.amount,
  });
}

/** The vendor tries a payment again by itself; `last` ends the retries. */
export function retryPayment(
  store: BillingStore,
  invoice: BillingInvoice,
  options: { outcome?: PaymentOutcome; last?: boolean } = {},
): void {
  if (!isUnpaid(invoice)) throw wrongState(`Invoice ${invoice.id} is not due.`);
  const outcome = options.outcome ?? payOnFile(store, invoice.customer_id, invoice.subscription_id);
  const at = invoice.next_retry_at ?? seconds();
  const transaction = bookPayment(store, invoice, invoice.amount_due, outcome);
  noteAttempt(invoice, transaction);
  if (!outcome.ok) {
    const days = RETRY_DAYS[invoice.dunning_attempts.length - 1];
    if (options.last || days === undefined) {
      invoice.status = 'not_paid';
      invoice.dunning_status = 'exhausted';
      delete invoice.next_retry_at;
    } else invoice.next_retry_at = at + days * DAY;
  }
  store.touch(invoice);
  countDuesOf(store, invoice);
  const content = { ...around(store, invoice), transaction };
  store.emit(outcome.ok ? 'payment_succeeded' : 'payment_failed', content, 'scheduled_job');
  store.emit('invoice_updated', around(store, invoice), 'scheduled_job');
  store.emit('dunning_updated', around(store, invoice), 'scheduled_job');
}

/** Somebody asks for the money now. A failure is booked, and said. */
export function collect(
  store: BillingStore,
  invoice: BillingInvoice,
  options: { outcome?: PaymentOutcome; source: EventSource; amount?: number },
): BillingTransaction {
  if (!isUnpaid(invoice) || invoice.amount_due === 0)
    throw wrongState(`Invoice ${invoice.id} cannot be collected as it is ${invoice.status}.`);
  const amount = options.amount ?? invoice.amount_due;
  if (amount > invoice.amount_due) throw wrongValue('amount', 'is more than is due');
  const outcome = options.outcome ?? payOnFile(store, invoice.customer_id, invoice.subscription_id);
  const transaction = bookPayment(store, invoice, amount, outcome);
  countDuesOf(store, invoice);
  const content = { ...around(store, invoice), transaction };
  store.emit(outcome.ok ? 'payment_succeeded' : 'payment_failed', content, options.source);
  store.emit('invoice_updated', around(store, invoice), options.source);
  if (!outcome.ok) throw paymentFailed(outcome.text);
  return transaction;
}

/** Money goes back to the card. */
export function refund(
  store: BillingStore,
  invoice: BillingInvoice,
  options: { amount?: number; source: EventSource },
): { transaction: BillingTransaction; note: BillingCreditNote } {
  const refunded = sumOf(
    [...store.creditNotes.values()]
      .filter(({ reference_invoice_id }) => reference_invoice_id === invoice.id)
      .map(({ amount_refunded }) => ({ amount: amount_refunded })),
  );
  const left = invoice.amount_paid - refunded;
  const amount = options.amount ?? left;
  const payment = [...store.transactions.values()].find(
    (one) =>
      one.status === 'success' && one.linked_invoices.some(({ invoice_id }) => invoice_id === invoice.id),
  );
  if (!payment || left <= 0) throw wrongState(`Invoice ${invoice.id} has nothing to refund.`);
  if (amount > left) throw wrongValue('refund_amount', 'is more than was paid');
  const customer = store.customers.get(invoice.customer_id);
  if (!customer) throw wrongState(`Invoice ${invoice.id} has no customer.`);
  const now = seconds();
  const note = giveCredit(
    store,
    customer,
    invoice,
    [plainLine(`Refund of invoice ${invoice.id}`, amount, { from: now, to: now, customerId: customer.id })],
    'product_unsatisfactory',
  );
  note.amount_available = 0;
  note.amount_refunded = amount;
  note.status = 'refunded';
  const entry = invoice.issued_credit_notes.find(({ cn_id }) => cn_id === note.id);
  if (entry) entry.cn_status = note.status;
  customer.refundable_credits = creditsOf(store, customer.id);
  const transaction: BillingTransaction = {
    ...structuredClone(payment),
    id: newId('txn', 16),
    id_at_gateway: newId('cb', 20),
    type: 'refund',
    date: now,
    amount,
    linked_invoices: [],
    reference_transaction_id: payment.id,
    updated_at: now,
    resource_version: store.nextVersion(),
  };
  store.transactions.set(transaction.id, transaction);
  store.touch(invoice);
  store.emit('credit_note_created', { credit_note: note, customer }, options.source);
  store.emit(
    'payment_refunded',
    { ...around(store, invoice), transaction, credit_note: note },
    options.source,
  );
  store.emit('invoice_updated', around(store, invoice), options.source);
  return { transaction, note };
}
