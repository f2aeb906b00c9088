import { CLAIMED_STATUSES } from '@troupe/domain/commerce/store';
import { and, eq, inArray, isNotNull, lt, ne, not, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { storeTable as store, storeCodeTable } from './store.table.ts';

/** A stored store with encrypted tokens. */
export type StoredStore = typeof store.$inferSelect;

const held = inArray(store.status, [...CLAIMED_STATUSES]);

/** Returns a store of a brand, or null. */
export async function readStore(db: Database, brandId: string, id: string): Promise<StoredStore | null> {
  const [row] = await db
    .select()
    .from(store)
    .where(and(eq(store.id, id), eq(store.brandId, brandId)));
  return row ?? null;
}

/** Returns a store of any brand with its encrypted tokens. */
export async function readStoreById(db: Database, id: string): Promise<StoredStore | null> {
  const [row] = await db.select().from(store).where(eq(store.id, id));
  return row ?? null;
}

/** Returns the connected stores with these domains. */
export async function readConnectedStores(db: Database, shops: readonly string[]): Promise<StoredStore[]> {
  if (shops.length === 0) return [];
  return db
    .select()
    .from(store)
    .where(and(inArray(store.shop, [...shops]), held));
}

/** Returns all brands' rows of a shop. */
export async function readStoresOfShop(db: Database, shop: string): Promise<StoredStore[]> {
  return db.select().from(store).where(eq(store.shop, shop));
}

/** Returns stores whose orders can be synced. */
export async function readConnectedIds(db: Database): Promise<string[]> {
  const rows = await db.select({ id: store.id }).from(store).where(eq(store.status, 'connected'));
  return rows.map(({ id }) => id);
}

/** Returns whether another brand has connected the shop. */
export async function isTaken(db: Database, shop: string, brandId: string): Promise<boolean> {
  const rows = await db
    .select({ id: store.id })
    .from(store)
    .where(and(eq(store.shop, shop), ne(store.brandId, brandId), held))
    .limit(1);
  return rows.length > 0;
}

/** Saves a connection, reusing the brand's existing row of the shop. Returns its id. */
export async function upsertStore(
  tx: Database,
  row: typeof store.$inferInsert,
): Promise<{ id: string; name: string }> {
  const { id: _, brandId: __, platform: ___, shop: ____, name: _____, ...set } = row;
  const [stored] = await tx
    .insert(store)
    .values(row)
    .onConflictDoUpdate({
      target: [store.brandId, store.platform, store.shop],
      set: {
        ...set,
        tokenVersion: sql`${store.tokenVersion} + 1`,
        formerRefreshToken: null,
        endedAt: null,
        error: null,
      },
    })
    .returning({ id: store.id, name: store.name });
  if (!stored) throw new Error('Upsert returned no row.');
  return stored;
}

export async function changeStore(
  db: Database,
  id: string,
  change: Partial<typeof store.$inferInsert>,
): Promise<void> {
  await db.update(store).set(change).where(eq(store.id, id));
}

/** Saves new tokens, unless the row's tokens or status have changed since it was read. */
export async function replaceTokens(
  db: Database,
  { id, tokenVersion, status }: StoredStore,
  tokens: Partial<typeof store.$inferInsert>,
): Promise<boolean> {
  const rows = await db
    .update(store)
    .set({ ...tokens, tokenVersion: tokenVersion + 1 })
    .where(and(eq(store.id, id), eq(store.tokenVersion, tokenVersion), eq(store.status, status)))
    .returning({ id: store.id });
  return rows.length > 0;
}

const NO_TOKENS = {
  accessToken: null,
  accessExpiresAt: null,
  refreshToken: null,
  refreshExpiresAt: null,
  formerRefreshToken: null,
};

/** Marks a store's tokens as rejected; false if it has newer ones. */
export async function markRevoked(
  tx: Database,
  id: string,
  version: number,
  error: string,
): Promise<boolean> {
  const rows = await tx
    .update(store)
    .set({ status: 'needs_reconnect', error, ...NO_TOKENS })
    .where(and(eq(store.id, id), eq(store.tokenVersion, version), eq(store.status, 'connected')))
    .returning({ id: store.id });
  return rows.length > 0;
}

/** Disconnects stores, keeping tokens needed to uninstall the app. Returns the changed rows. */
export async function endStores(
  tx: Database,
  which: { brandId: string; id?: string } | { shop: string; connectedBefore: string },
  status: 'disconnected' | 'uninstalled',
  now: Date,
): Promise<StoredStore[]> {
  const chosen =
    'shop' in which
      ? and(eq(store.shop, which.shop), lt(store.connectedAt, which.connectedBefore))
      : and(eq(store.brandId, which.brandId), which.id === undefined ? undefined : eq(store.id, which.id));
  return tx
    .update(store)
    .set({
      status,
      endedAt: now.toISOString(),
      error: null,
      subscribed: false,
      ...(status === 'uninstalled' ? NO_TOKENS : {}),
    })
    .where(and(chosen, held))
    .returning();
}

/** Deletes the tokens of a disconnected store. */
export async function deleteTokens(db: Database, id: string, version: number): Promise<void> {
  await db
    .update(store)
    .set(NO_TOKENS)
    .where(and(eq(store.id, id), eq(store.tokenVersion, version), ne(store.status, 'connected')));
}

/** Returns disconnected stores whose app hasn't been uninstalled. */
export async function readStoresToUninstall(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: store.id })
    .from(store)
    .where(and(not(held), isNotNull(store.accessToken)));
  return rows.map(({ id }) => id);
}

/** Deletes tokens of stores disconnected so long ago that uninstalling is no longer possible. */
export async function deleteOldTokens(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 86_400_000).toISOString();
  await db
    .update(store)
    .set(NO_TOKENS)
    .where(and(not(held), isNotNull(store.accessToken), lt(store.endedAt, before)));
}

/** Returns the store a code was exchanged for, or null. */
export async function readCode(db: Database, hash: string): Promise<StoredStore | null> {
  const [row] = await db
    .select({ store })
    .from(storeCodeTable)
    .innerJoin(store, eq(store.id, storeCodeTable.storeId))
    .where(eq(storeCodeTable.hash, hash));
  return row?.store ?? null;
}

export async function insertCode(tx: Database, hash: string, storeId: string, now: Date): Promise<void> {
  await tx.insert(storeCodeTable).values({ hash, storeId, createdAt: now.toISOString() });
}

/** Deletes codes that have expired at the platform. */
export async function deleteOldCodes(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 30 * 86_400_000).toISOString();
  await db.delete(storeCodeTable).where(lt(storeCodeTable.createdAt, before));
}
