import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { Failure } from '../failure.ts';
import type { Archive, ArchiveWriter, Entry } from './archive.ts';

/** A database of an installation. */
export type DatabaseName = 'api' | 'auth';

/** What a backup records of a database besides its rows. */
export interface DatabaseState {
  /** Time of the newest migration, in milliseconds; null without migrations. */
  migratedTo: number | null;
  /** Version of the job queue's tables; null without them. */
  jobsVersion: number | null;
  tables: Table[];
  sequences: { name: string; value: string }[];
  partitions: { name: string; parent: string; bound: string }[];
}

interface Table {
  /** Quoted, with its schema. */
  name: string;
  /** Quoted, in order. */
  columns: string[];
}

/** Filled by migrating. */
const MIGRATED = new Set(['drizzle.__drizzle_migrations', 'pgboss.version']);
/**
 * About the search engine's index, which isn't part of a backup: it may hold newer versions of creators, which would
 * refuse older ones. Without these rows, a restored installation builds a new index.
 */
const LEFT_OUT = new Set(['public.search_index', 'public.search_change']);
/** Holds the progress of a restore. */
const PROGRESS = 'troupe_restore';
/** Rows from which indexes are faster to build after loading. */
const MANY_ROWS = 100_000;

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    array(
      select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
    and n.nspname !~ '^(pg_|information_schema$|${PROGRESS}$)'
  order by 1`;

const PARTITIONS = `
  select format('%I.%I', n.nspname, c.relname) as name, i.inhparent::regclass::text as parent,
    pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_inherits i on i.inhrelid = c.oid
  where c.relispartition and c.relkind = 'r' order by 1`;

const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
  from pg_sequences where last_value is not null`;

/** Connects without limits, which a long copy would exceed. */
export async function connect(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {});
  await client.connect();
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  return client;
}

/** Begins a transaction that sees the database as it is now, and returns that time on the server. */
export async function takeSnapshot(client: pg.Client): Promise<string> {
  await client.query('begin transaction isolation level repeatable read, read only');
  // The first statement takes the snapshot. Names are complete without a search path.
  const { rows } = await client.query(
    `select set_config('search_path', '', true), clock_timestamp()::text as at`,
  );
  return rows[0].at;
}

