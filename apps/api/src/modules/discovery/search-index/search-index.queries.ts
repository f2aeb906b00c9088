import type { MetricGroup, Reading } from '@troupe/server/metrics';
import type pg from 'pg';
import type { DocumentChange } from '../../../platform/outgoing/search-cluster.ts';
import type { SearchIndexState } from './search-index.table.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** A registered index. */
export interface RegisteredIndex {
  name: string;
  mapping: number;
  state: SearchIndexState;
  position: string | null;
}

/** Returns the indexes that changes are sent to. */
export async function readIndexes(connection: Connection): Promise<RegisteredIndex[]> {
  const { rows } = await connection.query<RegisteredIndex>(
    'select name, mapping, state, position from search_index order by created_at',
  );
  return rows;
}

const TRIGGERS = {
  creator: ['search_creator_added', 'search_creator_changed', 'search_creator_removed'],
  creator_growth: ['search_growth_added', 'search_growth_changed', 'search_growth_removed'],
};

/** Switches the triggers that queue changed creators, once no transaction is changing creators. */
async function switchTriggers(connection: Connection, state: 'enable' | 'disable'): Promise<void> {
  // Requests wait behind this, so it gives up and is tried again by the next run.
  await connection.query(`set local lock_timeout = '3s'`);
  for (const [table, names] of Object.entries(TRIGGERS))
    await connection.query(
      `alter table ${table} ${names.map((name) => `${state} trigger ${name}`).join(', ')}`,
    );
}

/** Two processes mustn't register an index at the same time. */
const lockRegister = (connection: Connection) =>
  connection.query(`select pg_advisory_xact_lock(hashtext('search_index'))`);

/**
 * Registers an index that is to be filled, unless one is being filled. From then on changes are queued: the triggers are
 * enabled only when no earlier transaction is still changing creators.
 */
export async function registerIndex(
  connection: Connection,
  index: { name: string; mapping: number; now: string },
): Promise<void> {
  await lockRegister(connection);
  const indexes = await readIndexes(connection);
  if (indexes.some(({ state, mapping }) => state === 'building' && mapping === index.mapping)) return;
  if (indexes.length === 0) await switchTriggers(connection, 'enable');
  await connection.query(
    `insert into search_index (name, mapping, state, created_at) values ($1, $2, 'building', $3)`,
    [index.name, index.mapping, index.now],
  );
}

/** Forgets indexes; without any left, changes are no longer queued. */
export async function forgetIndexes(connection: Connection, names: readonly string[]): Promise<void> {
  await lockRegister(connection);
  await connection.query('delete from search_index where name = any($1::text[])', [names]);
  if ((await readIndexes(connection)).length > 0) return;
  await switchTriggers(connection, 'disable');
  await connection.query('delete from search_change');
}

