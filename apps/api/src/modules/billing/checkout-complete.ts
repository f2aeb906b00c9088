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
import { asPaymentProblem, type BillingParts, takeNews } from './billing-books.ts';
import {
  type Checkout,
  endCheckout,
  holdCheckout,
  noteReturn,
  putOff,
  readByPage,
  readCheckout,
  readPurchases,
} from './checkout/checkout.queries.ts';
import { grantPlanCredits } from './credit/credit-plan.queries.ts';
import { readInvoice } from './subscription/billing-state.queries.ts';
import { readSubscriptions } from './subscription/subscription.queries.ts';

/** A process that is killed while it completes a purchase leaves it to be looked at so soon. */
const LOOK_AFTER_POST_MS = 15_000;

interface Posted {
  brandId: string;
  hostedPageId: string;
  /** Whether a purchase is one of those that this call completes. */
  sells(checkout: Checkout): boolean;
}

/** What ties a page to its purchase. */
export const passThroughOf = ({ id, brandId }: Pick<Checkout, 'id' | 'brandId'>): string =>
  JSON.stringify({ checkout: id, brand: brandId });

/**
 * Completes a purchase whose page is posted. Nothing that is posted is believed: the provider is asked about the page.
 * @throws not_found for a page that is not the brand's, payment_incomplete for one that is not paid,
 *   already_subscribed where the payment was given back, because the brand had its plan by then
 */
export async function completePosted(
  parts: BillingParts,
  { brandId, hostedPageId, sells }: Posted,
): Promise<CompletedCheckout> {
  const { api, provider } = parts;
  const found = await readByPage(api.db, brandId, hostedPageId);
  if (!found || !sells(found)) throw problem('not_found', { message: PAYMENT_FAILED });
  if (found.state === 'open') {
    await putOff(api.db, found, new Date(api.clock.now().getTime() + LOOK_AFTER_POST_MS));
    try {
      const page = await provider.readPage(hostedPageId);
      if (!page) throw problem('not_found', { message: PAYMENT_FAILED });
      await settleCheckout(parts, found, page);
    } catch (error) {
      throw error instanceof BillingFailure ? asPaymentProblem(error) : error;
    }
  }
  const settled = await readCheckout(api.db, found.id);
  if (settled?.state === 'refunded')
    throw problem('already_subscribed', {
      message: 'Your brand had this already. The second payment is given back.',
    });
  if (settled?.state !== 'completed') throw problem('payment_incomplete');
  const invoice = settled.invoiceId ? await readInvoice(api.db, brandId, settled.invoiceId) : null;
  return {
    checkoutId: settled.id,
    first: await noteReturn(api.db, settled.id, api.clock.now()),
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
 * Brings a purchase to where its page stands. A paid page is acknowledged first and written down then: killed in
 * between, it is found acknowledged and written down the next time.
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
    api.log.warn({ checkoutId: checkout.id }, 'a paid page belongs to another purchase');
    throw problem('not_found', { message: PAYMENT_FAILED });
  }
  const paid = page.state === 'acknowledged' ? page : await acknowledge(parts, page.id);
  const doubled = await record(parts, checkout, paid);
  if (doubled) await giveBack(parts, checkout, doubled);
  else await grantPlanCredits(api.pool, api.db, api.clock.now(), checkout.brandId);
}

async function acknowledge({ provider }: BillingParts, id: string): Promise<BillingPage> {
  try {
    return await provider.acknowledgePage(id);
  } catch (error) {
    if (!(error instanceof BillingFailure) || error.kind !== 'refused') throw error;
    // It works once, and somebody was faster: the same purchase in another tab, or the job.
    const page = await provider.readPage(id);
    if (page?.state !== 'acknowledged') throw error;
    return page;
  }
}

interface Doubled {
  subscriptionId: string;
  invoice: BillingInvoice | null;
}

/** Writes a paid purchase into the books; answers it where it is to be given back. */
async function record(parts: BillingParts, checkout: Checkout, page: BillingPage): Promise<Doubled | null> {
  const { api } = parts;
  const subscriptionId = page.news.subscriptions[0]?.id ?? null;
  const invoice = page.news.invoices[0] ?? null;
  return withTransaction(api.pool, async (tx) => {
    const held = await holdCheckout(tx, checkout.id);
    if (held?.state !== 'open') return null;
    await takeNews(parts, tx, page.news);
    if (subscriptionId && (await isTooMuch(tx, checkout, subscriptionId))) return { subscriptionId, invoice };
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

/** Whether what was paid for is given back: the brand has it already, or its account is closed. */
async function isTooMuch(tx: Database, checkout: Checkout, providerId: string): Promise<boolean> {
  return (await isBrandClosed(tx, checkout.brandId)) || (await isHeldTwice(tx, checkout, providerId));
}

/**
 * Whether a brand has another plan, or the same add-on twice, and this one is the one too many. What another purchase
 * completed, or what came without any, stays whenever it began. Between purchases that are still open, both of which
 * the books may know, the one that began first stays: whoever looks at either comes to the same. The caller holds the
 * lock of the books.
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

/** Ends what was bought too much, and gives the money back. Run again as long as it did not come to its end. */
async function giveBack(
  parts: BillingParts,
  checkout: Checkout,
  { subscriptionId, invoice }: Doubled,
): Promise<void> {
  const { api, provider } = parts;
  const news = await provider.undoPurchase(subscriptionId, invoice?.id ?? null, `undo-${checkout.id}`);
  await withTransaction(api.pool, async (tx) => {
    await holdCheckout(tx, checkout.id);
    await takeNews(parts, tx, news);
    await endCheckout(tx, checkout.id, {
      state: 'refunded',
      completedAt: api.clock.now().toISOString(),
      invoiceId: invoice?.id ?? null,
      subscriptionId,
      paid: 0,
    });
  });
  api.log.warn({ checkoutId: checkout.id, brandId: checkout.brandId }, 'a second purchase was given back');
}
