import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { html } from '../page/html.ts';
import { bodyOf, flag, type Panel, registerControl, secondsList, text, whole } from '../platform/control.ts';
import { type Spoiled, spoilings } from '../platform/webhooks.ts';
import { SCOPES } from './shopify-context.ts';
import type { Shop, ShopifySettings, ShopOrder } from './shopify-entity.ts';
import { type ArrivalTrouble, arrivalTroubles, installLink, uninstall } from './shopify-install.ts';
import type { OrderActs, OrderInput } from './shopify-order-acts.ts';
import { orderBody } from './shopify-order-body.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { expireTokens } from './shopify-token.ts';
import { financialStatusOf, plainAmount, totalOf } from './shopify-value.ts';
import { type ComplianceTopic, complianceTopics, type ShopifyWebhooks } from './shopify-webhook.ts';

const PREFIX = '/shopify/_control';
const MOST_SECONDS = 10_000_000;
const missing = (what: string) => new Problem('not_found', { message: `There is no such ${what}.` });
const spoiled = { enum: [...spoilings] };

function shopOf({ state }: ShopifyStore, domain: string): Shop {
  const shop = state.shops.get(domain);
  if (!shop) throw missing('store');
  return shop;
}

function shopView(store: ShopifyStore, shop: Shop) {
  const { products, ...rest } = shop;
  return {
    ...rest,
    products: products.length,
    orders: store.ordersOf(shop.domain).length,
    subscriptions: store.subscriptionsOf(shop.domain),
  };
}

/**
 * The stores for programs, and what they can make happen, below /shopify/_control. `{shop}` is a domain, `{order}` an
 * id or a number such as 1024.
 */
export async function registerShopifyControl(
  app: FastifyInstance,
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
  acts: OrderActs,
): Promise<void> {
  await registerControl(app, PREFIX, store.save, (scope) => {
    registerSettings(scope, store, webhooks);
    registerShops(scope, store, webhooks, acts);
    registerDeliveries(scope, store, webhooks);
  });
  app.get<Params>('/shopify/:shop/open', ({ params, query }, reply) => {
    const { trouble } = query as { trouble?: string };
    const found = arrivalTroubles.find((one) => one === trouble);
    const link = installLink(store, shopOf(store, params.shop).domain, found);
    return reply.header('cache-control', 'no-store').redirect(link, 302);
  });
}

function registerSettings(scope: FastifyInstance, store: ShopifyStore, webhooks: ShopifyWebhooks): void {
  const state = () => ({
    settings: store.settings,
    stores: [...store.state.shops.values()].map((shop) => shopView(store, shop)),
    calls: store.calls,
  });
  scope.get('/', async () => state());
  scope.delete('/', async () => {
    webhooks.forget();
    store.reset();
    return state();
  });
  const bucket = { size: whole(1, 1_000_000), perSecond: whole(1, 1_000_000) };
  scope.put<{ Body: Partial<ShopifySettings> }>(
    '/settings',
    bodyOf({
      webhookUrl: text(),
      webOrigin: text(),
      retrySeconds: secondsList,
      answerWithinMs: whole(50, 60_000),
      stopped: flag,
      tokenSeconds: whole(1, MOST_SECONDS),
      refreshTokenSeconds: whole(1, MOST_SECONDS),
      redactSeconds: whole(0, MOST_SECONDS),
      bucket: {
        type: 'object',
        nullable: true,
        required: ['size', 'perSecond'],
        properties: bucket,
      },
    }),
    async ({ body }) => {
      webhooks.change(body ?? {});
      return store.settings;
    },
  );
}

type Params = { Params: { shop: string; order: string } };

