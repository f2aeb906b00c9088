import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { API_RULES } from '../mutation/api-rules.ts';
import { Failure, run } from './failure.ts';
import { root } from './folders.ts';
import { runTool } from './tools.ts';

const RULES = 'packages/domain/src';

/**
 * `npm run mutate [-- [--api] WORD...]`: mutates the rules of packages/domain and runs their unit
 * tests against each mutation. Prints survivors; test-results/mutation.html shows them in place.
 * Words select files by path under packages/domain/src (`plan`, `creator-import/`); without words
 * all files are mutated, about an hour on two processors. `--api` mutates the API's rules instead
 * (scripts/mutation/api-rules.ts).
 */
await run(async () => {
  const { api, words } = read(process.argv.slice(2));
  const config = api ? 'stryker.api.config.mjs' : 'stryker.config.mjs';
  const files = api ? apiFiles(words) : ruleFiles(words);
  const only = files.length > 0 ? ['--mutate', files.join(',')] : [];
  const { ok } = await runTool('stryker', ['run', `scripts/mutation/${config}`, ...only]);
  return ok ? 0 : 1;
});

function read(args: string[]): { api: boolean; words: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { api: { type: 'boolean' } },
      allowPositionals: true,
    });
    return { api: values.api ?? false, words: positionals };
  } catch {
    throw new Failure(`Only --api is an option here. Name files of ${RULES} by a part of their path.`);
  }
}

function ruleFiles(words: string[]): string[] {
  if (words.length === 0) return [];
  const files = words.map((word) =>
    word.endsWith('/') ? `${RULES}/**/${word}**/*.ts` : `${RULES}/**/${word}*.ts`,
  );
  return [...files, `!${RULES}/**/*.{test,fixture}.ts`];
}

function apiFiles(words: string[]): string[] {
  const gone = API_RULES.find((file) => !existsSync(path.join(root, file)));
  if (gone) throw new Failure(`${gone} has moved. Update scripts/mutation/api-rules.ts.`);
  const files = API_RULES.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  if (files.length === 0) throw new Failure(`No rule of the API is called ${words.join(' or ')}.`);
  return files;
}
