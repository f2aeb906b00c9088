import type { BrandClosing } from '@troupe/domain/account/brand-closing';
import { and, eq, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { brandClosingTable, brandMemberTable, brandTable, type FormerMember } from './brand.table.ts';

/** A brand that nobody else changes until the transaction ends; what belongs to it is written meanwhile. Null when there is none. */
export async function holdBrand(db: Database, brandId: string) {
  const [brand] = await db.select().from(brandTable).where(eq(brandTable.id, brandId)).for('no key update');
  return brand ?? null;
}

/** Takes everybody out of a brand; answers who they were. */
async function takeMembers(db: Database, brandId: string): Promise<FormerMember[]> {
  return db
    .delete(brandMemberTable)
    .where(eq(brandMemberTable.brandId, brandId))
    .returning({ userId: brandMemberTable.userId, role: brandMemberTable.role });
}

/** Marks a brand as closed and takes everybody out of it. `db` is a transaction that holds the brand. */
export async function markClosed(
  db: Database,
  { brandId, userId, deleteAt }: { brandId: string; userId: string; deleteAt: Date },
  now: Date,
): Promise<{ id: string; members: FormerMember[] }> {
  const [id, at] = [newId(), now.toISOString()];
  const members = await takeMembers(db, brandId);
  await db.execute(sql`
    update team_invite set withdrawn_at = ${at}
    where brand_id = ${brandId} and accepted_at is null and withdrawn_at is null`);
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

/** A closing that stands, as it is shown. */
export interface StandingClosing extends BrandClosing {
  id: string;
  members: FormerMember[];
}

/** The closing of a brand that stands and can still be undone. */
export async function readClosingOf(
  db: Database,
  brandId: string,
  now: Date,
): Promise<StandingClosing | null> {
  const [row] = await db
    .select({ closing: brandClosingTable, brandName: brandTable.name })
    .from(brandClosingTable)
    .innerJoin(brandTable, eq(brandTable.id, brandClosingTable.brandId))
    .where(and(eq(brandClosingTable.brandId, brandId), isNull(brandClosingTable.undoneAt)));
  if (!row || Date.parse(row.closing.deleteAt) <= now.getTime()) return null;
  const { id, members, closedAt, deleteAt } = row.closing;
  return { id, members, brandId, brandName: row.brandName, closed: closedAt, deletes: deleteAt };
}

/** Opens a brand again for whoever of its people are still there. `db` is a transaction that holds the brand. */
export async function markReopened(
  db: Database,
  { id, brandId, members }: StandingClosing,
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

/** A subscription that renews, of the brand of a closing: whatever was noted before, it is charged for. */
const renews = sql`exists (
  select 1 from subscription s
  where s.brand_id = brand_closing.brand_id and s.status = 'active' and s.ends_at is null
    and s.provider_id is not null)`;

/** Closed brands whose plan the provider of billing still has to be told of. */
export async function closingsToSettle(db: Database): Promise<{ id: string; brandId: string }[]> {
  return db
    .select({ id: brandClosingTable.id, brandId: brandClosingTable.brandId })
    .from(brandClosingTable)
    .where(and(isNull(brandClosingTable.undoneAt), or(isNull(brandClosingTable.billingEndedAt), renews)));
}

/** Notes that nothing is charged any more, where the books say so. */
export async function markBillingEnded(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(brandClosingTable)
    .set({ billingEndedAt: now.toISOString() })
    .where(and(eq(brandClosingTable.id, id), not(renews)));
}

/** Closed brands whose time is over and whose plan has ended: their data goes. */
export async function brandsToDelete(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .select({ brandId: brandClosingTable.brandId })
    .from(brandClosingTable)
    .where(
      and(
        isNull(brandClosingTable.undoneAt),
        isNotNull(brandClosingTable.billingEndedAt),
        not(renews),
        lt(brandClosingTable.deleteAt, now.toISOString()),
      ),
    );
  return rows.map(({ brandId }) => brandId);
}

/** Where everything lies that belongs to a brand's data and is kept as files: files, and whole folders. */
export async function filesOfBrand(
  db: Database,
  brandId: string,
): Promise<{ files: string[]; folders: string[] }> {
  const files = await db.execute<{ key: string }>(sql`
    select file_key as key from upload where brand_id = ${brandId}
    union select thumbnail_key from upload where brand_id = ${brandId} and thumbnail_key is not null
    union select file_key from attachment where brand_id = ${brandId}
    union select raw_key from inbound_mail where brand_id = ${brandId}
    union select file_key from brand_export where brand_id = ${brandId} and file_key is not null
    union select 'audience-report/' || id || '.pdf' from audience_report where brand_id = ${brandId}
    union select 'imports/' || id || '.rows' from creator_import where brand_id = ${brandId}
    union select 'order-import/' || id from order_import where brand_id = ${brandId}`);
  const folders = await db.execute<{ key: string }>(sql`
    select 'covers/' || id as key from campaign where brand_id = ${brandId}
    union select 'pictures/' || id from creator where brand_id = ${brandId}`);
  return { files: files.rows.map(({ key }) => key), folders: folders.rows.map(({ key }) => key) };
}

/** Deletes a closed brand with everything that is its own. `db` is a transaction. False when it is open again. */
export async function deleteBrand(db: Database, brandId: string): Promise<boolean> {
  const brand = await holdBrand(db, brandId);
  if (!brand?.closedAt) return false;
  // The rows under which keys stand in histories belong to nobody else.
  await db.execute(sql`
    delete from person where id in (select user_id from api_key where brand_id = ${brandId})`);
  // They name people and cards, and would outlive the brand.
  await db.execute(sql`delete from billing_event where brand_id = ${brandId}`);
  await db.delete(brandTable).where(eq(brandTable.id, brandId));
  return true;
}
