import {
  TEST_EVENT,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookEventType,
  webhookRetryAt,
} from '@troupe/domain/operations/outgoing-webhook';
import { problem } from '@troupe/domain/problem';
import { and, desc, eq, gt, lt, lte, sql } from 'drizzle-orm';
import { isoMoment } from '../../../platform/column.ts';
import { type Database, sendWithCommit } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { dropWaiting } from './outgoing-webhook.queries.ts';
import { outgoingWebhookTable, webhookDeliveryTable, webhookEventTable } from './outgoing-webhook.table.ts';

/** The channel on which the sending processes hear that a webhook is due. */
export const WEBHOOK_CHANNEL = 'webhook_due';

/** An event for the endpoints of a brand. */
interface WebhookEvent {
  brandId: string;
  type: WebhookEventType;
  data: Record<string, unknown>;
}

/**
 * Queues events for the endpoints of their brands, to be sent once the transaction commits. Only what an endpoint wants
 * is kept, in one statement for any number of events.
 */
export async function queueWebhookEvents(
  db: Database,
  events: readonly WebhookEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ brandId, type, data }) => ({
    id: newId(),
    brand_id: brandId,
    type,
    data: { brandId, ...data },
  }));
  await sendWithCommit(db, {
    name: 'webhook-queue',
    expressions: `
      told as (
        select happened.*, hook.id as webhook_id
        from jsonb_to_recordset($1::jsonb) as happened(id uuid, brand_id uuid, type text, data jsonb)
        join outgoing_webhook hook on hook.brand_id = happened.brand_id and hook.enabled
          and happened.type = any(hook.events)
        where $when),
      kept as (
        insert into webhook_event (id, brand_id, type, data, created_at)
        select distinct id, brand_id, type, data, $2::timestamptz from told),
      queued as (
        insert into webhook_delivery (id, brand_id, webhook_id, event_id, due_at, created_at)
        select gen_random_uuid(), brand_id, webhook_id, id, $2, $2 from told order by id),
      announced as materialized (
        select pg_notify('${WEBHOOK_CHANNEL}', '') from (select from told limit 1) any_told)`,
    runs: ['announced'],
    values: [JSON.stringify(rows), now.toISOString()],
  });
}

