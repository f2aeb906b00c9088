import type { BrandProfile, BrandRole, Role, User } from '@troupe/domain/account/user';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { personNameSql, userTable } from '../user/user.table.ts';
import { brandMemberTable, brandTable } from './brand.table.ts';

/** A user with their brands, as needed by the access check. */
export interface KnownUser {
  id: string;
  email: string;
  /** Issue time of the token that the email comes from, ISO 8601. */
  emailAsOf: string | null;
  role: Role;
  memberships: ReadonlyMap<string, BrandRole>;
}

/** Returns the user with this id at the login host, or null. */
export async function loadUser(db: Database, subject: string): Promise<KnownUser | null> {
  const rows = await db
    .select({
      id: userTable.id,
      email: userTable.email,
      emailAsOf: userTable.emailAsOf,
      role: userTable.role,
      brandId: brandMemberTable.brandId,
      member: brandMemberTable.role,
    })
    .from(userTable)
    .leftJoin(brandMemberTable, eq(brandMemberTable.userId, userTable.id))
    .where(eq(userTable.subject, subject));
  const first = rows[0];
  if (!first) return null;
  const memberships = new Map<string, BrandRole>();
  for (const { brandId, member } of rows) if (brandId && member) memberships.set(brandId, member);
  const { id, email, emailAsOf, role } = first;
  return { id, email, emailAsOf, role, memberships };
}

/**
 * Returns a user as defined by the contract, or null.
 * @param role from both the token and the row
 * @param pictureAt returns the URL of a picture; null to leave it out
 */
export async function readUser(
  db: Database,
  userId: string,
  role: Role,
  pictureAt: ((userId: string, name: string) => string) | null = null,
): Promise<User | null> {
  const [row] = await db.select().from(userTable).where(eq(userTable.id, userId));
  if (!row) return null;
  const brandProfiles: BrandProfile[] = await db
    .select({
      brandId: brandMemberTable.brandId,
      role: brandMemberTable.role,
      brand: { id: brandTable.id, name: brandTable.name },
    })
    .from(brandMemberTable)
    .innerJoin(brandTable, eq(brandTable.id, brandMemberTable.brandId))
    .where(eq(brandMemberTable.userId, userId))
    .orderBy(asc(brandMemberTable.createdAt), asc(brandMemberTable.brandId));
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    role,
    brandProfiles,
    extraData: {
      selectedBrand: row.extraData.selectedBrand ?? null,
      readUpdate: row.extraData.readUpdate ?? null,
    },
    pictureUrl: row.picture && pictureAt ? pictureAt(row.id, row.picture) : null,
    timeZone: row.timeZone,
    locale: row.locale,
    language: row.language,
  };
}

/** Adds a member to a brand. */
export async function insertMember(
  db: Database,
  brandId: string,
  userId: string,
  role: BrandRole,
): Promise<void> {
  await db.insert(brandMemberTable).values({ brandId, userId, role });
}

/** Returns whether a user belongs to any brand. */
export async function hasBrand(db: Database, userId: string): Promise<boolean> {
  const rows = await db
    .select({ brandId: brandMemberTable.brandId })
    .from(brandMemberTable)
    .where(eq(brandMemberTable.userId, userId))
    .limit(1);
  return rows.length > 0;
}

/** Returns a brand's owners with their email addresses. */
export async function readOwners(
  db: Database,
  brandId: string,
): Promise<{ id: string; email: string; name: string }[]> {
  return db
    .select({
      id: userTable.id,
      email: userTable.email,
      name: sql<string>`coalesce(${sql.raw(personNameSql())}, '')`,
    })
    .from(brandMemberTable)
    .innerJoin(userTable, eq(userTable.id, brandMemberTable.userId))
    .where(and(eq(brandMemberTable.brandId, brandId), eq(brandMemberTable.role, 'owner')))
    .orderBy(asc(brandMemberTable.createdAt));
}
