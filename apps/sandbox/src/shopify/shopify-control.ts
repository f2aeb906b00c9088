import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { html } from '../page/html.ts';
import {
  bodyOf,
  type Calls,
  type Control,
  flag,
  registerControl,
  secondsList,
  text,
  whole,
} from '../platform/control.ts';
import type { OrderDiscount, Shop, ShopifySettings, ShopOrder } from './shopify-entity.ts';
import { uninstall } from './shopify-oauth.ts';
import { cancelOrder, makeOrder, makeRefund, type OrderInput } from './shopify-order.ts';
import { orderBody, refundBody } from './shopify-order-body.ts';
import { type LinkTrouble, linkTroubles, signedQuery } from './shopify-sign.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { type ComplianceTopic, complianceTopics, type ShopifyWebhooks } from './shopify-webhook.ts';

type InShop = { shop: string };
type Trouble = { trouble?: LinkTrouble | '' };

const missing = (what: string) => new Problem('not_found', { message: `There is no such ${what}.` });

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
  const { config, faults, settings } = store;
  const openLink = ({ name, domain }: Shop) =>
    html` <a class="button" href="/shopify/${domain}/open" aria-label="Open the app: ${name}">${name}</a>`;
  const panel: Control = {
    provider: 'shopify',
    prefix: '/shopify/_control',
    path: '/shopify',
    title: 'Stores',
    intro: () =>
      html`Shopify. The app with the key <code>${config.key}</code> is at <code>${settings.webOrigin}</code>. Open it from a store: ${[...store.state.shops.values()].map(openLink)}`,
    faults,
    state: () => stateOf(store),
    save: store.save,
  };
  await registerControl(app, panel, (on) => {
    registerSettings(on, store, webhooks);
    registerShops(on, store, webhooks);
    registerOrders(on, store, webhooks);
  });
  app.get<{ Params: InShop; Querystring: Trouble }>('/shopify/:shop/open', ({ params, query }, reply) => {
    const link = installLink(store, shopAt(store, params.shop), query.trouble);
    return reply.header('cache-control', 'no-store').redirect(link, 302);
  });
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
    calls: store.calls,
  };
}

function registerSettings(on: Calls, store: ShopifyStore, webhooks: ShopifyWebhooks): void {
  on('DELETE', '/', {}, () => {
    store.begin();
    return stateOf(store);
  });
  const addresses = { webhookUrl: text(), webOrigin: text() };
  const redactSeconds = whole(0, 10_000_000);
  const settings = bodyOf({ ...addresses, retrySeconds: secondsList, stopped: flag, redactSeconds });
  on<Partial<ShopifySettings>>('PUT', '/settings', settings, (input) => {
    Object.assign(store.state.settings, input);
    return store.settings;
  });
  on('GET', '/webhooks', {}, () => ({ deliveries: [...store.state.deliveries.values()] }));
  on<{ id: string }>('POST', '/deliveries/:id/resend', {}, ({ id }) => {
    const delivery = store.state.deliveries.get(id);
    if (!delivery) throw missing('webhook');
    webhooks.resend(delivery);
    return delivery;
  });
}

