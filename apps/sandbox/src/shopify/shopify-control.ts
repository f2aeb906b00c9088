import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { html } from '../page/html.ts';
import { bodyOf, flag, type Panel, registerControl, secondsList, text, whole } from '../platform/control.ts';
import type { OrderDiscount, Shop, ShopifySettings, ShopOrder } from './shopify-entity.ts';
import { uninstall } from './shopify-oauth.ts';
import { cancelOrder, makeOrder, makeRefund, type OrderInput } from './shopify-order.ts';
import { orderBody, refundBody } from './shopify-order-body.ts';
import { type LinkTrouble, linkTroubles, signedQuery } from './shopify-sign.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { financialStatusOf, plainAmount, totalOf } from './shopify-value.ts';
import { type ComplianceTopic, complianceTopics, type ShopifyWebhooks } from './shopify-webhook.ts';

const PREFIX = '/shopify/_control';
const missing = (what: string) => new Problem('not_found', { message: `There is no such ${what}.` });

type Params = { Params: { shop: string; order: string }; Querystring: { trouble?: LinkTrouble | '' } };

function shopAt({ state }: ShopifyStore, domain: string): Shop {
  const shop = state.shops.get(domain);
  if (!shop) throw missing('store');
  return shop;
}

/** A store as programs see it. */
function shopView(store: ShopifyStore, { products: _, ...shop }: Shop) {
  return { ...shop, subscriptions: store.subscriptionsOf(shop.domain) };
}

/** The address at which the platform opens the app for a store. */
function installLink(
  { config, settings }: ShopifyStore,
  { domain }: Shop,
  trouble: LinkTrouble | '' = '',
): string {
  if (trouble && !linkTroubles.includes(trouble)) throw missing('trouble');
  return `${settings.webOrigin}/order-integration-install?${signedQuery(domain, config.secret, { trouble })}`;
}

/**
 * The stores for programs, and what they can make happen, below /shopify/_control. `{shop}` is a domain, `{order}` an
 * id or a number such as 1024.
 */
export async function registerShopifyControl(
  app: FastifyInstance,
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
): Promise<void> {
  const state = () => ({
    settings: store.settings,
    stores: [...store.state.shops.values()].map((shop) => shopView(store, shop)),
    calls: store.calls,
  });
  await registerControl(app, PREFIX, store.save, (scope) => {
    scope.get('/', async () => state());
    scope.delete('/', async () => {
      store.begin();
      return state();
    });
    scope.put<{ Body: Partial<ShopifySettings> }>(
      '/settings',
      bodyOf({
        webhookUrl: text(),
        webOrigin: text(),
        retrySeconds: secondsList,
        stopped: flag,
        redactSeconds: whole(0, 10_000_000),
      }),
      async ({ body }) => {
        Object.assign(store.state.settings, body);
        return store.settings;
      },
    );
    scope.get('/webhooks', async () => ({ deliveries: [...store.state.deliveries.values()] }));
    scope.post<{ Params: { id: string } }>('/webhooks/:id/resend', async ({ params }) => {
      const delivery = store.state.deliveries.get(params.id);
      if (!delivery) throw missing('webhook');
      webhooks.resend(delivery);
      return delivery;
    });
    registerShops(scope, store, webhooks);
    registerOrders(scope, store, webhooks);
  });
  app.get<Params>('/shopify/:shop/open', ({ params, query }, reply) => {
    const link = installLink(store, shopAt(store, params.shop), query.trouble);
    return reply.header('cache-control', 'no-store').redirect(link, 302);
  });
}

