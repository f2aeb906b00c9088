import * as contract from '@troupe/contract/commerce/gift';
import { GIFT_SCOPES, giftCancelRefusal, giftLines, OPEN_GIFT_STATUSES } from '@troupe/domain/commerce/gift';
import { missingScopes } from '@troupe/domain/commerce/store';
import { type StoreAccess, StoreFailure } from '@troupe/domain/commerce/store-platform';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, CallContext, ChangeContext } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { brandOfCampaign } from '../campaigns/campaign/campaign.queries.ts';
import { lockOptIns } from '../campaigns/opt-in/opt-in-change.queries.ts';
import {
  insertGifts,
  lockGift,
  lockOwnGift,
  readGiftPage,
  readGiftParties,
  readGifts,
  readOwnGifts,
  type StoredGift,
  toOwnGift,
  updateGift,
} from './gift/gift.queries.ts';
import { cancel, GIFT_JOB, publishGifts } from './gift-events.ts';
import { giftJobs, narrowed, nextRefresh } from './gift-orders.ts';
import { giftReminders } from './gift-reminders.ts';
import { readStore, type StoredStore } from './store/store.queries.ts';
import { type StoreParts, withAccess } from './store-access.ts';

/** Registers gifts: offering, choosing, ordering and reminders. */
export function gifts(parts: StoreParts): void {
  const { api } = parts;
  const { implement, implementChange, db } = api;
  implement(contract.listStoreProducts, (context) => listProducts(parts, context));
  implement(contract.listGifts, async ({ brandId, params: { campaignId }, query }) => {
    if ((await brandOfCampaign(db, campaignId)) !== brandId) throw problem('not_found');
    const { gifts: some, total } = await readGiftPage(db, brandId, Object.assign({ campaignId }, query));
    return Object.assign({ gifts: some }, pagesOf(query.page, total));
  });
  implementChange(contract.offerGifts, (context) => offer(parts, context));
  implementChange(contract.cancelGift, (context) => cancelOne(api, context));
  implement(contract.listOwnGifts, async ({ params: { optInId } }) => ({
    gifts: await readOwnGifts(db, optInId),
  }));
  implement(contract.chooseGift, (context) => choose(api, context));
  implement(contract.receiveGift, (context) => receive(api, context));
  giftJobs(parts);
  giftReminders(api);
}

/** Reads from a store for a request. @throws unavailable or store_refused */
async function ask<T>(
  parts: StoreParts,
  { id, name }: StoredStore,
  use: (access: StoreAccess) => Promise<T>,
): Promise<T> {
  try {
    return await withAccess(parts, id, use);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    if (error.kind === 'unavailable')
      throw problem('unavailable', { message: `${name} isn't responding. Try again in a moment.` });
    if (error.kind === 'unauthorised')
      throw problem('store_refused', { message: `We no longer have access to ${name}. Reconnect it first.` });
    throw problem('store_refused', {
      message:
        error.code === 'ACCESS_DENIED'
          ? `${name} doesn't allow us to read products. Open the app from your store and grant permission.`
          : `${name} rejected the request. It may be closed or frozen.`,
    });
  }
}

/** @throws not_found, or store_refused for a store that isn't connected */
async function requireStore({ api }: StoreParts, brandId: string, storeId: string): Promise<StoredStore> {
  const store = await readStore(api.db, brandId, storeId);
  if (!store) throw problem('not_found');
  if (store.status !== 'connected')
    throw problem('store_refused', { message: `${store.name} isn't connected. Reconnect it first.` });
  return store;
}

async function listProducts(
  parts: StoreParts,
  { brandId, params: { storeId }, query }: CallContext<typeof contract.listStoreProducts>,
) {
  const store = await requireStore(parts, brandId, storeId);
  const page = await ask(parts, store, (access) =>
    parts.platform.readProducts(access, query.search, query.after ?? null),
  );
  return { products: page.products, currency: store.currency ?? '', next: page.next };
}

async function offer(
  parts: StoreParts,
  { brandId, caller, params: { campaignId }, body, commit }: ChangeContext<typeof contract.offerGifts>,
) {
  const { api } = parts;
  if ((await brandOfCampaign(api.db, campaignId)) !== brandId) throw problem('not_found');
  const store = await requireStore(parts, brandId, body.storeId);
  if (missingScopes(GIFT_SCOPES, store.scopes).length > 0)
    throw problem('store_refused', {
      message: `${store.name} doesn't allow us to create orders. Open the app from your store and grant permission.`,
    });
  const products = await readOffered(parts, store, body.products);
  const optInIds = [...new Set(body.optInIds)];
  const now = api.clock.now();
  const made = await commit(async (tx) => {
    const optIns = await lockOptIns(tx, brandId, optInIds, campaignId);
    const able = optIns.filter(
      ({ status, userId, removedAt }) => status === 'approved' && userId !== null && removedAt === null,
    );
    const rows = await insertGifts(
      tx,
      able.map(({ id: optInId }) => ({
        brandId,
        optInId,
        storeId: store.id,
        products,
        maxItems: body.maxItems,
        maxValue: body.maxValue,
        currency: store.currency ?? 'USD',
        message: body.message.trim(),
        offeredBy: caller.apiKeyId ? null : caller.userId,
        dueAt: nextRefresh(now),
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      })),
    );
    if (rows.length === 0 && optIns.length === 0) throw problem('not_found');
    await publishGifts(tx, rows, now);
    return rows;
  });
  const got = new Set(made.map(({ optInId }) => optInId));
  return {
    gifts: await readGifts(
      api.db,
      brandId,
      made.map(({ id }) => id),
    ),
    skipped: optInIds.filter((id) => !got.has(id)),
  };
}

