import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** The channel on which every process hears that there is something to tell; the payload is the audience. */
export const LIVE_CHANNEL = 'live_event';

/** Something that happens while people are connected. */
export interface News {
  /** `brand:<id>` or `user:<id>`. */
  audience: string;
  type: 'message' | 'read' | 'typing' | 'opt-in' | 'content' | 'campaign' | 'notification';
  campaignId?: string | null;
  optInId?: string | null;
  data?: Record<string, unknown>;
}

/** Tells connected people what happened, once the transaction of `db` commits. Answers the event's number. */
export async function tell(
  db: Database,
  { audience, type, campaignId = null, optInId = null, data = {} }: News,
): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with told as (
      insert into live_event (audience, type, campaign_id, opt_in_id, data)
      values (${audience}, ${type}, ${campaignId}::uuid, ${optInId}::uuid, ${JSON.stringify(data)}::jsonb)
      returning id, audience
    )
    select id, pg_notify(${LIVE_CHANNEL}, audience) from told`);
  return Number(rows[0]?.id ?? 0);
}
