import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';
import { optInTable } from './opt-in.table.ts';

/** What a reminder says, and to whom; null when the brand has no such opt-in. Holds the opt-in meanwhile. */
export async function holdForReminder(db: Database, brandId: string, optInId: string) {
  const [row] = await db
    .select({
      optIn: optInTable,
      campaignTitle: campaignTable.title,
      brandName: brandTable.name,
      username: creatorTable.username,
      fullname: creatorTable.fullname,
      address: sql<string | null>`coalesce(nullif(${userTable.email}, ''), ${creatorTable.contactEmail})`,
      handedIn: sql<boolean>`exists (select from content_preview p where p.opt_in_id = ${optInTable.id})`,
    })
    .from(optInTable)
    .innerJoin(campaignTable, eq(campaignTable.id, optInTable.campaignId))
    .innerJoin(brandTable, eq(brandTable.id, optInTable.brandId))
    .innerJoin(creatorTable, eq(creatorTable.id, optInTable.creatorId))
    .leftJoin(userTable, eq(userTable.id, optInTable.userId))
    .where(and(eq(optInTable.id, optInId), eq(optInTable.brandId, brandId)))
    .for('no key update', { of: optInTable });
  return row ?? null;
}

/** Notes that a creator was reminded. */
export async function markReminded(db: Database, optInId: string, now: Date): Promise<void> {
  await db.update(optInTable).set({ remindedAt: now.toISOString() }).where(eq(optInTable.id, optInId));
}
