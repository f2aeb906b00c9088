import {
  listBillingEvents,
  listReconciliations,
  reconcile,
  replayBillingEvent,
} from '@troupe/contract/billing/billing';
import type { Difference } from '@troupe/domain/billing/billing-event';
import {
  BillingFailure,
  type BillingInvoice,
  type BillingSubscription,
  type BillingUpdate,
  brandIdOf,
} from '@troupe/domain/billing/billing-provider';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { CallContext } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { type BillingParts, takeNews } from './billing-books.ts';
import {
  beginReconciliation,
  endReconciliation,
  lastReconciled,
  readEvent,
  readEventPage,
  readReconciliation,
  readReconciliationPage,
  requeueEvent,
} from './billing-event/billing-event.queries.ts';
import { workThroughEvent } from './billing-events.ts';
import { readStuckCheckouts } from './checkout/checkout.queries.ts';
import { hasCreditEntry } from './credit/credit.queries.ts';
import { packCreditsOf, packReference } from './credit-packs.ts';
import { readVersions } from './subscription/billing-state.queries.ts';
import { readActiveProviderIds, readOddities } from './subscription/subscription.queries.ts';

const DAY = 86_400_000;
/** Invoices that changed in so many days are compared; the first time all of them are. */
const LOOK_BACK_DAYS = 7;
/** A comparison that began so long ago was cut off. */
const STALE_MS = 30 * 60_000;
const MOST_DIFFERENCES = 500;
/** A purchase whose page ended so long ago should have been settled. */
const STUCK_MS = 60 * 60_000;

/** Registers administrators' calls: received billing events, replaying one, and reconciling with the provider. */
export function billingAdminRoutes(parts: BillingParts): void {
  const { api } = parts;
  api.implement(listBillingEvents, async ({ query }) => {
    const { events, total } = await readEventPage(api.db, query);
    return { events, ...pagesOf(query.page, total) };
  });
  api.implement(replayBillingEvent, (context) => replayEvent(parts, context));
  api.implement(listReconciliations, async ({ query }) => {
    const { reconciliations, total } = await readReconciliationPage(api.db, query.page);
    return { reconciliations, ...pagesOf(query.page, total) };
  });
  api.implement(reconcile, () => reconcileNow(parts));
}

async function replayEvent(parts: BillingParts, { params }: CallContext<typeof replayBillingEvent>) {
  const { api } = parts;
  if (!(await requeueEvent(api.db, params.eventId, api.clock.now()))) throw problem('not_found');
  // Does nothing when another process was faster.
  await workThroughEvent(parts, params.eventId);
  const event = await readEvent(api.db, params.eventId);
  if (!event) throw problem('not_found');
  return event;
}

async function reconcileNow(parts: BillingParts) {
  const id = await reconcileBilling(parts);
  if (id === null)
    throw problem('conflict', { message: 'A comparison is on its way. Look at the list in a moment.' });
  const done = await readReconciliation(parts.api.db, id);
  if (!done || done.failure !== null)
    throw problem('unavailable', {
      message: 'The billing provider cannot be reached right now. Try again in a moment.',
      detail: done?.failure,
    });
  return done;
}

/**
 * Compares our books with the provider's: what is newer there is taken over, credits of paid packs that are missing
 * are granted, and what only a person can settle is reported. Null while another comparison runs.
 */
export async function reconcileBilling(parts: BillingParts): Promise<string | null> {
  const { api } = parts;
  const now = api.clock.now();
  const since = await lastReconciled(api.db);
  const id = await withTransaction(api.pool, (tx) =>
    beginReconciliation(tx, now, new Date(now.getTime() - STALE_MS)),
  );
  if (id === null) return null;
  const found = { compared: 0, differences: [] as Difference[], failure: null as string | null };
  try {
    await compare(parts, since ? new Date(since.getTime() - LOOK_BACK_DAYS * DAY) : new Date(0), found);
  } catch (error) {
    if (!(error instanceof BillingFailure)) {
      await endReconciliation(api.db, id, { ...found, failure: 'It failed.' }, api.clock.now());
      throw error;
    }
    found.failure = error.message;
  }
  found.differences.splice(MOST_DIFFERENCES);
  await endReconciliation(api.db, id, found, api.clock.now());
  const open = found.differences.filter(({ repaired }) => !repaired).length;
  api.log.info({ compared: found.compared, found: found.differences.length, open }, 'billing compared');
  return id;
}

interface Found {
  compared: number;
  differences: Difference[];
}

