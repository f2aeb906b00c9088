import path from 'node:path';
import { againstTheOrder } from '../against-the-order.ts';
import { type Import, type Workspace, workspaceOf } from './import-graph.ts';

/** A violation at one place. */
export type Violation = { file: string; line: number; text: string };

/** Which workspaces a workspace may import; a file or folder allows only that one. */
const mayImport: Record<string, string[]> = {
  'packages/i18n': [],
  'packages/domain': [],
  'packages/ui': [],
  'packages/contract': ['packages/domain'],
  'packages/server': ['packages/domain'],
  'packages/browser': ['packages/domain', 'packages/contract', 'packages/ui'],
  'apps/api': ['packages/domain', 'packages/contract', 'packages/server'],
  'apps/sandbox': ['packages/domain', 'packages/contract'],
  'apps/auth': [
    'packages/server',
    'packages/domain/src/problem.ts',
    'packages/domain/src/html-text.ts',
    'packages/domain/src/account/account-name.ts',
  ],
  'apps/web': ['packages/domain', 'packages/contract', 'packages/ui', 'packages/browser'],
  'apps/portal': ['packages/domain', 'packages/contract', 'packages/ui', 'packages/browser'],
  e2e: ['packages/domain', 'packages/contract', 'scripts'],
  bench: ['packages/domain', 'packages/contract', 'scripts'],
  scripts: [
    'packages/domain/src/csv.ts',
    'packages/domain/src/discovery/topics',
    'packages/domain/src/discovery/wikidata-entity.ts',
    'packages/domain/src/html-text.ts',
    'packages/domain/src/listening/sentiment',
    'packages/server/src/migrate.ts',
    'packages/server/src/own-host.ts',
    'packages/server/src/tracing.ts',
    'packages/ui/src/chart',
    'packages/ui/src/theme.css',
  ],
};

/** The modules of every layer in order: a module can import those before it. */
const modules = [
  ...['account', 'billing', 'discovery', 'outreach', 'campaigns', 'inbox', 'commerce'],
  ...['affiliate', 'listening', 'analytics', 'site', 'operations'],
];

/** Files in module folders, with the workspace and the folders below `src` or `modules`. */
const MODULE_FILE =
  /^(?=apps\/(?:api|web|portal)\/src\/modules\/|packages\/(?:domain|contract)\/src\/)(\w+\/\w+)\/src\/(?:modules\/)?(.+)\/[^/]+$/;

const api = { app: 3, modules: 2, providers: 2, platform: 1 };
const browser = { routes: 3, modules: 2, shared: 1 };

/**
 * Folders below src, from the top layer to the lowest; a layer imports only lower ones and itself.
 */
const floors: Record<string, { heights: Record<string, number>; sentence: string }> = {
  'apps/api': {
    heights: api,
    sentence: 'Inside api: app -> modules -> platform, and providers beside modules.',
  },
  'apps/web': { heights: browser, sentence: 'Inside web and portal: routes -> modules -> shared.' },
  'apps/portal': { heights: browser, sentence: 'Inside web and portal: routes -> modules -> shared.' },
};

const order = `Modules in their order: ${modules.join(' < ')}; one never imports what stands to its right.`;
const nouns =
  'A noun imports of other nouns no more than their tables; they meet in operations of a module (api) and in routes/ (web).';

/** All rules a single import can break; cycles are checked separately. */
export function judge(one: Import, workspaces: Workspace[]): Violation[] {
  const home = workspaceOf(one.from, workspaces);
  if (!home) return [];
  const texts = [
    declaration(one, home, workspaces),
    border(one, home, workspaces),
    purity(one, home),
    floor(one, home),
    moduleOrder(one),
    thinRoute(one, home),
  ];
  return texts
    .filter((text) => text !== undefined)
    .map((text) => ({ file: one.from, line: one.line, text: `${one.specifier}: ${text}` }));
}

function declaration(one: Import, home: Workspace, workspaces: Workspace[]): string | undefined {
  const target = workspaces.find(
    ({ name }) => one.specifier === name || one.specifier.startsWith(`${name}/`),
  );
  if (!target || target === home || home.declared.has(target.name)) return undefined;
  return `${target.name} is not declared in ${home.folder}/package.json; every workspace import is declared.`;
}

