import { createHash } from 'node:crypto';
import { codeOf } from '@troupe/server/error-code';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { isoMoment } from './column.ts';
import { withEvents } from './events.ts';

const INT8 = 20;
const TIMESTAMPTZ = 1184;

pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(TIMESTAMPTZ, isoMoment);

/** The query builder on the pool or within a transaction. */
export type Database = NodePgDatabase;

/** Returns a query builder on a pool, which publishes to the pool's subscribers. */
export function databaseOver(pool: pg.Pool): Database {
  const db = withEvents(pool, drizzle(pool));
  // Cheaper than Drizzle's own transactions, which also return broken connections to the pool.
  db.transaction = ((work: (tx: Database) => Promise<unknown>) =>
    withTransaction(pool, work)) as Database['transaction'];
  return db;
}

/** Escapes text for `like`. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns a `like` pattern that matches the search text literally anywhere. */
export const containing = (search: string): string => `%${literal(search.trim())}%`;

/** A statement with its values; named ones are prepared once per connection. */
export interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

/**
 * A statement that can be merged with others into one: common table expressions with a unique name. `$when` in their
 * text stands for the condition under which they apply.
 */
export interface Part {
  name: string;
  expressions: string;
  values: unknown[];
  /** Expressions without table changes that must run nevertheless. */
  runs?: readonly string[];
}

const composedTexts = new Map<string, string>();

/** PostgreSQL truncates longer names of prepared statements. */
const MAX_NAME_LENGTH = 63;

const nameOf = (parts: readonly Part[]): string => parts.map(({ name }) => name).join('+');

const DIGEST_LENGTH = 11;

/** Returns a name that PostgreSQL keeps whole: a longer one ends in a digest. */
function fitting(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const digest = createHash('sha256').update(name).digest('base64url').slice(0, DIGEST_LENGTH);
  return `${name.slice(0, MAX_NAME_LENGTH - DIGEST_LENGTH - 1)}-${digest}`;
}

/**
 * Merges parts with different names into one statement.
 * @param options.name defaults to the names of the parts joined; a name must always go with the same options
 * @param options.select the result
 * @param options.when the condition under which the parts apply
 */
