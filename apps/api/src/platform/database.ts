import { codeOf } from '@troupe/server/error-code';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { isoMoment } from './column.ts';
import { withEvents } from './events.ts';

const INT8 = 20;
const TIMESTAMPTZ = 1184;

pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(TIMESTAMPTZ, isoMoment);

/** The query builder over the pool, or over one transaction of it. */
export type Database = NodePgDatabase;

/** The query builder over a pool; what it publishes goes to the subscribers of the pool. */
export function databaseOver(pool: pg.Pool): Database {
  const db = withEvents(pool, drizzle(pool));
  // Cheaper than the query builder's own, which also returns broken connections to the pool.
  db.transaction = ((work: (tx: Database) => Promise<unknown>) =>
    withTransaction(pool, work)) as Database['transaction'];
  return db;
}

/** Text in which `like` sees no patterns. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A search text as a pattern for `like` and `ilike` that matches it anywhere, to the letter. */
export const containing = (search: string): string => `%${literal(search.trim())}%`;

/** A statement with its values; one with a name is prepared once per connection. */
export interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

/**
 * A statement that can share its round trip with others, as one statement with them: common table expressions, and a
 * name that tells them from all others. `$when` in their text stands for the condition under which they apply.
 */
export interface Part {
  name: string;
  expressions: string;
  values: unknown[];
  /** Of the expressions, those that change no table but have to run. */
  runs?: readonly string[];
}

const composedTexts = new Map<string, string>();

/** PostgreSQL keeps no more of the name of a prepared statement. */
const MOST_NAME = 63;

const nameOf = (parts: readonly Part[]): string => parts.map(({ name }) => name).join('+');

/**
 * Makes one statement of parts with different names.
 * @param options.name unless the names of the parts joined; the same name always goes with the same options
 * @param options.select what it returns
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
    // The name first, where an operator sees it among the statements that run.
    text = `/* ${name} */ with ${expressions.join(', ')}
      select answer.* from (${select}) answer
      ${runs.map((run) => `cross join (select count(*) from ${run}) as ${run}_ran`).join(' ')}`;
    composedTexts.set(name, text);
  }
  return { name, text, values: parts.flatMap(({ values }) => values) };
}

/** Makes as few statements of these as their names allow, in their order. */
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
    if (open.some(({ name }) => name === one.name) || nameOf([...open, one]).length > MOST_NAME) close();
    open.push(one);
  }
  close();
  return statements;
}

/** A change that is one statement: its part, what it returns, and which of its expressions has rows if it changed anything. */
export interface Change {
  part: Part;
  select: string;
  changed: string;
}

/**
 * Runs a change that is one statement, in a transaction of its own without further round trips, together with what
 * `publishing` sends with the commit and `others`. These apply only if it changed anything.
 * @param publishing may only publish events whose subscribers send parts, and reads nothing
 * @returns what the change returns; empty when it changed nothing
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
    if ('text' in one) throw new Error(`${one.name} cannot be part of ${part.name}`);
    return one;
  });
  const parts = [part, ...published, ...others];
  if (nameOf(parts).length > MOST_NAME) throw new Error(`${nameOf(parts)} is too long for a name`);
  const { rows } = await pool.query<Row>(compose(parts, { select, when: `exists (select from ${changed})` }));
  if (rows.length > 0) for (const work of gathered.afterCommit) work(pool);
  return rows;
}

const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because another one wrote the same at the same time. It left nothing. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === UNIQUE_VIOLATION;

/** The query builder over a connection, and what its transaction still has to send and to do. */
interface Transaction {
  tx: Database;
  withCommit: (Statement | Part)[];
  afterCommit: Set<(pool: pg.Pool) => void>;
}

const transactionOf = new WeakMap<object, Transaction>();

/** The same query builder for each transaction of a connection: making one costs as much as a statement. */
function transactionOn(pool: pg.Pool, connection: pg.PoolClient): Transaction {
  const known = transactionOf.get(connection);
  if (known) return known;
  const tx = withEvents(pool, drizzle(connection));
  // A transaction within joins this one.
  tx.transaction = ((work: (tx: Database) => Promise<unknown>) => work(tx)) as Database['transaction'];
  const made: Transaction = { tx, withCommit: [], afterCommit: new Set() };
  transactionOf.set(connection, made);
  transactionOf.set(tx, made);
  return made;
}

/**
 * Runs a statement of a transaction whose result nobody needs: it is sent together with the commit, and undoes the
 * transaction when it fails.
 */
export async function sendWithCommit(tx: Database, statement: Statement | Part): Promise<void> {
  const transaction = transactionOf.get(tx);
  if (transaction) transaction.withCommit.push(statement);
  else for (const one of composeAll([statement])) await connectionOf(tx).query(one);
}

/**
 * Runs work once the transaction has committed, and only once however often it is asked for; without a transaction, now.
 * Nobody waits for it, and a process that is killed in between never runs it.
 */
export function afterCommit(tx: Database, work: (pool: pg.Pool) => void): void {
  const transaction = transactionOf.get(tx);
  if (transaction) transaction.afterCommit.add(work);
  else work(connectionOf(tx) as pg.Pool);
}

/** The client of a connection, of which the pool's type hides a part. */
const clientOf = (connection: pg.PoolClient) => connection as unknown as pg.Client;

/** Has all that is sent now leave in one packet. */
function cork(connection: pg.PoolClient): void {
  const { stream } = clientOf(connection).connection;
  stream.cork();
  // After the microtasks: the query builder sends in one of its own.
  process.nextTick(() => stream.uncork());
}

/** Begins a transaction and runs its work, whose first statement does not wait for the answer. */
async function begin<T>(connection: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  if (clientOf(connection).pipeline) cork(connection);
  const begun = connection.query('begin');
  if (!clientOf(connection).pipeline) await begun;
  // Awaited below; a lost connection fails the work first.
  begun.catch(() => {});
  const result = await work();
  await begun;
  return result;
}

/** Sends what is left, then commits. @throws when any of it fails: nothing is committed then */
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
  // An error that somebody caught: PostgreSQL answers the commit with a rollback.
  if (command !== 'COMMIT') throw new Error('the transaction had failed before its commit');
}

/**
 * Runs work in one transaction. `connection` is the same transaction as `tx`, for what takes a bare
 * connection: a job sent on it exists only when the transaction commits.
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
 * Returns the connection of a transaction, for what takes a bare one: a job sent on it exists only when the transaction
 * commits.
 */
export const connectionOf = (tx: Database): Pick<pg.ClientBase, 'query'> =>
  // Its type hides it.
  (tx._.session as unknown as { client: pg.PoolClient }).client;

/**
 * Runs work in a read-only transaction that sees everything as it is now, on a connection of its own: for work that
 * takes long, or that writes elsewhere while it reads.
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
  // A lost connection is reported by the next query on it.
  connection.on('error', () => {});
  try {
    await connection.connect();
    await connection.query('begin transaction isolation level repeatable read, read only');
    return await work(connection);
  } finally {
    await connection.end().catch(() => {});
  }
}
