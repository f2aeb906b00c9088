import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from '../failure.ts';
import { root } from '../folders.ts';
import { runTool } from '../tools.ts';

const FOLDERS = ['apps/api/migrations', 'apps/auth/migrations'];

/** Snapshots that `npm run db:generate` compares tables with. Each has as many lines as all migrations together. */
export const SNAPSHOTS = 'apps/api/migrations/meta';

/** Rules that don't fit: matters of style, and time limits, which the migrator sets. */
const LEFT_OUT = [
  ...['prefer-bigint-over-int', 'prefer-bigint-over-smallint', 'prefer-robust-stmts', 'prefer-text-field'],
  ...['prefer-identity', 'prefer-timestamp-tz', 'identifier-too-long', 'require-lock-timeout'],
  'require-statement-timeout',
];

/** Returns the migrations that must be safe while the previous version serves: all but the initial ones. */
function checkedMigrations(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => /^\d{4}_.*\.sql$/.test(name) && !name.startsWith('0000_'))
      .map((name) => path.join(root, folder, name)),
  );
}

/** Returns snapshots that no migration is generated from anymore: all but the newest. */
export const oldSnapshots = (files: readonly string[]): string[] =>
  files
    .filter((file) => file.endsWith('_snapshot.json'))
    .toSorted()
    .slice(0, -1);

/**
 * Reports statements that hold up requests of the running version or break it, by squawk's rules. A migration may say
 * why one is safe: `-- squawk-ignore RULE`, and the reason in the line above.
 * @returns null where squawk has no program for this machine
 */
export async function lintMigrations(
  files: readonly string[],
): Promise<{ ok: boolean; said: string } | null> {
  if (files.length === 0) return { ok: true, said: '' };
  if (!existsSync(path.join(root, 'node_modules/@squawk-cli', `${process.platform}-${process.arch}`)))
    return null;
  const options = ['--assume-in-transaction', '--pg-version=15.0', '--reporter=gcc'];
  return runTool('squawk', [...options, `--exclude=${LEFT_OUT.join(',')}`, ...files], { quietly: true });
}

if (import.meta.main) {
  await run(async () => {
    const old = oldSnapshots(readdirSync(path.join(root, SNAPSHOTS)));
    if (old.length > 0) console.log(`Remove old snapshots from ${SNAPSHOTS}: ${old.join(', ')}`);
    const result = await lintMigrations(checkedMigrations());
    if (result === null)
      console.log('squawk has no program for this machine, so migrations were not checked.');
    if (result === null || result.ok) return old.length > 0 ? 1 : 0;
    console.log(`${result.said}\nSee "Upgrade" in docs/operations.md.`);
    return 1;
  });
}
