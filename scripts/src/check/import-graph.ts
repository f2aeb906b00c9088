import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';

/** An import, export-from, dynamic import or `import('...')` type; types count like values. */
export type Import = {
  /** The importing file, relative to the root. */
  from: string;
  line: number;
  specifier: string;
  /** The imported file relative to the root, if it is ours. */
  to: string | undefined;
};

/** A workspace of the repository. */
export type Workspace = {
  /** Its folder relative to the root: `apps/api`. */
  folder: string;
  /** Its name: `@troupe/api`. */
  name: string;
  /** Names of all packages listed in package.json. */
  declared: Set<string>;
  /** Its `exports`, from pattern to pattern. */
  exports: Record<string, string | { default: string }>;
};

export type Node = { type: string; start: number; end: number; [key: string]: unknown };

const source = /\.(m?[jt]s|tsx)$/;

/** Returns all workspaces of the root's package.json. */
export function readWorkspaces(root: string): Workspace[] {
  const { workspaces } = readPackage(root);
  return (workspaces ?? [])
    .flatMap((pattern: string) => {
      if (!pattern.endsWith('/*')) return [pattern];
      const parent = pattern.slice(0, -2);
      const found = existsSync(path.join(root, parent)) ? readdirSync(path.join(root, parent)) : [];
      return found.map((name) => `${parent}/${name}`);
    })
    .filter((folder: string) => existsSync(path.join(root, folder, 'package.json')))
    .map((folder: string) => {
      const { name, exports = {}, ...rest } = readPackage(path.join(root, folder));
      const groups = [
        rest.dependencies,
        rest.devDependencies,
        rest.optionalDependencies,
        rest.peerDependencies,
      ];
      return {
        folder,
        name,
        exports,
        declared: new Set(groups.flatMap((group) => Object.keys(group ?? {}))),
      };
    });
}

/** Returns all imports of the workspaces' source files. */
export function readImports(root: string, workspaces: Workspace[]): Import[] {
  return workspaces.flatMap(({ folder }) =>
    sourcesBelow(path.join(root, folder)).flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const from = path.relative(root, file);
      return importsOf(text, file).map(({ specifier, at }) => ({
        from,
        line: text.slice(0, at).split('\n').length,
        specifier,
        to: resolveImport(root, from, specifier, workspaces),
      }));
    }),
  );
}

/** Returns the workspace of a file. */
export function workspaceOf(file: string, workspaces: Workspace[]): Workspace | undefined {
  return workspaces.find(({ folder }) => file.startsWith(`${folder}/`));
}

function readPackage(folder: string) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
}

/** Returns the absolute paths of all source files in a folder. */
export function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (/^(node_modules|dist|test-results|playwright-report|\..*)$/.test(entry.name)) return [];
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return sourcesBelow(file);
    return source.test(entry.name) ? [file] : [];
  });
}

function importsOf(text: string, file: string): { specifier: string; at: number }[] {
  const found: { specifier: string; at: number }[] = [];
  walk(parse(text, file), (node) => {
    const target = targetOf(node);
    if (target !== undefined) found.push({ specifier: target, at: node.start });
  });
  return found;
}

/** Returns the syntax tree of a source file. */
export function parse(text: string, file: string): Node {
  const lang = file.endsWith('.tsx') ? 'tsx' : /\.m?ts$/.test(file) ? 'ts' : 'js';
  return parseAst(text, { lang }, file) as unknown as Node;
}

/** Visits a node and its descendants with their parents. */
export function walk(node: Node, visit: (node: Node, parent?: Node) => void, parent?: Node): void {
  visit(node, parent);
  for (const child of Object.values(node)) {
    if (Array.isArray(child)) {
      for (const one of child) if (isNode(one)) walk(one, visit, node);
    } else if (isNode(child)) walk(child, visit, node);
  }
}

function targetOf(node: Node): string | undefined {
  const carriers = [
    'ImportDeclaration',
    'ExportAllDeclaration',
    'ExportNamedDeclaration',
    'ImportExpression',
    'TSImportType',
  ];
  if (!carriers.includes(node.type)) return undefined;
  const literal = (node.source ?? node.argument) as
    | { value?: unknown; literal?: { value?: unknown } }
    | undefined;
  const value = literal?.value ?? literal?.literal?.value;
  return typeof value === 'string' ? value : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** Returns the imported file relative to the root, if it is ours. */
export function resolveImport(
  root: string,
  from: string,
  specifier: string,
  workspaces: Workspace[],
): string | undefined {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.')) return path.normalize(path.join(path.dirname(from), bare));
  const owner = workspaces.find(({ name }) => bare === name || bare.startsWith(`${name}/`));
  if (!owner) return undefined;
  const inside = `.${bare.slice(owner.name.length)}`;
  for (const [pattern, target] of Object.entries(owner.exports)) {
    const [head = '', tail = ''] = pattern.split('*');
    if (!inside.startsWith(head) || !inside.endsWith(tail) || inside.length < head.length + tail.length)
      continue;
    const middle = inside.slice(head.length, inside.length - tail.length);
    const own = typeof target === 'string' ? target : target.default;
    const file = path.join(owner.folder, own.replaceAll('*', middle));
    if (existsSync(path.join(root, file))) return file;
  }
  return path.join(owner.folder, inside);
}
