import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Delivery, ShopEvent } from './shopify-entity.ts';
import { postWebhook } from './shopify-post.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { currentVersion } from './shopify-version.ts';
import type { ComplianceTopic, WebhookOrder, WebhookScript } from './shopify-webhook-order.ts';

/** Sent at the same time, at most. */
const TOGETHER = 20;
const REVERSED_WITHIN_MS = 1000;
const SAVE_AFTER_MS = 400;
const ATTEMPTS_KEPT = 20;
/** The longest a timer of the platform can wait. */
const TIMER_MOST_MS = 2_000_000_000;

/** Sends what happens in the stores to the app, with retries; what is under way is remembered over a restart. */
export class ShopifyWebhooks {
  readonly #store: ShopifyStore;
  readonly #log: Logger;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #ready: string[] = [];
  #reversed: string[] = [];
  #reversing: NodeJS.Timeout | null = null;
  #saving: NodeJS.Timeout | null = null;
  #sending = 0;
  readonly #ending = new AbortController();

  constructor(store: ShopifyStore, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  /** Goes on with what was left when the sandbox stopped. */
  start(): void {
    for (const delivery of this.#store.deliveries.values()) {
      if (delivery.nextAt !== null) this.#schedule(delivery);
    }
  }

  stop(): void {
    this.#ending.abort();
    this.forget();
    if (this.#reversing) clearTimeout(this.#reversing);
    if (this.#saving) clearTimeout(this.#saving);
  }

  /** Nothing is remembered to be sent any more. */
  forget(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#ready.length = 0;
    this.#reversed = [];
  }

  /**
   * Something happened in a store: sent to everybody who subscribed to one of the topics.
   * @param body as it stands now
   * @param eventId of the act, where this is part of an earlier one
   * @returns the event id
   */
  emit(shop: string, topics: string[], body: object, eventId: string = randomUUID()): string {
    const text = JSON.stringify(body);
    const subscriptions = this.#store.subscriptionsOf(shop);
    for (const topic of topics) {
      const event = eventOf(shop, topic, text, eventId);
      const meant = subscriptions.filter((one) => one.topic === topic);
      const deliveries = meant.map((one) => {
        const delivery = this.#newDelivery(event, one.url, one.apiVersion);
        delivery.subscriptionId = one.id;
        return delivery;
      });
      if (deliveries.length > 0) this.#begin(event, deliveries);
    }
    return eventId;
  }

  /**
   * One of the calls that the app's configuration asks for, whoever subscribed to what.
   * @param options `signing` as the delivery's; `inSeconds`: not at once; `once`: a refused one is not tried again
   */
  emitConfigured(
    shop: string,
    topic: ComplianceTopic,
    body: object,
    options: { signing?: Delivery['signing']; inSeconds?: number; once?: boolean } = {},
  ): Delivery | null {
    const { webhookUrl } = this.#store.settings;
    if (webhookUrl === '') return null;
    const event = eventOf(shop, topic, JSON.stringify(body), randomUUID());
    const delivery = this.#newDelivery(event, webhookUrl, currentVersion());
    delivery.signing = options.signing ?? 'right';
    delivery.once = options.once ?? false;
    delivery.nextAt = Date.now() + (options.inSeconds ?? 0) * 1000;
    this.#begin(event, [delivery]);
    return delivery;
  }

  /** An order replaces an earlier one of its kind. */
  order(order: WebhookOrder): void {
    this.removeOrder(order.script);
    this.#store.webhookOrders.push(order);
  }

  removeOrder(script: WebhookScript): void {
    this.#store.webhookOrders = this.#store.webhookOrders.filter((one) => one.script !== script);
  }

  /** Sends one once more with the same ids, whatever became of it. */
  resend(delivery: Delivery, signing: Delivery['signing'] = 'right'): void {
    delivery.status = 'waiting';
    delivery.signing = signing;
    delivery.nextAt = Date.now();
    delivery.retries = 0;
    this.#schedule(delivery);
  }

  /** Takes back what waits, such as `shop/redact` when the app is installed again. */
  withdraw(fits: (delivery: Delivery) => boolean): void {
    for (const delivery of this.#store.deliveries.values()) {
      if (delivery.nextAt === null || !fits(delivery)) continue;
      delivery.nextAt = null;
      delivery.status = 'lost';
      clearTimeout(this.#timers.get(delivery.id));
    }
  }

  /** Waits until nothing is due within the next moment; false when that took too long. */
  async idle(withinMs: number): Promise<boolean> {
    const end = Date.now() + withinMs;
    while (this.#isBusy()) {
      if (Date.now() > end || this.#ending.signal.aborted) return false;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    return true;
  }

  #isBusy(): boolean {
    if (this.#sending > 0 || this.#ready.length > 0 || this.#reversed.length > 0) return true;
    if (this.#store.settings.stopped) return false;
    const soon = Date.now() + 50;
    for (const { nextAt } of this.#store.deliveries.values())
      if (nextAt !== null && nextAt <= soon) return true;
    return false;
  }

  #newDelivery(event: ShopEvent, url: string, apiVersion: string): Delivery {
    return {
      id: randomUUID(),
      eventKey: event.key,
      shop: event.shop,
      topic: event.topic,
      subscriptionId: null,
      url,
      apiVersion,
      status: 'waiting',
      attempts: [],
      nextAt: Date.now(),
      retries: 0,
      twice: false,
      signing: 'right',
      unheard: false,
      once: false,
    };
  }

  #begin(event: ShopEvent, deliveries: Delivery[]): void {
    this.#store.keep(event, deliveries);
    for (const delivery of deliveries) {
      const scripts = this.#applying();
      const has = (script: WebhookScript) => scripts.some((one) => one.script === script);
      const late = scripts.find(({ script }) => script === 'late');
      if (late) delivery.nextAt = Date.now() + late.seconds * 1000;
      delivery.twice = has('twice');
      delivery.unheard = has('slow_answer');
      if (has('old_secret')) delivery.signing = 'old';
      if (has('wrong_signature')) delivery.signing = 'wrong';
      if (has('altered')) delivery.signing = 'altered';
      if (has('lost')) {
        delivery.status = 'lost';
        delivery.nextAt = null;
      } else if (this.#store.settings.stopped) continue;
      else if (has('out_of_order') && !late) this.#holdBack(delivery);
      else this.#schedule(delivery);
    }
  }

  /** The orders that hold for this webhook, which is counted. */
  #applying(): WebhookOrder[] {
    const orders = this.#store.webhookOrders;
    if (orders.length === 0) return orders;
    for (const order of orders) if (order.times !== null) order.times -= 1;
    this.#store.webhookOrders = orders.filter(({ times }) => times === null || times > 0);
    return orders;
  }

  #holdBack(delivery: Delivery): void {
    delivery.nextAt = Date.now() + REVERSED_WITHIN_MS;
    this.#reversed.unshift(delivery.id);
    this.#reversing ??= setTimeout(() => {
      this.#reversing = null;
      const ids = this.#reversed;
      this.#reversed = [];
      void this.#inTurn(ids);
    }, REVERSED_WITHIN_MS);
    this.#reversing.unref();
  }

  /** One after the other, so that the order is kept on the way. */
  async #inTurn(ids: string[]): Promise<void> {
    this.#sending += 1;
    for (const id of ids) {
      const delivery = this.#store.deliveries.get(id);
      if (delivery && delivery.nextAt !== null && !this.#store.settings.stopped)
        await this.#send(delivery).catch((error: unknown) =>
          this.#log.error({ err: error }, 'webhook not sent'),
        );
    }
    this.#sending -= 1;
  }

  #schedule(delivery: Delivery): void {
    clearTimeout(this.#timers.get(delivery.id));
    const wait = Math.max(0, (delivery.nextAt ?? 0) - Date.now());
    const timer = setTimeout(
      () => {
        this.#timers.delete(delivery.id);
        this.#ready.push(delivery.id);
        this.#pump();
      },
      Math.min(wait, TIMER_MOST_MS),
    );
    this.#timers.set(delivery.id, timer.unref());
  }

  #pump(): void {
    while (this.#sending < TOGETHER && this.#ready.length > 0 && !this.#ending.signal.aborted) {
      const delivery = this.#store.deliveries.get(this.#ready.shift() ?? '');
      if (!delivery || delivery.nextAt === null || this.#store.settings.stopped) continue;
      this.#sending += 1;
      this.#send(delivery)
        .catch((error: unknown) => this.#log.error({ err: error }, 'webhook not sent'))
        .finally(() => {
          this.#sending -= 1;
          this.#pump();
        });
    }
  }

  async #send(delivery: Delivery): Promise<void> {
    const event = this.#store.events.get(delivery.eventKey);
    if (!event) {
      // So old that its content is forgotten.
      delivery.nextAt = null;
      delivery.status = 'lost';
      return;
    }
    const began = Date.now();
    const { status, note } = await postWebhook(this.#store, event, delivery, this.#ending.signal);
    if (this.#ending.signal.aborted) return;
    delivery.attempts.push({ at: new Date(began).toISOString(), status, ms: Date.now() - began, note });
    if (delivery.attempts.length > ATTEMPTS_KEPT) delivery.attempts.shift();
    // Redirects are not followed: only 2xx says that it was taken.
    const taken = status >= 200 && status < 300 && !delivery.unheard;
    delivery.unheard = false;
    if (delivery.signing !== 'old') delivery.signing = 'right';
    if (taken) this.#taken(delivery);
    else this.#failed(delivery);
    this.#saveSoon();
  }

  #taken(delivery: Delivery): void {
    delivery.status = 'delivered';
    delivery.nextAt = null;
    if (!delivery.twice) return;
    delivery.twice = false;
    delivery.nextAt = Date.now();
    this.#schedule(delivery);
  }

  #failed(delivery: Delivery): void {
    const wait = this.#store.settings.retrySeconds[delivery.retries];
    if (wait === undefined || delivery.once) {
      delivery.status = 'failed';
      delivery.nextAt = null;
      // The platform takes a subscription away whose webhooks are not taken; those of the configuration stay.
      if (!delivery.once && delivery.subscriptionId !== null)
        this.#store.subscriptions.delete(delivery.subscriptionId);
      return;
    }
    delivery.retries += 1;
    delivery.status = 'retrying';
    delivery.nextAt = Date.now() + wait * 1000;
    this.#schedule(delivery);
  }

  #saveSoon(): void {
    this.#saving ??= setTimeout(() => {
      this.#saving = null;
      this.#store
        .save()
        .catch((error: unknown) => this.#log.error({ err: error }, 'shopify state not written'));
    }, SAVE_AFTER_MS).unref();
  }
}

const eventOf = (shop: string, topic: string, body: string, eventId: string): ShopEvent => ({
  key: randomUUID(),
  eventId,
  shop,
  topic,
  // Finer than a second, unlike the times in the body.
  triggeredAt: new Date(performance.timeOrigin + performance.now()).toISOString(),
  body,
});
