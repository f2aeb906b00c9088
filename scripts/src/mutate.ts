import { Failure, run } from './failure.ts';
import { runTool } from './tools.ts';

const RULES = 'packages/domain/src';

/**
 * `npm run mutate [-- WORD...]`: changes the rules of packages/domain one place at a time and runs their unit tests
 * against each change. Survivors are printed; test-results/mutation.html shows them in place. Words choose files by
 * their path under packages/domain/src (`plan`, `creator-import/`); without one all are mutated, about an hour on two
 * processors.
 */
await run(async () => {
  const words = process.argv.slice(2);
  const unknown = words.find((word) => word.startsWith('-'));
  if (unknown)
    throw new Failure(`There is no option ${unknown}. Name files of ${RULES} by a part of their path.`);
  const files = words.map((word) =>
    word.endsWith('/') ? `${RULES}/**/${word}**/*.ts` : `${RULES}/**/${word}*.ts`,
  );
  const only = files.length > 0 ? ['--mutate', [...files, `!${RULES}/**/*.test.ts`].join(',')] : [];
  const { ok } = await runTool('stryker', ['run', 'scripts/mutation/stryker.config.mjs', ...only]);
  return ok ? 0 : 1;
});
