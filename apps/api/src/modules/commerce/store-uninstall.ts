import { StoreFailure } from '@troupe/domain/commerce/store-platform';
import { deleteTokens, isTaken, readStoreById } from './store/store.queries.ts';
import { withLease } from './store/store-lease.queries.ts';
import { decryptAccess, endsSoon, leaseOf, refreshTokens, type StoreParts, WAIT_MS } from './store-access.ts';

/** Uninstalls the app from a disconnected store. */
export const UNINSTALL_JOB = 'store-farewell';

/**
 * Uninstalls the app from a disconnected store, which revokes our tokens, and deletes them. Skipped
 * if another brand has connected the shop: the app is installed once per shop, so uninstalling
 * would end that connection.
 * @throws StoreFailure if a retry may succeed
 */
export async function uninstallApp(parts: StoreParts, storeId: string): Promise<void> {
  const { db } = parts.api;
  const store = await readStoreById(db, storeId);
  if (!store?.accessToken || store.status === 'connected') return;
  const done = await withLease(db, leaseOf(store.shop), WAIT_MS, () => leave(parts, storeId));
  if (!done) throw new StoreFailure('unavailable', 'busy');
}

async function leave(parts: StoreParts, storeId: string): Promise<void> {
  const { api, platform } = parts;
  let store = await readStoreById(api.db, storeId);
  if (!store?.accessToken || store.status === 'connected') return;
  if (!(await isTaken(api.db, store.shop, store.brandId))) {
    // A rejected token may have expired early.
    for (const renews of [endsSoon(parts, store), true]) {
      if (renews) {
        if (!(await refreshTokens(parts, store))) break;
        store = await readStoreById(api.db, storeId);
        if (!store) return;
      }
      try {
        await platform.uninstall(decryptAccess(parts, store));
        break;
      } catch (error) {
        if (!(error instanceof StoreFailure) || error.kind === 'unavailable') throw error;
        // If the store refuses, its further events are ignored because it belongs to no brand.
        if (error.kind === 'refused') break;
      }
    }
  }
  await deleteTokens(api.db, store.id, store.tokenVersion);
}
