import type { BrandClosing } from '@troupe/domain/account/brand';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { brandClosingTable, brandMemberTable, brandTable, type FormerMember } from './brand.table.ts';

/** Locks and returns a brand; inserts that reference it don't wait. Null if not found. */
export async function lockBrand(db: Database, brandId: string) {
  const [brand] = await db.select().from(brandTable).where(eq(brandTable.id, brandId)).for('no key update');
  return brand ?? null;
}

/** Removes all members from a brand; returns them. */
async function removeMembers(db: Database, brandId: string): Promise<FormerMember[]> {
  return db
    .delete(brandMemberTable)
    .where(eq(brandMemberTable.brandId, brandId))
    .returning({ userId: brandMemberTable.userId, role: brandMemberTable.role });
}

/** Marks a brand as closed and removes its members. `db` is a transaction that locked the brand. */
export async function markClosed(
  db: Database,
  { brandId, userId, deleteAt }: { brandId: string; userId: string; deleteAt: Date },
  now: Date,
): Promise<{ id: string; members: FormerMember[] }> {
  const [id, at] = [newId(), now.toISOString()];
  const members = await removeMembers(db, brandId);
  await db.update(brandTable).set({ closedAt: at }).where(eq(brandTable.id, brandId));
  await db.insert(brandClosingTable).values({
    id,
    brandId,
    userId,
    members,
    closedAt: at,
    deleteAt: deleteAt.toISOString(),
  });
  return { id, members };
}

/** A pending closure as shown to users. */
export interface PendingClosure extends BrandClosing {
  id: string;
  members: FormerMember[];
}

/** Returns the pending closure of a brand, while it can be undone. */
export async function readClosingOf(
  db: Database,
  brandId: string,
  now: Date,
): Promise<PendingClosure | null> {
  const [row] = await db
    .select({ closing: brandClosingTable, brandName: brandTable.name })
    .from(brandClosingTable)
    .innerJoin(brandTable, eq(brandTable.id, brandClosingTable.brandId))
    .where(and(eq(brandClosingTable.brandId, brandId), isNull(brandClosingTable.undoneAt)));
  if (!row || Date.parse(row.closing.deleteAt) <= now.getTime()) return null;
  const { id, members, closedAt, deleteAt } = row.closing;
  return { id, members, brandId, brandName: row.brandName, closed: closedAt, deletes: deleteAt };
}

/** Reopens a brand for those of its members who still have an account. `db` is a transaction that locked the brand. */
export async function markReopened(
  db: Database,
  { id, brandId, members }: PendingClosure,
  by: string,
  now: Date,
): Promise<void> {
  await db
    .update(brandClosingTable)
    .set({ undoneAt: now.toISOString(), undoneBy: by })
    .where(eq(brandClosingTable.id, id));
  await db.update(brandTable).set({ closedAt: null }).where(eq(brandTable.id, brandId));
  await db.execute(sql`
    insert into brand_member (brand_id, user_id, role)
    select ${brandId}::uuid, former."userId", former.role
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as former("userId" uuid, role text)
    join person on person.id = former."userId"
    on conflict do nothing`);
}
