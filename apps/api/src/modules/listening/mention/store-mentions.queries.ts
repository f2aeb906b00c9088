import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { MentionSpan, Sentiment } from '@troupe/domain/listening/mention';
import type { SourceAuthor, SourcePost } from '@troupe/domain/listening/source-event';
import type pg from 'pg';

type Connection = Pick<pg.ClientBase, 'query'>;

/** One process stores mentions at a time, so clusters and counts need no separate locks. */
export const lockIntake = (connection: Connection): Promise<unknown> =>
  connection.query("select pg_advisory_xact_lock(hashtext('listening-intake'))");

/** Returns which of these posts are stored, deleted ones left out. */
export async function findStored(
  pool: Connection,
  kind: SourceKind,
  externalIds: readonly string[],
): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set();
  const { rows } = await pool.query<{ id: string }>({
    name: 'listening-find-stored',
    text: `select external_id as id from mention
      where source_kind = $1 and external_id = any($2) and deleted_at is null`,
    values: [kind, externalIds],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Returns which of these authors have stored posts. */
export async function findAuthors(
  pool: Connection,
  kind: SourceKind,
  externalIds: readonly string[],
): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set();
  const { rows } = await pool.query<{ id: string }>({
    name: 'listening-find-authors',
    text: 'select external_id as id from mention_author where source_kind = $1 and external_id = any($2)',
    values: [kind, externalIds],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Returns the external IDs of those authors who opted out, and remembers the IDs of handles that did. */
export async function findOptedOut(
  connection: Connection,
  kind: SourceKind,
  authors: readonly { externalId: string; handle: string | null }[],
): Promise<Set<string>> {
  const { rows } = await connection.query<{ id: string }>(
    `with a as (select * from jsonb_to_recordset($2::jsonb) as a(id text, handle text)),
      learned as (update author_opt_out o set external_id = a.id from a
        where o.source_kind = $1 and o.handle = a.handle and o.external_id is null returning a.id)
      select a.id from a join author_opt_out o on o.source_kind = $1
        and (o.external_id = a.id or (o.external_id is null and o.handle = a.handle))`,
    [kind, JSON.stringify(authors.map(({ externalId, handle }) => ({ id: externalId, handle })))],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Adds authors and updates what is known about them. Returns their IDs by external ID. */
export async function upsertAuthors(
  connection: Connection,
  kind: SourceKind,
  authors: readonly (SourceAuthor & { id: string })[],
  now: Date,
): Promise<Map<string, string>> {
  const rows = authors.map(({ id, externalId, handle, name, url, followers }) => ({
    id,
    external_id: externalId,
    handle: handle ?? externalId,
    known: handle !== null,
    name,
    url,
    followers,
  }));
  const stored = await connection.query<{ id: string; externalId: string }>(
    `insert into mention_author as a
        (id, source_kind, external_id, handle, name, url, followers, as_of, first_seen_at)
      select id, $1, external_id, handle, name, url, followers, case when followers is not null then $3::timestamptz end, $3
      from jsonb_to_recordset($2::jsonb) as r(id uuid, external_id text, handle text, known boolean, name text, url text,
        followers bigint)
      on conflict (source_kind, external_id) do update set
        handle = case when excluded.handle = excluded.external_id then a.handle else excluded.handle end,
        name = coalesce(excluded.name, a.name), url = coalesce(excluded.url, a.url),
        followers = coalesce(excluded.followers, a.followers), as_of = coalesce(excluded.as_of, a.as_of)
      returning id, external_id as "externalId"`,
    [kind, JSON.stringify(rows), now.toISOString()],
  );
  return new Map(stored.rows.map(({ id, externalId }) => [externalId, id]));
}

/** A stored post that another one may repeat. */
export interface ClusterCandidate {
  clusterId: string;
  simhash: bigint | null;
  text: string;
  publishedAt: string;
}

/** Returns posts that share a block of fingerprints, published between two times. */
export async function findClusterCandidates(
  connection: Connection,
  blocks: readonly number[],
  from: Date,
  to: Date,
): Promise<ClusterCandidate[]> {
  if (blocks.length === 0) return [];
  const { rows } = await connection.query<Omit<ClusterCandidate, 'simhash'> & { simhash: string | null }>(
    `select cluster_id as "clusterId", simhash::text, text, published_at as "publishedAt" from mention
      where blocks && $1::int[] and published_at between $2 and $3 and deleted_at is null
      order by published_at desc limit 2000`,
    [blocks, from.toISOString(), to.toISOString()],
  );
  return rows.map(({ clusterId, simhash, text, publishedAt }) => ({
    clusterId,
    simhash: simhash === null ? null : BigInt(simhash),
    text,
    publishedAt,
  }));
}

/** A post as it is stored. */
export interface NewMention {
  id: string;
  externalId: string;
  sourceId: string;
  authorId: string;
  post: SourcePost;
  canonicalUrl: string | null;
  lang: string | null;
  langSure: boolean;
  publishedAt: Date;
  simhash: bigint | null;
  blocks: number[];
  clusterId: string;
  figuresDueAt: Date | null;
}

/** A post that is stored already. */
export interface StoredMention {
  id: string;
  externalId: string;
  clusterId: string;
  authorId: string | null;
  lang: string | null;
  publishedAt: string;
  editedAt: string | null;
  deletedAt: string | null;
  followers: number | null;
}

/** Locks and returns the stored ones of these posts, deleted ones too. */
export async function lockStored(
  connection: Connection,
  kind: SourceKind,
  externalIds: readonly string[],
): Promise<Map<string, StoredMention>> {
  const { rows } = await connection.query<StoredMention>(
    `select m.id, m.external_id as "externalId", m.cluster_id as "clusterId", m.author_id as "authorId", m.lang,
        m.published_at as "publishedAt", m.edited_at as "editedAt", m.deleted_at as "deletedAt", a.followers
      from mention m left join mention_author a on a.id = m.author_id
      where m.source_kind = $1 and m.external_id = any($2) for update of m`,
    [kind, externalIds],
  );
  return new Map(rows.map((row) => [row.externalId, row]));
}

/** Adds posts. */
export async function insertMentions(
  connection: Connection,
  kind: SourceKind,
  mentions: readonly NewMention[],
  now: Date,
): Promise<void> {
  const rows = mentions.map(({ post, ...one }) => ({
    id: one.id,
    external_id: one.externalId,
    source_id: one.sourceId,
    author_id: one.authorId,
    kind: post.kind,
    url: post.url,
    canonical_url: one.canonicalUrl,
    title: post.title,
    text: post.text,
    lang: one.lang,
    lang_sure: one.langSure,
    published_at: one.publishedAt.toISOString(),
    edited_at: post.editedAt === null ? null : new Date(post.editedAt).toISOString(),
    reply_to: post.replyTo,
    links: post.links,
    tags: post.tags,
    names: post.names,
    simhash: one.simhash === null ? null : one.simhash.toString(),
    blocks: one.blocks,
    cluster_id: one.clusterId,
    figures: post.figures,
    figures_due_at: one.figuresDueAt?.toISOString() ?? null,
  }));
  await connection.query(
    `insert into mention (id, source_kind, external_id, source_id, author_id, kind, url, canonical_url, title, text, lang,
        lang_sure, published_at, seen_at, edited_at, reply_to, links, tags, names, simhash, blocks, cluster_id, figures,
        figures_at, figures_due_at)
      select id, $1, external_id, (select s.id from listening_source s where s.id = r.source_id), author_id, kind, url,
        canonical_url, title, text, lang, lang_sure, published_at, $3, edited_at, reply_to, links, tags, names, simhash,
        blocks, cluster_id, figures, case when figures is not null then $3::timestamptz end, figures_due_at
      from jsonb_to_recordset($2::jsonb) as r(id uuid, external_id text, source_id uuid, author_id uuid, kind text,
        url text, canonical_url text, title text, text text, lang text, lang_sure boolean, published_at timestamptz,
        edited_at timestamptz, reply_to text, links text[], tags text[], names text[], simhash bigint, blocks int[],
        cluster_id uuid, figures jsonb, figures_due_at timestamptz)
      on conflict (source_kind, external_id) do nothing`,
    [kind, JSON.stringify(rows), now.toISOString()],
  );
}

/** Changes the text of an edited post. */
export async function updateMention(
  connection: Connection,
  id: string,
  { title, text, links, tags, names, editedAt }: SourcePost,
): Promise<void> {
  await connection.query(
    `update mention set title = $2, text = $3, links = $4, tags = $5, names = $6,
        edited_at = coalesce($7::timestamptz, edited_at) where id = $1`,
    [id, title, text, links, tags, names, editedAt === null ? null : new Date(editedAt).toISOString()],
  );
}

/** What a monitor makes of a post. */
export interface NewMonitorMention {
  id: string;
  brandId: string;
  monitorId: string;
  mentionId: string;
  clusterId: string;
  authorId: string;
  lang: string | null;
  publishedAt: Date;
  queryVersion: number;
  why: string[];
  spans: MentionSpan[];
  isVoice: boolean;
  relevance: number | null;
  sentiment: Sentiment | null;
  sentimentP: readonly number[] | null;
  modelVersion: number | null;
  forgetAt: Date;
}

/** Adds mentions to monitors. Returns the IDs of those that are new to them. */
export async function insertMonitorMentions(
  connection: Connection,
  kind: SourceKind,
  mentions: readonly NewMonitorMention[],
  now: Date,
): Promise<Set<string>> {
  const rows = mentions.map((one) => ({
    id: one.id,
    brand_id: one.brandId,
    monitor_id: one.monitorId,
    mention_id: one.mentionId,
    cluster_id: one.clusterId,
    author_id: one.authorId,
    lang: one.lang,
    published_at: one.publishedAt.toISOString(),
    query_version: one.queryVersion,
    why: one.why,
    spans: one.spans,
    is_voice: one.isVoice,
    relevance: one.relevance,
    sentiment: one.sentiment,
    sentiment_p: one.sentimentP,
    model_version: one.modelVersion,
    forget_at: one.forgetAt.toISOString(),
  }));
  // A monitor may have been deleted after its match.
  const added = await connection.query<{ id: string }>(
    `insert into monitor_mention (id, brand_id, monitor_id, mention_id, cluster_id, author_id, source_kind, lang,
        published_at, seen_at, query_version, why, spans, is_voice, relevance, sentiment, sentiment_p, model_version, forget_at)
      select r.id, r.brand_id, r.monitor_id, r.mention_id, r.cluster_id, r.author_id, $1, r.lang, r.published_at, $3,
        r.query_version, r.why, r.spans, r.is_voice, r.relevance, r.sentiment, r.sentiment_p, r.model_version, r.forget_at
      from jsonb_to_recordset($2::jsonb) as r(id uuid, brand_id uuid, monitor_id uuid, mention_id uuid, cluster_id uuid,
        author_id uuid, lang text, published_at timestamptz, query_version int, why text[], spans jsonb, is_voice boolean, relevance real,
        sentiment smallint, sentiment_p real[], model_version int, forget_at timestamptz)
      join monitor m on m.id = r.monitor_id and m.brand_id = r.brand_id
      on conflict (monitor_id, mention_id) do nothing returning id`,
    [kind, JSON.stringify(rows), now.toISOString()],
  );
  return new Set(added.rows.map(({ id }) => id));
}

/** Changes what a monitor marks in an edited post. Returns how its counts change. */
export async function updateMonitorMentions(
  connection: Connection,
  mentionId: string,
  found: readonly { monitorId: string; why: string[]; spans: MentionSpan[] }[],
): Promise<void> {
  await connection.query(
    `update monitor_mention m set why = coalesce(r.why, '{}'), spans = coalesce(r.spans, '[]')
      from monitor_mention o left join jsonb_to_recordset($2::jsonb) as r("monitorId" uuid, why text[], spans jsonb)
        on r."monitorId" = o.monitor_id
      where o.mention_id = $1 and m.id = o.id`,
    [mentionId, JSON.stringify(found)],
  );
}

/** Counted places of voices: clusters that a monitor has, and voices of an author on a day. */
export async function readVoices(
  connection: Connection,
  mentions: readonly Pick<
    NewMonitorMention,
    'brandId' | 'monitorId' | 'clusterId' | 'authorId' | 'publishedAt'
  >[],
): Promise<{ clusters: Set<string>; authors: Map<string, number> }> {
  const rows = mentions.map(({ brandId, monitorId, clusterId, authorId, publishedAt }) => ({
    brand: brandId,
    monitor: monitorId,
    cluster: clusterId,
    author: authorId,
    day: publishedAt.toISOString().slice(0, 10),
  }));
  const { rows: found } = await connection.query<{
    monitor: string;
    cluster: string;
    author: string;
    day: string;
    known: boolean;
    n: number;
  }>(
    `select r.monitor, r.cluster, r.author, r.day::text,
        exists (select from monitor_mention c where c.brand_id = r.brand and c.cluster_id = r.cluster
          and c.monitor_id = r.monitor) as known,
        (select count(*) from (select distinct a.cluster_id from monitor_mention a where a.brand_id = r.brand
          and a.author_id = r.author and a.monitor_id = r.monitor
          and a.published_at >= r.day::timestamp at time zone 'UTC'
          and a.published_at < r.day::timestamp at time zone 'UTC' + interval '1 day' limit 50) v)::int as n
      from (select distinct * from jsonb_to_recordset($1::jsonb)
        as r(brand uuid, monitor uuid, cluster uuid, author uuid, day date)) r`,
    [JSON.stringify(rows)],
  );
  return {
    clusters: new Set(
      found.filter(({ known }) => known).map(({ monitor, cluster }) => `${monitor} ${cluster}`),
    ),
    authors: new Map(found.map(({ monitor, author, day, n }) => [`${monitor} ${author} ${day}`, n])),
  };
}

/** Forgets the content of posts, and removes them from all monitors. Counts stay. Returns brands and monitors. */
export async function deleteMentions(
  connection: Connection,
  mentionIds: readonly string[],
  now: Date,
): Promise<{ brandId: string; monitorId: string }[]> {
  if (mentionIds.length === 0) return [];
  const { rows } = await connection.query<{ brandId: string; monitorId: string }>(
    `with gone as (delete from monitor_mention where mention_id = any($1)
        returning brand_id, monitor_id),
      emptied as (update mention set deleted_at = $2, text = '', title = null, url = null, canonical_url = null,
        author_id = null, links = '{}', tags = '{}', names = '{}', simhash = null, blocks = '{}', reply_to = null,
        figures = null, figures_at = null, figures_due_at = null where id = any($1))
      select distinct brand_id as "brandId", monitor_id as "monitorId" from gone`,
    [mentionIds, now.toISOString()],
  );
  return rows;
}

/** Returns the stored posts of authors. */
export async function findMentionsOf(
  connection: Connection,
  kind: SourceKind,
  authorExternalIds: readonly string[],
): Promise<string[]> {
  if (authorExternalIds.length === 0) return [];
  const { rows } = await connection.query<{ id: string }>(
    `select m.id from mention m join mention_author a on a.id = m.author_id
      where a.source_kind = $1 and a.external_id = any($2)`,
    [kind, authorExternalIds],
  );
  return rows.map(({ id }) => id);
}

/** Deletes those of these authors who have no posts left. */
export async function removeAuthors(
  connection: Connection,
  kind: SourceKind,
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length === 0) return;
  await connection.query(
    `delete from mention_author a where a.source_kind = $1 and a.external_id = any($2)
      and not exists (select from mention m where m.author_id = a.id)`,
    [kind, externalIds],
  );
}

/** Returns how many days brands keep mentions, by brand; brands with the usual time are left out. */
export async function readKeepDays(
  connection: Connection,
  brandIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await connection.query<{ id: string; days: number }>(
    'select brand_id as id, keep_days as days from listening_setting where brand_id = any($1)',
    [brandIds],
  );
  return new Map(rows.map(({ id, days }) => [id, days]));
}
