import { type GiftProduct, giftCost } from '@troupe/domain/commerce/gift';
import { GIFT_ATTRIBUTE } from '@troupe/domain/commerce/order-money';
import type { StoreAccess, StorePlatformPort } from '@troupe/domain/commerce/store-platform';
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { userTable } from '../../modules/account/user/user.table.ts';
import { costEntryTable } from '../../modules/analytics/cost-entry/cost-entry.table.ts';
import { campaignTable } from '../../modules/campaigns/campaign/campaign.table.ts';
import { optInTable } from '../../modules/campaigns/opt-in/opt-in.table.ts';
import { giftReferences, readGiftCosts } from '../../modules/commerce/gift/gift.queries.ts';
import { giftTable } from '../../modules/commerce/gift/gift.table.ts';
import { creatorTable } from '../../modules/discovery/creator/creator.table.ts';
import type { Database } from '../../platform/database.ts';
import { DEMO_CREATOR } from '../demo-creator.ts';
import type { Random } from '../random.ts';

const DAY = 86_400_000;
/** Price of shipping, in cents. */
const SHIPPING = 690;
const ADDRESS = {
  street: '48 Alder Street',
  city: 'Portland',
  postcode: '97205',
  region: 'OR',
  country: 'US',
  phone: '',
};

interface DemoGifts {
  db: Database;
  random: Random;
  platform: StorePlatformPort;
  access: StoreAccess;
  sandbox: string;
  brandId: string;
  ownerId: string;
  storeId: string;
  now: Date;
}

/** Offers gifts to two approved creators: the demo creator still has to choose, and one was delivered yesterday. */
export async function insertDemoGifts(demo: DemoGifts): Promise<void> {
  const { db, platform, access, brandId } = demo;
  const { products } = await platform.readProducts(access, '', null);
  const [first] = products;
  const optIns = await db
    .select({ id: optInTable.id, email: userTable.email, fullname: creatorTable.fullname })
    .from(optInTable)
    .innerJoin(userTable, eq(userTable.id, optInTable.userId))
    .innerJoin(creatorTable, eq(creatorTable.id, optInTable.creatorId))
    .innerJoin(campaignTable, eq(campaignTable.id, optInTable.campaignId))
    .where(
      and(
        eq(optInTable.brandId, brandId),
        eq(optInTable.status, 'approved'),
        eq(campaignTable.status, 'publish'),
        isNotNull(optInTable.userId),
      ),
    )
    .orderBy(desc(sql`${userTable.email} = ${DEMO_CREATOR.email}`), asc(optInTable.id));
  const [waiting, receiving] = optIns;
  if (!first || !waiting || !receiving) return;
  const dueAt = new Date(demo.now.getTime() + DAY / 2).toISOString();
  const offer = { products, maxItems: 1, message: 'Pick what suits your next trip.', dueAt };
  await insertOffer(demo, { optInId: waiting.id, ago: 1, columns: offer });
  await insertDelivered(demo, receiving, first);
}

interface Offer {
  optInId: string;
  /** Days ago. */
  ago: number;
  columns: Pick<typeof giftTable.$inferInsert, 'products' | 'maxItems'> &
    Partial<typeof giftTable.$inferInsert>;
}

async function insertOffer(
  { db, random, brandId, storeId, ownerId, now }: DemoGifts,
  { optInId, ago, columns }: Offer,
): Promise<void> {
  const at = now.getTime() - ago * DAY;
  const time = new Date(at).toISOString();
  const common = {
    brandId,
    storeId,
    optInId,
    offeredBy: ownerId,
    currency: 'USD',
    createdAt: time,
    updatedAt: time,
  };
  await db.insert(giftTable).values(Object.assign({ id: random.id(at) }, common, columns));
}

/** Orders, ships and delivers a gift in the store. */
async function insertDelivered(
  demo: DemoGifts,
  { id: optInId, fullname }: { id: string; fullname: string },
  product: GiftProduct,
): Promise<void> {
  const { db, platform, access, sandbox, now } = demo;
  const variant = product.variants.at(-1);
  if (!variant) return;
  await insertOffer(demo, { optInId, ago: 9, columns: { products: [product], maxItems: 1 } });
  const [row] = await db.select().from(giftTable).where(eq(giftTable.optInId, optInId));
  if (!row) return;
  const address = Object.assign({ name: fullname || 'Sam Ortiz' }, ADDRESS);
  const line = { productId: product.id, variantId: variant.id, title: product.title };
  const lines = [Object.assign(line, { variantTitle: variant.title, quantity: 1, price: variant.price })];
  const draft = await platform.createDraftOrder(access, {
    tag: `troupe-${row.id.slice(-12)}-demo`,
    label: 'Troupe gift',
    note: 'Gift for a creator, sent by Troupe. Nothing to pay.',
    attributes: [{ name: GIFT_ATTRIBUTE, value: row.id }],
    lines: [{ variantId: variant.id, quantity: 1 }],
    address,
  });
  const { order } = await platform.completeDraftOrder(access, draft.id);
  if (!order) return;
  const carrier = 'UPS';
  const trackingNumber = '1Z8F39A60342117756';
  const path = `${sandbox}/shopify/_control/stores/${access.shop}/orders/${order.id}`;
  for (const [step, body] of [
    ['ship', { company: carrier, number: trackingNumber, shipping: SHIPPING }],
    ['deliver', {}],
  ] as const) {
    const answer = await fetch(`${path}/${step}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`Demo gift: ${answer.status} ${await answer.text()}`);
  }
  const ago = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  const { cost, basis } = giftCost(lines, await platform.readUnitCosts(access, [variant.id]));
  await db
    .update(giftTable)
    .set({
      status: 'delivered',
      lines,
      address,
      draftId: draft.id,
      orderId: order.id,
      orderName: order.name,
      cost,
      costBasis: basis,
      shippingCost: SHIPPING,
      carrier,
      trackingNumber,
      attemptedAt: ago(8),
      chosenAt: ago(8),
      orderedAt: ago(8),
      shippedAt: ago(4),
      deliveredAt: ago(1),
      version: 5,
      updatedAt: ago(1),
    })
    .where(eq(giftTable.id, row.id));
  await insertCosts(demo, row.id, { product: cost, shipping: SHIPPING });
}

/** Records what a gift cost, as its order and shipment do. */
async function insertCosts(
  { db, random, brandId, now }: DemoGifts,
  giftId: string,
  amounts: Record<'product' | 'shipping', number>,
): Promise<void> {
  const [gift] = await readGiftCosts(db, brandId, [giftId]);
  if (!gift) return;
  const at = now.getTime() - 8 * DAY;
  const references = giftReferences(giftId);
  await db.insert(costEntryTable).values(
    (['product', 'shipping'] as const).map((kind) => ({
      id: random.id(at),
      brandId,
      day: new Date(at).toISOString().slice(0, 10),
      kind,
      amount: amounts[kind],
      currency: gift.currency,
      source: 'gift' as const,
      campaignId: gift.campaignId,
      creatorId: gift.creatorId,
      note: kind === 'product' ? `Gift ${gift.orderName}` : `Shipping of gift ${gift.orderName}`,
      reference: references[kind],
    })),
  );
}
