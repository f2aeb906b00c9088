import { defineConfig } from 'vitest/config';

/** Unit tests of the rules only, without those that read files outside the repository. */
export default defineConfig({
  test: { include: ['packages/domain/src/**/*.test.ts'], exclude: ['**/*.real-files.test.ts'] },
});
