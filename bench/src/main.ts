import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureBooks } from './affiliate-books.ts';
import { measureScreens } from './affiliate-screens.ts';
import { seedAffiliates, TRIED_RULES, untilCounted } from './affiliate-seed.ts';
import { measureAnalytics, seedCampaigns, untilSummed } from './analytics/analytics.ts';
import { type ApiOptions, type ApiProcess, migrate, startApi } from './api.ts';
import { measureOptIns } from './campaign.ts';
import { bookRows, clickRows, programRows } from './click-rows.ts';
import { measureClicks } from './clicks.ts';
import { measureCluster } from './cluster/cluster.ts';
import { measureAlerts } from './discovery/alerts.ts';
import { measureSimilar } from './discovery/similar.ts';
import { measureEngine } from './engine/engine.ts';
import {
  againstBareRow,
  costTable,
  importRows,
  listGrowthRow,
  liveRows,
  mailsRow,
  memoryRow,
  outreachRows,
  pathRows,
  restRows,
  scenarioTable,
  searchRows,
} from './figure-rows.ts';
import { measureImport } from './import.ts';
import { type Issuer, startIssuer } from './issuer.ts';
import { LISTENING_PARTS, measureListening } from './listening/listening.ts';
import { measureLive } from './live.ts';
import { measureMailboxes } from './mailboxes/mailboxes.ts';
import { measureMails, startSink } from './mails.ts';
import { measureOverload } from './operations/overload.ts';
import { measureUpgrade } from './operations/upgrade.ts';
import { measureOutreach } from './outreach.ts';
import { measureListGrowth, measurePaths } from './paths.ts';
import { findPlace } from './place.ts';
import { creatorSizes, machineFacts, processorFacts, type Row, resultTable, table } from './report.ts';
import { measureRest } from './rest.ts';
import { measureSearch } from './search.ts';
import { seed } from './seed.ts';
import { measureStore, STORE_SETTINGS } from './store.ts';
import { measureCampaignScreens } from './web/campaign-web.ts';
import { measureMarketing } from './web/marketing.ts';
import { measurePages } from './web/pages.ts';
import { measurePricing } from './web/pricing.ts';
import { measureWeb } from './web/web.ts';
import { campaignRows, marketingRows, pageRows, pricingRows, webRows } from './web/web-rows.ts';

/**
 * Runs all measurements: `npm run bench`. Options: `--only
 * search,similar,paths,outreach,mails,campaign,alerts,import,mailboxes,live,overload,store,affiliate,analytics,listening,web,pages,pricing,marketing`,
 * `upgrade` alone (from the commit `--from`, `HEAD~1` by default), `cluster` alone (needs PgBouncer; `--kill-seconds`, 300 by default),
 * `engine` alone (needs Java 17; `--shards N`, `--replicas N` and `--memory 1g` of the search engine, `--data-dir DIR`; `--keep` leaves the data, `--reuse` measures
 * what an earlier run left), `--creators N`, `--streams N`, `--port N` (first port, 7300 by default); for affiliate also `--away SECONDS` (60),
 * `--sustain SECONDS` (30; the target asks for 600), `--clicks N` and `--orders N`; for listening `--mentions N`,
 * `--kills SECONDS` (60; the target asks for 600) and `--listening queries,stream,kills,mentions,flags,screen`. Prints Markdown.
 */
const { values } = parseArgs({
  options: {
    only: {
      type: 'string',
      default:
        'search,similar,paths,outreach,mails,campaign,alerts,import,mailboxes,live,overload,store,affiliate,analytics,listening,web,pages,pricing,marketing',
    },
    creators: { type: 'string', default: '1000000' },
    streams: { type: 'string', default: '2000' },
    away: { type: 'string', default: '60' },
    sustain: { type: 'string', default: '30' },
    clicks: { type: 'string', default: '10000000' },
    orders: { type: 'string', default: '1000000' },
    mentions: { type: 'string', default: '1000000' },
    kills: { type: 'string', default: '60' },
    'kill-seconds': { type: 'string', default: '300' },
    listening: { type: 'string', default: LISTENING_PARTS.join(',') },
    port: { type: 'string', default: '7300' },
    from: { type: 'string', default: 'HEAD~1' },
    shards: { type: 'string', default: '1' },
    replicas: { type: 'string', default: '1' },
    memory: { type: 'string', default: '1g' },
    'data-dir': { type: 'string', default: path.resolve(import.meta.dirname, '../../.troupe/bench-engine') },
    keep: { type: 'boolean', default: false },
    reuse: { type: 'boolean', default: false },
  },
});
const parts = new Set(values.only.split(','));
/** Parts that share a database of creators. */
const OF_CREATORS = ['search', 'similar', 'paths', 'outreach', 'mails', 'campaign', 'alerts', 'import'];
const creators = Number(values.creators);
const port = Number(values.port);
const startedAt = Date.now();
const say = (text: string) =>
  console.error(`${((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}`);

const rows: Row[] = [];
const details: string[] = [];
let facts: [string, string][] = [];

