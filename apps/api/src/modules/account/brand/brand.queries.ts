import type { BrandRole } from '@troupe/domain/account/user';
import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { containing } from '../../../platform/like.ts';
import { PLAN_ORDER, subscriptionTable } from '../../billing/subscription/subscription.table.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';
import { conversationCampaignTable } from '../../inbox/conversation/conversation.table.ts';
import { emailDomainTable } from '../../outreach/email-domain/email-domain.table.ts';
import { emailTemplateTable } from '../../outreach/email-template/email-template.table.ts';
import { personNameSql, userTable } from '../user/user.table.ts';
import { brandMemberTable, brandTable } from './brand.table.ts';

const MOST_BRANDS = 50;

/** Whether there is a brand with this id. */
export async function brandExists(db: Database, brandId: string): Promise<boolean> {
  const rows = await db.select({ id: brandTable.id }).from(brandTable).where(eq(brandTable.id, brandId));
  return rows.length > 0;
}

/** Whether a brand's account is closed. */
export async function isBrandClosed(db: Database, brandId: string): Promise<boolean> {
  const [brand] = await db
    .select({ closedAt: brandTable.closedAt })
    .from(brandTable)
    .where(eq(brandTable.id, brandId));
  return (brand?.closedAt ?? null) !== null;
}

/** A brand's own row, its subscriptions and campaigns, and what it writes mail with; null when there is none. */
export async function readBrand(db: Database, brandId: string) {
  const [brand] = await db.select().from(brandTable).where(eq(brandTable.id, brandId));
  if (!brand) return null;
  const [subscriptions, campaigns, emailTemplates, domains] = await Promise.all([
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
  ]);
  return { ...brand, subscriptions, campaigns, emailTemplates, emailConfigured: domains.length > 0 };
}

/** A brand with its campaigns, as administrators pick from. */
export interface BrandWithCampaigns {
  id: string;
  name: string;
  campaigns: { id: string; title: string; status: CampaignStatus }[];
}

/** Returns brands whose name contains `search`: by their campaigns that are not archived, most first, then by name. */
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
    .limit(MOST_BRANDS);
}

/** Makes a brand; answers its id. */
export async function insertBrand(
  db: Database,
  brand: { name: string; website: string; description: string },
): Promise<string> {
  const id = newId();
  await db.insert(brandTable).values({ id, ...brand });
  return id;
}

/** Writes a brand's details; false when there is no such brand. */
export async function writeBrand(
  db: Database,
  brandId: string,
  details: { name: string; website: string; description: string },
): Promise<boolean> {
  const rows = await db
    .update(brandTable)
    .set(details)
    .where(eq(brandTable.id, brandId))
    .returning({ id: brandTable.id });
  return rows.length > 0;
}

/** Adds a person to a brand. */
export async function insertMember(
  db: Database,
  brandId: string,
  userId: string,
  role: BrandRole,
): Promise<void> {
  await db.insert(brandMemberTable).values({ brandId, userId, role });
}

/** Whether a person belongs to any brand. */
export async function hasBrand(db: Database, userId: string): Promise<boolean> {
  const rows = await db
    .select({ brandId: brandMemberTable.brandId })
    .from(brandMemberTable)
    .where(eq(brandMemberTable.userId, userId))
    .limit(1);
  return rows.length > 0;
}

/** The owners of a brand, with the addresses that mail reaches them at. */
export async function readOwners(
  db: Database,
  brandId: string,
): Promise<{ id: string; email: string; name: string }[]> {
  return db
    .select({
      id: userTable.id,
      email: userTable.email,
      name: sql<string>`coalesce(${sql.raw(personNameSql())}, '')`,
    })
    .from(brandMemberTable)
    .innerJoin(userTable, eq(userTable.id, brandMemberTable.userId))
    .where(and(eq(brandMemberTable.brandId, brandId), eq(brandMemberTable.role, 'owner')))
    .orderBy(asc(brandMemberTable.createdAt));
}
