import type { ClickDevice, ClickSource, JudgedClick } from '@troupe/domain/affiliate/affiliate-click';
import type pg from 'pg';

/** A hit as it is written, and as a line of a spool file. */
export interface Click extends ClickSource, JudgedClick {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  brandId: string;
  linkId: string;
  /** Hexadecimal; null where it may not be kept. */
  visitorKey: string | null;
  device: ClickDevice;
  browserFamily: string;
}

/** Writing clicks gives up after this long: the spool takes them then. */
const WRITE_MS = 3000;

const INSERT = `insert into affiliate_click (id, at, brand_id, link_id, verdict, reason, visitor_key, device,
    browser_family, referrer_host, source_label, paid_marker, stand_down_seen, search_term)
  select id, timestamptz 'epoch' + ms * interval '1 millisecond', brand_id, link_id, verdict, reason,
    decode(visitor_key, 'hex'), device, browser_family, referrer_host, source_label, paid_marker, stand_down_seen,
    search_term
  from unnest($1::uuid[], $2::float8[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[],
      $9::text[], $10::text[], $11::text[], $12::text[], $13::bool[], $14::text[])
    as click (id, ms, brand_id, link_id, verdict, reason, visitor_key, device, browser_family, referrer_host,
      source_label, paid_marker, stand_down_seen, search_term)
  on conflict do nothing`;

const MISSING_PARTITION = '23514';

/** Writes clicks in one statement; those that are already there are left alone. Makes missing partitions. */
export async function insertClicks(pool: pg.Pool, clicks: readonly Click[]): Promise<void> {
  const column = <K extends keyof Click>(name: K) => clicks.map((click) => click[name]);
  const values = [
    ...[column('id'), column('at'), column('brandId'), column('linkId'), column('verdict'), column('reason')],
    ...[column('visitorKey'), column('device'), column('browserFamily'), column('referrerHost')],
    ...[column('sourceLabel'), column('paidMarker'), column('standDownSeen')],
    // Missing in spool files of earlier versions.
    clicks.map(({ searchTerm }) => searchTerm ?? null),
  ];
  const insert = () =>
    pool.query({ name: 'click-insert', text: INSERT, values, query_timeout: WRITE_MS } as pg.QueryConfig);
  try {
    await insert();
  } catch (error) {
    if ((error as { code?: string }).code !== MISSING_PARTITION) throw error;
    await makePartitions(pool, [...new Set(clicks.map(({ at }) => new Date(at).toISOString().slice(0, 10)))]);
    await insert();
  }
}

/** Makes the partitions of these days (`2026-11-24`) where they are missing. */
export async function makePartitions(pool: pg.Pool, days: readonly string[]): Promise<void> {
  await pool.query('select affiliate_click_partition(day::date) from unnest($1::text[]) day', [days]);
}

/** Drops the partitions of all days before this one. Returns how many. */
export async function dropPartitions(pool: pg.Pool, before: string): Promise<number> {
  const { rows } = await pool.query<{ dropped: number }>('select affiliate_click_drop($1::date) as dropped', [
    before,
  ]);
  return rows[0]?.dropped ?? 0;
}

/** Returns the longest that any program keeps clicks, in days; null without programs. */
export async function longestKept(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ days: number | null }>(
    `select max((rules->>'keepClicksDays')::int) as days from affiliate_program`,
  );
  return rows[0]?.days ?? null;
}

/** Deletes clicks of brands that keep them for a shorter time than others do. */
export async function deleteOldClicks(pool: pg.Pool, now: Date, keptDays: number): Promise<void> {
  await pool.query(
    `delete from affiliate_click c using affiliate_link l join affiliate_program p using (brand_id)
      where (p.rules->>'keepClicksDays')::int < $2 and c.link_id = l.id
        and c.at < $1::timestamptz - (p.rules->>'keepClicksDays')::int * interval '1 day'`,
    [now, keptDays],
  );
}

/** Returns the sealed salts of these days: the first one that any process wrote for a day counts. */
export async function readSalts(
  pool: pg.Pool,
  made: readonly { day: string; sealed: string }[],
): Promise<{ day: string; sealed: string }[]> {
  const days = made.map(({ day }) => day);
  await pool.query(
    `insert into affiliate_click_salt (day, sealed)
      select day::date, sealed from unnest($1::text[], $2::text[]) as made (day, sealed) on conflict do nothing`,
    [days, made.map(({ sealed }) => sealed)],
  );
  const { rows } = await pool.query<{ day: string; sealed: string }>(
    'select day::text as day, sealed from affiliate_click_salt where day = any($1::date[])',
    [days],
  );
  return rows;
}

/** Deletes the salts of days before this one. */
export async function deleteSalts(pool: pg.Pool, before: string): Promise<void> {
  await pool.query('delete from affiliate_click_salt where day < $1::date', [before]);
}
