import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Faults, Provider } from './faults.ts';
import { trim } from './state.ts';

const AT_ONCE = 20;
const LOOK_EVERY_MS = 25;
/** With the fault `out_of_order`, webhooks wait this long, and each later one this much less. */
const REVERSED_WITHIN_MS = 1000;
const REVERSED_APART_MS = 100;
const SAVE_AFTER_MS = 400;
const ATTEMPTS_KEPT = 20;
const DELIVERIES_KEPT = 3000;

/** Delivery of a webhook. */
export interface Delivery {
  id: string;
  /** `lost`: never sent because of a fault, or withdrawn. */
  status: 'waiting' | 'delivered' | 'retrying' | 'failed' | 'lost';
  attempts: { at: string; status: number; note: string | null; ms: number }[];
  /** When the next attempt is due, in ms; null if there is none. */
  nextAt: number | null;
  /** Number of retries so far. */
  retries: number;
  twice: boolean;
  /** Whether the next attempt has a wrong signature or password. */
  forged: boolean;
}

const WAITING = { status: 'waiting', retries: 0, twice: false, forged: false } as const;
export const newDelivery = (id: string): Delivery => ({ ...WAITING, id, attempts: [], nextAt: Date.now() });

/** Provider-specific behavior. */
export interface WebhookVendor<D extends Delivery> {
  provider: Provider;
  deliveries(): Map<string, D>;
  /** Nothing is sent while paused. Seconds between failed attempts; as many retries as numbers. */
  settings(): { stopped: boolean; retrySeconds: number[] };
  /** The request of an attempt; null if its content no longer exists. */
  request(
    delivery: D,
  ): { url: string; headers: Record<string, string>; body: string; withinMs: number } | null;
  /** Called when the last retry failed. */
  givenUp?(delivery: D): void;
  save(): Promise<void>;
}

/** Sends a provider's webhooks with retries and faults; pending ones are persistent. */
export class Webhooks<D extends Delivery> {
  readonly #vendor: WebhookVendor<D>;
  readonly #faults: Faults;
  readonly #log: Logger;
  readonly #sending = new Set<string>();
  readonly #ending = new AbortController();
  #saving: NodeJS.Timeout | null = null;
  #reversed = { until: 0, count: 0 };

  constructor(vendor: WebhookVendor<D>, faults: Faults, log: Logger) {
    this.#vendor = vendor;
    this.#faults = faults;
    this.#log = log;
  }

  /** Sends while the app runs; saves everything when it closes. */
  runWith(app: FastifyInstance): void {
    let looking: NodeJS.Timeout | undefined;
    app.addHook('onReady', async () => {
      looking = setInterval(() => this.#sendDue(), LOOK_EVERY_MS).unref();
    });
    app.addHook('onClose', async () => {
      clearInterval(looking);
      if (this.#saving) clearTimeout(this.#saving);
      this.#ending.abort();
      await this.#vendor.save();
    });
  }

  /** Queues a webhook according to the faults. */
  begin(delivery: D): void {
    const deliveries = this.#vendor.deliveries();
    deliveries.set(delivery.id, delivery);
    trim(deliveries, DELIVERIES_KEPT);
    const faults = this.#faults.takeAll(this.#vendor.provider, 'webhook');
    const late = faults.get('late');
    if (late) delivery.nextAt = Date.now() + late.seconds * 1000;
    else if (faults.has('out_of_order')) delivery.nextAt = this.#reverse();
    delivery.twice = faults.has('twice');
    delivery.forged = faults.has('wrong_signature');
    if (faults.has('unsent')) this.withdraw(delivery);
  }

  /** Sends one again, whatever its state. */
  resend(delivery: D): void {
    Object.assign(delivery, { status: 'waiting', nextAt: Date.now(), retries: 0 });
    this.#vendor.deliveries().set(delivery.id, delivery);
  }

  /** Withdraws pending webhooks. */
  withdraw(delivery: D): void {
    Object.assign(delivery, { status: 'lost', nextAt: null });
  }

  #reverse(): number {
    const now = Date.now();
    if (this.#reversed.until < now) this.#reversed = { until: now + REVERSED_WITHIN_MS, count: 0 };
    return this.#reversed.until - REVERSED_APART_MS * this.#reversed.count++;
  }

  #sendDue(): void {
    if (this.#vendor.settings().stopped) return;
    const now = Date.now();
    const due = [...this.#vendor.deliveries().values()].filter(
      ({ id, nextAt }) => nextAt !== null && nextAt <= now && !this.#sending.has(id),
    );
    due.sort((one, other) => (one.nextAt ?? 0) - (other.nextAt ?? 0));
    for (const delivery of due.slice(0, AT_ONCE - this.#sending.size)) {
      this.#sending.add(delivery.id);
      void this.#send(delivery).finally(() => this.#sending.delete(delivery.id));
    }
  }

  #saveSoon(): void {
    const failed = (error: unknown) => this.#log.error({ err: error }, 'failed to save webhook deliveries');
    this.#saving ??= setTimeout(() => {
      this.#saving = null;
      this.#vendor.save().catch(failed);
    }, SAVE_AFTER_MS).unref();
  }

  async #send(delivery: D): Promise<void> {
    const request = this.#vendor.request(delivery);
    if (!request) return this.withdraw(delivery);
    const began = Date.now();
    const { status, note } = await this.#post(request);
    if (this.#ending.signal.aborted) return;
    const attempt = { at: new Date(began).toISOString(), status, ms: Date.now() - began, note };
    delivery.attempts = [...delivery.attempts, attempt].slice(-ATTEMPTS_KEPT);
    delivery.forged = false;
    // Redirects aren't followed: only 2xx counts.
    if (status >= 200 && status < 300) this.#accepted(delivery);
    else this.#failed(delivery);
    this.#saveSoon();
  }

  /** Posts once; status 0 with the reason without a response in time. */
  async #post({ url, headers, body, withinMs }: NonNullable<ReturnType<WebhookVendor<D>['request']>>) {
    const signal = AbortSignal.any([AbortSignal.timeout(withinMs), this.#ending.signal]);
    try {
      const response = await fetch(url, { method: 'POST', redirect: 'manual', headers, body, signal });
      await response.body?.cancel();
      return { status: response.status, note: null };
    } catch (error) {
      const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
      return { status: 0, note: cause?.code ?? (error instanceof Error ? error.name : 'no answer') };
    }
  }

  #accepted(delivery: D): void {
    delivery.status = 'delivered';
    delivery.nextAt = delivery.twice ? Date.now() : null;
    delivery.twice = false;
  }

  #failed(delivery: D): void {
    const wait = this.#vendor.settings().retrySeconds[delivery.retries];
    delivery.retries += 1;
    delivery.status = wait === undefined ? 'failed' : 'retrying';
    delivery.nextAt = wait === undefined ? null : Date.now() + wait * 1000;
    if (wait === undefined) this.#vendor.givenUp?.(delivery);
  }
}