try {
  if (OF_CREATORS.some((part) => parts.has(part))) await measureData();
  if (parts.has('mailboxes')) {
    if (facts.length === 0) facts = processorFacts();
    rows.push(...(await measureMailboxes(port, say)));
  }
  if (parts.has('live')) await measureConversations();
  if (parts.has('overload')) {
    const found = await measureOverload(port, say);
    if (facts.length === 0) facts = found.facts;
    rows.push(...found.rows);
  }
  if (parts.has('cluster')) {
    const found = await measureCluster(port, Number(values['kill-seconds']), say);
    if (!found) say('cluster skipped: PgBouncer is not installed (Debian: apt install pgbouncer)');
    if (found && facts.length === 0) facts = found.facts;
    rows.push(...(found?.rows ?? []));
  }
  if (parts.has('engine')) {
    const found = await measureEngine({
      port,
      creators,
      dataDir: path.resolve(values['data-dir']),
      memory: values.memory,
      shards: Number(values.shards),
      replicas: Number(values.replicas),
      keeps: values.keep,
      reuses: values.reuse,
      say,
    });
    if (found && facts.length === 0) facts = found.facts;
    rows.push(...(found?.rows ?? []));
    details.push(...(found?.details ?? []));
  }
  if (parts.has('upgrade')) {
    const found = await measureUpgrade(port, values.from, say);
    if (facts.length === 0) facts = found.facts;
    rows.push(...found.rows);
  }
  if (parts.has('store')) await measureWebhooks();
  if (parts.has('affiliate')) {
    await measureAffiliate();
    await measureProgram();
  }
  if (parts.has('analytics')) await measureOverview();
  if (parts.has('listening')) await measureMonitors();
  if (parts.has('campaign')) await measureCampaigns();
  if (parts.has('web')) await measureScreen();
  if (parts.has('pages')) await measureSlowNetwork();
  if (parts.has('pricing')) await measureFirstVisit();
  if (parts.has('marketing')) await measureMarketingPages();
  say('done');
} finally {
  // Report measurements made before a failure.
  console.log([table(['machine', ''], facts), resultTable(rows), ...details].join('\n\n'));
}

/** What a measurement gets: a migrated database, its own login host, and APIs on both. */
interface OwnDatabase {
  databaseUrl: string;
  issuer: Issuer;
  options: ApiOptions;
  /** Starts the API; it is stopped at the end at the latest. */
  start(more?: Partial<ApiOptions>): Promise<ApiProcess>;
  /** What else is stopped at the end. */
  stops: (() => Promise<void>)[];
}

/** Runs measurements on a separate database. */
async function withOwnDatabase(name: string, work: (own: OwnDatabase) => Promise<void>): Promise<void> {
  const place = await findPlace(port);
  const issuer = await startIssuer();
  const stops: (() => Promise<void>)[] = [];
  try {
    const databaseUrl = await place.database(name);
    if (facts.length === 0) facts = await machineFacts(databaseUrl);
    await migrate(databaseUrl);
    const options = { databaseUrl, issuer: issuer.url, port: port + 1, filesDir: place.filesDir };
    const start = async (more: Partial<ApiOptions> = {}) => {
      const api = await startApi({ ...options, ...more });
      stops.unshift(api.stop);
      return api;
    };
    await work({ databaseUrl, issuer, options, start, stops });
  } finally {
    for (const stop of stops) await stop();
    issuer.stop();
    await place.leave();
  }
}

/** Search, everyday requests and imports at the API, with their own database. */
async function measureData(): Promise<void> {
  await withOwnDatabase('creators', async ({ databaseUrl, issuer, start, stops }) => {
    say(`seeding ${creators.toLocaleString('en-US')} creators`);
    const { brandId, subject } = await seed(databaseUrl, creators, say);
    const token = issuer.sign(subject);
    const smtpUrl = `smtp://127.0.0.1:${port + 4}`;
    stops.push(await startSink(port + 4));
    let api = await start({ smtpUrl });
    if (parts.has('paths')) {
      say('at rest');
      rows.push(...restRows(await measureRest(api, databaseUrl)));
    }
    if (parts.has('search')) {
      say('search');
      const search = await measureSearch(api.url, token, brandId);
      rows.push(...searchRows(search));
      details.push(scenarioTable(search), table(['stored', 'size'], await creatorSizes(databaseUrl)));
    }
    if (parts.has('similar')) {
      say('similar creators');
      rows.push(...(await measureSimilar({ api: api.url, token, databaseUrl, brandId, creators })));
    }
    if (parts.has('paths')) {
      say('the work of every day');
      const paths = await measurePaths({ api, token, databaseUrl, port: port + 2, brandId, say });
      rows.push(...pathRows(paths));
      details.push(costTable(paths));
      rows.push(memoryRow('memory of the API after this work', api.memory(), 250));
      rows.push(listGrowthRow(await measureListGrowth({ api, token, databaseUrl }, brandId)));
    }
    if (parts.has('outreach')) {
      say('outreach');
      const options = { api, token, databaseUrl, port: port + 3, brandId };
      rows.push(...outreachRows(await measureOutreach(options)));
    }
    if (parts.has('mails')) {
      say('mails');
      rows.push(mailsRow(await measureMails({ api: api.url, token, databaseUrl, brandId })));
    }
    if (parts.has('campaign')) {
      say('opt-ins');
      const options = { api, token, databaseUrl, port: port + 5, brandId };
      rows.push(againstBareRow('opt-ins page', await measureOptIns(options)));
    }
    if (parts.has('alerts')) rows.push(...(await measureAlerts({ api, databaseUrl, say })));
    if (parts.has('import')) {
      say('import');
      // From a fresh process, to measure only the import's memory.
      await api.stop();
      api = await start({ smtpUrl });
      rows.push(...importRows(await measureImport({ api, token, brandId, rows: 100_000 })));
    }
  });
}

