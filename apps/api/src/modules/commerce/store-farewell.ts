import { StoreFailure } from '@troupe/domain/commerce/store-platform';
import { forgetTokens, isTaken, readStoreById } from './store/store.queries.ts';
import { alone } from './store/store-lease.queries.ts';
import { endsSoon, leaseOf, opened, refreshTokens, type StoreParts, WAIT_MS } from './store-access.ts';

/** Takes leave of a store that was disconnected. */
export const FAREWELL_JOB = 'store-farewell';

/**
 * Gives the access to a store that was disconnected back, so that its platform removes the app and takes no token of
 * it, then forgets how to get in. While nobody connects the shop: the app is there once, so that leaving would end the
 * connection of a brand that has it now.
 * @throws StoreFailure where it may work later
 */
export async function sayGoodBye(parts: StoreParts, storeId: string): Promise<void> {
  const { db } = parts.api;
  const store = await readStoreById(db, storeId);
  if (!store?.accessToken || store.status === 'connected') return;
  const done = await alone(db, leaseOf(store.shop), WAIT_MS, () => leave(parts, storeId));
  if (!done) throw new StoreFailure('unavailable', 'busy');
}

async function leave(parts: StoreParts, storeId: string): Promise<void> {
  const { api, platform } = parts;
  let store = await readStoreById(api.db, storeId);
  if (!store?.accessToken || store.status === 'connected') return;
  if (!(await isTaken(api.db, store.shop, store.brandId))) {
    // A token that is refused may have ended before its time.
    for (const renews of [endsSoon(parts, store), true]) {
      if (renews) {
        if (!(await refreshTokens(parts, store))) break;
        store = await readStoreById(api.db, storeId);
        if (!store) return;
      }
      try {
        await platform.uninstall(opened(parts, store));
        break;
      } catch (error) {
        if (!(error instanceof StoreFailure) || error.kind === 'unavailable') throw error;
        // What still comes in of a store that says no is left aside: nobody has it.
        if (error.kind === 'refused') break;
      }
    }
  }
  await forgetTokens(api.db, store.id, store.tokenVersion);
}
