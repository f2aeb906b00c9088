import type { GapReason, SourceKind, SourceState } from '@troupe/domain/listening/listening-source';
import type { EventPosition } from '@troupe/domain/listening/source-event';
import type pg from 'pg';
import { newId } from '../../../platform/id.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Saves how far a source was read. */
export async function saveCursor(
  connection: Connection,
  sourceId: string,
  { host, cursor, eventAt }: EventPosition,
  now: Date,
): Promise<void> {
  await connection.query({
    name: 'listening-save-cursor',
    text: `insert into source_cursor (source_id, host, cursor, event_at, saved_at)
      select id, $2, $3, $4, $5 from listening_source where id = $1
      on conflict (source_id, host) do update set cursor = excluded.cursor, event_at = excluded.event_at,
        saved_at = excluded.saved_at`,
    values: [
      sourceId,
      host,
      cursor,
      eventAt === null ? null : new Date(eventAt).toISOString(),
      now.toISOString(),
    ],
  });
}

/** A saved position of a source. */
export interface SavedCursor {
  host: string;
  cursor: string;
  eventAt: string | null;
  savedAt: string;
}

/** Returns the positions of a source, the latest event first. */
export async function readCursors(pool: Connection, sourceId: string): Promise<SavedCursor[]> {
  const { rows } = await pool.query<SavedCursor>(
    `select host, cursor, event_at as "eventAt", saved_at as "savedAt" from source_cursor where source_id = $1
      order by event_at desc nulls last, host`,
    [sourceId],
  );
  return rows;
}

/** Returns the installation's source of a kind, created if there is none. */
export async function ensureSource(
  pool: Connection,
  kind: SourceKind,
  now: Date,
): Promise<{ id: string; state: string }> {
  const { rows } = await pool.query<{ id: string; state: string }>(
    `with made as (insert into listening_source (id, kind, created_at, updated_at) values ($1, $2, $3, $3)
        on conflict (brand_id, kind, host) do nothing returning id, state)
      select id, state from made union all
      select id, state from listening_source where kind = $2 and brand_id is null and host = '' limit 1`,
    [newId(), kind, now.toISOString()],
  );
  return rows[0] as { id: string; state: string };
}

/** Notes that a source answered, or what went wrong. Returns false if it is paused or gone. */
export async function noteSource(
  pool: Connection,
  sourceId: string,
  problem: string | null,
  now: Date,
): Promise<boolean> {
  const { rows } = await pool.query<{ isPaused: boolean }>(
    `update listening_source set ${
      problem === null
        ? `last_ok_at = $2, failures = 0, state = case when state = 'failing' then 'active' else state end`
        : `last_problem = $3, last_problem_at = $2, failures = failures + 1,
          state = case when state = 'active' then 'failing' else state end`
    } where id = $1 returning state = 'paused' as "isPaused"`,
    problem === null ? [sourceId, now.toISOString()] : [sourceId, now.toISOString(), problem],
  );
  return rows[0]?.isPaused === false;
}

/** Notes a time from which posts are missing, unless it is part of a known one. */
export async function addGap(
  pool: Connection,
  sourceId: string,
  gap: { from: Date; to: Date | null; reason: GapReason },
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into source_gap (id, source_id, from_at, to_at, reason)
      select $1, $2, $3, $4, $5 where not exists (select from source_gap g where g.source_id = $2
        and g.from_at <= $3::timestamptz and (g.to_at is null or g.to_at >= $4::timestamptz)) returning id`,
    [newId(), sourceId, gap.from.toISOString(), gap.to?.toISOString() ?? null, gap.reason],
  );
  return rows[0]?.id ?? null;
}

/** Ends the open gap of a source. */
export async function endGap(pool: Connection, sourceId: string, to: Date): Promise<void> {
  await pool.query('update source_gap set to_at = $2 where source_id = $1 and to_at is null', [
    sourceId,
    to.toISOString(),
  ]);
}

/** Notes that the missing posts of a gap were fetched. */
export async function fillGap(pool: Connection, gapId: string, now: Date): Promise<void> {
  await pool.query('update source_gap set filled_at = $2 where id = $1', [gapId, now.toISOString()]);
}

/** Returns the state of a source; null if there is none. */
export async function readSourceState(pool: Connection, sourceId: string): Promise<SourceState | null> {
  const { rows } = await pool.query<{ state: SourceState }>(
    'select state from listening_source where id = $1',
    [sourceId],
  );
  return rows[0]?.state ?? null;
}

/** Takes the lock of a stream for this session, if no other one holds it. */
export async function takeStreamLock(session: Connection, kind: SourceKind): Promise<boolean> {
  const { rows } = await session.query<{ held: boolean }>(
    "select pg_try_advisory_lock(hashtext('listening-stream'), hashtext($1)) as held",
    [kind],
  );
  return rows[0]?.held ?? false;
}