function border(one: Import, home: Workspace, workspaces: Workspace[]): string | undefined {
  if (one.to === undefined) return undefined;
  const target = workspaceOf(one.to, workspaces);
  if (target === home) return undefined;
  if (one.specifier.startsWith('.')) {
    return `a relative path may not leave ${home.folder}; import another workspace by its name.`;
  }
  const allowed = mayImport[home.folder];
  // Every layer contains texts.
  if (!allowed || !target || target.folder === 'packages/i18n') return undefined;
  const { to } = one;
  if (allowed.some((place) => place === to || to.startsWith(`${place}/`))) return undefined;
  const names = allowed.length > 0 ? allowed.join(', ') : 'no other workspace';
  return `${home.folder} may import ${names}.`;
}

function purity(one: Import, home: Workspace): string | undefined {
  if (home.folder !== 'packages/domain' || isTest(one.from)) return undefined;
  if (!/^(node:|react(-dom)?(\/|$))/.test(one.specifier)) return undefined;
  return 'domain is pure: no I/O, no React, no Node.';
}

function floor(one: Import, home: Workspace): string | undefined {
  const rule = floors[home.folder];
  // Tests cover everything; files next to the layers (entry points, demo, testing) combine them.
  if (!rule || !one.to?.startsWith(`${home.folder}/src/`) || isTest(one.from)) return undefined;
  const [from = '', fromModule, fromNoun] = foldersOf(one.from, home);
  const [to = '', toModule, toNoun] = foldersOf(one.to, home);
  if (isTest(one.to) || (to === 'testing' && from !== 'testing')) {
    return 'only tests and their fixtures import from testing/, from fixtures and from tests.';
  }
  const [height, depth] = [rule.heights[from], rule.heights[to]];
  if (height === undefined) return undefined;
  if (depth === undefined) return `${from}/ may not import what lies above the floors. ${rule.sentence}`;
  if (from === to) {
    if (from !== 'modules' || fromNoun === undefined) return undefined;
    // A module's catalog contains the texts of all its resources.
    const own = fromModule === toModule && (fromNoun === toNoun || toNoun === 'messages');
    return own || joinsTables(one) ? undefined : nouns;
  }
  // Operations wire what their module needs to who provides it.
  if (from === 'modules' && to === 'providers' && fromNoun === undefined) return undefined;
  return height > depth ? undefined : `${from}/ may not import ${to}/. ${rule.sentence}`;
}

/** Module order on every layer, also across workspaces. */
function moduleOrder(one: Import): string | undefined {
  if (isTest(one.from) || one.to === undefined) return undefined;
  const [from, to] = [moduleOf(one.from), moduleOf(one.to)];
  if (from < 0 || to < 0 || from >= to) return undefined;
  return againstTheOrder.includes(placesOf(one)) ? undefined : order;
}

/**
 * API routes can't import the query builder or tables, including types, so they can't build SQL.
 */
function thinRoute({ from, specifier, to = '' }: Import, home: Workspace): string | undefined {
  if (home.folder !== 'apps/api' || !from.endsWith('.routes.ts')) return undefined;
  const ownTable = to.endsWith('.table.ts') && path.dirname(to) === path.dirname(from);
  if (!ownTable && !/^drizzle-orm(\/|$)/.test(specifier)) return undefined;
  return 'a route calls functions of *.queries.ts; it gets neither the query builder nor tables.';
}

/** Returns the index of a file's module; -1 outside modules. */
const moduleOf = (file: string): number => modules.indexOf(folderOf(file)?.split('/')[2] ?? '');

/**
 * Returns a file's module or resource folder: `apps/api/campaigns` for operations,
 * `apps/api/campaigns/opt-in` for a resource and everything below; undefined outside modules.
 */
export function folderOf(file: string): string | undefined {
  const [, workspace, folders = ''] = MODULE_FILE.exec(file) ?? [];
  return workspace && `${workspace}/${folders.split('/').slice(0, 2).join('/')}`;
}

/** An import in the format of `against-the-order.ts`. */
export function placesOf({ from, to = '' }: Import): string {
  const place = (file: string) => file.replace(/^\w+\/(\w+)\/src\/(modules\/)?/, '$1/');
  return `${place(from)} ${place(to)}`;
}

/** Tables and queries may import other resources' tables for joins and foreign keys. */
function joinsTables(one: Import): boolean {
  return /\.(table|queries)\.ts$/.test(one.from) && (one.to ?? '').endsWith('.table.ts');
}

/** Returns the folders below src that contain a file. */
function foldersOf(file: string, home: Workspace): string[] {
  return file.slice(`${home.folder}/src/`.length).split('/').slice(0, -1);
}

/** A test or shared fixture. */
export function isTest(file: string): boolean {
  return /\.(test|spec|fixture)\.tsx?$/.test(file);
}
