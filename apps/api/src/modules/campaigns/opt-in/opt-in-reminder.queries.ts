import type { Agreement } from '@troupe/domain/campaigns/agreement';
import { and, eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';
import { optInTable } from './opt-in.table.ts';

/** Returns the content and recipient of a reminder, and locks the opt-in; null if not found. */
export async function lockForReminder(db: Database, brandId: string, optInId: string) {
  const [row] = await db
    .select({
      optIn: optInTable,
      campaignTitle: campaignTable.title,
      brandName: brandTable.name,
      username: creatorTable.username,
      fullname: creatorTable.fullname,
      address: sql<string | null>`coalesce(nullif(${userTable.email}, ''), ${creatorTable.contactEmail})`,
      submitted: sql<boolean>`exists (select from content_preview p where p.opt_in_id = ${optInTable.id})`,
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

/** Records that a creator was reminded. */
export async function markReminded(db: Database, optInId: string, now: Date): Promise<void> {
  await db.update(optInTable).set({ remindedAt: now.toISOString() }).where(eq(optInTable.id, optInId));
}

/** An approved opt-in with an upcoming deadline, and its progress. */
export interface DueOptIn {
  id: string;
  brandId: string;
  brandName: string;
  campaignTitle: string;
  userId: string;
  agreement: Agreement;
  /** Submitted content without change requests, and live posts. */
  submitted: number;
  live: number;
}

/** Returns approved opt-ins whose draft or post is due after `from` and up to `until`, in active campaigns. */
export async function readDueOptIns(
  pool: pg.Pool,
  { from, until }: { from: Date; until: Date },
): Promise<DueOptIn[]> {
  const { rows } = await pool.query<DueOptIn>({
    name: 'opt-ins-due',
    text: `select i.id, i.brand_id as "brandId", b.name as "brandName", k.title as "campaignTitle",
        i.user_id as "userId", i.agreement,
        (select count(*) from content_preview p where p.opt_in_id = i.id and p.status <> 'change_requested')
          as "submitted",
        (select count(*) from live_post l where l.opt_in_id = i.id) as live
      from opt_in i join campaign k on k.id = i.campaign_id join brand b on b.id = i.brand_id
      where i.status = 'approved' and i.user_id is not null and k.status <> 'archived'
        and ((i.agreement->>'draftDue')::timestamptz > $1 and (i.agreement->>'draftDue')::timestamptz <= $2
          or (i.agreement->>'liveDue')::timestamptz > $1 and (i.agreement->>'liveDue')::timestamptz <= $2)
      order by i.id`,
    values: [from.toISOString(), until.toISOString()],
  });
  return rows;
}
