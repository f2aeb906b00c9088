import { CURRENCY } from '@troupe/domain/billing/plan';
import { addMonths } from '@troupe/domain/billing/subscription';
import { DECLINED, type PaymentOutcome, payOnFile } from './billing-card.ts';
import type {
  BillingCustomer,
  BillingInvoice,
  BillingSubscription,
  EventSource,
  LineItem,
  OrderedItem,
  SubscriptionItem,
} from './billing-entity.ts';
import {
  bookPayment,
  chargeRenewal,
  countDues,
  emitInvoice,
  giveCredit,
  isUnpaid,
  lineOf,
  makeInvoice,
  priceOf,
  retryPayment,
  sumOf,
} from './billing-invoice.ts';
import { type BillingStore, newId, seconds } from './billing-store.ts';
import { paymentFailed, wrongState, wrongValue } from './billing-wire.ts';

/** Everything is paid by the month. */
const monthAfter = (at: number): number => Math.floor(addMonths(new Date(at * 1000), 1).getTime() / 1000);

/** Refuses items that are not one plan, followed by charges. */
export function checkPlanFirst(items: OrderedItem[]): void {
  const types = items.map(({ itemPriceId }) => priceOf(itemPriceId).itemType);
  if (types[0] !== 'plan')
    throw wrongValue('subscription_items[item_price_id][0]', 'should be a plan item price');
  if (types.lastIndexOf('plan') > 0)
    throw wrongValue('subscription_items[item_price_id]', 'only one plan is allowed');
}

const recurring = (items: OrderedItem[]): OrderedItem[] =>
  items.filter(({ itemPriceId }) => priceOf(itemPriceId).itemType === 'plan');

const subscriptionItem = ({ itemPriceId, quantity }: OrderedItem): SubscriptionItem => {
  const { itemType, price } = priceOf(itemPriceId);
  return {
    item_price_id: itemPriceId,
    item_type: itemType,
    quantity,
    unit_price: price,
    amount: price * quantity,
    object: 'subscription_item',
  };
};

function applyItems(subscription: BillingSubscription, items: OrderedItem[]): void {
  subscription.subscription_items = recurring(items).map(subscriptionItem);
  subscription.mrr = sumOf(subscription.subscription_items);
}

/**
 * Creates a subscription with its first term paid. A payment that fails creates nothing.
 * @param options.outcome how the payment ended, where it was tried with a card that is not on file yet
 */
export function createSubscription(
  store: BillingStore,
  customer: BillingCustomer,
  items: OrderedItem[],
  options: { id?: string; source: EventSource; outcome?: PaymentOutcome },
): { subscription: BillingSubscription; invoice: BillingInvoice } {
  checkPlanFirst(items);
  const { id = newId('', 16), source } = options;
  if (store.state.subscriptions.has(id)) throw wrongValue('subscription[id]', 'is already present');
  const outcome = options.outcome ?? payOnFile(store, customer.id);
  if (!outcome.ok) throw paymentFailed(outcome.text);
  const now = seconds();
  const end = monthAfter(now);
  const subscription: BillingSubscription = {
    id,
    customer_id: customer.id,
    currency_code: CURRENCY,
    status: 'active',
    current_term_start: now,
    current_term_end: end,
    next_billing_at: end,
    created_at: now,
    started_at: now,
    activated_at: now,
    has_scheduled_changes: false,
    due_invoices_count: 0,
    mrr: 0,
    deleted: false,
    subscription_items: [],
    updated_at: now,
    resource_version: store.nextVersion(),
    object: 'subscription',
  };
  applyItems(subscription, items);
  store.state.subscriptions.set(id, subscription);
  const lines = items.map((item) => lineOf(item, now, end));
  const invoice = makeInvoice(store, customer, lines, id);
  const transaction = invoice.amount_due > 0 ? bookPayment(store, invoice, outcome) : undefined;
  store.emit('subscription_created', { ...store.about(subscription), invoice }, source);
  emitInvoice(store, invoice, transaction, source);
  return { subscription, invoice };
}

/** What changing the items now costs: the rest of the term, credited for what goes and charged for what comes. */
export interface ChangePlan {
  credit: number;
  charges: LineItem[];
  /** What of the charges credits pay. */
  creditsUsed: number;
  due: number;
}

/** Plans a change of all items at once, prorated by the second. */
export function planChange(
  store: BillingStore,
  subscription: BillingSubscription,
  items: OrderedItem[],
): ChangePlan {
  checkPlanFirst(items);
  const { current_term_start: start, current_term_end: end } = subscription;
  const now = seconds();
  const share = Math.max(0, Math.min(1, (end - now) / (end - start)));
  const before: OrderedItem[] = subscription.subscription_items.map(({ item_price_id, quantity }) => ({
    itemPriceId: item_price_id,
    quantity,
  }));
  const same = (one: OrderedItem, other: OrderedItem) =>
    one.itemPriceId === other.itemPriceId && one.quantity === other.quantity;
  const lines = (list: OrderedItem[]) =>
    list.map((item) => lineOf(item, now, end, share)).filter(({ amount }) => amount > 0);
  const credit = sumOf(lines(before.filter((one) => !items.some((other) => same(one, other)))));
  const charges = lines(recurring(items).filter((one) => !before.some((other) => same(one, other))));
  const reference = store.invoicesOf(subscription).at(-1);
  const owed = reference && isUnpaid(reference) ? reference.amount_due : 0;
  const available = store.customer(subscription.customer_id).refundable_credits + Math.max(0, credit - owed);
  const creditsUsed = Math.min(sumOf(charges), available);
  return { credit, charges, creditsUsed, due: sumOf(charges) - creditsUsed };
}

