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
    // Each file of the API brings a database and a server; more at once only wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
