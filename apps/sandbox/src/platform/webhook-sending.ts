import type { Logger } from 'pino';
import type { Posted } from './webhook-post.ts';

/** Sent at the same time, at most. */
const TOGETHER = 20;
const REVERSED_WITHIN_MS = 1000;
const SAVE_AFTER_MS = 400;
const ATTEMPTS_KEPT = 20;
/** The longest a timer of the platform can wait. */
const TIMER_MOST_MS = 2_000_000_000;

export interface DeliveryAttempt extends Posted {
  at: string;
  /** What it took. */
  ms: number;
}

/** A webhook on its way, as far as sending it has to know. Each vendor has its own words for how it stands. */
export interface OnItsWay {
  status: string;
  attempts: DeliveryAttempt[];
  /** When the next attempt is due, in ms; null when none is. */
  nextAt: number | null;
  /** Retries that are used up. */
  retries: number;
  /** Sent again after it was taken. */
  twice: boolean;
}

/** What is different from vendor to vendor. */
export interface WebhookVendor<Delivery extends OnItsWay> {
  /** What is on its way, and what became of the rest, by id. */
  deliveries: ReadonlyMap<string, Delivery>;
  idOf(delivery: Delivery): string;
  /** The vendor's words. */
  words: Record<'waiting' | 'taken' | 'retrying' | 'failed' | 'lost', Delivery['status']>;
  /** While true nothing is sent; what is due meanwhile goes out after the next {@link WebhookSending.start}. */
  stopped(): boolean;
  /** Seconds after each failed attempt until the next; as many retries as there are numbers. */
  retrySeconds(delivery: Delivery): number[];
  /** Sends it once; null where there is nothing left to send. */
  post(delivery: Delivery, ending: AbortSignal): Promise<Posted | null>;
  /**
   * Ends what holds for one attempt only.
   * @param taken whether the receiver said that it took it
   * @returns whether that counts
   */
  attempted(delivery: Delivery, taken: boolean): boolean;
  /** It was refused for the last time. */
  givenUp?(delivery: Delivery): void;
  /** Writes down what became of the deliveries. */
  save(): Promise<void>;
}

/** Sends a vendor's webhooks, with retries; what is under way is remembered in the deliveries. */
export class WebhookSending<Delivery extends OnItsWay> {
  readonly #vendor: WebhookVendor<Delivery>;
  readonly #log: Logger;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #ready: string[] = [];
  #reversed: string[] = [];
  #reversing: NodeJS.Timeout | null = null;
  #saving: NodeJS.Timeout | null = null;
  #sending = 0;
  readonly #ending = new AbortController();

  constructor(vendor: WebhookVendor<Delivery>, log: Logger) {
    this.#vendor = vendor;
    this.#log = log;
  }

  /** Goes on with what is left: when the sandbox starts, and when sending begins again. */
  start(): void {
    for (const delivery of this.#vendor.deliveries.values())
      if (delivery.nextAt !== null) this.#schedule(delivery);
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

  /** Sends one when it is due; `backwards`: what comes within a second, in reverse. */
  begin(delivery: Delivery, backwards: boolean): void {
    if (delivery.nextAt === null || this.#vendor.stopped()) return;
    if (backwards) this.#holdBack(delivery);
    else this.#schedule(delivery);
  }

  /** Sends one once more, whatever became of it. */
  again(delivery: Delivery): void {
    delivery.status = this.#vendor.words.waiting;
    delivery.nextAt = Date.now();
    delivery.retries = 0;
    this.#schedule(delivery);
  }

  /** Takes back what waits. */
  withdraw(delivery: Delivery): void {
    this.#lose(delivery);
    clearTimeout(this.#timers.get(this.#vendor.idOf(delivery)));
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
    for (const { nextAt } of this.#vendor.deliveries.values())
      if (nextAt !== null && nextAt <= soon) return true;
    return false;
  }

  #lose(delivery: Delivery): void {
    delivery.status = this.#vendor.words.lost;
    delivery.nextAt = null;
  }

  #holdBack(delivery: Delivery): void {
    delivery.nextAt = Date.now() + REVERSED_WITHIN_MS;
    this.#reversed.unshift(this.#vendor.idOf(delivery));
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
    for (const id of ids) await this.#sendDue(id);
    this.#sending -= 1;
  }

  #schedule(delivery: Delivery): void {
    const id = this.#vendor.idOf(delivery);
    clearTimeout(this.#timers.get(id));
    const wait = Math.max(0, (delivery.nextAt ?? 0) - Date.now());
    const timer = setTimeout(
      () => {
        this.#timers.delete(id);
        this.#ready.push(id);
        this.#pump();
      },
      Math.min(wait, TIMER_MOST_MS),
    );
    this.#timers.set(id, timer.unref());
  }

  #pump(): void {
    while (this.#sending < TOGETHER && this.#ready.length > 0 && !this.#ending.signal.aborted) {
      this.#sending += 1;
      this.#sendDue(this.#ready.shift() ?? '').finally(() => {
        this.#sending -= 1;
        this.#pump();
      });
    }
  }

  async #sendDue(id: string): Promise<void> {
    const delivery = this.#vendor.deliveries.get(id);
    if (!delivery || delivery.nextAt === null || this.#vendor.stopped()) return;
    try {
      await this.#send(delivery);
    } catch (error) {
      this.#log.error({ err: error }, 'webhook not sent');
    }
  }

  async #send(delivery: Delivery): Promise<void> {
    const began = Date.now();
    const posted = await this.#vendor.post(delivery, this.#ending.signal);
    if (this.#ending.signal.aborted) return;
    if (!posted) return this.#lose(delivery);
    const { status, note } = posted;
    delivery.attempts.push({ at: new Date(began).toISOString(), status, ms: Date.now() - began, note });
    if (delivery.attempts.length > ATTEMPTS_KEPT) delivery.attempts.shift();
    // Redirects are not followed: only 2xx says that it was taken.
    if (this.#vendor.attempted(delivery, status >= 200 && status < 300)) this.#taken(delivery);
    else this.#failed(delivery);
    this.#saveSoon();
  }

  #taken(delivery: Delivery): void {
    delivery.status = this.#vendor.words.taken;
    delivery.nextAt = null;
    if (!delivery.twice) return;
    delivery.twice = false;
    delivery.nextAt = Date.now();
    this.#schedule(delivery);
  }

  #failed(delivery: Delivery): void {
    const wait = this.#vendor.retrySeconds(delivery)[delivery.retries];
    if (wait === undefined) {
      delivery.status = this.#vendor.words.failed;
      delivery.nextAt = null;
      this.#vendor.givenUp?.(delivery);
      return;
    }
    delivery.retries += 1;
    delivery.status = this.#vendor.words.retrying;
    delivery.nextAt = Date.now() + wait * 1000;
    this.#schedule(delivery);
  }

  #saveSoon(): void {
    this.#saving ??= setTimeout(() => {
      this.#saving = null;
      this.#vendor
        .save()
        .catch((error: unknown) => this.#log.error({ err: error }, 'what became of webhooks not written'));
    }, SAVE_AFTER_MS).unref();
  }
}
