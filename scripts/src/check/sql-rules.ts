import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Node, parse, sourcesBelow, walk } from './import-graph.ts';
import { isTest, type Violation } from './import-rules.ts';

const API = 'apps/api/src/';

/** The places of the API, besides `*.queries.ts`, `*.table.ts` and tests, that hold SQL, each with its reason. */
export const sqlPlaces: Record<string, string> = {
  'demo/': 'fills tables of all modules for the demo world',
  'testing/': 'makes and drops databases for tests',
  'platform/column.ts': 'defines types of columns for tables',
  'platform/database.ts': 'opens the query builder, begins and ends transactions',
  'platform/jobs.ts': 'looks into the tables of the job queue, which are not ours',
  'platform/listen.ts': 'starts listening on channels',
};

const STATEMENT =
  /^\s*(?:select\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+(?:recursive\s+)?\w+\s+as\s)/;

/** Finds SQL of the API outside of `*.queries.ts`: statements, the query builder, and tables to build with. */
export function findSql(root: string): Violation[] {
  return filesOf(root)
    .filter((file) => placeOf(file, sqlPlaces) === undefined)
    .flatMap((file) => sqlOf(root, file));
}

/** Finds places of the list that hold no SQL any more, or are gone. */
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

/** Files of the API that are neither tests nor the usual places of SQL. */
function filesOf(root: string): string[] {
  if (!existsSync(path.join(root, API))) return [];
  return sourcesBelow(path.join(root, API))
    .map((file) => path.relative(root, file))
    .filter((file) => !isTest(file) && !/\.(queries|table)\.ts$/.test(file));
}

const placeOf = (file: string, places: Record<string, string>): string | undefined =>
  Object.keys(places).find((place) =>
    place.endsWith('/') ? file.startsWith(API + place) : file === API + place,
  );

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

/** Imports of the query builder or of a table. Their types build nothing. */
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

/** Texts that are statements, and texts that `query` or `execute` is called with. */
function isStatement(node: Node): boolean {
  const text = textOf(node);
  if (text !== undefined) return STATEMENT.test(text);
  if (node.type !== 'CallExpression') return false;
  const [first] = node.arguments as Node[];
  const name = ((node.callee as Node).property as { name?: string } | undefined)?.name;
  const sent = first && textOf(first)?.trim();
  // A text that is a statement is found by itself.
  return (name === 'query' || name === 'execute') && !!sent && !STATEMENT.test(`${sent} `);
}

/** The text of a string, or the first part of a template. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const [first] = node.quasis as { value: { cooked: string } }[];
  return first?.value.cooked;
}
