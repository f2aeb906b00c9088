// @ts-check
/**
 * Mutation testing of the rules in packages/domain; `npm run mutate` runs it.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/display-text.mjs'],
  ignorers: ['display-text'],
  vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: true },
  mutate: ['packages/domain/src/**/*.ts', '!packages/domain/src/**/*.{test,fixture}.ts'],
  // A sandbox without tsconfig.json: Stryker would rewrite it with a JavaScript API that TypeScript 7 does not have.
  ignorePatterns: ['**', '!packages/domain/**', '!scripts/mutation/**', '!package.json', '!CHANGELOG.md'],
  disableTypeChecks: false,
  tempDirName: '.troupe/mutation',
  concurrency: 2,
  timeoutMS: 10_000,
  warnings: { slow: false },
  reporters: ['clear-text', 'json', 'html'],
  clearTextReporter: { logTests: false, reportTests: false },
  jsonReporter: { fileName: 'test-results/mutation.json' },
  htmlReporter: { fileName: 'test-results/mutation.html' },
  thresholds: { high: 95, low: 85, break: null },
};
