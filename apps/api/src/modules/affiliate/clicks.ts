import { join } from 'node:path';
import type { RawHandler } from '@troupe/server/http';
import type { Logger } from '@troupe/server/log';
import { openPool } from '@troupe/server/pool';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { databaseOver } from '../../platform/database.ts';
import type { Listener } from '../../platform/listen.ts';
import { clickHost } from './affiliate-click/click-host.ts';
import { ClickLinks } from './affiliate-click/click-links.ts';
import { ClickRecorder } from './affiliate-click/click-recorder.ts';
import { ClickSpool } from './affiliate-click/click-spool.ts';
import { VisitorKeys } from './affiliate-click/visitor-key.ts';

/** The redirects of one process. */
export interface Clicks {
  handle: RawHandler;
  /** Whether links are loaded. */
  isReady(): boolean;
  start(): Promise<void>;
  /** Writes the hits that are still in memory, and closes the connections. */
  stop(): Promise<void>;
}

/** Builds the click host: redirects links and records hits, with a separate connection pool. */
export function clicks(config: Config, clock: Clock, log: Logger, listener: Listener): Clicks {
  const pool = openPool(config.DATABASE_URL, config.CLICK_POOL, {
    name: 'troupe-clicks',
    pooled: config.DATABASE_DIRECT_URL !== undefined,
    prepared: config.DATABASE_PREPARED_STATEMENTS,
    limits: { waitMs: 1000, maxWaiting: 100, statementMs: 30_000, idleInTransactionMs: 30_000 },
  });
  const host = new URL(config.CLICK_ORIGIN || config.API_ORIGIN).hostname;
  const links = new ClickLinks({
    db: databaseOver(pool),
    log,
    limit: config.CLICK_LINKS_IN_MEMORY,
    storefrontOf: (shop) => config.SHOPIFY_SHOP_ORIGIN.replace('{shop}', shop),
  });
  const visitors = new VisitorKeys({ pool, secretKey: config.SECRET_KEY, host, clock, log });
  const spool = new ClickSpool(config.CLICK_SPOOL_DIR || join(config.FILES_DIR, 'click-spool'));
  const recorder = new ClickRecorder(pool, spool, log);
  links.follow(listener);
  return {
    handle: clickHost({ config, clock, log, links, recorder, visitors }),
    isReady: () => links.ready,
    async start() {
      recorder.start();
      await Promise.all([visitors.start(), links.loaded()]);
    },
    async stop() {
      links.stop();
      visitors.stop();
      await recorder.stop();
      await pool.end();
    },
  };
}
