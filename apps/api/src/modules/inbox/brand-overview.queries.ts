import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { containing, type Database } from '../../platform/database.ts';
import { brandTable } from '../account/brand/brand.table.ts';
import { PLAN_ORDER, subscriptionTable } from '../billing/subscription/subscription.table.ts';
import { campaignTable } from '../campaigns/campaign/campaign.table.ts';
import { emailDomainTable } from '../outreach/email-domain/email-domain.table.ts';
import { emailTemplateTable } from '../outreach/email-template/email-template.table.ts';
import { mailboxTable } from '../outreach/mailbox/mailbox.table.ts';
import { conversationCampaignTable } from './conversation/conversation.table.ts';

const MAX_BRANDS = 50;

/** Returns a brand with its subscriptions, campaigns, email templates and domains; null if not found. */
export async function readBrand(db: Database, brandId: string) {
  const [brand] = await db.select().from(brandTable).where(eq(brandTable.id, brandId));
  if (!brand) return null;
  const [subscriptions, campaigns, emailTemplates, domains, senders] = await Promise.all([
    db
      .select()
      .from(subscriptionTable)
      .where(and(eq(subscriptionTable.brandId, brandId), eq(subscriptionTable.status, 'active')))
      .orderBy(...PLAN_ORDER),
    db
      .select({
        id: campaignTable.id,
        title: campaignTable.title,
        status: campaignTable.status,
        unreadMessageCount: sql<number>`coalesce((
          select sum(${conversationCampaignTable.unread}) from ${conversationCampaignTable}
          where ${conversationCampaignTable.campaignId} = ${campaignTable.id}), 0)`.mapWith(Number),
      })
      .from(campaignTable)
      .where(eq(campaignTable.brandId, brandId))
      .orderBy(desc(campaignTable.createdAt)),
    db
      .select({ id: emailTemplateTable.id, label: emailTemplateTable.label })
      .from(emailTemplateTable)
      .where(and(eq(emailTemplateTable.brandId, brandId), isNull(emailTemplateTable.removedAt)))
      .orderBy(desc(emailTemplateTable.updatedAt), desc(emailTemplateTable.id)),
    db
      .select({ id: emailDomainTable.id })
      .from(emailDomainTable)
      .where(and(eq(emailDomainTable.brandId, brandId), eq(emailDomainTable.status, 'verified'))),
    db
      .select({ id: mailboxTable.id })
      .from(mailboxTable)
      .where(and(eq(mailboxTable.brandId, brandId), mailboxTable.isSender)),
  ]);
  return {
    ...brand,
    subscriptions,
    campaigns,
    emailTemplates,
    emailConfigured: domains.length > 0 || senders.length > 0,
  };
}

/** A brand with its campaigns, as listed for administrators. */
export interface BrandWithCampaigns {
  id: string;
  name: string;
  campaigns: { id: string; title: string; status: CampaignStatus }[];
}

/** Returns brands whose name contains `search`, by number of unarchived campaigns, then by name. */
export async function searchBrands(db: Database, search: string): Promise<BrandWithCampaigns[]> {
  const campaigns = sql`count(${campaignTable.id}) filter (where ${campaignTable.status} <> 'archived')`;
  return db
    .select({
      id: brandTable.id,
      name: brandTable.name,
      campaigns: sql<BrandWithCampaigns['campaigns']>`coalesce(
        json_agg(json_build_object('id', ${campaignTable.id}, 'title', ${campaignTable.title}, 'status', ${campaignTable.status})
          order by ${campaignTable.createdAt} desc) filter (where ${campaignTable.id} is not null), '[]')`,
    })
    .from(brandTable)
    .leftJoin(campaignTable, eq(campaignTable.brandId, brandTable.id))
    .where(sql`lower(${brandTable.name}) like ${containing(search.toLowerCase())}`)
    .groupBy(brandTable.id)
    .orderBy(desc(campaigns), asc(brandTable.name), asc(brandTable.id))
    .limit(MAX_BRANDS);
}
