import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  /** The last event that belongs to this state; later ones of the file are of changes that were never written. */
  lastEvent: string | null;
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
  readonly events = new Map<string, ShopEvent>();
  readonly deliveries = new Map<string, Delivery>();
  readonly failures = new FailureOrders();
  /** Full again after a restart. */
  readonly buckets = new CostBuckets();
  webhookOrders: WebhookOrder[] = [];
  /** Answers that are never given, to be broken off at the end. */
  readonly hanging = new Set<{ raw: { destroy(): void } }>();
  /** Newest first; forgotten when the sandbox stops. */
  readonly calls: SeenCall[] = [];

  readonly #folder: string;
  #changed: Partial<ShopifySettings> = {};
  #lastId = FIRST_ID;
  #newEvents: ShopEvent[] = [];
  #startAnew = false;
  #writing: Promise<void> | null = null;
  #waiting: Promise<void> | null = null;

  constructor(dataDir: string, config: ShopifyConfig) {
    this.#folder = join(dataDir, 'shopify');
    this.config = config;
  }

  /** As they stand: what was changed while it ran goes before the configuration. */
  get settings(): ShopifySettings {
    return { ...this.config.settings, ...this.#changed };
  }

  change(settings: Partial<ShopifySettings>): void {
    this.#changed = { ...this.#changed, ...settings };
  }

  /** Reads what is there; without a file, or with one that cannot be read, the demo stores. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const text = await readFile(this.#file('state.json'), 'utf8').catch(() => null);
    let lastEvent: string | null = null;
    try {
      if (text === null) this.#fillDemo();
      else {
        const state = JSON.parse(text) as State;
        this.#take(state);
        lastEvent = state.lastEvent;
      }
    } catch {
      await rename(this.#file('state.json'), this.#file('state.json.unreadable'));
      this.reset();
    }
    await this.#readEvents(lastEvent);
    await this.save();
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
    this.events.set(event.key, event);
    this.#newEvents.push(event);
    for (const delivery of deliveries) this.deliveries.set(delivery.id, delivery);
    for (const [key] of this.events) {
      if (this.events.size <= KEPT_EVENTS) break;
      this.events.delete(key);
    }
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
      this.events,
      this.deliveries,
    ])
      kept.clear();
    this.failures.clear();
    this.buckets.clear();
    this.webhookOrders = [];
    this.#changed = {};
    this.calls.length = 0;
    this.#newEvents = [];
    this.#startAnew = true;
    this.#fillDemo();
  }

  /** Writes the present state. Those who ask while a file is being written share the next one. */
  save(): Promise<void> {
    if (!this.#writing) {
      this.#writing = this.#write().finally(() => {
        this.#writing = null;
      });
      return this.#writing;
    }
    this.#waiting ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#waiting = null;
        return this.save();
      });
    return this.#waiting;
  }

  #fillDemo(): void {
    for (const shop of demoShops(() => this.nextId())) {
      this.shops.set(shop.domain, shop);
      for (const order of demoOrders(shop, () => this.nextId())) this.orders.set(order.id, order);
    }
  }

  async #write(): Promise<void> {
    // Both are taken before the first wait, so that they are of one moment.
    const state = JSON.stringify(this.#state());
    const lines = this.#newEvents.map((event) => `${JSON.stringify(event)}\n`).join('');
    const anew = this.#startAnew;
    this.#newEvents = [];
    this.#startAnew = false;
    if (anew) await writeFile(this.#file('events.ndjson'), lines);
    else if (lines) await appendFile(this.#file('events.ndjson'), lines);
    const part = this.#file('state.json.part');
    await writeFile(part, state);
    await rename(part, this.#file('state.json'));
  }

  /** A line that was cut off is left out. What is not kept any more is cut away with the next writing. */
  async #readEvents(last: string | null): Promise<void> {
    const text = await readFile(this.#file('events.ndjson'), 'utf8').catch(() => '');
    const lines = text.split('\n').filter(Boolean);
    const events = lines.map(eventOf).filter((event) => event !== null);
    const end = events.findLastIndex(({ key }) => key === last) + 1;
    const kept = events.slice(0, end).slice(-KEPT_EVENTS);
    for (const event of kept) this.events.set(event.key, event);
    this.#startAnew = kept.length < lines.length || (text !== '' && !text.endsWith('\n'));
    if (this.#startAnew) this.#newEvents = kept;
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
      lastEvent: [...this.events.keys()].at(-1) ?? null,
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

  #file(name: string): string {
    return join(this.#folder, name);
  }
}

function eventOf(line: string): ShopEvent | null {
  try {
    return JSON.parse(line) as ShopEvent;
  } catch {
    return null;
  }
}