function registerShops(on: Calls, store: ShopifyStore, webhooks: ShopifyWebhooks): void {
  const base = '/stores/:shop';
  on<InShop>('GET', base, {}, ({ shop }) => shopView(store, shopAt(store, shop)));
  on<InShop & Trouble>('GET', `${base}/install-link`, {}, ({ shop, trouble }) => ({
    url: installLink(store, shopAt(store, shop), trouble),
  }));
  on<InShop>('POST', `${base}/uninstall`, {}, ({ shop: domain }) => {
    const shop = shopAt(store, domain);
    uninstall(store, webhooks, shop);
    return shopView(store, shop);
  });
  const which = bodyOf({ which: { enum: ['access', 'refresh'] } });
  type Expiry = InShop & { which?: 'access' | 'refresh' };
  on<Expiry>('POST', `${base}/expire-tokens`, which, (input) => {
    const { tokens, refreshTokens } = store.state;
    const own = [...(input.which === 'refresh' ? refreshTokens : tokens).values()];
    const ended = own.filter(({ shop }) => shop === input.shop);
    for (const one of ended) one.expiresAt = Date.now();
    return { ended: ended.length };
  });
  const topic = bodyOf({ topic: { enum: [...complianceTopics] } }, ['topic']);
  on<InShop & { topic: ComplianceTopic }>('POST', `${base}/compliance`, topic, (input) => {
    webhooks.emitCompliance(shopAt(store, input.shop), input.topic);
    return {};
  });
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

/** Somebody buys something: `orders/create`, and `orders/paid` where it is. */
function placeOrder(
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
  shop: Shop,
  input: OrderInput,
): ShopOrder {
  const discount = input.code ? useCode(store, shop, input.code) : null;
  const order = makeOrder(shop, input, { nextId: () => store.nextId(), discount });
  store.state.orders.set(order.id, order);
  const topics = ['orders/create', ...(order.paid ? ['orders/paid'] : [])];
  webhooks.emit(shop.domain, topics, orderBody(order, shop));
  return order;
}

function registerOrders(on: Calls, store: ShopifyStore, webhooks: ShopifyWebhooks): void {
  const base = '/stores/:shop/orders';
  const now = () => new Date().toISOString();
  on<InShop>('GET', base, {}, ({ shop: domain }) => {
    const shop = shopAt(store, domain);
    return { orders: store.ordersOf(domain).map((order) => orderBody(order, shop)) };
  });
  const nullable = { type: 'string', nullable: true, maxLength: 2000 };
  const order = {
    code: text(),
    ref: text(),
    customer: nullable,
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    test: flag,
    paid: flag,
    landingSite: nullable,
    referringSite: nullable,
    quantity: whole(1, 1000),
    product: whole(0, 1000),
    createdAt: { type: 'string', format: 'date-time' },
  };
  on<InShop & OrderInput>('POST', base, bodyOf(order), (input) => {
    const shop = shopAt(store, input.shop);
    return { order: orderBody(placeOrder(store, webhooks, shop, input), shop) };
  });
  const count = bodyOf({ count: whole(1, 1500) }, ['count']);
  on<InShop & { count: number }>('POST', '/stores/:shop/burst', count, (input) => {
    const shop = shopAt(store, input.shop);
    const orders = Array.from({ length: input.count }, (_, at) =>
      placeOrder(store, webhooks, shop, at % 3 === 0 ? { code: 'MIA15' } : { ref: 'mia' }),
    );
    return { orders: orders.map(({ id }) => id) };
  });

  type Change = { note?: string; quantity?: number };
  const onOrder = (
    name: string,
    body: Record<string, object>,
    work: (shop: Shop, order: ShopOrder, change: Change) => void,
  ) =>
    on<InShop & Change & { order: string }>('POST', `${base}/:order/${name}`, bodyOf(body), (input) => {
      const shop = shopAt(store, input.shop);
      const wanted = Number(input.order);
      const found = store.ordersOf(shop.domain).find(({ id, number }) => id === wanted || number === wanted);
      if (!found) throw missing('order');
      work(shop, found, input);
      return { order: orderBody(found, shop) };
    });
  const tell = (shop: Shop, order: ShopOrder, topics: string[], event?: string) =>
    webhooks.emit(shop.domain, topics, orderBody(order, shop), event);
  onOrder('update', { note: text(5000) }, (shop, order, { note = 'Changed by the store' }) => {
    Object.assign(order, { note, updatedAt: now() });
    tell(shop, order, ['orders/updated']);
  });
  onOrder('cancel', {}, (shop, order) => {
    cancelOrder(order, now());
    tell(shop, order, ['orders/cancelled', 'orders/updated']);
  });
  onOrder('refund', { quantity: whole(1, 1000) }, (shop, order, { quantity }) => {
    const refund = makeRefund(order, { quantity, at: now(), nextId: () => store.nextId() });
    if (!refund) throw new Problem('invalid', { message: 'Nothing of this order is left to refund.' });
    const event = webhooks.emit(shop.domain, ['refunds/create'], refundBody(refund, order, shop));
    tell(shop, order, ['orders/updated'], event);
  });
}
