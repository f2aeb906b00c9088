import { sendInvite } from '@troupe/contract/campaigns/invite';
import { getDomainHealth, sendTestMail } from '@troupe/contract/outreach/email-domain';
import * as calls from '@troupe/contract/outreach/mailbox';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { startApi } from '../../app/app.ts';
import { mailTable } from '../outreach/mail/mail.table.ts';
import { mailboxTable } from '../outreach/mailbox/mailbox.table.ts';
import { createTestCampaign } from './conversation/conversation.fixture.ts';
import { mailboxEmailTable } from './conversation/conversation.table.ts';
import {
  account,
  ago,
  allowAccess,
  brandId,
  consent,
  count,
  creator,
  creatorId,
  fault,
  inFolder,
  list,
  mailFault,
  mails,
  member,
  noFault,
  own,
  params,
  put,
  readAgain,
  readAt,
  said,
  sendFrom,
  setBrand,
  setOwn,
  subscribe,
  titles,
  untilRead,
  useMailboxes,
  world,
  write,
} from './mailboxes.fixture.ts';

useMailboxes('api');

describe.each([
  { vendor: 'google' as const, sent: '[Gmail]/Sent Mail', spam: '[Gmail]/Spam' },
  { vendor: 'microsoft' as const, sent: 'Sent Items', spam: 'Junk Email' },
])('a mailbox with the API of $vendor', ({ vendor, sent, spam }) => {
  beforeEach(async () => {
    setOwn(`team${count}@${vendor}.test`);
    await world.sandbox.call('POST', '/api/mailboxes/accounts', { address: own, host: vendor });
  });

  const connect = async () => {
    const { mailbox } = await allowAccess(member, brandId, vendor, own);
    await untilRead();
    return mailbox;
  };
  const connectSender = async () => sendFrom((await connect()).id);

  test('earlier emails with known creators appear in order of time, new ones once, and nothing else is stored', async () => {
    await put({ text: 'First question', date: ago(300) });
    await put({ folder: sent, from: own, to: creator, text: 'First answer', date: ago(200) });
    await put({ text: 'Thänks!', date: ago(100), subject: 'Grüße' });
    await put({ from: 'stranger@else.test', text: 'Buy now', date: ago(50) });
    await put({ folder: spam, text: 'From spam', date: ago(40) });
    // Anyone can send the inbox an email in its owner's name.
    await put({ from: own, to: creator, text: 'We pay double', date: ago(30) });
    await connect();
    const earlier = ['IN First question', 'OUT First answer', 'IN Thänks!'];
    expect(await said()).toEqual(earlier);
    expect(await titles()).toEqual([]);

    await put({ folder: sent, from: own, to: creator, text: 'Written elsewhere' });
    await put({ text: 'One more' });
    await put({ from: 'stranger@else.test', text: 'Buy more' });
    await put({ folder: spam, text: 'More spam' });
    await expect.poll(async () => (await said()).length).toBe(5);
    await readAgain();
    const all = await said();
    expect(all.slice(0, 3)).toEqual(earlier);
    expect(all.slice(3).toSorted()).toEqual(['IN One more', 'OUT Written elsewhere']);
    expect(await titles()).toEqual(['Ana Lima sent you a message']);
    const rows = await world.t.api.db
      .select()
      .from(mailboxEmailTable)
      .where(eq(mailboxEmailTable.brandId, brandId));
    expect(rows).toHaveLength(5);
    // The owner moves an email from spam to the inbox.
    const [, found] = await inFolder(spam);
    await account('POST', '/move', { message: found?.id });
    await expect.poll(async () => (await said()).length).toBe(6);
    expect(await said()).toContain('IN More spam');
    const [stored] = await world.t.api.db
      .select()
      .from(mailboxTable)
      .where(eq(mailboxTable.brandId, brandId));
    expect(stored?.access).toBe('api');
  });

  test.each(['kept', 'changed'])(
    'a sent email with a %s Message-ID is not doubled, and its reply and a bounce are recognized',
    async (id) => {
      await connectSender();
      if (id === 'changed') await mailFault('rename');
      const campaignId = await createTestCampaign(world.t, brandId);
      await member.call(sendInvite, { params: params(), body: { campaignId, socialProfileId: creatorId } });
      await expect.poll(async () => (await mails()).map(({ status }) => status)).toEqual(['sent']);
      const [mail] = await world.arrived(creator);
      expect(mail?.from.address).toBe(own);
      expect(mail?.headers.map(({ name }) => name.toLowerCase())).toContain('list-unsubscribe');
      await expect.poll(() => inFolder(sent)).toHaveLength(1);
      await expect.poll(async () => (await mails())[0]?.messageId).toBe(mail?.messageId);
      await readAgain();
      await readAgain();
      expect(await said()).toHaveLength(1);

      await world.sandbox.call('POST', `/api/mail/${mail?.id}/answers`, { kind: 'reply', text: 'Gladly.' });
      await expect.poll(async () => (await said()).at(-1)).toBe('IN Gladly.');
      expect((await mails())[0]?.repliedAt).not.toBeNull();

      await write('Great!', 'Re: Hello');
      await expect.poll(async () => (await world.arrived(creator)).length).toBe(2);
      const [last] = await world.arrived(creator);
      await expect
        .poll(async () => (await mails()).some(({ messageId }) => messageId === last?.messageId))
        .toBe(true);
      await world.sandbox.call('POST', `/api/mail/${last?.id}/answers`, { kind: 'bounce' });
      await expect
        .poll(async () => (await mails()).map(({ status }) => status).toSorted())
        .toEqual(['bounced', 'sent']);
      expect(await said()).toHaveLength(3);
      await world.sandbox.call('DELETE', `/api/faults?provider=mail&target=${creator}`);
    },
  );

  test("a person's own email with the subject of an email sent from the domain is added", async () => {
    await connect();
    const [mailId = ''] = await world.queue({ brandId, domain: 'mail.brand.test' }, [creator]);
    const now = new Date().toISOString();
    await world.t.api.db
      .update(mailTable)
      .set({ status: 'uncertain', sendingAt: now })
      .where(eq(mailTable.id, mailId));
    await put({ folder: sent, from: own, to: creator, subject: 'Join our campaign', text: 'By hand' });
    await expect.poll(() => said()).toContain('OUT By hand');
  });

  test('emails that arrived before the history was lost are read once, and count as new', async () => {
    await put({ text: 'Long ago', date: ago(100) });
    await connect();
    // After this, the mailbox has a token from the vendor.
    await readAgain();
    // Microsoft calls a lost state unknown (410) or invalid (400).
    for (const [round, invalid] of [false, true].entries()) {
      await fault('down');
      for (let n = 0; n < 12; n++) await put({ text: `Missed ${round} ${n}`, date: ago(0.001) });
      await account('POST', '/forget', { invalid });
      await put({ text: `After ${round}`, date: ago(0.001) });
      await noFault();
      const read = async () => {
        // A turn that failed before the fault ended postpones the next one.
        await readAt(new Date().toISOString());
        return (await said()).length;
      };
      await expect.poll(read, { interval: 1000 }).toBe(14 + round * 13);
      await readAgain();
      await readAgain();
    }
    const all = await said();
    expect(all[0]).toBe('IN Long ago');
    expect(new Set(all).size).toBe(27);
    expect((await titles())[0]).toBe('Ana Lima sent you a message');
  });

  test('a rate limit of the vendor pauses reading for as long as it says, and delays sending', async () => {
    await connectSender();
    await fault('rate_limit', { times: 2, seconds: 1 });
    await put({ text: 'In the crowd' });
    const started = performance.now();
    await expect.poll(() => said(), { timeout: 10_000 }).toEqual(['IN In the crowd']);
    // Two answers with `Retry-After: 1`, not a minute.
    expect(performance.now() - started).toBeGreaterThan(1500);
    await mailFault('defer', { times: 1 });
    await write('Later then');
    await expect.poll(async () => (await mails())[0]?.status).toBe('deferred');
    expect(await inFolder(sent)).toHaveLength(0);
  });

  test('an email whose response is lost is uncertain and not sent again, and a rejected address is suppressed', async () => {
    await connectSender();
    await fault('lost', { target: `${own}/send`, times: 1 });
    await write('Did it arrive?');
    await expect.poll(async () => (await mails())[0]?.status).toBe('uncertain');
    expect(await world.arrived(creator)).toHaveLength(1);
    await expect.poll(() => inFolder(sent)).toHaveLength(1);
    await readAgain();
    await readAgain();
    expect(await said()).toEqual(['OUT Did it arrive?']);
    await mailFault('bounce');
    await write('And now?');
    await expect
      .poll(async () => (await mails()).map(({ status }) => status).toSorted())
      .toEqual(['bounced', 'uncertain']);
    await world.sandbox.call('DELETE', `/api/faults?provider=mail&target=${creator}`);
  });

  test('revoked access needs attention, queued emails wait, and reconnecting catches up', async () => {
    await connectSender();
    // An expired token alone is refreshed.
    await account('POST', '/expire');
    await put({ text: 'With a new token' });
    await expect.poll(() => said()).toEqual(['IN With a new token']);
    await account('POST', '/revoke');
    await expect.poll(async () => (await list())[0]?.status).toBe('attention');
    expect((await list())[0]?.problem).toBe('credentials');
    expect(await titles()).toContain(`Mailbox ${own} needs attention`);
    await write('Are you there?');
    await put({ text: 'While it was away' });
    await expect.poll(async () => (await mails())[0]?.statusReason).toMatch(/reconnected/);
    await allowAccess(member, brandId, vendor, own);
    await expect.poll(async () => (await said()).length).toBe(3);
    await expect.poll(async () => (await mails())[0]?.status).toBe('sent');
    expect(await list()).toHaveLength(1);
    // A missing scope needs attention too, for both reading and sending.
    for (const target of [own, `${own}/send`]) {
      await fault('denied', { target });
      if (target !== own) await write('Without permission');
      await expect.poll(async () => (await list())[0]?.status).toBe('attention');
      await world.sandbox.call('DELETE', `/api/faults?provider=mailboxes&target=${target}`);
      await allowAccess(member, brandId, vendor, own);
    }
  });

  test('a test email is found in spam', async () => {
    const { brandId: verified } = await world.brand();
    await subscribe(verified);
    setBrand(verified, await world.t.person({ brandId: verified, brandRole: 'owner' }));
    await connect();
    await world.sandbox.call('PUT', `/api/mailboxes/accounts/${own}/spam`, { on: true });
    await member.call(sendTestMail, { params: params() });
    const folders = async () =>
      (await member.call(getDomainHealth, { params: params() })).health?.placement?.results.map(
        ({ folder }) => folder,
      );
    await expect.poll(folders).toEqual(['spam']);
  });

  test('reconnecting with the other access method keeps what was read, and another brand sees nothing', async () => {
    await put({ text: 'Earlier', date: ago(100) });
    const { id: mailboxId } = await connect();
    const stranger = await world.t.person({ brandId: await world.t.brand(), brandRole: 'owner' });
    for (const call of [calls.testMailbox, calls.disconnectMailbox])
      await expect(stranger.call(call, { params: { brandId, mailboxId } })).rejects.toMatchObject({
        status: 403,
      });
    const name = vendor === 'google' ? 'GOOGLE_MAIL_ACCESS' : 'MICROSOFT_MAIL_ACCESS';
    const other = await startApi({
      ...world.t.api.config,
      [name]: 'imap',
      TROUPE_ROLES: ['http'],
      PORT: 0,
      INBOUND_SMTP_PORT: 0,
    });
    try {
      const { port } = other.server.server.address() as { port: number };
      const ask = async (path: string, body: object) => {
        const response = await fetch(`http://127.0.0.1:${port}/brand/${brandId}/mailboxes/${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return (await response.json()) as { url: string };
      };
      const { url } = await ask('consent', { vendor });
      await ask('consented', await consent(url, own));
    } finally {
      await other.stop();
    }
    await put({ text: 'Over IMAP' });
    await expect.poll(() => said()).toEqual(['IN Earlier', 'IN Over IMAP']);
    await readAgain();
    expect(await said()).toHaveLength(2);
    const [stored] = await world.t.api.db
      .select()
      .from(mailboxTable)
      .where(eq(mailboxTable.brandId, brandId));
    expect(stored?.access).toBe('imap');
    await allowAccess(member, brandId, vendor, own);
    await put({ text: 'By the API' });
    await expect.poll(() => said()).toEqual(['IN Earlier', 'IN Over IMAP', 'IN By the API']);
  });
});

test('a Gmail mailbox is not connected if only one of the scopes was allowed', async () => {
  setOwn(`partial${count}@google.test`);
  await world.sandbox.call('POST', '/api/mailboxes/accounts', { address: own, host: 'google' });
  await fault('partial', { target: 'oauth', times: 1 });
  await expect(allowAccess(member, brandId, 'google', own)).rejects.toMatchObject({ status: 409 });
  expect(await list()).toEqual([]);
});

test('a reply from Gmail stays in its thread', async () => {
  setOwn(`thread${count}@google.test`);
  await world.sandbox.call('POST', '/api/mailboxes/accounts', { address: own, host: 'google' });
  const { mailbox } = await allowAccess(member, brandId, 'google', own);
  await sendFrom(mailbox.id);
  await write('First');
  await write('Second', 'Re: A plan');
  await expect.poll(() => inFolder('[Gmail]/Sent Mail')).toHaveLength(2);
  const threads = (await inFolder('[Gmail]/Sent Mail')).map(({ threadId }) => threadId);
  expect(new Set(threads).size).toBe(1);
});
