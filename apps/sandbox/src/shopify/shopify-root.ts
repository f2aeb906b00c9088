import { financialStatusOf, totalOf } from './shopify-amount.ts';
import { type CallContext, gid, need, numberOf } from './shopify-context.ts';
import { discountRoot } from './shopify-discount.ts';
import type { ShopOrder } from './shopify-entity.ts';
import { uninstall } from './shopify-install.ts';
import { OrderView } from './shopify-order-view.ts';
import { type PageArgs, pageOf, type Sorting } from './shopify-page-of.ts';
import { productView } from './shopify-product-view.ts';
import { covers, SCOPES } from './shopify-scope.ts';
import { orderFilter } from './shopify-search.ts';
import { subscriptionRoot } from './shopify-subscription.ts';
import { localTime, secondOf } from './shopify-time.ts';

const DAYS_60_MS = 60 * 86_400_000;

const ORDER_VALUES: Record<string, (order: ShopOrder) => string | number> = {
  CREATED_AT: ({ createdAt }) => secondOf(createdAt),
  PROCESSED_AT: ({ createdAt }) => secondOf(createdAt),
  UPDATED_AT: ({ updatedAt }) => secondOf(updatedAt),
  ORDER_NUMBER: ({ number }) => number,
  TOTAL_PRICE: totalOf,
  FINANCIAL_STATUS: financialStatusOf,
  CUSTOMER_NAME: ({ customer }) => customer?.lastName ?? '',
};

const sortingOf = (key: string): Sorting<ShopOrder> => ({
  value: ORDER_VALUES[key] ?? (({ id }) => id),
  id: ({ id }) => id,
});

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
  return found ? new OrderView(found, context).view() : null;
}

const APP = { id: gid('App', 580_111), title: 'Troupe' };

/** What the API answers: the queries and mutations of the schema. */
export const root = {
  ...subscriptionRoot,
  ...discountRoot,

  shop: (_: unknown, { shop }: CallContext) => ({
    __typename: 'Shop',
    id: gid('Shop', shop.id),
    name: shop.name,
    email: shop.email,
    contactEmail: shop.email,
    myshopifyDomain: shop.domain,
    url: `https://${shop.domain}`,
    primaryDomain: { host: shop.domain, url: `https://${shop.domain}` },
    currencyCode: shop.currency,
    ianaTimezone: shop.timezone,
    timezoneOffset: localTime(new Date().toISOString(), shop.timezone).slice(19).replace(':', ''),
    plan: {
      displayName: shop.plan === 'plus' ? 'Shopify Plus' : 'Basic',
      publicDisplayName: shop.plan === 'plus' ? 'Shopify Plus' : 'Basic',
      shopifyPlus: shop.plan === 'plus',
      partnerDevelopment: false,
    },
    shopOwnerName: `${shop.name} Owner`,
    createdAt: '2020-01-01T00:00:00Z',
  }),

  currentAppInstallation: (_: unknown, { shop, store, scopes }: CallContext) => ({
    __typename: 'AppInstallation',
    id: gid('AppInstallation', shop.id),
    app: { ...APP, apiKey: store.config.key },
    accessScopes: scopes.map((handle) => ({ handle, description: SCOPES[handle] ?? handle })),
  }),

  appUninstall: (_: unknown, { shop, store, webhooks }: CallContext) => {
    uninstall(store, webhooks, shop);
    return { app: { ...APP, apiKey: store.config.key }, userErrors: [] };
  },

  node: ({ id }: { id: string }, context: CallContext) => {
    const type = id.split('/')[3];
    if (type === 'Order') return orderAt(context, id);
    if (type === 'Product') return root.product({ id }, context);
    if (type === 'WebhookSubscription') return subscriptionRoot.webhookSubscription({ id }, context);
    if (type === 'DiscountCodeNode') return discountRoot.codeDiscountNode({ id }, context);
    return null;
  },

  order: ({ id }: { id: string }, context: CallContext) => orderAt(context, id),

  orders: (args: PageArgs & { sortKey?: string | null; query?: string | null }, context: CallContext) => {
    need(context, 'read_orders', 'orders');
    const fits = visibleOrders(context).filter(orderFilter(args.query));
    return pageOf(fits, args, sortingOf(args.sortKey ?? 'PROCESSED_AT'), (order) =>
      new OrderView(order, context).view(),
    );
  },

  ordersCount: ({ query, limit }: { query?: string | null; limit?: number | null }, context: CallContext) => {
    need(context, 'read_orders', 'ordersCount');
    const count = visibleOrders(context).filter(orderFilter(query)).length;
    const most = limit ?? 10_000;
    return { count: Math.min(count, most), precision: count > most ? 'AT_LEAST' : 'EXACT' };
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
