import { Problem } from '@troupe/domain/problem';
import { type CallContext, gid, need, numberOf, type PageArgs, pageOf } from './shopify-context.ts';
import { digitsOf, findVariant, makeOrder, type Shop, type ShopOrder, secondOf } from './shopify-order.ts';
import { orderBody, orderView } from './shopify-order-view.ts';
import type { ShopDraftOrder, ShopifyStore } from './shopify-store.ts';

type UserError = { field: string[] | null; message: string };

interface DraftInput {
  lineItems?: { variantId?: string | null; quantity: number }[] | null;
  appliedDiscount?: { value: number; valueType: 'FIXED_AMOUNT' | 'PERCENTAGE' } | null;
  shippingLine?: { price?: string | number | null } | null;
  shippingAddress?: Record<string, string | null> | null;
  tags?: string[] | null;
  note?: string | null;
  customAttributes?: { key: string; value: string }[] | null;
}

const LONGEST_TAG = 40;
const ZIP_FORMATS: Record<string, RegExp> = { US: /^\d{5}(-\d{4})?$/, DE: /^\d{5}$/, GB: /^[A-Z\d ]{5,8}$/i };

function addressErrors(address: DraftInput['shippingAddress']): UserError[] {
  if (!address) return [];
  const { countryCode = '', zip } = address;
  const format = ZIP_FORMATS[countryCode ?? ''];
  const at = (name: string) => ['input', 'shippingAddress', name];
  if (!countryCode) return [{ field: at('countryCode'), message: "Country can't be blank" }];
  if (format && !format.test((zip ?? '').trim()))
    return [{ field: at('zip'), message: `Zip is not valid for ${countryCode}` }];
  return [];
}

function errorsOf({ shop }: CallContext, input: DraftInput): UserError[] {
  const lines = input.lineItems ?? [];
  if (lines.length === 0) return [{ field: null, message: 'Add at least 1 product' }];
  for (const [at, { variantId, quantity }] of lines.entries()) {
    const field = ['input', 'lineItems', String(at)];
    if (!variantId || !findVariant(shop, numberOf('ProductVariant', variantId)))
      return [{ field: [...field, 'variantId'], message: 'Product with ID is no longer available.' }];
    if (quantity < 1)
      return [{ field: [...field, 'quantity'], message: 'Quantity must be greater than or equal to 1' }];
  }
  const long = input.tags?.find((tag) => tag.length > LONGEST_TAG);
  if (long)
    return [{ field: ['input', 'tags'], message: `Tag is too long (maximum is ${LONGEST_TAG} characters)` }];
  return addressErrors(input.shippingAddress);
}

function draftView(draft: ShopDraftOrder, context: CallContext): Record<string, unknown> {
  const order = draft.orderId === null ? undefined : context.store.state.orders.get(draft.orderId);
  return {
    id: gid('DraftOrder', draft.id),
    name: `#D${draft.number}`,
    status: draft.completedAt ? 'COMPLETED' : 'OPEN',
    tags: draft.tags,
    note2: draft.note,
    customAttributes: draft.attributes.map(({ name, value }) => ({ key: name, value })),
    createdAt: secondOf(draft.createdAt),
    completedAt: draft.completedAt && secondOf(draft.completedAt),
    order: order ? orderView(order, context) : null,
  };
}

const draftsOf = ({ store, shop }: CallContext): ShopDraftOrder[] =>
  [...store.state.drafts.values()].filter((one) => one.shop === shop.domain);

const draftAt = (context: CallContext, id: string): ShopDraftOrder | null =>
  draftsOf(context).find((one) => one.id === numberOf('DraftOrder', id)) ?? null;

/** Turns a draft into an order: `orders/create` and `orders/paid`. */
function complete(store: ShopifyStore, shop: Shop, draft: ShopDraftOrder): ShopOrder {
  const at = new Date().toISOString();
  const nextId = () => store.nextId();
  const order = makeOrder(
    shop,
    { createdAt: at, customer: null, landingSite: null },
    { nextId, discount: null },
  );
  Object.assign(order, {
    lines: draft.lines.flatMap(({ variantId, quantity }) => {
      const found = findVariant(shop, variantId);
      if (!found) return [];
      const { id: productId, title, price } = found.product;
      const discount = Math.round((price * quantity * draft.off) / 100);
      return [
        { id: nextId(), productId, variantId, title, sku: found.variant.sku, quantity, price, discount },
      ];
    }),
    shipping: draft.shipping,
    tax: 0,
    noteAttributes: draft.attributes,
    note: draft.note,
    tags: draft.tags,
    visits: null,
  });
  store.state.orders.set(order.id, order);
  Object.assign(draft, { completedAt: at, orderId: order.id });
  store.webhooks.emit(shop.domain, ['orders/create', 'orders/paid'], orderBody(order, shop));
  return order;
}

