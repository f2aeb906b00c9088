import { run } from './failure.ts';
import { runTool } from './tools.ts';

/** `npm run bench`: runs the measurements in bench/. */
await run(async () => {
  const { ok } = await runTool('node', ['bench/src/main.ts', ...process.argv.slice(2)]);
  return ok ? 0 : 1;
});
