import { GIFT_SCOPES, type GiftProblem, type GiftProduct, giftCost } from '@troupe/domain/commerce/gift';
import { GIFT_ATTRIBUTE } from '@troupe/domain/commerce/order-money';
import { missingScopes } from '@troupe/domain/commerce/store';
import {
  type PlatformDraftOrder,
  type PlatformShipment,
  type StoreAccess,
  StoreFailure,
} from '@troupe/domain/commerce/store-platform';
import type { Database } from '../../platform/database.ts';
import { oneByOne } from '../../platform/jobs.ts';
import {
  beginOrder,
  claimGift,
  keepDraft,
  lockGift,
  noteGift,
  readDueGifts,
  type StoredGift,
  updateGift,
} from './gift/gift.queries.ts';
import { GIFT_JOB, publishGifts } from './gift-events.ts';
import { readStoreById } from './store/store.queries.ts';
import { type StoreParts, withAccess } from './store-access.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Longer than all requests of one gift together. */
const CLAIM_MS = 5 * MINUTE;
const AT_ONCE = 500;
/** Waits after failures. The first one gives the store's search time to find a draft whose response was lost. */
const WAITS_MS = [MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR];
/** How long a shipment is followed. */
const FOLLOWED_MS = 90 * DAY;
/** How often the products of an offer are read again. */
const REFRESHED_MS = 12 * HOUR;
/** Shown on orders in the store. */
const LABEL = 'Troupe gift';

/** Registers the job that creates the orders of gifts and follows their shipment. */
export function giftJobs(parts: StoreParts): void {
  const { jobs } = parts.api;
  const work = (signal?: AbortSignal) => processGifts(parts, signal);
  jobs.define(GIFT_JOB, (_data, signal) => work(signal), { policy: 'short' });
  jobs.every('* * * * *', 'gifts-due', work, { policy: 'short' });
}

/** Asks stores about all due gifts. */
export async function processGifts(parts: StoreParts, signal?: AbortSignal): Promise<void> {
  const { db, clock, log } = parts.api;
  const due = await readDueGifts(db, clock.now(), AT_ONCE);
  await oneByOne(log, 'failed to process a gift', due, async (id) => {
    if (!signal?.aborted) await processGift(parts, id);
  });
}

async function processGift(parts: StoreParts, id: string): Promise<void> {
  const { db, clock } = parts.api;
  const now = clock.now();
  const row = await claimGift(db, id, now, new Date(now.getTime() + CLAIM_MS));
  if (!row) return;
  if (row.status === 'offered') return refreshOffer(parts, row);
  if (row.status === 'chosen') return orderGift(parts, row);
  if (row.status === 'cancelled') return noteGift(db, id, { dueAt: null });
  await followShipment(parts, row);
}

/** Creates the order of a chosen gift; what prevents it is noted, and tried again or given back to the creator. */
async function orderGift(parts: StoreParts, row: StoredGift): Promise<void> {
  const store = await readStoreById(parts.api.db, row.storeId);
  if (store && store.status !== 'connected') return fail(parts, row, 'store_disconnected');
  if (!store || missingScopes(GIFT_SCOPES, store.scopes).length > 0) return fail(parts, row, 'no_permission');
  try {
    const done = await withAccess(parts, row.storeId, (access) => createOrder(parts, access, row));
    if (typeof done === 'string') return await giveBack(parts, row, done);
    if (done === null) return;
    const costs = await unitCosts(parts, row);
    const { cost, basis } = giftCost(row.lines, costs);
    const now = parts.api.clock.now();
    const columns = {
      status: 'ordered' as const,
      problem: null,
      failures: 0,
      orderId: done.id,
      orderName: done.name.slice(0, 100),
      cost,
      costBasis: basis,
      orderedAt: now.toISOString(),
      dueAt: new Date(now.getTime() + HOUR).toISOString(),
    };
    await settle(parts, row, columns, ['product']);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    const problem = problemOf(error);
    // Only the code: messages could repeat the address.
    parts.api.log.warn({ gift: row.id, code: error.code.slice(0, 40) }, 'failed to order a gift');
    if (problem === 'address_refused' || problem === 'product_removed') return giveBack(parts, row, problem);
    await fail(parts, row, problem);
  }
}

type Refusal = 'out_of_stock' | 'product_removed' | 'address_refused';

/**
 * Creates and completes the draft order of a gift, or finds what an earlier attempt did. Returns why the creator must
 * choose again instead; null if the gift was canceled.
 */
