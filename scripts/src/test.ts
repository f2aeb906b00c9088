import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from './browser.ts';
import { buildApi } from './build/build-api.ts';
import { runChecks } from './check.ts';
import { Failure, reasonOf, run } from './failure.ts';
import { root } from './folders.ts';
import { startInstance } from './instance.ts';
import { withClient, withDatabase } from './postgres/databases.ts';
import {
  clearTestFolders,
  findOldest,
  freePortBase,
  startTestServer,
  testFolder,
} from './postgres/test-server.ts';
import { addressesOf, portsOf } from './processes/ports.ts';
import { listFailures, readPlaywright, readVitest, sum, type Tally } from './testing/test-results.ts';
import { runTool } from './tools.ts';

/**
 * Files run on the oldest server: those that rest on functions, triggers, search, locks and queues. Statements of all
 * other files are prepared there by `oldest-server.test.ts`.
 */
const aboutData = [
  'app/oldest-server platform/migrate platform/jobs platform/events incoming/inbox auth/src/migrate',
  'creator/creator-search creator-search-statements creator-search-words brand-share',
  'creator-list/creator-list-counts credit/credit store-lease affiliate/clicks attribute-orders',
].flatMap((line) => line.split(' '));

/** Reports, logs and pictures of failures. Runs at the same time in one checkout need different folders. */
const results = path.resolve(process.env.TEST_RESULTS ?? path.join(root, 'test-results'));
/** Folder for the statements sent by unit and API tests. */
const statements = path.join(results, 'statements');
/** Result of a part that didn't run. */
const NOTHING: Tally = { passed: 0, failures: [] };
/** The system that journeys run on. */
type System = { portBase: number; dataDir: string; stop: () => Promise<void> };
let system: Promise<System> | undefined;
const asked = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => asked.abort());
process.once('disconnect', () => asked.abort());
process.channel?.unref();

/**
 * `npm test`: runs checks, unit and API tests, those with a database also on PostgreSQL 15 if
 * installed, and browser journeys. Repeats failures at the end; the last line is `N passed, N
 * failed`. `--checks`, `--unit`, `--oldest` and `--e2e` run only those parts; words run only test
 * files whose path contains one.
 */
