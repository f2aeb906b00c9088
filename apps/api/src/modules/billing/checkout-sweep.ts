import { BillingFailure, type BillingPage } from '@troupe/domain/billing/billing-provider';
import { Problem } from '@troupe/domain/problem';
import type { BillingParts } from './billing-update.ts';
import { type Checkout, endCheckout, postponeCheck, readDueCheckouts } from './checkout/checkout.queries.ts';
import { settleCheckout } from './checkout-complete.ts';

const MINUTE = 60_000;
const LONGEST_PAUSE_MS = 30 * MINUTE;
/** Margin after which an expired page can no longer be paid, despite clock differences. */
const AFTER_END_MS = 10 * MINUTE;
/** Expiry of a purchase whose page was never created. */
const NO_PAGE_MS = 60 * MINUTE;
/** Purchases that can't be settled are checked rarely after this time, */
const RARE_CHECKS_AFTER_MS = 60 * MINUTE;
/** and given up after this time, until then each reconciliation reports them. */
const GIVE_UP_AFTER_MS = 7 * 24 * 60 * MINUTE;

/** Checks the pages of open purchases that are due, or of one brand, and completes paid ones. */
export async function sweepCheckouts(parts: BillingParts, brandId?: string): Promise<void> {
  const { api } = parts;
  const due = await readDueCheckouts(api.db, { now: api.clock.now(), brandId });
  for (const checkout of due) {
    try {
      await look(parts, checkout);
    } catch (error) {
      api.log.warn({ err: error, checkoutId: checkout.id }, 'failed to check a checkout');
      const now = api.clock.now().getTime();
      const pause = now > endOf(checkout) + RARE_CHECKS_AFTER_MS ? LONGEST_PAUSE_MS : MINUTE;
      await postponeCheck(api.db, checkout, new Date(now + pause));
    }
  }
}

/** Returns when a purchase can no longer be paid. */
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
      api.log.error({ err: error, checkoutId: checkout.id }, 'gave up on a checkout');
    }
  }
  // Paid purchases were completed above, so only unpaid ones are left.
  if (ended) await endCheckout(api.db, checkout.id, { state: 'ended' });
  else
    await postponeCheck(
      api.db,
      checkout,
      new Date(now + Math.min(LONGEST_PAUSE_MS, MINUTE * 2 ** checkout.looks)),
    );
}

/** Permanent failures. Pending refunds are never given up. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof BillingFailure && error.code === 'unreadable';
const isForeign = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found';
