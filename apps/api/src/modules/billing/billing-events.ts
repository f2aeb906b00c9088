import { problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { sameText } from '../../platform/access/secret.ts';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import type { InboxEnd } from '../../platform/incoming/inbox.queries.ts';
import { Inbox, receiveWebhooks, WebhookFailure } from '../../platform/incoming/inbox.ts';
import { type BillingParts, takeNews } from './billing-books.ts';
import {
  failEvent,
  finishEvents,
  holdDueEvents,
  insertEvents,
  type StoredEvent,
} from './billing-event/billing-event.queries.ts';
import { readDueCheckouts } from './checkout/checkout.queries.ts';
import { grantPlanCredits } from './credit/credit-plan.queries.ts';

/** Works through everything that came in. */
export const EVENT_JOB = 'billing-event';
/** Looks at the open purchases of a brand. */
export const LOOK_JOB = 'billing-checkout';

const MOST_BYTES = 1024 * 1024;
/** Events that are held together; a failure among them is tried by itself. */
const AT_ONCE = 20;

const Envelope = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().min(1).max(100),
  occurred_at: z.number().int().min(0).max(32_503_680_000),
});

/** Receives what the billing provider tells. Who sends is known by name and password. */
export function billingWebhook(server: FastifyInstance, api: Api): void {
  const { CHARGEBEE_WEBHOOK_USER: user, CHARGEBEE_WEBHOOK_PASSWORD: password } = api.config;
  const wanted = password === '' ? null : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  receiveWebhooks(server, api, {
    path: '/webhooks/chargebee',
    mostBytes: MOST_BYTES,
    job: EVENT_JOB,
    authenticate(request) {
      if (wanted === null || !sameText(request.headers.authorization ?? '', wanted))
        throw problem('unauthenticated', { message: 'The name or password is wrong.' });
    },
    read(_request, bytes) {
      const body = bytes.toString('utf8');
      const event = Envelope.safeParse(jsonOf(body));
      if (!event.success || body.includes('\u0000'))
        throw problem('invalid', { message: 'This is no event.' });
      const { id, event_type: type, occurred_at: seconds } = event.data;
      return { id, type, body, occurredAt: new Date(seconds * 1000).toISOString() };
    },
    store: (events) => insertEvents(api.db, events, api.clock.now()),
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Processes all events that are due, in the order in which they came. */
export const workThroughEvents = (parts: BillingParts, signal?: AbortSignal): Promise<void> =>
  billingInbox(parts).drain(signal);

/** Processes one event, if it is due. */
export const workThroughEvent = (parts: BillingParts, id: string): Promise<void> =>
  billingInbox(parts).processOne(id);

function billingInbox(parts: BillingParts): Inbox<StoredEvent> {
  const { api } = parts;
  return new Inbox<StoredEvent>(api, {
    atOnce: AT_ONCE,
    keyOf: ({ id }) => id,
    // Only one event is ever named.
    hold: (tx, limit, [id] = []) => holdDueEvents(tx, api.clock.now(), { limit, id }),
    take: (tx, events, connection) => takeEvents(parts, tx, events, connection),
    async fail(event, error) {
      api.log.error({ err: error, event: event.id }, 'a billing event could not be worked through');
      await failEvent(api.db, event, messageOf(error), api.clock.now());
    },
  });
}

/** Takes events over one by one, because a later one may build on what an earlier one brought. */
async function takeEvents(
  parts: BillingParts,
  tx: Database,
  events: readonly StoredEvent[],
  connection: pg.PoolClient,
): Promise<() => Promise<void>> {
  const { api } = parts;
  const brands = new Set<string>();
  const ends: InboxEnd[] = [];
  for (const event of events)
    try {
      const { brandIds, ...end } = await takeEvent(parts, tx, event);
      for (const brandId of brandIds) brands.add(brandId);
      ends.push({ key: event.id, ...end });
    } catch (error) {
      throw new WebhookFailure(event, error);
    }
  await finishEvents(tx, ends, api.clock.now());
  for (const brandId of brands)
    if ((await readDueCheckouts(tx, { now: api.clock.now(), brandId })).length > 0)
      await api.jobs.send(LOOK_JOB, { brandId }, { transaction: connection });
  return async () => {
    for (const brandId of brands) await grantPlanCredits(api.pool, api.db, api.clock.now(), brandId);
  };
}

/** Why it failed, for administrators; what a statement was made of stays in the log. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : 'It failed.';
}

async function takeEvent(
  parts: BillingParts,
  tx: Database,
  event: StoredEvent,
): Promise<Omit<InboxEnd, 'key'> & { brandIds: readonly string[] }> {
  const ignored = (note: string) => ({ state: 'ignored' as const, note, brandId: null, brandIds: [] });
  const notice = parts.provider.parseEvent(jsonOf(event.body));
  // Lost if it were ignored: it is tried again, and administrators see it.
  if (!notice) throw new Error('It cannot be read.');
  const { subscriptions, invoices } = notice.news;
  if (subscriptions.length + invoices.length === 0) return ignored('It is about nothing that is kept.');
  const { brandIds, unsold, changed } = await takeNews(parts, tx, notice.news);
  const [brandId] = brandIds;
  if (!brandId) return ignored('Its customer is no brand here.');
  const note =
    unsold.length > 0
      ? 'It is about something that is not sold here.'
      : changed.length === 0
        ? 'Something newer was known already.'
        : null;
  return { state: 'processed', note, brandId, brandIds };
}
