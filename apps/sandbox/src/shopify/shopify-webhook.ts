import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { newDelivery, type Spoiled, Webhooks } from '../platform/webhooks.ts';
import type { Shop, ShopDelivery, ShopEvent, ShopifySettings } from './shopify-entity.ts';
import { bodyHmac } from './shopify-sign.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { versionOf } from './shopify-value.ts';

/** What privacy laws make every app listen to. */
export const complianceTopics = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;
export type ComplianceTopic = (typeof complianceTopics)[number];

/** Sends what happens in the stores to the app. */
export class ShopifyWebhooks {
  readonly #store: ShopifyStore;
  readonly #sending: Webhooks<ShopDelivery>;

  constructor(store: ShopifyStore, log: Logger) {
    this.#store = store;
    this.#sending = new Webhooks<ShopDelivery>(
      {
        provider: 'shopify',
        deliveries: () => store.state.deliveries,
        stopped: () => store.settings.stopped,
        retrySeconds: () => store.settings.retrySeconds,
        request: (delivery) => this.#request(delivery),
        givenUp({ once, subscriptionId }) {
          // The platform deletes a subscription whose webhooks are not accepted; those of the configuration stay.
          if (!once && subscriptionId !== null) store.state.subscriptions.delete(subscriptionId);
        },
        save: store.save,
      },
      store.faults,
      log,
    );
  }

  start = (): void => this.#sending.start();
  stop = (): void => this.#sending.stop();
  forget = (): void => this.#sending.forget();
  idle = (withinMs: number): Promise<boolean> => this.#sending.idle(withinMs);
  /** Sends one again with the same ids, whatever became of it. */
  resend = (delivery: ShopDelivery, spoiled: Spoiled | null): void => this.#sending.resend(delivery, spoiled);

  /** Changes settings of the platform. What was held back goes out when sending resumes. */
  change(settings: Partial<ShopifySettings>): void {
    const held = this.#store.settings.stopped;
    Object.assign(this.#store.state.settings, settings);
    if (held && !this.#store.settings.stopped) this.start();
  }

  /**
   * Sends what happened in a store to everybody who subscribed to one of the topics.
   * @param body as it stands now
   * @param eventId of the act, where this is part of an earlier one
   * @returns the event id
   */
  emit(shop: string, topics: string[], body: object, eventId: string = randomUUID()): string {
    const text = JSON.stringify(body);
    for (const topic of topics) {
      const subscriptions = this.#store.subscriptionsOf(shop).filter((one) => one.topic === topic);
      if (subscriptions.length === 0) continue;
      const event = eventOf(shop, topic, text, eventId);
      this.#store.keep(event);
      for (const { id, url, apiVersion } of subscriptions)
        this.#sending.begin({ ...deliveryOf(event, url, apiVersion), subscriptionId: id });
    }
    return eventId;
  }

  /**
   * Sends a compliance call about a store, or one of its customers, to the address of the app's configuration.
   * @param options `customer`: an email address of an order; the customer of the newest order without one
   * @returns null where no address is configured
   */
  emitCompliance(
    shop: Shop,
    topic: ComplianceTopic,
    options: { customer?: string; spoiled?: Spoiled | null; inSeconds?: number } = {},
  ): ShopDelivery | null {
    const { webhookUrl } = this.#store.settings;
    if (webhookUrl === '') return null;
    const { spoiled = null, inSeconds = 0 } = options;
    const event = eventOf(
      shop.domain,
      topic,
      JSON.stringify(this.#complianceBody(shop, topic, options.customer)),
      randomUUID(),
    );
    this.#store.keep(event);
    const delivery = deliveryOf(event, webhookUrl, versionOf());
    // A wrongly signed call shows whether it is refused; the platform would not send it again.
    const once = spoiled === 'wrong_signature' || spoiled === 'altered';
    Object.assign(delivery, { spoiled, once, nextAt: Date.now() + inSeconds * 1000 });
    this.#sending.begin(delivery);
    return delivery;
  }

  #complianceBody(shop: Shop, topic: ComplianceTopic, email: string | undefined): object {
    const about = { shop_id: shop.id, shop_domain: shop.domain };
    if (topic === 'shop/redact') return about;
    const orders = this.#store.ordersOf(shop.domain).filter(({ customer }) => customer !== null);
    const wanted = email ?? orders.at(-1)?.customer?.email ?? 'nobody@buyer.test';
    const theirs = orders.filter(({ customer }) => customer?.email === wanted);
    const customer = { id: theirs[0]?.customer?.id ?? 1, email: wanted, phone: null };
    const ids = theirs.map(({ id }) => id);
    return topic === 'customers/redact'
      ? { ...about, customer, orders_to_redact: ids }
      : { ...about, customer, orders_requested: ids, data_request: { id: this.#store.nextId() } };
  }

  /** Takes back `shop/redact` of a store, as when the app is installed again. */
  withdrawRedact(domain: string): void {
    for (const one of this.#store.state.deliveries.values())
      if (one.nextAt !== null && one.shop === domain && one.topic === 'shop/redact')
        this.#sending.withdraw(one);
  }

  #request(delivery: ShopDelivery) {
    const { config, settings, state } = this.#store;
    const event = state.events.get(delivery.eventKey);
    if (!event) return null;
    const { secret, oldSecret } = config;
    const used =
      delivery.spoiled === 'old_secret'
        ? oldSecret
        : delivery.spoiled === 'wrong_signature'
          ? `${secret}-wrong`
          : secret;
    return {
      url: delivery.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Shopify-Captain-Hook',
        'x-shopify-topic': event.topic,
        'x-shopify-shop-domain': event.shop,
        'x-shopify-api-version': delivery.apiVersion,
        'x-shopify-webhook-id': delivery.id,
        'x-shopify-event-id': event.eventId,
        'x-shopify-triggered-at': event.triggeredAt,
        'x-shopify-hmac-sha256': bodyHmac(event.body, used),
      },
      body: delivery.spoiled === 'altered' ? `${event.body} ` : event.body,
      withinMs: settings.answerWithinMs,
    };
  }
}

const deliveryOf = (
  { key, shop, topic, eventId, triggeredAt }: ShopEvent,
  url: string,
  apiVersion: string,
): ShopDelivery => ({
  ...newDelivery(randomUUID()),
  ...{ eventKey: key, eventId, triggeredAt, shop, topic, subscriptionId: null, url, apiVersion },
});

const eventOf = (shop: string, topic: string, body: string, eventId: string): ShopEvent => ({
  key: randomUUID(),
  eventId,
  shop,
  topic,
  // Finer than a second, unlike the times in the body.
  triggeredAt: new Date(performance.timeOrigin + performance.now()).toISOString(),
  body,
});
