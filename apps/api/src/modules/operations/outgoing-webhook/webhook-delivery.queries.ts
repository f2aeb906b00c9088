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
import { dropPending } from './outgoing-webhook.queries.ts';
import { outgoingWebhookTable, webhookDeliveryTable, webhookEventTable } from './outgoing-webhook.table.ts';

/** The channel that wakes the sending processes. */
export const WEBHOOK_CHANNEL = 'webhook_due';

/** An event for the endpoints of a brand. */
interface WebhookEvent {
  brandId: string;
  type: WebhookEventType;
  data: Record<string, unknown>;
}

/**
 * Queues events for the endpoints that subscribe to them, to be sent once the transaction commits; one statement for
 * any number of events.
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

/** Wakes the sending processes once the transaction commits. */
export async function announceWebhooks(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${WEBHOOK_CHANNEL}, '')`);
}

/** Returns the body of an event. Deterministic, because it is signed. */
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

/** Returns an endpoint's deliveries, newest first, optionally older than a given one. */
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

/** Queues a test event for one endpoint. `db` is a transaction. */
export async function sendTest(
  db: Database,
  { brandId, webhookId }: { brandId: string; webhookId: string },
  now: Date,
): Promise<string> {
  const [id, eventId, at] = [newId(), newId(), now.toISOString()];
  const data = { brandId, text: 'This is a test event.' };
  await db.insert(webhookEventTable).values({ id: eventId, brandId, type: TEST_EVENT, data, createdAt: at });
  await db.insert(webhookDeliveryTable).values({ id, brandId, webhookId, eventId, dueAt: at, createdAt: at });
  await announceWebhooks(db);
  return id;
}

/**
 * Requeues a delivery, keeping its earlier attempts. `db` is a transaction.
 * @throws not_found, invalid_transition while it is in progress
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
    throw problem('invalid_transition', { message: 'This delivery is already in progress.' });
  await db
    .update(webhookDeliveryTable)
    .set({ status: 'pending', attempts: 0, dueAt: now.toISOString() })
    .where(eq(webhookDeliveryTable.id, id));
  await announceWebhooks(db);
}

/** A delivery that this process has claimed for one attempt. */
export interface ClaimedDelivery {
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

/** An endpoint with deliveries, whether it has been failing, and when the first one is due. */
export interface WebhookWithWork {
  id: string;
  failing: boolean;
  dueAt: string;
}

/** Returns endpoints with deliveries due by a time: working ones first, then by longest wait. */
export async function webhooksWithWork(db: Database, until: Date): Promise<WebhookWithWork[]> {
  const { rows } = await db.execute<WebhookWithWork & Record<string, unknown>>(sql`
    select hook.id, hook.failing_since is not null as failing, min(delivery.due_at) as "dueAt"
    from webhook_delivery delivery join outgoing_webhook hook on hook.id = delivery.webhook_id
    where delivery.status = 'pending' and delivery.due_at <= ${until.toISOString()}
    group by hook.id order by failing, min(delivery.due_at) limit 200`);
  return rows;
}

/**
 * Claims up to `limit` due deliveries of an endpoint until `lease`. If the process dies before settling them, another
 * one retries with the same ID.
 */
export async function claimDeliveries(
  db: Database,
  webhookId: string,
  { now, lease, limit }: { now: Date; lease: Date; limit: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await db.execute<ClaimedDelivery & Record<string, unknown>>(sql`
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

/** A disabled endpoint and the reason. */
export interface DisabledWebhook {
  webhookId: string;
  brandId: string;
  url: string;
  reason: string;
}

const GONE = 410;
/** The minimum and maximum pause after an endpoint didn't respond. */
const PAUSE_MS = { least: 5000, most: 3_600_000 };

/**
 * Saves the result of an attempt and schedules the next. Disables an endpoint that failed for `disableAfterMs` or
 * responded 410 Gone, and returns that once. If the endpoint didn't respond at all, postpones its other deliveries
 * too, for as long as it has been failing. `db` is a transaction.
 */
export async function settleAttempt(
  db: Database,
  taken: Pick<ClaimedDelivery, 'id' | 'webhookId' | 'attempts'>,
  attempt: WebhookAttempt,
  { now, disableAfterMs }: { now: Date; disableAfterMs: number },
): Promise<DisabledWebhook | null> {
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
      await resumePostponed(db, hook.id, now);
    }
    return null;
  }
  const since = hook.failingSince ?? now.toISOString();
  const gone = attempt.status === GONE;
  const long = now.getTime() - Date.parse(since) >= disableAfterMs;
  const off = hook.enabled && (gone || long);
  const reason = gone
    ? 'It responded with 410 Gone.'
    : `No successful delivery since ${since.slice(0, 10)}. Last error: ${attempt.error}`;
  await db
    .update(outgoingWebhookTable)
    .set({ failingSince: since, ...(off ? { enabled: false, disabledReason: reason } : {}) })
    .where(eq(outgoingWebhookTable.id, hook.id));
  if (!off) {
    if (attempt.status === null) await postpone(db, hook.id, { since, now });
    return null;
  }
  await dropPending(db, hook.id);
  return { webhookId: hook.id, brandId: hook.brandId, url: hook.url, reason };
}

/** Postpones an endpoint's due deliveries without counting an attempt. */
async function postpone(db: Database, webhookId: string, { since, now }: { since: string; now: Date }) {
  const rest = Math.min(Math.max(now.getTime() - Date.parse(since), PAUSE_MS.least), PAUSE_MS.most);
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

/** Makes postponed deliveries without attempts due again. */
async function resumePostponed(db: Database, webhookId: string, now: Date) {
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

/** Deletes events from before `before`, with their deliveries. */
export async function sweepWebhookEvents(db: Database, before: Date): Promise<void> {
  await db.delete(webhookEventTable).where(lt(webhookEventTable.createdAt, before.toISOString()));
}
