import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { outdatedSqlPlaces } from './check/sql-rules.ts';
import { findUnusedExports } from './check/unused-exports.ts';
import { checkImports, checkSizes, outdatedExceptions } from './check-imports.ts';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

const dependencies: Record<string, string[]> = {
  'packages/domain': [],
  'packages/contract': ['domain'],
  'packages/ui': [],
  'packages/browser': ['domain', 'contract', 'ui'],
  'apps/api': ['domain', 'contract', 'ui', 'browser'],
  'apps/auth': ['domain'],
  'apps/web': ['domain', 'contract', 'ui', 'browser'],
  'apps/portal': ['domain', 'contract', 'ui', 'browser'],
};

/** Writes a repository with the workspaces above and the given files; returns its folder. */
function repository(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-imports-'));
  made.push(folder);
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  write('package.json', JSON.stringify({ workspaces: ['apps/*', 'packages/*'] }));
  for (const [workspace, names] of Object.entries(dependencies)) {
    const declared = Object.fromEntries(names.map((name) => [`@troupe/${name}`, '0.1.0']));
    const description = { name: `@troupe/${path.basename(workspace)}`, exports: { './*': './src/*.ts' } };
    write(`${workspace}/package.json`, JSON.stringify({ ...description, dependencies: declared }));
  }
  for (const [file, text] of Object.entries(files)) write(file, text);
  return folder;
}

/** Runs the import check on such a repository. */
const check = (files: Record<string, string>): string[] =>
  checkImports(repository(files)).map(({ file, line, text }) => `${file}:${line}: ${text}`);

/** Runs the size check on it, without exceptions. */
const checkSize = (files: Record<string, string>, allowed: string[] = []): string[] =>
  checkSizes(repository(files), allowed).map(({ file, line, text }) => `${file}:${line}: ${text}`);

const discovery = 'apps/api/src/modules/discovery';
const list = `${discovery}/creator-list`;
const creator = `${discovery}/creator`;

test('allows imports down the layers and along the table', () => {
  const found = check({
    'packages/domain/src/brand.ts': 'export const brand = 1;',
    'packages/contract/src/brand.ts': `export { brand } from '@troupe/domain/brand';`,
    'apps/api/src/server.ts': `import './app/app.ts';`,
    'apps/api/src/app/app.ts': `import '../modules/discovery/save.ts'; import '../platform/log.ts';`,
    [`${discovery}/save.ts`]: `import './creator/creator.queries.ts'; import '../account/join.ts'; import '../../providers/files/disk.ts';`,
    'apps/api/src/modules/account/join.ts': '',
    [`${creator}/creator.queries.ts`]: `import './creator.table.ts';`,
    [`${creator}/creator.table.ts`]: `import '../../../platform/log.ts'; import '@troupe/contract/brand';`,
    'apps/api/src/providers/files/disk.ts': `import '../../platform/log.ts';`,
    'apps/api/src/platform/log.ts': '',
  });
  expect(found).toEqual([]);
});

test('reports a forbidden workspace with file and line, including types', () => {
  expect(
    check({
      'packages/domain/src/brand.ts': `const a = 1;\nimport type { Call } from '@troupe/contract/call';`,
      'packages/contract/src/call.ts': 'export type Call = string;',
    }),
  ).toEqual([
    'packages/domain/src/brand.ts:2: @troupe/contract/call: @troupe/contract is not declared in packages/domain/package.json; every workspace import is declared.',
    'packages/domain/src/brand.ts:2: @troupe/contract/call: packages/domain may import no other workspace.',
  ]);
});

test("a declared dependency doesn't allow a forbidden workspace", () => {
  expect(
    check({ 'apps/api/src/app/page.ts': `import('@troupe/ui/button');`, 'packages/ui/src/button.ts': '' }),
  ).toEqual([
    'apps/api/src/app/page.ts:1: @troupe/ui/button: apps/api may import packages/domain, packages/contract, packages/server.',
  ]);
});