/** Queries and mutations of draft orders. */
export const draftOrderRoot = {
  draftOrder: ({ id }: { id: string }, context: CallContext) => {
    need(context, 'read_draft_orders', 'draftOrder');
    const draft = draftAt(context, id);
    return draft && draftView(draft, context);
  },

  /** The search filter used by our adapter: `tag:'troupe-gift-1'`. */
  draftOrders: (args: PageArgs & { query?: string | null }, context: CallContext) => {
    need(context, 'read_draft_orders', 'draftOrders');
    const tag = /^tag:'?([^']+)'?$/.exec(args.query ?? '')?.[1];
    const fits = draftsOf(context).filter(({ tags }) => tag === undefined || tags.includes(tag));
    return pageOf(
      fits,
      args,
      (one) => draftView(one, context),
      ({ id }) => String(id),
    );
  },

  draftOrderCreate: ({ input }: { input: DraftInput }, context: CallContext) => {
    need(context, 'write_draft_orders', 'draftOrderCreate');
    const { store, shop } = context;
    const userErrors = errorsOf(context, input);
    if (userErrors.length > 0) return { draftOrder: null, userErrors };
    const { appliedDiscount, shippingLine } = input;
    const draft: ShopDraftOrder = {
      id: store.nextId(),
      shop: shop.domain,
      number: draftsOf(context).length + 1,
      createdAt: new Date().toISOString(),
      completedAt: null,
      tags: input.tags ?? [],
      note: input.note ?? null,
      attributes: (input.customAttributes ?? []).map(({ key, value }) => ({ name: key, value })),
      lines: (input.lineItems ?? []).map(({ variantId, quantity }) => ({
        variantId: numberOf('ProductVariant', variantId ?? ''),
        quantity,
      })),
      off: appliedDiscount?.valueType === 'PERCENTAGE' ? appliedDiscount.value : 0,
      shipping: Math.round(Number(shippingLine?.price ?? 0) * 10 ** digitsOf(shop.currency)),
      address: input.shippingAddress ?? null,
      orderId: null,
    };
    store.state.drafts.set(draft.id, draft);
    return { draftOrder: draftView(draft, context), userErrors };
  },

  draftOrderComplete: ({ id }: { id: string }, context: CallContext) => {
    need(context, 'write_draft_orders', 'draftOrderComplete');
    const draft = draftAt(context, id);
    const refuse = (message: string) => ({ draftOrder: null, userErrors: [{ field: ['id'], message }] });
    if (!draft) return refuse('Draft order does not exist');
    if (draft.completedAt) return refuse('This order has been paid');
    complete(context.store, context.shop, draft);
    return { draftOrder: draftView(draft, context), userErrors: [] };
  },
};

/** A parcel's carrier and number, and the price of its shipping in minor units, which the recipient doesn't pay. */
export interface TrackingInput {
  shipping?: number | undefined;
  company?: string | undefined;
  number?: string | undefined;
  url?: string | undefined;
}

/** Ships an order: `orders/fulfilled` and `orders/updated`. */
export function shipOrder(
  store: ShopifyStore,
  shop: Shop,
  order: ShopOrder,
  { company, number, url, shipping }: TrackingInput,
): void {
  const at = new Date().toISOString();
  if (order.cancelledAt) throw new Problem('invalid', { message: 'This order is canceled.' });
  order.fulfillment = {
    id: order.fulfillment?.id ?? store.nextId(),
    at: order.fulfillment?.at ?? at,
    deliveredAt: null,
    company: company ?? null,
    number: number ?? null,
    url: url ?? null,
  };
  if (shipping !== undefined) order.shippingDiscount = shipping;
  order.updatedAt = at;
  store.webhooks.emit(shop.domain, ['orders/fulfilled', 'orders/updated'], orderBody(order, shop));
}

/** Marks a shipped order as delivered: `orders/updated`. @param deliveredAt now by default */
export function deliverOrder(store: ShopifyStore, shop: Shop, order: ShopOrder, deliveredAt?: string): void {
  const at = new Date().toISOString();
  if (!order.fulfillment) throw new Problem('invalid', { message: "This order hasn't shipped." });
  order.fulfillment.deliveredAt = deliveredAt ?? at;
  order.updatedAt = at;
  store.webhooks.emit(shop.domain, ['orders/updated'], orderBody(order, shop));
}
