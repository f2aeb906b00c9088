import {
  type Checkout,
  endCheckout,
  putOff,
  readDueCheckouts,
} from '../features/checkout/checkout.queries.ts';
import type { BillingParts } from './billing-books.ts';
import { settleCheckout } from './checkout-complete.ts';

const MINUTE = 60_000;
const LONGEST_PAUSE_MS = 30 * MINUTE;
/** A page that ended so long ago cannot be paid any more, whatever the clocks say. */
const AFTER_END_MS = 10 * MINUTE;
/** A purchase whose page was never made. */
const NO_PAGE_MS = 60 * MINUTE;

/** Looks at the pages of open purchases that are due, or of one brand: whoever paid gets what they paid for. */
export async function sweepCheckouts(parts: BillingParts, brandId?: string): Promise<void> {
  const { api } = parts;
  const due = await readDueCheckouts(api.db, { now: api.clock.now(), brandId });
  for (const checkout of due) {
    try {
      await look(parts, checkout);
    } catch (error) {
      api.log.warn({ err: error, checkoutId: checkout.id }, 'a checkout could not be looked at');
      await putOff(api.db, checkout, new Date(api.clock.now().getTime() + MINUTE));
    }
  }
}

async function look(parts: BillingParts, checkout: Checkout): Promise<void> {
  const { api, provider } = parts;
  const now = api.clock.now().getTime();
  const ended = checkout.expiresAt
    ? now > Date.parse(checkout.expiresAt) + AFTER_END_MS
    : now > Date.parse(checkout.createdAt) + NO_PAGE_MS;
  if (checkout.hostedPageId !== null) {
    const page = await provider.readPage(checkout.hostedPageId);
    if (page) await settleCheckout(parts, checkout, page);
  }
  // Whatever was paid is not open any more by now, so that this ends unpaid ones alone.
  if (ended) await endCheckout(api.db, checkout.id, { state: 'ended' });
  else
    await putOff(api.db, checkout, new Date(now + Math.min(LONGEST_PAUSE_MS, MINUTE * 2 ** checkout.looks)));
}