async function createOrder(
  { api, platform }: StoreParts,
  access: StoreAccess,
  row: StoredGift,
): Promise<{ id: string; name: string } | Refusal | null> {
  let draft: PlatformDraftOrder | null = row.draftId
    ? await platform.readDraftOrder(access, row.draftId)
    : row.attemptedAt
      ? await platform.findDraftOrder(access, tagOf(row))
      : null;
  if (!draft) {
    const stock = await platform.readStock(
      access,
      row.lines.map(({ variantId }) => variantId),
    );
    if (row.lines.some(({ variantId }) => !stock.has(variantId))) return 'product_removed';
    if (row.lines.some(({ variantId }) => !stock.get(variantId))) return 'out_of_stock';
    if (!row.address || !(await beginOrder(api.db, row.id, api.clock.now()))) return null;
    draft = await platform.createDraftOrder(access, {
      tag: tagOf(row),
      label: LABEL,
      note: `Gift for a creator, sent by Troupe. Nothing to pay.`,
      attributes: [{ name: GIFT_ATTRIBUTE, value: row.id }],
      lines: row.lines.map(({ variantId, quantity }) => ({ variantId, quantity })),
      address: row.address,
    });
  }
  const kept = await keepDraft(api.db, row.id, draft.id);
  // Another process created one as well: complete only the one that was kept.
  if (kept !== draft.id) draft = (await platform.readDraftOrder(access, kept)) ?? draft;
  const { order } = draft.order ? draft : await platform.completeDraftOrder(access, draft.id);
  if (!order) throw new StoreFailure('unavailable', 'no order');
  return order;
}

/** Differs for each choice, so that a draft of an earlier one is never completed. At most 40 characters. */
const tagOf = ({ id, chosenAt }: StoredGift): string =>
  `troupe-${id.slice(-12)}-${Date.parse(chosenAt ?? '').toString(36)}`;

/** Costs are wanted, not needed. */
async function unitCosts(parts: StoreParts, row: StoredGift): Promise<Map<string, number | null>> {
  const ids = row.lines.map(({ variantId }) => variantId);
  try {
    return await withAccess(parts, row.storeId, (access) => parts.platform.readUnitCosts(access, ids));
  } catch (error) {
    if (error instanceof StoreFailure) return new Map();
    throw error;
  }
}

function problemOf({ kind, code }: StoreFailure): GiftProblem {
  if (kind === 'unauthorised') return 'store_disconnected';
  if (kind === 'unavailable') return 'store_unavailable';
  switch (code) {
    case 'ADDRESS':
      return 'address_refused';
    case 'LINES':
      return 'product_removed';
    case 'ACCESS_DENIED':
      return 'no_permission';
    case '402':
    case '404':
    case '423':
      return 'store_unavailable';
    default:
      return 'store_refused';
  }
}

/** Records a failure and when to retry. Notifies people once. */
async function fail({ api }: StoreParts, row: StoredGift, problem: GiftProblem): Promise<void> {
  const now = api.clock.now();
  const wait = WAITS_MS[Math.min(row.failures, WAITS_MS.length - 1)] ?? HOUR;
  const next = new Date(now.getTime() + wait).toISOString();
  await api.db.transaction(async (tx) => {
    const current = await lockGift(tx, row.brandId, row.id);
    if (current?.status !== 'chosen') return;
    const columns = { problem, failures: row.failures + 1, dueAt: unlessWoken(row, current, next) };
    if (current.problem === problem) return noteGift(tx, row.id, columns);
    await publishGifts(tx, [await updateGift(tx, row.id, columns, now)], now);
  });
}

/** Lets the creator choose again, from what the store has now. */
async function giveBack(parts: StoreParts, row: StoredGift, problem: Refusal): Promise<void> {
  const products = problem === 'address_refused' ? row.products : await currentProducts(parts, row);
  await settle(parts, row, {
    status: 'offered',
    problem,
    products,
    lines: [],
    attemptedAt: null,
    draftId: null,
    failures: 0,
    dueAt: nextRefresh(parts.api.clock.now()),
  });
}

/** Offers follow the store: what is in stock, prices, and products that were deleted. */
async function refreshOffer(parts: StoreParts, row: StoredGift): Promise<void> {
  const { api } = parts;
  const now = api.clock.now();
  const dueAt = nextRefresh(now);
  let products: StoredGift['products'];
  try {
    products = await currentProducts(parts, row);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    return noteGift(api.db, row.id, { dueAt });
  }
  await api.db.transaction(async (tx) => {
    const current = await lockGift(tx, row.brandId, row.id);
    if (current?.status !== 'offered') return;
    if (JSON.stringify(current.products) === JSON.stringify(products)) return noteGift(tx, row.id, { dueAt });
    await updateGift(tx, row.id, { products, dueAt }, now);
  });
}

async function currentProducts(
  { platform, ...parts }: StoreParts,
  row: StoredGift,
): Promise<StoredGift['products']> {
  const ids = row.products.map(({ id }) => id);
  const known = await withAccess({ platform, ...parts }, row.storeId, (access) =>
    platform.readProductsById(access, ids),
  );
  return row.products.flatMap(({ id, variants }) => {
    const product = known.get(id);
    const offered = new Set(variants.map((one) => one.id));
    return product ? [narrowed(product, offered)] : [];
  });
}

