import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Node,
  parse,
  readWorkspaces,
  resolveImport,
  sourcesBelow,
  type Workspace,
  walk,
} from './import-graph.ts';
import type { Violation } from './import-rules.ts';

/** Files whose exports tools read: configuration, tables (for migrations), and what a generator writes. */
const READ_BY_TOOLS = /\.config\.ts$|\.mjs$|\.d\.ts$|\.gen\.ts$|\.table\.ts$/;

/** An export. */
interface Exported {
  name: string;
  line: number;
  isType: boolean;
}

interface SourceFile {
  exported: Exported[];
  /** Names that it imports, by file. */
  imported: { from: string; name: string }[];
  /** How often each identifier occurs. */
  words: Map<string, number>;
}

/**
 * Finds exports that no other file imports: functions, constants and classes, and types that their own file doesn't use
 * either. Dynamic imports and namespaces that are passed on count as imports of all.
 */
export function findUnusedExports(root: string): Violation[] {
  const workspaces = readWorkspaces(root);
  const files = new Map<string, SourceFile>();
  for (const { folder } of workspaces)
    for (const file of sourcesBelow(path.join(root, folder))) {
      const place = path.relative(root, file);
      files.set(
        place,
        readSource(readFileSync(file, 'utf8'), place, (specifier) =>
          resolveImport(root, place, specifier, workspaces),
        ),
      );
    }
  const used = new Set(
    [...files.values()].flatMap(({ imported }) => imported.map(({ from, name }) => `${from} ${name}`)),
  );
  const isUsed = (file: string, name: string) =>
    used.has(`${file} ${name}`) || used.has(`${file} *`) || (name === 'Route' && file.includes('/routes/'));
  const entries = new Set(workspaces.flatMap(entriesOf));
  return [...files].flatMap(([file, { exported, words }]) =>
    READ_BY_TOOLS.test(file) || entries.has(file)
      ? []
      : exported
          .filter(({ name, isType }) => !isUsed(file, name) && !(isType && (words.get(name) ?? 0) > 1))
          .map(({ name, line }) => ({ file, line, text: `${name}: nothing imports this export.` })),
  );
}

/** The files that a package's `exports` name one by one. */
const entriesOf = ({ folder, exports }: Workspace): string[] =>
  Object.values(exports)
    .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
    .filter((target) => !target.includes('*'))
    .map((target) => path.join(folder, target));

function readSource(
  text: string,
  file: string,
  resolve: (specifier: string) => string | undefined,
): SourceFile {
  const found: SourceFile = { exported: [], imported: [], words: new Map() };
  const namespaces = new Map<string, string>();
  const program = parse(text, file);
  const lineOf = ({ start }: Node) => text.slice(0, start).split('\n').length;
  const use = (specifier: unknown, names: readonly string[]) => {
    const from = typeof specifier === 'string' ? resolve(specifier) : undefined;
    if (from) for (const name of names) found.imported.push({ from, name });
  };
  for (const [, names = '', specifier] of text.matchAll(IMPORT_TEXT))
    use(
      specifier,
      names.split(',').map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*/, ''),
      ),
    );
  walk(program, (node, parent) => {
    const source = literalOf(node.source);
    const specifiers = (node.specifiers ?? []) as Node[];
    if (node.type === 'Identifier') {
      const name = node.name as string;
      found.words.set(name, (found.words.get(name) ?? 0) + 1);
    }
    if (node.type === 'ImportDeclaration')
      for (const one of specifiers) {
        if (one.type === 'ImportNamespaceSpecifier') {
          const from = typeof source === 'string' ? resolve(source) : undefined;
          if (from) namespaces.set(nameOf(one.local), from);
        } else use(source, [one.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(one.imported)]);
      }
    if (node.type === 'ExportAllDeclaration' || node.type === 'ImportExpression') use(source, ['*']);
    if (node.type === 'TSImportType')
      use(literalOf(node.argument) ?? literalOf((node.argument as Node)?.literal) ?? source, ['*']);
    if (node.type === 'ExportDefaultDeclaration')
      found.exported.push({ name: 'default', line: lineOf(node), isType: false });
    if (node.type === 'ExportNamedDeclaration') {
      if (source !== undefined)
        use(
          source,
          specifiers.map((one) => nameOf(one.local)),
        );
      const declared = node.declaration as Node | null;
      const isType = node.exportKind === 'type' || /^TS(Interface|TypeAlias)/.test(declared?.type ?? '');
      const names = declared ? namesOf(declared) : specifiers.map((one) => nameOf(one.exported));
      for (const name of names) found.exported.push({ name, line: lineOf(node), isType });
    }
    if (node.type === 'Identifier' && namespaces.has(node.name as string)) {
      const from = namespaces.get(node.name as string) as string;
      const isMember = parent?.type === 'MemberExpression' && parent.object === node && !parent.computed;
      const isQualified = parent?.type === 'TSQualifiedName' && parent.left === node;
      if (isMember) found.imported.push({ from, name: nameOf(parent.property) });
      else if (isQualified) found.imported.push({ from, name: nameOf(parent.right) });
      else if (parent?.type !== 'ImportNamespaceSpecifier') found.imported.push({ from, name: '*' });
    }
  });
  return found;
}

/** Imports that code writes into other code, such as builds and tests of processes. */
const IMPORT_TEXT = /import \{ ([^{}]+) \} from ['"]([^'"]+)['"]/g;

const literalOf = (node: unknown): unknown => (node as { value?: unknown } | null | undefined)?.value;
const nameOf = (node: unknown): string => ((node as Node).name ?? (node as Node).value ?? '') as string;

/** The names that a declaration declares. */
function namesOf(declaration: Node): string[] {
  if (declaration.type !== 'VariableDeclaration') return [nameOf(declaration.id)];
  const names: string[] = [];
  for (const { id } of declaration.declarations as { id: Node }[])
    if (id.type === 'Identifier') names.push(nameOf(id));
    else
      walk(id, (node, parent) => {
        if (
          node.type === 'Identifier' &&
          !(parent?.type === 'Property' && parent.key === node && parent.value !== node)
        )
          names.push(nameOf(node));
      });
  return names;
}
