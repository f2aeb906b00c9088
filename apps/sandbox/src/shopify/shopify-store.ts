import { join } from 'node:path';
import type { Logger } from 'pino';
import type { ShopifyConfig } from '../config.ts';
import type { Fault, Faults } from '../platform/faults.ts';
import { CallLog, KeptState } from '../platform/state.ts';
import type { BulkCreation, ShopDiscount } from './shopify-discount.ts';
import {
  cancelOrder,
  demoShops,
  makeOrder,
  makeRefund,
  type NextId,
  type OrderDiscount,
  type Shop,
  type ShopOrder,
} from './shopify-order.ts';
import { type ShopDelivery, ShopifyWebhooks } from './shopify-webhook.ts';

const FIRST_ID = 5_501_000_000_000;
const DAY_MS = 86_400_000;
const DEMO_ORDERS = 24;

/** What a person's consent gave, to be exchanged once for tokens; or a token. */
export interface AccessToken {
  token: string;
  shop: string;
  scopes: string[];
  /** In ms. */
  expiresAt: number;
}

export interface RefreshToken extends AccessToken {
  /** The one it replaces, which may be used again until this one is. */
  replaces: string | null;
}

/** A webhook subscription that the app made through the API. */
export interface Subscription {
  id: number;
  shop: string;
  /** `orders/create`. */
  topic: string;
  url: string;
  apiVersion: string;
}

/** What shoppers from elsewhere pay in. */
const ELSEWHERE: Record<string, string> = { USD: 'EUR', EUR: 'USD', JPY: 'USD', GBP: 'JPY' };

const CODES = ['MIA15', 'JONAH10', 'HANA20'];

/** Orders of the last 80 days, every kind among them; some cancelled or given back, a day after they were made. */
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

/** A new sandbox: the demo stores, the app not installed. */
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
    codes: new Map<string, AccessToken>(),
    tokens: new Map<string, AccessToken>(),
    refreshTokens: new Map<string, RefreshToken>(),
    subscriptions: new Map<number, Subscription>(),
    deliveries: new Map<string, ShopDelivery>(),
    /** What was changed while it ran; the rest is configuration. */
    settings: {} as Partial<ShopifyConfig['settings']>,
  };
}

/** The store platform's memory, kept over restarts except for calls. */
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

  /** What was changed while it ran goes before the configuration. */
  get settings() {
    return { ...this.config.settings, ...this.state.settings };
  }

  /** The stores as in the beginning; ids continue. */
  begin(): void {
    this.reset(fresh(this.state.lastId));
    this.calls.clear();
  }

  /** Never given twice, and growing. */
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

  /** The fault of a call in a store, which is counted: the narrowest name first. */
  takeFault(domain: string, names: string[]): Fault | null {
    return this.faults.take(
      'shopify',
      names.flatMap((name) => [`${domain}/${name}`, name]),
    );
  }
}
