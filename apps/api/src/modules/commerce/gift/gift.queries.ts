import { type Gift, giftAbilities, type OwnGift } from '@troupe/domain/commerce/gift';
import type { Platform } from '@troupe/domain/discovery/creator';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';
import { optInTable } from '../../campaigns/opt-in/opt-in.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { orderTable } from '../order/order.table.ts';
import { storeTable } from '../store/store.table.ts';
import { giftTable as gift } from './gift.table.ts';

/** A stored gift. */
export type StoredGift = typeof gift.$inferSelect;
type Columns = Partial<typeof gift.$inferInsert>;

const removed = sql`${optInTable.removedAt} is not null`;

const selectGifts = (db: Database) =>
  db
    .select({
      row: gift,
      campaignId: optInTable.campaignId,
      storeName: storeTable.name,
      shop: storeTable.shop,
      username: sql<string>`case when ${removed} then 'removed' else ${creatorTable.username} end`,
      fullname: sql<string>`case when ${removed} then 'Removed creator' else ${creatorTable.fullname} end`,
      profilePicUrl: sql<string | null>`case when not ${removed} then ${creatorTable.profilePicUrl} end`,
      platform: sql<Platform>`${creatorTable.platform}`,
    })
    .from(gift)
    .innerJoin(optInTable, eq(optInTable.id, gift.optInId))
    .innerJoin(creatorTable, eq(creatorTable.id, optInTable.creatorId))
    .innerJoin(storeTable, eq(storeTable.id, gift.storeId));

type Selected = Awaited<ReturnType<typeof selectGifts>>[number];

const shared = (row: StoredGift) => ({
  id: row.id,
  status: row.status,
  problem: row.problem,
  products: row.products,
  maxItems: row.maxItems,
  maxValue: row.maxValue,
  currency: row.currency,
  message: row.message,
  lines: row.lines,
  tracking: { company: row.carrier, number: row.trackingNumber, url: row.trackingUrl },
  offered: row.createdAt,
  chosen: row.chosenAt,
  ordered: row.orderedAt,
  shipped: row.shippedAt,
  delivered: row.deliveredAt,
  cancelled: row.cancelledAt,
  reminders: row.reminders,
  version: row.version,
});

function toGift({ row, shop, storeName, campaignId, ...creator }: Selected): Gift {
  return Object.assign(shared(row), {
    campaignId,
    optInId: row.optInId,
    storeId: row.storeId,
    storeName,
    creator,
    orderName: row.orderName,
    orderUrl: row.orderId && `https://${shop}/admin/orders/${row.orderId}`,
    cost: row.cost,
    costBasis: row.costBasis,
    shippingCost: row.shippingCost,
    abilities: giftAbilities(row.status, row.attemptedAt !== null),
  });
}

/** Returns a page of a campaign's gifts, or of those for one of its opt-ins, newest first. */
export async function readGiftPage(
  db: Database,
  brandId: string,
  { campaignId, optInId, page }: { campaignId: string; optInId?: string | undefined; page: number },
): Promise<{ gifts: Gift[]; total: number }> {
  const wanted = and(
    eq(gift.brandId, brandId),
    eq(optInTable.campaignId, campaignId),
    optInId === undefined ? undefined : eq(gift.optInId, optInId),
  );
  const [rows, [counted]] = await Promise.all([
    selectGifts(db)
      .where(wanted)
      .orderBy(desc(gift.createdAt), desc(gift.id))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
    db
      .select({ total: count() })
      .from(gift)
      .innerJoin(optInTable, eq(optInTable.id, gift.optInId))
      .where(wanted),
  ]);
  return { gifts: rows.map(toGift), total: counted?.total ?? 0 };
}

/** Returns gifts of a brand by id. */
export async function readGifts(db: Database, brandId: string, ids: readonly string[]): Promise<Gift[]> {
  if (ids.length === 0) return [];
  const rows = await selectGifts(db)
    .where(and(eq(gift.brandId, brandId), inArray(gift.id, [...ids])))
    .orderBy(asc(gift.id));
  return rows.map(toGift);
}

