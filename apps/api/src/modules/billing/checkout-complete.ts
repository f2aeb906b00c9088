import {
  BillingFailure,
  type BillingInvoice,
  type BillingPage,
  customerIdOf,
} from '@troupe/domain/billing/billing-provider';
import { type CompletedCheckout, PAYMENT_FAILED } from '@troupe/domain/billing/checkout';
import { problem } from '@troupe/domain/problem';
import { type Database, withTransaction } from '../../platform/database.ts';
import { isBrandClosed } from '../account/brand/brand.queries.ts';
import { applyBillingUpdate, type BillingParts, toPaymentProblem } from './billing-update.ts';
import {
  type Checkout,
  endCheckout,
  lockCheckout,
  postponeCheck,
  readByPage,
  readCheckout,
  readPurchases,
  recordReturn,
} from './checkout/checkout.queries.ts';
import { grantPlanCredits } from './credit/credit-plan.queries.ts';
import { readInvoice } from './subscription/billing-state.queries.ts';
import { readSubscriptions } from './subscription/subscription.queries.ts';

/** Delay before checking a purchase whose process was killed during completion. */
const CHECK_AFTER_POST_MS = 15_000;

interface CheckoutKind {
  brandId: string;
  hostedPageId: string;
  /** Whether the purchase is of the kind this call completes. */
  sells(checkout: Checkout): boolean;
}

/** Returns the opaque data that links a page to its purchase. */
export const passThroughOf = ({ id, brandId }: Pick<Checkout, 'id' | 'brandId'>): string =>
  JSON.stringify({ checkout: id, brand: brandId });

/**
 * Completes a purchase from its posted page id. Nothing in the request is trusted: the page is read
 * from the provider.
 * @throws not_found if the page isn't the brand's, payment_incomplete if it isn't paid,
 * already_subscribed if the payment was refunded because the brand already had its plan
 */
export async function completePosted(
  parts: BillingParts,
  { brandId, hostedPageId, sells }: CheckoutKind,
): Promise<CompletedCheckout> {
  const { api, provider } = parts;
  const found = await readByPage(api.db, brandId, hostedPageId);
  if (!found || !sells(found)) throw problem('not_found', { message: PAYMENT_FAILED });
  if (found.state === 'open') {
    await postponeCheck(api.db, found, new Date(api.clock.now().getTime() + CHECK_AFTER_POST_MS));
    try {
      const page = await provider.readPage(hostedPageId);
      if (!page) throw problem('not_found', { message: PAYMENT_FAILED });
      await settleCheckout(parts, found, page);
    } catch (error) {
      throw error instanceof BillingFailure ? toPaymentProblem(error) : error;
    }
  }
  const settled = await readCheckout(api.db, found.id);
  if (settled?.state === 'refunded')
    throw problem('already_subscribed', {
      message: 'Your brand already has this plan or add-on. The second payment is being refunded.',
    });
  if (settled?.state !== 'completed') throw problem('payment_incomplete');
  const invoice = settled.invoiceId ? await readInvoice(api.db, brandId, settled.invoiceId) : null;
  return {
    checkoutId: settled.id,
    first: await recordReturn(api.db, settled.id, api.clock.now()),
    purchase: {
      transactionId: settled.invoiceId ?? hostedPageId,
      currency: invoice?.currency ?? 'USD',
      value: settled.paid ?? 0,
      items: (invoice?.lines ?? []).map(({ itemPriceId, text, amount, quantity }) => ({
        id: itemPriceId ?? text,
        name: text,
        price: Math.round(amount / Math.max(1, quantity)),
        quantity,
      })),
    },
  };
}

/**
 * Updates a purchase to match its page. A paid page is acknowledged before it is recorded, so after
 * a crash in between it is found acknowledged and recorded next time.
 */
export async function settleCheckout(
  parts: BillingParts,
  checkout: Checkout,
  page: BillingPage,
): Promise<void> {
  const { api } = parts;
  if (page.state === 'cancelled') {
    await endCheckout(api.db, checkout.id, { state: 'ended' });
    return;
  }
  if (page.state === 'created' || page.state === 'requested') return;
  const brandsOwn = page.customerId === null || page.customerId === customerIdOf(checkout.brandId);
  if (page.passThrough !== passThroughOf(checkout) || !brandsOwn) {
    api.log.warn({ checkoutId: checkout.id }, 'paid page belongs to another purchase');
    throw problem('not_found', { message: PAYMENT_FAILED });
  }
  const paid = page.state === 'acknowledged' ? page : await acknowledge(parts, page.id);
  const doubled = await record(parts, checkout, paid);
  if (doubled) await refundDuplicate(parts, checkout, doubled);
  else await grantPlanCredits(api.pool, api.db, api.clock.now(), checkout.brandId);
}

