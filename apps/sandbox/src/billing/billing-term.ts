import type { BillingSubscription, EventSource } from './billing-entity.ts';
import { paymentFailed, wrongState, wrongValue } from './billing-error.ts';
import { seconds } from './billing-id.ts';
import {
  around,
  chargeNew,
  countDues,
  DAY,
  giveCredit,
  isUnpaid,
  makeInvoice,
  retryPayment,
} from './billing-invoice.ts';
import { type AskedItem, itemOf, lineOf, sumOf } from './billing-items.ts';
import { payOnFile } from './billing-payment.ts';
import { prorate } from './billing-proration.ts';
import type { BillingStore, PaymentOrder } from './billing-store.ts';
import { applyItems, besides, customerOf, monthAfter } from './billing-subscription.ts';

/** When a cancellation takes effect. */
export interface AskedCancellation {
  /** `now`, with the running term, or at a time, in unix seconds. */
  at: 'now' | 'end_of_term' | number;
  /** What happens to what is paid of the running term, when it ends before. */
  credit: 'none' | 'prorate' | 'full';
  reason?: string;
}

/** Cancels at once, or says when it will end. */
export function cancelSubscription(
  store: BillingStore,
  subscription: BillingSubscription,
  asked: AskedCancellation,
  source: EventSource,
): void {
  if (subscription.status === 'cancelled')
    throw wrongState(`Subscription ${subscription.id} is already cancelled.`);
  const now = seconds();
  if (asked.reason) subscription.cancel_reason_code = asked.reason;
  if (asked.at === 'now' || (typeof asked.at === 'number' && asked.at <= now)) {
    endNow(store, subscription, asked.credit, source);
    return;
  }
  const at = asked.at === 'end_of_term' ? subscription.current_term_end : asked.at;
  subscription.status = 'non_renewing';
  subscription.cancelled_at = at;
  subscription.cancel_schedule_created_at = now;
  // Terms that begin before the end are still paid.
  if (at <= subscription.current_term_end) delete subscription.next_billing_at;
  else subscription.next_billing_at = subscription.current_term_end;
  dropScheduledChange(store, subscription);
  store.touch(subscription);
  store.emit('subscription_cancellation_scheduled', besides(store, subscription), source);
}

function dropScheduledChange(store: BillingStore, subscription: BillingSubscription): void {
  store.scheduled.delete(subscription.id);
  subscription.has_scheduled_changes = false;
  delete subscription.changes_scheduled_at;
}

function endNow(
  store: BillingStore,
  subscription: BillingSubscription,
  credit: AskedCancellation['credit'],
  source: EventSource,
  at?: number,
): void {
  const now = at ?? seconds();
  const customer = customerOf(store, subscription.customer_id);
  const reference = [...store.invoices.values()].findLast((one) => one.subscription_id === subscription.id);
  const lines =
    credit === 'none'
      ? []
      : prorate(subscription, [], {
          at: credit === 'full' ? subscription.current_term_start : now,
          prorate: true,
        }).credits;
  subscription.status = 'cancelled';
  subscription.cancelled_at = now;
  subscription.current_term_end = Math.min(subscription.current_term_end, now);
  delete subscription.next_billing_at;
  dropScheduledChange(store, subscription);
  const note =
    reference && sumOf(lines) > 0
      ? giveCredit(store, customer, reference, lines, 'subscription_cancellation')
      : undefined;
  countDues(store, subscription);
  store.touch(subscription);
  if (note) store.emit('credit_note_created', { credit_note: note, customer }, source);
  store.emit('subscription_cancelled', { ...besides(store, subscription), credit_note: note }, source);
}

/** It goes on after all. */
export function removeScheduledCancellation(
  store: BillingStore,
  subscription: BillingSubscription,
  source: EventSource,
): void {
  if (subscription.status !== 'non_renewing')
    throw wrongState(`Subscription ${subscription.id} has no scheduled cancellation.`);
  subscription.status = 'active';
  delete subscription.cancelled_at;
  delete subscription.cancel_schedule_created_at;
  delete subscription.cancel_reason_code;
  subscription.next_billing_at = subscription.current_term_end;
  store.touch(subscription);
  store.emit('subscription_scheduled_cancellation_removed', besides(store, subscription), source);
}

