import type { Import } from './import-graph.ts';
import { folderOf, isTest, type Violation } from './import-rules.ts';

/** An import; between folders, `file` is the importing file. */
type Edge = Import & { file?: string };

/**
 * Files that import each other in a cycle, one finding per group. Type imports count: a cycle of
 * types also means that two files belong together.
 */
export function findCycles(imports: Edge[]): Violation[] {
  const edges = Map.groupBy(
    imports.filter(({ to }) => to !== undefined),
    ({ from }) => from,
  );
  return groupsOf(edges).map((group) => {
    const circle = shortestCircle(group, edges);
    const first = circle[0];
    const names = [...circle.map(({ from }) => from), first?.from];
    return {
      file: first?.file ?? first?.from ?? '',
      line: first?.line ?? 1,
      text: `These files import each other: ${names.join(' -> ')}`,
    };
  });
}

/**
 * Folders of modules and resources that import each other in a cycle, including tables and types:
 * one finding per cycle, at its first import.
 */
export function findFolderCircles(imports: Import[]): Violation[] {
  const edges = imports.flatMap((one) => {
    if (isTest(one.from) || isTest(one.to ?? '')) return [];
    const [from, to] = [folderOf(one.from), folderOf(one.to ?? '')];
    return from && to && from !== to ? [{ ...one, file: one.from, from, to }] : [];
  });
  return findCycles(edges).map((found) => ({
    ...found,
    text: found.text.replace('These files import', 'These folders import'),
  }));
}

/** Tarjan's strongly connected components with more than one file, or with a self-import. */
function groupsOf(edges: Map<string, Import[]>): Set<string>[] {
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const groups: Set<string>[] = [];
  const visit = (file: string) => {
    number.set(file, number.size);
    lowest.set(file, number.size - 1);
    path.push(file);
    for (const { to = '' } of edges.get(file) ?? []) {
      if (!number.has(to)) visit(to);
      if (path.includes(to)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(to) ?? 0));
    }
    if (lowest.get(file) !== number.get(file)) return;
    const group = new Set(path.splice(path.indexOf(file)));
    const own = edges.get(file)?.some(({ to }) => to === file);
    if (group.size > 1 || own) groups.push(group);
  };
  for (const file of edges.keys()) if (!number.has(file)) visit(file);
  return groups;
}

function shortestCircle(group: Set<string>, edges: Map<string, Edge[]>): Edge[] {
  const start = [...group].sort()[0] ?? '';
  const ways: Edge[][] = (edges.get(start) ?? [])
    .filter(({ to = '' }) => group.has(to))
    .map((edge) => [edge]);
  const seen = new Set<string>();
  for (const way of ways) {
    const end = way.at(-1)?.to ?? '';
    if (end === start) return way;
    if (seen.has(end)) continue;
    seen.add(end);
    for (const edge of edges.get(end) ?? []) if (group.has(edge.to ?? '')) ways.push([...way, edge]);
  }
  return [];
}
