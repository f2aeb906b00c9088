import { BillingFailure, type BillingPage } from '@troupe/domain/billing/billing-provider';
import { Problem } from '@troupe/domain/problem';
import type { BillingParts } from './billing-books.ts';
import { type Checkout, endCheckout, putOff, readDueCheckouts } from './checkout/checkout.queries.ts';
import { settleCheckout } from './checkout-complete.ts';

const MINUTE = 60_000;
const LONGEST_PAUSE_MS = 30 * MINUTE;
/** A page that ended so long ago cannot be paid any more, whatever the clocks say. */
const AFTER_END_MS = 10 * MINUTE;
/** A purchase whose page was never made. */
const NO_PAGE_MS = 60 * MINUTE;
/** What could not be settled so long after its end is looked at rarely, */
const RARELY_AFTER_MS = 60 * MINUTE;
/** and what cannot be settled at all is reported by every comparison until it is given up. */
const GIVE_UP_AFTER_MS = 7 * 24 * 60 * MINUTE;

/** Looks at the pages of open purchases that are due, or of one brand: whoever paid gets what they paid for. */
export async function sweepCheckouts(parts: BillingParts, brandId?: string): Promise<void> {
  const { api } = parts;
  const due = await readDueCheckouts(api.db, { now: api.clock.now(), brandId });
  for (const checkout of due) {
    try {
      await look(parts, checkout);
    } catch (error) {
      api.log.warn({ err: error, checkoutId: checkout.id }, 'a checkout could not be looked at');
      const now = api.clock.now().getTime();
      const pause = now > endOf(checkout) + RARELY_AFTER_MS ? LONGEST_PAUSE_MS : MINUTE;
      await putOff(api.db, checkout, new Date(now + pause));
    }
  }
}

/** When a purchase cannot be paid any more. */
const endOf = ({ expiresAt, createdAt }: Checkout): number =>
  expiresAt ? Date.parse(expiresAt) + AFTER_END_MS : Date.parse(createdAt) + NO_PAGE_MS;

async function look(parts: BillingParts, checkout: Checkout): Promise<void> {
  const { api, provider } = parts;
  const now = api.clock.now().getTime();
  const ended = now > endOf(checkout);
  if (checkout.hostedPageId !== null) {
    let page: BillingPage | null | undefined;
    try {
      page = await provider.readPage(checkout.hostedPageId);
      if (page) await settleCheckout(parts, checkout, page);
    } catch (error) {
      const hopeless = page === undefined ? isUnreadable(error) : isForeign(error);
      if (!hopeless || now < endOf(checkout) + GIVE_UP_AFTER_MS) throw error;
      api.log.error({ err: error, checkoutId: checkout.id }, 'a checkout was given up');
    }
  }
  // Whatever was paid is not open any more by now, so that this ends unpaid ones alone.
  if (ended) await endCheckout(api.db, checkout.id, { state: 'ended' });
  else
    await putOff(api.db, checkout, new Date(now + Math.min(LONGEST_PAUSE_MS, MINUTE * 2 ** checkout.looks)));
}

/** These stay so. Money that is to go back is never given up. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof BillingFailure && error.code === 'unreadable';
const isForeign = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found';