/** Conversations and event streams, with their own database. */
async function measureConversations(): Promise<void> {
  await withOwnDatabase('live', async ({ databaseUrl, issuer, start }) => {
    say('live');
    const api = await start();
    const streams = Number(values.streams);
    rows.push(...liveRows(await measureLive({ api, issuer, databaseUrl, streams, say })));
  });
}

/** A burst of store webhooks, with its own database. */
async function measureWebhooks(): Promise<void> {
  await withOwnDatabase('store', async ({ options }) => {
    say('store');
    const found = await measureStore(options);
    rows.push({
      what: `${found.webhooks.toLocaleString('en-US')} order webhooks in a burst, 250 of them twice, stored`,
      measured: `${found.stored.toFixed(1)} s (in the ledger after ${found.counted.toFixed(1)} s)`,
      target: 'under 10 s, each counted once',
      ok: found.stored < 10 && found.orders === 5000 && found.right,
    });
  });
}

/** The click host, with its own database. */
async function measureAffiliate(): Promise<void> {
  await withOwnDatabase('affiliate', async ({ options }) => {
    const lengths = { awaySeconds: Number(values.away), sustainSeconds: Number(values.sustain) };
    rows.push(...clickRows(await measureClicks({ ...options, ...lengths, say })));
  });
}

/** The screens and books of a large program, with their own database. */
async function measureProgram(): Promise<void> {
  await withOwnDatabase('program', async ({ databaseUrl, issuer, start }) => {
    const sizes = { clicks: Number(values.clicks), orders: Number(values.orders), creators: 2000 };
    const program = await seedAffiliates(databaseUrl, sizes, say);
    const api = await start({ env: STORE_SETTINGS });
    say('counting orders');
    await untilCounted(databaseUrl);
    const sides = { api, databaseUrl, token: issuer.sign(program.subject) };
    say('screens of the program');
    rows.push(...programRows(sizes, await measureScreens(sides, program)));
    say('orders and a rehearsal');
    rows.push(...bookRows(await measureBooks(sides, program, TRIED_RULES)));
  });
}

/** The analytics of a large program, with their own database. */
async function measureOverview(): Promise<void> {
  await withOwnDatabase('analytics', async ({ databaseUrl, issuer, start }) => {
    const sizes = { clicks: Number(values.clicks), orders: Number(values.orders), creators: 2000 };
    const program = await seedAffiliates(databaseUrl, sizes, say);
    await seedCampaigns(databaseUrl, program);
    const api = await start({ env: STORE_SETTINGS });
    say('counting sums');
    say(`counted in ${(await untilSummed(databaseUrl)).toFixed(0)} s`);
    await api.stop();
    const restart = () => start({ env: STORE_SETTINGS });
    const sides = { databaseUrl, token: issuer.sign(program.subject), restart };
    rows.push(...(await measureAnalytics(sides, program, sizes)));
  });
}

/** Social listening, each part with its own database. */
async function measureMonitors(): Promise<void> {
  if (facts.length === 0) facts = processorFacts();
  say('listening');
  await measureListening({
    port,
    mentions: Number(values.mentions),
    creators,
    killSeconds: Number(values.kills),
    parts: new Set(values.listening.split(',')),
    say,
    report: (found) => rows.push(...found),
  });
}

/** Campaigns and conversations in a browser, with their own instance. */
async function measureCampaigns(): Promise<void> {
  say('campaigns');
  rows.push(...campaignRows(await measureCampaignScreens(port + 1000, say)));
}

/** The search screen in a browser, with its own instance. */
async function measureScreen(): Promise<void> {
  say('web');
  rows.push(...webRows(await measureWeb(port + 1000, say)));
}

/** Four pages over a slow connection, the command palette and a long list, with their own instance. */
async function measureSlowNetwork(): Promise<void> {
  say('pages');
  rows.push(...pageRows(await measurePages(port + 1000, say)));
}

/** The pricing page as a first visit. */
async function measureFirstVisit(): Promise<void> {
  say('pricing');
  rows.push(...pricingRows(await measurePricing(port + 3000)));
}

/** The visitor pages, each as a first visit. */
async function measureMarketingPages(): Promise<void> {
  say('marketing');
  rows.push(...marketingRows(await measureMarketing(port + 3000)));
}
