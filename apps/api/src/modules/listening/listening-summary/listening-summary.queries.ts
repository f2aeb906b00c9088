import type { GapReason, SourceKind } from '@troupe/domain/listening/listening-source';
import type { SummaryGroup } from '@troupe/domain/listening/listening-summary';
import type { MentionAuthor } from '@troupe/domain/listening/mention-author';
import type { TopicPost } from '@troupe/domain/listening/topic-phrases';
import type pg from 'pg';
import type { listeningQuarterTable } from '../mention/mention.table.ts';

type Connection = Pick<pg.ClientBase, 'query'>;
type CountedSentiment = (typeof listeningQuarterTable.$inferSelect)['sentiment'];

/** Mentions of a brand in a period. `from` and `until` are days in the zone, the latter exclusive. */
export interface SummaryPeriod {
  brandId: string;
  zone: string;
  from: string;
  until: string;
  monitorId: readonly string[];
  source: readonly string[];
  language: readonly string[];
}

/** SQL for the time zone of a brand; null if neither its affiliate program nor an owner has one. @param brandId SQL */
export const brandZoneSql = (brandId: string): string => `coalesce(
  (select rules->>'zone' from affiliate_program where brand_id = ${brandId}),
  (select u.time_zone from brand_member m join person u on u.id = m.user_id
    where m.brand_id = ${brandId} and m.role = 'owner' and u.time_zone is not null
    order by m.created_at, u.id limit 1))`;

/**
 * Returns the time zone of a brand: of its affiliate program, otherwise of the owner who joined first, otherwise UTC.
 */
export async function readBrandZone(pool: Connection, brandId: string): Promise<string> {
  const { rows } = await pool.query<{ zone: string | null }>(`select ${brandZoneSql('$1')} as zone`, [
    brandId,
  ]);
  return rows[0]?.zone ?? 'UTC';
}

const valuesOf = ({ brandId, zone, from, until, monitorId, source, language }: SummaryPeriod): unknown[] => [
  brandId,
  zone,
  from,
  until,
  monitorId,
  source,
  language,
];

const START = `($3::date::timestamp at time zone $2)`;
const END = `($4::date::timestamp at time zone $2)`;
/** Rows of the period. Archived monitors are asked for by name only. */
const COUNTED = `q.brand_id = $1 and q.bucket >= ${START} and q.bucket < ${END}
  and (case when cardinality($5::uuid[]) > 0 then q.monitor_id = any($5)
    else exists (select from monitor o where o.id = q.monitor_id and o.state <> 'archived' and o.kind <> 'creator-code') end)
  and (cardinality($6::text[]) = 0 or q.source_kind = any($6))
  and (cardinality($7::text[]) = 0 or q.lang = any($7))`;
const KEPT = `t.brand_id = $1 and t.published_at >= ${START} and t.published_at < ${END}
  and t.person_relevant is distinct from false
  and (case when cardinality($5::uuid[]) > 0 then t.monitor_id = any($5)
    else exists (select from monitor o where o.id = t.monitor_id and o.state <> 'archived' and o.kind <> 'creator-code') end)
  and (cardinality($6::text[]) = 0 or t.source_kind = any($6))
  and (cardinality($7::text[]) = 0 or t.lang = any($7))`;

/** How a quarter hour is assigned to a column, and the columns of the period. */
const COLUMN: Record<SummaryGroup, { of: string; all: string }> = {
  quarter: {
    of: 'q.bucket',
    all: `generate_series(${START}, ${END} - interval '15 minutes', interval '15 minutes')`,
  },
  hour: {
    of: `date_bin('1 hour', q.bucket, ${START})`,
    all: `generate_series(${START}, ${END} - interval '1 hour', interval '1 hour')`,
  },
  day: {
    of: `(date_trunc('day', q.bucket at time zone $2) at time zone $2)`,
    all: `(select d at time zone $2 from generate_series($3::date::timestamp, $4::date::timestamp - interval '1 day',
      interval '1 day') d)`,
  },
};

/** Mentions of a column with one judgment. */
export interface VolumeRow {
  start: string;
  sentiment: CountedSentiment | null;
  mentions: number;
  voices: number;
}

