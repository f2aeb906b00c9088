import type { Logger } from 'pino';
import type { Faults, Provider } from './faults.ts';
import { trim } from './state.ts';

const AT_ONCE = 20;
const REVERSED_WITHIN_MS = 1000;
const SAVE_AFTER_MS = 400;
const ATTEMPTS_KEPT = 20;
const DELIVERIES_KEPT = 3000;
const LONGEST_TIMER_MS = 2_000_000_000;

/** What is wrong with the next attempt; see the failures of target `webhook` in faults.ts. */
export type Spoiled = 'wrong_signature' | 'altered' | 'old_secret' | 'slow_answer';
export const spoilings = ['wrong_signature', 'altered', 'old_secret', 'slow_answer'] as const;

/** What became of one webhook. */
export interface Delivery {
  id: string;
  /** `lost`: never sent, as ordered, or withdrawn. */
  status: 'waiting' | 'delivered' | 'retrying' | 'failed' | 'lost';
  attempts: { at: string; status: number; note: string | null; ms: number }[];
  /** When the next attempt is due, in ms; null when none is. */
  nextAt: number | null;
  /** Retries used up. */
  retries: number;
  twice: boolean;
  spoiled: Spoiled | null;
  /** A failed one is not tried again. */
  once: boolean;
}

export const newDelivery = (id: string): Delivery => ({
  id,
  status: 'waiting',
  attempts: [],
  nextAt: Date.now(),
  retries: 0,
  twice: false,
  spoiled: null,
  once: false,
});

/** What differs from vendor to vendor. */
export interface WebhookVendor<D extends Delivery> {
  provider: Provider;
  deliveries(): Map<string, D>;
  /** While true nothing is sent; what is due goes out after the next {@link Webhooks.start}. */
  stopped(): boolean;
  /** Seconds after each failed attempt until the next; as many retries as there are numbers. */
  retrySeconds(): number[];
  /** The request of an attempt; null where its content is gone. */
  request(
    delivery: D,
  ): { url: string; headers: Record<string, string>; body: string; withinMs: number } | null;
  /** It was refused for the last time. */
  givenUp?(delivery: D): void;
  save(): Promise<void>;
}

/** Sends a vendor's webhooks with retries and faults; what is under way is remembered in the deliveries. */
export class Webhooks<D extends Delivery> {
  readonly #vendor: WebhookVendor<D>;
  readonly #faults: Faults;
  readonly #log: Logger;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #ready: string[] = [];
  readonly #ending = new AbortController();
  #reversed: string[] = [];
  #reversing: NodeJS.Timeout | null = null;
  #saving: NodeJS.Timeout | null = null;
  #sending = 0;

  constructor(vendor: WebhookVendor<D>, faults: Faults, log: Logger) {
    this.#vendor = vendor;
    this.#faults = faults;
    this.#log = log;
  }

