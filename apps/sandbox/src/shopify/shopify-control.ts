import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { sendCompliance } from './shopify-compliance.ts';
import { body, flag, MOST_SECONDS, missing, signings, text, whole } from './shopify-control-shape.ts';
import { deliveryView, registerSending } from './shopify-control-webhooks.ts';
import type { Delivery, Shop, ShopOrder } from './shopify-entity.ts';
import { failureFits, type ShopifyFailure, shopifyFailures } from './shopify-failure.ts';
import { type ArrivalTrouble, arrivalTroubles, installLink, uninstall } from './shopify-install.ts';
import type { OrderActs, OrderWish } from './shopify-order-acts.ts';
import { orderBody } from './shopify-order-body.ts';
import { SCOPES } from './shopify-scope.ts';
import type { ShopifySettings } from './shopify-settings.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { expireTokens } from './shopify-token.ts';
import type { ShopifyWebhooks } from './shopify-webhook.ts';
import { type ComplianceTopic, complianceTopics } from './shopify-webhook-order.ts';

/** The store at a domain, or a refusal. */
export function shopOf(store: ShopifyStore, domain: string): Shop {
  const shop = store.shops.get(domain);
  if (!shop) throw missing('store');
  return shop;
}

/** An order of a store by its id or its number, or a refusal. */
export function orderOf(store: ShopifyStore, shop: Shop, id: string): ShopOrder {
  const found =
    store.orders.get(Number(id)) ?? store.ordersOf(shop.domain).find(({ number }) => number === Number(id));
  if (found?.shop !== shop.domain) throw missing('order');
  return found;
}

function shopView(store: ShopifyStore, shop: Shop) {
  const live = [...store.tokens.values()].filter((one) => one.shop === shop.domain);
  return {
    domain: shop.domain,
    id: shop.id,
    name: shop.name,
    currency: shop.currency,
    plan: shop.plan,
    withheld: shop.withheld,
    installation: shop.installation,
    products: shop.products.length,
    orders: store.ordersOf(shop.domain).length,
    subscriptions: store.subscriptionsOf(shop.domain),
    accessTokens: live.filter(({ expiresAt }) => expiresAt === null || expiresAt > Date.now()).length,
  };
}

/**
 * The stores for programs and what they can order, under /shopify/_control. `{shop}` is a domain, `{order}` an id or a
 * number such as 1024.
 */
export function registerShopifyControl(
  app: FastifyInstance,
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
  acts: OrderActs,
): void {
  const base = '/shopify/_control';
  registerState(app, base, store, webhooks);
  registerShops(app, `${base}/stores/:shop`, store, webhooks, acts);
  registerSending(app, `${base}/webhooks`, store, webhooks);
}

function registerState(
  app: FastifyInstance,
  base: string,
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
): void {
  const state = () => ({
    key: store.config.key,
    settings: store.settings,
    stores: [...store.shops.values()].map((shop) => shopView(store, shop)),
    failures: store.failures.list,
    webhookOrders: store.webhookOrders,
    calls: store.calls,
  });
  app.get(base, async () => state());

  app.delete(base, async () => {
    webhooks.forget();
    store.reset();
    await store.save();
    return state();
  });

  app.put<{ Body: Partial<ShopifySettings> }>(
    `${base}/settings`,
    {
      ...body({
        webhookUrl: text(),
        webOrigin: text(),
        retrySeconds: {
          type: 'array',
          maxItems: 20,
          items: { type: 'number', minimum: 0, maximum: MOST_SECONDS },
        },
        answerWithinMs: whole(50, 60_000),
        stopped: flag,
        tokenSeconds: whole(1, MOST_SECONDS),
        refreshTokenSeconds: whole(1, MOST_SECONDS),
        redactSeconds: whole(0, MOST_SECONDS),
        bucket: {
          type: 'object',
          nullable: true,
          required: ['size', 'perSecond'],
          properties: { size: whole(1, 1_000_000), perSecond: whole(1, 1_000_000) },
        },
      }),
    },
    async (request) => {
      webhooks.change(request.body ?? {});
      await store.save();
      return store.settings;
    },
  );

  app.post<{
    Body: { shop?: string; call: string; failure: ShopifyFailure; times?: number; milliseconds?: number };
  }>(
    `${base}/failures`,
    body(
      {
        shop: text(),
        call: { type: 'string', minLength: 1, maxLength: 100 },
        failure: { enum: [...shopifyFailures] },
        times: whole(1, 10_000),
        milliseconds: whole(1, 600_000),
      },
      ['call', 'failure'],
    ),
    async ({ body: { shop = '*', call, failure, times = null, milliseconds = 8000 } }) => {
      if (!failureFits(call, failure))
        throw new Problem('invalid', { message: `The call ${call} cannot fail so.` });
      store.failures.set({ shop, call, failure, times, milliseconds });
      await store.save();
      return { failures: store.failures.list };
    },
  );

  app.delete(`${base}/failures`, async () => {
    store.failures.clear();
    await store.save();
    return { failures: [] };
  });
}

