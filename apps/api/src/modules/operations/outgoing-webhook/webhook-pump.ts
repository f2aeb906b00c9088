import { openText } from '../../../platform/access/secret.ts';
import type { Api } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import type { PostOutcome, WebhookTransport } from '../../../platform/outgoing/webhook-transport.ts';
import { withTransaction } from '../../../platform/transaction.ts';
import { signedHeaders } from './outgoing-webhook.secret.ts';
import {
  payloadOf,
  settleAttempt,
  type TakenDelivery,
  type TurnedOff,
  takeDeliveries,
  type WebhookWithWork,
  webhooksWithWork,
} from './webhook-delivery.queries.ts';

type Parts = Pick<Api, 'pool' | 'db' | 'clock' | 'log' | 'config'>;

/** What the pump is given beside the platform. */
export interface WebhookPumpParts {
  post: WebhookTransport;
  /** Tells the owners, in the transaction that turned an endpoint off. */
  afterTurnedOff(tx: Database, off: TurnedOff): Promise<void>;
}

/** Endpoints that one process serves at once, those among them that fail, and deliveries of one of them. */
const HOOKS_AT_ONCE = 8;
const FAILING_AT_ONCE = 4;
const EACH_AT_ONCE = 4;
/** After so long an endpoint has had its turn: a slow one holds up no other. */
const TURN_MS = 1000;
/** The longest time without a look, because an announcement can be missed. */
const LOOK_EVERY_MS = 2000;
/** Longer than any attempt can take. */
const LEASE_MS = 60_000;

/** Sends events that are due. Any number of processes may do this at once. */
export class WebhookPump {
  readonly #api: Parts;
  readonly #parts: WebhookPumpParts;
  readonly #busy = new Map<string, { failing: boolean; served: Promise<void> }>();
  /** When each endpoint with work had its last turn, by a count of turns. */
  #turns = new Map<string, number>();
  #turn = 0;
  #every: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(api: Parts, parts: WebhookPumpParts) {
    this.#api = api;
    this.#parts = parts;
  }

  start(): void {
    this.#every = setInterval(() => this.wake(), LOOK_EVERY_MS);
    this.#every.unref();
    this.wake();
  }

  /** Looks at once for what is due. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#looking = this.#look().finally(() => {
      this.#looking = null;
      if (this.#again) {
        this.#again = false;
        this.wake();
      }
    });
  }

  /** Finishes what is under way and takes nothing new. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#every);
    await this.#looking;
    await Promise.all([...this.#busy.values()].map(({ served }) => served));
  }

  async #look(): Promise<void> {
    const { db, clock, log } = this.#api;
    try {
      for (const { id, failing } of this.#inTurn(await webhooksWithWork(db, clock.now()))) {
        if (this.#stopped || this.#busy.size >= HOOKS_AT_ONCE) return;
        if (this.#busy.has(id) || (failing && this.#failing() >= FAILING_AT_ONCE)) continue;
        this.#turns.set(id, ++this.#turn);
        const served = this.#serve(id).finally(() => {
          this.#busy.delete(id);
          this.wake();
        });
        this.#busy.set(id, { failing, served });
      }
    } catch (error) {
      log.error({ err: error }, 'webhooks cannot be looked at');
    }
  }

  /** Whoever waited longest for a turn first. */
  #inTurn(found: readonly WebhookWithWork[]): WebhookWithWork[] {
    const there = new Set(found.map(({ id }) => id));
    this.#turns = new Map([...this.#turns].filter(([id]) => there.has(id)));
    const last = (id: string) => this.#turns.get(id) ?? 0;
    return found.toSorted((a, b) => last(a.id) - last(b.id));
  }

  #failing(): number {
    return [...this.#busy.values()].filter(({ failing }) => failing).length;
  }

  /** What is due for one endpoint, until its turn is over. */
  async #serve(webhookId: string): Promise<void> {
    const { db, clock, log } = this.#api;
    const end = performance.now() + TURN_MS;
    try {
      do {
        if (this.#stopped) return;
        const now = clock.now();
        const lease = new Date(now.getTime() + LEASE_MS);
        const taken = await takeDeliveries(db, webhookId, { now, lease, limit: EACH_AT_ONCE });
        if (taken.length === 0) return;
        await Promise.all(taken.map((one) => this.#attempt(one)));
      } while (performance.now() < end);
    } catch (error) {
      log.error({ err: error, webhook: webhookId }, 'a webhook could not be looked after');
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  async #attempt(taken: TakenDelivery): Promise<void> {
    const { pool, clock, log, config } = this.#api;
    const at = clock.now();
    const outcome = await this.#post(taken, at);
    log.info({ delivery: taken.id, status: outcome.status, attempts: taken.attempts }, 'webhook');
    const attempt = { at: at.toISOString(), ...outcome };
    const disableAfterMs = config.WEBHOOK_DISABLE_AFTER_HOURS * 3_600_000;
    await withTransaction(pool, async (tx) => {
      const off = await settleAttempt(tx, taken, attempt, { now: clock.now(), disableAfterMs });
      if (off) await this.#parts.afterTurnedOff(tx, off);
    });
  }

  async #post(taken: TakenDelivery, at: Date): Promise<PostOutcome> {
    const { config, log } = this.#api;
    const { formerSecret, formerSecretUntil } = taken;
    const former = formerSecret && formerSecretUntil && Date.parse(formerSecretUntil) > at.getTime();
    try {
      const secrets = [taken.secret, ...(former ? [formerSecret] : [])].map((sealed) =>
        openText(config.SECRET_KEY, sealed),
      );
      const body = payloadOf(taken);
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Troupe-Webhooks/1',
        ...signedHeaders({ id: taken.eventId, timestamp: at, body, secrets }),
      };
      return await this.#parts.post({ url: taken.url, headers, body });
    } catch (error) {
      log.error({ err: error, delivery: taken.id }, 'a webhook could not be signed');
      return { status: null, error: "Couldn't sign the event. Rotate the secret.", excerpt: '', ms: 0 };
    }
  }
}
