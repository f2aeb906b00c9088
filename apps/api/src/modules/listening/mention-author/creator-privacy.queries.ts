import type { FigureChange, SafetyCategory } from '@troupe/domain/discovery/safety-flag';
import type { OwnListening, OwnListeningProfile } from '@troupe/domain/listening/creator-privacy';
import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { OptOutOrigin } from '@troupe/domain/listening/mention-author';
import type pg from 'pg';
import { newId } from '../../../platform/id.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Verified profiles of a creator, `$1`. A brand's private copy is represented by the shared profile. */
const PROFILES = `select c.id, c.platform, c.username, c.social_id, c.platform || ':' || lower(c.username) as name_key,
    c.platform || ':' || coalesce(c.social_id, lower(c.username)) as id_key
  from creator_claim k join creator c on c.id = k.creator_id
  where k.user_id = $1 and k.claimed_at is not null and c.brand_id is null`;
/** Who wrote a mention: what was read of creators names authors by platform and ID, sources by their own ID. */
const WRITTEN_BY = `(a.source_kind = 'content' and a.external_id in (o.name_key, o.id_key)
  or a.source_kind = o.platform and a.external_id = o.social_id)`;
const MENTIONS = `join mention_author a on ${WRITTEN_BY} join mention m on m.author_id = a.id and m.deleted_at is null`;

/** Returns a creator's verified profiles with the counts of their stored data, by name. */
export async function readOwnProfiles(pool: Connection, userId: string): Promise<OwnListeningProfile[]> {
  const { rows } = await pool.query<OwnListeningProfile>(
    `with o as (${PROFILES})
      select o.id as "socialProfileId", o.platform, o.username,
        (select count(*) from content t where t.creator_id = o.id)::int as posts,
        (select max(t.published_at) from content t where t.creator_id = o.id) as newest,
        (select count(*) from mention_author a join mention m on m.author_id = a.id and m.deleted_at is null
          where ${WRITTEN_BY})::int as mentions,
        exists (select from author_opt_out x where x.creator_id = o.id
          or x.source_kind = 'content' and x.external_id in (o.name_key, o.id_key)) as "optedOut"
      from o order by o.platform, lower(o.username)`,
    [userId],
  );
  return rows;
}

/** Returns the latest posts of a creator that brands have as mentions. @param limit null for all */
export async function readOwnMentions(
  pool: Connection,
  userId: string,
  limit: number | null,
): Promise<OwnListening['mentions']> {
  const { rows } = await pool.query<OwnListening['mentions'][number]>(
    `with o as (${PROFILES})
      select m.id, m.source_kind as source, concat_ws(E'\\n', m.title, nullif(m.text, '')) as text, m.url,
        m.published_at as published
      from o ${MENTIONS} order by m.published_at desc, m.id limit $2`,
    [userId, limit],
  );
  return rows;
}

/** An author of mentions that a profile is, at one source. */
export interface AuthorKey {
  source: SourceKind;
  externalId: string;
}

/** Returns the authors that a creator's profiles are. @param socialProfileId of one profile; null for all */
export async function readAuthorKeys(
  connection: Connection,
  userId: string,
  socialProfileId: string | null,
): Promise<(AuthorKey & { creatorId: string })[]> {
  const { rows } = await connection.query<AuthorKey & { creatorId: string }>(
    `with o as (${PROFILES})
      select distinct o.id as "creatorId", k.source, k."externalId" from o
      cross join lateral (values ('content', o.name_key), ('content', o.id_key), (o.platform, o.social_id))
        k(source, "externalId")
      where k."externalId" is not null and ($2::uuid is null or o.id = $2) order by 1, 2, 3`,
    [userId, socialProfileId],
  );
  return rows;
}

/** Adds opt-outs of a creator. Those that are known already stay as they are. */
export async function addOwnOptOuts(
  connection: Connection,
  authors: readonly (AuthorKey & { creatorId: string })[],
  { userId, origin, now }: { userId: string; origin: OptOutOrigin; now: Date },
): Promise<void> {
  const rows = authors.map(({ source, externalId, creatorId }) => ({
    id: newId(),
    source,
    external_id: externalId,
    creator_id: creatorId,
  }));
  await connection.query(
    `insert into author_opt_out (id, source_kind, handle, external_id, origin, creator_id, user_id, created_at)
      select id, source, lower(external_id), external_id, $2, creator_id, $3, $4
      from jsonb_to_recordset($1::jsonb) as r(id uuid, source text, external_id text, creator_id uuid)
      on conflict (source_kind, handle) do nothing`,
    [JSON.stringify(rows), origin, userId, now.toISOString()],
  );
}

/** Removes what a creator, or the deletion of an earlier account, opted out. */
export async function removeOwnOptOuts(connection: Connection, creatorId: string): Promise<void> {
  await connection.query(`delete from author_opt_out where creator_id = $1 and origin <> 'administrator'`, [
    creatorId,
  ]);
}

/** A finding of brand safety, as its creator gets it: without the brands and their decisions. */
export interface OwnFinding {
  category: SafetyCategory;
  firstRaised: string;
  evidence: {
    kind: string;
    url: string | null;
    published: string | null;
    text: string;
    figures: FigureChange | null;
  }[];
}

/**
 * Returns what brands' rules found in a creator's posts, by category. The same evidence in several brands appears once, so
 * the number of brands isn't told.
 */
export async function readOwnFindings(pool: Connection, userId: string): Promise<OwnFinding[]> {
  const { rows } = await pool.query<OwnFinding>(
    `with e as (
      select f.category, e.kind, e.url, e.published_at, e.figures, min(f.raised_at) as raised_at,
        coalesce((select string_agg(p->>'text', '' order by i) from jsonb_array_elements(e.parts)
          with ordinality as t(p, i)), '') as text
      from creator_claim k join safety_flag f on f.creator_id = k.creator_id join safety_evidence e on e.flag_id = f.id
      where k.user_id = $1 and k.claimed_at is not null group by 1, 2, 3, 4, 5, 7)
      select category, to_char(min(raised_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "firstRaised",
        jsonb_agg(jsonb_build_object('kind', kind, 'url', url, 'published', published_at, 'text', text,
          'figures', figures) order by published_at desc nulls first, text) as evidence
      from e group by category order by category`,
    [userId],
  );
  return rows;
}

/** Returns the public posts that Troupe read of a creator's profiles, newest first. */
export async function readOwnPosts(pool: Connection, userId: string) {
  const { rows } = await pool.query<{ platform: string; url: string; text: string; published: string }>(
    `select distinct c.platform, t.url, t.title as text, t.published_at as published
      from creator_claim k join creator c on c.id = k.creator_id join content t on t.creator_id = c.id
      where k.user_id = $1 and k.claimed_at is not null order by 4 desc, 2`,
    [userId],
  );
  return rows;
}
