import { sendInvite } from '@troupe/contract/campaigns/invite';
import { getDomainHealth, resumeOutreach, sendTestMail } from '@troupe/contract/outreach/email-domain';
import * as calls from '@troupe/contract/outreach/mailbox';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mailPaceTable, mailTable } from '../outreach/mail/mail.table.ts';
import { mailboxTable } from '../outreach/mailbox/mailbox.table.ts';
import { createTestCampaign } from './conversation/conversation.fixture.ts';
import { mailboxEmailTable } from './conversation/conversation.table.ts';
import {
  addAccount,
  brandId,
  connect,
  creator,
  fault,
  known,
  list,
  noFault,
  own,
  params,
  refusal,
  setBrand,
  subscribe,
  titles,
  useMailboxes,
  usePlainServer,
  world,
} from './mailboxes.fixture.ts';

useMailboxes('imap');
usePlainServer();

/** Lets the test's own brand send from a verified domain, with an owner and connected mailboxes. */
async function withDomain(addresses: string[]) {
  const { brandId: verified, domain } = await world.brand();
  setBrand(verified);
  const { db } = world.t.api;
  await subscribe(brandId);
  // Same address as the second mailbox.
  const boss = await world.t.person({ brandId, brandRole: 'owner', email: `Two.${own}` });
  for (const address of addresses) {
    await addAccount(address);
    await connect({ address }, boss);
  }
  await expect.poll(async () => (await list(boss)).every(({ synced: at }) => at !== null)).toBe(true);
  const health = async () => (await boss.call(getDomainHealth, { params: params() })).health;
  return {
    domain,
    boss,
    health,
    sendTest: () => boss.call(sendTestMail, { params: params() }),
    spam: (address: string, on: boolean) =>
      world.sandbox.call('PUT', `/api/mailboxes/accounts/${address}/spam`, { on }),
    folders: async () => (await health())?.placement?.results.map(({ folder }) => folder),
    mails: (kind: 'test' | 'invite') =>
      db
        .select()
        .from(mailTable)
        .where(and(eq(mailTable.brandId, brandId), eq(mailTable.kind, kind))),
  };
}

test('test emails are found in the inbox or in spam of connected mailboxes, and invites wait if half land in spam', async () => {
  const addresses = [own, `two.${own}`, `three.${own}`, `four.${own}`];
  const { boss, domain, health, sendTest, spam, folders, mails } = await withDomain(addresses);
  expect(await health()).toMatchObject({ placement: null });

  await spam(own, true);
  // The owner's own address is one of the mailboxes, and gets one email.
  expect(await sendTest()).toMatchObject({ mailboxes: 4 });
  await expect.poll(folders).toEqual(['spam', 'inbox', 'inbox', 'inbox']);
  expect(await health()).toMatchObject({ placement: { level: 'watch' }, stopped: null });
  expect((await mails('test')).map(({ toAddress }) => toAddress.toLowerCase()).sort()).toEqual(
    addresses.toSorted(),
  );

  await spam(`three.${own}`, true);
  await sendTest();
  await expect
    .poll(async () => (await health())?.stopped)
    .toMatchObject({ reason: 'placement', sent: 4, count: 2 });
  expect(await titles(boss)).toContain(`Sending from ${domain} is paused`);
  const late = await known(`late.${creator}`);
  const campaignId = await createTestCampaign(world.t, brandId);
  await boss.call(sendInvite, { params: params(), body: { campaignId, socialProfileId: late } });
  // A test email is still sent, to see whether it got better.
  await spam(own, false);
  await spam(`three.${own}`, false);
  await sendTest();
  await expect.poll(folders).toEqual(['inbox', 'inbox', 'inbox', 'inbox']);
  expect(await health()).toMatchObject({ placement: { level: 'good' }, waiting: 1 });
  expect((await mails('invite')).map(({ status }) => status)).toEqual(['queued']);
  await boss.call(resumeOutreach, { params: params() });
  await expect.poll(async () => (await mails('invite')).map(({ status }) => status)).toEqual(['sent']);
  expect(await health()).toMatchObject({ stopped: null });
  // They belong to no conversation.
  expect(await world.t.api.db.$count(mailboxEmailTable, eq(mailboxEmailTable.brandId, brandId))).toBe(0);
});

test('a mailbox that is disconnected before its test email is found counts neither way, and a brand can send five tests a day', async () => {
  const addresses = [own, `two.${own}`, `three.${own}`];
  const { boss, health, sendTest, spam, folders, mails } = await withDomain(addresses);
  for (let n = 0; n < 3; n++) await sendTest();
  const pace = (nextAt: string) =>
    world.t.api.db.update(mailPaceTable).set({ nextAt }).where(eq(mailPaceTable.brandId, brandId));
  await expect.poll(async () => (await mails('test')).every(({ status }) => status === 'sent')).toBe(true);
  await pace('2999-01-01T00:00:00.000Z');

  const sent = await Promise.allSettled([sendTest(), sendTest(), sendTest()]);
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      code: 'rate_limited',
      message: 'Your brand can send up to 5 test emails a day. Try again tomorrow.',
    },
  });
  expect(await mails('test')).toHaveLength(15);
  expect(await folders()).toEqual([null, null, null]);
  const [first] = await list(boss);
  await boss.call(calls.disconnectMailbox, { params: { brandId, mailboxId: first?.id ?? '' } });
  await expect.poll(folders).toEqual(['missing', null, null]);
  for (const address of addresses) await spam(address, true);
  await pace(new Date().toISOString());
  await world.wake();
  await expect
    .poll(async () => (await health())?.stopped)
    .toMatchObject({ reason: 'placement', sent: 2, count: 2 });
  expect(await folders()).toEqual(['missing', 'spam', 'spam']);
});