export function removeScheduledChange(
  store: BillingStore,
  subscription: BillingSubscription,
  source: EventSource,
): void {
  if (!store.scheduled.has(subscription.id))
    throw wrongState(`Subscription ${subscription.id} has no scheduled changes.`);
  dropScheduledChange(store, subscription);
  store.touch(subscription);
  store.emit('subscription_scheduled_changes_removed', besides(store, subscription), source);
}

/** A cancelled subscription begins again, with a term that is paid now. */
export function reactivate(
  store: BillingStore,
  subscription: BillingSubscription,
  source: EventSource,
): void {
  if (subscription.status !== 'cancelled')
    throw wrongState(`Subscription ${subscription.id} is not cancelled.`);
  const outcome = payOnFile(store, subscription.customer_id, subscription.id);
  if (!outcome.ok) throw paymentFailed(outcome.text);
  const now = seconds();
  subscription.status = 'active';
  subscription.activated_at = now;
  delete subscription.cancelled_at;
  delete subscription.cancel_schedule_created_at;
  delete subscription.cancel_reason_code;
  beginTerm(subscription, now);
  store.touch(subscription);
  store.emit('subscription_reactivated', besides(store, subscription), source);
  chargeTerm(store, subscription, source);
}

export function changeTermEnd(
  store: BillingStore,
  subscription: BillingSubscription,
  at: number,
  source: EventSource,
): void {
  if (subscription.status === 'cancelled') throw wrongState(`Subscription ${subscription.id} is cancelled.`);
  if (at <= seconds()) throw wrongValue('term_ends_at', 'should be in the future');
  subscription.current_term_end = at;
  if (subscription.next_billing_at !== undefined) subscription.next_billing_at = at;
  store.touch(subscription);
  store.emit('subscription_changed', besides(store, subscription), source);
}

function beginTerm(subscription: BillingSubscription, at: number): void {
  subscription.current_term_start = at;
  subscription.current_term_end = monthAfter(at);
  subscription.next_billing_at = subscription.current_term_end;
}

function chargeTerm(store: BillingStore, subscription: BillingSubscription, source: EventSource) {
  const { id, customer_id: customerId, current_term_start: from, current_term_end: to } = subscription;
  const items: AskedItem[] = subscription.subscription_items.map(
    ({ item_price_id, quantity, unit_price }) => ({
      itemPriceId: item_price_id,
      quantity,
      unitPrice: unit_price,
    }),
  );
  const invoice = makeInvoice(
    store,
    customerOf(store, customerId),
    items.map((item) => lineOf(itemOf(item), { from, to, subscriptionId: id, customerId })),
    { subscriptionId: id, recurring: true },
  );
  chargeNew(store, invoice, source);
  return invoice;
}

/** The next term begins: what was scheduled is made, and the term is charged. */
function renew(store: BillingStore, subscription: BillingSubscription): void {
  const change = store.scheduled.get(subscription.id);
  if (change) {
    applyItems(subscription, change.items);
    dropScheduledChange(store, subscription);
  }
  beginTerm(subscription, subscription.current_term_end);
  if (subscription.cancelled_at !== undefined && subscription.cancelled_at <= subscription.current_term_end)
    delete subscription.next_billing_at;
  store.touch(subscription);
  if (change) store.emit('subscription_changed', besides(store, subscription), 'scheduled_job');
  const invoice = chargeTerm(store, subscription, 'scheduled_job');
  store.emit('subscription_renewed', { ...besides(store, subscription), invoice }, 'scheduled_job');
  if (isUnpaid(invoice)) store.emit('dunning_updated', around(store, invoice), 'scheduled_job');
}

/** When the next thing happens to a subscription by itself; null when nothing will. */
export function nextHappening(subscription: BillingSubscription): number | null {
  if (subscription.status !== 'active' && subscription.status !== 'non_renewing') return null;
  const times = [subscription.next_billing_at, subscription.cancelled_at].filter((at) => at !== undefined);
  return times.length === 0 ? null : Math.min(...times);
}

