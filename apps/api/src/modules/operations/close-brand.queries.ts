import { and, eq, inArray, isNotNull, isNull, lt, not, or } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { apiKeyTable } from '../account/api-key/api-key.table.ts';
import { brandClosingTable, brandTable } from '../account/brand/brand.table.ts';
import { lockBrand } from '../account/brand/brand-closing.queries.ts';
import { userTable } from '../account/user/user.table.ts';
import { billingEventTable } from '../billing/billing-event/billing-event.table.ts';
import { hasRenewingSubscription } from '../billing/subscription/subscription.table.ts';
import { coverFolder } from '../campaigns/campaign/campaign.cover.ts';
import { campaignTable } from '../campaigns/campaign/campaign.table.ts';
import { uploadTable } from '../campaigns/campaign-content/campaign-content.table.ts';
import { orderFileKey } from '../commerce/order/order-import.queries.ts';
import { orderImportTable } from '../commerce/order/order-import.table.ts';
import { reportFileKey } from '../discovery/audience-report/audience-report.queries.ts';
import { audienceReportTable } from '../discovery/audience-report/audience-report.table.ts';
import { pictureFolder } from '../discovery/content/content-picture.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { tableKey } from '../discovery/creator-import/creator-import.queries.ts';
import { creatorImportTable } from '../discovery/creator-import/creator-import.table.ts';
import { attachmentTable } from '../inbox/conversation/conversation.table.ts';
import { inboundMailTable } from '../outreach/mail/mail.table.ts';
import { brandExportTable } from './brand-export/brand-export.table.ts';

/** A renewing plan is still charged, whatever was recorded before. */
const renews = hasRenewingSubscription(brandClosingTable.brandId);

/** Returns closed brands whose subscriptions must still be canceled at the billing provider. */
export async function closingsToSettle(db: Database): Promise<{ id: string; brandId: string }[]> {
  return db
    .select({ id: brandClosingTable.id, brandId: brandClosingTable.brandId })
    .from(brandClosingTable)
    .where(and(isNull(brandClosingTable.undoneAt), or(isNull(brandClosingTable.billingEndedAt), renews)));
}

/** Records that a brand is no longer charged, unless a subscription still renews. */
export async function markBillingEnded(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(brandClosingTable)
    .set({ billingEndedAt: now.toISOString() })
    .where(and(eq(brandClosingTable.id, id), not(renews)));
}

/** Returns closed brands past their retention period and plan: their data is due for deletion. */
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

/** Returns the keys of a brand's files and folders. */
export async function filesOfBrand(
  db: Database,
  brandId: string,
): Promise<{ files: string[]; folders: string[] }> {
  const idsIn = async (table: BrandTable) =>
    (await db.select({ id: table.id }).from(table).where(eq(table.brandId, brandId))).map(({ id }) => id);
  const keysIn = async (table: BrandTable, key: FileKeyColumn) =>
    (await db.selectDistinct({ key }).from(table).where(eq(table.brandId, brandId))).flatMap(
      ({ key: one }) => (one === null ? [] : [one]),
    );
  const files = [
    ...(await keysIn(uploadTable, uploadTable.fileKey)),
    ...(await keysIn(uploadTable, uploadTable.thumbnailKey)),
    ...(await keysIn(attachmentTable, attachmentTable.fileKey)),
    ...(await keysIn(inboundMailTable, inboundMailTable.rawKey)),
    ...(await keysIn(brandExportTable, brandExportTable.fileKey)),
    ...(await idsIn(audienceReportTable)).map(reportFileKey),
    ...(await idsIn(creatorImportTable)).map(tableKey),
    ...(await idsIn(orderImportTable)).map(orderFileKey),
  ];
  const folders = [
    ...(await idsIn(campaignTable)).map(coverFolder),
    ...(await idsIn(creatorTable)).map(pictureFolder),
  ];
  return { files, folders };
}

type BrandTable =
  | typeof uploadTable
  | typeof attachmentTable
  | typeof inboundMailTable
  | typeof brandExportTable
  | typeof audienceReportTable
  | typeof creatorImportTable
  | typeof orderImportTable
  | typeof campaignTable
  | typeof creatorTable;
type FileKeyColumn =
  | typeof uploadTable.fileKey
  | typeof uploadTable.thumbnailKey
  | typeof attachmentTable.fileKey
  | typeof inboundMailTable.rawKey
  | typeof brandExportTable.fileKey;

/**
 * Deletes a closed brand with everything it owns. `db` is a transaction.
 * @returns false if the brand was reopened
 */
export async function deleteBrand(db: Database, brandId: string): Promise<boolean> {
  const brand = await lockBrand(db, brandId);
  if (!brand?.closedAt) return false;
  // The person rows of API keys belong to this brand only.
  const keyUsers = db
    .select({ id: apiKeyTable.userId })
    .from(apiKeyTable)
    .where(eq(apiKeyTable.brandId, brandId));
  await db.delete(userTable).where(inArray(userTable.id, keyUsers));
  // Billing events contain personal data and have no foreign key to the brand.
  await db.delete(billingEventTable).where(eq(billingEventTable.brandId, brandId));
  await db.delete(brandTable).where(eq(brandTable.id, brandId));
  return true;
}
