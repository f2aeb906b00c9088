import { once } from 'node:events';
import { createReport } from '@troupe/contract/analytics/report';
import { putReportSchedule } from '@troupe/contract/analytics/report-schedule';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestProcess, type TestProcess } from '../../testing/test-process.ts';
import { type MailWorld, startMailWorld } from '../outreach/mail/mail.fixture.ts';

/** Each start of a process costs seconds; REPORT_KILLS=10 is the long run. */
const KILLS = Number(process.env.REPORT_KILLS ?? 2);
const REPORTS_A_KILL = 4;
const REPORTS = KILLS * REPORTS_A_KILL;

// Starts whole processes, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let world: MailWorld;
const running = new Set<TestProcess>();

beforeAll(async () => {
  // This process only asks for the job; the ones started below do it.
  world = await startMailWorld({ TROUPE_ROLES: 'http', SENTIMENT_DIR: '/nowhere' });
});
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await world?.stop();
});

/** Starts a process that runs and sends reports, on the test's database. */
async function startWorker(): Promise<TestProcess> {
  const worker = await startTestProcess(world.t, {
    TROUPE_ROLES: 'jobs',
    SMTP_URL: world.t.api.config.SMTP_URL,
    SENTIMENT_DIR: '/nowhere',
  });
  running.add(worker);
  worker.child.once('exit', () => running.delete(worker));
  return worker;
}

async function kill({ child }: TestProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

const numberOf = async (text: string, values: unknown[] = []): Promise<number> =>
  (await world.t.api.pool.query<{ n: number }>(text, values)).rows[0]?.n ?? 0;

test('reports of two processes that are killed while they run and send are sent once each', async () => {
  const { pool, jobs } = world.t.api;
  const brandId = await world.t.brand('Fernwell');
  const owner = await world.t.person({ brandId, brandRole: 'owner' });
  const reportIds: string[] = [];
  for (let n = 0; n < REPORTS; n += 1) {
    const { report } = await owner.call(createReport, {
      params: { brandId },
      body: {
        name: `Report ${n}`,
        subtitle: '',
        widgets: [{ id: 'a', kind: 'figures', title: '', formulas: ['net-revenue', 'orders'] }],
        filters: { campaignId: null, creatorId: null, platform: null },
        window: { kind: 'rolling', unit: 'week', count: 1 },
        zone: 'UTC',
        currency: 'EUR',
        compare: 'none',
      },
    });
    reportIds.push(report.id);
    await owner.call(putReportSchedule, {
      params: { brandId, reportId: report.id },
      body: {
        version: 0,
        frequency: 'monthly',
        weekday: 1,
        monthDay: 1,
        hour: 9,
        minute: 0,
        zone: 'UTC',
        recipients: [`crash${n}a@reports.test`, `crash${n}b@reports.test`],
        formats: ['pdf'],
        skipIfSame: false,
        skipIfEmpty: false,
        paused: false,
      },
    });
  }
  const left = () =>
    numberOf('select count(*)::int as n from report_schedule where brand_id = $1 and next_at <= now()', [
      brandId,
    ]);
  const runs = () =>
    numberOf('select count(*)::int as n from report_run where brand_id = $1 and slot is not null', [brandId]);
  // Two work at the same time; the last one finishes the rest.
  const workers = await Promise.all([startWorker(), startWorker()]);
  for (let n = 0; n < KILLS; n += 1) {
    const before = await runs();
    await pool.query(
      "update report_schedule set next_at = now() - interval '1 minute' where report_id = any($1::uuid[])",
      [reportIds.slice(n * REPORTS_A_KILL, (n + 1) * REPORTS_A_KILL)],
    );
    await jobs.send('run-reports', {});
    // Killed at any point, from the next report on.
    await expect.poll(runs, { timeout: 60_000, interval: 2 }).toBeGreaterThan(before);
    await kill(workers.shift() as TestProcess);
    if (n + 1 < KILLS) workers.push(await startWorker());
  }
  await expect
    .poll(
      async () => {
        const due = await left();
        if (due > 0) await jobs.send('run-reports', {});
        return due;
      },
      { timeout: 120_000, interval: 500 },
    )
    .toBe(0);
  expect(await runs()).toBe(REPORTS);
  const waiting = () =>
    numberOf(
      "select count(*)::int as n from mail where brand_id = $1 and status not in ('sent', 'uncertain')",
      [brandId],
    );
  await expect.poll(waiting, { timeout: 120_000 }).toBe(0);
  const { rows } = await pool.query<{ address: string; status: string }>(
    'select to_address as address, status from mail where brand_id = $1',
    [brandId],
  );
  expect(new Set(rows.map(({ address }) => address)).size).toBe(2 * REPORTS);
  expect(rows).toHaveLength(2 * REPORTS);
  const { mails } = await world.sandbox.call<{ mails: { recipients: string[] }[] }>(
    'GET',
    '/api/mail?search=reports.test&limit=500',
  );
  const arrived = mails.flatMap(({ recipients }) => recipients);
  for (const { address, status } of rows) {
    const times = arrived.filter((one) => one === address).length;
    // Delivery of an email in transfer at a kill is unknown; it isn't sent again.
    if (status === 'sent') expect(`${address} ${times}`).toBe(`${address} 1`);
    else expect(times).toBeLessThanOrEqual(1);
  }
  expect(rows.filter(({ status }) => status !== 'sent').length).toBeLessThanOrEqual(KILLS);
});
