import { abilityUnless } from '@troupe/domain/account/ability';
import type {
  MentionAlert,
  MentionAlertRule,
  MentionAlertState,
} from '@troupe/domain/listening/mention-alert';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { personNameSql } from '../../account/user/user.table.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Filters of alerts; empty for all. */
export interface AlertFilter {
  state: readonly MentionAlertState[];
  rule: readonly MentionAlertRule[];
  monitorId: readonly string[];
}

const ALERT = `a.id, a.monitor_id as "monitorId", o.name as "monitorName", a.rule, a.bucket as hour, a.seen, a.expected,
  a.p, a.figures, a.state, a.reason, ${personNameSql('u')} as by, a.settled_at as settled, a.created_at as created,
  (o.alert_rules->>'mutedUntil')::timestamptz as "mutedUntil",
  coalesce((select jsonb_agg(jsonb_build_object('clusterId', c->>'clusterId', 'n', (c->>'n')::int, 'text',
      (select left(concat_ws(': ', nullif(m.title, ''), nullif(m.text, '')), 200) from monitor_mention t
        join mention m on m.id = t.mention_id
        where t.brand_id = a.brand_id and t.cluster_id = (c->>'clusterId')::uuid
        order by t.published_at, t.id limit 1)))
    from jsonb_array_elements(a.top_clusters) c), '[]') as "topClusters"`;
const JOINED = 'join monitor o on o.id = a.monitor_id left join person u on u.id = a.user_id';

type Row = Omit<MentionAlert, 'abilities'>;

function toAlert(row: Row, now: Date): MentionAlert {
  const isMuted = row.mutedUntil !== null && Date.parse(row.mutedUntil) > now.getTime();
  return Object.assign(row, {
    mutedUntil: isMuted ? row.mutedUntil : null,
    abilities: {
      settle: abilityUnless(
        row.state === 'open' ? null : 'This alert is already marked as seen or dismissed.',
      ),
      mute: abilityUnless(isMuted ? 'This monitor is already muted.' : null),
    },
  });
}

/** Returns a page of a brand's alerts, newest first, how many match, and how many are open. */
export async function readMentionAlerts(
  pool: Connection,
  brandId: string,
  { state, rule, monitorId }: AlertFilter,
  page: number,
  now: Date,
): Promise<{ alerts: MentionAlert[]; total: number; open: number }> {
  const where = `a.brand_id = $1 and (cardinality($2::text[]) = 0 or a.state = any($2))
    and (cardinality($3::text[]) = 0 or a.rule = any($3)) and (cardinality($4::uuid[]) = 0 or a.monitor_id = any($4))`;
  const values = [brandId, state, rule, monitorId];
  const counted = await pool.query<{ total: number; open: number }>(
    `select count(*) filter (where ${where})::int as total, count(*) filter (where a.state = 'open')::int as open
      from mention_alert a where a.brand_id = $1`,
    values,
  );
  const { rows } = await pool.query<Row>(
    `select ${ALERT} from (select * from mention_alert a where ${where} order by a.created_at desc, a.id desc
        limit ${PAGE_SIZE} offset $5) a ${JOINED} order by a.created_at desc, a.id desc`,
    [...values, (page - 1) * PAGE_SIZE],
  );
  const { total = 0, open = 0 } = counted.rows[0] ?? {};
  return { alerts: rows.map((row) => toAlert(row, now)), total, open };
}

/** Returns a brand's alert; null if there is none. */
export async function readMentionAlert(
  pool: Connection,
  brandId: string,
  alertId: string,
  now: Date,
): Promise<MentionAlert | null> {
  const { rows } = await pool.query<Row>(
    `select ${ALERT} from mention_alert a ${JOINED} where a.brand_id = $1 and a.id = $2`,
    [brandId, alertId],
  );
  return rows[0] ? toAlert(rows[0], now) : null;
}

/** Locks an alert; null if there is none. */
export async function lockMentionAlert(
  connection: Connection,
  brandId: string,
  alertId: string,
): Promise<{ monitorId: string; state: MentionAlertState } | null> {
  const { rows } = await connection.query<{ monitorId: string; state: MentionAlertState }>(
    `select monitor_id as "monitorId", state from mention_alert where brand_id = $1 and id = $2 for update`,
    [brandId, alertId],
  );
  return rows[0] ?? null;
}