/** Returns the gifts of an opt-in as its creator sees them, newest first. Callers check whose opt-in it is. */
export async function readOwnGifts(db: Database, optInId: string): Promise<OwnGift[]> {
  const rows = await db
    .select()
    .from(gift)
    .where(eq(gift.optInId, optInId))
    .orderBy(desc(gift.createdAt), desc(gift.id));
  return rows.map(toOwnGift);
}

/** Returns a gift as its creator sees it. */
export const toOwnGift = (row: StoredGift): OwnGift => Object.assign(shared(row), { address: row.address });

/** Returns all gifts of a creator's account, for their export. */
export async function readGiftsOfCreator(db: Database, userId: string): Promise<OwnGift[]> {
  const rows = await db
    .select({ row: gift })
    .from(gift)
    .innerJoin(optInTable, eq(optInTable.id, gift.optInId))
    .where(eq(optInTable.userId, userId))
    .orderBy(asc(gift.createdAt), asc(gift.id));
  return rows.map(({ row }) => toOwnGift(row));
}

/** The people and names around a gift. */
export interface GiftParties {
  campaignId: string;
  campaignTitle: string;
  creatorId: string;
  creatorUserId: string | null;
  username: string;
  brandName: string;
  optInStatus: string;
}

/** Returns the parties of gifts by opt-in. */
export async function readGiftParties(
  db: Database,
  optInIds: readonly string[],
): Promise<Map<string, GiftParties>> {
  if (optInIds.length === 0) return new Map();
  const rows = await db
    .select({
      optInId: optInTable.id,
      campaignId: optInTable.campaignId,
      campaignTitle: campaignTable.title,
      creatorId: optInTable.creatorId,
      creatorUserId: optInTable.userId,
      username: sql<string>`case when ${removed} then 'removed' else ${creatorTable.username} end`,
      brandName: brandTable.name,
      optInStatus: sql<string>`${optInTable.status}`,
    })
    .from(optInTable)
    .innerJoin(campaignTable, eq(campaignTable.id, optInTable.campaignId))
    .innerJoin(creatorTable, eq(creatorTable.id, optInTable.creatorId))
    .innerJoin(brandTable, eq(brandTable.id, optInTable.brandId))
    .where(inArray(optInTable.id, [...optInIds]));
  return new Map(rows.map(({ optInId, ...parties }) => [optInId, parties]));
}

/** Adds gifts. Opt-ins that have one on its way are left out. */
export async function insertGifts(
  tx: Database,
  rows: readonly Omit<typeof gift.$inferInsert, 'id'>[],
): Promise<StoredGift[]> {
  if (rows.length === 0) return [];
  return tx
    .insert(gift)
    .values(rows.map((row) => Object.assign({ id: newId() }, row)))
    .onConflictDoNothing()
    .returning();
}

/** Locks a gift of a brand; null if it has no such one. */
export async function lockGift(tx: Database, brandId: string, id: string): Promise<StoredGift | null> {
  const [row] = await tx
    .select()
    .from(gift)
    .where(and(eq(gift.id, id), eq(gift.brandId, brandId)))
    .for('update');
  return row ?? null;
}

/** Locks a gift of an opt-in; null if it has no such one. */
export async function lockOwnGift(tx: Database, optInId: string, id: string): Promise<StoredGift | null> {
  const [row] = await tx
    .select()
    .from(gift)
    .where(and(eq(gift.id, id), eq(gift.optInId, optInId)))
    .for('update');
  return row ?? null;
}

/** Changes a gift that people see differently from now on. */
export async function updateGift(tx: Database, id: string, columns: Columns, now: Date): Promise<StoredGift> {
  const [row] = await tx
    .update(gift)
    .set(Object.assign({ version: sql`${gift.version} + 1`, updatedAt: now.toISOString() }, columns))
    .where(eq(gift.id, id))
    .returning();
  if (!row) throw new Error('The gift is gone.');
  return row;
}