/** Returns mentions by column and judgment; columns without mentions have one row without a judgment. */
export async function readVolume(
  pool: Connection,
  period: SummaryPeriod,
  groupBy: SummaryGroup,
): Promise<VolumeRow[]> {
  const { of, all } = COLUMN[groupBy];
  const { rows } = await pool.query<VolumeRow>(
    `with counted as (
        select ${of} as start, q.sentiment, sum(q.n)::int as mentions, sum(q.clusters)::int as voices
        from listening_quarter q where ${COUNTED} group by 1, 2)
      select c.start, n.sentiment, coalesce(n.mentions, 0) as mentions, coalesce(n.voices, 0) as voices
      from ${all} as c(start) left join counted n on n.start = c.start order by c.start`,
    valuesOf(period),
  );
  return rows;
}

/** Returns mentions by judgment, by source and by language. */
export async function readParts(pool: Connection, period: SummaryPeriod) {
  const { rows } = await pool.query<{
    source: SourceKind | null;
    language: string | null;
    sentiment: CountedSentiment | null;
    mentions: number;
    voices: number;
  }>(
    `select q.source_kind as source, q.lang as language, q.sentiment, sum(q.n)::int as mentions,
        sum(q.clusters)::int as voices
      from listening_quarter q where ${COUNTED}
      group by grouping sets ((q.source_kind), (q.lang), (q.sentiment)) order by 4 desc, 1, 2, 3`,
    valuesOf(period),
  );
  return rows;
}

/** Returns mentions by day of the week (1 is Monday) and hour in the zone. */
export async function readTimes(pool: Connection, period: SummaryPeriod) {
  const { rows } = await pool.query<{ weekday: number; hour: number; mentions: number }>(
    `select extract(isodow from q.bucket at time zone $2)::int as weekday,
        extract(hour from q.bucket at time zone $2)::int as hour, sum(q.n)::int as mentions
      from listening_quarter q where ${COUNTED} group by 1, 2 having sum(q.n) > 0 order by 1, 2`,
    valuesOf(period),
  );
  return rows;
}

/** Returns the combined followers of different authors, and of how many they are known. */
export async function readReach(pool: Connection, period: SummaryPeriod) {
  const { rows } = await pool.query<{ followers: number; authors: number; known: number }>(
    `select coalesce(sum(a.followers), 0)::float8 as followers, count(*)::int as authors,
        count(a.followers)::int as known
      from mention_author a where a.id in (select t.author_id from monitor_mention t where ${KEPT})`,
    valuesOf(period),
  );
  return rows[0] ?? { followers: 0, authors: 0, known: 0 };
}

/** Returns the authors with most mentions, with their mentions in the 90 days before `now`. */
export async function readTopAuthors(pool: Connection, period: SummaryPeriod, limit: number, now: Date) {
  const { rows } = await pool.query<MentionAuthor & { mentions: number; mentions90Days: number }>(
    `select a.id, a.source_kind as source, a.handle, a.name, a.url, a.followers, a.as_of as "asOf",
        k.creator_id as "creatorId", f.n as mentions,
        (select count(distinct r.mention_id) from monitor_mention r where r.brand_id = $1 and r.author_id = a.id
          and r.published_at >= $9::timestamptz - interval '90 days'
          and r.person_relevant is distinct from false)::int as "mentions90Days"
      from (select t.author_id, count(distinct t.mention_id)::int as n from monitor_mention t where ${KEPT}
          group by 1 order by 2 desc, 1 limit $8) f
      join mention_author a on a.id = f.author_id
      left join author_creator k on k.brand_id = $1 and k.author_id = a.id
      order by f.n desc, a.followers desc nulls last, a.id`,
    [...valuesOf(period), limit, now.toISOString()],
  );
  return rows;
}

/** Returns the addresses that most mentions link to. */
export async function readTopLinks(pool: Connection, period: SummaryPeriod, limit: number) {
  const { rows } = await pool.query<{ url: string; mentions: number; authors: number }>(
    `select l.url, count(distinct m.id)::int as mentions, count(distinct m.author_id)::int as authors
      from (select distinct t.mention_id as id from monitor_mention t where ${KEPT}) f
      join mention m on m.id = f.id cross join lateral unnest(m.links) as l(url)
      group by 1 order by 3 desc, 2 desc, 1 limit $8`,
    [...valuesOf(period), limit],
  );
  return rows;
}