  /** Sends what is due: when the sandbox starts, and when sending resumes. */
  start(): void {
    for (const delivery of this.#vendor.deliveries().values())
      if (delivery.nextAt !== null) this.#schedule(delivery);
  }

  stop(): void {
    this.#ending.abort();
    this.forget();
    for (const timer of [this.#reversing, this.#saving]) if (timer) clearTimeout(timer);
  }

  /** Drops everything that waits to be sent. */
  forget(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#ready.length = 0;
    this.#reversed = [];
  }

  /** Keeps a new webhook and sends it when it is due, as the faults say. */
  begin(delivery: D): void {
    const deliveries = this.#vendor.deliveries();
    deliveries.set(delivery.id, delivery);
    trim(deliveries, DELIVERIES_KEPT);
    const faults = this.#faults.takeAll(this.#vendor.provider, 'webhook');
    const late = faults.get('late');
    if (late) delivery.nextAt = Date.now() + late.seconds * 1000;
    delivery.twice = faults.has('twice');
    delivery.spoiled = spoilings.find((one) => faults.has(one)) ?? delivery.spoiled;
    if (faults.has('unsent')) this.withdraw(delivery);
    else if (delivery.nextAt === null || this.#vendor.stopped()) return;
    else if (faults.has('out_of_order') && !late) this.#holdBack(delivery);
    else this.#schedule(delivery);
  }

  /** Sends one again, whatever became of it. */
  resend(delivery: D, spoiled: Spoiled | null = null): void {
    Object.assign(delivery, { status: 'waiting', nextAt: Date.now(), retries: 0, spoiled });
    this.#schedule(delivery);
  }

  /** Takes back what waits. */
  withdraw(delivery: D): void {
    delivery.status = 'lost';
    delivery.nextAt = null;
    clearTimeout(this.#timers.get(delivery.id));
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
    if (this.#vendor.stopped()) return false;
    const soon = Date.now() + 50;
    return [...this.#vendor.deliveries().values()].some(({ nextAt }) => nextAt !== null && nextAt <= soon);
  }

  #holdBack(delivery: D): void {
    delivery.nextAt = Date.now() + REVERSED_WITHIN_MS;
    this.#reversed.unshift(delivery.id);
    this.#reversing ??= setTimeout(async () => {
      this.#reversing = null;
      const ids = this.#reversed;
      this.#reversed = [];
      this.#sending += 1;
      // One after the other, so that the order is kept on the way.
      for (const id of ids) await this.#send(id);
      this.#sending -= 1;
    }, REVERSED_WITHIN_MS).unref();
  }

  #schedule(delivery: D): void {
    const { id } = delivery;
    clearTimeout(this.#timers.get(id));
    const wait = Math.max(0, (delivery.nextAt ?? 0) - Date.now());
    const due = () => {
      this.#timers.delete(id);
      this.#ready.push(id);
      this.#pump();
    };
    this.#timers.set(id, setTimeout(due, Math.min(wait, LONGEST_TIMER_MS)).unref());
  }

  #pump(): void {
    while (this.#sending < AT_ONCE && this.#ready.length > 0 && !this.#ending.signal.aborted) {
      this.#sending += 1;
      this.#send(this.#ready.shift() ?? '').finally(() => {
        this.#sending -= 1;
        this.#pump();
      });
    }
  }

  async #send(id: string): Promise<void> {
    const delivery = this.#vendor.deliveries().get(id);
    if (!delivery || delivery.nextAt === null || this.#vendor.stopped()) return;
    const request = this.#vendor.request(delivery);
    if (!request) return this.withdraw(delivery);
    const began = Date.now();
    const { status, note } = await this.#post(request);
    if (this.#ending.signal.aborted) return;
    delivery.attempts = [
      ...delivery.attempts,
      { at: new Date(began).toISOString(), status, ms: Date.now() - began, note: note ?? delivery.spoiled },
    ].slice(-ATTEMPTS_KEPT);
    const heard = delivery.spoiled !== 'slow_answer';
    if (delivery.spoiled !== 'old_secret') delivery.spoiled = null;
    // Redirects are not followed: only 2xx counts.
    if (heard && status >= 200 && status < 300) this.#accepted(delivery);
    else this.#failed(delivery);
    this.#saveSoon();
  }

  /** Posts once; status 0 with the reason where no answer came in time. */
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
    delivery.nextAt = null;
    if (!delivery.twice) return;
    delivery.twice = false;
    delivery.nextAt = Date.now();
    this.#schedule(delivery);
  }

  #failed(delivery: D): void {
    const wait = delivery.once ? undefined : this.#vendor.retrySeconds()[delivery.retries];
    if (wait === undefined) {
      delivery.status = 'failed';
      delivery.nextAt = null;
      this.#vendor.givenUp?.(delivery);
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
      this.#vendor
        .save()
        .catch((error: unknown) => this.#log.error({ err: error }, 'failed to save webhook deliveries'));
    }, SAVE_AFTER_MS).unref();
  }
}