function registerShops(scope: FastifyInstance, store: ShopifyStore, webhooks: ShopifyWebhooks): void {
  const base = '/stores/:shop';
  scope.get<Params>(base, async ({ params }) => shopView(store, shopAt(store, params.shop)));
  scope.get<Params>(`${base}/install-link`, async ({ params, query }) => ({
    url: installLink(store, shopAt(store, params.shop), query.trouble),
  }));
  scope.post<Params>(`${base}/uninstall`, async ({ params }) => {
    const shop = shopAt(store, params.shop);
    uninstall(store, webhooks, shop);
    return shopView(store, shop);
  });
  scope.post<Params & { Body: { which?: 'access' | 'refresh' } | null }>(
    `${base}/expire-tokens`,
    bodyOf({ which: { enum: ['access', 'refresh'] } }),
    async ({ params, body }) => {
      const { tokens, refreshTokens } = store.state;
      const own = [...(body?.which === 'refresh' ? refreshTokens : tokens).values()];
      const ended = own.filter(({ shop }) => shop === params.shop);
      for (const one of ended) one.expiresAt = Date.now();
      return { ended: ended.length };
    },
  );
  scope.post<Params & { Body: { topic: ComplianceTopic } }>(
    `${base}/compliance`,
    bodyOf({ topic: { enum: [...complianceTopics] } }, ['topic']),
    async ({ params, body }) => {
      webhooks.emitCompliance(shopAt(store, params.shop), body.topic);
      return {};
    },
  );
}

/** What a code takes off; one that the store does not know takes ten percent. */
function useCode({ state }: ShopifyStore, shop: Shop, code: string): OrderDiscount {
  for (const discount of state.discounts.values()) {
    const found = discount.codes.find((one) => one.code.toLowerCase() === code.toLowerCase());
    if (discount.shop !== shop.domain || !found || !discount.active) continue;
    found.used += 1;
    return 'percentage' in discount.value
      ? { code: found.code, kind: 'percentage', value: discount.value.percentage * 100 }
      : { code: found.code, kind: 'fixed_amount', value: discount.value.amount };
  }
  return { code, kind: 'percentage', value: 10 };
}

function registerOrders(scope: FastifyInstance, store: ShopifyStore, webhooks: ShopifyWebhooks): void {
  const base = '/stores/:shop';
  const nextId = () => store.nextId();
  const now = () => new Date().toISOString();

  const create = (shop: Shop, input: OrderInput): ShopOrder => {
    const order = makeOrder(shop, input, {
      nextId,
      discount: input.code ? useCode(store, shop, input.code) : null,
    });
    store.state.orders.set(order.id, order);
    webhooks.emit(
      shop.domain,
      ['orders/create', ...(order.paid ? ['orders/paid'] : [])],
      orderBody(order, shop),
    );
    return order;
  };
  scope.get<Params>(`${base}/orders`, async ({ params }) => {
    const shop = shopAt(store, params.shop);
    return { orders: store.ordersOf(shop.domain).map((order) => orderBody(order, shop)) };
  });
  const nullable = { type: 'string', nullable: true, maxLength: 2000 };
  scope.post<Params & { Body: OrderInput | null }>(
    `${base}/orders`,
    bodyOf({
      ...{ code: text(), ref: text(), customer: nullable, landingSite: nullable, referringSite: nullable },
      currency: { type: 'string', pattern: '^[A-Z]{3}$' },
      ...{ test: flag, paid: flag, quantity: whole(1, 1000), product: whole(0, 1000) },
      createdAt: { type: 'string', format: 'date-time' },
    }),
    async ({ params, body }) => {
      const shop = shopAt(store, params.shop);
      return { order: orderBody(create(shop, body ?? {}), shop) };
    },
  );
  scope.post<Params & { Body: { count: number } }>(
    `${base}/burst`,
    bodyOf({ count: whole(1, 1500) }, ['count']),
    async ({ params, body }) => {
      const shop = shopAt(store, params.shop);
      const orders = Array.from({ length: body.count }, (_, at) =>
        create(shop, at % 3 === 0 ? { code: 'MIA15' } : { landingSite: at % 2 === 0 ? '/?ref=mia' : null }),
      );
      return { orders: orders.map(({ id }) => id) };
    },
  );

  const onOrder = <B>(name: string, schema: object, work: (shop: Shop, order: ShopOrder, body: B) => void) =>
    scope.post<Params & { Body: B }>(`${base}/orders/:order/${name}`, schema, async ({ params, body }) => {
      const shop = shopAt(store, params.shop);
      const wanted = Number(params.order);
      const order = store.ordersOf(shop.domain).find(({ id, number }) => id === wanted || number === wanted);
      if (!order) throw missing('order');
      work(shop, order, body as B);
      return { order: orderBody(order, shop) };
    });
  onOrder<{ note?: string } | null>('update', bodyOf({ note: text(5000) }), (shop, order, body) => {
    order.note = body?.note ?? 'Changed by the store';
    order.updatedAt = now();
    webhooks.emit(shop.domain, ['orders/updated'], orderBody(order, shop));
  });
  onOrder('cancel', {}, (shop, order) => {
    cancelOrder(order, now());
    webhooks.emit(shop.domain, ['orders/cancelled', 'orders/updated'], orderBody(order, shop));
  });
  onOrder<{ quantity?: number } | null>(
    'refund',
    bodyOf({ quantity: whole(1, 1000) }),
    (shop, order, body) => {
      const refund = makeRefund(order, { quantity: body?.quantity, at: now(), nextId });
      if (!refund) throw new Problem('invalid', { message: 'Nothing of this order is left to refund.' });
      const event = webhooks.emit(shop.domain, ['refunds/create'], refundBody(refund, order, shop));
      webhooks.emit(shop.domain, ['orders/updated'], orderBody(order, shop), event);
    },
  );
}

