import { join } from 'node:path';
import type { Fault, Faults } from '../platform/faults.ts';
import { KeptState } from '../platform/state.ts';
import { demoOrders, demoShops } from './shopify-demo.ts';
import type {
  AccessToken,
  AuthorizationCode,
  BulkCreation,
  RefreshToken,
  Shop,
  ShopDelivery,
  ShopDiscount,
  ShopifyConfig,
  ShopifySettings,
  ShopOrder,
  Subscription,
} from './shopify-entity.ts';

const CALLS_KEPT = 100;
const FIRST_ID = 5_501_000_000_000;

/** All that the store platform remembers. */
interface State {
  lastId: number;
  shops: Map<string, Shop>;
  orders: Map<number, ShopOrder>;
  discounts: Map<number, ShopDiscount>;
  bulks: Map<number, BulkCreation>;
  codes: Map<string, AuthorizationCode>;
  tokens: Map<string, AccessToken>;
  refreshTokens: Map<string, RefreshToken>;
  subscriptions: Map<number, Subscription>;
  deliveries: Map<string, ShopDelivery>;
  /** What was changed while it ran; the rest is configuration. */
  settings: Partial<ShopifySettings>;
}

/** A new sandbox: the demo stores, the app not installed. */
function fresh(firstId: number): State {
  let lastId = firstId;
  const nextId = () => ++lastId;
  const shops = demoShops(nextId);
  const orders = shops.flatMap((shop) => demoOrders(shop, nextId));
  return {
    lastId,
    shops: new Map(shops.map((shop) => [shop.domain, shop])),
    orders: new Map(orders.map((order) => [order.id, order])),
    discounts: new Map(),
    bulks: new Map(),
    codes: new Map(),
    tokens: new Map(),
    refreshTokens: new Map(),
    subscriptions: new Map(),
    deliveries: new Map(),
    settings: {},
  };
}

/** The store platform's memory, kept over restarts except for calls. */
export class ShopifyStore extends KeptState<State> {
  readonly config: ShopifyConfig;
  readonly faults: Faults;
  /** Newest first; `status` 0 when no answer was given. */
  readonly calls: { at: string; shop: string; call: string; status: number; note: string | null }[] = [];

  constructor(dataDir: string, config: ShopifyConfig, faults: Faults) {
    super(join(dataDir, 'shopify'), () => fresh(FIRST_ID));
    this.config = config;
    this.faults = faults;
  }

  /** What was changed while it ran goes before the configuration. */
  get settings(): ShopifySettings {
    return { ...this.config.settings, ...this.state.settings };
  }

  /** The stores as in the beginning; ids continue. */
  begin(): void {
    this.reset(fresh(this.state.lastId));
    this.calls.length = 0;
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

  seen(shop: string, call: string, status: number, note: string | null): void {
    this.calls.unshift({ at: new Date().toISOString(), shop, call, status, note });
    this.calls.length = Math.min(this.calls.length, CALLS_KEPT);
  }

  /** The fault of a call in a store, which is counted: the narrowest name first. */
  takeFault(domain: string, names: string[]): Fault | null {
    return this.faults.take(
      'shopify',
      names.flatMap((name) => [`${domain}/${name}`, name]),
    );
  }
}
