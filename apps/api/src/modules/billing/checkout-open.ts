import { BillingFailure, type BillingPage, customerIdOf } from '@troupe/domain/billing/billing-provider';
import type { HostedPage } from '@troupe/domain/billing/checkout';
import { isForSale, itemPriceOf, nameOf, type Offer } from '@troupe/domain/billing/plan';
import { problem } from '@troupe/domain/problem';
import type { Caller } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { asPaymentProblem, type BillingParts } from './billing-books.ts';
import {
  type Checkout,
  endCheckout,
  findOpenCheckout,
  insertCheckout,
  lockCheckouts,
  notePage,
  readPayer,
} from './checkout/checkout.queries.ts';
import { passThroughOf, settleCheckout } from './checkout-complete.ts';
import { hadPlan, readSubscriptions } from './subscription/subscription.queries.ts';

type Sold = Exclude<Offer, { kind: 'setup' }>;

interface Wish {
  brandId: string;
  caller: Caller;
  offer: Offer;
}

/** A page that ends sooner than this is not handed out any more. */
const TIME_TO_PAY_MS = 10 * 60_000;
/** Nobody pays sooner; afterwards the page is looked at, for those who do not come back. */
const FIRST_LOOK_MS = 45_000;

/**
 * A page to pay on. While a page for the same thing is open the brand gets that one, so that two tabs and two clicks
 * lead to one payment. The purchase is written down before the provider is asked, under a key that makes the page
 * once: whatever is cut off in between is taken up again by the next try.
 */
export async function openCheckout(parts: BillingParts, wish: Wish): Promise<HostedPage> {
  const { offer } = wish;
  if (offer.kind === 'setup') throw problem('not_found');
  if (!isForSale(offer))
    throw problem('not_for_sale', {
      message: `${nameOf(offer.id)} is not for sale yet. Nothing was charged.`,
    });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const checkout = await begin(parts, wish, offer);
    const page = await pageOf(parts, wish, offer, checkout);
    if (page) return page;
  }
  throw problem('unavailable', { detail: 'an open checkout was ended three times while it was opened' });
}

async function begin({ api }: BillingParts, { brandId, caller }: Wish, offer: Sold): Promise<Checkout> {
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
        message: `Your brand has ${nameOf(same.planId)} already. Change it in the account.`,
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
      lookAt: new Date(now.getTime() + FIRST_LOOK_MS).toISOString(),
    });
  });
}

/** The page of a purchase, made now if need be; null when the purchase turns out to have ended. */
async function pageOf(
  parts: BillingParts,
  wish: Wish,
  offer: Sold,
  checkout: Checkout,
): Promise<HostedPage | null> {
  const { api, provider } = parts;
  try {
    if (checkout.hostedPageId === null) return await makePage(parts, wish, offer, checkout);
    const page = await provider.readPage(checkout.hostedPageId);
    if (page && (page.state === 'created' || page.state === 'requested')) return toHostedPage(page);
    // It was paid in another tab, cancelled, or is gone.
    if (!page) await endCheckout(api.db, checkout.id, { state: 'ended' });
    else await settleCheckout(parts, checkout, page);
    return null;
  } catch (error) {
    throw error instanceof BillingFailure ? asPaymentProblem(error) : error;
  }
}

async function makePage(
  { api, provider }: BillingParts,
  { brandId, caller }: Wish,
  offer: Sold,
  checkout: Checkout,
): Promise<HostedPage> {
  // One key is one question: whoever takes up what another person began asks in their name.
  const payer = await readPayer(api.db, brandId, checkout.userId ?? caller.userId);
  const offers: Offer[] = checkout.setupFee ? [offer, { kind: 'setup' }] : [offer];
  const back = `${api.config.WEB_ORIGIN}/pricing?checkout=${offer.id === 'affiliate' ? offer.id : offer.kind}`;
  const wish = {
    key: `checkout-${checkout.id}`,
    customer: { id: customerIdOf(brandId), ...payer },
    kind: offer.kind === 'credits' ? ('single' as const) : ('subscription' as const),
    itemPriceIds: offers.map((one) => itemPriceOf(one).id),
    redirectUrl: back,
    cancelUrl: back,
    passThrough: passThroughOf(checkout),
  };
  const page = await provider.openPage(wish).catch(async (error: unknown) => {
    // It will not be made under this key any more: the next try begins anew.
    if (error instanceof BillingFailure && error.kind === 'refused')
      await endCheckout(api.db, checkout.id, { state: 'ended' });
    throw error;
  });
  await notePage(api.db, checkout.id, {
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
