import type { Logger } from 'pino';
import type { Faults } from '../platform/faults.ts';
import { type Delivery, newDelivery, Webhooks } from '../platform/webhooks.ts';
import type { BillingEvent, WebhookSettings } from './billing-entity.ts';
import type { BillingStore } from './billing-store.ts';

const ANSWER_WITHIN_MS = 20_000;

/** Sends every event to the configured address. */
export class BillingWebhooks {
  readonly #store: BillingStore;
  readonly #configured: WebhookSettings;
  readonly #sending: Webhooks<Delivery>;

  constructor(store: BillingStore, configured: WebhookSettings, faults: Faults, log: Logger) {
    this.#store = store;
    this.#configured = configured;
    this.#sending = new Webhooks<Delivery>(
      {
        provider: 'billing',
        deliveries: () => store.state.deliveries,
        stopped: () => this.settings.stopped,
        retrySeconds: () => this.settings.retrySeconds,
        request: (delivery) => this.#request(delivery),
        save: store.save,
      },
      faults,
      log,
    );
    store.onEvent = ({ id }) => {
      if (this.settings.url !== '') this.#sending.begin(newDelivery(id));
    };
  }

  /** What was changed while it ran goes before the configuration. */
  get settings(): WebhookSettings {
    return { ...this.#configured, ...this.#store.state.webhooks };
  }

  start = (): void => this.#sending.start();
  stop = (): void => this.#sending.stop();

  /** Changes where and how webhooks are sent. What was held back goes out when sending resumes. */
  change(settings: Partial<WebhookSettings>): void {
    Object.assign(this.#store.state.webhooks, settings);
  }

  /** Sends an event again, whatever became of it. */
  replay({ id }: BillingEvent): void {
    const { deliveries } = this.#store.state;
    const delivery = deliveries.get(id) ?? newDelivery(id);
    deliveries.set(id, delivery);
    this.#sending.resend(delivery);
  }

  #request(delivery: Delivery) {
    const event = this.#store.state.events.get(delivery.id);
    if (!event) return null;
    const { url, user, password } = this.settings;
    const secret = delivery.forged ? `${password}-wrong` : password;
    return {
      url,
      headers: {
        'content-type': 'application/json;charset=UTF-8',
        'user-agent': 'ChargeBee',
        authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
      },
      body: JSON.stringify(event),
      withinMs: ANSWER_WITHIN_MS,
    };
  }
}
