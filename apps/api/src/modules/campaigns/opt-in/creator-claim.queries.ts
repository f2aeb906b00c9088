import { randomBytes } from 'node:crypto';
import type { ClaimedProfile } from '@troupe/domain/campaigns/opt-in';
import { type Platform, profileUrlOf } from '@troupe/domain/discovery/creator';
import { and, asc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';
import { inviteTable } from '../invite/invite.table.ts';
import { creatorClaimTable, openClaimTable } from './opt-in.table.ts';

const profile = {
  socialProfileId: creatorTable.id,
  platform: creatorTable.platform,
  username: creatorTable.username,
  fullname: creatorTable.fullname,
  profilePicUrl: creatorTable.profilePicUrl,
  followerCount: creatorTable.followerCount,
};

/** A stored claim; the ways to verify it depend on the configuration. */
export type StoredClaim = Omit<ClaimedProfile, 'proofs'>;

/**
 * Returns an account's profiles, verified ones first. A brand's private copy of a profile is represented by the
 * shared one.
 */
export async function readClaims(db: Database, userId: string): Promise<StoredClaim[]> {
  const proved = await db
    .select(profile)
    .from(creatorClaimTable)
    .innerJoin(creatorTable, eq(creatorTable.id, creatorClaimTable.creatorId))
    .where(
      and(
        eq(creatorClaimTable.userId, userId),
        isNotNull(creatorClaimTable.claimedAt),
        isNull(creatorTable.brandId),
      ),
    )
    .orderBy(asc(creatorClaimTable.claimedAt), asc(creatorClaimTable.id));
  const open = await db
    .select({
      socialProfileId: creatorTable.id,
      platform: openClaimTable.platform,
      username: sql<string>`coalesce(${creatorTable.username}, ${openClaimTable.username})`,
      fullname: sql<string>`coalesce(${creatorTable.fullname}, '')`,
      profilePicUrl: creatorTable.profilePicUrl,
      followerCount: creatorTable.followerCount,
      code: openClaimTable.code,
    })
    .from(openClaimTable)
    .leftJoin(
      creatorTable,
      and(
        eq(creatorTable.platform, openClaimTable.platform),
        sql`lower(${creatorTable.username}) = lower(${openClaimTable.username})`,
        isNull(creatorTable.brandId),
      ),
    )
    .where(eq(openClaimTable.userId, userId))
    .orderBy(asc(openClaimTable.id));
  return [
    ...proved.map((row) => ({ ...row, state: 'claimed' as const, code: null })),
    ...open.map((row) => ({ ...row, state: 'waiting' as const })),
  ];
}

const ofName = (userId: string, platform: Platform, username: string) =>
  and(
    eq(openClaimTable.userId, userId),
    eq(openClaimTable.platform, platform),
    sql`lower(${openClaimTable.username}) = lower(${username})`,
  );

/** Returns the unverified claim of a username; null if there is none. */
export async function readOpenClaim(db: Database, userId: string, platform: Platform, username: string) {
  const [row] = await db
    .select()
    .from(openClaimTable)
    .where(ofName(userId, platform, username));
  return row ?? null;
}

/**
 * Inserts an unverified claim. Beyond `most`, the oldest one is replaced once it is `replaceAfter` old. Lock the user
 * first, so that concurrent calls see each other's claims.
 * @returns false when the account has too many
 */
export async function insertOpenClaim(
  db: Database,
  claim: { userId: string; platform: Platform; username: string },
  { most, replaceBefore, now }: { most: number; replaceBefore: Date; now: Date },
): Promise<boolean> {
  const mine = eq(openClaimTable.userId, claim.userId);
  const open = await db.select().from(openClaimTable).where(mine).orderBy(asc(openClaimTable.createdAt));
  const [oldest] = open;
  if (oldest && open.length >= most) {
    if (Date.parse(oldest.createdAt) > replaceBefore.getTime()) return false;
    await db.delete(openClaimTable).where(eq(openClaimTable.id, oldest.id));
  }
  await db
    .insert(openClaimTable)
    .values({
      id: newId(),
      ...claim,
      code: `troupe-${randomBytes(4).toString('hex')}`,
      createdAt: now.toISOString(),
    })
    .onConflictDoNothing();
  return true;
}

/** Deletes a claim that is verified elsewhere or whose username doesn't exist. */
export async function deleteOpenClaim(
  db: Database,
  userId: string,
  platform: Platform,
  username: string,
): Promise<void> {
  await db.delete(openClaimTable).where(ofName(userId, platform, username));
}

/** Returns the shared profile with this username; null if there is none. */
export async function readSharedProfile(db: Database, platform: Platform, username: string) {
  const [row] = await db
    .select({ id: creatorTable.id, username: creatorTable.username, socialId: creatorTable.socialId })
    .from(creatorTable)
    .where(
      and(
        eq(creatorTable.platform, platform),
        sql`lower(${creatorTable.username}) = lower(${username})`,
        isNull(creatorTable.brandId),
      ),
    );
  return row ?? null;
}

/** Inserts a shared profile unless it already exists. */
export async function insertSharedProfile(
  db: Database,
  { platform, username, socialId }: { platform: Platform; username: string; socialId: string | null },
): Promise<void> {
  await db
    .insert(creatorTable)
    .values({ id: newId(), platform, username, socialId, profileUrl: profileUrlOf(platform, username) })
    .onConflictDoNothing();
}

/**
 * Returns a brand's own copy of a shared profile, imported before the profile existed, and keeps it from being
 * deleted in the transaction `db`.
 */
export async function lockOwnCopies(db: Database, creatorId: string, brandId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select own.id from creator c join creator own on own.brand_id = ${brandId}
      and own.platform = c.platform and lower(own.username) = lower(c.username) and not own.sample
    where c.id = ${creatorId} and c.brand_id is null order by own.id for key share of own`);
  return rows.map(({ id }) => id);
}

/**
 * Returns the creator that a brand keeps using for a profile: the one it invited to the campaign, then one it has a
 * conversation with, then its own copy.
 */
export async function chooseCreator(
  db: Database,
  campaign: { id: string; brandId: string },
  creatorIds: readonly string[],
): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select c.id from creator c where c.id = any(${sql.param([...creatorIds])}::uuid[]) order by
      exists (select from invite i where i.campaign_id = ${campaign.id} and i.creator_id = c.id
        and i.cancelled_at is null) desc,
      exists (select from conversation v where v.brand_id = ${campaign.brandId} and v.creator_id = c.id) desc,
      c.brand_id nulls last limit 1`);
  const [chosen] = rows;
  if (!chosen) throw new Error('a claimed profile does not exist');
  return chosen.id;
}

