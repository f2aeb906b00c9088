import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ShopifyConfig } from '../config.ts';
import { html } from '../page/page.ts';
import {
  type Calls,
  flag,
  needed,
  oneOf,
  registerControl,
  secondsList,
  text,
  whole,
} from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { shopAt } from './shopify-context.ts';
import { useCode } from './shopify-discount.ts';
import { registerShopifyGraphql } from './shopify-graphql.ts';
import {
  type LinkTrouble,
  linkTroubles,
  registerShopifyOAuth,
  signedQuery,
  uninstall,
} from './shopify-oauth.ts';
import {
  cancelOrder,
  makeOrder,
  makeRefund,
  type OrderInput,
  orderFields,
  type Shop,
  type ShopOrder,
} from './shopify-order.ts';
import { orderBody, refundBody } from './shopify-order-view.ts';
import { complianceTopics, ShopifyStore } from './shopify-store.ts';

/**
 * The store platform: Shopify's OAuth with expiring offline tokens, GraphQL Admin API and webhooks
 * for some demo stores. A store is at `/shopify/{shop}/admin`, corresponding to
 * `https://{shop}/admin`. The control API is at /shopify/_control: `{shop}` is a domain, `{order}`
 * an id or a number such as 1024.
 */
export async function registerShopify(
  app: FastifyInstance,
  options: { dataDir: string; config: ShopifyConfig; faults: Faults; log: Logger },
): Promise<void> {
  const { dataDir, config, faults, log } = options;
  const store = new ShopifyStore(dataDir, config, faults, log);
  await store.open();
  registerShopifyOAuth(app, store);
  registerShopifyGraphql(app, store);
  store.webhooks.runWith(app);
  const openLink = ({ name, domain }: Shop) =>
    html` <a class="button" href="/shopify/${domain}/open" aria-label="Open the app: ${name}">${name}</a>`;
  const intro = () =>
    html`Shopify. The app with the key <code>${config.key}</code> is at <code>${store.settings.webOrigin}</code>. Open it from a store: ${[...store.state.shops.values()].map(openLink)}`;
  const state = () => stateOf(store);
  const panel = {
    provider: 'shopify',
    prefix: '/shopify/_control',
    faults,
    intro,
    state,
    save: store.save,
  } as const;
  await registerControl(app, panel, (on) => {
    on('DELETE', '/', {}, () => {
      store.begin();
      return state();
    });
    const addresses = { webhookUrl: text(), webOrigin: text() };
    const sending = { retrySeconds: secondsList, stopped: flag, redactSeconds: whole(0, 10_000_000) };
    on('PUT', '/settings', { ...addresses, ...sending }, (input) => {
      Object.assign(store.state.settings, input);
      return store.settings;
    });
    on('GET', '/webhooks', {}, () => ({ deliveries: [...store.state.deliveries.values()] }));
    registerShops(on, store);
    registerOrders(on, store);
  });
  type Open = { Params: { shop: string }; Querystring: { trouble?: LinkTrouble } };
  app.get<Open>('/shopify/:shop/open', ({ params, query }, reply) => {
    const shop = store.state.shops.get(params.shop);
    if (!shop) throw missing('store');
    const link = installLink(store, shop, query.trouble);
    return reply.header('cache-control', 'no-store').redirect(link, 302);
  });
}

const missing = (what: string) => new Problem('not_found', { message: `There is no such ${what}.` });

/** A store in the control API. */
const shopView = (store: ShopifyStore, { products: _, ...shop }: Shop) => ({
  ...shop,
  subscriptions: store.subscriptionsOf(shop.domain),
});

/** The URL at which the platform opens the app for a store. */
function installLink({ config, settings }: ShopifyStore, { domain }: Shop, trouble: LinkTrouble | '' = '') {
  if (trouble && !linkTroubles.includes(trouble)) throw missing('trouble');
  return `${settings.webOrigin}/order-integration-install?${signedQuery(domain, config.secret, { trouble })}`;
}

function stateOf(store: ShopifyStore) {
  const { shops, orders, deliveries } = store.state;
  return {
    settings: store.settings,
    stores: [...shops.values()].map((shop) => ({ shop: shop.domain, ...shopView(store, shop) })),
    orders: [...orders.values()].map(({ id, shop, number, createdAt, paid, discount }) => ({
      id,
      shop,
      number,
      createdAt,
      paid,
      code: discount?.code,
    })),
    deliveries: [...deliveries.values()],
    calls: store.calls.list,
  };
}

