import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { ShopifyConfig } from '../config.ts';
import type { Fault, Faults } from '../platform/faults.ts';
import { CallLog, KeptState } from '../platform/state.ts';
import { newDelivery, Webhooks } from '../platform/webhooks.ts';
import type { BulkCreation, ShopDiscount } from './shopify-discount-types.ts';
import {
  cancelOrder,
  demoShops,
  type Minor,
  makeOrder,
  makeRefund,
  type NextId,
  type OrderDiscount,
  type Shop,
  type ShopOrder,
} from './shopify-order.ts';

const ANSWER_WITHIN_MS = 5000;
const VERSION = '2026-07';

/** Mandatory compliance topics. */
export const complianceTopics = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;
export type ComplianceTopic = (typeof complianceTopics)[number];

type Target = Pick<Subscription, 'url' | 'apiVersion'> & { id: number | null };

/** Sends store events to the app. */
class ShopifyWebhooks extends Webhooks<ShopDelivery> {
  readonly #store: ShopifyStore;

  constructor(store: ShopifyStore, log: Logger) {
    super(
      {
        provider: 'shopify',
        deliveries: () => store.state.deliveries,
        settings: () => store.settings,
        request: (delivery) => requestOf(delivery, store.config.secret),
        givenUp({ subscriptionId }) {
          // The platform deletes subscriptions whose webhooks fail; those of the app's
          // configuration stay.
          if (subscriptionId !== null) store.state.subscriptions.delete(subscriptionId);
        },
        save: store.save,
      },
      store.faults,
      log,
    );
    this.#store = store;
  }

