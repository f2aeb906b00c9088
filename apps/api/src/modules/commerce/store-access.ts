import {
  type StoreAccess,
  StoreFailure,
  type StorePlatformPort,
} from '@troupe/domain/commerce/store-platform';
import { openText, sealText } from '../../platform/access/secret.ts';
import type { Api } from '../../platform/api.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { emailOwners } from '../outreach/email-owners.ts';
import { t } from './messages/messages.gen.ts';
import type { UpsertResult } from './order/order-ledger.queries.ts';
import { markRevoked, readStoreById, replaceTokens, type StoredStore } from './store/store.queries.ts';
import { withLease } from './store/store-lease.queries.ts';

/** Dependencies of the store flows. */
export interface StoreParts {
  api: Api;
  platform: StorePlatformPort;
}

/** Tokens expiring within this time are refreshed before use. */
const REFRESH_MARGIN_MS = 5 * 60_000;
/** Longer than a token refresh with retries. */
export const WAIT_MS = 45_000;

const DEAD = 'We no longer have access to this store. Reconnect it to continue.';

/** Lease that serializes changes to a shop's connection. */
export const leaseOf = (shop: string): string => `store:${shop}`;

/** Notifies connected clients of the brand that a store changed. */
export const publishStoreChange = (tx: Database, brandId: string, storeId: string): Promise<void> =>
  publish(tx, { type: 'store.changed', brandId, data: { storeId } });

/**
 * Runs a request with a store's access token, refreshing it if it is about to expire or rejected.
 * If it is permanently rejected, marks the store for reconnecting and notifies the brand's owners.
 * @throws StoreFailure
 */
export async function withAccess<T>(
  parts: StoreParts,
  storeId: string,
  use: (access: StoreAccess) => Promise<T>,
): Promise<T> {
  let store = await current(parts, storeId);
  if (endsSoon(parts, store)) store = await renew(parts, store);
  try {
    return await use(decryptAccess(parts, store));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // Another process refreshed it, or it was revoked early.
    store = await renew(parts, store);
  }
  try {
    return await use(decryptAccess(parts, store));
  } catch (error) {
    if (isRefusal(error)) await giveUp(parts, store);
    throw error;
  }
}

const isRefusal = (error: unknown): boolean => error instanceof StoreFailure && error.kind === 'unauthorised';

async function current({ api }: StoreParts, storeId: string): Promise<StoredStore> {
  const store = await readStoreById(api.db, storeId);
  if (store?.status !== 'connected' || !store.accessToken)
    throw new StoreFailure('unauthorised', 'not connected');
  return store;
}

/** Decrypts the access token of a stored store. */
export const decryptAccess = ({ api }: StoreParts, { shop, accessToken }: StoredStore): StoreAccess => ({
  shop,
  accessToken: openText(api.config.SECRET_KEY, accessToken ?? ''),
});

export const endsSoon = ({ api }: StoreParts, { accessExpiresAt }: StoredStore): boolean =>
  accessExpiresAt !== null &&
  new Date(accessExpiresAt).getTime() - api.clock.now().getTime() < REFRESH_MARGIN_MS;

/**
 * Refreshes a store's tokens, one process at a time; others use its result. If the process dies
 * before saving the new pair, the old refresh token still works until the new one is used.
 */
async function renew(parts: StoreParts, before: StoredStore): Promise<StoredStore> {
  const { api } = parts;
  const done = await withLease(api.db, leaseOf(before.shop), WAIT_MS, async () => {
    const store = await current(parts, before.id);
    if (store.tokenVersion !== before.tokenVersion) return store;
    if (await refreshTokens(parts, store)) return current(parts, store.id);
    await giveUp(parts, store);
    throw new StoreFailure('unauthorised', 'no refresh');
  });
  if (!done) throw new StoreFailure('unavailable', 'busy');
  return done.result;
}

/**
 * Refreshes and saves tokens; false if neither refresh token is valid. Requires the lease.
 * @throws StoreFailure
 */
export async function refreshTokens({ api, platform }: StoreParts, store: StoredStore): Promise<boolean> {
  const secretKey = api.config.SECRET_KEY;
  const sealed = [store.refreshToken, store.formerRefreshToken].filter((token) => token !== null);
  for (const refreshToken of sealed) {
    const tokens = await platform
      .refresh(store.shop, openText(secretKey, refreshToken))
      .catch((error: unknown) => {
        if (error instanceof StoreFailure && error.kind !== 'unavailable') return null;
        throw error;
      });
    if (!tokens) continue;
    const kept = await replaceTokens(api.db, store, {
      accessToken: sealText(secretKey, tokens.accessToken),
      accessExpiresAt: tokens.expires,
      refreshToken: tokens.refreshToken && sealText(secretKey, tokens.refreshToken),
      refreshExpiresAt: tokens.refreshExpires,
      formerRefreshToken: refreshToken,
      ...(tokens.scopes.length > 0 ? { scopes: tokens.scopes } : {}),
    });
    if (!kept) throw new StoreFailure('unavailable', 'changed meanwhile');
    return true;
  }
  return false;
}

async function giveUp({ api }: StoreParts, store: StoredStore): Promise<void> {
  await withTransaction(api.pool, async (tx) => {
    if (!(await markRevoked(tx, store.id, store.tokenVersion, DEAD))) return;
    await publishStoreChange(tx, store.brandId, store.id);
    await emailOwners(api, tx, store.brandId, {
      write: () => ({
        subject: t('reconnect.subject', { store: store.name }),
        text: [t('reconnect.text', { shop: store.shop }), t('reconnect.how')],
        label: t('mail.openAccount'),
      }),
      href: `${api.config.WEB_ORIGIN}/account`,
    });
  });
}

/** Publishes webhook events for new and changed orders. */
export async function publishOrders(
  tx: Database,
  brandId: string,
  storeId: string | null,
  { placed, changed }: Pick<UpsertResult, 'placed' | 'changed'>,
  now: Date,
): Promise<void> {
  const events = [
    { type: 'order.placed' as const, orderIds: placed },
    { type: 'order.changed' as const, orderIds: changed },
  ].filter(({ orderIds }) => orderIds.length > 0);
  await publish(
    tx,
    events.map(({ type, orderIds }) => ({ brandId, type, data: { storeId, orderIds } })),
    now,
  );
}
