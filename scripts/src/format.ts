import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { run } from './failure.ts';
import { root } from './root.ts';

/** `npm run format`: formats everything and applies the safe fixes of the linter. */
await run(async () => {
  const biome = path.join(root, 'node_modules', '.bin', 'biome');
  const words = ['check', '--write', ...process.argv.slice(2)];
  return spawnSync(biome, words, { cwd: root, stdio: 'inherit' }).status ?? 1;
});
