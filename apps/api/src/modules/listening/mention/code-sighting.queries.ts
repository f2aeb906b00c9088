import { MOST_SIGHTINGS, type SeenCode, type SightingWindow } from '@troupe/domain/affiliate/code-sighting';
import { SOURCES, type SourceKind } from '@troupe/domain/listening/listening-source';
import type pg from 'pg';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Mentions `n` of codes `c` with their author `w`. */
const SIGHTING = `monitor_mention n
  join monitor r on r.id = n.monitor_id and r.kind = 'creator-code'
  join affiliate_code c on c.id = r.subject_id and c.brand_id = n.brand_id
  join affiliate a on a.id = c.affiliate_id
  join mention m on m.id = n.mention_id and m.deleted_at is null
  join mention_author w on w.id = n.author_id`;

/**
 * Whether the code's creator didn't write the mention. Theirs are the author whom the brand made this creator, and all who
 * are called like the creator's profile or another profile of their account, on any source: as handles of one server or
 * domain too.
 */
const BY_OTHERS = `not exists (
    select from author_creator o
    where o.brand_id = n.brand_id and o.author_id = w.id and o.creator_id = a.creator_id)
  and not exists (
    select from creator s
    where (s.id = a.creator_id or s.id in (
        select k.creator_id from creator_claim k where k.user_id = a.user_id and k.claimed_at is not null))
      and (w.handle = lower(ltrim(s.username, '@')) or starts_with(w.handle, lower(ltrim(s.username, '@')) || '.')
        or starts_with(w.handle, lower(ltrim(s.username, '@')) || '@')))`;

/** Returns which of these mentions show a code and were written by others than its creator. */
export async function findSightings(
  connection: Connection,
  ids: readonly string[],
): Promise<{ id: string; brandId: string; codeId: string }[]> {
  const { rows } = await connection.query<{ id: string; brandId: string; codeId: string }>(
    `select n.id, n.brand_id as "brandId", c.id as "codeId" from ${SIGHTING}
      where n.id = any($1) and ${BY_OTHERS}`,
    [ids],
  );
  return rows;
}

/** Returns the mentions of a brand's codes by others than their creators. */
export async function readSightings(
  pool: Connection,
  brandId: string,
  windows: readonly SightingWindow[],
): Promise<SeenCode[]> {
  if (windows.length === 0) return [];
  const { rows } = await pool.query<
    Omit<SeenCode, 'latest'> & {
      latest: { url: string | null; author: string; source: SourceKind; published: string }[];
    }
  >(
    `with found as (
        select f.key, n.id, w.id as author_id, w.handle, n.source_kind, m.url, n.published_at
        from ${SIGHTING}
        join jsonb_to_recordset($2::jsonb) as f(key text, "codeId" uuid, "from" timestamptz, "until" timestamptz)
          on f."codeId" = c.id and n.published_at between f."from" and f."until"
        where n.brand_id = $1 and c.brand_id = $1 and ${BY_OTHERS}),
      ranked as (
        select *, row_number() over (partition by key order by published_at desc, id) as place from found)
      select key, count(*)::int as sightings, count(distinct author_id)::int as authors,
        json_agg(json_build_object('url', url, 'author', handle, 'source', source_kind, 'published', published_at)
          order by place) filter (where place <= ${MOST_SIGHTINGS}) as latest
      from ranked group by key`,
    [brandId, JSON.stringify(windows)],
  );
  return rows.map(({ latest, ...seen }) =>
    Object.assign(seen, {
      latest: latest.map(({ url, author, source, published }) => ({
        url,
        author,
        source: SOURCES[source].name,
        published: new Date(published).toISOString(),
      })),
    }),
  );
}
