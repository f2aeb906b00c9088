import { USUAL_KEEP_DAYS } from '@troupe/domain/listening/mention';
import type pg from 'pg';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Returns how many days a brand keeps mentions. */
export async function readKeepDaysOf(pool: Connection, brandId: string): Promise<number> {
  const { rows } = await pool.query<{ days: number }>(
    'select keep_days as days from listening_setting where brand_id = $1',
    [brandId],
  );
  return rows[0]?.days ?? USUAL_KEEP_DAYS;
}

/** Changes how many days a brand keeps mentions, also for those that are stored. */
export async function writeKeepDays(connection: Connection, brandId: string, days: number): Promise<void> {
  await connection.query(
    `insert into listening_setting (brand_id, keep_days) values ($1, $2)
      on conflict (brand_id) do update set keep_days = excluded.keep_days`,
    [brandId, days],
  );
  await connection.query(
    `update monitor_mention set forget_at = seen_at + make_interval(days => $2) where brand_id = $1`,
    [brandId, days],
  );
}

/** Deletes mentions whose time is over, a few at a time. Counts stay. Returns how many there were. */
export async function forgetMentions(pool: Connection, now: Date, atOnce: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from monitor_mention where id in (
      select id from monitor_mention where forget_at <= $1 order by forget_at limit $2)`,
    [now.toISOString(), atOnce],
  );
  return rowCount ?? 0;
}

/**
 * Deletes posts that no monitor has, among them those of deleted monitors, and what is left of deleted posts. A post of
 * the last hour may just be waiting for its monitors.
 */
export async function removeOrphans(pool: Connection, now: Date, keepDeletedDays: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from mention m where
      (m.deleted_at is null and m.seen_at < $1::timestamptz - interval '1 hour'
        and not exists (select from monitor_mention t where t.mention_id = m.id))
      or m.deleted_at < $1::timestamptz - make_interval(days => $2)`,
    [now.toISOString(), keepDeletedDays],
  );
  await pool.query(
    `delete from mention_author a where a.first_seen_at < $1::timestamptz - interval '1 hour'
      and not exists (select from mention m where m.author_id = a.id)`,
    [now.toISOString()],
  );
  return rowCount ?? 0;
}
