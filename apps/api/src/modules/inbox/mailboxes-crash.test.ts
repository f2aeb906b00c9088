import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sealText } from '../../platform/access/secret.ts';
import { newId } from '../../platform/id.ts';
import { endProcess, killableProcesses } from '../../testing/test-process.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { type MailWorld, startMailWorld } from '../outreach/mail/mail.fixture.ts';
import { mailboxTable } from '../outreach/mailbox/mailbox.table.ts';
import { messageTable } from './conversation/conversation.table.ts';

/** Each start of a process costs seconds; MAILBOX_KILLS=30 is the long run. */
const KILLS = Number(process.env.MAILBOX_KILLS ?? 1);
const EMAILS = Math.max(100, KILLS * 20);
const ADDRESS = 'hello@crash.test';

// Starts whole processes, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 900_000 });

let world: MailWorld;
const processes = killableProcesses();

beforeAll(async () => {
  // This process only answers; the ones started below read.
  world = await startMailWorld({ TROUPE_ROLES: 'http' });
});
afterAll(async () => {
  processes.killAll();
  await world.stop();
});

const startReader = () =>
  processes.start(world.t, {
    TROUPE_ROLES: 'jobs',
    SMTP_URL: world.t.api.config.SMTP_URL,
    MAILBOXES_ANYWHERE: 'true',
    MAILBOX_SYNC_SECONDS: '0.1',
  });

test(`adds every email exactly once when the server is killed while reading (${KILLS}x)`, async () => {
  const { db, config } = world.t.api;
  const brandId = await world.t.brand();
  const { userId } = await world.t.person({ brandId });
  const [creatorId, id] = [newId(), newId()];
  await db.insert(creatorTable).values({
    id: creatorId,
    brandId,
    platform: 'tiktok',
    username: 'ana',
    contactEmail: 'ana@crash.test',
    profileUrl: 'https://www.tiktok.com/@ana',
  });
  await world.sandbox.call('POST', '/api/mailboxes/accounts', {
    address: ADDRESS,
    host: 'imap',
    password: 'p',
  });
  const put = (text: string, copies: number) =>
    world.sandbox.call('POST', `/api/mailboxes/accounts/${ADDRESS}/messages`, {
      from: 'ana@crash.test',
      subject: 'Hello',
      text,
      copies,
    });
  await put('Earlier', EMAILS);
  const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' as const });
  await db.insert(mailboxTable).values({
    id,
    brandId,
    userId,
    address: ADDRESS,
    provider: 'imap',
    imap: server(world.sandbox.imapPort),
    smtp: server(world.sandbox.smtpPort),
    username: ADDRESS,
    password: sealText(config.SECRET_KEY, 'p'),
    dailyCap: 10,
    spacingSeconds: 1,
  });
  const added = () => db.$count(messageTable, eq(messageTable.byEmail, true));
  let total = EMAILS;
  for (let n = 0; n < KILLS; n++) {
    const before = await added();
    const reader = await startReader();
    await expect.poll(added, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before);
    await endProcess(reader);
    // A lease expires on its own after 45 seconds.
    await db
      .update(mailboxTable)
      .set({ leaseUntil: '2000-01-01T00:00:00.000Z' })
      .where(eq(mailboxTable.id, id));
    await put(`New ${n}`, 20);
    total += 20;
  }
  const last = await startReader();
  await expect.poll(added, { timeout: 400_000 }).toBe(total);
  await put('The end', 1);
  await expect.poll(added, { timeout: 60_000 }).toBe(total + 1);
  await endProcess(last);
  const rows = await db
    .select({ number: messageTable.number })
    .from(messageTable)
    .where(eq(messageTable.byEmail, true));
  // Numbers have no gaps, whatever was interrupted.
  expect(rows.map(({ number }) => number ?? 0).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: total + 1 }, (_, index) => index + 1),
  );
  console.log(`${total + 1} emails, ${KILLS} kills: none doubled, none missing`);
});
