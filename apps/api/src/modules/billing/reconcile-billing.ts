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
import {
  endReconciliation,
  lastReconciled,
  readEvent,
  readEventPage,
  readReconciliation,
  readReconciliationPage,
  requeueEvent,
  startReconciliation,
} from './billing-event/billing-event.queries.ts';
import { processEvent } from './billing-events.ts';
import { applyBillingUpdate, type BillingParts } from './billing-update.ts';
import { readStuckCheckouts } from './checkout/checkout.queries.ts';
import { hasCreditEntry } from './credit/credit.queries.ts';
import { packCreditsOf, packReference } from './credit-packs.ts';
import { readVersions } from './subscription/billing-state.queries.ts';
import { readActiveProviderIds, readInconsistencies } from './subscription/subscription.queries.ts';

const DAY = 86_400_000;
/** Compares invoices changed within this many days; the first run compares all. */
const LOOK_BACK_DAYS = 7;
/** Age after which a running reconciliation is treated as aborted. */
const STALE_MS = 30 * 60_000;
const MAX_DIFFERENCES = 500;
/** Age after which an expired checkout should have been settled. */
const STUCK_MS = 60 * 60_000;

/** Registers administrator routes: billing events, replay and reconciliation. */
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
  // Does nothing if another process was faster.
  await processEvent(parts, params.eventId);
  const event = await readEvent(api.db, params.eventId);
  if (!event) throw problem('not_found');
  return event;
}

async function reconcileNow(parts: BillingParts) {
  const id = await reconcileBilling(parts);
  if (id === null)
    throw problem('conflict', {
      message: 'A reconciliation is already running. Check the list in a moment.',
    });
  const done = await readReconciliation(parts.api.db, id);
  if (!done || done.failure !== null)
    throw problem('unavailable', {
      message: "The billing provider isn't available right now. Try again in a moment.",
      detail: done?.failure,
    });
  return done;
}

/**
 * Reconciles with the provider: applies newer records, grants missing credits of paid packs and
 * reports what only a person can resolve. Returns null while another run is in progress.
 */
export async function reconcileBilling(parts: BillingParts): Promise<string | null> {
  const { api } = parts;
  const now = api.clock.now();
  const since = await lastReconciled(api.db);
  const id = await withTransaction(api.pool, (tx) =>
    startReconciliation(tx, now, new Date(now.getTime() - STALE_MS)),
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
  found.differences.splice(MAX_DIFFERENCES);
  await endReconciliation(api.db, id, found, api.clock.now());
  const open = found.differences.filter(({ repaired }) => !repaired).length;
  api.log.info({ compared: found.compared, found: found.differences.length, open }, 'reconciled billing');
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
    await applyList(parts, 'subscription', entries, found);
    reportUnreadable('subscription', unreadable, found);
  }
  for await (const { entries, unreadable } of provider.eachInvoice(since)) {
    await findMissingCredits(parts, entries, found);
    await applyList(parts, 'invoice', entries, found);
    reportUnreadable('invoice', unreadable, found);
  }
  for (const { id, brandId } of await readActiveProviderIds(api.db))
    if (!atProvider.has(id))
      found.differences.push({
        kind: 'not_at_provider',
        what: 'subscription',
        id,
        brandId,
        text: 'This subscription is active here but missing at the provider.',
        repaired: false,
      });
  const { unknown, doubled } = await readInconsistencies(api.db);
  for (const { id, brandId } of unknown)
    found.differences.push({
      kind: 'not_at_provider',
      what: 'subscription',
      id,
      brandId,
      text: 'This subscription is active here but unknown to the provider.',
      repaired: false,
    });
  for (const { brandId, plans } of doubled)
    found.differences.push({
      kind: 'two_plans',
      what: 'brand',
      id: brandId,
      brandId,
      text: `The brand pays for ${plans} plans. Cancel all but one at the provider.`,
      repaired: false,
    });
  const before = new Date(api.clock.now().getTime() - STUCK_MS);
  for (const { id, brandId, hostedPageId } of await readStuckCheckouts(api.db, before))
    found.differences.push({
      kind: 'checkout_stuck',
      what: 'checkout',
      id,
      brandId,
      text: `Page ${hostedPageId} expired and couldn't be completed or refunded. Check it at the provider.`,
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
      text: 'The provider returned an unknown format. Not compared.',
      repaired: false,
    });
}

/** Applies records that are newer at the provider. */
async function applyList(
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
    const booked = await withTransaction(api.pool, (tx) => applyBillingUpdate(parts, tx, news));
    const brandId = brandIdOf(one.customerId);
    const difference = { what, id: one.id, brandId: booked.unknownCustomers.length > 0 ? null : brandId };
    if (booked.unknownCustomers.length > 0)
      found.differences.push({
        ...difference,
        kind: 'unknown_customer',
        text: `Customer ${one.customerId} isn't one of our brands.`,
        repaired: false,
      });
    else if (booked.unknownPrices.length > 0)
      found.differences.push({
        ...difference,
        kind: 'unknown_price',
        text: 'Subscription to an unknown product.',
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

/** Finds paid packs without their credits; applying the invoice again grants them. */
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
      applyBillingUpdate(parts, tx, { subscriptions: [], invoices: [invoice] }),
    );
    if (booked.brandIds.length === 0) continue;
    found.differences.push({
      kind: 'credits_missing',
      what: 'invoice',
      id: invoice.id,
      brandId,
      text: `The ${packCreditsOf(invoice)} credits of this invoice were missing.`,
      repaired: true,
    });
  }
}
