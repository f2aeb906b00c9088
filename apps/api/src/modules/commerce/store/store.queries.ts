import { CLAIMED_STATUSES } from '@troupe/domain/commerce/store';
import { and, eq, inArray, isNotNull, lt, ne, not, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { storeTable as store, storeCodeTable } from './store.table.ts';

/** A store as it is stored; tokens are sealed. */
export type StoredStore = typeof store.$inferSelect;

const held = inArray(store.status, [...CLAIMED_STATUSES]);

/** A store of a brand; null when there is none. */
export async function readStore(db: Database, brandId: string, id: string): Promise<StoredStore | null> {
  const [row] = await db
    .select()
    .from(store)
    .where(and(eq(store.id, id), eq(store.brandId, brandId)));
  return row ?? null;
}

/** A store with its sealed tokens, whoever has it. */
export async function readStoreById(db: Database, id: string): Promise<StoredStore | null> {
  const [row] = await db.select().from(store).where(eq(store.id, id));
  return row ?? null;
}

/** The stores behind domains that are held by a brand now. */
export async function readHeldStores(db: Database, shops: readonly string[]): Promise<StoredStore[]> {
  if (shops.length === 0) return [];
  return db
    .select()
    .from(store)
    .where(and(inArray(store.shop, [...shops]), held));
}

/** Every brand's row of a shop. */
export async function readStoresOfShop(db: Database, shop: string): Promise<StoredStore[]> {
  return db.select().from(store).where(eq(store.shop, shop));
}

/** Stores whose orders can be asked for. */
export async function readConnectedIds(db: Database): Promise<string[]> {
  const rows = await db.select({ id: store.id }).from(store).where(eq(store.status, 'connected'));
  return rows.map(({ id }) => id);
}

/** Whether a brand other than this one has the shop. */
export async function isTaken(db: Database, shop: string, brandId: string): Promise<boolean> {
  const rows = await db
    .select({ id: store.id })
    .from(store)
    .where(and(eq(store.shop, shop), ne(store.brandId, brandId), held))
    .limit(1);
  return rows.length > 0;
}

/** Writes a connection down: a brand that had the shop before goes on with its row. Answers the id of the row. */
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
  if (!stored) throw new Error('An upsert always answers its row.');
  return stored;
}

export async function changeStore(
  db: Database,
  id: string,
  change: Partial<typeof store.$inferInsert>,
): Promise<void> {
  await db.update(store).set(change).where(eq(store.id, id));
}

/** Keeps a new pair of tokens, unless the row has others or stands otherwise since it was read. */
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

/** Notes that the platform does not take our tokens any more; false when somebody has newer ones. */
export async function markDead(tx: Database, id: string, version: number, error: string): Promise<boolean> {
  const rows = await tx
    .update(store)
    .set({ status: 'needs_reconnect', error, ...NO_TOKENS })
    .where(and(eq(store.id, id), eq(store.tokenVersion, version), eq(store.status, 'connected')))
    .returning({ id: store.id });
  return rows.length > 0;
}

/** Ends connections; tokens stay where they are still needed to say good-bye. Answers the rows that changed. */
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

/** Forgets the tokens of a store that is not connected any more. */
export async function forgetTokens(db: Database, id: string, version: number): Promise<void> {
  await db
    .update(store)
    .set(NO_TOKENS)
    .where(and(eq(store.id, id), eq(store.tokenVersion, version), ne(store.status, 'connected')));
}

/** Stores that ended, to which no good-bye was said so far. */
export async function readLeavingIds(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: store.id })
    .from(store)
    .where(and(not(held), isNotNull(store.accessToken)));
  return rows.map(({ id }) => id);
}

/** Forgets the tokens of stores that ended so long ago that no good-bye can be said any more. */
export async function forgetOldTokens(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 86_400_000).toISOString();
  await db
    .update(store)
    .set(NO_TOKENS)
    .where(and(not(held), isNotNull(store.accessToken), lt(store.endedAt, before)));
}

/** The store that a code was exchanged for; null for a code that was not. */
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

/** Forgets codes that nobody can send again: their state and their platform's memory are long over. */
export async function forgetCodes(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 30 * 86_400_000).toISOString();
  await db.delete(storeCodeTable).where(lt(storeCodeTable.createdAt, before));
}