/** Settles open alerts: one, or all of its monitor. */
export async function settleMentionAlerts(
  connection: Connection,
  brandId: string,
  which: { alertId: string } | { monitorId: string },
  { state, reason, userId, now }: { state: 'seen' | 'dismissed'; reason: string; userId: string; now: Date },
): Promise<void> {
  await connection.query(
    `update mention_alert set state = $3, reason = nullif($4, ''), user_id = $5, settled_at = $6
      where brand_id = $1 and state = 'open' and ${'alertId' in which ? 'id' : 'monitor_id'} = $2`,
    [brandId, 'alertId' in which ? which.alertId : which.monitorId, state, reason, userId, now.toISOString()],
  );
}

/** Keeps a monitor from raising alerts for a while. */
export async function muteMonitor(
  connection: Connection,
  brandId: string,
  monitorId: string,
  { until, reason, now }: { until: Date; reason: string; now: Date },
): Promise<void> {
  await connection.query(
    `update monitor set alert_rules = alert_rules || jsonb_build_object('mutedUntil', $3::text, 'muteReason', $4::text),
        version = version + 1, updated_at = $5
      where brand_id = $1 and id = $2`,
    [brandId, monitorId, until.toISOString(), reason, now.toISOString()],
  );
}

/** A monitor whose figures may be unusual. */
export interface WatchedMonitor {
  id: string;
  brandId: string;
  name: string;
  spike: boolean;
  negativeShift: boolean;
  /** Voices of the hour. */
  seen: number;
  /** Milliseconds since its latest alert of each rule; null without one. */
  sinceSpike: number | null;
  sinceShift: number | null;
  /** Judged and negative mentions of the last 24 hours, and of the 28 days before. */
  judged: number;
  negative: number;
  usualJudged: number;
  usualNegative: number;
}

/** Returns active monitors with enough mentions for an alert. @param start of the hour @param end of it */
export async function readWatchedMonitors(
  pool: Connection,
  { start, end, fewest, fewestJudged }: { start: Date; end: Date; fewest: number; fewestJudged: number },
): Promise<WatchedMonitor[]> {
  const { rows } = await pool.query<WatchedMonitor>(
    `with recent as (
        select q.monitor_id as id, coalesce(sum(clusters) filter (where bucket >= $1), 0)::int as seen,
          coalesce(sum(n) filter (where sentiment in ('negative', 'neutral', 'positive')), 0)::int as judged,
          coalesce(sum(n) filter (where sentiment = 'negative'), 0)::int as negative
        from listening_quarter q where bucket >= $2::timestamptz - interval '24 hours' and bucket < $2 group by 1)
      select o.id, o.brand_id as "brandId", o.name, (o.alert_rules->>'spike')::boolean as spike,
        (o.alert_rules->>'negativeShift')::boolean as "negativeShift", r.seen, r.judged, r.negative,
        (select extract(epoch from $2::timestamptz - max(created_at)) * 1000 from mention_alert a
          where a.monitor_id = o.id and a.rule = 'spike')::float8 as "sinceSpike",
        (select extract(epoch from $2::timestamptz - max(created_at)) * 1000 from mention_alert a
          where a.monitor_id = o.id and a.rule = 'negative-shift')::float8 as "sinceShift",
        u.judged as "usualJudged", u.negative as "usualNegative"
      from recent r join monitor o on o.id = r.id
      join lateral (select coalesce(sum(n), 0)::int as judged,
          coalesce(sum(n) filter (where sentiment = 'negative'), 0)::int as negative
        from listening_quarter b where b.monitor_id = o.id and b.sentiment in ('negative', 'neutral', 'positive')
          and b.bucket < $2::timestamptz - interval '24 hours'
          and b.bucket >= $2::timestamptz - interval '29 days') u on true
      where o.state = 'active' and (r.seen >= $3 or r.judged >= $4)
        and coalesce((o.alert_rules->>'mutedUntil')::timestamptz, '-infinity') <= $2
      order by o.id`,
    [start.toISOString(), end.toISOString(), fewest, fewestJudged],
  );
  return rows;
}

