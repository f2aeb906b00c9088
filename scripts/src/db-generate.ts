import path from 'node:path';
import { parseArgs } from 'node:util';
import { run } from './failure.ts';
import { parse } from './options.ts';
import { root } from './root.ts';
import { runTool } from './tools.ts';

/**
 * `npm run db:generate -- NAME`: writes the migration that leads from the last one to the tables as they are
 * now (`*.table.ts`). Look at what it wrote before committing it.
 */
await run(async () => {
  const { positionals } = parse(() => parseArgs({ args: process.argv.slice(2), allowPositionals: true }));
  const name = positionals.length > 0 ? ['--name', positionals.join('-')] : [];
  // The configuration's paths are relative to its own folder.
  const folder = path.join(root, 'apps', 'api');
  const { ok } = await runTool('drizzle-kit', ['generate', '--config', 'drizzle.config.ts', ...name], {
    folder,
  });
  return ok ? 0 : 1;
});
