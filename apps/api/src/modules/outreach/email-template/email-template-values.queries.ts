import type { TemplateVariable } from '@troupe/domain/outreach/email-template';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { effectivePlanSql } from '../../billing/subscription/subscription.table.ts';
import { creatorTable, mailAddressSql, visibleTo } from '../../discovery/creator/creator.table.ts';
import { activeTemplates } from './email-template.queries.ts';
import { emailTemplateTable as template } from './email-template.table.ts';

/** The parts of a template needed to render an email. */
export type LockedTemplate = Pick<typeof template.$inferSelect, 'id' | 'label' | 'subject' | 'body'>;

/**
 * Locks the template of an invite for the transaction: the requested one, else the campaign's default, else null.
 * `missing` when the requested one doesn't exist.
 */
export async function lockTemplate(
  db: Database,
  brandId: string,
  { templateId, campaignId }: { templateId: string | null; campaignId: string },
): Promise<LockedTemplate | 'missing' | null> {
  const [row] = await db
    .select({ id: template.id, label: template.label, subject: template.subject, body: template.body })
    .from(template)
    .where(
      and(
        activeTemplates(brandId),
        templateId ? eq(template.id, templateId) : sql`${template.campaignIds} @> array[${campaignId}::uuid]`,
      ),
    )
    .orderBy(desc(template.updatedAt))
    .limit(1)
    .for('share');
  return row ?? (templateId ? 'missing' : null);
}

/** Returns the values of an email's variables, without the campaign's; null if the creator doesn't exist. */
export async function readEmailValues(
  db: Database,
  brandId: string,
  creatorId: string | undefined | null,
): Promise<Partial<Record<TemplateVariable, string>> | null> {
  const [brands, creators] = await Promise.all([
    db.select({ name: brandTable.name }).from(brandTable).where(eq(brandTable.id, brandId)),
    creatorId === undefined || creatorId === null
      ? null
      : db
          .select({
            username: creatorTable.username,
            fullname: creatorTable.fullname,
            // Shared contact emails require a plan; the brand's own contacts don't.
            email: sql<string | null>`${sql.raw(`case
              when creator.brand_id = brand.id or ${effectivePlanSql('plan.id', 'brand.id')} is not null then ${mailAddressSql('brand.id')}
              else (select own.email from creator_contact own
                where own.brand_id = brand.id and own.creator_id = creator.id) end`)}`,
          })
          .from(creatorTable)
          .innerJoin(brandTable, eq(brandTable.id, brandId))
          .where(and(eq(creatorTable.id, creatorId), visibleTo(brandId))),
  ]);
  if (creators?.length === 0) return null;
  const creator = creators?.[0];
  return {
    'Brand Name': brands[0]?.name ?? '',
    ...(creator && {
      Name: creator.fullname || creator.username,
      Username: creator.username,
      Email: creator.email ?? '',
    }),
  };
}
