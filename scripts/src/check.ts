import { availableParallelism } from 'node:os';
import path from 'node:path';
import { run } from './failure.ts';
import { root } from './folders.ts';
import { type Outcome, runTool } from './tools.ts';

/** A check and its result. */
export type Check = { name: string; ok: boolean };

/**
 * Number of type checkers. Each processes the libraries' types separately: four take 54 s of
 * processor time, one takes 32 s and leaves a processor to the other checks.
 */
const checkers = String(Math.min(4, Math.ceil(availableParallelism() / 2)));

const imports = path.join(root, 'scripts', 'src', 'check-imports.ts');
const migrations = path.join(root, 'scripts', 'src', 'check', 'migration-rules.ts');

/** Runs types, lint, format, import rules and rules for migrations; each prints its findings, and all run. */
export async function runChecks(signal?: AbortSignal): Promise<Check[]> {
  const quietly = { quietly: true, signal };
  const checks: [string, Promise<Outcome>][] = [
    ['types', runTool('tsc', ['--noEmit', '-p', 'tsconfig.json', '--checkers', checkers], quietly)],
    ['lint and format', runTool('biome', ['check', '--error-on-warnings', '--max-diagnostics=50'], quietly)],
    ['import rules', runTool('node', [imports], quietly)],
    ['migrations', runTool('node', [migrations], quietly)],
  ];
  return Promise.all(
    checks.map(async ([name, outcome]) => {
      const { ok, said } = await outcome;
      if (!ok) process.stdout.write(`\n${said.trimEnd()}\n`);
      console.log(`${ok ? 'ok    ' : 'failed'}  ${name}`);
      return { name, ok };
    }),
  );
}

if (import.meta.main) {
  await run(async () => ((await runChecks()).every(({ ok }) => ok) ? 0 : 1));
}
