import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withTransaction } from '../../../platform/database.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import {
  type DocumentChange,
  type SearchCluster,
  SearchEngineDown,
  SearchEngineRefusal,
} from '../../../platform/outgoing/search-cluster.ts';
import {
  forgetIndexes,
  queueCreators,
  readDocumentsAfter,
  readHashes,
  readHashesAfter,
  readIndexes,
  readQueued,
  registerIndex,
  savePosition,
  saveReconciled,
  serveIndex,
} from './search-index.queries.ts';
import type { IndexParts } from './search-index-feed.ts';
import {
  FIELDS,
  type IndexLayout,
  MAPPING_VERSION,
  settingsWhileBuilding,
  settingsWhileServing,
} from './search-index-mapping.ts';

const BUILD = 'search-index-build';
const AT_ONCE = 2000;
const READ_TIMEOUT_MS = 20_000;
/** A difference counts if it remains so often, because changes take a moment to arrive. */
const LOOKS = 3;
const LOOK_AGAIN_MS = 1500;

/** What the jobs of the index need. */
export interface IndexJobParts extends IndexParts {
  /** Start of the names of indexes and aliases, so that installations can share a cluster. */
  prefix: string;
  layout: IndexLayout;
}

/** The alias that searches ask. Versions of Troupe with another mapping have another one. */
export const searchAlias = (prefix: string): string => `${prefix}-m${MAPPING_VERSION}`;

/** Registers the jobs that create, fill and check the index. */
export function searchIndexJobs(jobs: Jobs, parts: IndexJobParts): void {
  jobs.define(BUILD, (_data, signal) => buildIndex(parts, signal), {
    policy: 'short',
    expireInSeconds: 24 * 3600,
    retryLimit: 100,
  });
  jobs.every('* * * * *', 'search-index-upkeep', () => upkeep(jobs, parts));
  jobs.every(
    '41 2 * * *',
    'search-index-reconcile',
    async (signal) => void (await reconcile(parts, signal)),
    {
      expireInSeconds: 24 * 3600,
    },
  );
}

/** Checks the index, and fills a new one if needed. */
export async function upkeep(jobs: Jobs, parts: IndexJobParts): Promise<void> {
  if (await keepIndex(parts)) await jobs.send(BUILD, {}, { key: 'build' });
}

/** Without a search engine: stops queueing changes for the one that was there. */
export async function forgetSearchEngine({ pool }: Pick<IndexParts, 'pool'>): Promise<void> {
  if ((await readIndexes(pool)).length === 0) return;
  await withTransaction(pool, async (_tx, connection) => {
    const indexes = await readIndexes(connection);
    await forgetIndexes(
      connection,
      indexes.map(({ name }) => name),
    );
  });
}

/**
 * Makes sure that an index with the current mapping serves or is being filled: the first one, after an upgrade, and if the
 * cluster has lost it. Returns whether one needs filling.
 */
export async function keepIndex(parts: IndexJobParts): Promise<boolean> {
  const { pool, cluster, prefix } = parts;
  const indexes = await readIndexes(pool);
  const here = new Set(await cluster.indexes(`${prefix}-*`));
  // One that wasn't created yet is created when it is filled.
  const lost = indexes.filter(
    ({ name, position, state }) => !here.has(name) && (position || state === 'serving'),
  );
  if (lost.length > 0)
    await withTransaction(pool, (_tx, connection) =>
      forgetIndexes(
        connection,
        lost.map(({ name }) => name),
      ),
    );
  const left = indexes.filter((index) => !lost.includes(index));
  // A newer version of Troupe is about to take over.
  if (left.some(({ mapping }) => mapping > MAPPING_VERSION)) return false;
  const current = left.filter(({ mapping }) => mapping === MAPPING_VERSION);
  if (current.length === 0) await startIndex(parts);
  const serving = current.find(({ state }) => state === 'serving');
  if (serving && !(await cluster.indexes(searchAlias(prefix))).includes(serving.name))
    await cluster.pointAlias(searchAlias(prefix), serving.name);
  return current.length === 0 || current.some(({ state }) => state === 'building');
}

/** Registers a new index, which the jobs then fill beside the one that serves. */
export async function startIndex({ pool, cluster, clock, prefix, layout }: IndexJobParts): Promise<void> {
  const now = clock.now();
  const name = `${searchAlias(prefix)}-${now.getTime().toString(36)}${randomBytes(3).toString('hex')}`;
  // Before it is registered, because the feed then writes to it.
  await cluster.createIndex(name, { settings: settingsWhileBuilding(layout), properties: FIELDS });
  await withTransaction(pool, (_tx, connection) =>
    registerIndex(connection, { name, mapping: MAPPING_VERSION, now: now.toISOString() }),
  );
}

/**
 * Fills the registered index with all creators, by ID from where an earlier run stopped, and lets it serve. Changes made
 * meanwhile are sent to it by the feed; versions decide which is newer.
 */
export async function buildIndex(parts: IndexJobParts, signal?: AbortSignal): Promise<void> {
  const { pool, cluster, clock, log, layout } = parts;
  const index = (await readIndexes(pool)).find(
    ({ state, mapping }) => state === 'building' && mapping === MAPPING_VERSION,
  );
  if (!index) return;
  const { name } = index;
  const alias = searchAlias(parts.prefix);
  let { position } = index;
  if ((await cluster.indexes(name)).length === 0) {
    await cluster.createIndex(name, { settings: settingsWhileBuilding(layout), properties: FIELDS });
    position = null;
  }
  let reading = readAhead(pool, position);
  for (;;) {
    const documents = await reading;
    if (signal?.aborted) return;
    const last = documents.at(-1);
    if (!last) break;
    // Database and engine work at the same time.
    reading = readAhead(pool, last.id);
    const rejected = await cluster.write(name, documents);
    if (rejected.length > 0) log.error({ index: name, creators: rejected }, 'search engine refused creators');
    const from = position;
    const creators = documents.length;
    position = last.id;
    // Another process is filling it too.
    if (!(await savePosition(pool, name, { from, to: position, creators, rejected: rejected.length })))
      return;
  }
  await cluster.changeSettings(name, settingsWhileServing());
  await cluster.refresh(name);
  await mergeFilled(parts, name);
  await cluster.pointAlias(alias, name);
  const now = clock.now().toISOString();
  await withTransaction(pool, (_tx, connection) => serveIndex(connection, name, now));
  await deleteUnregistered(parts);
  log.info({ index: name }, 'search index serves');
}

