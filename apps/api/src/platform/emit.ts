import type { WebhookEventType } from '@troupe/domain/operations/outgoing-webhook';
import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { newId } from './id.ts';

/** The channel on which the sending processes hear that a webhook is due. */
export const WEBHOOK_CHANNEL = 'webhook_due';

/** Something a brand's own programs can be told of. `data` holds ids and states; names are asked for by API. */
export interface BrandEvent {
  brandId: string;
  type: WebhookEventType;
  data: Record<string, unknown>;
}

/**
 * Tells the endpoints of brands what happened, once the transaction of `db` commits. Only what an endpoint wants is
 * kept, in one statement for any number of events.
 */
export async function emit(db: Database, events: readonly BrandEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ brandId, type, data }) => ({
    ...{ id: newId(), brand_id: brandId, type },
    data: { brandId, ...data },
  }));
  const { rowCount } = await db.execute(sql`
    with told as (
      select happened.*, hook.id as webhook_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as happened(id uuid, brand_id uuid, type text, data jsonb)
      join outgoing_webhook hook on hook.brand_id = happened.brand_id and hook.enabled
        and happened.type = any(hook.events)),
    kept as (
      insert into webhook_event (id, brand_id, type, data, created_at)
      select distinct id, brand_id, type, data, ${now.toISOString()}::timestamptz from told)
    insert into webhook_delivery (id, brand_id, webhook_id, event_id, due_at, created_at)
    select gen_random_uuid(), brand_id, webhook_id, id, ${now.toISOString()}::timestamptz,
      ${now.toISOString()}::timestamptz
    from told order by id`);
  if (rowCount) await announceWebhooks(db);
}

/** Wakes the sending processes, once the transaction commits. */
export async function announceWebhooks(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${WEBHOOK_CHANNEL}, '')`);
}
