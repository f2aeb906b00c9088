import {
  BillingFailure,
  type BillingProvider,
  type BillingUpdate,
  brandIdOf,
  isRunning,
} from '@troupe/domain/billing/billing-provider';
import { PAYMENT_FAILED } from '@troupe/domain/billing/checkout';
import { offerOf } from '@troupe/domain/billing/plan';
import type { DomainEventOf } from '@troupe/domain/domain-event';
import { type Problem, problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { brandExists } from '../account/brand/brand.queries.ts';
import { grantPacks, revokeRefundedPacks } from './credit-packs.ts';
import { lockBilling, readLatestState, upsertState } from './subscription/billing-state.queries.ts';
import { deriveSubscription } from './subscription/subscription.queries.ts';

/** Dependencies of the billing flows. */
export interface BillingParts {
  api: Api;
  provider: BillingProvider;
}

/** Result of applying a billing update. */
export interface UpdateResult {
  brandIds: string[];
  /** Ids of records that were newer than the stored ones. */
  changed: string[];
  /** Customers that aren't our brands. */
  unknownCustomers: string[];
  /** Ids of subscriptions to products we don't sell. */
  unknownPrices: string[];
}

/**
 * Applies an update from the provider in the transaction `tx`: stores newer records, derives the
 * brand's subscriptions, grants the credits of paid packs and removes those of refunded ones.
 * Idempotent and independent of order.
 */
export async function applyBillingUpdate(
  { api }: BillingParts,
  tx: Database,
  news: BillingUpdate,
): Promise<UpdateResult> {
  const booked: UpdateResult = { brandIds: [], changed: [], unknownCustomers: [], unknownPrices: [] };
  for (const [customerId, own] of byCustomer(news)) {
    const brandId = brandIdOf(customerId);
    if (!brandId || !(await brandExists(tx, brandId))) {
      booked.unknownCustomers.push(customerId);
      continue;
    }
    await lockBilling(tx, brandId);
    const changed = await upsertState(tx, brandId, own, api.clock.now());
    booked.unknownPrices.push(...(await derive(api, tx, own)));
    await grantPacks(tx, brandId, own.invoices, api.clock.now());
    await revokeRefundedPacks(tx, brandId, api.clock.now());
    await publish(tx, subscriptionEvents(brandId, own, changed), api.clock.now());
    if (changed.length > 0) await publish(tx, { type: 'brand.changed', brandId, data: {} });
    booked.brandIds.push(brandId);
    booked.changed.push(...changed);
  }
  return booked;
}

/** Builds webhook events for the subscriptions that changed. */
function subscriptionEvents(
  brandId: string,
  { subscriptions }: BillingUpdate,
  changed: readonly string[],
): DomainEventOf<'subscription.changed'>[] {
  return subscriptions
    .filter(({ id }) => changed.includes(id))
    .map(({ id, status }) => ({
      brandId,
      type: 'subscription.changed' as const,
      data: { subscriptionId: id, status },
    }));
}

function byCustomer({ subscriptions, invoices }: BillingUpdate): Map<string, BillingUpdate> {
  const customers = new Map<string, BillingUpdate>();
  const of = (id: string) => {
    const own = customers.get(id) ?? { subscriptions: [], invoices: [] };
    customers.set(id, own);
    return own;
  };
  for (const subscription of subscriptions) of(subscription.customerId).subscriptions.push(subscription);
  for (const invoice of invoices) of(invoice.customerId).invoices.push(invoice);
  // Fixed order to avoid deadlocks between concurrent updates.
  return new Map([...customers].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function derive(api: Api, tx: Database, { subscriptions, invoices }: BillingUpdate): Promise<string[]> {
  const ids = new Set([
    ...subscriptions.map(({ id }) => id),
    ...invoices.flatMap(({ subscriptionId }) => subscriptionId ?? []),
  ]);
  const unsold: string[] = [];
  for (const id of ids) {
    const told = await readLatestState(tx, id);
    if (!told) continue;
    const offer = offerOf(told.subscription.itemPriceId);
    if (offer?.kind === 'plan' || offer?.kind === 'addon') {
      const now = api.clock.now();
      const { BILLING_GRACE_DAYS: graceDays } = api.config;
      const data = await deriveSubscription(tx, told, offer, { now, graceDays });
      await publish(tx, { type: 'subscription.payment_changed', brandId: told.brandId, data }, now);
    } else if (isRunning(told.subscription)) unsold.push(id);
  }
  return unsold;
}

/** Converts a provider failure into the problem shown at checkout. */
export function toPaymentProblem(error: unknown): Problem {
  if (!(error instanceof BillingFailure)) throw error;
  return problem(error.kind === 'payment' ? 'payment_failed' : 'unavailable', {
    message: PAYMENT_FAILED,
    detail: error.message,
  });
}

/** Throws a provider failure as the problem shown in the account; rethrows other errors. */
export function throwBillingProblem(error: unknown): never {
  throw error instanceof BillingFailure ? asBillingProblem(error) : error;
}

function asBillingProblem(error: BillingFailure): Problem {
  if (error.kind === 'payment')
    return problem('payment_failed', {
      message: 'The payment was declined. Select Open Billing to update your card, then try again.',
      detail: error.message,
    });
  if (error.kind === 'refused')
    return problem('invalid_transition', {
      message: "You can't make this change right now. Reload the page to see your current plan.",
      detail: error.message,
    });
  return problem('unavailable', {
    message: "Billing isn't available right now. Nothing was changed. Try again in a moment.",
    detail: error.message,
  });
}