/** Returns the products as they are in the store, with the variants that are offered. */
async function readOffered(
  parts: StoreParts,
  store: StoredStore,
  wanted: readonly { id: string; variantIds?: string[] | undefined }[],
) {
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const known = await ask(parts, store, (access) => parts.platform.readProductsById(access, ids));
  return ids.map((id) => {
    const product = known.get(id);
    const variantIds = wanted.find((one) => one.id === id)?.variantIds;
    const offered = product && (variantIds ? narrowed(product, new Set(variantIds)) : product);
    if (!offered || offered.variants.length === 0)
      throw problem('invalid', {
        fields: { products: 'A product is no longer in the store. Choose the products again.' },
      });
    return offered;
  });
}

async function cancelOne(
  { clock, db }: Api,
  { brandId, params: { giftId }, commit }: ChangeContext<typeof contract.cancelGift>,
) {
  const now = clock.now();
  await commit(async (tx) => {
    const row = await lockGift(tx, brandId, giftId);
    if (!row) throw problem('not_found');
    const refusal = giftCancelRefusal(row.status, row.attemptedAt !== null);
    if (refusal) throw problem('invalid_transition', { message: refusal });
    await cancel(tx, row, now);
  });
  const [gift] = await readGifts(db, brandId, [giftId]);
  if (!gift) throw problem('not_found');
  return { gift };
}

const REFUSALS = {
  unknown: "This product isn't part of the gift",
  out_of_stock: 'This product is out of stock. Choose another one.',
  too_many: 'Choose fewer products',
  too_expensive: "This exceeds the gift's maximum value. Choose fewer or less expensive products.",
} as const;

const isOpen = ({ status }: StoredGift) => OPEN_GIFT_STATUSES.some((one) => one === status);

async function choose(
  { pool, clock, jobs }: Api,
  { params: { optInId, giftId }, body }: CallContext<typeof contract.chooseGift>,
) {
  const now = clock.now();
  const gift = await withTransaction(pool, async (tx, connection) => {
    const row = await lockOwnGift(tx, optInId, giftId);
    if (!row) throw problem('not_found');
    if (isSameChoice(row, body)) return row;
    if (row.status !== 'offered')
      throw problem('invalid_transition', {
        message: isOpen(row) ? 'You already chose this gift.' : 'This gift is no longer available.',
      });
    if (row.version !== body.version)
      throw problem('conflict', { message: 'This gift has changed. Review it again.' });
    const parties = (await readGiftParties(tx, [optInId])).get(optInId);
    if (parties?.optInStatus !== 'approved' && parties?.optInStatus !== 'completed')
      throw problem('invalid_transition', { message: 'Products ship after the brand approves you.' });
    const chosen = giftLines(row, body.lines);
    if ('refusal' in chosen) throw problem('invalid', { fields: { lines: REFUSALS[chosen.refusal] } });
    const at = now.toISOString();
    const columns = {
      status: 'chosen' as const,
      problem: null,
      lines: chosen.lines,
      address: body.address,
      chosenAt: at,
      attemptedAt: null,
      draftId: null,
      failures: 0,
      dueAt: at,
    };
    const changed = await updateGift(tx, giftId, columns, now);
    await publishGifts(tx, [changed], now);
    await jobs.send(GIFT_JOB, {}, { transaction: connection });
    return changed;
  });
  return { gift: toOwnGift(gift) };
}

/** Whether a choice was already made, such as by a second click. */
function isSameChoice(
  { status, lines, address }: StoredGift,
  body: CallContext<typeof contract.chooseGift>['body'],
): boolean {
  if (!['chosen', 'ordered', 'shipped', 'delivered'].includes(status)) return false;
  const pieces = (some: readonly { variantId: string; quantity: number }[]) =>
    some.map(({ variantId, quantity }) => `${variantId} ${quantity}`).sort();
  const text = (one: object | null) => JSON.stringify(Object.entries(one ?? {}).sort());
  return `${pieces(lines)}` === `${pieces(body.lines)}` && text(address) === text(body.address);
}

async function receive(
  { db, clock }: Api,
  { params: { optInId, giftId } }: CallContext<typeof contract.receiveGift>,
) {
  const now = clock.now();
  const gift = await db.transaction(async (tx) => {
    const row = await lockOwnGift(tx, optInId, giftId);
    if (!row) throw problem('not_found');
    if (row.status === 'delivered') return row;
    if (row.status !== 'shipped')
      throw problem('invalid_transition', { message: "The product hasn't shipped yet." });
    const columns = { status: 'delivered' as const, deliveredAt: now.toISOString(), dueAt: null };
    const changed = await updateGift(tx, giftId, columns, now);
    await publishGifts(tx, [changed], now);
    return changed;
  });
  return { gift: toOwnGift(gift) };
}
