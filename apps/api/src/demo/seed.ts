import { openPool } from '@troupe/server/pool';
import { grantPlanCredits } from '../modules/billing/credit/credit-plan.queries.ts';
import { subscribeUntaggedPosts } from '../modules/campaigns/campaign-content/untagged-post.routes.ts';
import { databaseOver } from '../platform/database.ts';
import { connectEvents, DomainEvents } from '../platform/events.ts';
import { openFiles } from '../providers/files/open-files.ts';
import { setUpDemoAffiliate } from './affiliate.ts';
import { setUpDemoAnalytics } from './analytics/analytics.ts';
import { insertFigureHistory } from './analytics/figure-history.ts';
import { setUpDemoStatistics } from './analytics/statistics.ts';
import { setUpDemoBilling } from './billing.ts';
import { insertContent } from './content.ts';
import { setUpDemoDomain } from './email-domain.ts';
import { setUpDemoListening } from './listening.ts';
import { connectDemoSources } from './listening-sources.ts';
import { insertReports } from './reports.ts';
import { setUpDemoSafety } from './safety.ts';
import { fillWorld } from './world.ts';

// Files may contain personal data: make them readable by this account only.
process.umask(0o077);

const { DATABASE_URL, SANDBOX_ORIGIN, PORTAL_ORIGIN, SECRET_KEY, DNS_SERVERS } = process.env;
if (!DATABASE_URL || !SANDBOX_ORIGIN) {
  console.error('DATABASE_URL and SANDBOX_ORIGIN are required to create the demo data');
  process.exit(1);
}
const now = new Date();
const pool = openPool(DATABASE_URL, 2, { name: 'troupe-demo' });
// The demo inserts the effects of events itself, except untagged posts, which are found as in operation.
const events = new DomainEvents();
subscribeUntaggedPosts({ events });
connectEvents(pool, events);
const portal = PORTAL_ORIGIN ? { portal: PORTAL_ORIGIN } : {};
const filled = await fillWorld(pool, { now, pictures: SANDBOX_ORIGIN, ...portal });
if (filled) {
  const { CHARGEBEE_URL, CHARGEBEE_KEY } = process.env;
  // Only write to the sandbox, never to a real billing site.
  if (CHARGEBEE_URL?.startsWith(SANDBOX_ORIGIN))
    await setUpDemoBilling(pool, {
      sandbox: SANDBOX_ORIGIN,
      url: CHARGEBEE_URL,
      key: CHARGEBEE_KEY ?? '',
      now,
    });
  await insertReports(pool, now);
  const {
    FILES_DIR,
    S3_BUCKET = '',
    S3_REGION = 'us-east-1',
    S3_ENDPOINT = '',
    S3_PREFIX = '',
  } = process.env;
  const bucket = { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_PREFIX };
  const files = openFiles({ FILES_DIR: FILES_DIR || '.troupe/files', ...bucket });
  await insertContent(databaseOver(pool), { files, now, pictures: SANDBOX_ORIGIN });
  await grantPlanCredits(pool, databaseOver(pool), now);
  await connectDemoStore();
  await setUpDemoAnalytics(pool, { now });
  await setUpDemoStatistics(pool, { now });
  await setUpDemoListening(pool, { now, sentimentDir: process.env.SENTIMENT_DIR || '.troupe/sentiment' });
  await setUpDemoSafety(pool, { now });
  await insertFigureHistory(pool);
  // The key is encrypted with this instance's secret.
  if (SECRET_KEY) {
    // Only keys of the sandbox, for an API that reads from it.
    if (process.env.X_URL?.startsWith(SANDBOX_ORIGIN))
      await connectDemoSources(pool, {
        sandbox: SANDBOX_ORIGIN,
        secretKey: SECRET_KEY,
        brand: 'Larkmoor',
        now,
      });
    await setUpDemoDomain(pool, {
      sandbox: SANDBOX_ORIGIN,
      secretKey: SECRET_KEY,
      dnsServers: (DNS_SERVERS ?? '').split(',').filter(Boolean),
      hosts: {
        spfInclude: process.env.SPF_INCLUDE || '_spf.troupe.test',
        returnPathHost: process.env.RETURN_PATH_HOST || 'bounce.troupe.test',
      },
      now,
    });
  }
}
/** Only in the sandbox, never in a real store. */
async function connectDemoStore(): Promise<void> {
  const { SHOPIFY_SHOP_ORIGIN: shopOrigin = '', API_ORIGIN: api, WEB_ORIGIN: web } = process.env;
  if (!SECRET_KEY || !SANDBOX_ORIGIN || !api || !web || !shopOrigin.startsWith(SANDBOX_ORIGIN)) return;
  const { SHOPIFY_API_KEY: key = '', SHOPIFY_API_SECRET: secret = '', SHOPIFY_SCOPES = '' } = process.env;
  await setUpDemoAffiliate(pool, {
    sandbox: SANDBOX_ORIGIN,
    api,
    web,
    secretKey: SECRET_KEY,
    shopify: {
      key,
      secret,
      scopes: (SHOPIFY_SCOPES || 'read_orders,read_products,write_discounts,write_draft_orders').split(','),
      version: process.env.SHOPIFY_API_VERSION || '2026-07',
      shopOrigin,
    },
    now,
  });
}

await pool.end();
console.log(filled ? 'Demo data created' : 'The database already has users; skipped demo data');
