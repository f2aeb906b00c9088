import { CURRENCY } from '@troupe/domain/billing/plan';
import { addMonths } from '@troupe/domain/billing/subscription';
import {
  bill,
  DECLINED,
  giveCredit,
  lineOf,
  type PaymentOutcome,
  payOnFile,
  priceOf,
  sumOf,
} from './billing-payment.ts';
import {
  type BillingCustomer,
  type BillingInvoice,
  type BillingStore,
  type BillingSubscription,
  newId,
  seconds,
} from './billing-store.ts';
import { type OrderedItem, paymentFailed, wrongState, wrongValue } from './billing-wire.ts';

/** Everything is billed monthly. */
const monthAfter = (at: number): number => Math.floor(addMonths(new Date(at * 1000), 1).getTime() / 1000);

/** Rejects items other than one plan followed by charges. */
export function checkPlanFirst(items: OrderedItem[]): void {
  const types = items.map(({ itemPriceId }) => priceOf(itemPriceId).itemType);
  if (types[0] !== 'plan' || types.lastIndexOf('plan') > 0)
    throw wrongValue('subscription_items[item_price_id][0]', 'should be the one plan item price');
}

const recurring = (items: OrderedItem[]): OrderedItem[] =>
  items.filter(({ itemPriceId }) => priceOf(itemPriceId).itemType === 'plan');

const itemsOf = ({ subscription_items }: BillingSubscription): OrderedItem[] =>
  subscription_items.map(({ item_price_id, quantity = 1 }) => ({ itemPriceId: item_price_id, quantity }));

function applyItems(subscription: BillingSubscription, items: OrderedItem[]): void {
  subscription.subscription_items = recurring(items).map(({ itemPriceId, quantity }) => {
    const { itemType, price } = priceOf(itemPriceId);
    return {
      item_price_id: itemPriceId,
      item_type: itemType,
      quantity,
      unit_price: price,
      amount: price * quantity,
    };
  });
}

/** Marks a subscription as changed and emits an event. */
function changed(store: BillingStore, subscription: BillingSubscription, what: string, more = {}): void {
  store.touch(subscription);
  store.emit(`subscription_${what}`, { ...store.about(subscription), ...more });
}

/** Creates a subscription with its first term paid, and additional charges. */
export function createSubscription(
  store: BillingStore,
  customer: BillingCustomer,
  items: OrderedItem[],
  { id = newId('', 16), outcome = payOnFile(store, customer.id) }: { id?: string; outcome?: PaymentOutcome },
): { subscription: BillingSubscription; invoice: BillingInvoice } {
  checkPlanFirst(items);
  if (store.state.subscriptions.has(id)) throw wrongValue('subscription[id]', 'is already present');
  if (!outcome.ok) throw paymentFailed(outcome.text);
  const now = seconds();
  const subscription = store.keep(store.state.subscriptions, {
    id,
    customer_id: customer.id,
    currency_code: CURRENCY,
    status: 'active',
    current_term_start: now,
    current_term_end: monthAfter(now),
    created_at: now,
    started_at: now,
    has_scheduled_changes: false,
    due_invoices_count: 0,
    subscription_items: [],
    object: 'subscription',
  });
  applyItems(subscription, items);
  const lines = items.map((item) => lineOf(item));
  const invoice = bill(store, customer, lines, outcome, id);
  changed(store, subscription, 'created', { invoice });
  return { subscription, invoice };
}

/**
 * Calculates an immediate change of all items: the rest of the term, to the second, is credited for
 * the old items and charged for the new. Credits pay `creditsUsed` of the charges.
 */
export function planChange(store: BillingStore, subscription: BillingSubscription, items: OrderedItem[]) {
  checkPlanFirst(items);
  const { current_term_start: start, current_term_end: end, customer_id } = subscription;
  const share = Math.max(0, Math.min(1, (end - seconds()) / (end - start)));
  const before = itemsOf(subscription);
  const lines = (list: OrderedItem[], without: OrderedItem[]) =>
    list
      .filter((one) => !without.some(({ itemPriceId }) => itemPriceId === one.itemPriceId))
      .map((item) => lineOf(item, share))
      .filter(({ amount }) => amount > 0);
  const credit = sumOf(lines(before, items));
  const charges = lines(recurring(items), before);
  const total = sumOf(charges);
  const creditsUsed = Math.min(total, store.customer(customer_id).refundable_credits + credit);
  return { credit, charges, creditsUsed, due: total - creditsUsed };
}

/** Changes all items immediately or at the end of the term. A failed payment changes nothing. */
export function changeSubscription(
  store: BillingStore,
  subscription: BillingSubscription,
  items: OrderedItem[],
  endOfTerm: boolean,
): BillingInvoice | null {
  if (subscription.status === 'cancelled')
    throw wrongState(`Subscription ${subscription.id} is cancelled and cannot be changed.`);
  const plan = planChange(store, subscription, items);
  if (endOfTerm) {
    store.state.scheduled.set(subscription.id, items);
    subscription.has_scheduled_changes = true;
    changed(store, subscription, 'changes_scheduled');
    return null;
  }
  const outcome = payOnFile(store, subscription.customer_id);
  if (plan.due > 0 && !outcome.ok) throw paymentFailed(outcome.text);
  const reference = store.invoicesOf(subscription).at(-1);
  if (reference && plan.credit > 0) giveCredit(store, reference, plan.credit);
  const customer = store.customer(subscription.customer_id);
  const invoice =
    plan.charges.length > 0 ? bill(store, customer, plan.charges, outcome, subscription.id) : null;
  applyItems(subscription, items);
  dropScheduledChange(store, subscription);
  changed(store, subscription, 'changed', { invoice });
  return invoice;
}