/** Voices of an hour in an earlier week: `hours` from the same hour. */
export interface EarlierHour {
  week: number;
  hours: number;
  /** Null before the monitor existed, or while a source was down. */
  voices: number | null;
}

/** Returns the same hour of earlier weeks and the hours around it. */
export async function readEarlierHours(
  pool: Connection,
  monitorId: string,
  start: Date,
  { weeks, around }: { weeks: number; around: number },
): Promise<EarlierHour[]> {
  const { rows } = await pool.query<EarlierHour>(
    `select w.week, w.hours, case when w.at < o.created_at or exists (
          select from source_gap g join listening_source s on s.id = g.source_id
          where (s.brand_id is null or s.brand_id = o.brand_id) and not s.settings ? 'off' and g.filled_at is null
            and (cardinality(o.sources) = 0 or s.kind = any(o.sources))
            and g.from_at < w.at + interval '1 hour' and coalesce(g.to_at, 'infinity') > w.at) then null
        else coalesce((select sum(clusters) from listening_quarter q
          where q.monitor_id = o.id and q.bucket >= w.at and q.bucket < w.at + interval '1 hour'), 0) end::int as voices
      from monitor o cross join (
        select week, hours, $2::timestamptz - week * interval '7 days' + hours * interval '1 hour' as at
        from generate_series(1, $3::int) week, generate_series(-$4::int, $4::int) hours) w
      where o.id = $1 order by 1, 2`,
    [monitorId, start.toISOString(), weeks, around],
  );
  return rows;
}

/** Returns the posts that were repeated most in a time. */
export async function readTopClusters(
  pool: Connection,
  monitorId: string,
  { start, end, negative }: { start: Date; end: Date; negative: boolean },
): Promise<{ clusterId: string; n: number }[]> {
  const { rows } = await pool.query<{ clusterId: string; n: number }>(
    `select cluster_id as "clusterId", count(*)::int as n from monitor_mention
      where monitor_id = $1 and published_at >= $2 and published_at < $3
        and person_relevant is distinct from false
        and (not $4 or coalesce(person_sentiment, sentiment) = -1)
      group by 1 order by 2 desc, 1 limit 3`,
    [monitorId, start.toISOString(), end.toISOString(), negative],
  );
  return rows;
}

/** An alert to add. */
export interface NewMentionAlert {
  id: string;
  brandId: string;
  monitorId: string;
  rule: MentionAlertRule;
  bucket: Date;
  seen: number;
  expected: number;
  p: number | null;
  figures: Record<string, string | number>;
  topClusters: { clusterId: string; n: number }[];
}

/**
 * Adds an alert unless there is one, or another of this rule was raised since `quietSince`. Locks the monitor, so two processes
 * don't both raise one.
 */
export async function addMentionAlert(
  connection: Connection,
  alert: NewMentionAlert,
  { now, quietSince }: { now: Date; quietSince: Date },
): Promise<boolean> {
  await connection.query('select from monitor where id = $1 for update', [alert.monitorId]);
  const { rowCount } = await connection.query(
    `insert into mention_alert (id, brand_id, monitor_id, rule, bucket, seen, expected, p, top_clusters, figures, created_at)
      select $1::uuid, $2::uuid, $3::uuid, $4::text, $5::timestamptz, $6::int, $7::float8, $8::float8, $9::jsonb, $10::jsonb,
        $11::timestamptz where not exists (
        select from mention_alert where monitor_id = $3 and rule = $4 and created_at > $12)
      on conflict do nothing`,
    [
      alert.id,
      alert.brandId,
      alert.monitorId,
      alert.rule,
      alert.bucket.toISOString(),
      alert.seen,
      alert.expected,
      alert.p,
      JSON.stringify(alert.topClusters),
      JSON.stringify(alert.figures),
      now.toISOString(),
      quietSince.toISOString(),
    ],
  );
  return (rowCount ?? 0) > 0;
}