/** Makes everything happen whose time has come. Says whether anything did. */
export function settleDue(store: BillingStore, now = seconds()): boolean {
  let happened = false;
  for (const subscription of store.subscriptions.values()) {
    // A subscription that is very old is paid month by month, as it would have been.
    for (let at = nextHappening(subscription); at !== null && at <= now; at = nextHappening(subscription)) {
      happened = true;
      if (subscription.cancelled_at !== undefined && subscription.cancelled_at <= at)
        endNow(store, subscription, 'none', 'scheduled_job', subscription.cancelled_at);
      else renew(store, subscription);
    }
  }
  for (const invoice of store.invoices.values()) {
    while (invoice.next_retry_at !== undefined && invoice.next_retry_at <= now) {
      happened = true;
      retryPayment(store, invoice);
    }
  }
  return happened;
}

/** Makes something older: each of these times is so many seconds earlier. */
function makeOlder<T extends object>(entity: T, by: number, fields: readonly (keyof T)[]): void {
  for (const field of fields) {
    const at = entity[field];
    if (typeof at === 'number') Object.assign(entity, { [field]: at - by });
  }
}

const invoicesOf = (store: BillingStore, subscription: BillingSubscription) =>
  [...store.invoices.values()].filter((one) => one.subscription_id === subscription.id);

function makeAllOlder(store: BillingStore, subscription: BillingSubscription, by: number): void {
  makeOlder(subscription, by, [
    'created_at',
    'started_at',
    'activated_at',
    'current_term_start',
    'current_term_end',
    'next_billing_at',
    'cancelled_at',
    'cancel_schedule_created_at',
    'changes_scheduled_at',
    'due_since',
  ]);
  for (const invoice of invoicesOf(store, subscription)) {
    makeOlder(invoice, by, ['date', 'due_date', 'paid_at', 'generated_at', 'next_retry_at']);
    for (const line of invoice.line_items) makeOlder(line, by, ['date_from', 'date_to']);
    for (const payment of invoice.linked_payments) makeOlder(payment, by, ['txn_date', 'applied_at']);
    for (const attempt of invoice.dunning_attempts) makeOlder(attempt, by, ['created_at']);
    store.touch(invoice);
  }
  for (const transaction of store.transactions.values())
    if (transaction.subscription_id === subscription.id) makeOlder(transaction, by, ['date']);
  store.touch(subscription);
}

/**
 * Lets so many seconds go by for a subscription and its invoices, by making them older. Whatever happens on the way
 * happens when its time has come, so that each renewal has a date of its own.
 */
export function passTime(store: BillingStore, subscription: BillingSubscription, by: number): void {
  let left = by;
  let happened = false;
  do {
    const now = seconds();
    const retries = invoicesOf(store, subscription).map(({ next_retry_at }) => next_retry_at);
    const next = [nextHappening(subscription), ...retries].filter((at) => typeof at === 'number');
    const step = Math.min(left, Math.max(0, Math.min(...next) - now));
    makeAllOlder(store, subscription, step);
    left -= step;
    if (settleDue(store)) happened = true;
  } while (left > 0);
  if (!happened) store.emit('subscription_changed', besides(store, subscription), 'admin_console');
}

/** Goes on to the next renewal, or to the end of a cancelled one; the payment ends as ordered. */
export function renewNow(
  store: BillingStore,
  subscription: BillingSubscription,
  payment?: PaymentOrder,
): void {
  const at = nextHappening(subscription);
  if (at === null) throw wrongState(`Subscription ${subscription.id} does not renew.`);
  const before = store.payments.get(subscription.id);
  if (payment) store.payments.set(subscription.id, payment);
  passTime(store, subscription, Math.max(0, at - seconds()));
  if (!payment) return;
  if (before) store.payments.set(subscription.id, before);
  else store.payments.delete(subscription.id);
}

export const daysOf = (days: number): number => Math.round(days * DAY);
