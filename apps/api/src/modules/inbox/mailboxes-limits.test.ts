import type { MailboxVendor } from '@troupe/domain/outreach/mailbox';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { mailPaceTable, suppressionTable } from '../outreach/mail/mail.table.ts';
import { mailboxTable } from '../outreach/mailbox/mailbox.table.ts';
import {
  ago,
  allowAccess,
  brandId,
  count,
  creator,
  fault,
  known,
  list,
  mailFault,
  mails,
  member,
  noFault,
  own,
  put,
  readAgain,
  readAt,
  said,
  sendFrom,
  setOwn,
  thread,
  untilRead,
  useMailboxes,
  world,
  write,
} from './mailboxes.fixture.ts';

useMailboxes('api');
afterEach(() => vi.restoreAllMocks());

const addAt = async (vendor: MailboxVendor) => {
  setOwn(`limits${count}@${vendor}.test`);
  await world.sandbox.call('POST', '/api/mailboxes/accounts', { address: own, host: vendor });
};
const connect = async (vendor: MailboxVendor) => {
  const { mailbox } = await allowAccess(member, brandId, vendor, own);
  await untilRead();
  return mailbox.id;
};
const statuses = async () => (await mails()).map(({ status }) => status).toSorted();
const pace = async () =>
  (await world.t.api.db.select().from(mailPaceTable).where(eq(mailPaceTable.brandId, brandId)))[0];

describe.each(['google', 'microsoft'] as const)('with the API of %s', (vendor) => {
  test('only the address that the vendor rejects in a search stays without earlier emails', async () => {
    await addAt(vendor);
    const bad = `bad${count}@else.test`;
    const rejected = await known(bad);
    await put({ text: 'From Ana', date: ago(10) });
    await put({ text: 'From the other', from: bad, date: ago(10) });
    await fault('bad_search');
    await connect(vendor);
    expect(await said()).toEqual(['IN From Ana']);
    expect(await said(rejected)).toEqual([]);
    await noFault();
    // New emails don't need a search.
    await put({ text: 'Now', from: bad });
    await expect.poll(() => said(rejected)).toEqual(['IN Now']);
  });

  test('a search that takes longer than a turn continues in the next ones without searching again', async () => {
    await addAt(vendor);
    for (let n = 0; n < 4; n++) await put({ text: `Earlier ${n}`, date: ago(100 - n) });
    const now = performance.now.bind(performance);
    let late = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + late);
    const searches = vi.fn();
    const fetched = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const url = decodeURIComponent(String(input));
      const isSearch = url.includes(creator) && !url.includes('/api/');
      if (isSearch) searches(url);
      // Searching and reading an email each take longer than a turn.
      if (isSearch || /format=raw|\$value/.test(url)) late += 30_000;
      return fetched(input, init);
    });
    await connect(vendor);
    expect(await said()).toEqual([0, 1, 2, 3].map((n) => `IN Earlier ${n}`));
    expect((await list())[0]?.imported).toBe(4);
    // One per folder.
    expect(searches).toHaveBeenCalledTimes(vendor === 'google' ? 1 : 2);
  });

  test('an email whose text the vendor never returns is added without it, and others after it are read', async () => {
    await addAt(vendor);
    await connect(vendor);
    await fault('bad_source');
    await put({ subject: 'Broken', text: 'Never seen' });
    // Failed turns are a minute apart.
    await expect
      .poll(async () => {
        await readAt(new Date().toISOString());
        return (await said()).length;
      })
      .toBe(1);
    const [message] = await thread();
    expect(message).toMatchObject({ text: '', email: { subject: 'Broken' } });
    expect(message?.email?.doubt).toBe("We couldn't load the text of this email. Open it in your mailbox.");
    await noFault();
    await put({ text: 'Readable' });
    await expect.poll(() => said()).toEqual(['IN ', 'IN Readable']);
  });

  test('an account that may not send is not held against the recipient', async () => {
    await addAt(vendor);
    await sendFrom(await connect(vendor));
    await fault('send_as', { target: `${own}/send` });
    await write('May I?');
    await expect.poll(statuses).toEqual(['deferred']);
    expect((await list())[0]).toMatchObject({ status: 'connected', week: { bounced: 0 } });
    const suppressed = eq(suppressionTable.brandId, brandId);
    expect(await world.t.api.db.$count(suppressionTable, suppressed)).toBe(0);
    await noFault(`${own}/send`);
  });

  test('a limit without Retry-After pauses reading for a minute and defers an email', async () => {
    await addAt(vendor);
    await sendFrom(await connect(vendor));
    await fault('quota');
    await put({ text: 'In the crowd' });
    const pauseMs = async () => {
      const { db } = world.t.api;
      const [mailbox] = await db.select().from(mailboxTable).where(eq(mailboxTable.brandId, brandId));
      return Date.parse(mailbox?.nextSyncAt ?? '') - Date.now();
    };
    await expect.poll(pauseMs).toBeGreaterThan(50_000);
    await noFault();
    await fault('quota', { target: `${own}/send`, times: 1 });
    await write('Later then');
    await expect.poll(statuses).toEqual(['deferred']);
    expect((await list())[0]?.status).toBe('connected');
    await readAt(new Date().toISOString());
    await expect.poll(() => said()).toContain('IN In the crowd');
  });

  test("Retry-After delays an email and the brand's others, and does not count toward the daily limit", async () => {
    await addAt(vendor);
    await sendFrom(await connect(vendor));
    await fault('rate_limit', { target: `${own}/send`, times: 1, seconds: 1800 });
    const before = Date.now();
    await write('Throttled');
    await expect.poll(statuses).toEqual(['deferred']);
    const { nextAt = '', sent } = (await pace()) ?? {};
    const [mail] = await mails();
    for (const time of [nextAt, mail?.dueAt ?? '']) {
      expect(Date.parse(time) - before).toBeGreaterThan(1_799_000);
      expect(Date.parse(time) - before).toBeLessThan(1_900_000);
    }
    expect(sent).toBe(0);
    await write('Also waits');
    await readAgain();
    expect(await statuses()).toEqual(['deferred', 'queued']);
    try {
      await expect
        .poll(async () => {
          world.t.setNow(new Date(Date.now() + 1_900_000));
          await world.wake();
          return statuses();
        })
        .toEqual(['sent', 'sent']);
    } finally {
      world.t.setNow(null);
    }
  });
});

test('a raised daily limit sends what was waiting, and a deferred email does not use it up', async () => {
  await addAt('google');
  const mailboxId = await connect('google');
  await sendFrom(mailboxId, { dailyCap: 1 });
  await mailFault('defer', { times: 1 });
  await write('Deferred');
  await expect.poll(statuses).toEqual(['deferred']);
  expect((await pace())?.sent).toBe(0);
  await write('First');
  await expect.poll(statuses).toEqual(['deferred', 'sent']);
  await write('Second');
  await readAgain();
  expect(await statuses()).toEqual(['deferred', 'queued', 'sent']);
  await sendFrom(mailboxId, { dailyCap: 10 });
  await expect.poll(statuses).toEqual(['deferred', 'sent', 'sent']);
});