function dropScheduledChange({ state }: BillingStore, subscription: BillingSubscription): void {
  state.scheduled.delete(subscription.id);
  subscription.has_scheduled_changes = false;
}

/** The subscription after its scheduled change. */
export function withScheduledChanges({ state }: BillingStore, subscription: BillingSubscription) {
  const items = state.scheduled.get(subscription.id);
  if (!items) throw wrongState(`Subscription ${subscription.id} has no scheduled changes.`);
  const later = structuredClone(subscription);
  applyItems(later, items);
  return later;
}

export function removeScheduledChange(store: BillingStore, subscription: BillingSubscription): void {
  withScheduledChanges(store, subscription);
  dropScheduledChange(store, subscription);
  changed(store, subscription, 'scheduled_changes_removed');
}

/** Cancels at a time (Unix seconds), or immediately if it has passed. */
export function cancelSubscription(store: BillingStore, subscription: BillingSubscription, at: number): void {
  if (subscription.status === 'cancelled')
    throw wrongState(`Subscription ${subscription.id} is already cancelled.`);
  const now = seconds();
  if (at <= now) endSubscription(store, subscription, now);
  else {
    subscription.status = 'non_renewing';
    subscription.cancelled_at = at;
    dropScheduledChange(store, subscription);
    changed(store, subscription, 'cancellation_scheduled');
  }
}

function endSubscription(store: BillingStore, subscription: BillingSubscription, at: number): void {
  subscription.status = 'cancelled';
  subscription.cancelled_at = at;
  subscription.current_term_end = Math.min(subscription.current_term_end, at);
  dropScheduledChange(store, subscription);
  changed(store, subscription, 'cancelled');
}

export function removeScheduledCancellation(store: BillingStore, subscription: BillingSubscription): void {
  if (subscription.status !== 'non_renewing')
    throw wrongState(`Subscription ${subscription.id} has no scheduled cancellation.`);
  subscription.status = 'active';
  delete subscription.cancelled_at;
  changed(store, subscription, 'scheduled_cancellation_removed');
}

/** Starts the next term: applies the scheduled change and charges the term. */
function renew(store: BillingStore, subscription: BillingSubscription, outcome: PaymentOutcome): void {
  const change = store.state.scheduled.get(subscription.id);
  if (change) {
    applyItems(subscription, change);
    dropScheduledChange(store, subscription);
    changed(store, subscription, 'changed');
  }
  subscription.current_term_start = subscription.current_term_end;
  subscription.current_term_end = monthAfter(subscription.current_term_start);
  const customer = store.customer(subscription.customer_id);
  const lines = itemsOf(subscription).map((item) => lineOf(item));
  const invoice = bill(store, customer, lines, outcome, subscription.id);
  changed(store, subscription, 'renewed', { invoice });
}

/** Returns when a subscription next renews or ends. */
const nextChange = ({ status, current_term_end, cancelled_at }: BillingSubscription): number =>
  status === 'cancelled'
    ? Number.POSITIVE_INFINITY
    : Math.min(current_term_end, cancelled_at ?? current_term_end);

/** Renews or ends a subscription as often as due. Returns whether anything happened. */
function settle(store: BillingStore, subscription: BillingSubscription, outcome?: PaymentOutcome): boolean {
  let happened = false;
  while (nextChange(subscription) <= seconds()) {
    happened = true;
    const { cancelled_at, current_term_end } = subscription;
    if (cancelled_at !== undefined && cancelled_at <= current_term_end)
      endSubscription(store, subscription, cancelled_at);
    else renew(store, subscription, outcome ?? payOnFile(store, subscription.customer_id));
  }
  return happened;
}

/** Performs all due changes. Returns whether anything happened. */
export const settleDue = (store: BillingStore): boolean =>
  [...store.state.subscriptions.values()].filter((one) => settle(store, one)).length > 0;

const TIMES = /^(date|due_since|\w+_at|current_term_\w+)$/;

/** Moves the times of an entity into the past. */
function makeOlder(entity: object, by: number): void {
  for (const [name, value] of Object.entries(entity))
    if (TIMES.test(name) && name !== 'updated_at') Object.assign(entity, { [name]: value - by });
}

/**
 * Simulates time passing for a subscription by making it and its records older. Events happen at
 * their own time, so renewals have different dates.
 */
export function passTime(
  store: BillingStore,
  subscription: BillingSubscription,
  by: number,
  outcome?: PaymentOutcome,
): void {
  const own = ({ subscription_id }: { subscription_id?: string }) => subscription_id === subscription.id;
  let happened = false;
  for (let left = by; ; ) {
    const step = Math.min(left, Math.max(0, nextChange(subscription) - seconds()));
    const { invoices, transactions } = store.state;
    const touched = [subscription, ...[...invoices.values(), ...transactions.values()].filter(own)];
    for (const entity of touched) makeOlder(store.touch(entity), step);
    left -= step;
    if (settle(store, subscription, outcome)) happened = true;
    if (left <= 0) break;
  }
  if (!happened) changed(store, subscription, 'changed');
}

/** Passes time until the next renewal, or the end of a cancelled subscription. */
export function renewNow(
  store: BillingStore,
  subscription: BillingSubscription,
  payment?: 'succeeds' | 'fails',
): void {
  const at = nextChange(subscription);
  if (!Number.isFinite(at)) throw wrongState(`Subscription ${subscription.id} does not renew.`);
  const outcome: PaymentOutcome | undefined = payment && (payment === 'fails' ? DECLINED : { ok: true });
  passTime(store, subscription, Math.max(0, at - seconds()), outcome);
}