/** Changes all items at once, or at the end of the term. A payment that fails changes nothing. */
export function changeSubscription(
  store: BillingStore,
  subscription: BillingSubscription,
  items: OrderedItem[],
  endOfTerm: boolean,
): BillingInvoice | null {
  if (subscription.status === 'cancelled')
    throw wrongState(`Subscription ${subscription.id} is cancelled and cannot be changed.`);
  if (endOfTerm) {
    checkPlanFirst(items);
    store.state.scheduled.set(subscription.id, items);
    subscription.has_scheduled_changes = true;
    store.touch(subscription);
    store.emit('subscription_changes_scheduled', store.about(subscription));
    return null;
  }
  const plan = planChange(store, subscription, items);
  const outcome = payOnFile(store, subscription.customer_id);
  if (plan.due > 0 && !outcome.ok) throw paymentFailed(outcome.text);
  const customer = store.customer(subscription.customer_id);
  const reference = store.invoicesOf(subscription).at(-1);
  if (reference && plan.credit > 0) giveCredit(store, customer, reference, plan.credit);
  const invoice =
    plan.charges.length > 0 ? makeInvoice(store, customer, plan.charges, subscription.id) : null;
  applyItems(subscription, items);
  dropScheduledChange(store, subscription);
  const transaction = invoice && invoice.amount_due > 0 ? bookPayment(store, invoice, outcome) : undefined;
  countDues(store, subscription.id);
  store.touch(subscription);
  store.emit('subscription_changed', { ...store.about(subscription), invoice });
  if (invoice) emitInvoice(store, invoice, transaction, 'api');
  return invoice;
}

function dropScheduledChange(store: BillingStore, subscription: BillingSubscription): void {
  store.state.scheduled.delete(subscription.id);
  subscription.has_scheduled_changes = false;
}

/** The subscription as it will be once its scheduled change is made. */
export function withScheduledChanges(
  store: BillingStore,
  subscription: BillingSubscription,
): BillingSubscription {
  const items = store.state.scheduled.get(subscription.id);
  if (!items) throw wrongState(`Subscription ${subscription.id} has no scheduled changes.`);
  const later = structuredClone(subscription);
  applyItems(later, items);
  return later;
}

export function removeScheduledChange(store: BillingStore, subscription: BillingSubscription): void {
  withScheduledChanges(store, subscription);
  dropScheduledChange(store, subscription);
  store.touch(subscription);
  store.emit('subscription_scheduled_changes_removed', store.about(subscription));
}

/** Cancels at a time (unix seconds), or now where that has passed. */
export function cancelSubscription(
  store: BillingStore,
  subscription: BillingSubscription,
  at: number,
  source: EventSource,
): void {
  if (subscription.status === 'cancelled')
    throw wrongState(`Subscription ${subscription.id} is already cancelled.`);
  const now = seconds();
  if (at <= now) {
    endSubscription(store, subscription, now, source);
    return;
  }
  subscription.status = 'non_renewing';
  subscription.cancelled_at = at;
  // Terms that begin before the end are still paid.
  if (at <= subscription.current_term_end) delete subscription.next_billing_at;
  else subscription.next_billing_at = subscription.current_term_end;
  dropScheduledChange(store, subscription);
  store.touch(subscription);
  store.emit('subscription_cancellation_scheduled', store.about(subscription), source);
}

function endSubscription(
  store: BillingStore,
  subscription: BillingSubscription,
  at: number,
  source: EventSource,
): void {
  subscription.status = 'cancelled';
  subscription.cancelled_at = at;
  subscription.current_term_end = Math.min(subscription.current_term_end, at);
  delete subscription.next_billing_at;
  dropScheduledChange(store, subscription);
  store.touch(subscription);
  store.emit('subscription_cancelled', store.about(subscription), source);
}

export function removeScheduledCancellation(
  store: BillingStore,
  subscription: BillingSubscription,
  source: EventSource,
): void {
  if (subscription.status !== 'non_renewing')
    throw wrongState(`Subscription ${subscription.id} has no scheduled cancellation.`);
  subscription.status = 'active';
  delete subscription.cancelled_at;
  subscription.next_billing_at = subscription.current_term_end;
  store.touch(subscription);
  store.emit('subscription_scheduled_cancellation_removed', store.about(subscription), source);
}

