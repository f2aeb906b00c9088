import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, run } from './failure.ts';
import { root } from './folders.ts';
import { runTool } from './tools.ts';

/**
 * `npm run db:generate -- --name WHAT`: writes the migration that leads from the last one to the tables as they
 * are now (`*.table.ts`). Look at what it wrote before committing it.
 */
await run(async () => {
  const name = readName(process.argv.slice(2));
  // The configuration's paths are relative to its own folder.
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
