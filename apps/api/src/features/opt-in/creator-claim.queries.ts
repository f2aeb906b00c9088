import { randomBytes } from 'node:crypto';
import { type Platform, profileUrlOf } from '@troupe/domain/creator';
import type { ClaimedProfile } from '@troupe/domain/opt-in';
import { and, asc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { creatorTable } from '../creator/creator.table.ts';
import { inviteTable } from '../invite/invite.table.ts';
import { mailTable } from '../mail/mail.table.ts';
import { creatorClaimTable } from './opt-in.table.ts';

const profile = {
  socialProfileId: creatorTable.id,
  platform: creatorTable.platform,
  username: creatorTable.username,
  fullname: creatorTable.fullname,
  profilePicUrl: creatorTable.profilePicUrl,
  followerCount: creatorTable.followerCount,
  code: creatorClaimTable.code,
  claimedAt: creatorClaimTable.claimedAt,
};

/**
 * The profiles of an account, claimed first. Where a brand keeps the same profile for itself, the shared one stands
 * for both.
 */
export async function readClaims(db: Database, userId: string): Promise<ClaimedProfile[]> {
  const rows = await db
    .select(profile)
    .from(creatorClaimTable)
    .innerJoin(creatorTable, eq(creatorTable.id, creatorClaimTable.creatorId))
    .where(and(eq(creatorClaimTable.userId, userId), isNull(creatorTable.brandId)))
    .orderBy(sql`${creatorClaimTable.claimedAt} nulls last`, asc(creatorClaimTable.id));
  return rows.map(({ claimedAt, code, ...row }) => ({
    ...row,
    state: claimedAt ? ('claimed' as const) : ('waiting' as const),
    code: claimedAt ? null : code,
  }));
}

/** The profile of this name that all brands see; null when there is none. */
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

/** Makes the profile that all brands see, unless somebody just did. */
export async function insertSharedProfile(
  db: Database,
  { platform, username, socialId }: { platform: Platform; username: string; socialId: string | null },
): Promise<void> {
  await db
    .insert(creatorTable)
    .values({ id: newId(), platform, username, socialId, profileUrl: profileUrlOf(platform, username) })
    .onConflictDoNothing();
}

/** Whom a personal link was sent to, and about which profile; null when there is no such link. */
export async function readInviteProof(db: Database, token: string) {
  const [row] = await db
    .select({
      creatorId: creatorTable.id,
      brandId: creatorTable.brandId,
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

/** An account's claim of a profile, begun when it was not before. */
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

/** How another account has proved this profile: by an invite alone, or that they run it; null when none has. */
export async function proofOfOther(
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
 * Marks a claim as proved, so that brands see the profile as registered. Whoever shows that they run the account takes
 * it from one who had an invite only. The database refuses a second account (`creator_claim_once`).
 */
export async function proveClaim(
  db: Database,
  { id, userId, creatorId }: { id: string; userId: string; creatorId: string },
  by: 'invite' | 'account',
  now: Date,
): Promise<void> {
  const byInvite = by === 'invite';
  if (!byInvite)
    await db
      .update(creatorClaimTable)
      .set({ claimedAt: null, byInvite: false })
      .where(and(claimedByOthers(userId, creatorId), eq(creatorClaimTable.byInvite, true)));
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
