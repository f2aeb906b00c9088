import { problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sameText } from '../../platform/access/secret.ts';
import type { Api } from '../../platform/api.ts';
import { callGatherer } from '../../platform/incoming/call-gatherer.ts';
import { withTransaction } from '../../platform/transaction.ts';
import { type BillingParts, type Booked, takeNews } from './billing-books.ts';
import {
  failEvent,
  finishEvent,
  holdDueEvents,
  insertEvent,
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

/**
 * Where the billing provider tells what happened. Who sends is known by name and password; the event is stored as it
 * came, once, and answered at once. A job works through it.
 */
export function billingWebhook(server: FastifyInstance, api: Api): void {
  const { CHARGEBEE_WEBHOOK_USER: user, CHARGEBEE_WEBHOOK_PASSWORD: password } = api.config;
  const wanted = password === '' ? null : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const callForWork = callGatherer(api, EVENT_JOB);
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/webhooks/chargebee', {
      onRequest: async (request) => {
        if (wanted === null || !sameText(request.headers.authorization ?? '', wanted))
          throw problem('unauthenticated', { message: 'The name or password is wrong.' });
      },
      handler: async (request) => {
        const body = typeof request.body === 'string' ? request.body : '';
        const event = Envelope.safeParse(jsonOf(body));
        if (!event.success || body.includes('\u0000'))
          throw problem('invalid', { message: 'This is no event.' });
        const { id, event_type: type, occurred_at: seconds } = event.data;
        const occurredAt = new Date(seconds * 1000).toISOString();
        if (await insertEvent(api.db, { id, type, body, occurredAt }, api.clock.now())) callForWork();
        return {};
      },
    });
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Works through all events that wait, in the order in which they came. */
export async function workThroughEvents(parts: BillingParts, signal?: AbortSignal): Promise<void> {
  for (;;) {
    if (signal?.aborted) return;
    const { taken, failed } = await workThrough(parts, { limit: AT_ONCE });
    // A failure undoes all that was held with it: by itself it is put off, and the others are taken again.
    if (failed) await workThrough(parts, { limit: 1, id: failed.id });
    else if (taken === 0) return;
  }
}

/** Works through some events that wait, or one of them, in one transaction. */
export async function workThrough(
  parts: BillingParts,
  which: { limit: number; id?: string },
): Promise<{ taken: number; failed: StoredEvent | null }> {
  const { api } = parts;
  const brands = new Set<string>();
  const current: { event: StoredEvent | null } = { event: null };
  try {
    const taken = await withTransaction(api.pool, async (tx, connection) => {
      const events = await holdDueEvents(tx, api.clock.now(), which);
      for (const event of events) {
        current.event = event;
        const booked = await takeEvent(parts, tx, event);
        for (const brandId of booked?.brandIds ?? []) brands.add(brandId);
      }
      for (const brandId of brands)
        if ((await readDueCheckouts(tx, { now: api.clock.now(), brandId })).length > 0)
          await api.jobs.send(LOOK_JOB, { brandId }, { transaction: connection });
      return events.length;
    });
    for (const brandId of brands) await grantPlanCredits(api.pool, api.db, api.clock.now(), brandId);
    return { taken, failed: null };
  } catch (error) {
    const { event } = current;
    if (event === null) throw error;
    if (which.limit === 1) {
      api.log.error({ err: error, event: event.id }, 'a billing event could not be worked through');
      await failEvent(api.db, event, messageOf(error), api.clock.now());
    }
    return { taken: 0, failed: event };
  }
}

/** Why it failed, for administrators; what a statement was made of stays in the log. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : 'It failed.';
}

async function takeEvent(
  parts: BillingParts,
  tx: Parameters<typeof takeNews>[1],
  event: StoredEvent,
): Promise<Booked | null> {
  const { api, provider } = parts;
  const now = api.clock.now();
  const ignore = (note: string) =>
    finishEvent(tx, event, { state: 'ignored', note, brandId: null }, now).then(() => null);
  const notice = provider.readNotice(jsonOf(event.body));
  // Lost if it were ignored: it is tried again, and administrators see it.
  if (!notice) throw new Error('It cannot be read.');
  const { subscriptions, invoices } = notice.news;
  if (subscriptions.length + invoices.length === 0) return ignore('It is about nothing that is kept.');
  const booked = await takeNews(parts, tx, notice.news);
  const [brandId] = booked.brandIds;
  if (!brandId) return ignore('Its customer is no brand here.');
  const note =
    booked.unsold.length > 0
      ? 'It is about something that is not sold here.'
      : booked.changed.length === 0
        ? 'Something newer was known already.'
        : null;
  await finishEvent(tx, event, { state: 'processed', note, brandId }, now);
  return booked;
}
