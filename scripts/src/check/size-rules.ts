import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Node, parse, sourcesBelow, type Workspace, walk } from './import-graph.ts';
import { isTest, type Violation } from './import-rules.ts';

/** Maximum source files per folder, without tests and fixtures. Route folders have no limit. */
const MOST_FILES = 25;
/** Maximum lines per function, outside JSX and tests. */
const MOST_LINES = 100;

/** A violation, and the `tooLarge` line that allows it, if any. */
export type Excess = Violation & { exception?: string };

/** Finds oversized folders and functions, and object literals spread into literals. */
export function findExcess(root: string, workspaces: Workspace[]): Excess[] {
  const files = workspaces.flatMap(({ folder }) => sourcesBelow(path.join(root, folder)));
  const own = files.map((file) => path.relative(root, file)).filter((file) => /\.tsx?$/.test(file));
  return [...crowdedFolders(own), ...own.flatMap((file) => excessOf(root, file))];
}

function crowdedFolders(files: string[]): Excess[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (isTest(file) || file.includes('/routes/')) continue;
    const folder = path.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => ({
      file: folder,
      line: 1,
      text: `${count} source files; a folder has at most ${MOST_FILES}. Group them by noun or job.`,
      exception: folder,
    }));
}

function excessOf(root: string, file: string): Excess[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const functions = !isTest(file) && file.endsWith('.ts') && linesIn(text) > MOST_LINES;
  if (!functions && !/\.\.\.\s*\{/.test(text)) return [];
  const found: Excess[] = [];
  const lineOf = (at: number) => linesIn(text.slice(0, at));
  walk(parse(text, file), (node, parent) => {
    if (functions && isFunction(node)) {
      const lines = linesIn(text.slice(node.start, node.end));
      const name = nameOf(node, parent) ?? 'a function';
      if (lines > MOST_LINES)
        found.push({
          file,
          line: lineOf(node.start),
          text: `${name} has ${lines} lines; a function outside of JSX has at most ${MOST_LINES}.`,
          exception: `${file} ${name}`,
        });
    }
    if (isLiteralSpread(node, parent))
      found.push({
        file,
        line: lineOf(node.start),
        text: 'this spreads an object literal into another; write its properties, one a line.',
      });
  });
  return found;
}

const linesIn = (text: string): number => text.split('\n').length;

const isFunction = ({ type }: Node): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

const isLiteralSpread = (node: Node, parent: Node | undefined): boolean =>
  node.type === 'SpreadElement' &&
  parent?.type === 'ObjectExpression' &&
  (node.argument as Node).type === 'ObjectExpression';

/** Returns the name of a function, or of the variable, property or method that holds it. */
function nameOf(node: Node, parent: Node | undefined): string | undefined {
  const named = (node.id ?? parent?.key ?? parent?.id) as { name?: string } | null | undefined;
  return named?.name;
}
