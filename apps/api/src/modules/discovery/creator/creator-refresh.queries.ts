import {
  type AccountState,
  type Creator,
  type CreatorRefresh,
  figureWins,
  type Platform,
  profileUrlOf,
} from '@troupe/domain/discovery/creator';
import {
  type Account,
  averagesOf,
  type ContentReach,
  type PostCounts,
  type SocialProfile,
} from '@troupe/domain/discovery/creator-refresh';
import { and, eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { creatorTable, visibleTo } from './creator.table.ts';
import { creatorConnectionTable, creatorRefreshTable } from './creator-refresh.table.ts';

/** A creator to read from its platform. */
export interface RefreshTarget extends Account {
  id: string;
  profilePicUrl: string | null;
  /** When the profile was connected, which limits the engagement window. */
  connectedAt: string | null;
  /** Whether the owner's consent is valid. */
  connected: boolean;
  /** An invented profile: no platform knows it. */
  sample: boolean;
}

/** Condition for creators whose owner's consent is valid. It is stored with the shared profile and covers brands' copies. */
const CONNECTED = `exists (select from creator_connection connection
  where connection.withdrawn_at is null and connection.creator_id in (creator.id, case when creator.brand_id is not null then
    (select shared.id from creator shared where shared.brand_id is null and shared.platform = creator.platform
      and lower(shared.username) = lower(creator.username)) end))`;

const target = {
  id: creatorTable.id,
  platform: creatorTable.platform,
  username: creatorTable.username,
  socialId: creatorTable.socialId,
  profilePicUrl: creatorTable.profilePicUrl,
  connectedAt: creatorTable.connectedAt,
  sample: creatorTable.sample,
  connected: sql<boolean>`${sql.raw(CONNECTED)}`,
};

/** Returns a creator visible to the brand (any without a brand), or null. */
export async function readRefreshTarget(
  db: Database,
  creatorId: string,
  brandId: string | null,
): Promise<RefreshTarget | null> {
  const [row] = await db
    .select(target)
    .from(creatorTable)
    .where(and(eq(creatorTable.id, creatorId), brandId === null ? undefined : visibleTo(brandId)));
  return row ?? null;
}

/** Returns the result of the last reading of a creator; null if there was none. */
export async function readRefresh(db: Database, creatorId: string): Promise<CreatorRefresh | null> {
  const [row] = await db
    .select({
      state: creatorRefreshTable.state,
      message: creatorRefreshTable.message,
      readAt: creatorRefreshTable.readAt,
      next: creatorRefreshTable.nextAt,
    })
    .from(creatorRefreshTable)
    .where(eq(creatorRefreshTable.creatorId, creatorId));
  return row ?? null;
}

/** Returns how far back a creator's stored content is complete; null if it was never read. */
export async function readContentReach(db: Database, creatorId: string): Promise<ContentReach | null> {
  const [row] = await db
    .select({ contentFrom: creatorRefreshTable.contentFrom, readAt: creatorRefreshTable.readAt })
    .from(creatorRefreshTable)
    .where(eq(creatorRefreshTable.creatorId, creatorId));
  if (!row?.readAt) return null;
  return { contentFrom: row.contentFrom ? new Date(row.contentFrom) : null, readAt: new Date(row.readAt) };
}

/** Claims a refresh; false if someone else did and `nextAt` hasn't passed. */
export async function claimRefresh(
  db: Database,
  creatorId: string,
  now: Date,
  nextAt: Date,
): Promise<boolean> {
  const taken = { askedAt: now.toISOString(), nextAt: nextAt.toISOString() };
  const rows = await db
    .insert(creatorRefreshTable)
    .values({ creatorId, ...taken })
    .onConflictDoUpdate({
      target: creatorRefreshTable.creatorId,
      set: taken,
      setWhere: sql`${creatorRefreshTable.nextAt} is null or ${creatorRefreshTable.nextAt} <= ${now.toISOString()}`,
    })
    .returning({ creatorId: creatorRefreshTable.creatorId });
  return rows.length > 0;
}

/** Records the result of a reading. Omitted fields are unchanged. */
export async function recordRefresh(
  db: Database,
  creatorId: string,
  outcome: {
    state?: AccountState;
    message: string | null;
    triedAt?: Date;
    readAt?: Date;
    contentFrom?: Date | null;
    nextAt?: Date;
  },
): Promise<void> {
  const { state, message, triedAt, readAt, contentFrom, nextAt } = outcome;
  const noted = {
    message,
    ...(state ? { state } : {}),
    ...(triedAt ? { triedAt: triedAt.toISOString() } : {}),
    ...(readAt ? { readAt: readAt.toISOString() } : {}),
    ...(contentFrom === undefined ? {} : { contentFrom: contentFrom?.toISOString() ?? null }),
    ...(nextAt ? { nextAt: nextAt.toISOString() } : {}),
  };
  await db
    .insert(creatorRefreshTable)
    .values({ creatorId, ...noted })
    .onConflictDoUpdate({ target: creatorRefreshTable.creatorId, set: noted });
}

type Figures = Creator['figures'];

/** Locks a creator in the transaction `db`; false if it was deleted. */
export async function lockCreator(db: Database, creatorId: string): Promise<boolean> {
  const rows = await db
    .select({ id: creatorTable.id })
    .from(creatorTable)
    .where(eq(creatorTable.id, creatorId))
    .for('update');
  return rows.length > 0;
}

/**
 * Stores platform data in the transaction `db`. Averages are those of the newest stored `posts`. Figures follow `figureWins`; values the platform
 * doesn't provide are kept. Returns the current name, and the previous one if it changed; a name
 * already used by another profile isn't applied (`taken`).
 */
export async function writeProfile(
  db: Database,
  creatorId: string,
  {
    profile,
    content,
    posts,
    pictureUrl,
  }: {
    profile: SocialProfile;
    content: readonly PostCounts[];
    posts: readonly PostCounts[];
    pictureUrl: string | null;
  },
  now: Date,
): Promise<{ renamedFrom: string | null; taken: boolean } | null> {
  const [present] = await db.select().from(creatorTable).where(eq(creatorTable.id, creatorId)).for('update');
  if (!present) return null;
  const origin = { source: 'platform' as const, asOf: now.toISOString() };
  const figures: Figures = { ...present.figures };
  const provided = Object.assign({ followerCount: profile.followerCount }, averagesOf(content));
  const told = Object.assign({ followerCount: profile.followerCount }, averagesOf(posts));
  const columns: Partial<typeof creatorTable.$inferInsert> = {};
  for (const name of Object.keys(told) as (keyof typeof told)[]) {
    const value = told[name];
    if (provided[name] === null || value === null || !figureWins(present.figures[name], origin)) continue;
    const hasColumn = name === 'followerCount' || name === 'avgViews';
    if (hasColumn) columns[name] = value;
    figures[name] = hasColumn ? origin : { ...origin, value };
  }
  const renamed =
    profile.username !== '' && profile.username.toLowerCase() !== present.username.toLowerCase();
  const taken = renamed && (await nameIsTaken(db, present, profile.username));
  await db
    .update(creatorTable)
    .set({
      ...columns,
      figures,
      socialId: profile.socialId,
      ...(profile.fullname === '' ? {} : { fullname: profile.fullname }),
      ...(profile.bio === null ? {} : { bio: profile.bio }),
      ...(pictureUrl === null ? {} : { profilePicUrl: pictureUrl }),
      ...(profile.verified === null ? {} : { verified: profile.verified }),
      ...(present.country === null && profile.country !== null ? { country: profile.country } : {}),
      ...(renamed && !taken
        ? { username: profile.username, profileUrl: profileUrlOf(present.platform, profile.username) }
        : {}),
      updatedAt: now.toISOString(),
      // The posts may be about something else now.
      topicsVersion: null,
    })
    .where(eq(creatorTable.id, creatorId));
  return { renamedFrom: renamed ? present.username : null, taken };
}

async function nameIsTaken(
  db: Database,
  { id, platform, brandId }: { id: string; platform: Platform; brandId: string | null },
  username: string,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from creator where platform = ${platform} and lower(username) = lower(${username})
      and brand_id is not distinct from ${brandId}::uuid and id <> ${id}`);
  return rows.length > 0;
}

export interface DueOptions {
  /** Platforms readable by name, and those that require a connection. */
  open: readonly Platform[];
  connected: readonly Platform[];
  now: Date;
  limit: number;
  /** Days after which creators in use, and all others, are refreshed. */
  wantedAfterDays: number;
  othersAfterDays: number;
}

const READABLE = `(not creator.sample and (creator.platform = any($1::text[])) or (creator.platform = any($2::text[]) and ${CONNECTED}))`;
const LAST = 'greatest(refresh.tried_at, creator.updated_at)';

/**
 * Returns creators due for a refresh: first those on lists, with invites or opt-ins, then other shared ones,
 * oldest figures first. Private profiles are read only if in use, and stored in the brand's own
 * row.
 */
export async function readDueCreators(
  pool: pg.Pool,
  { open, connected, now, limit, wantedAfterDays, othersAfterDays }: DueOptions,
): Promise<string[]> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const wanted = await pool.query<{ id: string }>(
    `select creator.id from creator left join creator_refresh refresh on refresh.creator_id = creator.id
     where creator.id in (
         select creator_id from creator_list_item where archived_at is null
         union select creator_id from invite
         union select creator_id from opt_in)
       and ${READABLE} and ${LAST} < $3
     order by ${LAST}, creator.id limit $4`,
    [open, connected, before(wantedAfterDays), limit],
  );
  const found = wanted.rows.map(({ id }) => id);
  if (found.length >= limit) return found;
  const others = await pool.query<{ id: string }>(
    `select creator.id from creator left join creator_refresh refresh on refresh.creator_id = creator.id
     where creator.brand_id is null and ${READABLE} and creator.updated_at < $3 and (refresh.tried_at is null or refresh.tried_at < $3)
       and creator.id <> all($4::uuid[])
     order by creator.updated_at, creator.id limit $5`,
    [open, connected, before(othersAfterDays), found, limit - found.length],
  );
  return [...found, ...others.rows.map(({ id }) => id)];
}

/**
 * Returns a creator's connection with encrypted tokens; null if there is none or it was revoked.
 */
export async function readConnection(db: Database, creatorId: string) {
  const [row] = await db
    .select()
    .from(creatorConnectionTable)
    .where(
      and(
        eq(creatorConnectionTable.creatorId, creatorId),
        sql`${creatorConnectionTable.withdrawnAt} is null`,
      ),
    );
  return row ?? null;
}

/**
 * Stores the encrypted tokens of a connection; null deletes revoked ones. A refresh token works
 * once, so a rejected one means nothing if it is no longer the stored one (`known`).
 */
export async function writeConnection(
  db: Database,
  creatorId: string,
  sealed: Omit<typeof creatorConnectionTable.$inferInsert, 'creatorId' | 'withdrawnAt' | 'createdAt'> | null,
  now: Date,
  known?: string,
): Promise<void> {
  await db
    .update(creatorConnectionTable)
    .set(sealed ?? { accessToken: '', refreshToken: '', withdrawnAt: now.toISOString() })
    .where(
      and(
        eq(creatorConnectionTable.creatorId, creatorId),
        sealed ? sql`${creatorConnectionTable.withdrawnAt} is null` : undefined,
        sealed || known === undefined ? undefined : eq(creatorConnectionTable.refreshToken, known),
      ),
    );
}
