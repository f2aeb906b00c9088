import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** The folder for gathered statements; set by `npm test`. */
const folder = process.env.TEST_STATEMENTS;

const known = new Set<string>();

/** Normalizes parameter lists, which differ only in length. */
const kindOf = (text: string) => text.replace(/(\(?\$\d+\)?(::\w+(\[\])?)?, ?)+/g, '');

function gather(statement: Sent): void {
  const text = typeof statement === 'string' ? statement : statement?.text;
  if (typeof text !== 'string' || known.has(kindOf(text))) return;
  known.add(kindOf(text));
  appendFileSync(join(folder ?? '', `${process.pid}.jsonl`), `${JSON.stringify(text)}\n`);
}

type Listener = (statement: Sent, client: pg.Client, values?: unknown[]) => void;

/** A statement as passed to the database client. */
type Sent = string | { name?: string; text?: string; values?: unknown[] } | undefined;

const listeners = new Set<Listener>();

/** Calls the listener with every statement this process sends to a database. */
function listen(listener: Listener): void {
  listeners.add(listener);
  if (Object.hasOwn(pg.Client.prototype, 'isHeard')) return;
  const { query } = pg.Client.prototype;
  Object.assign(pg.Client.prototype, {
    isHeard: true,
    query(this: pg.Client, ...args: unknown[]) {
      for (const hear of listeners) hear(args[0] as Sent, this, args[1] as unknown[] | undefined);
      return Reflect.apply(query, this, args);
    },
  });
}

/**
 * Gathers every distinct statement of this process for `oldest-server.test`, which tries them on the oldest supported
 * server. Does nothing without a folder.
 */
export function gatherStatements(): void {
  if (!folder || listeners.has(gather)) return;
  mkdirSync(folder, { recursive: true });
  listen(gather);
}

/** The pools that serve requests; jobs and tests use others. */
const REQUEST_POOLS = ['troupe-api', 'troupe-search'];

/**
 * Returns the statements that requests of `work` send, in order: the name of a prepared one, otherwise its text, with
 * `begin` and `commit`. Make the same request once before to fill caches.
 */
export async function requestStatements(
  { databaseUrl }: { databaseUrl: string },
  work: () => Promise<unknown>,
): Promise<string[]> {
  const sent = await sentFor(databaseUrl, work);
  return sent.map(
    (statement) => (typeof statement === 'string' ? statement : (statement?.name ?? statement?.text)) ?? '',
  );
}

async function sentFor(databaseUrl: string, work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const database = new URL(databaseUrl).pathname.slice(1);
  const record: Listener = (statement, client, values) => {
    const { application_name: name } = (client as unknown as Connected).connectionParameters;
    if (client.database !== database || !REQUEST_POOLS.includes(name)) return;
    sent.push(typeof statement === 'object' && Array.isArray(values) ? { ...statement, values } : statement);
  };
  listen(record);
  try {
    await work();
    return sent;
  } finally {
    listeners.delete(record);
  }
}

/** A plan node of `explain (analyze, format json)`. */
interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Heap Fetches'?: number;
  Plans?: Node[];
}

/**
 * Returns how many rows of a table the read-only requests of `work` read, not counting index-only reads. Vacuum and
 * analyze the table first, so that the planner has statistics.
 */
export async function rowsRead(
  { databaseUrl }: { databaseUrl: string },
  table: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const sent = await sentFor(databaseUrl, work);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    let rows = 0;
    for (const statement of sent) {
      if (typeof statement === 'string' || !statement?.text) continue;
      const text = `explain (analyze, format json) ${statement.text}`;
      const plan = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>({
        text,
        values: statement.values ?? [],
      });
      rows += rowsOf(plan.rows[0]?.['QUERY PLAN'][0]?.Plan, table);
    }
    return rows;
  } finally {
    await client.end();
  }
}

function rowsOf(node: Node | undefined, table: string): number {
  if (!node) return 0;
  const below = (node.Plans ?? []).reduce((sum, one) => sum + rowsOf(one, table), 0);
  if (node['Relation Name'] !== table || node['Node Type'] === 'ModifyTable') return below;
  if (node['Heap Fetches'] !== undefined) return below + node['Heap Fetches'];
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  return below + Math.round(each * node['Actual Loops']);
}

/** Missing from the client's types. */
interface Connected {
  connectionParameters: { application_name: string };
}
