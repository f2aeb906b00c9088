import { createHash, randomBytes } from 'node:crypto';
import { API_KEY_PREFIX, type ApiKey, type ApiKeyScope, MAX_API_KEYS } from '@troupe/domain/account/api-key';
import { problem } from '@troupe/domain/problem';
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { brandTable } from '../brand/brand.table.ts';
import { personLabelSql, userTable } from '../user/user.table.ts';
import { apiKeyTable } from './api-key.table.ts';

const KEY = new RegExp(`^${API_KEY_PREFIX}[A-Za-z0-9_-]{43}$`);

/** Generates a key: with 256 random bits, plain SHA-256 is as safe as a slow hash. */
export const newApiKey = (): string => API_KEY_PREFIX + randomBytes(32).toString('base64url');

/** Returns whether a bearer token looks like an API key; login tokens have three parts separated by dots. */
export const looksLikeApiKey = (token: string): boolean => token.startsWith(API_KEY_PREFIX);

/** Returns the stored hash of a key; null if it is malformed. */
export const apiKeyHash = (key: string): string | null =>
  KEY.test(key) ? createHash('sha256').update(key).digest('hex') : null;

/** The channel that announces changed keys to all processes; the payload is the key's ID. */
export const API_KEY_CHANNEL = 'api_key_changed';

/** A key as needed by the access check. */
export interface KnownApiKey {
  id: string;
  userId: string;
  brandId: string;
  scope: ApiKeyScope;
  expiresAt: string | null;
}

/** Returns the unrevoked key with this hash, if its brand is open. Expiry is left to the caller. */
export async function findApiKey(db: Database, hash: string): Promise<KnownApiKey | null> {
  const [key] = await db
    .select({
      id: apiKeyTable.id,
      userId: apiKeyTable.userId,
      brandId: apiKeyTable.brandId,
      scope: apiKeyTable.scope,
      expiresAt: apiKeyTable.expiresAt,
    })
    .from(apiKeyTable)
    .innerJoin(brandTable, eq(brandTable.id, apiKeyTable.brandId))
    .where(and(eq(apiKeyTable.hash, hash), isNull(apiKeyTable.revokedAt), isNull(brandTable.closedAt)));
  return key ?? null;
}

/** Records a key's use, at most once since `before`. */
export async function recordUse(db: Database, id: string, now: Date, before: Date): Promise<void> {
  await db
    .update(apiKeyTable)
    .set({ lastUsedAt: now.toISOString() })
    .where(
      and(
        eq(apiKeyTable.id, id),
        or(isNull(apiKeyTable.lastUsedAt), sql`${apiKeyTable.lastUsedAt} < ${before.toISOString()}`),
      ),
    );
}

const readable = {
  id: apiKeyTable.id,
  name: apiKeyTable.name,
  scope: apiKeyTable.scope,
  hint: apiKeyTable.hint,
  created: apiKeyTable.createdAt,
  createdBy: sql<string | null>`(select ${sql.raw(personLabelSql('maker'))} from person maker
    where maker.id = ${apiKeyTable.createdBy})`,
  expires: apiKeyTable.expiresAt,
  lastUsed: apiKeyTable.lastUsedAt,
  revoked: apiKeyTable.revokedAt,
};

/** Returns a brand's keys, newest first. */
export async function readApiKeys(db: Database, brandId: string): Promise<ApiKey[]> {
  return db
    .select(readable)
    .from(apiKeyTable)
    .where(eq(apiKeyTable.brandId, brandId))
    .orderBy(desc(apiKeyTable.id));
}

/** Returns one key of a brand. */
export async function readApiKey(db: Database, brandId: string, id: string): Promise<ApiKey | null> {
  const [key] = await db
    .select(readable)
    .from(apiKeyTable)
    .where(and(eq(apiKeyTable.brandId, brandId), eq(apiKeyTable.id, id)));
  return key ?? null;
}

interface NewApiKey {
  brandId: string;
  name: string;
  scope: ApiKeyScope;
  expires: string | null;
  hash: string;
  hint: string;
  createdBy: string;
}

/**
 * Inserts a key and the user row under which it appears in histories. `db` is a transaction.
 * @throws too_many when the brand has the maximum of active keys
 */
export async function insertApiKey(db: Database, { expires, ...key }: NewApiKey, now: Date): Promise<string> {
  await db.select().from(brandTable).where(eq(brandTable.id, key.brandId)).for('update');
  const counting = await db
    .select({ id: apiKeyTable.id })
    .from(apiKeyTable)
    .where(
      and(
        eq(apiKeyTable.brandId, key.brandId),
        isNull(apiKeyTable.revokedAt),
        or(isNull(apiKeyTable.expiresAt), gt(apiKeyTable.expiresAt, now.toISOString())),
      ),
    );
  if (counting.length >= MAX_API_KEYS)
    throw problem('too_many', {
      message: `A brand can have up to ${MAX_API_KEYS} API keys. Revoke one first.`,
    });
  const [id, userId] = [newId(), newId()];
  // A reserved subject: no account can ever match this row.
  await db.insert(userTable).values({
    id: userId,
    subject: `api-key:${id}`,
    email: '',
    firstName: key.name,
    lastName: '(API key)',
    role: 'brand',
  });
  await db
    .insert(apiKeyTable)
    .values({ ...key, id, userId, expiresAt: expires, createdAt: now.toISOString() });
  return id;
}

/** Revokes a key and notifies every process; idempotent. False if not found. */
export async function revokeKey(db: Database, brandId: string, id: string, now: Date): Promise<boolean> {
  const found = await db
    .update(apiKeyTable)
    .set({ revokedAt: sql`coalesce(${apiKeyTable.revokedAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(apiKeyTable.brandId, brandId), eq(apiKeyTable.id, id)))
    .returning({ id: apiKeyTable.id });
  if (found.length > 0) await announceApiKey(db, id);
  return found.length > 0;
}

/** Notifies every process to reload a key once the transaction commits; an empty text means all keys. */
export async function announceApiKey(db: Database, id: string): Promise<void> {
  await db.execute(sql`select pg_notify(${API_KEY_CHANNEL}, ${id})`);
}
