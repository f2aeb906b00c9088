import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';

/** The channel on which every process hears that there are new events. */
export const LIVE_CHANNEL = 'live_event';
/** The channel of what is told in passing; the payload is {@link News} as JSON. */
export const PASSING_CHANNEL = 'live_passing';

/** Something that happens while people are connected. */
export interface News {
  /** `brand:<id>` or `user:<id>`. */
  audience: string;
  type:
    | 'message'
    | 'read'
    | 'typing'
    | 'opt-in'
    | 'content'
    | 'campaign'
    | 'notification'
    | 'brand'
    | 'store';
  campaignId?: string | null;
  optInId?: string | null;
  data?: Record<string, unknown>;
}

/**
 * Tells connected people what happened, once the transaction of `db` commits. The database numbers and announces the
 * event in that moment (migration 0015).
 */
export async function tell(
  db: Database,
  { audience, type, campaignId = null, optInId = null, data = {} }: News,
): Promise<void> {
  await db.execute(sql`
    insert into live_event (audience, type, campaign_id, opt_in_id, data)
    values (${audience}, ${type}, ${campaignId}::uuid, ${optInId}::uuid, ${JSON.stringify(data)}::jsonb)`);
}

/** The same for many at once, in their order. */
export async function tellAll(db: Database, news: readonly News[]): Promise<void> {
  if (news.length === 0) return;
  const rows = news.map(({ audience, type, campaignId = null, optInId = null, data = {} }) => ({
    audience,
    type,
    campaign_id: campaignId,
    opt_in_id: optInId,
    data,
  }));
  await db.execute(sql`
    insert into live_event (audience, type, campaign_id, opt_in_id, data)
    select audience, type, campaign_id, opt_in_id, data
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as news(audience text, type text, campaign_id uuid, opt_in_id uuid, data jsonb)`);
}

/** Tells those who are connected now, and keeps nothing: who is writing. At most 7 kB. */
export async function tellInPassing(db: Database, news: News): Promise<void> {
  await db.execute(sql`select pg_notify(${PASSING_CHANNEL}, ${JSON.stringify(news)})`);
}
