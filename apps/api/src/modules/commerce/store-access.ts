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
import type { LedgerOutcome } from './order/order-ledger.queries.ts';
import { markDead, readStoreById, replaceTokens, type StoredStore } from './store/store.queries.ts';
import { alone } from './store/store-lease.queries.ts';

/** What everything about stores is given. */
export interface StoreParts {
  api: Api;
  platform: StorePlatformPort;
}

/** Tokens that end within so long are renewed before they are used. */
const SPARE_MS = 5 * 60_000;
/** Longer than a renewal takes with its repetitions. */
export const WAIT_MS = 45_000;

const DEAD = 'This store no longer gives us access. Reconnect it to continue.';

/** The name under which only one process changes the connection of a shop at a time. */
export const leaseOf = (shop: string): string => `store:${shop}`;

/** Tells everybody who has the brand open that something about its stores changed. */
export const tellStore = (tx: Database, brandId: string, storeId: string): Promise<void> =>
  publish(tx, { type: 'store.changed', brandId, data: { storeId } });

/**
 * Uses the access of a store, renewed where it ends soon or is refused. A store that refuses it for good needs to be
 * connected again, and its brand's owners are told.
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
    return await use(opened(parts, store));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // Somebody renewed it meanwhile, or it ended before its time.
    store = await renew(parts, store);
  }
  try {
    return await use(opened(parts, store));
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

/** The access that stands in a row. */
export const opened = ({ api }: StoreParts, { shop, accessToken }: StoredStore): StoreAccess => ({
  shop,
  accessToken: openText(api.config.SECRET_KEY, accessToken ?? ''),
});

export const endsSoon = ({ api }: StoreParts, { accessExpiresAt }: StoredStore): boolean =>
  accessExpiresAt !== null && new Date(accessExpiresAt).getTime() - api.clock.now().getTime() < SPARE_MS;

/**
 * New tokens for a store. One process asks at a time, and whoever comes second takes what the first got. Should it end
 * before the new pair is written down, the present one still works: it does until the new one was used.
 */
async function renew(parts: StoreParts, before: StoredStore): Promise<StoredStore> {
  const { api } = parts;
  const done = await alone(api.db, leaseOf(before.shop), WAIT_MS, async () => {
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
 * Asks for new tokens and keeps them; false when neither refresh token counts any more. For whoever has the lease.
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
    if (!(await markDead(tx, store.id, store.tokenVersion, DEAD))) return;
    await tellStore(tx, store.brandId, store.id);
    await emailOwners(api, tx, store.brandId, {
      subject: `${store.name} needs to be connected again`,
      text: [
        `Your store ${store.shop} does not let us in any more, so no orders come in.`,
        'Open the app in your store and connect it again. Orders since then are read when you do.',
      ],
      link: { href: `${api.config.WEB_ORIGIN}/account`, label: 'Open your account' },
    });
  });
}

/** Tells the brand's own programs which orders are new, and of which something changed. */
export async function emitOrders(
  tx: Database,
  brandId: string,
  storeId: string | null,
  { placed, changed }: Pick<LedgerOutcome, 'placed' | 'changed'>,
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
