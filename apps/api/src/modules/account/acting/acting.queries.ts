import { ACTING_MINUTES, type Acting } from '@troupe/domain/account/acting';
import type { BrandRole, Role } from '@troupe/domain/account/user';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { brandMemberTable, brandTable } from '../brand/brand.table.ts';
import { personLabelSql, userTable } from '../user/user.table.ts';
import { actingTable } from './acting.table.ts';

/** Returns the member of a brand to act as; null if they aren't (or no longer) on its team. */
export async function readActable(
  db: Database,
  brandId: string,
  userId: string,
): Promise<{ name: string; brandName: string; role: Role; memberRole: BrandRole } | null> {
  const [row] = await db
    .select({
      name: sql<string>`${sql.raw(personLabelSql())}`,
      brandName: brandTable.name,
      role: userTable.role,
      memberRole: brandMemberTable.role,
    })
    .from(brandMemberTable)
    .innerJoin(userTable, eq(userTable.id, brandMemberTable.userId))
    .innerJoin(brandTable, eq(brandTable.id, brandMemberTable.brandId))
    .where(and(eq(brandMemberTable.brandId, brandId), eq(brandMemberTable.userId, userId)));
  return row ?? null;
}

/** Starts an administrator's session acting as a member. */
export async function insertActing(
  db: Database,
  {
    name,
    brandName,
    ...acting
  }: {
    brandId: string;
    administratorId: string;
    userId: string;
    reason: string;
    name: string;
    brandName: string;
  },
  now: Date,
): Promise<Acting> {
  const id = newId();
  const expires = new Date(now.getTime() + ACTING_MINUTES * 60_000).toISOString();
  await db.insert(actingTable).values({ id, ...acting, createdAt: now.toISOString(), expiresAt: expires });
  return { id, brandId: acting.brandId, brandName, name, expires };
}

/** Ends a session and the event streams it opened. Returns whether the administrator had it. */
export async function endActingOf(
  db: Database,
  { id, brandId, administratorId }: { id: string; brandId: string; administratorId: string },
  now: Date,
): Promise<boolean> {
  const ended = await db
    .update(actingTable)
    .set({ endedAt: sql`coalesce(${actingTable.endedAt}, ${now.toISOString()}::timestamptz)` })
    .where(
      and(
        eq(actingTable.id, id),
        eq(actingTable.brandId, brandId),
        eq(actingTable.administratorId, administratorId),
      ),
    )
    .returning({ userId: actingTable.userId });
  for (const { userId } of ended) await db.execute(sql`select pg_notify('user_changed', ${userId})`);
  return ended.length > 0;
}

/**
 * Returns the member and brand of an acting session. Null if it has ended or belongs to someone else, or if the
 * member left the team or became an administrator.
 */
export async function findActing(
  db: Database,
  id: string,
  administratorId: string,
  now: Date,
): Promise<{ userId: string; brandId: string; expiresAt: string } | null> {
  const [row] = await db
    .select({
      userId: actingTable.userId,
      brandId: actingTable.brandId,
      expiresAt: actingTable.expiresAt,
      role: userTable.role,
    })
    .from(actingTable)
    .innerJoin(
      brandMemberTable,
      and(eq(brandMemberTable.brandId, actingTable.brandId), eq(brandMemberTable.userId, actingTable.userId)),
    )
    .innerJoin(userTable, eq(userTable.id, actingTable.userId))
    .where(
      and(
        eq(actingTable.id, id),
        eq(actingTable.administratorId, administratorId),
        isNull(actingTable.endedAt),
        gt(actingTable.expiresAt, now.toISOString()),
      ),
    );
  if (!row || row.role === 'administrator') return null;
  const { userId, expiresAt } = row;
  return { userId, brandId: row.brandId, expiresAt };
}
