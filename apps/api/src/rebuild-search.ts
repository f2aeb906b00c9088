import { createLogger } from '@troupe/server/log';
import { openPool } from '@troupe/server/pool';
import { startIndex } from './modules/discovery/search-index/search-index.jobs.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { openSearch } from './providers/search-engine/opensearch.ts';

// Registers a new index of the search engine, which the jobs fill beside the one that serves. See docs/search-engine.md.

const config = readConfig(process.env);
if (config.SEARCH_URL.length === 0) {
  console.error('SEARCH_URL is missing');
  process.exit(1);
}
const pool = openPool(config.DATABASE_URL, 1, { name: 'troupe-rebuild-search' });
try {
  await startIndex({
    pool,
    cluster: openSearch(config.SEARCH_URL),
    clock: systemClock,
    log: createLogger('api', config.LOG_LEVEL),
    prefix: config.SEARCH_INDEX,
    layout: { shards: config.SEARCH_SHARDS, replicas: config.SEARCH_REPLICAS },
  });
  console.log('A new index will be filled within the next minute.');
} finally {
  await pool.end();
}
