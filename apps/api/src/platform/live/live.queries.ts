import type { LiveEvent } from '@troupe/domain/inbox/conversation';
import { inBackground } from '@troupe/server/pool';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterCommit, type Database, sendWithCommit } from '../database.ts';

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
 * Tells connected people what happened, once the transaction of `db` has committed: the event is numbered and announced
 * after that.
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
    expressions: `live_told as (
      insert into live_event (id, audience, type, campaign_id, opt_in_id, data)
      select ${UNNUMBERED_ID}, audience, type, campaign_id, opt_in_id, data
      from jsonb_to_recordset($1::jsonb)
        as news(audience text, type text, campaign_id uuid, opt_in_id uuid, data jsonb)
      where $when)`,
    values: [JSON.stringify(rows)],
  });
  afterCommit(db, numberEvents);
}

/** The id of an event until it is numbered: below zero, the later the lower. */
export const UNNUMBERED_ID = "-nextval('live_event_id_seq')";

const NUMBERED_AT_ONCE = 500;
const RETRY_MS = 1000;

/** Pools that number events at this moment, and whether they have to look once more. */
const numbering = new WeakMap<pg.Pool, { again: boolean }>();

/**
 * Numbers and announces events that were committed, in the background: one statement at a time for each process, however
 * many transactions end meanwhile. A transaction that numbered its own events would hold the lock for that while its
 * commit is written to disk, and all others would wait.
 */
export function numberEvents(pool: pg.Pool): void {
  const running = numbering.get(pool);
  if (running) running.again = true;
  else inBackground(() => void numberAll(pool));
}

async function numberAll(pool: pg.Pool): Promise<void> {
  const state = { again: true };
  numbering.set(pool, state);
  try {
    while (state.again) {
      state.again = false;
      const { rows } = await pool.query<{ numbered: number }>({
        name: 'live-event-number',
        text: 'select number_live_events($1) as numbered',
        values: [NUMBERED_AT_ONCE],
      });
      if (rows[0]?.numbered === NUMBERED_AT_ONCE) state.again = true;
    }
  } catch {
    // The database is out of reach; what it has is numbered when it is back.
    if (!pool.ending) setTimeout(() => numberEvents(pool), RETRY_MS).unref();
  } finally {
    numbering.delete(pool);
  }
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
    'select min(id) as oldest, max(id) as newest from live_event where id > 0',
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