export function compose(
  parts: readonly Part[],
  { name = nameOf(parts), select = 'select', when = 'true' } = {},
): Statement {
  let text = composedTexts.get(name);
  if (text === undefined) {
    let first = 0;
    const expressions = parts.map((part) => {
      const before = first;
      first += part.values.length;
      return part.expressions
        .replaceAll('$when', when)
        .replace(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`);
    });
    const runs = parts.flatMap((part) => part.runs ?? []);
    // The name goes first, so that operators see it in the list of running statements.
    text = `/* ${name} */ with ${expressions.join(', ')}
      select answer.* from (${select}) answer
      ${runs.map((run) => `cross join (select count(*) from ${run}) as ${run}_ran`).join(' ')}`;
    composedTexts.set(name, text);
  }
  return { name, text, values: parts.flatMap(({ values }) => values) };
}

/** Merges statements into as few as their names allow, in order. */
function composeAll(all: readonly (Statement | Part)[]): Statement[] {
  const statements: Statement[] = [];
  let open: Part[] = [];
  const close = () => {
    if (open.length > 0) statements.push(compose(open));
    open = [];
  };
  for (const one of all) {
    if ('text' in one) {
      close();
      statements.push(one);
      continue;
    }
    if (open.some(({ name }) => name === one.name) || nameOf([...open, one]).length > MAX_NAME_LENGTH)
      close();
    open.push(one);
  }
  close();
  return statements;
}

/** A change in one statement: its part, its result, and the expression that returns rows if it changed anything. */
export interface Change {
  part: Part;
  select: string;
  changed: string;
}

/**
 * Runs a one-statement change as a transaction in a single round trip, merged with the events of `publishing` and
 * `others`, which only apply if it changed anything.
 * @param publishing may only publish events whose subscribers send parts, and must not read
 * @returns the result of the change; empty if it changed nothing
 */
export async function runChange<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  { part, select, changed }: Change,
  publishing: (tx: Database) => Promise<void>,
  others: readonly Part[],
): Promise<Row[]> {
  const tx = withEvents(pool, {} as Database);
  const gathered: Transaction = { tx, withCommit: [], afterCommit: new Set() };
  transactionOf.set(tx, gathered);
  await publishing(tx);
  const published = gathered.withCommit.map((one) => {
    if ('text' in one) throw new Error(`${one.name} can't be part of ${part.name}`);
    return one;
  });
  const parts = [part, ...published, ...others];
  const name = fitting(nameOf(parts));
  const when = `exists (select from ${changed})`;
  const { rows } = await pool.query<Row>(compose(parts, { name, select, when }));
  if (rows.length > 0) for (const work of gathered.afterCommit) work(pool);
  return rows;
}

const UNIQUE_VIOLATION = '23505';

/** Returns whether a statement failed because a concurrent one wrote the same key. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === UNIQUE_VIOLATION;

const EXCLUSION_VIOLATION = '23P01';

/** Returns whether a statement failed because of an overlapping row, such as a code that has another owner. */
export const isExclusionViolation = (error: unknown): boolean => codeOf(error) === EXCLUSION_VIOLATION;

/** The query builder of a transaction with its queued statements and callbacks. */
interface Transaction {
  tx: Database;
  withCommit: (Statement | Part)[];
  afterCommit: Set<(pool: pg.Pool) => void>;
}

const transactionOf = new WeakMap<object, Transaction>();

/** Caches the query builder per connection: creating one costs as much as a statement. */
function transactionOn(pool: pg.Pool, connection: pg.PoolClient): Transaction {
  const known = transactionOf.get(connection);
  if (known) return known;
  const tx = withEvents(pool, drizzle(connection));
  // Nested transactions join this one.
  tx.transaction = ((work: (tx: Database) => Promise<unknown>) => work(tx)) as Database['transaction'];
  const made: Transaction = { tx, withCommit: [], afterCommit: new Set() };
  transactionOf.set(connection, made);
  transactionOf.set(tx, made);
  return made;
}

/**
 * Queues a statement whose result is not needed, to be sent together with the commit. Its failure rolls the
 * transaction back.
 */
export async function sendWithCommit(tx: Database, statement: Statement | Part): Promise<void> {
  const transaction = transactionOf.get(tx);
  if (transaction) transaction.withCommit.push(statement);
  else for (const one of composeAll([statement])) await connectionOf(tx).query(one);
}

/**
 * Runs work after the commit, once however often it is requested; immediately outside a transaction. Not awaited, and
 * lost if the process is killed in between.
 */
export function afterCommit(tx: Database, work: (pool: pg.Pool) => void): void {
  const transaction = transactionOf.get(tx);
  if (transaction) transaction.afterCommit.add(work);
  else work(connectionOf(tx) as pg.Pool);
}

/** The client of a connection, with members that the pool's type hides. */
const clientOf = (connection: pg.PoolClient) => connection as unknown as pg.Client;

/** Buffers everything sent now into one packet. */
function cork(connection: pg.PoolClient): void {
  const { stream } = clientOf(connection).connection;
  stream.cork();
  // After microtasks, because the query builder sends in one.
  process.nextTick(() => stream.uncork());
}

/** Begins a transaction and starts its work without waiting for the response. */
async function begin<T>(connection: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  if (clientOf(connection).pipeline) cork(connection);
  const started = connection.query('begin');
  if (!clientOf(connection).pipeline) await started;
  // Awaited below; a lost connection fails the work first.
  started.catch(() => {});
  const result = await work();
  await started;
  return result;
}

/** Sends queued statements, then commits. @throws if any fails; then nothing is committed */
async function commit(connection: pg.PoolClient, statements: readonly (Statement | Part)[]): Promise<void> {
  const last = [...composeAll(statements), { text: 'commit' }];
  let command: string | undefined;
  if (clientOf(connection).pipeline) {
    cork(connection);
    const results = await Promise.allSettled(last.map((statement) => connection.query(statement)));
    for (const result of results)
      if (result.status === 'rejected') throw result.reason;
      else command = result.value.command;
  } else for (const statement of last) ({ command } = await connection.query(statement));
  // Someone caught an error: PostgreSQL then answers the commit with a rollback.
  if (command !== 'COMMIT') throw new Error('the transaction had failed before its commit');
}

/**
 * Runs work in a transaction. `connection` is in the same transaction as `tx`, for APIs that need a bare connection:
 * a job sent on it exists only after the commit.
 */
export async function withTransaction<T>(
  pool: pg.Pool,
  work: (tx: Database, connection: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  const { tx, withCommit, afterCommit } = transactionOn(pool, connection);
  let broken: Error | undefined;
  try {
    const result = await begin(connection, () => work(tx, connection));
    await commit(connection, withCommit);
    for (const work of afterCommit) work(pool);
    return result;
  } catch (error) {
    await connection.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    withCommit.length = 0;
    afterCommit.clear();
    connection.release(broken);
  }
}

/**
 * Returns the connection of a transaction, for APIs that need a bare one: a job sent on it exists only after the
 * commit.
 */
export const connectionOf = (tx: Database): Pick<pg.ClientBase, 'query'> =>
  // Hidden by its type.
  (tx._.session as unknown as { client: pg.PoolClient }).client;

/**
 * Runs work in a read-only snapshot transaction on a dedicated connection, for long work that writes elsewhere while
 * reading.
 */
export async function withSnapshot<T>(
  connectionString: string,
  work: (connection: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const connection = new pg.Client({
    connectionString,
    application_name: 'troupe-snapshot',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A lost connection is reported by its next query.
  connection.on('error', () => {});
  try {
    await connection.connect();
    await connection.query('begin transaction isolation level repeatable read, read only');
    return await work(connection);
  } finally {
    await connection.end().catch(() => {});
  }
}
