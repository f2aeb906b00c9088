import path from 'node:path';
import { parseArgs } from 'node:util';
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
  return ok ? 0 : 1;
});

function readName(args: string[]): string | undefined {
  try {
    return parseArgs({ args, options: { name: { type: 'string' } } }).values.name;
  } catch {
    throw new Failure('Use: npm run db:generate -- --name WHAT');
  }
}