test("browser apps can import packages/browser, API and contract can't", () => {
  const found = check({
    'apps/web/src/shared/session.ts': `import '@troupe/browser/session';`,
    'apps/api/src/app/session.ts': `import '@troupe/browser/session';`,
    'packages/contract/src/client.ts': `import '@troupe/browser/session';`,
    'packages/browser/src/session.ts': `import '@troupe/contract/call';\nimport '@troupe/ui/link';`,
    'packages/contract/src/call.ts': '',
    'packages/ui/src/link.ts': '',
  });
  expect(found).toEqual([
    'apps/api/src/app/session.ts:1: @troupe/browser/session: apps/api may import packages/domain, packages/contract, packages/server.',
    'packages/contract/src/client.ts:1: @troupe/browser/session: @troupe/browser is not declared in packages/contract/package.json; every workspace import is declared.',
    'packages/contract/src/client.ts:1: @troupe/browser/session: packages/contract may import packages/domain.',
  ]);
});

test('the login host can import problem codes, name rules and HTML helpers of the domain, and nothing else', () => {
  const found = check({
    'apps/auth/src/a.ts': `import '@troupe/domain/problem';\nimport '@troupe/domain/brand';`,
    'packages/domain/src/problem.ts': '',
    'packages/domain/src/brand.ts': '',
  });
  expect(found).toEqual([
    'apps/auth/src/a.ts:2: @troupe/domain/brand: apps/auth may import packages/server, packages/domain/src/problem.ts, packages/domain/src/html-text.ts, packages/domain/src/account/account-name.ts.',
  ]);
});

test('workspaces are imported by name, not by path', () => {
  const found = check({ 'apps/api/src/a.ts': `export * from '../../../packages/domain/src/b.ts';` });
  expect(found).toEqual([expect.stringContaining('a relative path may not leave apps/api')]);
});

test("the domain can't use Node or React, its tests can use Node", () => {
  const found = check({
    'packages/domain/src/a.ts': `import 'node:fs';\nimport 'react';`,
    'packages/domain/src/a.test.ts': `import 'node:fs';`,
  });
  expect(found).toHaveLength(2);
  expect(found[0]).toContain('domain is pure');
});

test('rejects import cycles between resource folders, including tables and types', () => {
  const found = check({
    [`${list}/creator-list.queries.ts`]: `import '../creator/creator.table.ts';`,
    [`${list}/creator-list.table.ts`]: '',
    [`${creator}/creator.queries.ts`]: `import './creator.table.ts';\nimport type { Row } from '../creator-list/creator-list.table.ts';`,
    [`${creator}/creator.table.ts`]: '',
  });
  expect(found).toEqual([
    `${creator}/creator.queries.ts:2: These folders import each other: apps/api/discovery/creator -> apps/api/discovery/creator-list -> apps/api/discovery/creator`,
  ]);
});

test('rejects cycles between a module and its resources on every layer', () => {
  const found = check({
    'packages/domain/src/discovery/creator.ts': `import type { Row } from './creator-import/row.ts';`,
    'packages/domain/src/discovery/text.ts': '',
    'packages/domain/src/discovery/creator-import/row.ts': `import '../text.ts';\nexport type Row = string;`,
  });
  expect(found).toEqual([
    'packages/domain/src/discovery/creator.ts:1: These folders import each other: packages/domain/discovery -> packages/domain/discovery/creator-import -> packages/domain/discovery',
  ]);
});

test("a resource can't import other resources, its module's operations or higher layers", () => {
  const found = check({
    [`${list}/creator-list.routes.ts`]: [
      `import '../creator/creator.queries.ts';`,
      `import '../save.ts';`,
      `import '../../../app/app.ts';`,
      `import '../../../providers/mail/smtp.ts';`,
    ].join('\n'),
    [`${creator}/creator.queries.ts`]: '',
    [`${discovery}/save.ts`]: '',
    'apps/api/src/app/app.ts': '',
    'apps/api/src/providers/mail/smtp.ts': '',
  });
  expect(found).toHaveLength(4);
  expect(found[0]).toContain('A noun imports of other nouns no more than their tables');
  expect(found[1]).toContain('A noun imports of other nouns no more than their tables');
  expect(found[2]).toContain('modules/ may not import app/');
  expect(found[3]).toContain('modules/ may not import providers/');
});

