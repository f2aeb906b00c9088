import type { TeamMember } from '@troupe/domain/account/team';
import type { BrandRole } from '@troupe/domain/account/user';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { brandMemberTable, brandTable } from '../brand/brand.table.ts';
import { userTable } from '../user/user.table.ts';

/** Locks a brand's team for the transaction. Returns the brand's name; null if not found. */
export async function lockTeam(db: Database, brandId: string): Promise<string | null> {
  const [brand] = await db
    .select({ name: brandTable.name })
    .from(brandTable)
    .where(eq(brandTable.id, brandId))
    .for('no key update');
  return brand?.name ?? null;
}

const isMember = (brandId: string, userId: string) =>
  and(eq(brandMemberTable.brandId, brandId), eq(brandMemberTable.userId, userId));

/** Returns a user's role in a brand; null if they aren't a member. */
export async function roleInTeam(db: Database, brandId: string, userId: string): Promise<BrandRole | null> {
  const [row] = await db
    .select({ role: brandMemberTable.role })
    .from(brandMemberTable)
    .where(isMember(brandId, userId));
  return row?.role ?? null;
}

/** Returns the number of a brand's owners. */
export async function countOwners(db: Database, brandId: string): Promise<number> {
  const [row] = await db
    .select({ owners: count() })
    .from(brandMemberTable)
    .where(and(eq(brandMemberTable.brandId, brandId), eq(brandMemberTable.role, 'owner')));
  return row?.owners ?? 0;
}

/** Returns whether a member has this email (lower case). */
export async function hasMemberWithEmail(db: Database, brandId: string, email: string): Promise<boolean> {
  const rows = await db
    .select({ id: userTable.id })
    .from(brandMemberTable)
    .innerJoin(userTable, eq(userTable.id, brandMemberTable.userId))
    .where(and(eq(brandMemberTable.brandId, brandId), eq(sql`lower(${userTable.email})`, email)))
    .limit(1);
  return rows.length > 0;
}

/** Returns a user's email and name; null if deleted. */
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

/** Returns a brand's members: owners first, then by joining date. */
export async function readMembers(db: Database, brandId: string): Promise<TeamMember[]> {
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

/** Returns the number of a brand's members. */
export async function countMembers(db: Database, brandId: string): Promise<number> {
  const [row] = await db
    .select({ members: count() })
    .from(brandMemberTable)
    .where(eq(brandMemberTable.brandId, brandId));
  return row?.members ?? 0;
}

/** Changes a member's role. */
export async function setTeamRole(
  db: Database,
  brandId: string,
  userId: string,
  role: BrandRole,
): Promise<void> {
  await db.update(brandMemberTable).set({ role }).where(isMember(brandId, userId));
}

/** Removes a member from a team; what they wrote stays. */
export async function removeFromTeam(db: Database, brandId: string, userId: string): Promise<void> {
  await db.delete(brandMemberTable).where(isMember(brandId, userId));
}
