import { join } from 'node:path';
import { EventLog } from '../platform/event-log.ts';
import { KeptState } from '../platform/kept-state.ts';
import { CostBuckets } from './shopify-cost.ts';
import { demoOrders, demoShops } from './shopify-demo.ts';
import type {
  AccessToken,
  AuthorizationCode,
  BulkCreation,
  Delivery,
  RefreshToken,
  Shop,
  ShopDiscount,
  ShopEvent,
  ShopOrder,
  Subscription,
} from './shopify-entity.ts';
import { type FailureOrder, FailureOrders } from './shopify-failure.ts';
import type { ShopifyConfig, ShopifySettings } from './shopify-settings.ts';
import type { WebhookOrder } from './shopify-webhook-order.ts';

/** So many webhooks are remembered; the oldest go first. */
const KEPT_EVENTS = 12_000;
const KEPT_CALLS = 100;

/** One call that came in, as the page shows it. */
export interface SeenCall {
  at: string;
  shop: string;
  call: string;
  /** 0 when no answer was given. */
  status: number;
  note: string | null;
}

interface State {
  lastId: number;
  shops: Shop[];
  orders: ShopOrder[];
  discounts: ShopDiscount[];
  bulks: BulkCreation[];
  codes: AuthorizationCode[];
  tokens: AccessToken[];
  refreshTokens: RefreshToken[];
  subscriptions: Subscription[];
  deliveries: Delivery[];
  settings: Partial<ShopifySettings>;
  failures: FailureOrder[];
  webhookOrders: WebhookOrder[];
}

const FIRST_ID = 5_501_000_000_000;

/** All that the store platform remembers: one file that is replaced as a whole, and one that webhooks are added to. */
export class ShopifyStore {
  readonly config: ShopifyConfig;
  readonly shops = new Map<string, Shop>();
  readonly orders = new Map<number, ShopOrder>();
  readonly discounts = new Map<number, ShopDiscount>();
  readonly bulks = new Map<number, BulkCreation>();
  readonly codes = new Map<string, AuthorizationCode>();
  readonly tokens = new Map<string, AccessToken>();
  readonly refreshTokens = new Map<string, RefreshToken>();
  readonly subscriptions = new Map<number, Subscription>();
  readonly deliveries = new Map<string, Delivery>();
  readonly failures = new FailureOrders();
  /** Full again after a restart. */
  readonly buckets = new CostBuckets();
  webhookOrders: WebhookOrder[] = [];
  /** Answers that are never given, to be broken off at the end. */
  readonly hanging = new Set<{ raw: { destroy(): void } }>();
  /** Newest first; forgotten when the sandbox stops. */
  readonly calls: SeenCall[] = [];

  readonly #kept: KeptState<State, ShopEvent>;
  readonly #log = new EventLog<ShopEvent>(({ key }) => key, KEPT_EVENTS);
  #changed: Partial<ShopifySettings> = {};
  #lastId = FIRST_ID;

  constructor(dataDir: string, config: ShopifyConfig) {
    this.config = config;
    this.#kept = new KeptState(join(dataDir, 'shopify'), {
      state: () => this.#state(),
      take: (state) => this.#take(state),
      begin: () => this.reset(),
      events: this.#log,
    });
  }

  get events(): ReadonlyMap<string, ShopEvent> {
    return this.#log.byKey;
  }

  /** As they stand: what was changed while it ran goes before the configuration. */
  get settings(): ShopifySettings {
    return { ...this.config.settings, ...this.#changed };
  }

  change(settings: Partial<ShopifySettings>): void {
    this.#changed = { ...this.#changed, ...settings };
  }

  /** Reads what is there; without a file, or with one that cannot be read, the demo stores. */
  open(): Promise<void> {
    return this.#kept.open();
  }

  /** Never given twice, and growing. */
  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  ordersOf(domain: string): ShopOrder[] {
    return [...this.orders.values()].filter(({ shop }) => shop === domain);
  }

  subscriptionsOf(domain: string): Subscription[] {
    return [...this.subscriptions.values()].filter(({ shop }) => shop === domain);
  }

  /** Keeps a webhook's content until so many newer ones came. */
  keep(event: ShopEvent, deliveries: Delivery[]): void {
    this.#log.add(event);
    for (const delivery of deliveries) this.deliveries.set(delivery.id, delivery);
    for (const [id, { eventKey }] of this.deliveries) {
      if (this.deliveries.size <= KEPT_EVENTS) break;
      if (this.events.has(eventKey) && this.deliveries.size <= 2 * KEPT_EVENTS) break;
      this.deliveries.delete(id);
    }
  }

  seen(call: SeenCall): void {
    this.calls.unshift(call);
    this.calls.length = Math.min(this.calls.length, KEPT_CALLS);
  }

  /** Everything as in the beginning: the demo stores, the app not installed. Ids go on. */
  reset(): void {
    for (const kept of [
      this.shops,
      this.orders,
      this.discounts,
      this.bulks,
      this.codes,
      this.tokens,
      this.refreshTokens,
      this.subscriptions,
      this.#log,
      this.deliveries,
    ])
      kept.clear();
    this.failures.clear();
    this.buckets.clear();
    this.webhookOrders = [];
    this.#changed = {};
    this.calls.length = 0;
    for (const shop of demoShops(() => this.nextId())) {
      this.shops.set(shop.domain, shop);
      for (const order of demoOrders(shop, () => this.nextId())) this.orders.set(order.id, order);
    }
  }

  save(): Promise<void> {
    return this.#kept.save();
  }

  #take(state: State): void {
    this.#lastId = state.lastId;
    for (const shop of state.shops) this.shops.set(shop.domain, shop);
    for (const order of state.orders) this.orders.set(order.id, order);
    for (const discount of state.discounts) this.discounts.set(discount.id, discount);
    for (const bulk of state.bulks) this.bulks.set(bulk.id, bulk);
    for (const code of state.codes) this.codes.set(code.code, code);
    for (const token of state.tokens) this.tokens.set(token.token, token);
    for (const token of state.refreshTokens) this.refreshTokens.set(token.token, token);
    for (const subscription of state.subscriptions) this.subscriptions.set(subscription.id, subscription);
    for (const delivery of state.deliveries) this.deliveries.set(delivery.id, delivery);
    this.#changed = state.settings;
    this.failures.list = state.failures;
    this.webhookOrders = state.webhookOrders;
  }

  #state(): State {
    return {
      lastId: this.#lastId,
      shops: [...this.shops.values()],
      orders: [...this.orders.values()],
      discounts: [...this.discounts.values()],
      bulks: [...this.bulks.values()],
      codes: [...this.codes.values()],
      tokens: [...this.tokens.values()],
      refreshTokens: [...this.refreshTokens.values()],
      subscriptions: [...this.subscriptions.values()],
      deliveries: [...this.deliveries.values()],
      settings: this.#changed,
      failures: this.failures.list,
      webhookOrders: this.webhookOrders,
    };
  }
}
