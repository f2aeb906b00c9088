import { run } from './failure.ts';
import { runTool } from './tools.ts';

/** `npm run format`: formats everything and applies safe lint fixes. */
await run(async () => {
  const { ok } = await runTool('biome', ['check', '--write', ...process.argv.slice(2)]);
  return ok ? 0 : 1;
});
