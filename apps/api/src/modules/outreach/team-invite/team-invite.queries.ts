import { randomBytes } from 'node:crypto';
import { type TeamInvite, teamInviteExpiry } from '@troupe/domain/account/team';
import type { BrandRole } from '@troupe/domain/account/user';
import { and, asc, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { mailTable } from '../mail/mail.table.ts';
import { teamInviteTable } from './team-invite.table.ts';

/** A stored team invitation. */
export type StoredTeamInvite = typeof teamInviteTable.$inferSelect;

const isOpen = and(isNull(teamInviteTable.acceptedAt), isNull(teamInviteTable.withdrawnAt));
const ofBrand = (brandId: string) => and(eq(teamInviteTable.brandId, brandId), isOpen);

const inviterName = sql<
  string | null
>`nullif(trim(${userTable.firstName} || ' ' || ${userTable.lastName}), '')`;

/** Messages for invitations whose email wasn't delivered. */
const DELIVERY_PROBLEMS: Partial<Record<string, string>> = {
  bounced: 'The email bounced. Check the address.',
  failed: "The email couldn't be sent. Send it again.",
  uncertain: "We can't confirm that this email was sent. Send it again.",
  suppressed: 'This address bounced earlier or unsubscribed.',
};

/** Returns a random token for a personal link. */
export const newTeamInviteToken = (): string => randomBytes(16).toString('hex');

/** Returns a brand's open invitations, including expired ones, newest first. */
export async function readOpenInvites(db: Database, brandId: string, now: Date): Promise<TeamInvite[]> {
  const rows = await db
    .select({
      id: teamInviteTable.id,
      email: teamInviteTable.email,
      role: teamInviteTable.role,
      invitedBy: inviterName,
      sent: teamInviteTable.sentAt,
      expires: teamInviteTable.expiresAt,
      mail: mailTable.status,
    })
    .from(teamInviteTable)
    .leftJoin(userTable, eq(userTable.id, teamInviteTable.invitedBy))
    .leftJoin(mailTable, eq(mailTable.id, teamInviteTable.mailId))
    .where(ofBrand(brandId))
    .orderBy(desc(teamInviteTable.createdAt), desc(teamInviteTable.id))
    .limit(200);
  return rows.map(({ mail, ...invite }) => ({
    ...invite,
    expired: invite.expires <= now.toISOString(),
    trouble: (mail && DELIVERY_PROBLEMS[mail]) ?? null,
  }));
}

/** Returns the number of a brand's valid invitations. */
export async function countOpenInvites(db: Database, brandId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(teamInviteTable)
    .where(and(ofBrand(brandId), gt(teamInviteTable.expiresAt, now.toISOString())));
  return row?.open ?? 0;
}

/** Returns how many invitation emails a brand has queued since a time, whatever their status. */
export async function countInviteMailsSince(db: Database, brandId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ made: count() })
    .from(mailTable)
    .where(
      and(
        ...[eq(mailTable.brandId, brandId), eq(mailTable.purpose, 'team-invite')],
        gt(mailTable.createdAt, since.toISOString()),
      ),
    );
  return row?.made ?? 0;
}

/** Returns a brand's open invitation by address (lower case) or ID, including an expired one. */
export async function findOpenInvite(
  db: Database,
  brandId: string,
  by: { email: string } | { id: string },
): Promise<StoredTeamInvite | null> {
  const wanted = 'id' in by ? eq(teamInviteTable.id, by.id) : eq(teamInviteTable.email, by.email);
  const [row] = await db
    .select()
    .from(teamInviteTable)
    .where(and(ofBrand(brandId), wanted));
  return row ?? null;
}

/** Inserts an invitation. */
export async function insertTeamInvite(
  db: Database,
  invite: {
    brandId: string;
    email: string;
    role: BrandRole;
    token: string;
    invitedBy: string;
    mailId: string;
  },
  now: Date,
): Promise<string> {
  const id = newId();
  const moment = now.toISOString();
  await db.insert(teamInviteTable).values({
    ...invite,
    id,
    createdAt: moment,
    sentAt: moment,
    expiresAt: teamInviteExpiry(now).toISOString(),
  });
  return id;
}

/** Records a resent invitation and renews its expiry. */
export async function markResent(db: Database, id: string, mailId: string, now: Date): Promise<void> {
  await db
    .update(teamInviteTable)
    .set({ mailId, sentAt: now.toISOString(), expiresAt: teamInviteExpiry(now).toISOString() })
    .where(eq(teamInviteTable.id, id));
}

/** Withdraws an invitation. */
export async function markWithdrawn(db: Database, id: string, now: Date): Promise<void> {
  await db.update(teamInviteTable).set({ withdrawnAt: now.toISOString() }).where(eq(teamInviteTable.id, id));
}

/** Withdraws every open invitation of a brand. */
export async function withdrawAllInvites(db: Database, brandId: string, now: Date): Promise<void> {
  await db.update(teamInviteTable).set({ withdrawnAt: now.toISOString() }).where(ofBrand(brandId));
}

/** Records who accepted an invitation. */
export async function markAccepted(db: Database, id: string, userId: string, now: Date): Promise<void> {
  await db
    .update(teamInviteTable)
    .set({ acceptedAt: now.toISOString(), acceptedBy: userId })
    .where(eq(teamInviteTable.id, id));
}

/** Returns the invitation of a personal link in any state, with display names. */
export async function findInvitation(db: Database, token: string) {
  const [row] = await db
    .select({
      invite: teamInviteTable,
      brandName: brandTable.name,
      /** The brand's account was closed. */
      closed: sql<boolean>`${brandTable.closedAt} is not null`,
      invitedBy: inviterName,
    })
    .from(teamInviteTable)
    .innerJoin(brandTable, eq(brandTable.id, teamInviteTable.brandId))
    .leftJoin(userTable, eq(userTable.id, teamInviteTable.invitedBy))
    .where(eq(teamInviteTable.token, token));
  return row ?? null;
}

/** Returns valid invitations to an address (lower case), oldest first. */
export async function readInvitationsTo(db: Database, email: string, now: Date) {
  return db
    .select({
      token: teamInviteTable.token,
      brandName: brandTable.name,
      invitedBy: inviterName,
      expires: teamInviteTable.expiresAt,
    })
    .from(teamInviteTable)
    .innerJoin(brandTable, eq(brandTable.id, teamInviteTable.brandId))
    .leftJoin(userTable, eq(userTable.id, teamInviteTable.invitedBy))
    .where(
      and(
        eq(teamInviteTable.email, email),
        isOpen,
        gt(teamInviteTable.expiresAt, now.toISOString()),
        isNull(brandTable.closedAt),
      ),
    )
    .orderBy(asc(teamInviteTable.createdAt))
    .limit(20);
}
