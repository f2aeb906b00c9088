import type { TemplateVariable } from '@troupe/domain/outreach/email-template';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { planThatCountsSql } from '../../billing/subscription/subscription.table.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';
import { creatorTable, mailAddressSql, visibleTo } from '../../discovery/creator/creator.table.ts';
import { kept } from './email-template.queries.ts';
import { emailTemplateTable as template } from './email-template.table.ts';

/** A template as a letter needs it. */
export type HeldTemplate = Pick<typeof template.$inferSelect, 'id' | 'label' | 'subject' | 'body'>;

/**
 * What a letter of this invite is written with: the template asked for, else the campaign's standard, else null.
 * Held until the transaction ends, so that nobody takes it away meanwhile. `missing` when the one asked for is not
 * there (any more).
 */
export async function holdTemplate(
  db: Database,
  brandId: string,
  { templateId, campaignId }: { templateId: string | null; campaignId: string },
): Promise<HeldTemplate | 'missing' | null> {
  const [row] = await db
    .select({ id: template.id, label: template.label, subject: template.subject, body: template.body })
    .from(template)
    .where(
      and(
        kept(brandId),
        templateId ? eq(template.id, templateId) : sql`${template.campaignIds} @> array[${campaignId}::uuid]`,
      ),
    )
    .orderBy(desc(template.updatedAt))
    .limit(1)
    .for('share');
  return row ?? (templateId ? 'missing' : null);
}

/** The real values of a letter's variables, as far as creator and campaign are named; null when one is not there. */
export async function readLetterValues(
  db: Database,
  brandId: string,
  { socialProfileId, campaignId }: { socialProfileId?: string | undefined; campaignId?: string | undefined },
): Promise<Partial<Record<TemplateVariable, string>> | null> {
  const [brands, campaigns, creators] = await Promise.all([
    db.select({ name: brandTable.name }).from(brandTable).where(eq(brandTable.id, brandId)),
    campaignId === undefined
      ? null
      : db
          .select({ title: campaignTable.title })
          .from(campaignTable)
          .where(and(eq(campaignTable.id, campaignId), eq(campaignTable.brandId, brandId))),
    socialProfileId === undefined
      ? null
      : db
          .select({
            username: creatorTable.username,
            fullname: creatorTable.fullname,
            // Addresses that all brands share are part of a plan; what a brand noted itself is its own.
            email: sql<string | null>`${sql.raw(`case
              when creator.brand_id = brand.id or ${planThatCountsSql('plan.id', 'brand.id')} is not null then ${mailAddressSql('brand.id')}
              else (select own.email from creator_contact own
                where own.brand_id = brand.id and own.creator_id = creator.id) end`)}`,
          })
          .from(creatorTable)
          .innerJoin(brandTable, eq(brandTable.id, brandId))
          .where(and(eq(creatorTable.id, socialProfileId), visibleTo(brandId))),
  ]);
  if (campaigns?.length === 0 || creators?.length === 0) return null;
  const creator = creators?.[0];
  return {
    'Brand Name': brands[0]?.name ?? '',
    ...(campaigns?.[0] ? { 'Campaign Name': campaigns[0].title } : {}),
    ...(creator
      ? {
          Name: creator.fullname || creator.username,
          Username: creator.username,
          Email: creator.email ?? '',
        }
      : {}),
  };
}
