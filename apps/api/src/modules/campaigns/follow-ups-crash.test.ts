import { once } from 'node:events';
import { sendBulkInvite } from '@troupe/contract/campaigns/invite';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withTransaction } from '../../platform/database.ts';
import { startTestProcess, type TestProcess } from '../../testing/test-process.ts';
import { settleMail } from '../outreach/mail/mail.queries.ts';
import { mailTable } from '../outreach/mail/mail.table.ts';
import { followUpTable } from './follow-up/follow-up.table.ts';
import { type FollowUpWorld, startFollowUpWorld, step } from './follow-ups.fixture.ts';
import { FOLLOW_UPS_JOB } from './send-follow-ups.ts';

/** Each start of a process costs seconds; FOLLOW_UP_KILLS=30 is the long run. */
const KILLS = Number(process.env.FOLLOW_UP_KILLS ?? 2);
const CREATORS = KILLS * 8;
const STEPS = 3;

vi.setConfig({ testTimeout: 900_000, hookTimeout: 120_000 });

let w: FollowUpWorld;
const running = new Set<TestProcess>();

beforeAll(async () => {
  // This process only fills the outbox; the ones started below decide and send.
  w = await startFollowUpWorld({ TROUPE_ROLES: 'http' });
  w.t.setNow(null);
});
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await w.stop();
});

async function startJobs(): Promise<TestProcess> {
  const jobs = await startTestProcess(w.t, { TROUPE_ROLES: 'jobs', SMTP_URL: w.t.api.config.SMTP_URL });
  running.add(jobs);
  jobs.child.once('exit', () => running.delete(jobs));
  return jobs;
}

/** Lets the time of all delays pass, and asks for a sweep. */
async function hurry(): Promise<void> {
  await w.db
    .update(followUpTable)
    .set({ nextAt: new Date().toISOString() })
    .where(and(eq(followUpTable.state, 'running'), sql`${followUpTable.nextAt} > now()`));
  await w.t.api.jobs.send(FOLLOW_UPS_JOB, {});
}

/** Message-IDs of the emails in a mailbox. */
async function mailbox(address: string): Promise<string[]> {
  const { mails } = await w.sandbox.call<{ mails: { id: string }[] }>(
    'GET',
    `/api/mail?to=${encodeURIComponent(address)}&limit=500`,
  );
  const whole = await Promise.all(
    mails.map(({ id }) => w.sandbox.call<{ messageId: string }>('GET', `/api/mail/${id}`)),
  );
  return whole.map(({ messageId }) => messageId);
}

/** Settles unconfirmed emails the way a person does who asks the recipient. */
async function settleUncertain(): Promise<void> {
  const rows = await w.db
    .select()
    .from(mailTable)
    .where(and(eq(mailTable.brandId, w.brandId), eq(mailTable.status, 'uncertain')));
  for (const { id, messageId, toAddress } of rows) {
    const as = (await mailbox(toAddress)).includes(messageId) ? 'sent' : 'again';
    await withTransaction(w.t.api.pool, (tx) => settleMail(tx, w.brandId, id, as, new Date()));
  }
}

const left = async () => w.db.$count(followUpTable, eq(followUpTable.state, 'running'));
const sent = async () =>
  w.db.$count(mailTable, and(eq(mailTable.brandId, w.brandId), eq(mailTable.status, 'sent')));

test(`sends every step once when the jobs process is killed ${KILLS} times`, async () => {
  const creators = await Promise.all(
    Array.from({ length: CREATORS }, (_, n) => w.creator({ contactEmail: `crash${n}@inbox.test` })),
  );
  const { id: sequenceId } = await w.sequence(Array.from({ length: STEPS }, () => step(3)));
  await w.person.call(sendBulkInvite, {
    params: w.params,
    body: { campaignId: w.campaignId, socialProfileIds: creators.map(({ id }) => id), sequenceId },
  });
  const total = CREATORS * (STEPS + 1);
  let uncertain = 0;
  // Two processes work at the same time; the last one finishes the rest.
  const working = await Promise.all([startJobs(), startJobs()]);
  for (let n = 0; n < KILLS; n++) {
    const jobs = working.shift() as TestProcess;
    // Killed at any point: while it decides, queues or sends.
    const wanted = Math.min(total - 1, Math.round(((n + 1) * total) / (KILLS + 1)));
    await expect
      .poll(
        async () => {
          await hurry();
          return sent();
        },
        { timeout: 120_000, interval: 50 },
      )
      .toBeGreaterThanOrEqual(wanted)
      .catch((error: Error) => {
        error.message += `\nThe process said:\n${jobs.log().slice(-4000)}`;
        throw error;
      });
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 50));
    const ended = once(jobs.child, 'exit');
    jobs.child.kill('SIGKILL');
    await ended;
    uncertain += await w.db.$count(mailTable, eq(mailTable.status, 'sending'));
    if (n + 1 < KILLS) working.push(await startJobs());
  }
  await expect
    .poll(
      async () => {
        await settleUncertain();
        await hurry();
        return left();
      },
      { timeout: 300_000, interval: 100 },
    )
    .toBe(0);
  const wrong: string[] = [];
  for (const { address } of creators) {
    const ids = await mailbox(address);
    if (ids.length !== STEPS + 1 || new Set(ids).size !== STEPS + 1) wrong.push(`${address}: ${ids.length}`);
  }
  expect(wrong).toEqual([]);
  console.log(
    `${total} emails, ${KILLS} kills, ${uncertain} in flight at a kill: none doubled, none missing`,
  );
});