/** Wakes the sending processes, once the transaction commits. */
export async function announceWebhooks(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${WEBHOOK_CHANNEL}, '')`);
}

/** The body of an event as it is sent: the same text every time, because it is signed. */
export const payloadOf = (event: {
  type: string;
  createdAt: string;
  data: Record<string, unknown>;
}): string => JSON.stringify({ type: event.type, timestamp: event.createdAt, data: event.data });

const delivery = {
  id: webhookDeliveryTable.id,
  eventId: webhookDeliveryTable.eventId,
  type: webhookEventTable.type,
  status: webhookDeliveryTable.status,
  created: webhookDeliveryTable.createdAt,
  dueAt: webhookDeliveryTable.dueAt,
  log: webhookDeliveryTable.log,
  data: webhookEventTable.data,
  happened: webhookEventTable.createdAt,
};

/** Deliveries of an endpoint, newest first, older than one of them where given. */
export async function readDeliveries(
  db: Database,
  {
    brandId,
    webhookId,
    only,
    before,
  }: { brandId: string; webhookId: string; only?: string; before?: string },
  limit: number,
): Promise<WebhookDelivery[]> {
  const rows = await db
    .select(delivery)
    .from(webhookDeliveryTable)
    .innerJoin(webhookEventTable, eq(webhookEventTable.id, webhookDeliveryTable.eventId))
    .where(
      and(
        eq(webhookDeliveryTable.brandId, brandId),
        eq(webhookDeliveryTable.webhookId, webhookId),
        only ? eq(webhookDeliveryTable.id, only) : undefined,
        before
          ? sql`${webhookDeliveryTable.number} < (select number from webhook_delivery
              where id = ${before} and webhook_id = ${webhookId})`
          : undefined,
      ),
    )
    .orderBy(desc(webhookDeliveryTable.number))
    .limit(limit);
  return rows.map(({ dueAt, log, data, happened, ...row }) => ({
    ...row,
    next: row.status === 'pending' ? dueAt : null,
    attempts: log,
    payload: payloadOf({ type: row.type, createdAt: happened, data }),
  }));
}

/** Puts an event into the queue of one endpoint: one to try it with. `db` is a transaction. */
export async function sendTest(
  db: Database,
  { brandId, webhookId }: { brandId: string; webhookId: string },
  now: Date,
): Promise<string> {
  const [id, eventId, at] = [newId(), newId(), now.toISOString()];
  const data = { brandId, text: 'This is a test.' };
  await db.insert(webhookEventTable).values({ id: eventId, brandId, type: TEST_EVENT, data, createdAt: at });
  await db.insert(webhookDeliveryTable).values({ id, brandId, webhookId, eventId, dueAt: at, createdAt: at });
  await announceWebhooks(db);
  return id;
}

/**
 * Puts a delivery into the queue once more, with all its attempts before it. `db` is a transaction.
 * @throws not_found, invalid_transition while it is under way
 */
export async function replay(
  db: Database,
  { brandId, webhookId, id }: { brandId: string; webhookId: string; id: string },
  now: Date,
): Promise<void> {
  const [row] = await db
    .select({ status: webhookDeliveryTable.status })
    .from(webhookDeliveryTable)
    .where(
      and(
        ...[eq(webhookDeliveryTable.brandId, brandId), eq(webhookDeliveryTable.webhookId, webhookId)],
        eq(webhookDeliveryTable.id, id),
      ),
    )
    .for('update');
  if (!row) throw problem('not_found');
  if (row.status === 'pending')
    throw problem('invalid_transition', { message: 'This is on its way already.' });
  await db
    .update(webhookDeliveryTable)
    .set({ status: 'pending', attempts: 0, dueAt: now.toISOString() })
    .where(eq(webhookDeliveryTable.id, id));
  await announceWebhooks(db);
}

/** A delivery that a process has taken for one attempt. */
export interface TakenDelivery {
  id: string;
  webhookId: string;
  eventId: string;
  attempts: number;
  type: string;
  data: Record<string, unknown>;
  createdAt: string;
  url: string;
  secret: string;
  formerSecret: string | null;
  formerSecretUntil: string | null;
}

/** An endpoint with something due, and whether nothing got through to it of late. */
export interface WebhookWithWork {
  id: string;
  failing: boolean;
}

/** Endpoints with something due: those that work first, and of them those that waited longest. */
export async function webhooksWithWork(db: Database, now: Date): Promise<WebhookWithWork[]> {
  const { rows } = await db.execute<WebhookWithWork & Record<string, unknown>>(sql`
    select hook.id, hook.failing_since is not null as failing
    from webhook_delivery delivery join outgoing_webhook hook on hook.id = delivery.webhook_id
    where delivery.status = 'pending' and delivery.due_at <= ${now.toISOString()}
    group by hook.id order by failing, min(delivery.due_at) limit 200`);
  return rows;
}

/**
 * Takes up to `limit` due deliveries of an endpoint. Until `lease` nobody else takes them; should this process end
 * before it says what became of them, another one tries again, under the same id.
 */
export async function takeDeliveries(
  db: Database,
  webhookId: string,
  { now, lease, limit }: { now: Date; lease: Date; limit: number },
): Promise<TakenDelivery[]> {
  const { rows } = await db.execute<TakenDelivery & Record<string, unknown>>(sql`
    with taken as (
      update webhook_delivery set attempts = attempts + 1, due_at = ${lease.toISOString()}
      where id in (
        select id from webhook_delivery
        where webhook_id = ${webhookId} and status = 'pending' and due_at <= ${now.toISOString()}
        order by due_at, number limit ${limit} for update skip locked)
      returning id, number, webhook_id, event_id, attempts)
    select taken.id, taken.webhook_id as "webhookId", taken.event_id as "eventId", taken.attempts, event.type,
      event.data, event.created_at as "createdAt", hook.url, hook.secret, hook.former_secret as "formerSecret",
      hook.former_secret_until as "formerSecretUntil"
    from taken join webhook_event event on event.id = taken.event_id
    join outgoing_webhook hook on hook.id = taken.webhook_id
    order by taken.number`);
  return rows.map((row) => ({ ...row, createdAt: isoMoment(row.createdAt) }));
}

/** What an endpoint's failing came to. */
export interface TurnedOff {
  webhookId: string;
  brandId: string;
  url: string;
  reason: string;
}

const GONE = 410;
/** The shortest and the longest time in which an endpoint that did not answer is left alone. */
const REST_MS = { least: 5000, most: 3_600_000 };

/**
 * Writes what became of an attempt, and when the next one is. An endpoint to which nothing got through for
 * `disableAfterMs`, or that says it is gone, is turned off; that is answered, once. What else is due for one that did
 * not answer at all waits with it, as long again as it has failed already. `db` is a transaction.
 */
export async function settleAttempt(
  db: Database,
  taken: Pick<TakenDelivery, 'id' | 'webhookId' | 'attempts'>,
  attempt: WebhookAttempt,
  { now, disableAfterMs }: { now: Date; disableAfterMs: number },
): Promise<TurnedOff | null> {
  const [hook] = await db
    .select()
    .from(outgoingWebhookTable)
    .where(eq(outgoingWebhookTable.id, taken.webhookId))
    .for('update');
  if (!hook) return null;
  const delivered = attempt.error === null;
  const next = delivered ? null : webhookRetryAt(taken.attempts, now, Math.random());
  await db
    .update(webhookDeliveryTable)
    .set({
      log: sql`${webhookDeliveryTable.log} || ${JSON.stringify([attempt])}::jsonb`,
      ...(delivered ? { status: 'delivered' as const } : {}),
      ...(!delivered && (!next || !hook.enabled) ? { status: 'failed' as const } : {}),
      ...(next ? { dueAt: next.toISOString() } : {}),
    })
    .where(eq(webhookDeliveryTable.id, taken.id));
  if (delivered) {
    if (hook.failingSince) {
      await db
        .update(outgoingWebhookTable)
        .set({ failingSince: null })
        .where(eq(outgoingWebhookTable.id, hook.id));
      await bringForward(db, hook.id, now);
    }
    return null;
  }
  const since = hook.failingSince ?? now.toISOString();
  const gone = attempt.status === GONE;
  const long = now.getTime() - Date.parse(since) >= disableAfterMs;
  const off = hook.enabled && (gone || long);
  const reason = gone
    ? 'It answered that it is gone (410).'
    : `Nothing got through since ${since.slice(0, 10)}. The last time: ${attempt.error}`;
  await db
    .update(outgoingWebhookTable)
    .set({ failingSince: since, ...(off ? { enabled: false, disabledReason: reason } : {}) })
    .where(eq(outgoingWebhookTable.id, hook.id));
  if (!off) {
    if (attempt.status === null) await putOff(db, hook.id, { since, now });
    return null;
  }
  await dropWaiting(db, hook.id);
  return { webhookId: hook.id, brandId: hook.brandId, url: hook.url, reason };
}

/** Lets what is due for an endpoint wait, without counting it as tried. */
async function putOff(db: Database, webhookId: string, { since, now }: { since: string; now: Date }) {
  const rest = Math.min(Math.max(now.getTime() - Date.parse(since), REST_MS.least), REST_MS.most);
  await db
    .update(webhookDeliveryTable)
    .set({ dueAt: new Date(now.getTime() + rest).toISOString() })
    .where(
      and(
        ...[eq(webhookDeliveryTable.webhookId, webhookId), eq(webhookDeliveryTable.status, 'pending')],
        lte(webhookDeliveryTable.dueAt, now.toISOString()),
      ),
    );
}

/** What was put off and never tried is due again. */
async function bringForward(db: Database, webhookId: string, now: Date) {
  await db
    .update(webhookDeliveryTable)
    .set({ dueAt: now.toISOString() })
    .where(
      and(
        ...[eq(webhookDeliveryTable.webhookId, webhookId), eq(webhookDeliveryTable.status, 'pending')],
        ...[eq(webhookDeliveryTable.attempts, 0), gt(webhookDeliveryTable.dueAt, now.toISOString())],
      ),
    );
}

/** Forgets events, with their deliveries, from before a moment. */
export async function sweepWebhookEvents(db: Database, before: Date): Promise<void> {
  await db.delete(webhookEventTable).where(lt(webhookEventTable.createdAt, before.toISOString()));
}