/** Begins the next term: makes the scheduled change, and charges the term. */
function renew(store: BillingStore, subscription: BillingSubscription, outcome?: PaymentOutcome): void {
  const change = store.state.scheduled.get(subscription.id);
  if (change) {
    applyItems(subscription, change);
    dropScheduledChange(store, subscription);
  }
  const from = subscription.current_term_end;
  const to = monthAfter(from);
  Object.assign(subscription, { current_term_start: from, current_term_end: to, next_billing_at: to });
  if (subscription.cancelled_at !== undefined && subscription.cancelled_at <= to)
    delete subscription.next_billing_at;
  store.touch(subscription);
  if (change) store.emit('subscription_changed', store.about(subscription), 'scheduled_job');
  const lines = subscription.subscription_items.map(({ item_price_id, quantity }) =>
    lineOf({ itemPriceId: item_price_id, quantity }, from, to),
  );
  const invoice = makeInvoice(store, store.customer(subscription.customer_id), lines, subscription.id);
  chargeRenewal(store, invoice, outcome);
  store.emit('subscription_renewed', { ...store.about(subscription), invoice }, 'scheduled_job');
  if (isUnpaid(invoice)) store.emit('dunning_updated', store.about(invoice), 'scheduled_job');
}

/** When the next thing happens to a subscription by itself; null when nothing will. */
function nextChange(subscription: BillingSubscription): number | null {
  if (subscription.status === 'cancelled') return null;
  const times = [subscription.next_billing_at, subscription.cancelled_at].filter((at) => at !== undefined);
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * Makes everything happen whose time has come. Returns whether anything did.
 * @param ordered how payments of one subscription end, whatever its card would do
 */
export function settleDue(store: BillingStore, ordered?: { id: string; outcome: PaymentOutcome }): boolean {
  const outcomeOf = (id: string | undefined) => (ordered?.id === id ? ordered?.outcome : undefined);
  const now = seconds();
  let happened = false;
  for (const subscription of store.state.subscriptions.values()) {
    // An old subscription is paid month by month, as it would have been.
    for (let at = nextChange(subscription); at !== null && at <= now; at = nextChange(subscription)) {
      happened = true;
      if (subscription.cancelled_at !== undefined && subscription.cancelled_at <= at)
        endSubscription(store, subscription, subscription.cancelled_at, 'scheduled_job');
      else renew(store, subscription, outcomeOf(subscription.id));
    }
  }
  for (const invoice of store.state.invoices.values()) {
    while (invoice.next_retry_at !== undefined && invoice.next_retry_at <= now) {
      happened = true;
      const outcome = outcomeOf(invoice.subscription_id);
      retryPayment(store, invoice, outcome ? { outcome } : {});
    }
  }
  return happened;
}

/** Moves each of these times so many seconds into the past. */
function makeOlder<T extends object>(entity: T, by: number, fields: readonly (keyof T)[]): void {
  for (const field of fields) {
    const at = entity[field];
    if (typeof at === 'number') Object.assign(entity, { [field]: at - by });
  }
}

function makeAllOlder(store: BillingStore, subscription: BillingSubscription, by: number): void {
  makeOlder(subscription, by, [
    'created_at',
    'started_at',
    'activated_at',
    'current_term_start',
    'current_term_end',
    'next_billing_at',
    'cancelled_at',
    'due_since',
  ]);
  for (const invoice of store.invoicesOf(subscription)) {
    makeOlder(invoice, by, ['date', 'due_date', 'paid_at', 'next_retry_at']);
    for (const line of invoice.line_items) makeOlder(line, by, ['date_from', 'date_to']);
    store.touch(invoice);
  }
  for (const transaction of store.state.transactions.values())
    if (transaction.subscription_id === subscription.id) makeOlder(transaction, by, ['date']);
  store.touch(subscription);
}

/**
 * Lets so many seconds pass for a subscription and its invoices, by making them older. Whatever happens on the way
 * happens at its time, so that each renewal has a date of its own.
 */
export function passTime(
  store: BillingStore,
  subscription: BillingSubscription,
  by: number,
  outcome?: PaymentOutcome,
): void {
  let left = by;
  let happened = false;
  do {
    const retries = store.invoicesOf(subscription).map(({ next_retry_at }) => next_retry_at);
    const next = [nextChange(subscription), ...retries].filter((at) => typeof at === 'number');
    const step = Math.min(left, Math.max(0, Math.min(...next) - seconds()));
    makeAllOlder(store, subscription, step);
    left -= step;
    if (settleDue(store, outcome && { id: subscription.id, outcome })) happened = true;
  } while (left > 0);
  if (!happened) store.emit('subscription_changed', store.about(subscription), 'admin_console');
}

/** Passes time until the next renewal, or until the end of a cancelled subscription. */
export function renewNow(
  store: BillingStore,
  subscription: BillingSubscription,
  payment?: 'succeeds' | 'fails',
): void {
  const at = nextChange(subscription);
  if (at === null) throw wrongState(`Subscription ${subscription.id} does not renew.`);
  const outcome: PaymentOutcome | undefined = payment && (payment === 'fails' ? DECLINED : { ok: true });
  passTime(store, subscription, Math.max(0, at - seconds()), outcome);
}
