import type { DigestChoice, DigestFrequency } from '@troupe/domain/listening/listening-digest';
import type { MentionAlertRule } from '@troupe/domain/listening/mention-alert';
import type { Language } from '@troupe/i18n/language';
import type pg from 'pg';
import { personNameSql } from '../../account/user/user.table.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Days of digests ahead that are looked at for the next one. */
const DAYS_AHEAD = 8;

const at = (day: string, hour: string, zone: string) =>
  `((${day} + make_interval(hours => ${hour})) at time zone ${zone})`;

/** Returns what a member chose, with the last digest and the next one; null if they never chose. */
export async function readDigest(
  pool: Connection,
  { brandId, userId, zone }: { brandId: string; userId: string; zone: string },
  now: Date,
) {
  const { rows } = await pool.query<
    DigestChoice & { next: string | null; lastAt: string | null; mailId: string | null; mentions: number }
  >(
    `select d.frequency, d.weekday, d.hour, l.created_at as "lastAt", l.mail_id as "mailId",
        coalesce(l.mentions, 0) as mentions,
        (select min(${at('g.day', 'd.hour', '$3')}) from generate_series(($4::timestamptz at time zone $3)::date::timestamp,
            ($4::timestamptz at time zone $3)::date + interval '${DAYS_AHEAD} days', interval '1 day') g(day)
          where d.frequency <> 'off' and (d.frequency = 'daily' or extract(isodow from g.day) = d.weekday)
            and ${at('g.day', 'd.hour', '$3')} > $4
            and not exists (select from listening_digest_slot s
              where s.brand_id = $1 and s.user_id = $2 and s.day = g.day::date)) as next
      from listening_digest d
      left join lateral (select s.created_at, s.mail_id, s.mentions from listening_digest_slot s
        where s.brand_id = $1 and s.user_id = $2 order by s.day desc limit 1) l on true
      where d.brand_id = $1 and d.user_id = $2`,
    [brandId, userId, zone, now.toISOString()],
  );
  return rows[0] ?? null;
}

/** Saves what a member chose. The same choice again doesn't skip a digest that is due. */
export async function writeDigest(
  connection: Connection,
  { brandId, userId, frequency, weekday, hour }: DigestChoice & { brandId: string; userId: string },
  now: Date,
): Promise<void> {
  await connection.query(
    `insert into listening_digest as d (brand_id, user_id, frequency, weekday, hour, changed_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (brand_id, user_id) do update set frequency = excluded.frequency, weekday = excluded.weekday,
        hour = excluded.hour, changed_at = excluded.changed_at
      where (d.frequency, d.weekday, d.hour) is distinct from (excluded.frequency, excluded.weekday, excluded.hour)`,
    [brandId, userId, frequency, weekday, hour, now.toISOString()],
  );
}

/** A digest that is due. */
export interface DueDigest {
  brandId: string;
  brandName: string;
  userId: string;
  frequency: Exclude<DigestFrequency, 'off'>;
  zone: string;
  /** In the brand's zone; the digest covers the days before. */
  day: string;
  address: string;
  name: string;
  language: Language | null;
  browserLanguage: Language | null;
}

/**
 * Returns the digests that are due, at most one per member. Those missed by a day or more are skipped: they would be
 * about days that are long over.
 * @param zoneOf SQL for the zone of a brand, by its ID
 */
export async function readDueDigests(
  pool: Connection,
  zoneOf: (brandId: string) => string,
  now: Date,
): Promise<DueDigest[]> {
  const { rows } = await pool.query<DueDigest>(
    `select distinct on (d.brand_id, d.user_id) d.brand_id as "brandId", b.name as "brandName", d.user_id as "userId",
        d.frequency, z.zone, to_char(s.day, 'YYYY-MM-DD') as day, p.email as address,
        coalesce(${personNameSql('p')}, '') as name, p.language, p.browser_language as "browserLanguage"
      from listening_digest d
      join brand_member m on m.brand_id = d.brand_id and m.user_id = d.user_id
      join person p on p.id = d.user_id and p.email <> ''
      join brand b on b.id = d.brand_id and b.closed_at is null
      cross join lateral (select coalesce(${zoneOf('d.brand_id')}, 'UTC') as zone) z
      cross join lateral (select day, ${at('day', 'd.hour', 'z.zone')} as due_at from generate_series(
          ($1::timestamptz at time zone z.zone)::date - interval '1 day',
          ($1::timestamptz at time zone z.zone)::date::timestamp, interval '1 day') day) s
      where d.frequency <> 'off' and (d.frequency = 'daily' or extract(isodow from s.day) = d.weekday)
        and s.due_at <= $1 and s.due_at > $1::timestamptz - interval '24 hours' and s.due_at > d.changed_at
        and not exists (select from listening_digest_slot k
          where k.brand_id = d.brand_id and k.user_id = d.user_id and k.day = s.day::date)
      order by d.brand_id, d.user_id, s.day desc`,
    [now.toISOString()],
  );
  return rows;
}

