import {
  type NewDraftOrder,
  type PlatformDraftOrder,
  type PlatformShipment,
  type StoreAccess,
  StoreFailure,
  type StorePlatformPort,
} from '@troupe/domain/commerce/store-platform';
import { toMinor } from '@troupe/domain/money';
import { z } from 'zod';
import type { ShopifyCaller } from './shopify-call.ts';

type DraftOrders = Pick<
  StorePlatformPort,
  'createDraftOrder' | 'findDraftOrder' | 'readDraftOrder' | 'completeDraftOrder' | 'readShipment'
>;

const DRAFT = 'id order { legacyResourceId name }';

/** Draft orders of a store (Admin GraphQL `draftOrder*`). They need the scope `write_draft_orders`. */
export function shopifyDraftOrders(call: ShopifyCaller): DraftOrders {
  return {
    async createDraftOrder(access, draft) {
      const { draftOrderCreate: done } = await call.query(access, {
        name: 'draftOrderCreate',
        text: `mutation draftOrderCreate($input: DraftOrderInput!) {
          draftOrderCreate(input: $input) { draftOrder { ${DRAFT} } userErrors { field message } }
        }`,
        variables: { input: inputOf(draft) },
        data: z.object({ draftOrderCreate: Payload }),
        once: true,
      });
      return draftOf(done);
    },
    async findDraftOrder(access, tag) {
      const { draftOrders } = await call.query(access, {
        name: 'draftOrders',
        text: `query draftOrders($query: String!) {
          draftOrders(first: 1, query: $query, sortKey: ID) { nodes { ${DRAFT} } }
        }`,
        variables: { query: `tag:'${tag.replace(/[^\w-]/g, '')}'` },
        data: z.object({ draftOrders: z.object({ nodes: z.array(Draft) }) }),
      });
      return toDraft(draftOrders.nodes[0]);
    },
    async readDraftOrder(access, id) {
      const { draftOrder } = await call.query(access, {
        name: 'draftOrder',
        text: `query draftOrder($id: ID!) { draftOrder(id: $id) { ${DRAFT} } }`,
        variables: { id },
        data: z.object({ draftOrder: Draft.nullish() }),
      });
      return toDraft(draftOrder);
    },
    async completeDraftOrder(access, id) {
      const { draftOrderComplete: done } = await call.query(access, {
        name: 'draftOrderComplete',
        text: `mutation draftOrderComplete($id: ID!) {
          draftOrderComplete(id: $id) { draftOrder { ${DRAFT} } userErrors { field message } }
        }`,
        variables: { id },
        data: z.object({ draftOrderComplete: Payload }),
        once: true,
      });
      return draftOf(done);
    },
    readShipment: (access, orderId) => readShipment(call, access, orderId),
  };
}

/** Free of charge and of tax: the order must not ask anyone for money. */
function inputOf({ tag, label, note, attributes, lines, address }: NewDraftOrder) {
  const [firstName = '', ...rest] = address.name.trim().split(/\s+/);
  return {
    lineItems: lines.map(({ variantId, quantity }) => ({
      variantId: `gid://shopify/ProductVariant/${variantId}`,
      quantity,
    })),
    appliedDiscount: { title: label, description: label, value: 100, valueType: 'PERCENTAGE' },
    shippingLine: { title: label, price: '0.00' },
    taxExempt: true,
    acceptAutomaticDiscounts: false,
    tags: [label, tag],
    note,
    customAttributes: attributes.map(({ name, value }) => ({ key: name, value })),
    shippingAddress: {
      firstName: rest.length > 0 ? firstName : '',
      lastName: rest.length > 0 ? rest.join(' ') : firstName,
      address1: address.street,
      city: address.city,
      zip: address.postcode,
      province: address.region || null,
      countryCode: address.country,
      phone: address.phone || null,
    },
  };
}

const Draft = z.object({
  id: z.string(),
  order: z
    .object({ legacyResourceId: z.union([z.string(), z.int()]).transform(String), name: z.string() })
    .nullish(),
});
const Payload = z.object({
  draftOrder: Draft.nullish(),
  userErrors: z.array(z.object({ field: z.array(z.string()).nullish(), message: z.string() })),
});

