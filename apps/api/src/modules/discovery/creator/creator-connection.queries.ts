import type { Platform } from '@troupe/domain/discovery/creator';
import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { creatorTable } from './creator.table.ts';
import { creatorConnectionTable } from './creator-refresh.table.ts';

/** Returns the accounts a person connected, oldest first. */
export async function readConnectionsOf(db: Database, userId: string) {
  const rows = await db
    .select({
      socialProfileId: creatorTable.id,
      platform: creatorTable.platform,
      username: creatorTable.username,
      connectedAt: creatorConnectionTable.createdAt,
      until: creatorConnectionTable.refreshExpiresAt,
      scopes: creatorConnectionTable.scopes,
      withdrawnAt: creatorConnectionTable.withdrawnAt,
    })
    .from(creatorConnectionTable)
    .innerJoin(creatorTable, eq(creatorTable.id, creatorConnectionTable.creatorId))
    .where(eq(creatorTable.userId, userId))
    .orderBy(asc(creatorConnectionTable.createdAt), asc(creatorTable.id));
  return rows;
}

/**
 * Returns the shared profile of a connected account by the platform's id, else by name; null if
 * there is none.
 */
export async function readConnectedProfile(
  db: Database,
  { platform, username, openId }: { platform: Platform; username: string; openId: string },
) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from creator where brand_id is null and platform = ${platform}
      and (social_id = ${openId} or lower(username) = lower(${username}))
    order by (social_id is not distinct from ${openId}) desc limit 1`);
  return rows[0]?.id ?? null;
}

/** Stores a new consent, replacing an older one. Tokens must already be encrypted. */
export async function insertConnection(
  db: Database,
  creatorId: string,
  sealed: Omit<typeof creatorConnectionTable.$inferInsert, 'creatorId' | 'withdrawnAt' | 'createdAt'>,
  now: Date,
): Promise<void> {
  const kept = { ...sealed, withdrawnAt: null, createdAt: now.toISOString() };
  await db
    .insert(creatorConnectionTable)
    .values({ creatorId, ...kept })
    .onConflictDoUpdate({ target: creatorConnectionTable.creatorId, set: kept });
}

/** Deletes the connection of a person's profile. False if they have none. */
export async function deleteConnection(db: Database, userId: string, creatorId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    delete from creator_connection k using creator c
    where k.creator_id = c.id and c.id = ${creatorId} and c.user_id = ${userId} returning k.creator_id`);
  return rows.length > 0;
}

/**
 * Returns the profile under which the owner's consent to read `creatorId` is stored: its own, or
 * the shared one of the same account if a brand has its own profile. Null if not connected.
 */
export async function connectedAs(db: Database, creatorId: string): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select k.creator_id as id from creator c
      join creator other on other.id = c.id
        or (other.brand_id is null and other.platform = c.platform and lower(other.username) = lower(c.username))
      join creator_connection k on k.creator_id = other.id and k.withdrawn_at is null
    where c.id = ${creatorId} order by (other.id = c.id) desc limit 1`);
  return rows[0]?.id ?? null;
}