/**
 * Takes the digest of a day, unless another process did or the member turned it off. Returns whether it is this
 * transaction's to send.
 */
export async function takeDigest(
  connection: Connection,
  { brandId, userId, day, frequency }: Pick<DueDigest, 'brandId' | 'userId' | 'day' | 'frequency'>,
  mentions: number,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `insert into listening_digest_slot (brand_id, user_id, day, mentions, created_at)
      select brand_id, user_id, $3, $5, $6 from listening_digest
      where brand_id = $1 and user_id = $2 and frequency = $4 for update
      on conflict do nothing`,
    [brandId, userId, day, frequency, mentions, now.toISOString()],
  );
  return (rowCount ?? 0) > 0;
}

/** Notes the email of a digest. */
export async function linkDigestMail(
  connection: Connection,
  { brandId, userId, day }: Pick<DueDigest, 'brandId' | 'userId' | 'day'>,
  mailId: string,
): Promise<void> {
  await connection.query(
    'update listening_digest_slot set mail_id = $4 where brand_id = $1 and user_id = $2 and day = $3',
    [brandId, userId, day, mailId],
  );
}

/** Turns off the digests that these emails were. */
export async function stopDigestsOf(
  connection: Connection,
  mailIds: readonly string[],
  now: Date,
): Promise<void> {
  await connection.query(
    `update listening_digest d set frequency = 'off', changed_at = $2 from listening_digest_slot s
      where s.mail_id = any($1) and d.brand_id = s.brand_id and d.user_id = s.user_id and d.frequency <> 'off'`,
    [mailIds, now.toISOString()],
  );
}

/** Deletes what digests there were before a time. */
export async function removeOldSlots(connection: Connection, before: Date): Promise<void> {
  await connection.query('delete from listening_digest_slot where created_at < $1', [before.toISOString()]);
}

/** Mentions of a monitor in a period and in the one before. */
export interface MonitorCount {
  name: string;
  mentions: number;
  before: number;
}

/** Returns the mentions of a brand's monitors in two periods that follow each other, most first. */
export async function readMonitorCounts(
  pool: Connection,
  brandId: string,
  [before, start, end]: readonly [string, string, string],
): Promise<MonitorCount[]> {
  const { rows } = await pool.query<MonitorCount>(
    `select o.name, coalesce(sum(q.n) filter (where q.bucket >= $3), 0)::int as mentions,
        coalesce(sum(q.n) filter (where q.bucket < $3), 0)::int as before
      from monitor o join listening_quarter q on q.monitor_id = o.id and q.bucket >= $2 and q.bucket < $4
      where o.brand_id = $1 and o.state <> 'archived' and o.kind <> 'creator-code'
      group by o.id, o.name order by 2 desc, 3 desc, o.name`,
    [brandId, before, start, end],
  );
  return rows;
}

/** An alert of a digest's period. */
export interface DigestAlert {
  rule: MentionAlertRule;
  name: string;
  seen: number;
  expected: number;
  figures: Record<string, string | number>;
}

/** Returns the alerts of a period that weren't dismissed, latest first. */
export async function readDigestAlerts(
  pool: Connection,
  brandId: string,
  [start, end]: readonly [string, string],
  limit: number,
): Promise<DigestAlert[]> {
  const { rows } = await pool.query<DigestAlert>(
    `select a.rule, o.name, a.seen, a.expected, a.figures from mention_alert a join monitor o on o.id = a.monitor_id
      where a.brand_id = $1 and a.created_at >= $2 and a.created_at < $3 and a.state <> 'dismissed'
      order by a.created_at desc, a.id limit $4`,
    [brandId, start, end, limit],
  );
  return rows;
}
