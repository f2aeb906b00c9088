import { defineConfig } from 'vitest/config';
import { API_RULES } from './api-rules.ts';

/** Unit tests of the API's rules only, none of which needs a database. */
export default defineConfig({
  test: { include: API_RULES.map((file) => file.replace(/\.ts$/, '.test.ts')) },
});
