import { REPEAT_MS } from '@troupe/domain/affiliate/affiliate-click';
import type pg from 'pg';
import { withTransaction } from '../../../platform/database.ts';

const BUCKET = `date_bin('15 minutes', at, timestamptz 'epoch')`;
/** One roll-up at a time, whichever process runs it. */
const LOCK = 7_401_016;

/**
 * Returns the quarter hours that may hold more than was counted: all since the last one that was counted, and those
 * that got hits late.
 * @param now the current time; hits from a clock that runs ahead count once their quarter hour starts
 */
export async function dirtyBuckets(
  pool: pg.Pool,
  now: Date,
): Promise<{ bucket: string; markedAt: string | null }[]> {
  const { rows } = await pool.query<{ bucket: string; markedAt: string | null }>(
    `with since as (
      select coalesce(max(bucket) - interval '15 minutes', timestamptz 'epoch') as bucket
      from affiliate_click_quarter where bucket <= $1
    ), fresh as (
      select distinct ${BUCKET} as bucket from affiliate_click where at >= (select bucket from since) and at <= $1
      union
      -- An earlier hit may be the visitor's first of the day, and makes later ones repeats.
      select q.bucket from affiliate_click_quarter q join affiliate_click_late l
        on q.bucket > l.bucket and q.bucket < date_trunc('day', l.bucket, 'UTC') + interval '1 day'
    )
    select bucket, l.marked_at as "markedAt"
    from fresh full join affiliate_click_late l using (bucket) order by bucket`,
    [now],
  );
  return rows;
}

const QUARTER_MS = 15 * 60_000;

/**
 * Recounts the hits of one quarter hour. A person whose last hit on the link was within ten minutes is a repeat, also
 * where different processes saw the two hits.
 * @param markedAt when the quarter hour was marked as late, which it is no longer then
 */
export async function rollBucket(pool: pg.Pool, bucket: string, markedAt: string | null): Promise<void> {
  await withTransaction(pool, async (_tx, connection) => {
    await rollRange(connection, new Date(bucket), new Date(Date.parse(bucket) + QUARTER_MS));
    if (markedAt !== null)
      await connection.query('delete from affiliate_click_late where bucket = $1 and marked_at = $2', [
        bucket,
        markedAt,
      ]);
  });
}

/** Recounts the hits of the quarter hours from one until before another, in the transaction of the connection. */
export async function rollRange(
  connection: Pick<pg.PoolClient, 'query'>,
  from: Date,
  until: Date,
): Promise<void> {
  await connection.query('select pg_advisory_xact_lock($1)', [LOCK]);
  await connection.query(ROLL, [from, REPEAT_MS, until]);
}

const ROLL = `with hit as (
    select id, link_id, brand_id, at, visitor_key, ${BUCKET} as bucket, case
        when verdict = 'person' and visitor_key is not null and at - lag(at) over (
          partition by link_id, visitor_key, verdict in ('person', 'repeat') order by at, id
        ) < $2 * interval '1 millisecond' then 'repeat' else verdict end as verdict
    from affiliate_click
    where at >= $1::timestamptz - $2 * interval '1 millisecond' and at < $3::timestamptz
  ), here as (
    select hit.*, verdict = 'person' and visitor_key is not null and 1 = row_number() over (
        partition by bucket, link_id, visitor_key, verdict order by at, id) as first
    from hit where at >= $1::timestamptz
  ), counted as (
    select link_id, bucket, brand_id, verdict, count(*)::int as n,
      count(*) filter (where first and not exists (
        select from affiliate_click earlier
        where earlier.link_id = here.link_id and earlier.visitor_key = here.visitor_key
          and earlier.verdict = 'person' and earlier.at < here.bucket
          and earlier.at >= date_trunc('day', here.bucket, 'UTC')
          -- Constants, so that only the partitions of these days are read.
          and earlier.at >= date_trunc('day', $1::timestamptz, 'UTC') and earlier.at < $3::timestamptz
      ))::int as first_of_day
    from here where exists (select from affiliate_link where id = here.link_id)
    group by link_id, bucket, brand_id, verdict
  ), gone as (
    delete from affiliate_click_quarter q
    where bucket >= $1::timestamptz and bucket < $3::timestamptz and not exists (
      select from counted c where c.link_id = q.link_id and c.bucket = q.bucket and c.verdict = q.verdict)
  )
  insert into affiliate_click_quarter as q (link_id, bucket, verdict, brand_id, n, first_of_day)
  select link_id, bucket, verdict, brand_id, n, first_of_day from counted
  on conflict (link_id, bucket, verdict) do update set n = excluded.n, first_of_day = excluded.first_of_day
  where (q.n, q.first_of_day) is distinct from (excluded.n, excluded.first_of_day)`;

/** Marks the quarter hours of these times (milliseconds) to be counted again. Call it after their hits are committed. */
export async function markLate(pool: pg.Pool, times: readonly number[]): Promise<void> {
  await pool.query(
    `insert into affiliate_click_late (bucket, marked_at)
      select date_bin('15 minutes', timestamptz 'epoch' + ms * interval '1 millisecond', timestamptz 'epoch') as bucket,
        clock_timestamp()
      from unnest($1::float8[]) ms
      group by bucket
      on conflict (bucket) do update set marked_at = excluded.marked_at`,
    [times],
  );
}
