import { againstTheOrder, tooLarge } from './against-the-order.ts';
import { findCycles, findFolderCircles } from './check/import-cycles.ts';
import { type Import, readImports, readWorkspaces } from './check/import-graph.ts';
import { judge, placesOf, type Violation } from './check/import-rules.ts';
import { allCatalogs, checkMessages } from './check/message-rules.ts';
import { checkPlurals } from './check/plural-rules.ts';
import { findExcess } from './check/size-rules.ts';
import { findSql, outdatedSqlPlaces } from './check/sql-rules.ts';
import { findUnusedExports } from './check/unused-exports.ts';
import { run } from './failure.ts';
import { root } from './folders.ts';

/**
 * Checks the table 'Who may import whom' of ARCHITECTURE.md: workspace boundaries, layers, declared
 * dependencies, no cycles, and no SQL outside `*.queries.ts`.
 * @param folder root of a repository with workspaces
 * @returns violations sorted by place; empty if there are none
 */
export function checkImports(
  folder: string,
  imports: Import[] = readImports(folder, readWorkspaces(folder)),
): Violation[] {
  const workspaces = readWorkspaces(folder);
  return [
    ...imports.flatMap((one) => judge(one, workspaces)),
    ...findCycles(imports),
    ...findFolderCircles(imports),
    ...findSql(folder),
  ].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

/** Returns unneeded lines of `againstTheOrder`. */
export function outdatedExceptions(
  imports: Import[],
  exceptions: readonly string[] = againstTheOrder,
): Violation[] {
  const made = new Set(imports.map(placesOf));
  return exceptions
    .filter((line) => !made.has(line))
    .map((line) => ({
      file: 'scripts/src/against-the-order.ts',
      line: 1,
      text: `${line}: no longer needed.`,
    }));
}

/**
 * Finds folders with too many files, functions with too many lines, and spread object literals.
 * @param allowed lines as in `tooLarge`; an unneeded one is a violation
 */
export function checkSizes(folder: string, allowed: readonly string[]): Violation[] {
  const found = findExcess(folder, readWorkspaces(folder));
  const needed = new Set(found.map(({ exception }) => exception));
  return [
    ...found
      .filter(({ exception }) => exception === undefined || !allowed.includes(exception))
      .map(({ file, line, text }) => ({ file, line, text })),
    ...allowed
      .filter((line) => !needed.has(line))
      .map((text) => ({
        file: 'scripts/src/against-the-order.ts',
        line: 1,
        text: `${text}: no longer needed.`,
      })),
  ];
}

if (import.meta.main) {
  await run(async () => {
    const imports = readImports(root, readWorkspaces(root));
    const violations = [
      ...checkImports(root, imports),
      ...outdatedExceptions(imports),
      ...outdatedSqlPlaces(root),
      ...findUnusedExports(root),
      ...checkSizes(root, tooLarge),
      ...checkMessages(root),
      ...checkPlurals(allCatalogs(root)),
    ];
    for (const { file, line, text } of violations) console.error(`${file}:${line}: ${text}`);
    console.log(
      violations.length === 0
        ? 'Imports and sizes follow the rules.'
        : `${violations.length} places break a rule.`,
    );
    return violations.length === 0 ? 0 : 1;
  });
}