  /**
   * Sends a store event to all subscribers of its topics.
   * @param body snapshot
   * @param eventId id of the action, if part of an earlier one
   * @returns the event id
   */
  emit(shop: string, topics: string[], body: object, eventId: string = randomUUID()): string {
    for (const topic of topics)
      for (const one of this.#store.subscriptionsOf(shop).filter((one) => one.topic === topic))
        this.begin(deliveryOf(shop, topic, body, eventId, one));
    return eventId;
  }

  /**
   * Sends a compliance webhook about a store, or the customer of its newest order, to the
   * configured URL.
   */
  emitCompliance(shop: Shop, topic: ComplianceTopic, inSeconds = 0): void {
    const { webhookUrl: url } = this.#store.settings;
    if (url === '') return;
    const target = { id: null, url, apiVersion: VERSION };
    const body = this.#complianceBody(shop, topic);
    const delivery = deliveryOf(shop.domain, topic, body, randomUUID(), target);
    this.begin({ ...delivery, nextAt: Date.now() + inSeconds * 1000 });
  }

  #complianceBody(shop: Shop, topic: ComplianceTopic): object {
    const about = { shop_id: shop.id, shop_domain: shop.domain };
    if (topic === 'shop/redact') return about;
    const orders = this.#store.ordersOf(shop.domain);
    const { id, email } = orders.findLast(({ customer }) => customer)?.customer ?? { id: 1, email: '' };
    const ids = orders.filter((one) => one.customer?.id === id).map((one) => one.id);
    const customer = { id, email, phone: null };
    return topic === 'customers/redact'
      ? { ...about, customer, orders_to_redact: ids }
      : { ...about, customer, orders_requested: ids, data_request: { id: this.#store.nextId() } };
  }

  /** Withdraws a store's `shop/redact`, as when the app is installed again. */
  withdrawRedact(domain: string): void {
    for (const one of this.#store.state.deliveries.values())
      if (one.nextAt !== null && one.shop === domain && one.topic === 'shop/redact') this.withdraw(one);
  }
}

function requestOf(delivery: ShopDelivery, secret: string) {
  const { body, forged } = delivery;
  if (body === undefined) return null;
  const hmac = createHmac('sha256', forged ? `${secret}-wrong` : secret)
    .update(body)
    .digest('base64');
  return {
    url: delivery.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Shopify-Captain-Hook',
      'x-shopify-topic': delivery.topic,
      'x-shopify-shop-domain': delivery.shop,
      'x-shopify-api-version': delivery.apiVersion,
      'x-shopify-webhook-id': delivery.id,
      'x-shopify-event-id': delivery.eventId,
      'x-shopify-triggered-at': delivery.triggeredAt,
      'x-shopify-hmac-sha256': hmac,
    },
    body,
    withinMs: ANSWER_WITHIN_MS,
  };
}

/** A webhook delivery; `id` is its `X-Shopify-Webhook-Id`. */
export type ShopDelivery = ReturnType<typeof deliveryOf>;

/**
 * @param body snapshot
 * @param eventId `X-Shopify-Event-Id`: the same for all topics of an action
 * @param target its id is null for compliance webhooks of the app's configuration
 */
function deliveryOf(shop: string, topic: string, body: object, eventId: string, target: Target) {
  const { id: subscriptionId, url, apiVersion } = target;
  // More precise than seconds, unlike the times in the body.
  const triggeredAt = new Date(performance.timeOrigin + performance.now()).toISOString();
  const sent = { shop, topic, eventId, triggeredAt, body: JSON.stringify(body) };
  return { ...newDelivery(randomUUID()), ...sent, subscriptionId, url, apiVersion };
}

const FIRST_ID = 5_501_000_000_000;
const DAY_MS = 86_400_000;
const DEMO_ORDERS = 24;

/** An authorization code or a token. */
export interface AccessToken {
  token: string;
  shop: string;
  scopes: string[];
  /** In ms. */
  expiresAt: number;
  /** Of a refresh token: the one it replaces, which stays valid until this one is used. */
  replaces?: string | null;
}

/** A discount code that the deal page lists. */
export interface LeakedCode {
  id: number;
  shop: string;
  code: string;
  at: string;
  /** Orders that buyers from the deal page placed with it. */
  orders: number;
}

/** A webhook subscription created through the API. */
export interface Subscription {
  id: number;
  shop: string;
  /** `orders/create`. */
  topic: string;
  url: string;
  apiVersion: string;
}

/** A draft order; its order exists once it is completed. */
export interface ShopDraftOrder {
  id: number;
  shop: string;
  number: number;
  createdAt: string;
  completedAt: string | null;
  tags: string[];
  note: string | null;
  attributes: { name: string; value: string }[];
  lines: { variantId: number; quantity: number }[];
  /** Percent off everything. */
  off: number;
  shipping: Minor;
  /** Name and place, as given. */
  address: Record<string, string | null> | null;
  orderId: number | null;
}

/** Currencies of foreign shoppers. */
const ELSEWHERE: Record<string, string> = { USD: 'EUR', EUR: 'USD', JPY: 'USD', GBP: 'JPY' };

const CODES = ['MIA15', 'JONAH10', 'HANA20'];

/** Orders of the last 80 days of every kind; some cancelled or refunded a day later. */
function demoOrders(shop: Shop, nextId: NextId): ShopOrder[] {
  return Array.from({ length: DEMO_ORDERS }, (_, at): ShopOrder => {
    const created = Date.now() - (80 - at * 3.4) * DAY_MS;
    const code = at % 3 === 0 ? (CODES[(at / 3) % CODES.length] ?? '') : '';
    const discount: OrderDiscount = { code, kind: 'percentage', value: Number(code.replace(/\D/g, '')) };
    const foreign = at % 6 === 4 ? ELSEWHERE[shop.currency] : undefined;
    const order = makeOrder(
      shop,
      {
        createdAt: new Date(created).toISOString(),
        quantity: 1 + (at % 3),
        paid: at !== 5,
        test: at === 9,
        landingSite: landingOf(at),
        referringSite: at % 4 === 0 ? 'https://www.instagram.com/' : null,
        ...(foreign && { currency: foreign }),
        ...(at % 7 === 3 && { customer: null }),
        ...(at % 4 === 1 && { ref: 'mia' }),
      },
      { nextId, discount: code ? discount : null },
    );
    const later = new Date(created + DAY_MS).toISOString();
    if (at === 5) cancelOrder(order, later);
    if (at === 8 || at === 14) makeRefund(order, { quantity: at === 8 ? 1 : undefined, at: later, nextId });
    return order;
  });
}

function landingOf(at: number): string | null {
  if (at % 5 === 2) return null;
  if (at % 5 === 3) return '/wallets/checkouts.json';
  return at % 2 === 0 ? '/?utm_source=ig&utm_medium=creator&ref=mia' : '/products/all?ref=jonah';
}

/** A new sandbox: the demo stores without the app. */
function fresh(firstId: number) {
  let lastId = firstId;
  const nextId = () => ++lastId;
  const shops = demoShops(nextId);
  const orders = shops.flatMap((shop) => demoOrders(shop, nextId));
  return {
    lastId,
    shops: new Map(shops.map((shop) => [shop.domain, shop])),
    orders: new Map(orders.map((order) => [order.id, order])),
    discounts: new Map<number, ShopDiscount>(),
    bulks: new Map<number, BulkCreation>(),
    drafts: new Map<number, ShopDraftOrder>(),
    codes: new Map<string, AccessToken>(),
    tokens: new Map<string, AccessToken>(),
    refreshTokens: new Map<string, AccessToken>(),
    subscriptions: new Map<number, Subscription>(),
    deliveries: new Map<string, ShopDelivery>(),
    leaks: new Map<number, LeakedCode>(),
    /** Settings changed at runtime. */
    settings: {} as Partial<ShopifyConfig['settings']>,
  };
}

/** The store platform's persistent state, without logged calls. */
export class ShopifyStore extends KeptState<ReturnType<typeof fresh>> {
  readonly config: ShopifyConfig;
  readonly faults: Faults;
  readonly webhooks: ShopifyWebhooks;
  readonly calls = new CallLog<{ shop: string; call: string; status: number; note: string | null }>();

  constructor(dataDir: string, config: ShopifyConfig, faults: Faults, log: Logger) {
    super(join(dataDir, 'shopify'), () => fresh(FIRST_ID));
    this.config = config;
    this.faults = faults;
    this.webhooks = new ShopifyWebhooks(this, log);
  }

  /** Settings changed at runtime take precedence over the configuration. */
  get settings() {
    return { ...this.config.settings, ...this.state.settings };
  }

  /** Resets the stores; ids continue. */
  begin(): void {
    this.reset(fresh(this.state.lastId));
    this.calls.clear();
  }

  /** Unique and increasing. */
  nextId(): number {
    this.state.lastId += 1;
    return this.state.lastId;
  }

  ordersOf(domain: string): ShopOrder[] {
    return [...this.state.orders.values()].filter(({ shop }) => shop === domain);
  }

  subscriptionsOf(domain: string): Subscription[] {
    return [...this.state.subscriptions.values()].filter(({ shop }) => shop === domain);
  }

  /** Returns the fault of a call in a store and counts it: most specific name first. */
  takeFault(domain: string, names: string[]): Fault | null {
    return this.faults.take(
      'shopify',
      names.flatMap((name) => [`${domain}/${name}`, name]),
    );
  }
}