async function compare(parts: BillingParts, since: Date, found: Found): Promise<void> {
  const { api, provider } = parts;
  const atProvider = new Set<string>();
  for await (const { entries, unreadable } of provider.eachSubscription()) {
    for (const id of [...entries.map((one) => one.id), ...unreadable]) atProvider.add(id);
    await take(parts, 'subscription', entries, found);
    reportUnreadable('subscription', unreadable, found);
  }
  for await (const { entries, unreadable } of provider.eachInvoice(since)) {
    await findMissingCredits(parts, entries, found);
    await take(parts, 'invoice', entries, found);
    reportUnreadable('invoice', unreadable, found);
  }
  for (const { id, brandId } of await readActiveProviderIds(api.db))
    if (!atProvider.has(id))
      found.differences.push({
        kind: 'not_at_provider',
        what: 'subscription',
        id,
        brandId,
        text: 'The provider does not list this subscription, which is active here.',
        repaired: false,
      });
  const { unknown, doubled } = await readOddities(api.db);
  for (const { id, brandId } of unknown)
    found.differences.push({
      kind: 'not_at_provider',
      what: 'subscription',
      id,
      brandId,
      text: 'This subscription is active here and was never told by the provider.',
      repaired: false,
    });
  for (const { brandId, plans } of doubled)
    found.differences.push({
      kind: 'two_plans',
      what: 'brand',
      id: brandId,
      brandId,
      text: `The brand pays for ${plans} plans. End all but one at the provider.`,
      repaired: false,
    });
  const before = new Date(api.clock.now().getTime() - STUCK_MS);
  for (const { id, brandId, hostedPageId } of await readStuckCheckouts(api.db, before))
    found.differences.push({
      kind: 'checkout_stuck',
      what: 'checkout',
      id,
      brandId,
      text: `Page ${hostedPageId} ended, and could neither be completed nor given back. Look at it at the provider.`,
      repaired: false,
    });
}

function reportUnreadable(what: 'subscription' | 'invoice', ids: readonly string[], found: Found): void {
  found.compared += ids.length;
  for (const id of ids)
    found.differences.push({
      kind: 'unreadable',
      what,
      id,
      brandId: null,
      text: 'The provider tells this in a shape that is not known here. It is not compared.',
      repaired: false,
    });
}

/** Takes over what is newer at the provider than here. */
async function take(
  parts: BillingParts,
  what: 'subscription' | 'invoice',
  told: readonly (BillingSubscription | BillingInvoice)[],
  found: Found,
): Promise<void> {
  const { api } = parts;
  found.compared += told.length;
  const versions = await readVersions(
    api.db,
    what,
    told.map(({ id }) => id),
  );
  for (const one of told) {
    const here = versions.get(one.id);
    if (here !== undefined && here >= one.version) continue;
    const news = (
      what === 'subscription'
        ? { subscriptions: [one], invoices: [] }
        : { subscriptions: [], invoices: [one] }
    ) as BillingUpdate;
    const booked = await withTransaction(api.pool, (tx) => takeNews(parts, tx, news));
    const brandId = brandIdOf(one.customerId);
    const difference = { what, id: one.id, brandId: booked.strangers.length > 0 ? null : brandId };
    if (booked.strangers.length > 0)
      found.differences.push({
        ...difference,
        kind: 'unknown_customer',
        text: `Customer ${one.customerId} is no brand here.`,
        repaired: false,
      });
    else if (booked.unsold.length > 0)
      found.differences.push({
        ...difference,
        kind: 'unknown_price',
        text: 'It is a subscription to something that is not sold here.',
        repaired: false,
      });
    else
      found.differences.push({
        ...difference,
        kind: 'missed',
        text: here === undefined ? 'Missing here.' : 'Outdated here.',
        repaired: true,
      });
  }
}

/** Paid packs without their credits; taking the invoice over again grants them. */
async function findMissingCredits(
  parts: BillingParts,
  invoices: readonly BillingInvoice[],
  found: Found,
): Promise<void> {
  const { api } = parts;
  for (const invoice of invoices) {
    const brandId = brandIdOf(invoice.customerId);
    if (invoice.status !== 'paid' || packCreditsOf(invoice) === 0 || !brandId) continue;
    if (await hasCreditEntry(api.db, { brandId, kind: 'purchase', reference: packReference(invoice.id) }))
      continue;
    const booked = await withTransaction(api.pool, (tx) =>
      takeNews(parts, tx, { subscriptions: [], invoices: [invoice] }),
    );
    if (booked.brandIds.length === 0) continue;
    found.differences.push({
      kind: 'credits_missing',
      what: 'invoice',
      id: invoice.id,
      brandId,
      text: `The ${packCreditsOf(invoice)} credits of this invoice had not been granted.`,
      repaired: true,
    });
  }
}