type Params = { Params: { shop: string; order: string } };

function registerShops(
  app: FastifyInstance,
  base: string,
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
  acts: OrderActs,
): void {
  /** Does something in a store, and writes it down before it answers. */
  const act = <B, R>(path: string, options: object, work: (shop: Shop, body: B, order: string) => R) =>
    app.post<Params & { Body: B }>(`${base}${path}`, options, async ({ params, body: asked }) => {
      const done = work(shopOf(store, params.shop), asked as B, params.order);
      await store.save();
      return done;
    });
  const shown = (shop: Shop, order: ShopOrder) => ({ order: orderBody(order, shop) });

  app.get<Params>(base, async ({ params }) => shopView(store, shopOf(store, params.shop)));

  app.put<Params & { Body: { withheld: string[] } }>(
    base,
    body({ withheld: { type: 'array', maxItems: 50, items: { enum: Object.keys(SCOPES) } } }, ['withheld']),
    async ({ params, body: { withheld } }) => {
      const shop = shopOf(store, params.shop);
      shop.withheld = withheld;
      await store.save();
      return shopView(store, shop);
    },
  );

  app.get<Params & { Querystring: { trouble?: string } }>(
    `${base}/install-link`,
    async ({ params, query }) => {
      const trouble = arrivalTroubles.find((one) => one === query.trouble);
      if (query.trouble && !trouble) throw missing('trouble');
      return {
        url: installLink(store, shopOf(store, params.shop).domain, trouble as ArrivalTrouble | undefined),
      };
    },
  );

  app.get<Params>(`${base}/orders`, async ({ params }) => {
    const shop = shopOf(store, params.shop);
    return { orders: store.ordersOf(shop.domain).map((order) => orderBody(order, shop)) };
  });

  const nullable = (most = 250) => ({ type: 'string', nullable: true, maxLength: most });
  act<OrderWish | null, object>(
    '/orders',
    body({
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
    (shop, wish) => shown(shop, acts.create(shop, wish ?? {})),
  );
  act<{ note?: string; tags?: string[]; paid?: boolean } | null, object>(
    '/orders/:order/update',
    body({ note: text(5000), tags: { type: 'array', maxItems: 100, items: text() }, paid: flag }),
    (shop, change, id) => shown(shop, acts.update(shop, orderOf(store, shop, id), change ?? {})),
  );
  act<{ refund?: boolean; reason?: string } | null, object>(
    '/orders/:order/cancel',
    body({
      refund: flag,
      reason: { enum: ['customer', 'declined', 'fraud', 'inventory', 'other', 'staff'] },
    }),
    (shop, options, id) => shown(shop, acts.cancel(shop, orderOf(store, shop, id), options ?? {})),
  );
  act<{ quantity?: number } | null, object>(
    '/orders/:order/refund',
    body({ quantity: whole(1, 1000) }),
    (shop, wish, id) => {
      const order = orderOf(store, shop, id);
      if (!acts.refund(shop, order, wish ?? {}))
        throw new Problem('invalid', { message: 'Nothing of this order is left to give back.' });
      return shown(shop, order);
    },
  );
  act<{ count: number }, object>(
    '/burst',
    body({ count: whole(1, 10_000) }, ['count']),
    (shop, { count }) => ({
      orders: acts.burst(shop, count).map(({ id }) => id),
    }),
  );

  act('/uninstall', {}, (shop) => {
    uninstall(store, webhooks, shop);
    return shopView(store, shop);
  });
  act<{ which?: 'access' | 'refresh' } | null, object>(
    '/expire-tokens',
    body({ which: { enum: ['access', 'refresh'] } }),
    (shop, asked) => ({ ended: expireTokens(store, shop.domain, asked?.which ?? 'access') }),
  );
  act<{ topic?: string } | null, object>('/delete-subscriptions', body({ topic: text() }), (shop, asked) => {
    const gone = store
      .subscriptionsOf(shop.domain)
      .filter(({ topic }) => !asked?.topic || topic === asked.topic);
    for (const { id } of gone) store.subscriptions.delete(id);
    return { deleted: gone.length };
  });
  act<{ topic: ComplianceTopic; customer?: string; signing?: Delivery['signing'] }, object>(
    '/compliance',
    body({ topic: { enum: [...complianceTopics] }, customer: text(), signing: { enum: signings } }, [
      'topic',
    ]),
    (shop, { topic, ...options }) => {
      const delivery = sendCompliance(store, webhooks, shop, topic, options);
      if (!delivery) throw new Problem('invalid', { message: 'The settings name no webhookUrl.' });
      return { delivery: deliveryView(store, delivery) };
    },
  );
}
