import type { LiveEvent } from '@troupe/domain/inbox/conversation';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { type Database, sendWithCommit } from '../database.ts';

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
 * event in that moment.
 */
export const tell = (db: Database, news: News): Promise<void> => tellAll(db, [news]);

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
  await sendWithCommit(db, {
    name: 'live-event-insert',
    text: `insert into live_event (audience, type, campaign_id, opt_in_id, data)
      select audience, type, campaign_id, opt_in_id, data
      from jsonb_to_recordset($1::jsonb)
        as news(audience text, type text, campaign_id uuid, opt_in_id uuid, data jsonb)`,
    values: [JSON.stringify(rows)],
  });
}

/** Tells those who are connected now, and keeps nothing: who is writing. At most 7 kB. */
export async function tellInPassing(db: Database, news: News): Promise<void> {
  await db.execute(sql`select pg_notify(${PASSING_CHANNEL}, ${JSON.stringify(news)})`);
}

/** A stored event. */
export interface EventRow extends Omit<LiveEvent, 'id'> {
  id: number;
  audience: string;
}

/** The most events that one reading returns. */
export const EVENTS_AT_ONCE = 200;
const COLUMNS = 'id, audience, type, campaign_id as "campaignId", opt_in_id as "optInId", data';

/** Returns the number of the newest event; 0 when there is none. */
export async function newestEvent(pool: pg.Pool): Promise<number> {
  const { newest } = await eventRange(pool);
  return newest ?? 0;
}

/** Returns the numbers of the oldest and the newest event that are kept. */
export async function eventRange(pool: pg.Pool): Promise<{ oldest: number | null; newest: number | null }> {
  const { rows } = await pool.query<{ oldest: number | null; newest: number | null }>(
    'select min(id) as oldest, max(id) as newest from live_event',
  );
  return rows[0] ?? { oldest: null, newest: null };
}

/** Returns the first events after a number. */
export async function readNewEvents(pool: pg.Pool, after: number): Promise<EventRow[]> {
  const { rows } = await pool.query<EventRow>({
    name: 'live-new',
    text: `select ${COLUMNS} from live_event where id > $1 order by id limit ${EVENTS_AT_ONCE}`,
    values: [after],
  });
  return rows;
}

/** Returns the first events for any of the audiences after a number, up to another. */
export async function readMissedEvents(
  pool: pg.Pool,
  { audiences, after, upTo }: { audiences: readonly string[]; after: number; upTo: number },
): Promise<EventRow[]> {
  const { rows } = await pool.query<EventRow>({
    name: 'live-missed',
    text: `select ${COLUMNS} from live_event
      where audience = any($1) and id > $2 and id <= $3 order by id limit ${EVENTS_AT_ONCE}`,
    values: [audiences, after, upTo],
  });
  return rows;
}
