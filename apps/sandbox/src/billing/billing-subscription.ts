import { CURRENCY } from '@troupe/domain/billing/plan';
import { addMonths } from '@troupe/domain/billing/subscription';
import type {
  BillingCreditNote,
  BillingCustomer,
  BillingInvoice,
  BillingSubscription,
  EventSource,
} from './billing-entity.ts';
import { notFound, paymentFailed, wrongState, wrongValue } from './billing-error.ts';
import { newId, seconds } from './billing-id.ts';
import { around, countDues, creditsOf, giveCredit, makeInvoice } from './billing-invoice.ts';
import {
  type AskedItem,
  checkPlanFirst,
  type Item,
  itemOf,
  lineOf,
  subscriptionItemOf,
  sumOf,
} from './billing-items.ts';
import { bookPayment, type PaymentOutcome, payOnFile } from './billing-payment.ts';
import { mergeItems, type Proration, prorate } from './billing-proration.ts';
import type { BillingStore } from './billing-store.ts';

/** A month later; all that is sold is paid by the month. */
export const monthAfter = (at: number): number =>
  Math.floor(addMonths(new Date(at * 1000), 1).getTime() / 1000);

export function customerOf(store: BillingStore, id: string): BillingCustomer {
  const customer = store.customers.get(id);
  if (!customer) throw notFound('Customer', id);
  return customer;
}

export function subscriptionOf(store: BillingStore, id: string): BillingSubscription {
  const subscription = store.subscriptions.get(id);
  if (!subscription) throw notFound('Subscription', id);
  return subscription;
}

/** What goes along with an event about a subscription. */
export function besides(store: BillingStore, subscription: BillingSubscription): Record<string, unknown> {
  return {
    subscription,
    customer: store.customers.get(subscription.customer_id),
    card: store.cards.get(subscription.customer_id),
  };
}

const recurringOf = (asked: AskedItem[]): Item[] => asked.map(itemOf).filter(({ type }) => type !== 'charge');

/** What is paid before anything is made: the first term of all items. */
export const firstAmount = (asked: AskedItem[]): number => sumOf(asked.map(itemOf));

/**
 * A new subscription, its first term paid. The payment was tried before, so that a refusal leaves nothing behind.
 * @param options.outcome how the payment ended, when it was tried with a card that is not on file yet
 */
export function createSubscription(
  store: BillingStore,
  customer: BillingCustomer,
  asked: AskedItem[],
  options: { id?: string; source: EventSource; outcome?: PaymentOutcome; metaData?: unknown },
): { subscription: BillingSubscription; invoice: BillingInvoice } {
  checkPlanFirst(asked);
  if (options.id !== undefined && store.subscriptions.has(options.id))
    throw wrongValue('subscription[id]', 'is already present');
  const credit = creditsOf(store, customer.id);
  const outcome = options.outcome ?? payOnFile(store, customer.id);
  if (firstAmount(asked) > credit && !outcome.ok) throw paymentFailed(outcome.text);
  const now = seconds();
  const end = monthAfter(now);
  const items = asked.map(itemOf);
  const id = options.id ?? newId('', 16);
  const charged = items.filter(({ type }) => type === 'charge');
  const subscription: BillingSubscription = {
    id,
    customer_id: customer.id,
    currency_code: CURRENCY,
    base_currency_code: CURRENCY,
    exchange_rate: 1,
    status: 'active',
    billing_period: 1,
    billing_period_unit: 'month',
    current_term_start: now,
    current_term_end: end,
    next_billing_at: end,
    created_at: now,
    started_at: now,
    activated_at: now,
    has_scheduled_changes: false,
    has_scheduled_advance_invoices: false,
    due_invoices_count: 0,
    mrr: sumOf(recurringOf(asked)),
    channel: 'web',
    auto_close_invoices: true,
    create_pending_invoices: false,
    override_relationship: false,
    deleted: false,
    ...(options.metaData !== undefined && { meta_data: options.metaData }),
    subscription_items: recurringOf(asked).map(subscriptionItemOf),
    ...(charged.length > 0 && {
      charged_items: charged.map(({ price }) => ({
        item_price_id: price.id,
        last_charged_at: now,
        object: 'charged_item' as const,
      })),
    }),
    updated_at: now,
    resource_version: store.nextVersion(),
    object: 'subscription',
  };
  store.subscriptions.set(id, subscription);
  const scope = { from: now, to: end, subscriptionId: id, customerId: customer.id };
  const invoice = makeInvoice(
    store,
    customer,
    items.map((item) => lineOf(item, item.type === 'charge' ? { ...scope, to: now } : scope)),
    { subscriptionId: id, recurring: true, first: true },
  );
  const transaction =
    invoice.amount_due > 0 ? bookPayment(store, invoice, invoice.amount_due, outcome) : undefined;
  store.emit('subscription_created', { ...besides(store, subscription), invoice }, options.source);
  store.emit('invoice_generated', around(store, invoice), options.source);
  if (transaction)
    store.emit('payment_succeeded', { ...around(store, invoice), transaction }, options.source);
  return { subscription, invoice };
}

/** A change of items as it is asked for. */
export interface AskedChange {
  items: AskedItem[];
  replace: boolean;
  removed?: string[];
  prorate: boolean;
  endOfTerm: boolean;
  /** Starts a new term now, which is paid whole. */
  resetTerm: boolean;
}

