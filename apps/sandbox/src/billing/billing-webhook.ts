import type { Logger } from 'pino';
import type { BillingEvent } from './billing-entity.ts';
import type { BillingStore } from './billing-store.ts';
import type { Delivery, WebhookOrder, WebhookSettings } from './billing-webhook-order.ts';

/** Sent at the same time, at most. */
const TOGETHER = 20;
const ANSWER_WITHIN_MS = 20_000;
const REVERSED_WITHIN_MS = 1000;
const SAVE_AFTER_MS = 250;
/** The longest a timer of the platform can wait. */
const TIMER_MOST_MS = 2_000_000_000;

/** Sends every event to the configured address, with retries; what is under way is remembered over a restart. */
export class BillingWebhooks {
  readonly #store: BillingStore;
  readonly #configured: WebhookSettings;
  readonly #log: Logger;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #ready: string[] = [];
  #reversed: string[] = [];
  #reversing: NodeJS.Timeout | null = null;
  #saving: NodeJS.Timeout | null = null;
  #sending = 0;
  readonly #ending = new AbortController();

  constructor(store: BillingStore, configured: WebhookSettings, log: Logger) {
    this.#store = store;
    this.#configured = configured;
    this.#log = log;
    store.onEvent = (event) => this.#begin(event);
  }

  /** As they stand: what was changed while it ran goes before the configuration. */
  get settings(): WebhookSettings {
    return { ...this.#configured, ...this.#store.webhooks };
  }

  /** Goes on with what was left when the sandbox stopped. */
  start(): void {
    for (const delivery of this.#store.deliveries.values()) {
      if (delivery.nextAt !== null) this.#schedule(delivery);
    }
  }

  stop(): void {
    this.#ending.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    if (this.#reversing) clearTimeout(this.#reversing);
    if (this.#saving) clearTimeout(this.#saving);
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
    const delivery = this.#store.deliveries.get(event.id) ?? this.#newDelivery(event.id);
    delivery.status = 'scheduled';
    delivery.nextAt = Date.now();
    delivery.retries = 0;
    this.#schedule(delivery);
  }

  /** Puts what is held back into any order. */
  shuffle(): void {
    const held = [...this.#store.deliveries.values()].filter(({ nextAt }) => nextAt !== null);
    for (const delivery of held) delivery.nextAt = Date.now() + Math.random() * 100;
  }

  /** Nothing is remembered to be sent any more. */
  forget(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#ready.length = 0;
    this.#reversed = [];
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
    let backwards = false;
    for (const { script, seconds } of this.#applying()) {
      if (script === 'late') delivery.nextAt = Date.now() + seconds * 1000;
      else if (script === 'twice') delivery.twice = true;
      else if (script === 'wrong_credentials') delivery.wrongCredentials = true;
      else if (script === 'out_of_order') backwards = true;
      else {
        delivery.status = 'skipped';
        delivery.nextAt = null;
      }
    }
    if (delivery.nextAt === null || this.settings.stopped) return;
    if (backwards) this.#holdBack(delivery);
    else this.#schedule(delivery);
  }

  /** The orders that hold for this event, which is counted. */
  #applying(): WebhookOrder[] {
    const orders = this.#store.webhookOrders;
    for (const order of orders) if (order.times !== null) order.times -= 1;
    this.#store.webhookOrders = orders.filter(({ times }) => times === null || times > 0);
    return orders;
  }

  #holdBack(delivery: Delivery): void {
    delivery.nextAt = Date.now() + REVERSED_WITHIN_MS;
    this.#reversed.unshift(delivery.eventId);
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
    for (const id of ids) {
      const delivery = this.#store.deliveries.get(id);
      if (delivery && !this.settings.stopped) await this.#send(delivery);
    }
  }

  #schedule(delivery: Delivery): void {
    clearTimeout(this.#timers.get(delivery.eventId));
    const wait = Math.max(0, (delivery.nextAt ?? 0) - Date.now());
    const timer = setTimeout(
      () => {
        this.#timers.delete(delivery.eventId);
        this.#ready.push(delivery.eventId);
        this.#pump();
      },
      Math.min(wait, TIMER_MOST_MS),
    );
    this.#timers.set(delivery.eventId, timer.unref());
  }

  #pump(): void {
    while (this.#sending < TOGETHER && this.#ready.length > 0 && !this.#ending.signal.aborted) {
      const delivery = this.#store.deliveries.get(this.#ready.shift() ?? '');
      if (!delivery || delivery.nextAt === null || this.settings.stopped) continue;
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
    const event = this.#store.events.get(delivery.eventId);
    if (!event) return;
    const began = Date.now();
    const { status, note } = await this.#post(event, delivery);
    if (this.#ending.signal.aborted) return;
    delivery.attempts.push({ at: new Date(began).toISOString(), status, ms: Date.now() - began, note });
    if (delivery.attempts.length > 20) delivery.attempts.shift();
    delivery.wrongCredentials = false;
    // Whoever takes it says so with 2xx; redirects are not followed.
    if (status >= 200 && status < 300) this.#taken(delivery);
    else this.#failed(delivery);
    this.#saveSoon();
  }

  #taken(delivery: Delivery): void {
    delivery.status = 'succeeded';
    delivery.nextAt = null;
    if (!delivery.twice) return;
    delivery.twice = false;
    delivery.nextAt = Date.now();
    this.#schedule(delivery);
  }

  #failed(delivery: Delivery): void {
    const wait = this.settings.retrySeconds[delivery.retries];
    if (wait === undefined) {
      delivery.status = 'failed';
      delivery.nextAt = null;
      return;
    }
    delivery.retries += 1;
    delivery.status = 're_scheduled';
    delivery.nextAt = Date.now() + wait * 1000;
    this.#schedule(delivery);
  }

  async #post(event: BillingEvent, delivery: Delivery): Promise<{ status: number; note: string | null }> {
    const { url, user, password } = this.settings;
    const secret = delivery.wrongCredentials ? `${password}-wrong` : password;
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json;charset=UTF-8',
          'user-agent': 'ChargeBee',
          ...(user && { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` }),
        },
        body: JSON.stringify({ ...event, webhook_status: delivery.status }),
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN_MS), this.#ending.signal]),
      });
      await response.body?.cancel();
      return { status: response.status, note: delivery.wrongCredentials ? 'wrong password' : null };
    } catch (error) {
      const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
      return { status: 0, note: cause?.code ?? (error instanceof Error ? error.name : 'no answer') };
    }
  }

  #saveSoon(): void {
    this.#saving ??= setTimeout(() => {
      this.#saving = null;
      this.#store
        .save()
        .catch((error: unknown) => this.#log.error({ err: error }, 'billing state not written'));
    }, SAVE_AFTER_MS).unref();
  }
}