test('a test email that bounces or never arrives is missing after 30 minutes, and counts neither way', async () => {
  const addresses = [own, `two.${own}`, `three.${own}`];
  const { boss, health, sendTest, spam, folders } = await withDomain(addresses);
  // No email to this alias reaches the account.
  await connect({ address: `alias.${own}`, username: own }, boss);
  await spam(own, true);
  const bounce = { provider: 'mail', target: `three.${own}`, failure: 'bounce' };
  await world.sandbox.call('POST', '/api/faults', bounce);
  try {
    expect(await sendTest()).toMatchObject({ mailboxes: 4 });
    await expect.poll(folders).toEqual(['spam', 'inbox', 'missing', null]);
    world.t.setNow(new Date(Date.now() + 31 * 60_000));
    await expect.poll(folders).toEqual(['spam', 'inbox', 'missing', 'missing']);
    expect(await health()).toMatchObject({ placement: { level: 'watch' }, stopped: null });
  } finally {
    world.t.setNow(null);
    await world.sandbox.call('DELETE', `/api/faults?provider=mail&target=three.${own}`);
  }
});

test('a mailbox that needs attention is searched again once it is reconnected', async () => {
  const addresses = [own, `two.${own}`];
  const { boss, sendTest, folders } = await withDomain(addresses);
  const { db } = world.t.api;
  await db.insert(mailPaceTable).values({ brandId, nextAt: '2999-01-01T00:00:00.000Z', day: '', sent: 0 });
  await sendTest();
  await fault('wrong_password');
  // Closes the open connection.
  const broken = and(eq(mailboxTable.brandId, brandId), eq(mailboxTable.address, own));
  await db.update(mailboxTable).set({ version: 2 }).where(broken);
  await expect.poll(async () => (await list(boss))[0]?.status).toBe('attention');
  const nextAt = new Date().toISOString();
  await db.update(mailPaceTable).set({ nextAt }).where(eq(mailPaceTable.brandId, brandId));
  await world.wake();
  await expect.poll(folders).toEqual(['missing', 'inbox']);
  await noFault();
  await connect({ address: own }, boss);
  await expect.poll(folders).toEqual(['inbox', 'inbox']);
});

test('only owners send test emails and resume, to mailboxes of their brand alone', async () => {
  const { boss, health, sendTest, spam, folders } = await withDomain([own, `two.${own}`]);
  const { brandId: elsewhere } = await world.brand();
  const stranger = await world.t.person({ brandId: elsewhere, brandRole: 'owner' });
  for (const call of [sendTestMail, resumeOutreach, getDomainHealth])
    expect((await refusal(stranger.call(call, { params: params() })))?.status).toBe(403);
  const colleague = await world.t.person({ brandId });
  for (const call of [sendTestMail, resumeOutreach])
    expect((await refusal(colleague.call(call, { params: params() })))?.status).toBe(403);

  const there = { params: { brandId: elsewhere } };
  expect(await stranger.call(sendTestMail, there)).toMatchObject({ mailboxes: 0 });
  await spam(own, true);
  await spam(`two.${own}`, true);
  // Two owners at once: both get their email, and the later test counts.
  const second = await world.t.person({ brandId, brandRole: 'owner' });
  await Promise.all([sendTest(), second.call(sendTestMail, { params: params() })]);
  await expect.poll(folders).toEqual(['spam', 'spam']);
  await expect.poll(async () => (await health())?.stopped).toMatchObject({ reason: 'placement' });
  expect((await stranger.call(getDomainHealth, there)).health).toMatchObject({
    placement: null,
    stopped: null,
  });
  // Two owners resume at once.
  const resumed = await Promise.allSettled(
    [boss, second].map((one) => one.call(resumeOutreach, { params: params() })),
  );
  expect(resumed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await health()).toMatchObject({ placement: { level: 'stop' }, stopped: null });
});

test('a test email from a mailbox says nothing about the domain', async () => {
  const { boss, health, sendTest, mails } = await withDomain([own, `two.${own}`]);
  const [first] = await list(boss);
  await boss.call(calls.updateMailbox, {
    params: { brandId, mailboxId: first?.id ?? '' },
    body: { isSender: true, spacingSeconds: 1 },
  });
  expect(await sendTest()).toMatchObject({ to: `Two.${own}`, mailboxes: 0 });
  await expect.poll(async () => (await mails('test')).map(({ fromAddress }) => fromAddress)).toEqual([own]);
  expect(await health()).toMatchObject({ placement: null, stopped: null });
});