test.each([
  [
    'apps/api/src/modules/discovery/save.ts',
    'apps/api/src/modules/campaigns/invite.ts',
    '../campaigns/invite.ts',
  ],
  ['packages/domain/src/account/brand.ts', 'packages/domain/src/inbox/note.ts', '../inbox/note.ts'],
  ['packages/contract/src/account/brand.ts', 'packages/contract/src/inbox/note.ts', '../inbox/note.ts'],
  ['apps/web/src/modules/site/faq.ts', 'apps/web/src/modules/operations/admin.ts', '../operations/admin.ts'],
])('%s imports nothing of a module to its right, types included', (from, to, specifier) => {
  const text = (name: string) => `import type { A } from '${name}';`;
  expect(check({ [from]: text(specifier), [to]: 'export type A = 1;' })).toEqual([
    expect.stringContaining('Modules in their order: account < billing'),
  ]);
  const back = `../${from.split('/').slice(-2).join('/')}`;
  expect(check({ [to]: text(back), [from]: 'export type A = 1;' })).toEqual([]);
});

test.each([
  [
    'apps/web/src/modules/account/team/team.tsx',
    'packages/domain/src/billing/plan.ts',
    'domain/billing/plan',
  ],
  ['apps/portal/src/modules/account/a.tsx', 'packages/contract/src/inbox/note.ts', 'contract/inbox/note'],
  [
    'apps/api/src/modules/account/users.ts',
    'packages/contract/src/operations/admin.ts',
    'contract/operations/admin',
  ],
  [
    'packages/contract/src/account/brand.ts',
    'packages/domain/src/campaigns/campaign.ts',
    'domain/campaigns/campaign',
  ],
])('%s imports nothing of a module to its right in %s, types included', (from, to, specifier) => {
  const text = `import type { A } from '@troupe/${specifier}';`;
  expect(check({ [from]: text, [to]: 'export type A = 1;' })).toEqual([
    expect.stringContaining(`${from}:1: @troupe/${specifier}: Modules in their order: account < billing`),
  ]);
  const last = from.replace('/account/', '/operations/');
  expect(check({ [last]: text, [to]: 'export type A = 1;' })).toEqual([]);
});

test('rejects an unneeded exception', () => {
  const [line = ''] = outdatedExceptions([], ['api/account/a.ts api/inbox/b.ts']).map(({ text }) => text);
  expect(line).toMatch(/^\w+\/\S+ \w+\/\S+: no longer needed\.$/);
});

test("tables and queries can join other resources' tables, routes can't", () => {
  const table = `import '../creator/creator.table.ts';`;
  const found = check({
    [`${list}/creator-list.table.ts`]: table,
    [`${list}/creator-list.queries.ts`]: table,
    [`${list}/creator-list.routes.ts`]: table,
    [`${creator}/creator.table.ts`]: '',
  });
  expect(found).toEqual([expect.stringContaining('creator-list.routes.ts:1')]);
});

test("API routes can't import the query builder or tables, even their own", () => {
  const found = check({
    [`${list}/creator-list.routes.ts`]: `import { eq } from 'drizzle-orm';\nimport type { A } from './creator-list.table.ts';\nimport './creator-list.queries.ts';`,
    [`${list}/creator-list.queries.ts`]: `import { eq } from 'drizzle-orm';\nimport './creator-list.table.ts';`,
    [`${list}/creator-list.table.ts`]: `import 'drizzle-orm/pg-core';`,
  });
  const refused = 'a route calls functions of *.queries.ts; it gets neither the query builder nor tables.';
  const sql = 'drizzle-orm builds SQL; SQL belongs in the *.queries.ts of its noun.';
  expect(found).toEqual([
    `${list}/creator-list.routes.ts:1: drizzle-orm: ${refused}`,
    `${list}/creator-list.routes.ts:1: ${sql}`,
    `${list}/creator-list.routes.ts:2: ./creator-list.table.ts: ${refused}`,
  ]);
});