/** Returns the recipient and profile of a personal link; null if the link is unknown. */
export async function readInviteProof(db: Database, token: string) {
  const [row] = await db
    .select({
      platform: creatorTable.platform,
      username: creatorTable.username,
      address: mailTable.toAddress,
    })
    .from(inviteTable)
    .innerJoin(creatorTable, eq(creatorTable.id, inviteTable.creatorId))
    .innerJoin(mailTable, eq(mailTable.id, inviteTable.mailId))
    .where(and(eq(inviteTable.token, token), isNull(inviteTable.cancelledAt)));
  return row ?? null;
}

/** Adds an account's claim of a profile unless it exists. */
export async function openClaim(db: Database, userId: string, creatorId: string) {
  await db
    .insert(creatorClaimTable)
    .values({ id: newId(), userId, creatorId, code: `troupe-${randomBytes(4).toString('hex')}` })
    .onConflictDoNothing();
  const [row] = await db
    .select()
    .from(creatorClaimTable)
    .where(and(eq(creatorClaimTable.userId, userId), eq(creatorClaimTable.creatorId, creatorId)));
  return row ?? null;
}

/** Returns how another account verified this profile: by invite only or by proving control; null if none did. */
export async function verificationByOther(
  db: Database,
  userId: string,
  creatorId: string,
): Promise<'invite' | 'account' | null> {
  const [row] = await db
    .select({ byInvite: creatorClaimTable.byInvite })
    .from(creatorClaimTable)
    .where(claimedByOthers(userId, creatorId));
  if (!row) return null;
  return row.byInvite ? 'invite' : 'account';
}

const claimedByOthers = (userId: string, creatorId: string) =>
  and(
    eq(creatorClaimTable.creatorId, creatorId),
    isNotNull(creatorClaimTable.claimedAt),
    ne(creatorClaimTable.userId, userId),
  );

/**
 * Marks a claim as verified, so that brands see the profile as registered. Proof of control overrides an account that
 * only had an invite. A unique index (`creator_claim_once`) rejects a second account.
 */
export async function verifyClaim(
  db: Database,
  { id, userId, creatorId }: { id: string; userId: string; creatorId: string },
  by: 'invite' | 'account',
  now: Date,
): Promise<void> {
  const byInvite = by === 'invite';
  if (!byInvite) await reopenClaimsOfOthers(db, userId, creatorId);
  await db
    .update(creatorClaimTable)
    .set({ claimedAt: sql`coalesce(${creatorClaimTable.claimedAt}, ${now.toISOString()})`, byInvite })
    .where(
      and(
        eq(creatorClaimTable.id, id),
        or(isNull(creatorClaimTable.claimedAt), eq(creatorClaimTable.byInvite, true)),
      ),
    );
  await db.update(creatorTable).set({ userId }).where(eq(creatorTable.id, creatorId));
}

/** Sends claims that were verified by invite only back to unverified. */
async function reopenClaimsOfOthers(db: Database, userId: string, creatorId: string): Promise<void> {
  const lost = await db
    .delete(creatorClaimTable)
    .where(and(claimedByOthers(userId, creatorId), eq(creatorClaimTable.byInvite, true)))
    .returning({ id: creatorClaimTable.id, userId: creatorClaimTable.userId, code: creatorClaimTable.code });
  const [name] = await db
    .select({ platform: creatorTable.platform, username: creatorTable.username })
    .from(creatorTable)
    .where(eq(creatorTable.id, creatorId));
  if (!name || lost.length === 0) return;
  await db
    .insert(openClaimTable)
    .values(lost.map((claim) => ({ ...claim, ...name })))
    .onConflictDoNothing();
}
