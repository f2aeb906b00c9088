import { defineConfig } from 'vitest/config';

/**
 * Unit and API tests, `*.test.ts` beside what they test. Tests of the API clone a real database from a template:
 * TEST_DATABASE_URL, which `npm test` sets.
 */
export default defineConfig({
  test: {
    include: ['{apps,packages,scripts,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    // Half of the time a file waits, for a process to end or a deadline to pass; four fill two processors.
    maxWorkers: 4,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