test('rejects SQL outside queries, tables, tests and listed places', () => {
  const file = 'apps/api/src/modules/outreach/send-mail.ts';
  const statement = `db.query('select id from mail where id = $1', ['a']);`;
  const found = check({
    [file]: [
      `import { sql } from 'drizzle-orm';`,
      `import { type MailRow, mailTable } from './mail/mail.table.ts';`,
      `const text = 'delete from mail';`,
      `db.query(\`analyze \${text}\`);`,
      `db.query(text); db.query('select 1');`,
      `import type { SQL } from 'drizzle-orm';`,
      `import { toMail } from './mail/mail.table.ts';`,
      `const title = 'Select a campaign, update it, delete from here';`,
    ].join('\n'),
    'apps/api/src/modules/outreach/mail/mail.queries.ts': statement,
    'apps/api/src/modules/outreach/mail/mail.table.ts': `import { pgTable } from 'drizzle-orm/pg-core';`,
    'apps/api/src/modules/outreach/send-mail.test.ts': statement,
    'apps/api/src/demo/world.ts': statement,
    'apps/auth/src/accounts/accounts.ts': statement,
    'apps/auth/src/routes/login.ts': statement,
  });
  expect(found).toEqual([
    `${file}:1: drizzle-orm builds SQL; SQL belongs in the *.queries.ts of its noun.`,
    `${file}:2: ./mail/mail.table.ts gives mailTable to build SQL with; SQL belongs in the *.queries.ts of its noun.`,
    `${file}:3: this is a statement; SQL belongs in the *.queries.ts of its noun.`,
    `${file}:4: this is a statement; SQL belongs in the *.queries.ts of its noun.`,
    `${file}:5: this is a statement; SQL belongs in the *.queries.ts of its noun.`,
    'apps/auth/src/routes/login.ts:1: this is a statement; SQL belongs in the *.queries.ts of its noun.',
  ]);
});

test('rejects a listed SQL place without SQL or that no longer exists', () => {
  const platform = 'apps/api/src/platform';
  const folder = repository({
    [`${platform}/listen.ts`]: `client.query('listen a');`,
    [`${platform}/clock.ts`]: 'export const a = 1;',
  });
  const places = {
    [`${platform}/listen.ts`]: 'a',
    [`${platform}/clock.ts`]: 'b',
    [`${platform}/gone.ts`]: 'c',
  };
  expect(outdatedSqlPlaces(folder, places).map(({ text }) => text)).toEqual([
    `${platform}/clock.ts: no longer needed.`,
    `${platform}/gone.ts: no longer needed.`,
  ]);
});

test('in the web app routes import modules and modules import shared, not vice versa', () => {
  const found = check({
    'apps/web/src/routes/index.tsx': `import '../modules/account/brand/brand.tsx'; const a = <T,>(b: T) => <p>{String(b)}</p>;`,
    'apps/web/src/modules/account/brand/brand.tsx': `import '../../../shared/a.ts';`,
    'apps/web/src/shared/a.ts': `import type { B } from '../routes/index.tsx';`,
  });
  expect(found).toHaveLength(2);
  expect(found[0]).toContain('These files import each other');
  expect(found[1]).toContain('shared/ may not import routes/');
});

test('tests and fixtures can import anything, but nothing imports them', () => {
  const found = check({
    [`${list}/creator-list.test.ts`]: `import '../creator/creator.fixture.ts'; import '../../../testing/test-api.ts';`,
    [`${creator}/creator.fixture.ts`]: `import '../../../testing/test-api.ts';`,
    [`${creator}/creator.routes.ts`]: `import './creator.fixture.ts';\nimport '../../../testing/test-api.ts';`,
    'apps/api/src/testing/test-api.ts': `import '../app/app.ts';`,
    'apps/api/src/app/app.ts': '',
  });
  expect(found.map((text) => text.split(': ')[0])).toEqual([
    'apps/api/src/modules/discovery/creator/creator.routes.ts:1',
    'apps/api/src/modules/discovery/creator/creator.routes.ts:2',
  ]);
});

test('finds cycles of types too, and reports each once with its path', () => {
  const found = check({
    'apps/api/src/platform/a.ts': `import type { B } from './b.ts';\nexport type A = B;`,
    'apps/api/src/platform/b.ts': `export type B = import('./c.ts').C;`,
    'apps/api/src/platform/c.ts': `export type { A as C } from './a.ts';`,
  });
  const names = ['a', 'b', 'c', 'a'].map((name) => `apps/api/src/platform/${name}.ts`).join(' -> ');
  expect(found).toEqual([`apps/api/src/platform/a.ts:1: These files import each other: ${names}`]);
});