/** When the products of an offer are read again. */
export const nextRefresh = (now: Date): string => new Date(now.getTime() + REFRESHED_MS).toISOString();

/** Returns a product with some of its variants. */
export const narrowed = (product: GiftProduct, variantIds: ReadonlySet<string>): GiftProduct => ({
  id: product.id,
  title: product.title,
  imageUrl: product.imageUrl,
  variants: product.variants.filter(({ id }) => variantIds.has(id)),
});

/** Writes the result of a chosen gift, unless it was canceled in the meantime. */
async function settle(
  { api }: StoreParts,
  { id, brandId }: StoredGift,
  columns: Parameters<typeof updateGift>[2],
  costs: 'product'[] = [],
): Promise<void> {
  const now = api.clock.now();
  await api.db.transaction(async (tx) => {
    const current = await lockGift(tx, brandId, id);
    if (current?.status !== 'chosen') {
      api.log.warn({ gift: id, status: current?.status }, 'a gift was canceled while its order was created');
      return;
    }
    await publishGifts(tx, [await updateGift(tx, id, columns, now)], now, costs);
  });
}

/** Reads how far the shipment of an ordered gift is, and what shipping cost. */
async function followShipment(parts: StoreParts, row: StoredGift): Promise<void> {
  const { api, platform } = parts;
  const now = api.clock.now();
  const ordered = Date.parse(row.orderedAt ?? row.createdAt);
  const isDone = row.status === 'delivered' || now.getTime() - ordered > FOLLOWED_MS;
  const next = isDone ? null : new Date(now.getTime() + HOUR).toISOString();
  let shipment: PlatformShipment | null;
  try {
    shipment = await withAccess(parts, row.storeId, (access) =>
      platform.readShipment(access, row.orderId ?? ''),
    );
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    api.log.warn({ gift: row.id, code: error.code.slice(0, 40) }, 'failed to read the shipment of a gift');
    return api.db.transaction(async (tx) => {
      const current = await lockGift(tx, row.brandId, row.id);
      if (current) await noteGift(tx, row.id, { dueAt: unlessWoken(row, current, next) });
    });
  }
  await api.db.transaction((tx) => takeShipment(tx, row, { shipment, next }, now));
}

/** When a claimed gift is due next: right away if its store or order changed while it was processed. */
const unlessWoken = (claimed: StoredGift, current: StoredGift, next: string | null): string | null =>
  current.dueAt === claimed.dueAt ? next : current.dueAt;

async function takeShipment(
  tx: Database,
  claimed: StoredGift,
  { shipment, ...read }: { shipment: PlatformShipment | null; next: string | null },
  now: Date,
): Promise<void> {
  const { id, brandId } = claimed;
  const row = await lockGift(tx, brandId, id);
  if (row?.status !== 'ordered' && row?.status !== 'shipped' && row?.status !== 'delivered') return;
  const next = unlessWoken(claimed, row, read.next);
  const wasDelivered = row.status === 'delivered';
  // Deleted orders are no longer on their way.
  const cancelled = shipment ? shipment.cancelled : now.toISOString();
  if (cancelled && !shipment?.delivered && !wasDelivered) {
    const columns = { status: 'cancelled' as const, cancelledAt: cancelled, dueAt: null };
    await publishGifts(tx, [await updateGift(tx, id, columns, now)], now);
    return;
  }
  // A deleted order no longer tells what shipping cost.
  const shippingCost = shipment ? shippingCostIn(row.currency, shipment) : row.shippingCost;
  const costs: 'shipping'[] = shippingCost === row.shippingCost ? [] : ['shipping'];
  const progress = shipment && !wasDelivered ? progressOf(row, shipment, next) : null;
  if (!progress && costs.length === 0) return noteGift(tx, id, { dueAt: next });
  const columns = Object.assign({ shippingCost, dueAt: next }, progress);
  await publishGifts(tx, [await updateGift(tx, id, columns, now)], now, costs);
}

/** Amounts in another currency than the gift's stay unknown. */
const shippingCostIn = (currency: string, { shippingPrice }: PlatformShipment): number | null =>
  shippingPrice?.currency === currency ? shippingPrice.amount : null;

/** What a shipment changes about a gift; null for nothing. */
function progressOf(row: StoredGift, shipment: PlatformShipment, next: string | null) {
  const { shipped, delivered, company, number, url } = shipment;
  if (!shipped) return null;
  const hasChanged =
    row.status === 'ordered' ||
    delivered !== null ||
    row.carrier !== company ||
    row.trackingNumber !== number ||
    row.trackingUrl !== url;
  if (!hasChanged) return null;
  return {
    status: delivered ? ('delivered' as const) : ('shipped' as const),
    carrier: company,
    trackingNumber: number,
    trackingUrl: url,
    shippedAt: shipped,
    deliveredAt: delivered,
    dueAt: delivered ? null : next,
  };
}
