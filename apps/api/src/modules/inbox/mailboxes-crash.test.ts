import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sealText } from '../../platform/access/secret.ts';
import { newId } from '../../platform/id.ts';
import { endProcess, killableProcesses } from '../../testing/test-process.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { type MailWorld, startMailWorld } from '../outreach/mail/mail.fixture.ts';
import { mailboxTable } from '../outreach/mailbox/mailbox.table.ts';
import { conversationTable, messageTable } from './conversation/conversation.table.ts';
import { allowAccess, vendorsOfSandbox } from './mailboxes.fixture.ts';

/** Each start of a process costs seconds; MAILBOX_KILLS=30 is the long run. */
const KILLS = Number(process.env.MAILBOX_KILLS ?? 1);
const EMAILS = Math.max(100, KILLS * 20);

// Starts whole processes, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 900_000 });

let world: MailWorld;
const processes = killableProcesses();

beforeAll(async () => {
  // This process only answers; the ones started below read.
  world = await startMailWorld((sandbox) => ({ TROUPE_ROLES: 'http', ...vendorsOfSandbox(sandbox, 'api') }));
});
afterAll(async () => {
  processes.killAll();
  await world.stop();
});

const startReader = () =>
  processes.start(world.t, {
    TROUPE_ROLES: 'jobs',
    SMTP_URL: world.t.api.config.SMTP_URL,
    ...vendorsOfSandbox(world.sandbox, 'api'),
    MAILBOXES_ANYWHERE: 'true',
    MAILBOX_SYNC_SECONDS: '0.1',
  });

/** Connects a mailbox over IMAP. */
async function connectImap(by: { brandId: string; userId: string }, address: string): Promise<string> {
  const { db, config } = world.t.api;
  const id = newId();
  const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' as const });
  await db.insert(mailboxTable).values({
    ...by,
    id,
    address,
    provider: 'imap',
    imap: server(world.sandbox.imapPort),
    smtp: server(world.sandbox.smtpPort),
    username: address,
    password: sealText(config.SECRET_KEY, 'p'),
    dailyCap: 10,
    spacingSeconds: 1,
  });
  return id;
}

test.each(['imap', 'google', 'microsoft'] as const)(
  `adds every email of a mailbox (%s) exactly once when the server is killed while reading (${KILLS}x)`,
  async (host) => {
    const { db } = world.t.api;
    const address = `hello@${host}.test`;
    const ana = `ana@${host}.test`;
    const brandId = await world.t.brand();
    const person = await world.t.person({ brandId });
    const creatorId = newId();
    await db.insert(creatorTable).values({
      id: creatorId,
      brandId,
      platform: 'tiktok',
      username: 'ana',
      contactEmail: ana,
      profileUrl: 'https://www.tiktok.com/@ana',
    });
    await world.sandbox.call('POST', '/api/mailboxes/accounts', { address, host, password: 'p' });
    // Two days old, so they count as earlier emails, not as recent ones.
    const put = (text: string, copies: number, date = new Date()) =>
      world.sandbox.call('POST', `/api/mailboxes/accounts/${address}/messages`, {
        from: ana,
        to: address,
        subject: 'Hello',
        text,
        copies,
        date: date.toISOString(),
      });
    await put('Earlier', EMAILS, new Date(Date.now() - 2 * 86_400_000));
    const id =
      host === 'imap'
        ? await connectImap({ brandId, userId: person.userId }, address)
        : (await allowAccess(person, brandId, host, address)).mailbox.id;
    const ofBrand = db
      .select({ id: conversationTable.id })
      .from(conversationTable)
      .where(eq(conversationTable.brandId, brandId));
    const ofEmail = and(eq(messageTable.byEmail, true), inArray(messageTable.conversationId, ofBrand));
    const added = () => db.$count(messageTable, ofEmail);
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
    const rows = await db.select({ number: messageTable.number }).from(messageTable).where(ofEmail);
    // Numbers have no gaps, whatever was interrupted.
    expect(rows.map(({ number }) => number ?? 0).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: total + 1 }, (_, index) => index + 1),
    );
    console.log(`${host}: ${total + 1} emails, ${KILLS} kills: none doubled, none missing`);
  },
);
