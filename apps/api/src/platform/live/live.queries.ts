import type { LiveEvent } from '@troupe/domain/inbox/conversation';
import { inBackground } from '@troupe/server/pool';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterCommit, type Database, sendWithCommit } from '../database.ts';

/** The channel that announces new events to every process. */
export const LIVE_CHANNEL = 'live_event';
/** The channel of ephemeral events; the payload is {@link NewLiveEvent} as JSON. */
export const EPHEMERAL_CHANNEL = 'live_passing';

/** An event for connected users. */
export interface NewLiveEvent {
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
    | 'store'
    | 'listening';
  campaignId?: string | null;
  optInId?: string | null;
  data?: Record<string, unknown>;
}

/** Publishes an event to connected users: numbered and announced after the transaction of `db` commits. */
export const publishLiveEvent = (db: Database, news: NewLiveEvent): Promise<void> =>
  publishLiveEvents(db, [news]);

/** The same for several events, in order. */
export async function publishLiveEvents(db: Database, news: readonly NewLiveEvent[]): Promise<void> {
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

/** SQL for the ID of an unnumbered event: negative, descending over time. */
export const UNNUMBERED_ID = "-nextval('live_event_id_seq')";

const NUMBERED_AT_ONCE = 500;
const RETRY_MS = 1000;

/** Pools that are numbering events, and whether they must run once more. */
const numbering = new WeakMap<pg.Pool, { again: boolean }>();

/**
 * Numbers and announces committed events in the background, one statement at a time per process. If transactions
 * numbered their own events, they would hold the lock during their commit and block all others.
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
    // Retry once the database is back.
    if (!pool.ending) setTimeout(() => numberEvents(pool), RETRY_MS).unref();
  } finally {
    numbering.delete(pool);
  }
}

/** Publishes an ephemeral event to currently connected users, such as typing. At most 7 kB. */
export async function publishEphemeral(db: Database, news: NewLiveEvent): Promise<void> {
  await db.execute(sql`select pg_notify(${EPHEMERAL_CHANNEL}, ${JSON.stringify(news)})`);
}

/** A stored event. */
export interface EventRow extends Omit<LiveEvent, 'id'> {
  id: number;
  audience: string;
}

/** Maximum events per read. */
export const EVENTS_AT_ONCE = 200;
const COLUMNS = 'id, audience, type, campaign_id as "campaignId", opt_in_id as "optInId", data';

/** Returns the number of the newest event; 0 if there is none. */
export async function newestEvent(pool: pg.Pool): Promise<number> {
  const { newest } = await eventRange(pool);
  return newest ?? 0;
}

/** Returns the numbers of the oldest and newest stored event. */
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

/** Returns the first events for any of the audiences within a range of numbers. */
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