const toDraft = (draft: z.output<typeof Draft> | null | undefined): PlatformDraftOrder | null =>
  draft
    ? {
        id: draft.id,
        order: draft.order ? { id: draft.order.legacyResourceId, name: draft.order.name } : null,
      }
    : null;

/** @throws StoreFailure with the code `ADDRESS`, `LINES` or the message of another error */
function draftOf({ draftOrder, userErrors }: z.output<typeof Payload>): PlatformDraftOrder {
  const [error] = userErrors;
  if (error) {
    const field = error.field?.join('.') ?? '';
    if (/shippingAddress/i.test(field)) throw new StoreFailure('refused', 'ADDRESS');
    if (/lineItems/i.test(field)) throw new StoreFailure('refused', 'LINES');
    throw new StoreFailure('refused', error.message.slice(0, 200));
  }
  const draft = toDraft(draftOrder);
  if (!draft) throw new StoreFailure('unavailable', 'unreadable');
  return draft;
}

const Moment = z.string().transform((text) => new Date(text).toISOString());

const Shipment = z.object({
  cancelledAt: Moment.nullish(),
  displayFulfillmentStatus: z.string(),
  shippingLines: z.object({
    nodes: z.array(
      z.object({
        originalPriceSet: z.object({
          shopMoney: z.object({ amount: z.union([z.string(), z.number()]), currencyCode: z.string() }),
        }),
      }),
    ),
  }),
  fulfillments: z.array(
    z.object({
      status: z.string(),
      createdAt: Moment,
      deliveredAt: Moment.nullish(),
      trackingInfo: z.array(
        z.object({ company: z.string().nullish(), number: z.string().nullish(), url: z.string().nullish() }),
      ),
    }),
  ),
});

/** Reads the newest shipment of an order; it counts as delivered once everything is. */
async function readShipment(
  call: ShopifyCaller,
  access: StoreAccess,
  orderId: string,
): Promise<PlatformShipment | null> {
  const { order } = await call.query(access, {
    name: 'orderShipment',
    text: `query orderShipment($id: ID!) {
      order(id: $id) {
        cancelledAt
        displayFulfillmentStatus
        shippingLines(first: 10) { nodes { originalPriceSet { shopMoney { amount currencyCode } } } }
        fulfillments(first: 10) {
          status createdAt deliveredAt
          trackingInfo(first: 1) { company number url }
        }
      }
    }`,
    variables: { id: `gid://shopify/Order/${orderId}` },
    data: z.object({ order: Shipment.nullish() }),
  });
  if (!order) return null;
  const parcels = order.fulfillments
    .filter(({ status }) => status === 'SUCCESS')
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  const deliveries = parcels.flatMap(({ deliveredAt }) => deliveredAt ?? []);
  const isComplete = order.displayFulfillmentStatus === 'FULFILLED' && deliveries.length === parcels.length;
  const tracking = parcels.at(-1)?.trackingInfo[0];
  return {
    cancelled: order.cancelledAt ?? null,
    shipped: parcels[0]?.createdAt ?? null,
    delivered: isComplete ? (deliveries.sort().at(-1) ?? null) : null,
    company: tracking?.company?.slice(0, 100) || null,
    number: tracking?.number?.slice(0, 200) || null,
    url: safeUrl(tracking?.url),
    shippingPrice: shippingPriceOf(order),
  };
}

/** Our own shipping line is free, like free shipping of the store: neither tells what it cost. */
function shippingPriceOf({ shippingLines }: z.output<typeof Shipment>): PlatformShipment['shippingPrice'] {
  const prices = shippingLines.nodes.map(({ originalPriceSet: { shopMoney } }) => shopMoney);
  const currency = prices[0]?.currencyCode ?? '';
  const amount = prices.reduce((sum, price) => sum + (toMinor(price.amount, currency) ?? 0), 0);
  return amount > 0 ? { amount, currency } : null;
}

/** Carriers' pages only: the URL becomes a link. */
function safeUrl(url: string | null | undefined): string | null {
  if (!url || url.length > 2000 || !URL.canParse(url)) return null;
  return /^https?:$/.test(new URL(url).protocol) ? url : null;
}