async function acknowledge({ provider }: BillingParts, id: string): Promise<BillingPage> {
  try {
    return await provider.acknowledgePage(id);
  } catch (error) {
    if (!(error instanceof BillingFailure) || error.kind !== 'refused') throw error;
    // It works once: another tab or the job was faster.
    const page = await provider.readPage(id);
    if (page?.state !== 'acknowledged') throw error;
    return page;
  }
}

interface DuplicatePurchase {
  subscriptionId: string;
  invoice: BillingInvoice | null;
}

/** Records a paid purchase; returns it if it must be refunded. */
async function record(
  parts: BillingParts,
  checkout: Checkout,
  page: BillingPage,
): Promise<DuplicatePurchase | null> {
  const { api } = parts;
  const subscriptionId = page.news.subscriptions[0]?.id ?? null;
  const invoice = page.news.invoices[0] ?? null;
  return withTransaction(api.pool, async (tx) => {
    const held = await lockCheckout(tx, checkout.id);
    if (held?.state !== 'open') return null;
    await applyBillingUpdate(parts, tx, page.news);
    if (subscriptionId && (await isDuplicate(tx, checkout, subscriptionId)))
      return { subscriptionId, invoice };
    await endCheckout(tx, checkout.id, {
      state: 'completed',
      completedAt: api.clock.now().toISOString(),
      invoiceId: invoice?.id ?? null,
      subscriptionId,
      paid: invoice?.total ?? 0,
    });
    return null;
  });
}

/**
 * Returns whether a payment must be refunded: the brand already has the product, or its account is
 * closed.
 */
async function isDuplicate(tx: Database, checkout: Checkout, providerId: string): Promise<boolean> {
  return (await isBrandClosed(tx, checkout.brandId)) || (await isHeldTwice(tx, checkout, providerId));
}

/**
 * Returns whether a brand already has another plan, or the same add-on, and this one must be
 * refunded. Products from completed purchases, or without a purchase, are always kept. Among
 * purchases that are still open, the earliest is kept, so that every process reaches the same
 * result. The caller must hold the billing lock.
 */
async function isHeldTwice(tx: Database, checkout: Checkout, providerId: string): Promise<boolean> {
  const { brandId, kind, offerId } = checkout;
  // Oldest first; what was bought may have been ended already by a process that was killed then.
  const all = await readSubscriptions(tx, brandId);
  const bought = all.findIndex((one) => one.providerId === providerId);
  const purchases = await readPurchases(tx, brandId);
  return all.some((one, at) => {
    if (at === bought || one.status !== 'active') return false;
    if (kind === 'plan' ? one.kind !== 'plan' : one.planId !== offerId) return false;
    const completed = purchases.some(
      ({ state, subscriptionId }) => state === 'completed' && subscriptionId === one.providerId,
    );
    const mayBeOpen = purchases.some(
      ({ id, state, offerId: sold, period }) =>
        state === 'open' &&
        id !== checkout.id &&
        sold === one.planId &&
        (period === null || period === one.period),
    );
    return completed || !mayBeOpen || at < bought;
  });
}

/** Ends a duplicate subscription and refunds it. Retried until complete. */
async function refundDuplicate(
  parts: BillingParts,
  checkout: Checkout,
  { subscriptionId, invoice }: DuplicatePurchase,
): Promise<void> {
  const { api, provider } = parts;
  const news = await provider.undoPurchase(subscriptionId, invoice?.id ?? null, `undo-${checkout.id}`);
  await withTransaction(api.pool, async (tx) => {
    await lockCheckout(tx, checkout.id);
    await applyBillingUpdate(parts, tx, news);
    await endCheckout(tx, checkout.id, {
      state: 'refunded',
      completedAt: api.clock.now().toISOString(),
      invoiceId: invoice?.id ?? null,
      subscriptionId,
      paid: 0,
    });
  });
  api.log.warn({ checkoutId: checkout.id, brandId: checkout.brandId }, 'refunded a duplicate purchase');
}
