import { coverUrlOf, type UpdatedCampaign } from '@troupe/domain/campaigns/campaign';
import { briefGaps, type CampaignBrief } from '@troupe/domain/campaigns/campaign-brief';
import { eq, type InferSelectModel } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { briefOf, columnsOf, slugsLike } from './campaign.queries.ts';
import { campaignTable } from './campaign.table.ts';
import { addCampaignChange } from './campaign-change.queries.ts';

const MAX_SLUG_LENGTH = 60;

/** A stored campaign. */
export type StoredCampaign = InferSelectModel<typeof campaignTable>;

/** Returns a title as a URL slug: lowercase ASCII, digits and hyphens. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, '') || 'campaign';

/** Returns the first of `slug`, `slug-2`, `slug-3` ... that the brand doesn't use yet. */
export async function freeSlug(db: Database, brandId: string, slug: string): Promise<string> {
  const taken = await slugsLike(db, brandId, slug);
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`;
}

/** Inserts a draft with its first history line; returns its id. `tx` is a transaction. */
export async function insertCampaign(
  tx: Database,
  { brandId, brief, userId }: { brandId: string; brief: CampaignBrief; userId: string },
  now: Date,
): Promise<string> {
  const id = newId();
  const at = now.toISOString();
  for (;;) {
    const slug = await freeSlug(tx, brandId, brief.slug || slugOf(brief.title));
    const inserted = await tx
      .insert(campaignTable)
      .values({ id, brandId, ...columnsOf({ ...brief, slug }), createdAt: at, updatedAt: at })
      .onConflictDoNothing()
      .returning({ id: campaignTable.id });
    // A concurrent insert took the slug: try the next one.
    if (inserted.length === 0) continue;
    const change = { campaignId: id, kind: 'status' as const, fields: ['status'], userId };
    await addCampaignChange(tx, { ...change, before: {}, after: { status: 'draft' } }, now);
    return id;
  }
}

/** Updates a locked campaign and increments its version; returns the new state. */
export async function writeCampaign(
  tx: Database,
  row: StoredCampaign,
  columns: Partial<StoredCampaign>,
  now: Date,
): Promise<StoredCampaign> {
  const [written] = await tx
    .update(campaignTable)
    .set({ ...columns, version: row.version + 1, updatedAt: now.toISOString() })
    .where(eq(campaignTable.id, row.id))
    .returning();
  return written ?? row;
}

/** Returns a campaign from its row alone, without counts. */
export function toWritten(row: StoredCampaign, apiOrigin: string, now: Date): UpdatedCampaign {
  const brief = briefOf(row);
  return {
    id: row.id,
    brandId: row.brandId,
    title: row.title,
    slug: row.slug,
    socialChannels: row.socialChannels,
    maxPaidAmount: row.maxPaidAmount,
    status: row.status,
    coverUrl: coverUrlOf(apiOrigin, row.id, brief.cover),
    currency: brief.currency,
    commissionPercent: brief.commissionPercent,
    published: row.publishedAt,
    liveDue: brief.liveDue,
    created: row.createdAt,
    updated: row.updatedAt,
    brief,
    version: row.version,
    gaps: briefGaps(brief, now),
  };
}

/** Returns a campaign's cover and locks it for the transaction; undefined if the campaign is gone. */
export async function lockCover(db: Database, campaignId: string): Promise<string | null | undefined> {
  const [row] = await db
    .select({ brief: campaignTable.brief })
    .from(campaignTable)
    .where(eq(campaignTable.id, campaignId))
    .for('no key update');
  return row && (row.brief.cover ?? null);
}