function registerShops(on: Calls, store: ShopifyStore): void {
  on('GET', '/stores/:shop', {}, ({ shop }) => shopView(store, shopAt(store, shop)));
  on('GET', '/stores/:shop/install-link', { trouble: text() }, ({ shop, trouble }) => ({
    url: installLink(store, shopAt(store, shop), trouble as LinkTrouble),
  }));
  on('POST', '/stores/:shop/uninstall', {}, ({ shop: domain }) => {
    const shop = shopAt(store, domain);
    uninstall(store, shop);
    return shopView(store, shop);
  });
  const which = oneOf(['access', 'refresh']);
  on('POST', '/stores/:shop/expire-tokens', { which }, (input) => {
    const { tokens, refreshTokens } = store.state;
    const own = [...(input.which === 'refresh' ? refreshTokens : tokens).values()];
    const ended = own.filter(({ shop }) => shop === input.shop);
    for (const one of ended) one.expiresAt = Date.now();
    return { ended: ended.length };
  });
  on('POST', '/stores/:shop/compliance', { topic: needed(oneOf(complianceTopics)) }, ({ shop, topic }) => {
    store.webhooks.emitCompliance(shopAt(store, shop), topic);
    return {};
  });
}

/** Places an order: `orders/create`, and `orders/paid` if paid. */
function placeOrder(store: ShopifyStore, shop: Shop, input: OrderInput): ShopOrder {
  const discount = input.code ? useCode(store, shop, input.code) : null;
  const order = makeOrder(shop, input, { nextId: () => store.nextId(), discount });
  store.state.orders.set(order.id, order);
  const topics = ['orders/create', ...(order.paid ? ['orders/paid'] : [])];
  store.webhooks.emit(shop.domain, topics, orderBody(order, shop));
  return order;
}

function registerOrders(on: Calls, store: ShopifyStore): void {
  const now = () => new Date().toISOString();
  const nextId = () => store.nextId();
  on('GET', '/stores/:shop/orders', {}, ({ shop: domain }) => {
    const shop = shopAt(store, domain);
    return { orders: store.ordersOf(domain).map((order) => orderBody(order, shop)) };
  });
  on('POST', '/stores/:shop/orders', orderFields, (input) => {
    const shop = shopAt(store, input.shop);
    return { order: orderBody(placeOrder(store, shop, input), shop) };
  });

  on('POST', '/stores/:shop/burst', { count: needed(whole(1, 1500)) }, ({ shop: domain, count }) => {
    const shop = shopAt(store, domain);
    const inputs = Array.from({ length: count }, (_, at) =>
      at % 3 === 0 ? { code: 'MIA15' } : { ref: 'mia' },
    );
    return { orders: inputs.map((input) => placeOrder(store, shop, input).id) };
  });

  /**
   * Changes an order and sends its webhooks. @param work returns the topics, and the event it is
   * part of
   */
  const change = (
    at: { shop: string; order: string },
    work: (order: ShopOrder, shop: Shop) => { topics: string[]; event?: string },
  ) => {
    const shop = shopAt(store, at.shop);
    const wanted = Number(at.order);
    const order = store.ordersOf(at.shop).find(({ id, number }) => id === wanted || number === wanted);
    if (!order) throw missing('order');
    const { topics, event } = work(order, shop);
    store.webhooks.emit(at.shop, topics, orderBody(order, shop), event);
    return { order: orderBody(order, shop) };
  };
  const path = '/stores/:shop/orders/:order';
  on('POST', `${path}/update`, { note: text(5000) }, ({ note = 'Changed by the store', ...at }) =>
    change(at, (order) => {
      Object.assign(order, { note, updatedAt: now() });
      return { topics: ['orders/updated'] };
    }),
  );
  on('POST', `${path}/cancel`, {}, (at) =>
    change(at, (order) => {
      cancelOrder(order, now());
      return { topics: ['orders/cancelled', 'orders/updated'] };
    }),
  );
  on('POST', `${path}/refund`, { quantity: whole(1, 1000) }, ({ quantity, ...at }) =>
    change(at, (order, shop) => {
      const refund = makeRefund(order, { quantity, at: now(), nextId });
      if (!refund) throw new Problem('invalid', { message: 'Nothing of this order is left to refund.' });
      const event = store.webhooks.emit(at.shop, ['refunds/create'], refundBody(refund, order, shop));
      return { topics: ['orders/updated'], event };
    }),
  );
}
