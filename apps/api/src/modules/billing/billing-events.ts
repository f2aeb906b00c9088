import { problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { sameText } from '../../platform/access/secret.ts';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import type { InboxOutcome } from '../../platform/incoming/inbox.queries.ts';
import { Inbox, receiveWebhooks, WebhookFailure } from '../../platform/incoming/inbox.ts';
import { billingEvents, type StoredEvent } from './billing-event/billing-event.queries.ts';
import { applyBillingUpdate, type BillingParts } from './billing-update.ts';
import { readDueCheckouts } from './checkout/checkout.queries.ts';
import { grantPlanCredits } from './credit/credit-plan.queries.ts';
import { readUnknownChanges } from './subscription/subscription.queries.ts';

/** Processes all received events. */
export const EVENT_JOB = 'billing-event';
/** Checks the open purchases of a brand. */
export const CHECKOUT_JOB = 'billing-checkout';
/** Asks which plan follows a brand's plan. */
export const CHANGE_JOB = 'billing-change';

const MAX_BYTES = 1024 * 1024;
/** Events processed per transaction; a failing one is retried alone. */
const BATCH_SIZE = 20;

const Envelope = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().min(1).max(100),
  occurred_at: z.number().int().min(0).max(32_503_680_000),
});

/** Receives webhooks from the billing provider, authenticated by username and password. */
export function billingWebhook(server: FastifyInstance, api: Api): void {
  const { CHARGEBEE_WEBHOOK_USER: user, CHARGEBEE_WEBHOOK_PASSWORD: password } = api.config;
  const wanted = password === '' ? null : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  receiveWebhooks(server, api, {
    path: '/webhooks/chargebee',
    mostBytes: MAX_BYTES,
    job: EVENT_JOB,
    authenticate(request) {
      if (wanted === null || !sameText(request.headers.authorization ?? '', wanted))
        throw problem('unauthenticated', { message: 'Invalid username or password.' });
    },
    read(_request, bytes) {
      const body = bytes.toString('utf8');
      const event = Envelope.safeParse(jsonOf(body));
      if (!event.success || body.includes('\u0000'))
        throw problem('invalid', { message: 'The body is not an event.' });
      const { id, event_type: type, occurred_at: seconds } = event.data;
      return { id, type, body, occurredAt: new Date(seconds * 1000).toISOString() };
    },
    store: (events) => billingEvents.insert(api.db, events, api.clock.now()),
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Processes all due events in the order they were received. */
export const processEvents = (parts: BillingParts, signal?: AbortSignal): Promise<void> =>
  billingInbox(parts).drain(signal);

/** Processes one event if it is due. */
export const processEvent = (parts: BillingParts, id: string): Promise<void> =>
  billingInbox(parts).processOne(id);

function billingInbox(parts: BillingParts): Inbox<StoredEvent> {
  const { api } = parts;
  return new Inbox<StoredEvent>(api, {
    atOnce: BATCH_SIZE,
    keyOf: ({ id }) => id,
    // A replayed event is waited for if another process has locked it.
    hold: (tx, limit, keys) =>
      billingEvents.lockDue(tx, api.clock.now(), { limit, keys, waits: keys !== undefined }),
    applyEvents: (tx, events, connection) => processBatch(parts, tx, events, connection),
    async fail(event, error) {
      api.log.error({ err: error, event: event.id }, 'failed to process a billing event');
      await billingEvents.fail(api.db, event, messageOf(error), api.clock.now());
    },
  });
}

/** Processes events one at a time, because later ones may depend on earlier ones. */
async function processBatch(
  parts: BillingParts,
  tx: Database,
  events: readonly StoredEvent[],
  connection: pg.PoolClient,
): Promise<() => Promise<void>> {
  const { api } = parts;
  const brands = new Set<string>();
  const ends: InboxOutcome[] = [];
  for (const event of events)
    try {
      const { brandIds, ...end } = await takeEvent(parts, tx, event);
      for (const brandId of brandIds) brands.add(brandId);
      ends.push({ key: event.id, ...end });
    } catch (error) {
      throw new WebhookFailure(event, error);
    }
  await billingEvents.finish(tx, ends, api.clock.now());
  for (const brandId of brands) {
    if ((await readDueCheckouts(tx, { now: api.clock.now(), brandId })).length > 0)
      await api.jobs.send(CHECKOUT_JOB, { brandId }, { transaction: connection });
    if ((await readUnknownChanges(tx, brandId)).length > 0)
      await api.jobs.send(CHANGE_JOB, { brandId }, { transaction: connection });
  }
  return async () => {
    for (const brandId of brands) await grantPlanCredits(api.pool, api.db, api.clock.now(), brandId);
  };
}

/** Returns the failure reason for administrators; statement parameters only go to the log. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : 'It failed.';
}

async function takeEvent(
  parts: BillingParts,
  tx: Database,
  event: StoredEvent,
): Promise<Omit<InboxOutcome, 'key'> & { brandIds: readonly string[] }> {
  const ignored = (note: string) => ({ state: 'ignored' as const, note, brandId: null, brandIds: [] });
  const notice = parts.provider.parseEvent(jsonOf(event.body));
  // Ignoring it would lose data: retry it and show it to administrators.
  if (!notice) throw new Error('Unknown format.');
  const { subscriptions, invoices } = notice.news;
  if (subscriptions.length + invoices.length === 0)
    return ignored("This event doesn't affect any Troupe data.");
  const { brandIds, unknownPrices: unsold, changed } = await applyBillingUpdate(parts, tx, notice.news);
  const [brandId] = brandIds;
  if (!brandId) return ignored("The customer isn't one of our brands.");
  const note =
    unsold.length > 0
      ? 'Not one of our products.'
      : changed.length === 0
        ? 'Newer data was already stored.'
        : null;
  return { state: 'processed', note, brandId, brandIds };
}
