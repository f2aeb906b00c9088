import type { TeamMember } from '@troupe/domain/account/team';
import type { BrandRole } from '@troupe/domain/account/user';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { brandMemberTable, brandTable } from '../brand/brand.table.ts';
import { userTable } from '../user/user.table.ts';

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

/** Returns the members of a brand: owners first, then by the date they joined. */
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

/** Counts the members of a brand. */
export async function countMembers(db: Database, brandId: string): Promise<number> {
  const [row] = await db
    .select({ members: count() })
    .from(brandMemberTable)
    .where(eq(brandMemberTable.brandId, brandId));
  return row?.members ?? 0;
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

/** Takes somebody out of a team; what they wrote stays. */
export async function removeFromTeam(db: Database, brandId: string, userId: string): Promise<void> {
  await db.delete(brandMemberTable).where(isMember(brandId, userId));
}