await run(async () => {
  const { parts, filters } = readOptions(process.argv.slice(2));
  const works: Record<string, () => Promise<Tally>> = {
    checks: checkAll,
    unit: () => runUnit(filters),
    oldest: () => runOnOldest(filters),
    system: () => startSystem(),
    e2e: () => runJourneys(filters),
  };
  mkdirSync(results, { recursive: true });
  // Tests start the API dozens of times, so Node's compile cache pays off.
  process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules', '.cache', 'node');
  const tallies: Tally[] = [];
  await clearTestFolders();
  try {
    for (const group of groupsOf(parts)) {
      if (asked.signal.aborted) break;
      console.log(`\n${group.join(' and ')}`);
      tallies.push(...(await Promise.all(group.map((part) => attempt(works[part])))));
    }
  } finally {
    // One that could not start has stopped itself.
    await (await system?.catch(() => undefined))?.stop();
    await clearTestFolders();
  }
  const { passed, failures } = sum(tallies);
  if (failures.length > 0) console.log(`\n${listFailures(failures)}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  return failures.length > 0 || asked.signal.aborted ? 1 : 0;
});

function readOptions(args: string[]): { parts: string[]; filters: string[] } {
  try {
    const flag = { type: 'boolean' } as const;
    const options = { checks: flag, unit: flag, oldest: flag, e2e: flag };
    const { values, positionals: filters } = parseArgs({ args, options, allowPositionals: true });
    const chosen = Object.keys(values);
    if (chosen.length > 0) return { parts: chosen, filters };
    if (filters.length === 0) return { parts: ['checks', 'unit', 'oldest', 'e2e'], filters };
    // A word for one kind of test shouldn't start what the other kind needs.
    const journeys = readdirSync(path.join(root, 'e2e')).map((file) => `e2e/${file}`);
    const meant = filters.some((word) =>
      journeys.some((file) => file.endsWith('.spec.ts') && file.includes(word)),
    );
    return { parts: meant ? ['unit', 'e2e'] : ['unit'], filters };
  } catch (error) {
    throw new Failure(
      `${(error as Error).message} Options: --checks, --unit, --oldest, --e2e, and words from file names.`,
    );
  }
}

/**
 * Parts that run together, because alone each leaves processors idle at its start and end. The oldest server's tests
 * need the statements that unit tests recorded.
 */
function groupsOf(parts: string[]): string[][] {
  return [
    ['checks', 'unit', 'system'],
    ['oldest', 'e2e'],
  ]
    .map((group) => group.filter((part) => parts.includes(part === 'system' ? 'e2e' : part)))
    .filter((group) => group.length > 0);
}

/** A part that can't start counts as one failure, and the rest runs. */
async function attempt(work: (() => Promise<Tally>) | undefined): Promise<Tally> {
  try {
    return (await work?.()) ?? NOTHING;
  } catch (error) {
    const reason = reasonOf(error);
    console.error(reason);
    return { passed: 0, failures: [{ file: 'npm test', title: 'could not begin', reason }] };
  }
}

async function checkAll(): Promise<Tally> {
  const checks = await runChecks(asked.signal);
  const failed = checks.filter(({ ok }) => !ok);
  const failures = failed.map(({ name }) => ({ file: 'check', title: name, reason: '' }));
  return { passed: checks.length - failed.length, failures };
}

async function runUnit(filters: string[]): Promise<Tally> {
  rmSync(statements, { recursive: true, force: true });
  // A few files start fewer processes than the bundle costs.
  if (filters.length === 0) process.env.TEST_API_BUNDLE = await buildApi();
  const options = { words: filters, env: { TEST_STATEMENTS: statements } };
  const given = process.env.TEST_DATABASE_URL;
  if (given) return runVitest('unit', given, options);
  const server = await startTestServer('unit-database');
  try {
    return await runVitest('unit', server.socketUrlOf('postgres'), options);
  } finally {
    await server.stop();
  }
}

/** Everything with a database must also work on the oldest server supported by DATABASE_URL. */
async function runOnOldest(filters: string[]): Promise<Tally> {
  const programs = findOldest();
  if (!programs) {
    console.log('PostgreSQL 15 is not installed here, so nothing runs on it.');
    return NOTHING;
  }
  const server = await startTestServer('oldest-database', programs);
  try {
    const words = filters.length > 0 ? filters : aboutData.map((name) => `${name}.test.ts`);
    const recorded = filters.length === 0 && existsSync(statements);
    const env = {
      ...(recorded && { OLDEST_READS_STATEMENTS: statements }),
    };
    return await runVitest('oldest', server.socketUrlOf('postgres'), { words, env });
  } finally {
    await server.stop();
  }
}

async function runVitest(
  name: string,
  databaseUrl: string,
  { words, env }: { words: string[]; env: Record<string, string> },
): Promise<Tally> {
  const report = path.join(results, `${name}.json`);
  rmSync(report, { force: true });
  const options = [
    'run',
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { ok } = await runTool('vitest', [...options, ...words], {
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl, ...env },
    signal: asked.signal,
  });
  return readVitest(report, ok);
}

/** Begins to start the system. If that fails, the journeys report it. */
async function startSystem(): Promise<Tally> {
  system = openSystem();
  await system.catch(() => {});
  return NOTHING;
}

/** Starts a whole system with demo data on free ports and in a fresh folder. */
async function openSystem(): Promise<System> {
  const portBase = await freePortBase((base) => Object.values(portsOf(base)));
  const dataDir = path.join(testFolder, 'e2e');
  const own = await ownDatabase();
  const settings = {
    // Journeys expect unchanged demo data, so the refresh schedule is off.
    REFRESH_PER_RUN: '0',
    // They don't test load: on a busy machine pages should be late rather than rejected.
    DATABASE_WAIT_MS: '30000',
    EVENT_LOOP_DELAY_MS: '0',
    ASSISTANT_URL: `${addressesOf(portBase).sandboxUrl}/openai/v1/`,
    ASSISTANT_KEY: 'sandbox-model-key',
  };
  const wanted = { portBase, dataDir, empty: false, say: console.log, databaseUrl: own.url, settings };
  const instance = await startInstance(wanted, asked.signal).catch(async (error) => {
    await own.drop();
    throw error;
  });
  const stop = async () => {
    await instance.stop();
    await own.drop();
    const logs = path.join(dataDir, 'logs');
    if (existsSync(logs)) cpSync(logs, path.join(results, 'logs'), { recursive: true });
  };
  return { portBase, dataDir, stop };
}

async function runJourneys(filters: string[]): Promise<Tally> {
  const report = path.join(results, 'e2e.json');
  rmSync(report, { force: true });
  const browser = await findBrowser();
  if (!system) throw new Failure('The system was not started.');
  const { portBase, dataDir } = await system;
  const addresses = addressesOf(portBase);
  const words = [
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--pass-with-no-tests',
    '--reporter=list,json',
  ];
  const { ok } = await runTool('playwright', [...words, ...filters], {
    env: {
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      CHROMIUM_PATH: browser,
      E2E_OUTPUT_DIR: path.join(results, 'e2e'),
      E2E_PORT_BASE: String(portBase),
      E2E_DATA_DIR: dataDir,
      E2E_WEB_URL: addresses.webUrl,
      E2E_PORTAL_URL: addresses.portalUrl,
      E2E_API_URL: addresses.apiUrl,
      E2E_AUTH_URL: addresses.authUrl,
      E2E_SANDBOX_URL: addresses.sandboxUrl,
    },
    signal: asked.signal,
  });
  return readPlaywright(report, ok);
}

/** Journeys use a test server too: starting the embedded one has its own tests. */
async function ownDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL ? undefined : await startTestServer('e2e-database');
  const given = server?.socketUrlOf('postgres') ?? process.env.TEST_DATABASE_URL ?? '';
  const name = `troupe_e2e_${process.pid}`;
  return {
    url: withDatabase(given, () => name),
    drop: async () => {
      if (server) return await server.stop();
      await withClient(given, async (client) => {
        for (const each of [name, `${name}_auth`])
          await client.query(`drop database if exists ${each} with (force)`);
      });
    },
  };
}
