import type { Logger } from 'pino';
import { counted } from '../platform/standing-order.ts';
import { type Posted, postOnce } from '../platform/webhook-post.ts';
import { WebhookSending } from '../platform/webhook-sending.ts';
import type { BillingEvent } from './billing-entity.ts';
import type { BillingStore } from './billing-store.ts';
import type { Delivery, WebhookOrder, WebhookSettings } from './billing-webhook-order.ts';

const ANSWER_WITHIN_MS = 20_000;

/** Sends every event to the configured address, with retries; what is under way is remembered over a restart. */
export class BillingWebhooks {
  readonly #store: BillingStore;
  readonly #configured: WebhookSettings;
  readonly #sending: WebhookSending<Delivery>;

  constructor(store: BillingStore, configured: WebhookSettings, log: Logger) {
    this.#store = store;
    this.#configured = configured;
    this.#sending = new WebhookSending<Delivery>(
      {
        deliveries: store.deliveries,
        idOf: ({ eventId }) => eventId,
        words: {
          waiting: 'scheduled',
          taken: 'succeeded',
          retrying: 're_scheduled',
          failed: 'failed',
          lost: 'skipped',
        },
        stopped: () => this.settings.stopped,
        retrySeconds: () => this.settings.retrySeconds,
        post: (delivery, ending) => this.#post(delivery, ending),
        attempted(delivery, taken) {
          delivery.wrongCredentials = false;
          return taken;
        },
        save: () => store.save(),
      },
      log,
    );
    store.onEvent = (event) => this.#begin(event);
  }

  /** As they stand: what was changed while it ran goes before the configuration. */
  get settings(): WebhookSettings {
    return { ...this.#configured, ...this.#store.webhooks };
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

  /** Changes where and how webhooks are sent. What was held back goes out when sending begins again. */
  change(settings: Partial<WebhookSettings>): void {
    const held = this.settings.stopped;
    this.#store.webhooks = { ...this.#store.webhooks, ...settings };
    if (held && !this.settings.stopped) this.start();
  }

  /** An order replaces an earlier one of its kind. */
  order(order: WebhookOrder): void {
    this.#store.webhookOrders = [
      ...this.#store.webhookOrders.filter(({ script }) => script !== order.script),
      order,
    ];
  }

  /** Sends an event once more, whatever became of it. */
  replay(event: BillingEvent): void {
    this.#sending.again(this.#store.deliveries.get(event.id) ?? this.#newDelivery(event.id));
  }

  /** Puts what is held back into any order. */
  shuffle(): void {
    const held = [...this.#store.deliveries.values()].filter(({ nextAt }) => nextAt !== null);
    for (const delivery of held) delivery.nextAt = Date.now() + Math.random() * 100;
  }

  #newDelivery(eventId: string): Delivery {
    const delivery: Delivery = {
      eventId,
      status: 'scheduled',
      attempts: [],
      nextAt: Date.now(),
      retries: 0,
      twice: false,
      wrongCredentials: false,
    };
    this.#store.deliveries.set(eventId, delivery);
    return delivery;
  }

  #begin(event: BillingEvent): void {
    const delivery = this.#newDelivery(event.id);
    if (this.settings.url === '') {
      delivery.status = 'not_configured';
      delivery.nextAt = null;
      return;
    }
    const orders = this.#store.webhookOrders;
    this.#store.webhookOrders = counted(orders, orders);
    for (const { script, seconds } of orders) {
      if (script === 'late') delivery.nextAt = Date.now() + seconds * 1000;
      else if (script === 'twice') delivery.twice = true;
      else if (script === 'wrong_credentials') delivery.wrongCredentials = true;
    }
    const has = (script: WebhookOrder['script']) => orders.some((one) => one.script === script);
    if (has('lost')) this.#sending.withdraw(delivery);
    else this.#sending.begin(delivery, has('out_of_order'));
  }

  async #post(delivery: Delivery, ending: AbortSignal): Promise<Posted | null> {
    const event = this.#store.events.get(delivery.eventId);
    if (!event) return null;
    const { url, user, password } = this.settings;
    const secret = delivery.wrongCredentials ? `${password}-wrong` : password;
    const headers = {
      'content-type': 'application/json;charset=UTF-8',
      'user-agent': 'ChargeBee',
      ...(user && { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` }),
    };
    const body = JSON.stringify({ ...event, webhook_status: delivery.status });
    const posted = await postOnce(url, { headers, body, withinMs: ANSWER_WITHIN_MS }, ending);
    return delivery.wrongCredentials ? { ...posted, note: posted.note ?? 'wrong password' } : posted;
  }
}
