import { GraphQLError } from 'graphql';
import {
  type CallContext,
  covers,
  gid,
  need,
  numberOf,
  type PageArgs,
  pageOf,
  type Sorting,
} from './shopify-context.ts';
import { discountRoot } from './shopify-discount.ts';
import type { ShopOrder } from './shopify-entity.ts';
import { orderView } from './shopify-order-view.ts';
import { productView } from './shopify-product-view.ts';
import { subscriptionRoot } from './shopify-subscription.ts';
import { secondOf } from './shopify-value.ts';

const DAYS_60_MS = 60 * 86_400_000;

const ORDER_VALUES: Record<string, (order: ShopOrder) => string | number> = {
  CREATED_AT: ({ createdAt }) => secondOf(createdAt),
  PROCESSED_AT: ({ createdAt }) => secondOf(createdAt),
  UPDATED_AT: ({ updatedAt }) => secondOf(updatedAt),
};

const sortingOf = (key: string): Sorting<ShopOrder> => ({
  value: ORDER_VALUES[key] ?? (({ id }) => id),
  id: ({ id }) => id,
});

/** The filter of a search: `updated_at:>='2026-05-01T10:00:00Z'`, the one our adapter uses. */
function orderFilter(query: string | null | undefined): (order: ShopOrder) => boolean {
  const since = /^updated_at:>='?([^']+)'?$/.exec(query ?? '')?.[1];
  if (query && !since) throw new GraphQLError(`The sandbox cannot search for ${query}.`);
  const second = since ? secondOf(new Date(since).toISOString()) : '';
  return ({ updatedAt }) => secondOf(updatedAt) >= second;
}

/** The store's orders that the app may see: those of 60 days, unless it was granted more. */
function visibleOrders(context: CallContext): ShopOrder[] {
  const orders = context.store.ordersOf(context.shop.domain);
  if (covers(context.scopes, 'read_all_orders')) return orders;
  const since = new Date(Date.now() - DAYS_60_MS).toISOString();
  return orders.filter(({ createdAt }) => createdAt >= since);
}

function orderAt(context: CallContext, id: string) {
  need(context, 'read_orders', 'order');
  const wanted = numberOf('Order', id);
  const found = visibleOrders(context).find((one) => one.id === wanted);
  return found ? orderView(found, context) : null;
}

/** What the API answers: the queries and mutations of the schema. */
export const root = {
  ...subscriptionRoot,
  ...discountRoot,

  shop: (_: unknown, { shop }: CallContext) => ({
    __typename: 'Shop',
    id: gid('Shop', shop.id),
    name: shop.name,
    email: shop.email,
    myshopifyDomain: shop.domain,
    currencyCode: shop.currency,
    ianaTimezone: shop.timezone,
  }),

  order: ({ id }: { id: string }, context: CallContext) => orderAt(context, id),

  orders: (args: PageArgs & { sortKey?: string | null; query?: string | null }, context: CallContext) => {
    need(context, 'read_orders', 'orders');
    const fits = visibleOrders(context).filter(orderFilter(args.query));
    return pageOf(fits, args, sortingOf(args.sortKey ?? 'PROCESSED_AT'), (order) =>
      orderView(order, context),
    );
  },

  product: ({ id }: { id: string }, context: CallContext): Record<string, unknown> | null => {
    need(context, 'read_products', 'product');
    const wanted = numberOf('Product', id);
    const found = context.shop.products.find((one) => one.id === wanted);
    return found ? productView(found, context) : null;
  },

  products: (args: PageArgs & { sortKey?: string | null; query?: string | null }, context: CallContext) => {
    need(context, 'read_products', 'products');
    const words = (args.query ?? '')
      .toLowerCase()
      .replace(/^title:/, '')
      .replace(/[*'"]/g, '');
    const fits = context.shop.products.filter(({ title }) => title.toLowerCase().includes(words));
    const value = { TITLE: 'title', UPDATED_AT: 'updatedAt', CREATED_AT: 'createdAt' } as const;
    const key = value[args.sortKey as keyof typeof value] ?? 'id';
    return pageOf(fits, args, { value: (one) => one[key], id: ({ id }) => id }, (one) =>
      productView(one, context),
    );
  },
};