/** What a change would come to: what is charged now, and what the subscription then is. */
export interface ChangePlan {
  items: AskedItem[];
  proration: Proration;
  /** After all credits. */
  due: number;
  creditsUsed: number;
  termEnd: number;
}

export function planChange(
  store: BillingStore,
  subscription: BillingSubscription,
  asked: AskedChange,
): ChangePlan {
  const items = mergeItems(subscription, asked.items, asked.replace, asked.removed);
  checkPlanFirst(items);
  const now = seconds();
  const { current_term_end: end, id, customer_id: customerId } = subscription;
  if (asked.endOfTerm)
    return {
      items,
      proration: { credits: [], charges: [], credit: 0, charge: 0 },
      due: 0,
      creditsUsed: 0,
      termEnd: end,
    };
  let proration = prorate(subscription, items, { at: now, prorate: asked.prorate });
  let termEnd = end;
  if (asked.resetTerm) {
    termEnd = monthAfter(now);
    const scope = { from: now, to: termEnd, subscriptionId: id, customerId };
    const everything = prorate(subscription, [], { at: now, prorate: asked.prorate });
    const charges = items.map(itemOf).map((item) => lineOf(item, scope));
    proration = { ...everything, charges, charge: sumOf(charges) };
  }
  const credits = creditsOf(store, customerId) + refundable(store, subscription, proration.credit);
  const creditsUsed = Math.min(proration.charge, credits);
  return { items, proration, due: proration.charge - creditsUsed, creditsUsed, termEnd };
}

/** What of a credit is not eaten up by what is still owed for the running term. */
function refundable(store: BillingStore, subscription: BillingSubscription, credit: number): number {
  const reference = newestInvoice(store, subscription.id);
  const owed = reference && reference.status !== 'paid' ? reference.amount_due : 0;
  return Math.max(0, credit - owed);
}

function newestInvoice(store: BillingStore, subscriptionId: string): BillingInvoice | undefined {
  return [...store.invoices.values()].findLast((one) => one.subscription_id === subscriptionId);
}

/** Changes the items of a subscription, at once or with the end of the term. A refused payment changes nothing. */
export function changeSubscription(
  store: BillingStore,
  subscription: BillingSubscription,
  asked: AskedChange,
  options: { source: EventSource; outcome?: PaymentOutcome },
): { invoice?: BillingInvoice; creditNote?: BillingCreditNote } {
  if (subscription.status === 'cancelled')
    throw wrongState(`Subscription ${subscription.id} is cancelled and cannot be changed.`);
  const plan = planChange(store, subscription, asked);
  if (asked.endOfTerm) {
    store.scheduled.set(subscription.id, { items: plan.items });
    subscription.has_scheduled_changes = true;
    subscription.changes_scheduled_at = subscription.current_term_end;
    store.touch(subscription);
    store.emit('subscription_changes_scheduled', besides(store, subscription), options.source);
    return {};
  }
  const outcome = options.outcome ?? payOnFile(store, subscription.customer_id, subscription.id);
  if (plan.due > 0 && !outcome.ok) throw paymentFailed(outcome.text);
  const customer = customerOf(store, subscription.customer_id);
  const reference = newestInvoice(store, subscription.id);
  const { proration } = plan;
  const creditNote =
    reference && proration.credit > 0
      ? giveCredit(store, customer, reference, proration.credits, 'subscription_change')
      : undefined;
  const invoice =
    proration.charge > 0
      ? makeInvoice(store, customer, proration.charges, { subscriptionId: subscription.id, recurring: true })
      : undefined;
  applyItems(subscription, plan.items);
  store.scheduled.delete(subscription.id);
  subscription.has_scheduled_changes = false;
  delete subscription.changes_scheduled_at;
  if (asked.resetTerm) subscription.current_term_start = seconds();
  subscription.current_term_end = plan.termEnd;
  if (subscription.next_billing_at !== undefined) subscription.next_billing_at = plan.termEnd;
  const transaction =
    invoice && invoice.amount_due > 0 ? bookPayment(store, invoice, invoice.amount_due, outcome) : undefined;
  countDues(store, subscription);
  store.touch(subscription);
  if (creditNote) store.emit('credit_note_created', { credit_note: creditNote, customer }, options.source);
  store.emit('subscription_changed', { ...besides(store, subscription), invoice }, options.source);
  if (invoice) store.emit('invoice_generated', around(store, invoice), options.source);
  if (invoice && transaction)
    store.emit('payment_succeeded', { ...around(store, invoice), transaction }, options.source);
  return { ...(invoice && { invoice }), ...(creditNote && { creditNote }) };
}

export function applyItems(subscription: BillingSubscription, items: AskedItem[]): void {
  subscription.subscription_items = recurringOf(items).map(subscriptionItemOf);
  subscription.mrr = sumOf(subscription.subscription_items);
}

/** The subscription as it will be once its scheduled change is made. */
export function withScheduledChanges(
  store: BillingStore,
  subscription: BillingSubscription,
): BillingSubscription {
  const change = store.scheduled.get(subscription.id);
  if (!change) throw wrongState(`Subscription ${subscription.id} has no scheduled changes.`);
  const later = structuredClone(subscription);
  applyItems(later, change.items);
  return later;
}