/** Saves how far an index is filled. Returns false if another process has moved the position in the meantime. */
export async function savePosition(
  connection: Connection,
  name: string,
  { from, to, creators, rejected }: { from: string | null; to: string; creators: number; rejected: number },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update search_index set position = $3, creators = creators + $4, rejected = rejected + $5
      where name = $1 and position is not distinct from $2::uuid`,
    [name, from, to, creators, rejected],
  );
  return rowCount === 1;
}

/** Marks an index as the one that serves; others are forgotten, except those of newer versions. */
export async function serveIndex(connection: Connection, name: string, now: string): Promise<void> {
  await lockRegister(connection);
  await connection.query(`update search_index set state = 'serving', serving_at = $2 where name = $1`, [
    name,
    now,
  ]);
  await connection.query(
    'delete from search_index where name <> $1 and mapping <= (select mapping from search_index where name = $1)',
    [name],
  );
}

export async function saveReconciled(
  connection: Connection,
  name: string,
  { differences, now }: { differences: number; now: string },
): Promise<void> {
  await connection.query('update search_index set reconciled_at = $2, differences = $3 where name = $1', [
    name,
    now,
    differences,
  ]);
}

export async function addRejected(connection: Connection, rejected: number): Promise<void> {
  await connection.query('update search_index set rejected = rejected + $1', [rejected]);
}

/** Locks the oldest changes that no other process is sending. */
export async function claimChanges(
  connection: Connection,
  limit: number,
): Promise<{ seqs: number[]; creatorIds: string[] }> {
  const { rows } = await connection.query<{ seq: number; id: string }>(
    'select seq, creator_id as id from search_change order by seq limit $1 for update skip locked',
    [limit],
  );
  return { seqs: rows.map(({ seq }) => seq), creatorIds: [...new Set(rows.map(({ id }) => id))] };
}

export async function deleteChanges(connection: Connection, seqs: readonly number[]): Promise<void> {
  await connection.query('delete from search_change where seq = any($1::bigint[])', [seqs]);
}

/** Returns when the oldest change was made; null if all were sent. */
export async function oldestChange(connection: Connection): Promise<Date | null> {
  const { rows } = await connection.query<{ at: string }>(
    'select changed_at as at from search_change order by seq limit 1',
  );
  return rows[0] ? new Date(rows[0].at) : null;
}

/** Queues creators whose documents differ, to send them again. */
export async function queueCreators(connection: Connection, ids: readonly string[]): Promise<void> {
  await connection.query('insert into search_change (creator_id) select unnest($1::uuid[])', [ids]);
}

/** Returns which of these creators have changes that weren't sent. */
export async function readQueued(connection: Connection, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await connection.query<{ id: string }>(
    'select distinct creator_id as id from search_change where creator_id = any($1::uuid[])',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

const finite = (column: string) => `case when ${column} between -1e300 and 1e300 then ${column} else -1 end`;

/** The document of a creator as JSON. Its fields are those of `search-index-mapping.ts`. */
const DOCUMENT = `json_build_object(
  'brand', coalesce(creator.brand_id::text, 'shared'), 'platform', creator.platform, 'country', creator.country,
  'language', creator.language, 'categories', creator.categories, 'words', tsvector_to_array(creator.words),
  'handle', lower(creator.username), 'name', creator.name_text,
  'followers', creator.followers_key, 'engagement', ${finite('creator.engagement_key')}, 'views', creator.views_key,
  'updated', floor(extract(epoch from creator.updated_at) * 1000)::bigint, 'fit', ${finite('creator.fit_key')},
  'growth30', growth.days30, 'growth90', growth.days90, 'verified', creator.verified,
  'registered', creator.user_id is not null, 'email', creator.contact_email is not null)::text`;

const documentsOf = (creators: string) => `
  select creator.id, ${DOCUMENT} as document
  from ${creators} left join creator_growth growth on growth.creator_id = creator.id`;

interface DocumentRow {
  id: string;
  document: string;
  hash: string;
}

const withHash = (documents: string) => `select id, document, md5(document) as hash from (${documents}) read`;

/** Returns a version for documents that are read afterwards. */
async function nextVersion(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ version: number }>(`select nextval('search_version') as version`);
  return rows[0]?.version ?? 0;
}

const toChange = ({ id, document, hash }: DocumentRow, version: number): DocumentChange => ({
  id,
  version,
  text: `{"id":"${id}","hash":"${hash}",${document.slice(1)}`,
});

/** Returns the current documents of creators; those that no longer exist are to be deleted. */
export async function readDocuments(
  connection: Connection,
  ids: readonly string[],
): Promise<DocumentChange[]> {
  const version = await nextVersion(connection);
  const { rows } = await connection.query<DocumentRow>(
    withHash(documentsOf('(select * from creator where id = any($1::uuid[])) creator')),
    [ids],
  );
  const known = new Set(rows.map(({ id }) => id));
  return [
    ...rows.map((row) => toChange(row, version)),
    ...ids.filter((id) => !known.has(id)).map((id) => ({ id, version, text: null })),
  ];
}

const BATCH = `(select * from creator where $1::uuid is null or id > $1::uuid order by id limit $2) creator`;

/** Returns the documents of the next creators by ID. */
export async function readDocumentsAfter(
  connection: Connection,
  after: string | null,
  limit: number,
): Promise<DocumentChange[]> {
  const version = await nextVersion(connection);
  const { rows } = await connection.query<DocumentRow>(`${withHash(documentsOf(BATCH))} order by id`, [
    after,
    limit,
  ]);
  return rows.map((row) => toChange(row, version));
}

/** Returns the hashes of the documents that the next creators by ID should have. */
export async function readHashesAfter(
  connection: Connection,
  after: string | null,
  limit: number,
): Promise<Map<string, string>> {
  const { rows } = await connection.query<{ id: string; hash: string }>(
    `select id, hash from (${withHash(documentsOf(BATCH))}) hashed order by id`,
    [after, limit],
  );
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

/** Returns the hashes of the documents that creators should have. */
export async function readHashes(
  connection: Connection,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await connection.query<{ id: string; hash: string }>(
    `select id, hash from (${withHash(
      documentsOf('(select * from creator where id = any($1::uuid[])) creator'),
    )}) hashed`,
    [ids],
  );
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

/** What operators watch of the search engine's index. Without a search engine, there are no readings. */
export const searchIndexMetrics = (pool: pg.Pool): MetricGroup => ({
  metrics: {
    troupe_search_queue: {
      help: 'Changes of creators that wait to be sent to the search engine.',
      labels: [],
    },
    troupe_search_lag_seconds: { help: 'How long the oldest change of a creator has waited.', labels: [] },
    troupe_search_index_creators: {
      help: 'Creators that an index was filled with, by state.',
      labels: ['state'],
    },
    troupe_search_differences: {
      help: 'Creators that differed from the database at the last comparison, and were sent again.',
      labels: [],
    },
    troupe_search_rejected: { help: 'Creators that the engine refused for good.', labels: [] },
    troupe_search_reconciled_seconds: {
      help: 'How long ago the index was compared with the database.',
      labels: [],
    },
  },
  async read(): Promise<Record<string, Reading[]>> {
    const { rows } = await pool.query<{
      state: string;
      creators: number;
      differences: number;
      rejected: number;
      reconciled: number | null;
    }>(
      `select state, creators, differences, rejected, extract(epoch from now() - reconciled_at)::float8 as reconciled
        from search_index`,
    );
    if (rows.length === 0) return {};
    const { rows: queues } = await pool.query<{ queued: number; lag: number }>(
      `select count(*)::int as queued, coalesce(extract(epoch from now() - min(changed_at)), 0)::float8 as lag
        from (select changed_at from search_change order by seq limit 100000) queue`,
    );
    const serving = rows.find(({ state }) => state === 'serving');
    return {
      troupe_search_queue: [[{}, queues[0]?.queued ?? 0]],
      troupe_search_lag_seconds: [[{}, queues[0]?.lag ?? 0]],
      troupe_search_index_creators: rows.map(({ state, creators }) => [{ state }, creators]),
      troupe_search_differences: serving ? [[{}, serving.differences]] : [],
      troupe_search_rejected: serving ? [[{}, serving.rejected]] : [],
      troupe_search_reconciled_seconds: serving?.reconciled ? [[{}, serving.reconciled]] : [],
    };
  },
});
