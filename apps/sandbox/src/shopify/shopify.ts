import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ShopifyConfig } from '../config.ts';
import { html } from '../page/page.ts';
import {
  type Calls,
  flag,
  listOf,
  needed,
  oneOf,
  orNull,
  record,
  registerControl,
  secondsList,
  text,
  whole,
} from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { shopAt } from './shopify-context.ts';
import { deliverOrder, shipOrder } from './shopify-draft-order.ts';
import { registerShopifyGraphql } from './shopify-graphql.ts';
import {
  type LinkTrouble,
  linkTroubles,
  registerShopifyOAuth,
  signedQuery,
  uninstall,
} from './shopify-oauth.ts';
import { orderFields, type Shop, type ShopOrder, variantsOf } from './shopify-order.ts';
import { orderBody } from './shopify-order-view.ts';
import {
  cancelSale,
  disputeOrder,
  noteOrder,
  type PastOrder,
  pastOrderSchema,
  placeOrder,
  returnGoods,
  rewriteHistory,
} from './shopify-sale.ts';
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
): Promise<ShopifyStore> {
  const { dataDir, config, faults, log } = options;
  const store = new ShopifyStore(dataDir, config, faults, log);
  await store.open();
  registerShopifyOAuth(app, store);
  registerShopifyGraphql(app, store);
  store.webhooks.runWith(app);
  const openLink = ({ name, domain }: Shop) =>
    html` <a class="button" href="/shopify/${domain}/open" aria-label="Open the app: ${name}">${name}</a>`;
  const shopLink = ({ name, domain }: Shop) =>
    html` <a class="button" href="/shopify/${domain}" aria-label="Shop at ${name}">${name}</a>`;
  const intro = () => {
    const shops = [...store.state.shops.values()];
    return html`Shopify. The app with the key <code>${config.key}</code> is at <code>${store.settings.webOrigin}</code>. Open it from a store: ${shops.map(openLink)}</p><p class="quiet">Shop as a buyer: ${shops.map(shopLink)}`;
  };
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
    const journeySeconds = whole(0, 10_000_000);
    on('PUT', '/settings', { ...addresses, ...sending, journeySeconds }, (input) => {
      Object.assign(store.state.settings, input);
      return store.settings;
    });
    on('GET', '/webhooks', {}, () => ({ deliveries: [...store.state.deliveries.values()] }));
    registerShops(on, store);
    registerProducts(on, store);
    registerOrders(on, store);
  });
  type Open = { Params: { shop: string }; Querystring: { trouble?: LinkTrouble } };
  app.get<Open>('/shopify/:shop/open', ({ params, query }, reply) => {
    const shop = store.state.shops.get(params.shop);
    if (!shop) throw missing('store');
    const link = installLink(store, shop, query.trouble);
    return reply.header('cache-control', 'no-store').redirect(link, 302);
  });
  return store;
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
  const { shops, orders, deliveries, drafts } = store.state;
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
    products: [...shops.values()].flatMap(({ domain, products }) =>
      products.map((product) => ({
        shop: domain,
        id: product.id,
        title: product.title,
        variants: variantsOf(product)
          .map(({ variantId, title }) => `${variantId} ${title}`)
          .join(', '),
        soldOut: (product.soldOut ?? []).join(', '),
      })),
    ),
    drafts: [...drafts.values()].map(({ id, shop, number, completedAt, orderId, tags }) => ({
      id,
      shop,
      number,
      completedAt,
      orderId,
      tags: tags.join(', '),
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

/** Registers changes of products: deleting one, and what is in stock. */
function registerProducts(on: Calls, store: ShopifyStore): void {
  const path = '/stores/:shop/products/:product';
  const productOf = (at: { shop: string; product: string }) => {
    const shop = shopAt(store, at.shop);
    const found = shop.products.find(({ id }) => id === Number(at.product));
    if (!found) throw missing('product');
    return { shop, found };
  };
  on('DELETE', path, {}, (at) => {
    const { shop, found } = productOf(at);
    shop.products.splice(shop.products.indexOf(found), 1);
    return { left: shop.products.length };
  });
  const variant = needed(whole(1, Number.MAX_SAFE_INTEGER));
  on('POST', `${path}/stock`, { variant, inStock: needed(flag) }, ({ variant: id, inStock, ...at }) => {
    const { found } = productOf(at);
    const others = (found.soldOut ?? []).filter((one) => one !== id);
    found.soldOut = inStock ? others : [...others, id];
    return { soldOut: found.soldOut };
  });
  on('POST', `${path}/cost`, { cost: orNull(whole(0, 1_000_000_000)) }, ({ cost, ...at }) => {
    const { found } = productOf(at);
    found.cost = cost ?? null;
    return { cost: found.cost };
  });
}

function registerOrders(on: Calls, store: ShopifyStore): void {
  on('GET', '/stores/:shop/orders', {}, ({ shop: domain }) => {
    const shop = shopAt(store, domain);
    return { orders: store.ordersOf(domain).map((order) => orderBody(order, shop)) };
  });
  on('POST', '/stores/:shop/orders', orderFields, (input) => {
    const shop = shopAt(store, input.shop);
    return { order: orderBody(placeOrder(store, shop, input), shop) };
  });

  const past = needed(listOf(record<PastOrder>(pastOrderSchema), 5000));
  on('PUT', '/stores/:shop/orders', { orders: past }, (input) => {
    const shop = shopAt(store, input.shop);
    return { orders: rewriteHistory(store, shop, input.orders).map((order) => orderBody(order, shop)) };
  });

  on('POST', '/stores/:shop/burst', { count: needed(whole(1, 1500)) }, ({ shop: domain, count }) => {
    const shop = shopAt(store, domain);
    const inputs = Array.from({ length: count }, (_, at) =>
      at % 3 === 0 ? { code: 'MIA15' } : { ref: 'mia' },
    );
    return { orders: inputs.map((input) => placeOrder(store, shop, input).id) };
  });

  /** Registers a change of an order. */
  const path = '/stores/:shop/orders/:order';
  const change = (at: { shop: string; order: string }, work: (order: ShopOrder, shop: Shop) => void) => {
    const shop = shopAt(store, at.shop);
    const order = orderAt(store, shop, at.order);
    work(order, shop);
    return { order: orderBody(order, shop) };
  };
  on('POST', `${path}/update`, { note: text(5000) }, ({ note = 'Changed by the store', ...at }) =>
    change(at, (order, shop) => noteOrder(store, shop, order, note)),
  );
  on('POST', `${path}/cancel`, {}, (at) => change(at, (order, shop) => cancelSale(store, shop, order)));
  const returned = { quantity: whole(1, 1000), lineId: whole(1, Number.MAX_SAFE_INTEGER) };
  on('POST', `${path}/refund`, returned, ({ quantity, lineId, ...at }) =>
    change(at, (order, shop) => returnGoods(store, shop, order, { quantity, lineId })),
  );
  const tracking = { company: text(100), number: text(200), url: text(2000), shipping: whole(0, 1_000_000) };
  on('POST', `${path}/ship`, tracking, ({ company, number, url, shipping, ...at }) =>
    change(at, (order, shop) => shipOrder(store, shop, order, { company, number, url, shipping })),
  );
  const deliveredAt = text(40, { format: 'date-time' });
  on('POST', `${path}/deliver`, { deliveredAt }, ({ deliveredAt: when, ...at }) =>
    change(at, (order, shop) => deliverOrder(store, shop, order, when)),
  );
  const status = oneOf(['needs_response', 'won', 'lost']);
  on('POST', `${path}/dispute`, { status }, (input) =>
    change(input, (order, shop) => disputeOrder(store, shop, order, input.status)),
  );
}

/** Returns an order of a store by its id or number. */
function orderAt(store: ShopifyStore, { domain }: Shop, text: string): ShopOrder {
  const wanted = Number(text);
  const order = store.ordersOf(domain).find(({ id, number }) => id === wanted || number === wanted);
  if (!order) throw missing('order');
  return order;
}