const folder = 'apps/api/src/platform';
/** Creates a folder with this many files. */
const filesOf = (count: number, name: (at: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/${name(at)}`, '']));

test('rejects a folder with more than 25 source files, except tests, fixtures and routes', () => {
  const files = {
    ...filesOf(25, (at) => `a${at}.ts`),
    ...filesOf(9, (at) => `a${at}.test.ts`),
    ...filesOf(9, (at) => `a${at}.fixture.ts`),
    ...filesOf(30, (at) => `routes/a${at}.ts`),
  };
  expect(checkSize(files)).toEqual([]);
  expect(checkSize({ ...files, [`${folder}/one-more.tsx`]: '' })).toEqual([
    `${folder}:1: 26 source files; a folder has at most 25. Group them by noun or job.`,
  ]);
});

test('rejects a function with more than 100 lines under any name, except JSX and tests', () => {
  const body = (lines: number) => `{\n${'1;\n'.repeat(lines - 2)}}`;
  const file = (name: string) => `${folder}/${name}`;
  expect(
    checkSize({
      [file('fits.ts')]: `export function fits() ${body(100)}`,
      [file('jsx.tsx')]: `export function Jsx() ${body(300)}`,
      [file('a.test.ts')]: `export function inTest() ${body(300)}`,
      [file('declared.ts')]: `\nexport function declared() ${body(101)}`,
      [file('held.ts')]: `export const held = () => ${body(102)};`,
      [file('method.ts')]: `export class A { method() ${body(103)} }`,
    }),
  ).toEqual([
    `${file('declared.ts')}:2: declared has 101 lines; a function outside of JSX has at most 100.`,
    `${file('held.ts')}:1: held has 102 lines; a function outside of JSX has at most 100.`,
    `${file('method.ts')}:1: method has 103 lines; a function outside of JSX has at most 100.`,
  ]);
});

test('an exception allows one function, and is rejected once unneeded', () => {
  const file = `${folder}/long.ts`;
  const text = (lines: number) => ({ [file]: `export function long() {\n${'1;\n'.repeat(lines - 2)}}` });
  expect(checkSize(text(101), [`${file} long`])).toEqual([]);
  expect(checkSize(text(100), [`${file} long`])).toEqual([
    `scripts/src/against-the-order.ts:1: ${file} long: no longer needed.`,
  ]);
});

test('rejects an object literal spread into another, but allows spread conditions and calls', () => {
  const file = `${folder}/a.ts`;
  const found = checkSize({
    [file]: `export const a = { ...(b && { c }), ...f({ d }), ...[{ e }] };\nexport const g = {\n  ...{ h, i },\n};`,
  });
  expect(found).toEqual([
    `${file}:3: this spreads an object literal into another; write its properties, one a line.`,
  ]);
});

test('reports exports that no other file imports', () => {
  const files = {
    'packages/domain/package.json': JSON.stringify({
      name: '@troupe/domain',
      exports: { './entry': { browser: './src/entry.ts' }, './*': './src/*.ts' },
    }),
    'packages/domain/src/entry.ts': 'export const start = 1;',
    'packages/domain/src/a.ts': [
      'export const used = 1, unused = 2;',
      'export function own() { return own; }',
      'export interface Shown { a: string }',
      'export type Result = Shown;',
      'export const { left, right: renamed } = used;',
      'export type { Other } from "./other.ts";',
      'export default used;',
    ].join('\n'),
    'packages/domain/src/other.ts': 'export type Other = 1; export class Kept {}',
    'packages/domain/src/many.ts': 'export const one = 1; export const two = 2;',
    'packages/domain/src/all.ts': 'export const three = 3;',
    'packages/domain/src/written.ts': 'export const four = 4;',
    'packages/domain/src/thing.table.ts': 'export const thingTable = 1;',
    'packages/contract/src/b.ts': [
      "import { used as a, type Other } from '@troupe/domain/a';",
      "import * as many from '@troupe/domain/many';",
      "const all = import('@troupe/domain/all'), code = `import { four } from '@troupe/domain/written';`;",
      'many.one(a, all, code as Other);',
    ].join('\n'),
    'apps/web/src/routes/index.tsx': 'export const Route = 1; export const extra = 2;',
  };
  expect(
    findUnusedExports(repository(files)).map(({ file, line, text }) => `${file}:${line}: ${text}`),
  ).toEqual(
    [
      'apps/web/src/routes/index.tsx:1: extra',
      'packages/domain/src/a.ts:1: unused',
      'packages/domain/src/a.ts:2: own',
      'packages/domain/src/a.ts:4: Result',
      'packages/domain/src/a.ts:5: left',
      'packages/domain/src/a.ts:5: renamed',
      'packages/domain/src/a.ts:7: default',
      'packages/domain/src/many.ts:1: two',
      'packages/domain/src/other.ts:1: Kept',
    ].map((place) => `${place}: nothing imports this export.`),
  );
});
