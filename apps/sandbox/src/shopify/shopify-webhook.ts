import { createHmac, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { newDelivery, Webhooks } from '../platform/webhooks.ts';
import type { Shop } from './shopify-order.ts';
import type { ShopifyStore, Subscription } from './shopify-store.ts';

const ANSWER_WITHIN_MS = 5000;
const VERSION = '2026-07';

/** What privacy laws make every app listen to. */
export const complianceTopics = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;
export type ComplianceTopic = (typeof complianceTopics)[number];

type Target = Pick<Subscription, 'url' | 'apiVersion'> & { id: number | null };

/** Sends what happens in the stores to the app. */
export class ShopifyWebhooks extends Webhooks<ShopDelivery> {
  readonly #store: ShopifyStore;

  constructor(store: ShopifyStore, log: Logger) {
    super(
      {
        provider: 'shopify',
        deliveries: () => store.state.deliveries,
        settings: () => store.settings,
        request: (delivery) => requestOf(delivery, store.config.secret),
        givenUp({ subscriptionId }) {
          // The platform deletes a subscription whose webhooks are not accepted; those of the configuration stay.
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
   * Sends what happened in a store to everybody who subscribed to one of the topics.
   * @param body as it stands now
   * @param eventId of the act, where this is part of an earlier one
   * @returns the event id
   */
  emit(shop: string, topics: string[], body: object, eventId: string = randomUUID()): string {
    for (const topic of topics)
      for (const one of this.#store.subscriptionsOf(shop).filter((one) => one.topic === topic))
        this.begin(deliveryOf(shop, topic, body, eventId, one));
    return eventId;
  }

  /** Sends a compliance call about a store, or the customer of its newest order, to the address of the configuration. */
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

  /** Takes back `shop/redact` of a store, as when the app is installed again. */
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

/** What became of one webhook; `id` is its `X-Shopify-Webhook-Id`. */
export type ShopDelivery = ReturnType<typeof deliveryOf>;

/**
 * @param body as it is now
 * @param eventId `X-Shopify-Event-Id`: one for all topics that one act brought about
 * @param target its id is null for those of the app's configuration: the compliance calls
 */
function deliveryOf(shop: string, topic: string, body: object, eventId: string, target: Target) {
  const { id: subscriptionId, url, apiVersion } = target;
  // Finer than a second, unlike the times in the body.
  const triggeredAt = new Date(performance.timeOrigin + performance.now()).toISOString();
  const sent = { shop, topic, eventId, triggeredAt, body: JSON.stringify(body) };
  return { ...newDelivery(randomUUID()), ...sent, subscriptionId, url, apiVersion };
}
