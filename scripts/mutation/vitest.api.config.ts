import { defineConfig } from 'vitest/config';
import { API_RULES } from './api-rules.ts';

/** The unit tests of the API's rules alone: none of them needs a database. */
export default defineConfig({
  test: { include: API_RULES.map((file) => file.replace(/\.ts$/, '.test.ts')) },
});