/** What the page of the stores shows, and the buttons of its rows. */
export function shopifyPanel(store: ShopifyStore): Panel {
  const newest = <T>(list: Map<unknown, T>): T[] => [...list.values()].reverse();
  return {
    provider: 'shopify',
    path: '/shopify',
    prefix: PREFIX,
    title: 'Stores',
    intro: () =>
      html`Shopify with ${store.state.shops.size} stores. The app with the key <code>${store.config.key}</code> is at <code>${store.settings.webOrigin}</code>${store.settings.stopped && '; webhooks are stopped'}.`,
    actions: [
      { label: 'Stop webhooks', method: 'PUT', path: '/settings', body: { stopped: true } },
      { label: 'Resume webhooks', method: 'PUT', path: '/settings', body: { stopped: false } },
      { label: 'Reset all stores', method: 'DELETE', path: '/' },
    ],
    tables: () => [
      {
        title: 'Stores',
        rows: store.state.shops.values(),
        columns: ['name', 'domain', 'currency', 'installation'],
        actions: [
          { label: 'Open the app', link: true, path: '/shopify/{domain}/open' },
          { label: 'Open with a stale link', link: true, path: '/shopify/{domain}/open?trouble=stale' },
          {
            label: 'Place order',
            path: '/stores/{domain}/orders',
            fields: { code: 'Discount code', ref: 'Cart attribute ref' },
          },
          { label: 'Many orders', path: '/stores/{domain}/burst', fields: { count: '500' } },
          {
            label: 'Expire tokens',
            path: '/stores/{domain}/expire-tokens',
            fields: { which: ['access', 'refresh'] },
          },
          {
            label: 'Privacy request',
            path: '/stores/{domain}/compliance',
            fields: { topic: complianceTopics },
          },
          { label: 'Uninstall the app', path: '/stores/{domain}/uninstall' },
        ],
      },
      {
        title: 'Orders',
        rows: newest(store.state.orders).map((order) => ({
          ...order,
          total: plainAmount(totalOf(order), shopAt(store, order.shop).currency),
          status: order.cancelledAt ? 'cancelled' : financialStatusOf(order),
          code: order.discount?.code,
        })),
        columns: ['number', 'shop', 'total', 'status', 'code', 'createdAt'],
        actions: [
          { label: 'Update', path: '/stores/{shop}/orders/{id}/update' },
          { label: 'Refund one piece', path: '/stores/{shop}/orders/{id}/refund', body: { quantity: 1 } },
          { label: 'Refund all', path: '/stores/{shop}/orders/{id}/refund' },
          { label: 'Cancel', path: '/stores/{shop}/orders/{id}/cancel' },
        ],
      },
      {
        title: 'Webhooks',
        rows: newest(store.state.deliveries),
        columns: ['id', 'topic', 'shop', 'status', 'attempts', 'triggeredAt'],
        actions: [{ label: 'Send again', path: '/webhooks/{id}/resend' }],
      },
      { title: 'Last calls', rows: store.calls },
    ],
  };
}
