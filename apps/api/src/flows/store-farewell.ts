import { StoreFailure } from '@troupe/domain/store-platform';
import { forgetTokens, isTaken, readStoreById } from '../features/store/store.queries.ts';
import { alone } from '../features/store/store-lease.queries.ts';
import { endsSoon, leaseOf, opened, refreshTokens, type StoreParts, WAIT_MS } from './store-access.ts';
import { webhookAddress } from './store-sync.ts';

/** Takes leave of a store that was disconnected. */
export const FAREWELL_JOB = 'store-farewell';

/**
 * Ends what the platform tells us of a store that was disconnected, then forgets how to get in. While nobody connects
 * the shop: subscriptions are the app's, so that ending them would end those of a brand that has it now.
 * @throws StoreFailure where it may work later
 */
export async function sayGoodBye(parts: StoreParts, storeId: string): Promise<void> {
  const { db } = parts.api;
  const store = await readStoreById(db, storeId);
  if (!store?.accessToken || store.status === 'connected') return;
  const done = await alone(db, leaseOf(store.shop), WAIT_MS, () => endSubscriptions(parts, storeId));
  if (!done) throw new StoreFailure('unavailable', 'busy');
}

async function endSubscriptions(parts: StoreParts, storeId: string): Promise<void> {
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
        await platform.unsubscribe(opened(parts, store), webhookAddress(parts));
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
