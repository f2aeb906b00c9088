import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProcess, type TestProcess } from '../../testing/test-process.ts';
import { payoutTable } from './payout/payout.table.ts';
import { startPayoutWorld, stripeSettings } from './payouts.fixture.ts';

let p: Awaited<ReturnType<typeof startPayoutWorld>>;
const running: TestProcess[] = [];
beforeAll(async () => {
  p = await startPayoutWorld({ roles: 'http' });
});
afterAll(async () => {
  for (const { child } of running) await kill(child);
  await p?.stop();
});

async function kill(child: TestProcess['child']): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function startWorker(): Promise<TestProcess> {
  const worker = await startTestProcess(p.w.t, {
    TROUPE_ROLES: 'http,jobs',
    ...stripeSettings(p.sandbox.origin),
  });
  running.push(worker);
  return worker;
}

test('a payment whose process is killed after the money moved is found and not sent again', async () => {
  const worker = await startWorker();
  const creator = await p.payee();
  const payment = await p.approved(creator);
  // Neither the answer nor the event arrives.
  await p.fault('transfers.create', 'lost', {});
  await p.fault('webhook', 'unsent', {});
  await p.pay(await payment.find());
  await expect.poll(async () => (await p.transfers(creator)).length, { timeout: 30_000 }).toBe(1);
  await kill(worker.child);
  expect(await payment.find()).toMatchObject({ state: 'approved', sending: true });
  await p.noFaults();
  // As a day later: Stripe forgets its keys, and the next attempt is due.
  await p.stripe('DELETE', '/keys');
  await p.w.db.update(payoutTable).set({ dueAt: new Date().toISOString() });
  await startWorker();
  await expect
    .poll(async () => (await payment.find()).state, { timeout: 80_000, interval: 200 })
    .toBe('paid');
  expect(await p.transfers(creator)).toHaveLength(1);
});
