import { and, inArray, notInArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endProcess, killableProcesses } from '../../../testing/test-process.ts';
import { type MailWorld, startMailWorld } from './mail.fixture.ts';
import { mailTable } from './mail.table.ts';

/** Each start of a process costs seconds; MAIL_KILLS=10 is the long run. */
const KILLS = Number(process.env.MAIL_KILLS ?? 2);
const BRANDS = 4;
const MAILS_PER_BRAND = Math.max(100, KILLS * 13);

// Starts whole processes, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let world: MailWorld;
const processes = killableProcesses();

beforeAll(async () => {
  // This process only fills the outbox; the ones started below send.
  world = await startMailWorld({ TROUPE_ROLES: 'http' });
});
afterAll(async () => {
  processes.killAll();
  await world.stop();
});

/** Starts a sending process on the test's database and waits until it is ready. */
const startSender = () =>
  processes.start(world.t, { TROUPE_ROLES: 'jobs', SMTP_URL: world.t.api.config.SMTP_URL });

/** Counts emails by status. */
async function states(ids: string[]): Promise<Record<string, number>> {
  const rows = await world.t.api.db
    .select({ status: mailTable.status, count: sql<number>`count(*)` })
    .from(mailTable)
    .where(inArray(mailTable.id, ids))
    .groupBy(mailTable.status);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

const leftOver = async (ids: string[]) => {
  const [row] = await world.t.api.db
    .select({ count: sql<number>`count(*)` })
    .from(mailTable)
    .where(and(inArray(mailTable.id, ids), notInArray(mailTable.status, ['sent', 'uncertain'])));
  return row?.count ?? 0;
};

/** Returns how often the mail server received each Message-ID. */
async function arrivals(search: string): Promise<Map<string, number>> {
  const { mails } = await world.sandbox.call<{ mails: { recipients: string[]; subject: string }[] }>(
    'GET',
    `/api/mail?search=${search}&limit=500`,
  );
  const counted = new Map<string, number>();
  for (const { recipients } of mails)
    for (const to of recipients) counted.set(to, (counted.get(to) ?? 0) + 1);
  return counted;
}

/** Queues a bulk of emails; returns email IDs by address. */
async function bulk(word: string): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (let n = 0; n < BRANDS; n++) {
    const brand = await world.brand({ spacingSeconds: 0.01 });
    const addresses = Array.from({ length: MAILS_PER_BRAND }, (_, m) => `${word}${n}x${m}@bulk.test`);
    const ids = await world.queue(brand, addresses, { subject: `Bulk ${word}` });
    for (const [at, address] of addresses.entries()) all.set(address, ids[at] ?? '');
  }
  return all;
}

test(`never duplicates an email when the server is killed ${KILLS} times, and marks uncertain ones`, async () => {
  const mails = await bulk('crash');
  const ids = [...mails.values()];
  for (let n = 0; n < KILLS; n++) {
    const before = await leftOver(ids);
    const sender = await startSender();
    // Killed at any point, from the first email on.
    await expect
      .poll(() => leftOver(ids), { timeout: 60_000, interval: 20 })
      .toBeLessThan(before)
      .catch((error: Error) => {
        error.message += `\nThe sender said:\n${sender.log().slice(-4000)}`;
        throw error;
      });
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
    await endProcess(sender);
  }
  expect(await leftOver(ids)).toBeGreaterThan(0);
  await startSender();
  await expect.poll(() => leftOver(ids), { timeout: 120_000 }).toBe(0);

  const arrived = await arrivals('crash');
  const uncertain: string[] = [];
  for (const [address, id] of mails) {
    const times = arrived.get(address) ?? 0;
    const { status } = await world.stored(id);
    if (status === 'uncertain') uncertain.push(address);
    else expect(`${address} ${times}`).toBe(`${address} 1`);
    expect(times).toBeLessThanOrEqual(1);
  }
  // At most one email per brand was in progress at each kill.
  expect(uncertain.length).toBeLessThanOrEqual(KILLS * BRANDS);
  console.log(`${mails.size} mails, ${KILLS} kills: ${JSON.stringify(await states(ids))}`);
});

test('two servers sending at once duplicate nothing', async () => {
  const [first, second] = await Promise.all([startSender(), startSender()]);
  const mails = await bulk('twice');
  const ids = [...mails.values()];
  await expect.poll(() => leftOver(ids), { timeout: 120_000 }).toBe(0);
  const arrived = await arrivals('twice');
  expect([...arrived.values()].every((times) => times === 1)).toBe(true);
  expect(arrived.size).toBe(mails.size);
  expect(await states(ids)).toEqual({ sent: mails.size });
  for (const sender of [first, second]) expect(await endProcess(sender, 'SIGTERM')).toEqual([0, null]);
});
