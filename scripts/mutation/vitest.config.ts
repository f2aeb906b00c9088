import { defineConfig } from 'vitest/config';

/** The unit tests of the rules alone; those that read files from outside of the repository are left out. */
export default defineConfig({
  test: { include: ['packages/domain/src/**/*.test.ts'], exclude: ['**/*.real-files.test.ts'] },
});
