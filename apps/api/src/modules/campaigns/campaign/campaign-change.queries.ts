import type { CampaignBrief } from '@troupe/domain/campaigns/campaign-brief';
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { userTable } from '../../account/user/user.table.ts';
import { campaignChangeTable, campaignTable } from './campaign.table.ts';

const MAX_CHANGES = 200;

/** Returns the fields of a brief that differ, before and after. */
export function changedFields(before: CampaignBrief, after: CampaignBrief) {
  const fields = (Object.keys(after) as (keyof CampaignBrief)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const pick = (brief: CampaignBrief) => Object.fromEntries(fields.map((field) => [field, brief[field]]));
  return { fields, before: pick(before), after: pick(after) };
}

/** Adds a line to a campaign's history. */
export async function addCampaignChange(
  db: Database,
  change: {
    campaignId: string;
    kind: 'brief' | 'status';
    fields: string[];
    before: Record<string, unknown>;
    after: Record<string, unknown>;
    userId: string;
  },
  now: Date,
): Promise<void> {
  await db.insert(campaignChangeTable).values({ id: newId(), ...change, createdAt: now.toISOString() });
}

/** Returns the newest 200 lines of a campaign's history. */
export async function readCampaignChanges(db: Database, campaignId: string) {
  const rows = await db
    .select({ change: campaignChangeTable, firstName: userTable.firstName, lastName: userTable.lastName })
    .from(campaignChangeTable)
    .leftJoin(userTable, eq(userTable.id, campaignChangeTable.userId))
    .where(eq(campaignChangeTable.campaignId, campaignId))
    .orderBy(desc(campaignChangeTable.createdAt), desc(campaignChangeTable.id))
    .limit(MAX_CHANGES);
  return rows.map(({ change, firstName, lastName }) => ({
    id: change.id,
    kind: change.kind,
    fields: change.fields,
    before: change.before,
    after: change.after,
    by: [firstName, lastName].filter(Boolean).join(' ') || null,
    created: change.createdAt,
  }));
}

/** Archives all campaigns of a brand and records it in each history; returns their ids. `db` is a transaction. */
export async function archiveCampaigns(
  db: Database,
  brandId: string,
  userId: string,
  now: Date,
): Promise<string[]> {
  const open = await db
    .select({ id: campaignTable.id, status: campaignTable.status })
    .from(campaignTable)
    .where(and(eq(campaignTable.brandId, brandId), ne(campaignTable.status, 'archived')))
    .orderBy(asc(campaignTable.id))
    .for('update');
  for (const { id, status } of open) {
    await db
      .update(campaignTable)
      .set({ status: 'archived', version: sql`${campaignTable.version} + 1`, updatedAt: now.toISOString() })
      .where(eq(campaignTable.id, id));
    const change = { fields: ['status'], before: { status }, after: { status: 'archived' } };
    await addCampaignChange(db, { campaignId: id, kind: 'status', ...change, userId }, now);
  }
  return open.map(({ id }) => id);
}
