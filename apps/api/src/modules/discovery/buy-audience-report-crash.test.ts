import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@troupe/contract/client';
import { buyAudienceData } from '@troupe/contract/discovery/audience-report';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestProcess, type TestProcess } from '../../testing/test-process.ts';
import { type ReportWorld, startReportWorld } from './buy-audience-report.fixture.ts';

/** Milliseconds after which servers are killed. Each start costs seconds; PURCHASE_KILLS=5 is the long run. */
const MOMENTS = [90, 260, 20, 160, 400].slice(0, Number(process.env.PURCHASE_KILLS ?? 2));

type Buyer = Awaited<ReturnType<ReportWorld['buyer']>>;

let world: ReportWorld;
const running = new Set<TestProcess>();

beforeAll(async () => {
  // The processes below are killed during a purchase; this one settles what they leave.
  world = await startReportWorld({ AUDIENCE_SETTLE_AFTER_S: '1' });
});
afterEach(() => {
  for (const { child } of running) child.kill('SIGKILL');
});
afterAll(() => world.stop());

/**
 * Starts a server that serves calls without running jobs, with the test's database and provider.
 */
async function startServer(): Promise<{ clientOf(buyer: Buyer): Client; kill(): Promise<void> }> {
  const { AUDIENCE_URL, AUDIENCE_KEY } = world.t.api.config;
  const server = await startTestProcess(world.t, {
    AUDIENCE_URL,
    AUDIENCE_KEY,
    AUDIENCE_SETTLE_AFTER_S: '1',
    TROUPE_ROLES: 'http',
    LOG_LEVEL: 'silent',
  });
  running.add(server);
  return {
    clientOf: ({ person }) => createClient({ baseUrl: server.url, token: () => person.token }),
    async kill() {
      const ended = once(server.child, 'exit');
      server.child.kill('SIGKILL');
      await ended;
      running.delete(server);
    },
  };
}

const buyOver = (client: Client, { brandId }: Buyer, socialProfileId: string) =>
  client.call(buyAudienceData, { params: { brandId }, body: { socialProfileId } });

async function open(): Promise<number> {
  const { rows } = await world.t.api.pool.query(
    `select count(*) as n from audience_purchase where state = 'open'`,
  );
  return rows[0].n;
}

test('a server killed after the provider created the report loses neither report nor credit, before it returns the credit', async () => {
  const [made, never] = [await world.buyer(), await world.buyer()];
  const [report, none] = [await world.creator('made.then.killed'), await world.creator('never.made')];
  const { tokens } = await world.vendor();
  await world.fault('made.then.killed', 'lost');
  await world.fault('never.made', 'hang');
  const server = await startServer();
  const buying = [
    buyOver(server.clientOf(made), made, report).catch(() => 'killed'),
    buyOver(server.clientOf(never), never, none).catch(() => 'killed'),
  ];
  const isMade = async () =>
    (await world.vendor()).reports.some(({ handle }) => handle === 'made.then.killed');
  const isAsked = async () => (await world.vendor()).calls.some(({ account }) => account === 'never.made');
  await expect.poll(isMade, { timeout: 60_000 }).toBe(true);
  await expect.poll(isAsked, { timeout: 60_000 }).toBe(true);
  expect(await world.credits(made)).toMatchObject({ balance: 9, reserved: 1 });
  expect(await world.credits(never)).toMatchObject({ balance: 9, reserved: 1 });
  await server.kill();
  expect(await Promise.all(buying)).toEqual(['killed', 'killed']);

  await expect.poll(async () => (await world.held(made, report)).id, { timeout: 60_000 }).not.toBeNull();
  await expect.poll(open, { timeout: 60_000 }).toBe(0);
  expect(await world.credits(made)).toMatchObject({ balance: 9, reserved: 0 });
  expect(await world.credits(never)).toMatchObject({ balance: 10, reserved: 0 });
  expect((await world.held(never, none)).report).toBeNull();
  expect((await world.vendor()).tokens).toBeCloseTo(tokens - 1);
  await world.clearFaults();
  expect(await world.buy(made, report)).toMatchObject({ found: true, charged: 0 });
  expect(await world.buy(never, none)).toMatchObject({ charged: 1 });
});

test('a server killed at any point of several purchases delivers each report and charges each credit once', async () => {
  const buyer = await world.buyer('starter');
  const { tokens } = await world.vendor();
  let round = 0;
  for (const moment of MOMENTS) {
    const server = await startServer();
    round += 1;
    const creators = await Promise.all([1, 2, 3].map((at) => world.creator(`killed.${round}.${at}`)));
    const buying = creators.map((creator) =>
      buyOver(server.clientOf(buyer), buyer, creator).catch(() => null),
    );
    await sleep(moment);
    await server.kill();
    await Promise.all(buying);
  }
  await expect.poll(open, { timeout: 60_000 }).toBe(0);
  const { rows } = await world.t.api.pool.query(
    'select count(*)::int as reports, count(distinct creator_id)::int as creators from audience_report where brand_id = $1',
    [buyer.brandId],
  );
  const { reports, creators } = rows[0];
  expect(reports).toBe(creators);
  expect(await world.credits(buyer)).toMatchObject({ balance: 25 - reports, reserved: 0 });
  expect((await world.vendor()).tokens).toBeCloseTo(tokens - reports);
});

test('keeps the credit reserved while the provider is unavailable, and settles it afterwards', async () => {
  const buyer = await world.buyer();
  const creator = await world.creator('all.down');
  await world.fault('all.down', 'lost', { times: 1 });
  const buying = world.buy(buyer, creator).catch((error: unknown) => error);
  await expect
    .poll(async () => (await world.vendor()).reports.some(({ handle }) => handle === 'all.down'))
    .toBe(true);
  await world.fault('*', 'down');
  expect(await buying).toMatchObject({ code: 'retry_later' });
  expect(await world.credits(buyer)).toMatchObject({ balance: 9, reserved: 1 });
  await world.clearFaults();
  await expect.poll(async () => (await world.held(buyer, creator)).id, { timeout: 90_000 }).not.toBeNull();
  expect(await world.credits(buyer)).toMatchObject({ balance: 9, reserved: 0 });
});
