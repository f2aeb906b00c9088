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
import { grantPacks, takeBackPacks } from './credit-packs.ts';
import { keepState, lockBooks, readTold } from './subscription/billing-state.queries.ts';
import { deriveSubscription } from './subscription/subscription.queries.ts';

/** What the flows of billing work with. */
export interface BillingParts {
  api: Api;
  provider: BillingProvider;
}

/** What became of news. */
export interface Booked {
  brandIds: string[];
  /** What was newer than the books, by id. */
  changed: string[];
  /** Customers who are no brand of ours. */
  strangers: string[];
  /** Subscriptions to what we do not sell, by id. */
  unsold: string[];
}

/**
 * Takes what the provider told into the books, in the transaction of `tx`: keeps what is newer, writes the brand's
 * subscriptions from it, grants the credits of paid packs and takes back those of refunded ones. Whatever comes
 * twice, late or in another order leads to the same books.
 */
export async function takeNews({ api }: BillingParts, tx: Database, news: BillingUpdate): Promise<Booked> {
  const booked: Booked = { brandIds: [], changed: [], strangers: [], unsold: [] };
  for (const [customerId, own] of byCustomer(news)) {
    const brandId = brandIdOf(customerId);
    if (!brandId || !(await brandExists(tx, brandId))) {
      booked.strangers.push(customerId);
      continue;
    }
    await lockBooks(tx, brandId);
    const changed = await keepState(tx, brandId, own, api.clock.now());
    booked.unsold.push(...(await derive(api, tx, own)));
    await grantPacks(tx, brandId, own.invoices, api.clock.now());
    await takeBackPacks(tx, brandId, api.clock.now());
    await publish(tx, subscriptionEvents(brandId, own, changed), api.clock.now());
    if (changed.length > 0) await publish(tx, { type: 'brand.changed', brandId, data: {} });
    booked.brandIds.push(brandId);
    booked.changed.push(...changed);
  }
  return booked;
}

/** What a brand's own programs are told of news: the subscriptions that were newer than the books. */
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
  // Always in this order, so that two who take the same news do not wait for each other.
  return new Map([...customers].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function derive(api: Api, tx: Database, { subscriptions, invoices }: BillingUpdate): Promise<string[]> {
  const ids = new Set([
    ...subscriptions.map(({ id }) => id),
    ...invoices.flatMap(({ subscriptionId }) => subscriptionId ?? []),
  ]);
  const unsold: string[] = [];
  for (const id of ids) {
    const told = await readTold(tx, id);
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

/** What a shopper is told when the provider did not do what it was asked. */
export function asPaymentProblem(error: unknown): Problem {
  if (!(error instanceof BillingFailure)) throw error;
  return problem(error.kind === 'payment' ? 'payment_failed' : 'unavailable', {
    message: PAYMENT_FAILED,
    detail: error.message,
  });
}

/** Throws a failure of the provider as the problem that an owner is shown in the account; other errors as they are. */
export function throwBillingProblem(error: unknown): never {
  throw error instanceof BillingFailure ? asBillingProblem(error) : error;
}

function asBillingProblem(error: BillingFailure): Problem {
  if (error.kind === 'payment')
    return problem('payment_failed', {
      message: 'The payment was declined. Change the card under Open billing, then try again.',
      detail: error.message,
    });
  if (error.kind === 'refused')
    return problem('invalid_transition', {
      message: 'This cannot be changed right now. Load the page again and look at how it stands.',
      detail: error.message,
    });
  return problem('unavailable', {
    message: 'Billing cannot be reached right now. Nothing was changed. Try again in a moment.',
    detail: error.message,
  });
}
