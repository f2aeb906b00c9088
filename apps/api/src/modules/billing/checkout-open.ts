import { BillingFailure, type BillingPage, customerIdOf } from '@troupe/domain/billing/billing-provider';
import type { HostedPage } from '@troupe/domain/billing/checkout';
import { isForSale, itemPriceOf, nameOf, type Offer } from '@troupe/domain/billing/plan';
import { problem } from '@troupe/domain/problem';
import type { Caller } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { type BillingParts, toPaymentProblem } from './billing-update.ts';
import {
  type Checkout,
  endCheckout,
  findOpenCheckout,
  insertCheckout,
  lockCheckouts,
  readPayer,
  savePage,
} from './checkout/checkout.queries.ts';
import { passThroughOf, settleCheckout } from './checkout-complete.ts';
import { hadPlan, readSubscriptions } from './subscription/subscription.queries.ts';

type Sold = Exclude<Offer, { kind: 'setup' }>;

interface CheckoutRequest {
  brandId: string;
  caller: Caller;
  offer: Offer;
}

/** Pages that expire sooner than this aren't reused. */
const TIME_TO_PAY_MS = 10 * 60_000;
/** Delay before the first check of a page, for shoppers who don't return. */
const FIRST_CHECK_MS = 45_000;

/**
 * Opens a checkout page. While a page for the same product is open, it is reused, so two tabs or
 * clicks lead to one payment. The purchase is recorded before calling the provider, with an
 * idempotency key, so that a retry resumes it after a failure.
 */
export async function openCheckout(parts: BillingParts, request: CheckoutRequest): Promise<HostedPage> {
  const { offer } = request;
  if (offer.kind === 'setup') throw problem('not_found');
  if (!isForSale(offer))
    throw problem('not_for_sale', {
      message: `${nameOf(offer.id)} isn't available for purchase yet. You weren't charged.`,
    });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const checkout = await begin(parts, request, offer);
    const page = await pageOf(parts, request, offer, checkout);
    if (page) return page;
  }
  throw problem('unavailable', { detail: 'checkout ended three times while being opened' });
}

async function begin(
  { api }: BillingParts,
  { brandId, caller }: CheckoutRequest,
  offer: Sold,
): Promise<Checkout> {
  const now = api.clock.now();
  return withTransaction(api.pool, async (tx) => {
    await lockCheckouts(tx, brandId);
    const held = await readSubscriptions(tx, brandId);
    const same = held.find(
      ({ kind, planId, status }) =>
        status === 'active' && (offer.kind === 'plan' ? kind === 'plan' : planId === offer.id),
    );
    if (same)
      throw problem('already_subscribed', {
        message: `Your brand already has ${nameOf(same.planId)}. Change it in Account.`,
      });
    const wanted = {
      brandId,
      kind: offer.kind,
      offerId: offer.id,
      period: offer.kind === 'plan' ? offer.period : null,
      setupFee: offer.kind === 'plan' && !(await hadPlan(tx, brandId)),
    };
    const open = await findOpenCheckout(tx, wanted, new Date(now.getTime() + TIME_TO_PAY_MS));
    if (open) return open;
    return insertCheckout(tx, {
      id: newId(),
      ...wanted,
      userId: caller.userId,
      createdAt: now.toISOString(),
      lookAt: new Date(now.getTime() + FIRST_CHECK_MS).toISOString(),
    });
  });
}

/** Returns the page of a purchase, creating it if needed; null if the purchase has ended. */
async function pageOf(
  parts: BillingParts,
  request: CheckoutRequest,
  offer: Sold,
  checkout: Checkout,
): Promise<HostedPage | null> {
  const { api, provider } = parts;
  try {
    if (checkout.hostedPageId === null) return await makePage(parts, request, offer, checkout);
    const page = await provider.readPage(checkout.hostedPageId);
    if (page && (page.state === 'created' || page.state === 'requested')) return toHostedPage(page);
    // Paid in another tab, cancelled or expired.
    if (!page) await endCheckout(api.db, checkout.id, { state: 'ended' });
    else await settleCheckout(parts, checkout, page);
    return null;
  } catch (error) {
    throw error instanceof BillingFailure ? toPaymentProblem(error) : error;
  }
}

async function makePage(
  { api, provider }: BillingParts,
  { brandId, caller }: CheckoutRequest,
  offer: Sold,
  checkout: Checkout,
): Promise<HostedPage> {
  // An idempotency key requires the same parameters, so use the person who started the purchase.
  const payer = await readPayer(api.db, brandId, checkout.userId ?? caller.userId);
  const offers: Offer[] = checkout.setupFee ? [offer, { kind: 'setup' }] : [offer];
  const back = `${api.config.WEB_ORIGIN}/pricing?checkout=${offer.id === 'affiliate' ? offer.id : offer.kind}`;
  const request = {
    key: `checkout-${checkout.id}`,
    customer: { id: customerIdOf(brandId), ...payer },
    kind: offer.kind === 'credits' ? ('single' as const) : ('subscription' as const),
    itemPriceIds: offers.map((one) => itemPriceOf(one).id),
    redirectUrl: back,
    cancelUrl: back,
    passThrough: passThroughOf(checkout),
  };
  const page = await provider.openPage(request).catch(async (error: unknown) => {
    // The key can't be reused, so the next attempt starts over.
    if (error instanceof BillingFailure && error.kind === 'refused')
      await endCheckout(api.db, checkout.id, { state: 'ended' });
    throw error;
  });
  await savePage(api.db, checkout.id, {
    hostedPageId: page.id,
    url: page.url,
    expiresAt: page.expiresAt,
  });
  return toHostedPage(page);
}

const toHostedPage = ({ id, url, type, state, expiresAt }: BillingPage): HostedPage => ({
  id,
  url,
  type,
  state,
  expiresAt,
});
