import { createHash, randomBytes } from 'node:crypto';
import { API_KEY_PREFIX, type ApiKey, type ApiKeyScope, MOST_API_KEYS } from '@troupe/domain/account/api-key';
import { problem } from '@troupe/domain/problem';
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { brandTable } from '../brand/brand.table.ts';
import { personLabelSql, userTable } from '../user/user.table.ts';
import { apiKeyTable } from './api-key.table.ts';

const KEY = new RegExp(`^${API_KEY_PREFIX}[A-Za-z0-9_-]{43}$`);

/** A new key: 256 random bits, so that its plain SHA-256 is as good as a slow hash. */
export const newApiKey = (): string => API_KEY_PREFIX + randomBytes(32).toString('base64url');

/** Whether a bearer token means to be a key; tokens of a login host are made of three parts with dots. */
export const claimsToBeApiKey = (token: string): boolean => token.startsWith(API_KEY_PREFIX);

/** What is kept of a key; null for what was never one. */
export const apiKeyHash = (key: string): string | null =>
  KEY.test(key) ? createHash('sha256').update(key).digest('hex') : null;

/** The channel on which every process hears that a key is not as it was; the payload is its id. */
export const API_KEY_CHANNEL = 'api_key_changed';

/** A key as the access check knows it. */
export interface KnownApiKey {
  id: string;
  userId: string;
  brandId: string;
  scope: ApiKeyScope;
  expiresAt: string | null;
}

/** The key with this hash that nobody revoked, of a brand that is open; whether it has expired is left to tell. */
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

/** Notes that a key was used, unless that was noted after `before`. */
export async function noteUse(db: Database, id: string, now: Date, before: Date): Promise<void> {
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

/** The keys of a brand, newest first. */
export async function readApiKeys(db: Database, brandId: string): Promise<ApiKey[]> {
  return db
    .select(readable)
    .from(apiKeyTable)
    .where(eq(apiKeyTable.brandId, brandId))
    .orderBy(desc(apiKeyTable.id));
}

/** One key of a brand. */
export async function readApiKey(db: Database, brandId: string, id: string): Promise<ApiKey | null> {
  const [key] = await db
    .select(readable)
    .from(apiKeyTable)
    .where(and(eq(apiKeyTable.brandId, brandId), eq(apiKeyTable.id, id)));
  return key ?? null;
}

interface KeyToKeep {
  brandId: string;
  name: string;
  scope: ApiKeyScope;
  expires: string | null;
  hash: string;
  hint: string;
  createdBy: string;
}

/**
 * Keeps a new key, and the row under which it stands in histories. `db` is a transaction.
 * @throws too_many when the brand has as many that count as it may
 */
export async function insertApiKey(db: Database, { expires, ...key }: KeyToKeep, now: Date): Promise<string> {
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
  if (counting.length >= MOST_API_KEYS)
    throw problem('too_many', { message: `A brand can have ${MOST_API_KEYS} API keys. Revoke one first.` });
  const [id, userId] = [newId(), newId()];
  // The subject is taken, so that no account can ever become this row.
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

/** Revokes a key of a brand and tells every process. Repeating it is harmless; false when there is none. */
export async function revokeKey(db: Database, brandId: string, id: string, now: Date): Promise<boolean> {
  const found = await db
    .update(apiKeyTable)
    .set({ revokedAt: sql`coalesce(${apiKeyTable.revokedAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(apiKeyTable.brandId, brandId), eq(apiKeyTable.id, id)))
    .returning({ id: apiKeyTable.id });
  if (found.length > 0) await announceApiKey(db, id);
  return found.length > 0;
}

/** Tells every process to look at a key anew, once the transaction commits; an empty text is all keys. */
export async function announceApiKey(db: Database, id: string): Promise<void> {
  await db.execute(sql`select pg_notify(${API_KEY_CHANNEL}, ${id})`);
}