/** Changes what only the job sees. */
export async function noteGift(db: Database, id: string, columns: Columns): Promise<void> {
  await db.update(gift).set(columns).where(eq(gift.id, id));
}

/**
 * Notes that the order of a gift is about to be sent to the store, so it can no longer be canceled here; false if it
 * was canceled.
 */
export async function beginOrder(db: Database, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(gift)
    .set({ attemptedAt: now.toISOString() })
    .where(and(eq(gift.id, id), eq(gift.status, 'chosen')))
    .returning({ id: gift.id });
  return rows.length > 0;
}

/** Notes the draft order of a gift, unless it has one. Returns the one it has. */
export async function keepDraft(db: Database, id: string, draftId: string): Promise<string> {
  const [row] = await db
    .update(gift)
    .set({ draftId: sql`coalesce(${gift.draftId}, ${draftId})` })
    .where(eq(gift.id, id))
    .returning({ draftId: gift.draftId });
  return row?.draftId ?? draftId;
}

/** Returns gifts that the store must be asked about. */
export async function readDueGifts(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: gift.id })
    .from(gift)
    .where(and(isNotNull(gift.dueAt), lte(gift.dueAt, now.toISOString())))
    .orderBy(asc(gift.dueAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Takes a due gift until a time, so that no other process works on it; null if another one does. */
export async function claimGift(
  db: Database,
  id: string,
  now: Date,
  until: Date,
): Promise<StoredGift | null> {
  const [row] = await db
    .update(gift)
    .set({ dueAt: until.toISOString() })
    .where(and(eq(gift.id, id), lte(gift.dueAt, now.toISOString())))
    .returning();
  return row ?? null;
}

/** Makes gifts due whose orders changed. Returns whether there are any. */
export async function wakeShipments(tx: Database, orderIds: readonly string[], now: Date): Promise<boolean> {
  if (orderIds.length === 0) return false;
  const rows = await tx
    .update(gift)
    .set({ dueAt: now.toISOString() })
    .from(orderTable)
    .where(
      and(
        inArray(orderTable.id, [...orderIds]),
        eq(orderTable.storeId, gift.storeId),
        eq(orderTable.externalId, gift.orderId),
        // Shipping may be priced after the delivery.
        inArray(gift.status, ['ordered', 'shipped', 'delivered']),
      ),
    )
    .returning({ id: gift.id });
  return rows.length > 0;
}

/** Makes gifts due that wait for their store. Returns whether there are any. */
export async function wakeChosen(tx: Database, storeIds: readonly string[], now: Date): Promise<boolean> {
  const rows = await tx
    .update(gift)
    .set({ dueAt: now.toISOString() })
    .where(
      and(
        inArray(gift.storeId, [...storeIds]),
        eq(gift.status, 'chosen'),
        inArray(gift.problem, ['no_permission', 'store_disconnected']),
      ),
    )
    .returning({ id: gift.id });
  return rows.length > 0;
}

/** Locks the gifts of opt-ins that can still be canceled. */
export async function lockCancelable(tx: Database, optInIds: readonly string[]): Promise<StoredGift[]> {
  return tx
    .select()
    .from(gift)
    .where(
      and(
        inArray(gift.optInId, [...optInIds]),
        or(eq(gift.status, 'offered'), and(eq(gift.status, 'chosen'), isNull(gift.attemptedAt))),
      ),
    )
    .orderBy(asc(gift.id))
    .for('update');
}

/** A delivered gift whose creator hasn't submitted or posted anything since it was offered. */
export interface GiftToRemind {
  id: string;
  brandId: string;
  optInId: string;
  userId: string;
  deliveredAt: string;
  reminders: number;
  brandName: string;
  campaignTitle: string;
}

/** Returns gifts delivered between two times whose creators may need a reminder. */
export async function readGiftsToRemind(
  db: Database,
  { from, until }: { from: Date; until: Date },
): Promise<GiftToRemind[]> {
  const { rows } = await db.execute(sql`
    select g.id, g.brand_id as "brandId", g.opt_in_id as "optInId", i.user_id as "userId",
      g.delivered_at as "deliveredAt", g.reminders, b.name as "brandName", k.title as "campaignTitle"
    from gift g join opt_in i on i.id = g.opt_in_id join campaign k on k.id = i.campaign_id
      join brand b on b.id = g.brand_id
    where g.status = 'delivered' and g.reminders < 3
      and g.delivered_at > ${from.toISOString()}::timestamptz and g.delivered_at <= ${until.toISOString()}::timestamptz
      and i.status = 'approved' and i.user_id is not null and k.status <> 'archived'
      and not exists (select from content_preview p where p.opt_in_id = g.opt_in_id and p.created_at >= g.created_at)
      and not exists (select from live_post l where l.opt_in_id = g.opt_in_id and l.created_at >= g.created_at)
    order by g.id`);
  return rows as unknown as GiftToRemind[];
}

/** Notes how many reminders were sent; false if as many were sent before, or content has arrived since. */
export async function noteReminders(
  tx: Database,
  { id, optInId }: Pick<GiftToRemind, 'id' | 'optInId'>,
  reminders: number,
): Promise<boolean> {
  const rows = await tx
    .update(gift)
    .set({ reminders })
    .where(
      and(
        eq(gift.id, id),
        eq(gift.optInId, optInId),
        eq(gift.status, 'delivered'),
        sql`${gift.reminders} < ${reminders}`,
      ),
    )
    .returning({ id: gift.id });
  return rows.length > 0;
}

/** Deletes the addresses of a creator's gifts, and cancels those that aren't ordered. Call it before deleting the account. */
export async function eraseGifts(tx: Database, userId: string, now: Date): Promise<void> {
  const waiting = sql`${gift.status} in ('offered', 'chosen')`;
  const at = now.toISOString();
  // Opt-ins before gifts, as everywhere: else the two could wait for each other.
  const optIns = await tx
    .select({ id: optInTable.id })
    .from(optInTable)
    .where(eq(optInTable.userId, userId))
    .orderBy(asc(optInTable.id))
    .for('no key update');
  if (optIns.length === 0) return;
  await tx
    .update(gift)
    .set({
      address: null,
      message: '',
      status: sql`case when ${waiting} then 'cancelled' else ${gift.status} end`,
      cancelledAt: sql`case when ${waiting} then ${at}::timestamptz else ${gift.cancelledAt} end`,
      dueAt: sql`case when ${waiting} then null else ${gift.dueAt} end`,
      problem: null,
      version: sql`${gift.version} + 1`,
      updatedAt: at,
    })
    .where(
      inArray(
        gift.optInId,
        optIns.map(({ id }) => id),
      ),
    );
}

/** What an ordered gift cost. */
export interface GiftCost {
  id: string;
  campaignId: string;
  creatorId: string;
  cost: number;
  costBasis: Gift['costBasis'];
  shippingCost: number | null;
  currency: string;
  orderName: string;
  orderedAt: string;
  lines: StoredGift['lines'];
}

/** Returns ordered gifts as costs. */
export async function readGiftCosts(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<GiftCost[]> {
  const rows = await db
    .select({ row: gift, campaignId: optInTable.campaignId, creatorId: optInTable.creatorId })
    .from(gift)
    .innerJoin(optInTable, eq(optInTable.id, gift.optInId))
    .where(and(eq(gift.brandId, brandId), inArray(gift.id, [...ids]), isNotNull(gift.cost)))
    .orderBy(asc(gift.id));
  return rows.map(({ row, campaignId, creatorId }) => ({
    id: row.id,
    campaignId,
    creatorId,
    cost: row.cost ?? 0,
    costBasis: row.costBasis,
    shippingCost: row.shippingCost,
    currency: row.currency,
    orderName: row.orderName ?? '',
    orderedAt: row.orderedAt ?? row.createdAt,
    lines: row.lines,
  }));
}

/** The references of a gift among costs: each counts once. */
export const giftReferences = (id: string): { product: string; shipping: string } => ({
  product: `gift:${id}`,
  shipping: `gift:${id}:shipping`,
});
