import { createHmac, randomBytes } from 'node:crypto';
import type { Lane, OutboxKind, TurnResult } from '@troupe/server/outbox';
import { openText } from '../../../platform/access/secret.ts';
import type { Api } from '../../../platform/api.ts';
import { type Database, withTransaction } from '../../../platform/database.ts';
import type { PostOutcome, WebhookTransport } from '../../../platform/outgoing/webhook-transport.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DisabledWebhook,
  payloadOf,
  settleAttempt,
  webhooksWithWork,
} from './webhook-delivery.queries.ts';

type Parts = Pick<Api, 'pool' | 'db' | 'clock' | 'log' | 'config'>;

/** Dependencies of the outbox besides the platform. */
export interface WebhookOutboxParts {
  post: WebhookTransport;
  /** Notifies the owners, in the transaction that disabled an endpoint. */
  afterTurnedOff(tx: Database, off: DisabledWebhook): Promise<void>;
}

/** Concurrent deliveries per endpoint. */
const EACH_AT_ONCE = 4;
/** Maximum time between polls, because announcements can be lost. */
const POLL_MS = 10_000;
/** The turn of an endpoint ends after this long, so that slow ones don't block others. */
const TURN_MS = 1000;
/** Longer than any attempt can take. */
const LEASE_MS = 60_000;

/** The webhook outbox, with one lane per endpoint. Each attempt leases its delivery; delivery is at least once. */
export class WebhookOutbox implements OutboxKind {
  readonly name = 'webhooks';
  readonly lanesAtOnce = 8;
  readonly failingAtOnce = 4;
  readonly pollMs = POLL_MS;
  readonly afterFailureMs = 1000;
  readonly #api: Parts;
  readonly #parts: WebhookOutboxParts;

  constructor(api: Parts, parts: WebhookOutboxParts) {
    this.#api = api;
    this.#parts = parts;
  }

  async lanes(): Promise<Lane[]> {
    const now = this.#api.clock.now();
    const found = await webhooksWithWork(this.#api.db, new Date(now.getTime() + POLL_MS));
    return found.map(({ id, failing, dueAt }) => ({ id, failing, dueAt: new Date(dueAt) }));
  }

  /** Sends what is due for one endpoint until its turn ends. */
  async serve(webhookId: string, isStopping: () => boolean): Promise<TurnResult> {
    const { db, clock } = this.#api;
    const end = performance.now() + TURN_MS;
    do {
      if (isStopping()) return { next: null };
      const now = clock.now();
      const lease = new Date(now.getTime() + LEASE_MS);
      const taken = await claimDeliveries(db, webhookId, { now, lease, limit: EACH_AT_ONCE });
      if (taken.length === 0) return { next: null };
      await Promise.all(taken.map((one) => this.#attempt(one)));
    } while (performance.now() < end);
    return { next: clock.now().getTime() };
  }

  async #attempt(taken: ClaimedDelivery): Promise<void> {
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

  async #post(taken: ClaimedDelivery, at: Date): Promise<PostOutcome> {
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
      log.error({ err: error, delivery: taken.id }, 'failed to sign a webhook');
      return { status: null, error: "Couldn't sign the event. Rotate the secret.", excerpt: '', ms: 0 };
    }
  }
}

const PREFIX = 'whsec_';

/** Generates a signing secret in the format of https://www.standardwebhooks.com. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** The input of a signature. */
interface Signed {
  id: string;
  timestamp: Date;
  body: string;
  /** The current secret, then the previous one while it is valid. */
  secrets: readonly string[];
}

/** Returns the headers of an event: ID, timestamp and one signature per secret. */
function signedHeaders({ id, timestamp, body, secrets }: Signed): Record<string, string> {
  const seconds = Math.floor(timestamp.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
