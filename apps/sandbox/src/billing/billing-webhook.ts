import type { Logger } from 'pino';
import type { Faults } from '../platform/faults.ts';
import { type Delivery, newDelivery, Webhooks } from '../platform/webhooks.ts';
import type { BillingEvent, WebhookSettings } from './billing-entity.ts';
import type { BillingStore } from './billing-store.ts';

const ANSWER_WITHIN_MS = 20_000;

/** Sends every event to the configured address. */
export class BillingWebhooks extends Webhooks<Delivery> {
  readonly #store: BillingStore;
  readonly #configured: WebhookSettings;

  constructor(store: BillingStore, configured: WebhookSettings, faults: Faults, log: Logger) {
    super(
      {
        provider: 'billing',
        deliveries: () => store.state.deliveries,
        stopped: () => this.settings.stopped,
        retrySeconds: () => this.settings.retrySeconds,
        request: (delivery) => this.#request(delivery),
        save: () => store.save(),
      },
      faults,
      log,
    );
    this.#store = store;
    this.#configured = configured;
    store.onEvent = ({ id }) => {
      if (this.settings.url !== '') this.begin(newDelivery(id));
    };
  }

  /** The configuration, with changes at runtime on top. */
  get settings(): WebhookSettings {
    return { ...this.#configured, ...this.#store.state.webhooks };
  }

  /** Sends an event again, whatever became of it. */
  replay({ id }: BillingEvent): void {
    const { deliveries } = this.#store.state;
    const delivery = deliveries.get(id) ?? newDelivery(id);
    deliveries.set(id, delivery);
    this.resend(delivery);
  }

  #request({ id, forged }: Delivery) {
    const event = this.#store.state.events.get(id);
    if (!event) return null;
    const { url, user, password } = this.settings;
    const secret = forged ? `${password}-wrong` : password;
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
