import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { counted } from '../platform/standing-order.ts';
import { WebhookSending } from '../platform/webhook-sending.ts';
import type { Delivery, ShopEvent } from './shopify-entity.ts';
import { postWebhook } from './shopify-post.ts';
import type { ShopifySettings } from './shopify-settings.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { currentVersion } from './shopify-version.ts';
import type { ComplianceTopic, WebhookOrder, WebhookScript } from './shopify-webhook-order.ts';

/** Sends what happens in the stores to the app, with retries; what is under way is remembered over a restart. */
export class ShopifyWebhooks {
  readonly #store: ShopifyStore;
  readonly #sending: WebhookSending<Delivery>;

  constructor(store: ShopifyStore, log: Logger) {
    this.#store = store;
    this.#sending = new WebhookSending<Delivery>(
      {
        deliveries: store.deliveries,
        idOf: ({ id }) => id,
        words: {
          waiting: 'waiting',
          taken: 'delivered',
          retrying: 'retrying',
          failed: 'failed',
          lost: 'lost',
        },
        stopped: () => store.settings.stopped,
        retrySeconds: ({ once }) => (once ? [] : store.settings.retrySeconds),
        async post(delivery, ending) {
          const event = store.events.get(delivery.eventKey);
          // None: so old that its content is forgotten.
          return event ? postWebhook(store, event, delivery, ending) : null;
        },
        attempted(delivery, taken) {
          const heard = !delivery.unheard;
          delivery.unheard = false;
          if (delivery.signing !== 'old') delivery.signing = 'right';
          return taken && heard;
        },
        givenUp({ once, subscriptionId }) {
          // The platform takes a subscription away whose webhooks are not taken; those of the configuration stay.
          if (!once && subscriptionId !== null) store.subscriptions.delete(subscriptionId);
        },
        save: () => store.save(),
      },
      log,
    );
  }

  /** Goes on with what was left when the sandbox stopped. */
  start(): void {
    this.#sending.start();
  }

  stop(): void {
    this.#sending.stop();
  }

  /** Nothing is remembered to be sent any more. */
  forget(): void {
    this.#sending.forget();
  }

  /** Waits until nothing is due within the next moment; false when that took too long. */
  idle(withinMs: number): Promise<boolean> {
    return this.#sending.idle(withinMs);
  }

  /** Changes settings of the platform. What was held back goes out when sending begins again. */
  change(settings: Partial<ShopifySettings>): void {
    const held = this.#store.settings.stopped;
    this.#store.change(settings);
    if (held && !this.#store.settings.stopped) this.start();
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
    delivery.signing = signing;
    this.#sending.again(delivery);
  }

  /** Takes back what waits, such as `shop/redact` when the app is installed again. */
  withdraw(fits: (delivery: Delivery) => boolean): void {
    for (const delivery of this.#store.deliveries.values())
      if (delivery.nextAt !== null && fits(delivery)) this.#sending.withdraw(delivery);
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
      const orders = this.#store.webhookOrders;
      this.#store.webhookOrders = counted(orders, orders);
      const has = (script: WebhookScript) => orders.some((one) => one.script === script);
      const late = orders.find(({ script }) => script === 'late');
      if (late) delivery.nextAt = Date.now() + late.seconds * 1000;
      delivery.twice = has('twice');
      delivery.unheard = has('slow_answer');
      if (has('old_secret')) delivery.signing = 'old';
      if (has('wrong_signature')) delivery.signing = 'wrong';
      if (has('altered')) delivery.signing = 'altered';
      if (has('lost')) this.#sending.withdraw(delivery);
      else this.#sending.begin(delivery, has('out_of_order') && !late);
    }
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
