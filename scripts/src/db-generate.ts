import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { oldSnapshots, SNAPSHOTS } from './check/migration-rules.ts';
import { Failure, run } from './failure.ts';
import { root } from './folders.ts';
import { runTool } from './tools.ts';

/**
 * `npm run db:generate -- --name NAME`: generates the migration to the current tables
 * (`*.table.ts`). Review it before committing.
 */
await run(async () => {
  const name = readName(process.argv.slice(2));
  // The configuration's paths are relative to its folder.
  const folder = path.join(root, 'apps', 'api');
  const words = ['generate', '--config', 'drizzle.config.ts', ...(name ? ['--name', name] : [])];
  const { ok } = await runTool('drizzle-kit', words, { folder });
  const snapshots = path.join(root, SNAPSHOTS);
  if (ok) for (const file of oldSnapshots(readdirSync(snapshots))) rmSync(path.join(snapshots, file));
  return ok ? 0 : 1;
});

function readName(args: string[]): string | undefined {
  try {
    return parseArgs({ args, options: { name: { type: 'string' } } }).values.name;
  } catch {
    throw new Failure('Use: npm run db:generate -- --name WHAT');
  }
}
