// @ts-check
import rules from './stryker.config.mjs';

/**
 * Mutation testing of the rules in apps/api; `npm run mutate -- --api` runs it.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  ...rules,
  vitest: { configFile: 'scripts/mutation/vitest.api.config.ts', related: true },
  ignorePatterns: [...rules.ignorePatterns, '!apps/api/**', '!packages/server/**'],
};