function registerShops(
  scope: FastifyInstance,
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
  acts: OrderActs,
): void {
  const base = '/stores/:shop';
  const act = <B>(path: string, options: object, work: (shop: Shop, body: B, order: string) => object) =>
    scope.post<Params & { Body: B }>(`${base}${path}`, options, async ({ params, body }) =>
      work(shopOf(store, params.shop), body as B, params.order),
    );
  const onOrder = <B>(path: string, options: object, work: (shop: Shop, order: ShopOrder, body: B) => void) =>
    act<B>(`/orders/:order/${path}`, options, (shop, body, id) => {
      const order =
        store.state.orders.get(Number(id)) ??
        store.ordersOf(shop.domain).find(({ number }) => number === Number(id));
      if (order?.shop !== shop.domain) throw missing('order');
      work(shop, order, body);
      return { order: orderBody(order, shop) };
    });

  scope.get<Params>(base, async ({ params }) => shopView(store, shopOf(store, params.shop)));
  scope.put<Params & { Body: { withheld: string[] } }>(
    base,
    bodyOf({ withheld: { type: 'array', maxItems: 50, items: { enum: Object.keys(SCOPES) } } }, ['withheld']),
    async ({ params, body }) => {
      const shop = shopOf(store, params.shop);
      shop.withheld = body.withheld;
      return shopView(store, shop);
    },
  );
  scope.get<Params & { Querystring: { trouble?: ArrivalTrouble } }>(
    `${base}/install-link`,
    async ({ params, query }) => {
      if (query.trouble && !arrivalTroubles.includes(query.trouble)) throw missing('trouble');
      return { url: installLink(store, shopOf(store, params.shop).domain, query.trouble) };
    },
  );
  scope.get<Params>(`${base}/orders`, async ({ params }) => {
    const shop = shopOf(store, params.shop);
    return { orders: store.ordersOf(shop.domain).map((order) => orderBody(order, shop)) };
  });

  const nullable = (most = 250) => ({ type: 'string', nullable: true, maxLength: most });
  act<OrderInput | null>(
    '/orders',
    bodyOf({
      code: text(),
      ref: text(),
      customer: nullable(),
      currency: { type: 'string', pattern: '^[A-Z]{3}$' },
      test: flag,
      paid: flag,
      landingSite: nullable(2000),
      referringSite: nullable(2000),
      note: text(5000),
      quantity: whole(1, 1000),
      product: whole(0, 1000),
      createdAt: { type: 'string', format: 'date-time' },
    }),
    (shop, input) => ({ order: orderBody(acts.create(shop, input ?? {}), shop) }),
  );
  onOrder<{ note?: string; tags?: string[]; paid?: boolean } | null>(
    'update',
    bodyOf({ note: text(5000), tags: { type: 'array', maxItems: 100, items: text() }, paid: flag }),
    (shop, order, change) => acts.update(shop, order, change ?? {}),
  );
  onOrder<{ refund?: boolean; reason?: string } | null>(
    'cancel',
    bodyOf({
      refund: flag,
      reason: { enum: ['customer', 'declined', 'fraud', 'inventory', 'other', 'staff'] },
    }),
    (shop, order, options) => acts.cancel(shop, order, options ?? {}),
  );
  onOrder<{ quantity?: number } | null>(
    'refund',
    bodyOf({ quantity: whole(1, 1000) }),
    (shop, order, body) => {
      if (!acts.refund(shop, order, body ?? {}))
        throw new Problem('invalid', { message: 'Nothing of this order is left to refund.' });
    },
  );
  act<{ count: number }>('/burst', bodyOf({ count: whole(1, 1500) }, ['count']), (shop, { count }) => ({
    orders: acts.burst(shop, count).map(({ id }) => id),
  }));
  act('/uninstall', {}, (shop) => {
    uninstall(store, webhooks, shop);
    return shopView(store, shop);
  });
  act<{ which?: 'access' | 'refresh' } | null>(
    '/expire-tokens',
    bodyOf({ which: { enum: ['access', 'refresh'] } }),
    (shop, body) => ({ ended: expireTokens(store, shop.domain, body?.which ?? 'access') }),
  );
  act<{ topic: ComplianceTopic; customer?: string; spoiled?: Spoiled }>(
    '/compliance',
    bodyOf({ topic: { enum: [...complianceTopics] }, customer: text(), spoiled }, ['topic']),
    (shop, { topic, ...options }) => {
      const delivery = webhooks.emitCompliance(shop, topic, options);
      if (!delivery) throw new Problem('invalid', { message: 'The settings have no webhookUrl.' });
      return { delivery };
    },
  );
}

