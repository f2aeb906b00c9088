import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Node, parse, sourcesBelow, walk } from './import-graph.ts';
import { isTest, type Violation } from './import-rules.ts';

/** Hosts with a database. */
const HOSTS = ['apps/api/src/', 'apps/auth/src/'];

/**
 * Files of these hosts with SQL besides `*.queries.ts`, `*.table.ts` and tests, each with its
 * reason.
 */
const sqlPlaces: Record<string, string> = {
  'apps/api/src/demo/': 'fills tables of all modules for the demo world',
  'apps/api/src/testing/': 'makes and drops databases for tests',
  'apps/api/src/platform/column.ts': 'defines types of columns for tables',
  'apps/api/src/platform/database.ts': 'opens the query builder, begins and ends transactions',
  'apps/api/src/platform/jobs.ts': 'looks into the tables of the job queue, which are not ours',
  'apps/api/src/platform/listen.ts': 'starts listening on channels',
  'apps/auth/src/accounts/':
    'keeps people, sign-ups, links and sessions; each file is the store of one of them',
  'apps/auth/src/demo/': 'adds the people of the demo world',
  'apps/auth/src/limits/': 'counts attempts and keeps known places',
  'apps/auth/src/mail/': 'keeps emails that wait to be sent',
  'apps/auth/src/proofs/':
    'keeps passkeys, codes and authenticator apps; each file is the store of one of them',
  'apps/auth/src/provider/': 'keeps keys, and the records that the OpenID provider asks to keep',
  'apps/auth/src/database.ts': 'opens the pool, begins and ends transactions',
};

const STATEMENT =
  /^\s*(?:select\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+(?:recursive\s+)?\w+\s+as\s)/;

/**
 * Finds SQL outside `*.queries.ts` and the listed files: statements, the query builder and tables.
 */
export function findSql(root: string): Violation[] {
  return filesOf(root)
    .filter((file) => placeOf(file, sqlPlaces) === undefined)
    .flatMap((file) => sqlOf(root, file));
}

/** Finds listed files without SQL or that no longer exist. */
export function outdatedSqlPlaces(root: string, places: Record<string, string> = sqlPlaces): Violation[] {
  const used = new Set(
    filesOf(root)
      .filter((file) => placeOf(file, places) !== undefined && sqlOf(root, file).length > 0)
      .map((file) => placeOf(file, places)),
  );
  return Object.keys(places)
    .filter((place) => !used.has(place))
    .map((place) => ({
      file: 'scripts/src/check/sql-rules.ts',
      line: 1,
      text: `${place}: no longer needed.`,
    }));
}

/** Files of the hosts except tests and the usual places of SQL. */
function filesOf(root: string): string[] {
  return HOSTS.filter((host) => existsSync(path.join(root, host)))
    .flatMap((host) => sourcesBelow(path.join(root, host)))
    .map((file) => path.relative(root, file))
    .filter((file) => !isTest(file) && !/\.(queries|table)\.ts$/.test(file));
}

const placeOf = (file: string, places: Record<string, string>): string | undefined =>
  Object.keys(places).find((place) => (place.endsWith('/') ? file.startsWith(place) : file === place));

function sqlOf(root: string, file: string): Violation[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const found: Violation[] = [];
  walk(parse(text, file), (node) => {
    const what = buildsWith(node) ?? (isStatement(node) ? 'this is a statement' : undefined);
    if (what === undefined) return;
    const line = text.slice(0, node.start).split('\n').length;
    found.push({ file, line, text: `${what}; SQL belongs in the *.queries.ts of its noun.` });
  });
  return found;
}

/** Imports of the query builder or a table, except types. */
function buildsWith(node: Node): string | undefined {
  if (node.type !== 'ImportDeclaration' || node.importKind === 'type') return undefined;
  const source = String((node.source as { value?: unknown }).value);
  if (/^drizzle-orm(\/|$)/.test(source)) return `${source} builds SQL`;
  if (!source.endsWith('.table.ts')) return undefined;
  const names = (node.specifiers as Node[])
    .filter(({ importKind }) => importKind !== 'type')
    .map(({ imported }) => (imported as { name?: string } | undefined)?.name ?? '*');
  const table = names.find((name) => name === '*' || name.endsWith('Table'));
  return table && `${source} gives ${table} to build SQL with`;
}

/** SQL strings, and strings passed to `query` or `execute`. */
function isStatement(node: Node): boolean {
  const text = textOf(node);
  if (text !== undefined) return STATEMENT.test(text);
  if (node.type !== 'CallExpression') return false;
  const [first] = node.arguments as Node[];
  const name = ((node.callee as Node).property as { name?: string } | undefined)?.name;
  const sent = first && textOf(first)?.trim();
  // SQL strings are found separately.
  return (name === 'query' || name === 'execute') && !!sent && !STATEMENT.test(`${sent} `);
}

/** The text of a string, or the first part of a template. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const [first] = node.quasis as { value: { cooked: string } }[];
  return first?.value.cooked;
}
