import type { CampaignBrief } from '@troupe/domain/campaign-brief';
import { desc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { userTable } from '../user/user.table.ts';
import { campaignChangeTable } from './campaign.table.ts';

const MOST = 200;

/** What of a brief is different, field by field. */
export function changedFields(before: CampaignBrief, after: CampaignBrief) {
  const fields = (Object.keys(after) as (keyof CampaignBrief)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const pick = (brief: CampaignBrief) => Object.fromEntries(fields.map((field) => [field, brief[field]]));
  return { fields, before: pick(before), after: pick(after) };
}

/** Adds a line to the history of a campaign. */
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

/** The newest 200 lines of the history of a campaign. */
export async function readCampaignChanges(db: Database, campaignId: string) {
  const rows = await db
    .select({ change: campaignChangeTable, firstName: userTable.firstName, lastName: userTable.lastName })
    .from(campaignChangeTable)
    .leftJoin(userTable, eq(userTable.id, campaignChangeTable.userId))
    .where(eq(campaignChangeTable.campaignId, campaignId))
    .orderBy(desc(campaignChangeTable.createdAt), desc(campaignChangeTable.id))
    .limit(MOST);
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
