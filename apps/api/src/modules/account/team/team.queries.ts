import type { Team, TeamMember, TeamPlaces } from '@troupe/domain/account/team';
import type { BrandRole } from '@troupe/domain/account/user';
import { planOf } from '@troupe/domain/billing/plan';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import {
  PLAN_ORDER,
  planThatCounts,
  subscriptionTable,
} from '../../billing/subscription/subscription.table.ts';
import { conversationTable } from '../../inbox/conversation/conversation.table.ts';
import { notificationTable } from '../../inbox/notification/notification.table.ts';
import { brandMemberTable, brandTable } from '../brand/brand.table.ts';
import { userTable } from '../user/user.table.ts';
import { countOpenInvites, readOpenInvites } from './team-invite.queries.ts';

/**
 * Lets one change of a brand's team at a time go on, until the transaction ends. Answers the brand's name; null when
 * there is no such brand.
 */
export async function holdTeam(db: Database, brandId: string): Promise<string | null> {
  const [brand] = await db
    .select({ name: brandTable.name })
    .from(brandTable)
    .where(eq(brandTable.id, brandId))
    .for('no key update');
  return brand?.name ?? null;
}

const isMember = (brandId: string, userId: string) =>
  and(eq(brandMemberTable.brandId, brandId), eq(brandMemberTable.userId, userId));

/** The role of a person in a brand; null when they do not belong to it. */
export async function roleInTeam(db: Database, brandId: string, userId: string): Promise<BrandRole | null> {
  const [row] = await db
    .select({ role: brandMemberTable.role })
    .from(brandMemberTable)
    .where(isMember(brandId, userId));
  return row?.role ?? null;
}

/** How many owners a brand has. */
export async function countOwners(db: Database, brandId: string): Promise<number> {
  const [row] = await db
    .select({ owners: count() })
    .from(brandMemberTable)
    .where(and(eq(brandMemberTable.brandId, brandId), eq(brandMemberTable.role, 'owner')));
  return row?.owners ?? 0;
}

/** Whether somebody with this address (lower case) is in the team. */
export async function hasMemberWithEmail(db: Database, brandId: string, email: string): Promise<boolean> {
  const rows = await db
    .select({ id: userTable.id })
    .from(brandMemberTable)
    .innerJoin(userTable, eq(userTable.id, brandMemberTable.userId))
    .where(and(eq(brandMemberTable.brandId, brandId), eq(sql`lower(${userTable.email})`, email)))
    .limit(1);
  return rows.length > 0;
}

/** Address and name of a person; null when they are gone. */
export async function readPerson(
  db: Database,
  userId: string,
): Promise<{ email: string; name: string } | null> {
  const [row] = await db
    .select({ email: userTable.email, firstName: userTable.firstName, lastName: userTable.lastName })
    .from(userTable)
    .where(eq(userTable.id, userId));
  return row ? { email: row.email, name: `${row.firstName} ${row.lastName}`.trim() } : null;
}

async function readMembers(db: Database, brandId: string): Promise<TeamMember[]> {
  return db
    .select({
      userId: userTable.id,
      email: userTable.email,
      firstName: userTable.firstName,
      lastName: userTable.lastName,
      role: brandMemberTable.role,
      joined: brandMemberTable.createdAt,
    })
    .from(brandMemberTable)
    .innerJoin(userTable, eq(userTable.id, brandMemberTable.userId))
    .where(eq(brandMemberTable.brandId, brandId))
    .orderBy(
      sql`${brandMemberTable.role} <> 'owner'`,
      asc(brandMemberTable.createdAt),
      asc(brandMemberTable.userId),
    );
}

/** The plan a brand holds; null without one. */
export async function readPlanId(db: Database, brandId: string): Promise<string | null> {
  const [plan] = await db
    .select({ planId: subscriptionTable.planId })
    .from(subscriptionTable)
    .where(planThatCounts(brandId))
    .orderBy(...PLAN_ORDER)
    .limit(1);
  return plan?.planId ?? null;
}

/** How many people the brand's plan has room for; null without a limit, or without a plan. */
const readLimit = async (db: Database, brandId: string): Promise<number | null> =>
  planOf(await readPlanId(db, brandId))?.teamUsers ?? null;

/** Who takes the places of a team. */
export async function readPlaces(db: Database, brandId: string, now: Date): Promise<TeamPlaces> {
  const [row] = await db
    .select({ members: count() })
    .from(brandMemberTable)
    .where(eq(brandMemberTable.brandId, brandId));
  return {
    members: row?.members ?? 0,
    invited: await countOpenInvites(db, brandId, now),
    limit: await readLimit(db, brandId),
  };
}

/** Everybody of a brand, and who is invited. */
export async function readTeam(db: Database, brandId: string, now: Date): Promise<Team> {
  const [members, invites, limit] = await Promise.all([
    readMembers(db, brandId),
    readOpenInvites(db, brandId, now),
    readLimit(db, brandId),
  ]);
  const invited = invites.filter(({ expired }) => !expired).length;
  return { members, invites, places: { members: members.length, invited, limit } };
}

/** Changes the role of a member. */
export async function setTeamRole(
  db: Database,
  brandId: string,
  userId: string,
  role: BrandRole,
): Promise<void> {
  await db.update(brandMemberTable).set({ role }).where(isMember(brandId, userId));
}

/**
 * Takes somebody out of a team. Conversations they looked after are nobody's again, and what they were told about the
 * brand is taken out of their bell; what they wrote stays.
 */
export async function removeFromTeam(db: Database, brandId: string, userId: string): Promise<void> {
  await db.delete(brandMemberTable).where(isMember(brandId, userId));
  await db
    .update(conversationTable)
    .set({ assignedTo: null })
    .where(and(eq(conversationTable.brandId, brandId), eq(conversationTable.assignedTo, userId)));
  await db
    .delete(notificationTable)
    .where(and(eq(notificationTable.brandId, brandId), eq(notificationTable.userId, userId)));
}