function registerDeliveries(scope: FastifyInstance, store: ShopifyStore, webhooks: ShopifyWebhooks): void {
  scope.get('/webhooks', async () => ({ deliveries: [...store.state.deliveries.values()] }));
  scope.post<{ Params: { id: string }; Body: { spoiled?: Spoiled } | null }>(
    '/webhooks/:id/resend',
    bodyOf({ spoiled }),
    async ({ params, body }) => {
      const delivery = store.state.deliveries.get(params.id);
      if (!delivery) throw missing('webhook');
      webhooks.resend(delivery, body?.spoiled ?? null);
      return delivery;
    },
  );
  // Tests wait for what they ordered to have arrived.
  scope.post<{ Body: { withinMs?: number } | null }>(
    '/webhooks/idle',
    bodyOf({ withinMs: whole(1, 20_000) }),
    async ({ body }) => ({ idle: await webhooks.idle(body?.withinMs ?? 10_000) }),
  );
}

/** What the page of the stores shows, and the buttons of its rows. */
export function shopifyPanel(store: ShopifyStore): Panel {
  const inStore = (shop: Shop, label: string, path: string, body = {}, fields = {}) => ({
    ...{ label, about: shop.name, path: `/stores/${shop.domain}/${path}`, body, fields },
  });
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
        rows: [...store.state.shops.values()].map((shop) => ({
          ...{ name: shop.name, domain: shop.domain, currency: shop.currency },
          orders: store.ordersOf(shop.domain).length,
          scopes: shop.installation?.scopes.join(', ') ?? 'not installed',
        })),
        actions: (row) => {
          const shop = shopOf(store, String(row.domain));
          return [
            { label: 'Open the app', about: shop.name, link: true, path: `/shopify/${shop.domain}/open` },
            inStore(shop, 'Place order', 'orders', {}, { code: 'Discount code', ref: 'Cart attribute ref' }),
            inStore(shop, 'Many orders', 'burst', {}, { count: '500' }),
            inStore(shop, 'Expire tokens', 'expire-tokens', {}, { which: ['access', 'refresh'] }),
            inStore(shop, 'Privacy request', 'compliance', {}, { topic: complianceTopics }),
            inStore(shop, 'Uninstall the app', 'uninstall'),
          ];
        },
      },
      {
        title: 'Open the app with something wrong',
        rows: arrivalTroubles.map((trouble) => ({ trouble })),
        actions: ({ trouble }) =>
          [...store.state.shops.values()].slice(0, 1).map(({ domain }) => ({
            ...{ label: 'Open', about: String(trouble), link: true },
            path: `/shopify/${domain}/open?trouble=${trouble}`,
          })),
      },
      {
        title: 'Orders',
        rows: [...store.state.orders.values()]
          .sort((one, other) => other.id - one.id)
          .map((order) => ({
            ...{ store: order.shop, order: `#${order.number}`, id: order.id },
            total: plainAmount(totalOf(order), shopOf(store, order.shop).currency),
            status: order.cancelledAt ? 'cancelled' : financialStatusOf(order),
            code: order.discount?.code,
            customer: order.customer?.email,
            created: order.createdAt,
          })),
        actions: ({ store: domain, id }) => {
          const at = (label: string, act: string, body = {}) => ({
            ...{ label, about: `order ${id}`, path: `/stores/${domain}/orders/${id}/${act}`, body },
          });
          return [
            at('Update', 'update'),
            at('Refund one piece', 'refund', { quantity: 1 }),
            at('Refund all', 'refund'),
            at('Cancel', 'cancel'),
          ];
        },
      },
      {
        title: 'Webhooks',
        rows: [...store.state.deliveries.values()].reverse().map((one) => ({
          ...{ topic: one.topic, store: one.shop, status: one.status, id: one.id },
          answers: one.attempts.map(({ status, note }) => note ?? status),
          when: one.triggeredAt,
        })),
        actions: ({ id }) => [
          { label: 'Send again', about: String(id), path: `/webhooks/${id}/resend` },
          {
            ...{ label: 'Send forged', about: String(id), path: `/webhooks/${id}/resend` },
            body: { spoiled: 'wrong_signature' },
          },
        ],
      },
      { title: 'Last calls', rows: store.calls.map((one) => ({ ...one })) },
    ],
  };
}
