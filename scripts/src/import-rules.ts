import { type Import, type Workspace, workspaceOf } from './import-graph.ts';

/** A broken rule at one place. */
export type Violation = { file: string; line: number; text: string };

/** Which workspaces a workspace may import; `one/file` allows that file alone. */
const mayImport: Record<string, string[]> = {
  'packages/domain': [],
  'packages/ui': [],
  'packages/contract': ['packages/domain'],
  'packages/server': ['packages/domain'],
  'apps/api': ['packages/domain', 'packages/contract', 'packages/server'],
  'apps/sandbox': ['packages/domain', 'packages/contract'],
  'apps/auth': [
    'packages/server',
    'packages/domain/src/problem.ts',
    'packages/domain/src/host-names.ts',
    'packages/domain/src/html-text.ts',
    'packages/domain/src/own-host.ts',
    'packages/domain/src/network.ts',
    'packages/domain/src/account-name.ts',
  ],
  'apps/web': ['packages/domain', 'packages/contract', 'packages/ui'],
  'apps/portal': ['packages/domain', 'packages/contract', 'packages/ui'],
  e2e: ['packages/domain', 'packages/contract', 'scripts'],
  bench: ['packages/domain', 'packages/contract', 'scripts'],
  scripts: ['packages/domain/src/html-text.ts', 'packages/domain/src/own-host.ts'],
};

const api = { app: 4, flows: 3, features: 2, providers: 2, platform: 1 };
const browser = { routes: 3, features: 2, shared: 1 };

/** Folders below src, from the top floor to the lowest; a floor imports only lower ones and itself. */
const floors: Record<string, { heights: Record<string, number>; sentence: string }> = {
  'apps/api': {
    heights: api,
    sentence: 'Inside api: app -> flows -> features -> platform, and providers beside features.',
  },
  'apps/web': { heights: browser, sentence: 'Inside web and portal: routes -> features -> shared.' },
  'apps/portal': { heights: browser, sentence: 'Inside web and portal: routes -> features -> shared.' },
};

const siblings = 'Features never import sibling features; they meet in flows/ (api) and routes/ (web).';

/** All rules that one import can break by itself; cycles are looked for elsewhere. */
export function judge(one: Import, workspaces: Workspace[]): Violation[] {
  const home = workspaceOf(one.from, workspaces);
  if (!home) return [];
  const texts = [
    declaration(one, home, workspaces),
    border(one, home, workspaces),
    purity(one, home),
    floor(one, home),
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
  if (!allowed || !target) return undefined;
  if (allowed.includes(target.folder) || allowed.includes(one.to)) return undefined;
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
  // A test works on the whole; files beside the floors (entries, demo, testing) put it together.
  if (!rule || !one.to?.startsWith(`${home.folder}/src/`) || isTest(one.from)) return undefined;
  const [from, fromNoun] = placeOf(one.from, home);
  const [to, toNoun] = placeOf(one.to, home);
  if (isTest(one.to) || (to === 'testing' && from !== 'testing')) {
    return 'only tests and their fixtures import from testing/, from fixtures and from tests.';
  }
  const [height, depth] = [rule.heights[from], rule.heights[to]];
  if (height === undefined) return undefined;
  if (depth === undefined) return `${from}/ may not import what lies above the floors. ${rule.sentence}`;
  if (from === to) {
    const foreign = from === 'features' && fromNoun !== toNoun;
    return foreign && !joinsTables(one) ? siblings : undefined;
  }
  return height > depth ? undefined : `${from}/ may not import ${to}/. ${rule.sentence}`;
}

/** SQL joins and foreign keys reach across nouns: tables and queries may know other features' tables. */
function joinsTables(one: Import): boolean {
  return /\.(table|queries)\.ts$/.test(one.from) && (one.to ?? '').endsWith('.table.ts');
}

/** The folder below src and the one below that; a file directly in src has neither. */
function placeOf(file: string, home: Workspace): [string, string] {
  const parts = file.slice(`${home.folder}/src/`.length).split('/');
  return [parts.length > 1 ? (parts[0] ?? '') : '', parts.length > 2 ? (parts[1] ?? '') : ''];
}

/** A test, or a fixture that several tests share. */
function isTest(file: string): boolean {
  return /\.(test|spec|fixture)\.tsx?$/.test(file);
}