/** Adds all rows of the snapshot to the backup. */
export async function dumpDatabase(
  client: pg.Client,
  database: DatabaseName,
  archive: ArchiveWriter,
): Promise<DatabaseState> {
  const found = (await client.query<Table>(TABLES)).rows;
  const tables = found.filter(({ name }) => database !== 'api' || !LEFT_OUT.has(name));
  for (const { name, columns } of tables) {
    const copy = client.query(
      copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`, { highWaterMark: 1024 ** 2 }),
    );
    await archive.add({ kind: 'table', name: `${database}/${name}`, compressed: true }, copy, () => ({
      rows: copy.rowCount,
    }));
  }
  return {
    migratedTo: await newestMigration(client),
    jobsVersion: await jobsVersion(client),
    tables,
    // Read last: a sequence isn't part of a snapshot, and must not be behind its rows.
    sequences: (await client.query(SEQUENCES)).rows,
    partitions: (await client.query(PARTITIONS)).rows,
  };
}

async function exists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as found', [table]);
  return rows[0].found;
}

async function newestMigration(client: pg.Client): Promise<number | null> {
  if (!(await exists(client, 'drizzle.__drizzle_migrations'))) return null;
  const { rows } = await client.query('select max(created_at) as at from drizzle.__drizzle_migrations');
  return rows[0].at === null ? null : Number(rows[0].at);
}

async function jobsVersion(client: pg.Client): Promise<number | null> {
  if (!(await exists(client, 'pgboss.version'))) return null;
  const { rows } = await client.query('select version from pgboss.version');
  return rows[0]?.version ?? null;
}

/** What is in the database that a backup is restored to. */
export type Found = 'nothing' | 'data' | 'this restore';

/** @param id of the backup */
export async function inspect(client: pg.Client, id: string): Promise<Found> {
  if (await exists(client, `${PROGRESS}.backup`)) {
    const { rows } = await client.query(`select id from ${PROGRESS}.backup`);
    if (rows[0]?.id === id) return 'this restore';
    return 'data';
  }
  const { rows } = await client.query<Table>(TABLES);
  return rows.length > 0 ? 'data' : 'nothing';
}

/** @throws Failure if another process uses the database */
export async function requireAlone(client: pg.Client, variable: string): Promise<void> {
  const { rows } = await client.query(
    `select coalesce(nullif(application_name, ''), 'a program') as name, count(*)::int as count
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and backend_type = 'client backend' group by 1 order by 1`,
  );
  if (rows.length === 0) return;
  const who = rows.map(({ name, count }) => `${name} (${count})`).join(', ');
  throw new Failure(`The database of ${variable} is in use by ${who}. Stop all processes of Troupe first.`);
}

/** Deletes everything in a database. */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select quote_ident(nspname) as name from pg_namespace where nspname !~ '^(pg_|information_schema$)'`,
  );
  for (const { name } of rows) await client.query(`drop schema ${name} cascade`);
  await client.query('create schema public');
}

/** Loads a database that has just been migrated, or continues an interrupted load. */
export async function loadDatabase(
  client: pg.Client,
  database: DatabaseName,
  state: DatabaseState,
  archive: Archive<unknown>,
): Promise<number> {
  const entries = new Map(archive.entries.map((entry) => [entry.name, entry]));
  const wanted = state.tables
    .filter(({ name }) => !MIGRATED.has(name))
    .map((table) => ({ table, entry: required(entries, `${database}/${table.name}`) }));
  if (!(await exists(client, `${PROGRESS}.backup`))) await prepare(client, state, wanted, archive.id);
  let rows = 0;
  for (const { table, entry } of wanted) rows += await loadTable(client, table, entry, archive);
  for (const { name, value } of state.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [name, value]);
  const { rows: steps } = await client.query(`select ordinal, sql from ${PROGRESS}.step order by ordinal`);
  for (const { ordinal, sql } of steps)
    await inTransaction(client, async () => {
      await client.query(sql);
      await client.query(`delete from ${PROGRESS}.step where ordinal = $1`, [ordinal]);
    });
  await client.query('analyze');
  return rows;
}

/** Forgets the progress, after all databases and files are complete. */
export async function finishDatabase(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists ${PROGRESS} cascade`);
}

function required(entries: Map<string, Entry>, name: string): Entry {
  const entry = entries.get(name);
  if (!entry) throw new Failure(`The backup lacks ${name}.`);
  return entry;
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/**
 * Takes out what loading must not run into: foreign keys, triggers, and indexes of large tables. `step` has the
 * statements that bring them back.
 */
async function prepare(
  client: pg.Client,
  state: DatabaseState,
  wanted: { table: Table; entry: Entry }[],
  id: string,
): Promise<void> {
  await requireSameTables(client, state);
  const large = wanted.filter(({ entry }) => (entry.rows ?? 0) >= MANY_ROWS).map(({ table }) => table.name);
  await inTransaction(client, async () => {
    await client.query(`create schema ${PROGRESS}`);
    await client.query(`create table ${PROGRESS}.backup (id text not null)`);
    await client.query(`create table ${PROGRESS}.loaded (name text primary key, rows bigint not null)`);
    await client.query(`create table ${PROGRESS}.step (ordinal int primary key, sql text not null)`);
    await client.query(`insert into ${PROGRESS}.backup values ($1)`, [id]);
    const { rows } = await client.query<{ undo: string; redo: string }>(TAKEN_OUT, [large]);
    for (const [ordinal, { undo, redo }] of rows.entries()) {
      await client.query(undo);
      await client.query(`insert into ${PROGRESS}.step values ($1, $2)`, [ordinal, redo]);
    }
    for (const { name, parent, bound } of state.partitions)
      if (!(await exists(client, name)))
        await client.query(`create table ${name} partition of ${parent} ${bound}`);
  });
}

const TAKEN_OUT = `
  select undo, redo from (
    select 3 as rank, format('alter table %s drop constraint %I', conrelid::regclass, conname) as undo,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as redo
    from pg_constraint where contype = 'f' and conparentid = 0
    union all
    select 1, format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = any($1::text[]::regclass[]) and not c.relispartition
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    union all
    select 2, format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
      format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
    from pg_trigger where not tgisinternal and tgparentid = 0 and tgenabled <> 'D'
  ) taken order by rank, undo`;

/** @throws Failure if this version of Troupe would make other tables than the backup has */
async function requireSameTables(client: pg.Client, state: DatabaseState): Promise<void> {
  const made = new Map((await client.query<Table>(TABLES)).rows.map(({ name, columns }) => [name, columns]));
  const missing = state.tables.find(
    ({ name, columns }) => !columns.every((column) => made.get(name)?.includes(column)),
  );
  const jobs = await jobsVersion(client);
  if (!missing && jobs === state.jobsVersion) return;
  throw new Failure(
    `The backup is from another version of Troupe (${missing?.name ?? 'the job queue'} differs). Restore it with the version that made it, then upgrade.`,
  );
}

/** Replaces a table's rows, and records that in the same transaction. */
async function loadTable(
  client: pg.Client,
  { name, columns }: Table,
  entry: Entry,
  archive: Archive<unknown>,
): Promise<number> {
  const { rows: done } = await client.query(`select rows::int from ${PROGRESS}.loaded where name = $1`, [
    name,
  ]);
  if (done[0]) return done[0].rows;
  let rows = 0;
  await inTransaction(client, async () => {
    await client.query(`delete from ${name}`);
    const copy = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`));
    await pipeline(archive.read(entry), copy);
    rows = copy.rowCount;
    if (rows !== entry.rows) throw new Failure(`${name} has ${rows} rows instead of ${entry.rows}.`);
    await client.query(`insert into ${PROGRESS}.loaded values ($1, $2)`, [name, rows]);
  });
  return rows;
}