/** Returns the texts of the latest posts, one of each cluster, and how many there are. */
export async function readTopicPosts(
  pool: Connection,
  period: SummaryPeriod,
  limit: number,
): Promise<{ posts: TopicPost[]; kept: number }> {
  const { rows } = await pool.query<TopicPost & { kept: number }>(
    `select concat_ws(E'\\n', m.title, m.text) as text, f.sentiment, f.kept from (
        select g.*, count(*) over ()::int as kept from (
          select distinct on (t.cluster_id) t.cluster_id, t.mention_id, t.published_at,
            coalesce(t.person_sentiment, t.sentiment) as sentiment
          from monitor_mention t where ${KEPT} order by t.cluster_id, t.published_at, t.id) g
        order by g.published_at desc limit $8) f
      join mention m on m.id = f.mention_id`,
    [...valuesOf(period), limit],
  );
  return { posts: rows, kept: rows[0]?.kept ?? 0 };
}

/** A time in which a source that a brand listens to was down. */
export interface BrandGap {
  source: SourceKind;
  name: string;
  from: string;
  to: string | null;
  reason: GapReason;
}

/** Returns the times of a period in which posts of the brand's sources are missing, oldest first. */
export async function readBrandGaps(
  pool: Connection,
  period: Pick<SummaryPeriod, 'brandId' | 'zone' | 'from' | 'until' | 'source'>,
  limit: number,
): Promise<BrandGap[]> {
  const { brandId, zone, from, until, source } = period;
  const { rows } = await pool.query<BrandGap>(
    `select s.kind as source, coalesce(nullif(s.name, ''), s.host) as name, g.from_at as from, g.to_at as to, g.reason
      from source_gap g join listening_source s on s.id = g.source_id
      where (s.brand_id is null or s.brand_id = $1) and not s.settings ? 'off' and g.filled_at is null
        and g.from_at < ${END} and (g.to_at is null or g.to_at > ${START})
        and (cardinality($5::text[]) = 0 or s.kind = any($5))
      order by g.from_at desc limit $6`,
    [brandId, zone, from, until, source, limit],
  );
  return rows.toReversed();
}

/** Returns the beginning and end of a period. */
export async function readInstants(pool: Connection, { zone, from, until }: SummaryPeriod) {
  const { rows } = await pool.query<{ start: string; end: string }>(
    `select ($2::date::timestamp at time zone $1) as start, ($3::date::timestamp at time zone $1) as end`,
    [zone, from, until],
  );
  return rows[0] as { start: string; end: string };
}

/** Returns the queries and sources of monitors. */
export async function readSummaryMonitors(pool: Connection, brandId: string, ids: readonly string[]) {
  const { rows } = await pool.query<{ id: string; query: string; sources: SourceKind[] }>(
    `select id, query, sources from monitor where brand_id = $1 and
      (case when cardinality($2::uuid[]) > 0 then id = any($2) else state <> 'archived' and kind <> 'creator-code' end)`,
    [brandId, ids],
  );
  return rows;
}

/** Returns the active monitors of a set, the oldest first. */
export async function readSet(pool: Connection, brandId: string, setName: string) {
  const { rows } = await pool.query<{
    monitorId: string;
    name: string;
    kind: string;
    sources: SourceKind[];
    createdAt: string;
  }>(
    `select id as "monitorId", name, kind, sources, created_at as "createdAt" from monitor
      where brand_id = $1 and set_name = $2 and state = 'active' order by created_at, id`,
    [brandId, setName],
  );
  return rows;
}

/** Returns mentions of monitors by quarter hour. */
export async function readVoices(
  pool: Connection,
  brandId: string,
  monitorIds: readonly string[],
  [start, end]: readonly [string, string],
) {
  const { rows } = await pool.query<{ monitorId: string; bucket: string; copies: number; voices: number }>(
    `select monitor_id as "monitorId", bucket, sum(n)::int as copies, sum(clusters)::int as voices
      from listening_quarter where brand_id = $1 and monitor_id = any($2) and bucket >= $3 and bucket < $4
      group by 1, 2`,
    [brandId, monitorIds, start, end],
  );
  return rows;
}

/** Returns the kinds of the sources that a brand listens to. */
export async function readSourceKinds(pool: Connection, brandId: string): Promise<SourceKind[]> {
  const { rows } = await pool.query<{ kind: SourceKind }>(
    `select distinct kind from listening_source
      where (brand_id is null or brand_id = $1) and not settings ? 'off' and state <> 'paused' order by 1`,
    [brandId],
  );
  return rows.map(({ kind }) => kind);
}