/** Merges the segments of a filled index. It serves in any case: it is complete, and merging only makes it faster. */
async function mergeFilled(
  { cluster, log }: Pick<IndexJobParts, 'cluster' | 'log'>,
  index: string,
): Promise<void> {
  try {
    await cluster.mergeSegments(index);
  } catch (error) {
    if (!(error instanceof SearchEngineDown || error instanceof SearchEngineRefusal)) throw error;
    log.warn({ err: error, index }, 'search index serves before its segments are merged');
  }
}

/** Starts reading the next creators; an error counts once they are needed. */
function readAhead(pool: IndexParts['pool'], position: string | null): Promise<DocumentChange[]> {
  const reading = readDocumentsAfter(pool, position, AT_ONCE);
  reading.catch(() => {});
  return reading;
}

/** Deletes indexes that nothing is sent to. */
async function deleteUnregistered({ pool, cluster, prefix }: IndexJobParts): Promise<void> {
  // Other installations may have names that start alike.
  const own = new RegExp(`^${prefix}-m(\\d+)-[a-z0-9]+$`);
  const found = (await cluster.indexes(`${prefix}-m*`)).filter(
    (name) => Number(own.exec(name)?.[1] ?? Number.POSITIVE_INFINITY) <= MAPPING_VERSION,
  );
  const registered = new Set((await readIndexes(pool)).map(({ name }) => name));
  for (const name of found) if (!registered.has(name)) await cluster.deleteIndex(name);
}

/**
 * Compares the index that serves with the database, creator by creator, and queues those that differ. Returns how many, or
 * null if no index serves.
 */
export async function reconcile(parts: IndexJobParts, signal?: AbortSignal): Promise<number | null> {
  const { pool, cluster, clock, log } = parts;
  const serving = (await readIndexes(pool)).find(({ state }) => state === 'serving');
  if (!serving) return null;
  let after: string | null = null;
  let differences = 0;
  for (;;) {
    if (signal?.aborted) return null;
    const expected = await readHashesAfter(pool, after, AT_ONCE);
    const last = [...expected.keys()].at(-1) ?? null;
    // Beyond the last creator of the database, the engine has only what it shouldn't have.
    const until = expected.size < AT_ONCE ? null : last;
    const actual = await readEngineHashes(cluster, serving.name, { after, until });
    const differing = await confirmed(parts, serving.name, differencesOf(expected, actual));
    if (differing.length > 0) await queueCreators(pool, differing);
    differences += differing.length;
    if (until === null) break;
    after = until;
  }
  await saveReconciled(pool, serving.name, { differences, now: clock.now().toISOString() });
  if (differences > 0) log.warn({ differences }, 'search index differed from the database');
  return differences;
}

function differencesOf(expected: ReadonlyMap<string, string>, actual: ReadonlyMap<string, string>): string[] {
  const ids = new Set([...expected.keys(), ...actual.keys()]);
  return [...ids].filter((id) => expected.get(id) !== actual.get(id));
}

/** Returns the creators that still differ when all their changes have arrived. */
async function confirmed(
  { pool, cluster }: Pick<IndexParts, 'pool' | 'cluster'>,
  index: string,
  suspected: string[],
): Promise<string[]> {
  let left = suspected;
  for (let look = 0; look < LOOKS && left.length > 0; look++) {
    await sleep(LOOK_AGAIN_MS);
    await cluster.refresh(index);
    const queued = await readQueued(pool, left);
    const expected = await readHashes(pool, left);
    const actual = await readEngineHashes(cluster, index, { ids: left });
    left = left.filter((id) => !queued.has(id) && expected.get(id) !== actual.get(id));
  }
  return left;
}

/** Reads the hashes of documents: of creators, or of a range of IDs. */
async function readEngineHashes(
  cluster: SearchCluster,
  index: string,
  of: { ids: readonly string[] } | { after: string | null; until: string | null },
): Promise<Map<string, string>> {
  const range =
    'ids' in of ? {} : { ...(of.after ? { gt: of.after } : {}), ...(of.until ? { lte: of.until } : {}) };
  const found = new Map<string, string>();
  let last: string | null = null;
  for (;;) {
    const [page]: { hits: readonly { id: string; fields: Record<string, unknown[]> }[] }[] =
      await cluster.search(
        index,
        [
          {
            size: AT_ONCE,
            _source: false,
            track_total_hits: false,
            query: 'ids' in of ? { ids: { values: of.ids } } : { range: { id: range } },
            sort: [{ id: 'asc' }],
            docvalue_fields: ['hash'],
            ...(last === null ? {} : { search_after: [last] }),
          },
        ],
        READ_TIMEOUT_MS,
      );
    if (!page) throw new SearchEngineDown('A search has no answer.');
    for (const { id, fields } of page.hits) found.set(id, String(fields.hash?.[0]));
    last = page.hits.at(-1)?.id ?? null;
    if (page.hits.length < AT_ONCE || last === null) return found;
  }
}
