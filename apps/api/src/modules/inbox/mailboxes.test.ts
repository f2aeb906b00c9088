import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { removeTeamMember } from '@troupe/contract/account/team';
import { getFollowUps } from '@troupe/contract/campaigns/follow-up';
import { listInvites, sendInvite } from '@troupe/contract/campaigns/invite';
import {
  listConversations,
  listMessages,
  openConversation,
  sendEmail,
} from '@troupe/contract/inbox/conversation';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { getDomainHealth, resumeOutreach, sendTestMail } from '@troupe/contract/outreach/email-domain';
import * as calls from '@troupe/contract/outreach/mailbox';
import { saveSequence } from '@troupe/contract/outreach/sequence';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi } from '../../app/app.ts';
import { newId } from '../../platform/id.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { subscriptionTable } from '../billing/subscription/subscription.table.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { creatorListItemTable, creatorListTable } from '../discovery/creator-list/creator-list.table.ts';
import { type MailWorld, startMailWorld } from '../outreach/mail/mail.fixture.ts';
import { mailPaceTable, mailTable, suppressionTable } from '../outreach/mail/mail.table.ts';
import { mailboxTable } from '../outreach/mailbox/mailbox.table.ts';
import { createTestCampaign } from './conversation/conversation.fixture.ts';
import { mailboxEmailTable } from './conversation/conversation.table.ts';
import { consent, vendorsOfSandbox } from './mailboxes.fixture.ts';

let world: MailWorld;
let brandId: string;
let owner: TestPerson;
let member: TestPerson;
let creatorId: string;
let creator: string;
let own: string;
let count = 0;

const PASSWORD = 'correct horse';

beforeAll(async () => {
  world = await startMailWorld((sandbox) => ({
    MAILBOXES_ANYWHERE: 'true',
    MAILBOX_SYNC_SECONDS: '0.2',
    ...vendorsOfSandbox(sandbox),
  }));
});
afterAll(() => world.stop());
beforeEach(async () => {
  const { db } = world.t.api;
  brandId = await world.t.brand();
  await db
    .insert(subscriptionTable)
    .values({ id: newId(), brandId, kind: 'plan', planId: 'starter', period: 'monthly', status: 'active' });
  owner = await world.t.person({ brandId, brandRole: 'owner' });
  member = await world.t.person({ brandId });
  creator = `ana${++count}@creators.test`;
  own = `hello${count}@brand.test`;
  creatorId = await known(creator);
  await world.sandbox.call('POST', '/api/mailboxes/accounts', {
    address: own,
    host: 'imap',
    password: PASSWORD,
  });
});

/** Adds a creator on a list of the brand. */
async function known(email: string, fullname = 'Ana Lima'): Promise<string> {
  const { db } = world.t.api;
  const [id, listId] = [newId(), newId()];
  await db.insert(creatorTable).values({
    id,
    platform: 'tiktok',
    username: `c${id.slice(-10)}`,
    fullname,
    contactEmail: email,
    profileUrl: 'https://www.tiktok.com/@someone',
  });
  await db.insert(creatorListTable).values({ id: listId, brandId, title: 'Runners' });
  await db.insert(creatorListItemTable).values({ id: newId(), brandId, listId, creatorId: id });
  return id;
}

const params = () => ({ brandId });
const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' as const });
const form = (more: object = {}) => ({
  address: own,
  name: 'Mia of Larkmoor',
  password: PASSWORD,
  imap: server(world.sandbox.imapPort),
  smtp: server(world.sandbox.smtpPort),
  ...more,
});
const connect = (more: object = {}, by = member) =>
  by.call(calls.connectMailbox, { params: params(), body: form(more) });
const list = async (by = member) => (await by.call(calls.listMailboxes, { params: params() })).mailboxes;
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { status: number; body: { message?: string; fields?: Record<string, string> } }) => error,
  );

interface Put {
  folder?: string;
  from?: string;
  to?: string;
  subject?: string;
  text?: string;
  date?: string;
  inReplyTo?: string;
  messageId?: string;
  raw?: string;
  copies?: number;
}
/** Puts an email into the mailbox, as its server would. */
const put = (mail: Put, address = own) =>
  world.sandbox.call('POST', `/api/mailboxes/accounts/${address}/messages`, {
    from: `Ana Lima <${creator}>`,
    to: own,
    subject: 'Hello',
    text: 'Hello there',
    ...mail,
  });
const inFolder = async (folder: string, address = own) => {
  const { messages } = await world.sandbox.call<{ messages: { folder: string; raw: string }[] }>(
    'GET',
    `/api/mailboxes/accounts/${address}/messages`,
  );
  return messages.filter((one) => one.folder === folder);
};

/** Returns what the thread with a creator says, oldest first: `IN text` and `OUT text`. */
async function said(id = creatorId): Promise<string[]> {
  const { conversation } = await member.call(openConversation, {
    params: params(),
    body: { socialProfileId: id },
  });
  const page = await member.call(listMessages, { params: { brandId, optInId: conversation.id }, query: {} });
  return page.messages.toReversed().map(({ kind, text }) => `${kind === 'creator' ? 'IN' : 'OUT'} ${text}`);
}
const synced = async (more: object = {}) => {
  const { mailbox } = await connect(more);
  await expect.poll(async () => (await list())[0]?.synced ?? null).not.toBeNull();
  return mailbox;
};
/** Waits until the mailbox was read completely once more. */
const readAgain = async () => {
  const before = (await list())[0]?.synced;
  await expect.poll(async () => (await list())[0]?.synced).not.toBe(before);
};

test('connecting reports which login fails, and refuses private servers where they are not allowed', async () => {
  const wrong = await refusal(connect({ password: 'wrong' }));
  expect(wrong?.status).toBe(422);
  expect(wrong?.body.fields).toEqual({ password: 'The mail server rejected the username or password.' });
  const silent: Server = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  await new Promise((resolve) => silent.close(resolve));
  const closed = await refusal(connect({ imap: server(port) }));
  expect(closed?.body.fields).toEqual({
    'imap.host': "We couldn't reach the mail server. Check the host and port.",
  });
  expect(await list()).toEqual([]);

  const strict = await startApi({ ...world.t.api.config, MAILBOXES_ANYWHERE: false });
  try {
    const { port: strictPort } = strict.server.server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${strictPort}/brand/${brandId}/mailboxes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(
        form({
          imap: { host: '127.0.0.1', port: world.sandbox.imapPort, security: 'tls' },
          smtp: { host: 'localhost', port: world.sandbox.smtpPort, security: 'starttls' },
        }),
      ),
    });
    expect(response.status).toBe(422);
    expect(((await response.json()) as { fields: object }).fields).toEqual({
      'imap.host': "This server isn't on the public internet.",
      'smtp.host': "This server isn't on the public internet.",
    });
  } finally {
    await strict.stop();
  }
});

test('earlier emails with known creators appear in their thread by time, others are never stored', async () => {
  await put({ text: 'First question', date: '2026-09-01T10:00:00Z' });
  await put({ folder: 'Sent', from: own, to: creator, text: 'First answer', date: '2026-09-02T10:00:00Z' });
  await put({ text: 'Thanks!', date: '2026-09-03T10:00:00Z', subject: 'Re: Hello' });
  await put({ from: 'stranger@else.test', text: 'Buy now', date: '2026-09-03T11:00:00Z' });
  // Anybody can write to the inbox in the name of its owner.
  await put({ from: own, to: creator, text: 'We pay double', date: '2026-09-03T11:30:00Z' });
  await put({
    folder: 'Sent',
    from: own,
    to: 'friend@else.test',
    text: 'Private',
    date: '2026-09-03T12:00:00Z',
  });
  // A server that lies: its search returns everything.
  await world.sandbox.call('POST', '/api/faults', { provider: 'mailboxes', target: own, failure: 'lies' });
  await synced();
  expect(await said()).toEqual(['IN First question', 'OUT First answer', 'IN Thanks!']);
  const rows = await world.t.api.db
    .select()
    .from(mailboxEmailTable)
    .where(eq(mailboxEmailTable.brandId, brandId));
  expect(rows).toHaveLength(3);
  // It counts as read and sends no notification.
  const { conversations } = await member.call(listConversations, { params: params(), query: {} });
  expect(conversations.map(({ unread }) => unread)).toEqual([0]);
  expect((await member.call(listNotifications, { query: {} })).notifications).toEqual([]);
  // A creator who becomes known later gets their history too.
  const later = await known('stranger@else.test', 'Ben Stone');
  await expect.poll(() => said(later)).toEqual(['IN Buy now']);
});

test('a new email arrives once with a notification, also when another process and new UIDs read it again', async () => {
  await synced();
  const second = await startApi({ ...world.t.api.config, PORT: 0, INBOUND_SMTP_PORT: 0 });
  try {
    for (let n = 0; n < 5; n++) await put({ text: `Message ${n}` });
    await expect.poll(() => said()).toHaveLength(5);
    await world.sandbox.call('POST', `/api/mailboxes/accounts/${own}/renumber`);
    await readAgain();
    await readAgain();
    expect(await said()).toEqual([0, 1, 2, 3, 4].map((n) => `IN Message ${n}`));
  } finally {
    await second.stop();
  }
  const { notifications } = await member.call(listNotifications, { query: {} });
  expect(notifications.map(({ title }) => title)).toEqual(['Ana Lima sent you a message']);
});

test('invites are sent from the mailbox; the copy in Sent is not doubled, and a reply is received once', async () => {
  const mailbox = await synced();
  const campaignId = await createTestCampaign(world.t, brandId);
  await owner
    .call(calls.updateMailbox, {
      params: { brandId, mailboxId: mailbox.id },
      body: { shared: true, isSender: true, spacingSeconds: 1 },
    })
    .catch(() => null);
  expect((await list())[0]?.isSender).toBe(false);
  await member.call(calls.updateMailbox, {
    params: { brandId, mailboxId: mailbox.id },
    body: { isSender: true, spacingSeconds: 1 },
  });
  await member.call(sendInvite, { params: params(), body: { campaignId, socialProfileId: creatorId } });
  const invites = async () =>
    (await member.call(listInvites, { params: params(), query: {} })).invites.map(({ status }) => status);
  await expect.poll(invites).toEqual(['sent']);
  const [mail] = await world.arrived(creator);
  expect(mail?.from).toEqual({ name: 'Mia of Larkmoor', address: own });
  expect(mail?.envelopeFrom).toBe(own);
  expect(mail?.replyTo.map(({ address }) => address)).toEqual([own]);
  expect(mail?.headers.map(({ name }) => name.toLowerCase())).toContain('list-unsubscribe');
  // Filed in Sent by Troupe, and not read as another email.
  await expect.poll(() => inFolder('Sent')).toHaveLength(1);
  await readAgain();
  expect(await said()).toHaveLength(1);

  await world.sandbox.call('POST', `/api/mail/${mail?.id}/answers`, { kind: 'reply', text: 'Yes, gladly.' });
  await expect.poll(async () => (await said()).at(-1)).toBe('IN Yes, gladly.');
  const [stored] = await world.t.api.db.select().from(mailTable).where(eq(mailTable.brandId, brandId));
  expect(stored?.repliedAt).not.toBeNull();
  expect(stored?.fromAddress).toBe(own);

  // A person's email continues the thread, and a bounce is recognized.
  const { conversation } = await member.call(openConversation, {
    params: params(),
    body: { socialProfileId: creatorId },
  });
  await member.call(sendEmail, {
    params: { brandId, optInId: conversation.id },
    body: { clientId: newId(), subject: 'Re: Hello', text: 'Great!' },
  });
  await expect.poll(async () => (await world.arrived(creator)).length).toBe(2);
  const [last] = await world.arrived(creator);
  await world.sandbox.call('POST', `/api/mail/${last?.id}/answers`, { kind: 'bounce' });
  await expect
    .poll(async () => {
      const rows = await world.t.api.db.select().from(mailTable).where(eq(mailTable.brandId, brandId));
      return rows.map(({ status }) => status).toSorted();
    })
    .toEqual(['bounced', 'sent']);
});

/** Delivery reports as mail servers write them, about an email with a Message-ID. */
const REPORTS: Record<string, (id: string, to: string) => string[]> = {
  Postfix: (id, to) => [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.creators.test (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${own}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4FzT2x1.1764/mx.creators.test"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--4FzT2x1.1764/mx.creators.test',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    "I'm sorry to have to inform you that your message could not",
    'be delivered to one or more recipients.',
    '',
    '--4FzT2x1.1764/mx.creators.test',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.creators.test',
    'X-Postfix-Queue-ID: 4FzT2x1',
    'Arrival-Date: Sat, 28 Nov 2026 10:00:00 +0000 (UTC)',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Original-Recipient: rfc822;${to}`,
    'Action: failed',
    'Status: 5.1.1',
    'Remote-MTA: dns; inbox.creators.test',
    `Diagnostic-Code: smtp; 550 5.1.1 <${to}>: Recipient address rejected: User`,
    '    unknown in virtual mailbox table',
    '',
    '--4FzT2x1.1764/mx.creators.test',
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    '',
    `To: ${to}`,
    'Message-ID:',
    ` ${id}`,
    '',
    '--4FzT2x1.1764/mx.creators.test--',
  ],
  Exchange: (id, to) => [
    'From: Microsoft Outlook',
    '\t<MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@brand.onmicrosoft.test>',
    `To: <${own}>`,
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="_b0_"',
    'X-MS-Exchange-Message-Is-Ndr:',
    'Content-Language: en-US',
    `In-Reply-To: ${id}`,
    'Subject: Undeliverable: A plan',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    '',
    '--_b0_',
    'Content-Type: multipart/alternative; differences=Content-Type; boundary="_b1_"',
    '',
    '--_b1_',
    'Content-Type: text/plain; charset="us-ascii"',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    `[cid:logo]=0AYour message to ${to.replace('@', '=40')} couldn't be delivered.`,
    '--_b1_',
    'Content-Type: text/html; charset="us-ascii"',
    '',
    `<p>Your message to ${to} couldn't be delivered.</p>`,
    '--_b1_--',
    '',
    '--_b0_',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns;AM0PR04MB0000.eurprd04.prod.outlook.test',
    'Arrival-Date: Sat, 28 Nov 2026 10:00:00 +0000',
    '',
    `Final-Recipient: rfc822;${to}`,
    'Action: failed',
    'Status: 5.1.10',
    'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    '',
    '--_b0_--',
  ],
  Gmail: (id, to) => [
    'Received: by 2002:a05:6402:1 with SMTP id x; Sat, 28 Nov 2026 02:00:00 -0800 (PST)',
    'From: Mail Delivery Subsystem <mailer-daemon@googlemail.test>',
    `To: ${own}`,
    'Auto-Submitted: auto-replied',
    'Subject: Delivery Status Notification (Failure)',
    'Content-Type: multipart/report; boundary="0000a"; report-type=delivery-status',
    `X-Failed-Recipients: ${to}`,
    '',
    '--0000a',
    'Content-Type: multipart/related; boundary="0000b"',
    '',
    '--0000b',
    'Content-Type: text/html; charset="UTF-8"',
    '',
    `<b>Address not found</b> Your message wasn't delivered to ${to}.`,
    '--0000b',
    'Content-Type: image/png; name="icon.png"',
    'Content-Transfer-Encoding: base64',
    'Content-ID: <icon.png>',
    '',
    'iVBORw0KGgo=',
    '--0000b--',
    '',
    '--0000a',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; googlemail.test',
    'Arrival-Date: Sat, 28 Nov 2026 02:00:00 -0800 (PST)',
    `X-Original-Message-ID: ${id}`,
    '',
    `Final-Recipient: rfc822; ${to}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try',
    " 550-5.1.1 double-checking the recipient's email address.",
    'Last-Attempt-Date: Sat, 28 Nov 2026 02:00:01 -0800 (PST)',
    '',
    '--0000a--',
  ],
  qmail: (id, to) => [
    'From: MAILER-DAEMON@creators.test',
    `To: ${own}`,
    'Subject: failure notice',
    '',
    'Hi. This is the qmail-send program at creators.test.',
    '',
    `<${to}>:`,
    'Sorry, no mailbox here by that name. (#5.1.1)',
    '',
    '--- Below this line is a copy of the message.',
    '',
    `Message-ID: ${id}`,
    `To: ${to}`,
  ],
};
const report = (server: string, id: string, to: string) =>
  put({
    raw: [`Message-ID: <${newId()}@mx.test>`, ...(REPORTS[server]?.(id, to) ?? [])].join('\r\n'),
  });
const mailTo = async (address: string) =>
  (
    await world.t.api.db
      .select()
      .from(mailTable)
      .where(and(eq(mailTable.brandId, brandId), eq(mailTable.toAddress, address)))
  )[0];
const titles = async (of = member) =>
  (await of.call(listNotifications, { query: {} })).notifications.map(({ title }) => title);
/** Sends from the mailbox. */
const useForSending = async () => {
  const mailbox = await synced();
  await member.call(calls.updateMailbox, {
    params: { brandId, mailboxId: mailbox.id },
    body: { isSender: true, spacingSeconds: 1 },
  });
};

test.each(Object.keys(REPORTS))(
  'a delivery report of %s marks the email as bounced and stops follow-ups',
  async (server) => {
    await useForSending();
    const campaignId = await createTestCampaign(world.t, brandId);
    const { sequence } = await member.call(saveSequence, {
      params: { brandId, sequenceId: 'NEW' },
      body: {
        name: 'Gentle',
        weekdaysOnly: false,
        steps: [
          {
            id: newId(),
            delay: { unit: 'days', count: 3 },
            condition: 'no-reply',
            body: '<p>Hi {{First Name|there}}, did you see my email about {{Campaign Name}}?</p>',
          },
        ],
      },
    });
    const { invite } = await member.call(sendInvite, {
      params: params(),
      body: { campaignId, socialProfileId: creatorId, sequenceId: sequence.id },
    });
    await expect.poll(async () => (await mailTo(creator))?.status).toBe('sent');
    const id = (await mailTo(creator))?.messageId ?? '';
    const followUp = async () =>
      (await member.call(getFollowUps, { params: { brandId, inviteId: invite.id } })).followUp;
    // A stranger names the creator, but no email that the brand sent to them.
    await report(server, '<somebody-guessed@brand.test>', creator);
    const other = await world.t.brand();
    const theirs = `<${newId()}@brand.test>`;
    await world.t.api.db.insert(mailTable).values(sentMail(other, creator, theirs));
    await report(server, theirs, creator);
    await readAgain();
    await readAgain();
    expect((await mailTo(creator))?.status).toBe('sent');
    expect(await followUp()).toMatchObject({ state: 'running' });
    // Reports about an email of another brand are ignored.
    const [foreign] = await world.t.api.db.select().from(mailTable).where(eq(mailTable.messageId, theirs));
    expect(foreign?.status).toBe('sent');

    await report(server, id, creator);
    await report(server, id, creator);
    await expect.poll(async () => (await mailTo(creator))?.status).toBe('bounced');
    expect(await followUp()).toMatchObject({ state: 'stopped', stop: 'bounced' });
    const [{ username = '' } = {}] = await world.t.api.db
      .select()
      .from(creatorTable)
      .where(eq(creatorTable.id, creatorId));
    await readAgain();
    expect(await titles()).toEqual([`Email to @${username} bounced`]);
    const isSuppressed = await world.t.api.db.$count(
      suppressionTable,
      and(eq(suppressionTable.brandId, brandId), eq(suppressionTable.address, creator)),
    );
    // Without a status, the address may work again.
    expect(isSuppressed).toBe(server === 'qmail' ? 0 : 1);
  },
);

/** An email that a brand sent from its mailbox. */
const sentMail = (of: string, to: string, messageId: string) => ({
  id: newId(),
  brandId: of,
  kind: 'email' as const,
  toAddress: to,
  subject: 'Hello',
  html: '<p>Hello</p>',
  plain: 'Hello',
  messageId,
  replyToken: newId(),
  status: 'sent' as const,
  sentAt: new Date().toISOString(),
  fromAddress: own,
});

test('a brand without an email domain stops at five bounces from its mailbox, until an owner resumes', async () => {
  await useForSending();
  const mails = Array.from({ length: 20 }, (_, n) =>
    sentMail(brandId, `old${n}.${own}`, `<${newId()}@brand.test>`),
  );
  await world.t.api.db.insert(mailTable).values(mails);
  for (const { messageId, toAddress } of mails.slice(0, 4)) await report('Postfix', messageId, toAddress);
  await expect.poll(async () => (await list())[0]?.week).toEqual({ sent: 20, bounced: 4, complaints: 0 });
  expect((await list())[0]?.stopped).toBeNull();
  await report('Exchange', mails[4]?.messageId ?? '', mails[4]?.toAddress ?? '');
  await expect
    .poll(async () => (await list())[0]?.stopped)
    .toMatchObject({ reason: 'bounces', sent: 20, count: 5 });
  for (const one of [member, owner]) expect(await titles(one)).toContain(`Sending from ${own} is paused`);
  const campaignId = await createTestCampaign(world.t, brandId);
  await member.call(sendInvite, { params: params(), body: { campaignId, socialProfileId: creatorId } });
  // What people write is still sent.
  const { conversation } = await member.call(openConversation, {
    params: params(),
    body: { socialProfileId: creatorId },
  });
  await member.call(sendEmail, {
    params: { brandId, optInId: conversation.id },
    body: { clientId: newId(), subject: 'A plan', text: 'Let us talk.' },
  });
  const status = async (kind: 'invite' | 'email') =>
    (
      await world.t.api.db
        .select()
        .from(mailTable)
        .where(and(eq(mailTable.toAddress, creator), eq(mailTable.kind, kind)))
    )[0]?.status;
  await expect.poll(() => status('email')).toBe('sent');
  expect(await status('invite')).toBe('queued');
  await expect(member.call(resumeOutreach, { params: params() })).rejects.toMatchObject({ status: 403 });
  await owner.call(resumeOutreach, { params: params() });
  await expect.poll(() => status('invite')).toBe('sent');
  expect((await list())[0]?.stopped).toBeNull();
});

/** Lets the test's own brand send from a verified domain, with an owner and connected mailboxes. */
async function withDomain(addresses: string[]) {
  const { brandId: verified, domain } = await world.brand();
  brandId = verified;
  const { db } = world.t.api;
  await db
    .insert(subscriptionTable)
    .values({ id: newId(), brandId, kind: 'plan', planId: 'starter', period: 'monthly', status: 'active' });
  // Same address as the second mailbox.
  const boss = await world.t.person({ brandId, brandRole: 'owner', email: `Two.${own}` });
  for (const address of addresses) {
    await world.sandbox.call('POST', '/api/mailboxes/accounts', {
      address,
      host: 'imap',
      password: PASSWORD,
    });
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
  await world.sandbox.call('POST', '/api/faults', {
    provider: 'mailboxes',
    target: own,
    failure: 'wrong_password',
  });
  // Closes the open connection.
  const broken = and(eq(mailboxTable.brandId, brandId), eq(mailboxTable.address, own));
  await db.update(mailboxTable).set({ version: 2 }).where(broken);
  await expect.poll(async () => (await list(boss))[0]?.status).toBe('attention');
  const nextAt = new Date().toISOString();
  await db.update(mailPaceTable).set({ nextAt }).where(eq(mailPaceTable.brandId, brandId));
  await world.wake();
  await expect.poll(folders).toEqual(['missing', 'inbox']);
  await world.sandbox.call('DELETE', `/api/faults?provider=mailboxes&target=${own}`);
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

test('an email whose Message-ID the server changed is recognized in Sent', async () => {
  const mailbox = await synced();
  await member.call(calls.updateMailbox, {
    params: { brandId, mailboxId: mailbox.id },
    body: { isSender: true, spacingSeconds: 1 },
  });
  const { conversation } = await member.call(openConversation, {
    params: params(),
    body: { socialProfileId: creatorId },
  });
  await member.call(sendEmail, {
    params: { brandId, optInId: conversation.id },
    body: { clientId: newId(), subject: 'A plan', text: 'Let us talk.' },
  });
  await expect.poll(() => inFolder('Sent')).toHaveLength(1);
  const [copy] = await inFolder('Sent');
  await put({
    folder: 'Sent',
    raw: copy?.raw.replace(/^Message-ID:.*$/im, 'Message-ID: <changed@server.test>') ?? '',
  });
  await put({ text: 'I saw it', inReplyTo: '<changed@server.test>', subject: 'Re: A plan' });
  await expect.poll(() => said()).toEqual(['OUT Let us talk.', 'IN I saw it']);
  await readAgain();
  await readAgain();
  expect(await said()).toEqual(['OUT Let us talk.', 'IN I saw it']);
});

test('a password that was changed needs attention, tells its member, and connecting again resumes', async () => {
  await synced();
  await world.sandbox.call('PUT', `/api/mailboxes/accounts/${own}/password`, { password: 'another' });
  await world.sandbox.call('POST', '/api/faults', {
    provider: 'mailboxes',
    target: own,
    failure: 'drop',
    times: 1,
  });
  await put({ text: 'While it was away' });
  await world.sandbox.call('DELETE', `/api/faults?provider=mailboxes&target=${own}`);
  await world.t.api.db.update(mailboxTable).set({ version: 2 }).where(eq(mailboxTable.address, own));
  await expect.poll(async () => (await list())[0]?.status).toBe('attention');
  expect((await list())[0]?.problem).toBe('credentials');
  const { notifications } = await member.call(listNotifications, { query: {} });
  expect(notifications.map(({ title }) => title)).toContain(`Mailbox ${own} needs attention`);
  await connect({ password: 'another' });
  await expect.poll(() => said()).toEqual(['IN While it was away']);
  expect(await list()).toHaveLength(1);
});

test('only its member and owners change a mailbox, another brand sees nothing, and leaving disconnects', async () => {
  const mailbox = await synced();
  const colleague = await world.t.person({ brandId });
  const one = { brandId, mailboxId: mailbox.id };
  expect((await list(colleague))[0]).toMatchObject({ address: own, mine: false });
  expect((await refusal(colleague.call(calls.testMailbox, { params: one })))?.status).toBe(403);
  expect((await refusal(colleague.call(calls.disconnectMailbox, { params: one })))?.status).toBe(403);
  expect((await refusal(connect({}, colleague)))?.status).toBe(403);
  const otherBrand = await world.t.brand('Elsewhere');
  const stranger = await world.t.person({ brandId: otherBrand, brandRole: 'owner' });
  const there = { brandId: otherBrand, mailboxId: mailbox.id };
  expect((await refusal(stranger.call(calls.disconnectMailbox, { params: there })))?.status).toBe(404);
  expect((await refusal(stranger.call(calls.listMailboxes, { params: params() })))?.status).toBe(403);
  const answer = JSON.stringify(await owner.call(calls.listMailboxes, { params: params() }));
  expect(answer).not.toContain(PASSWORD);
  await owner.call(removeTeamMember, { params: { brandId, userId: member.userId } });
  expect((await owner.call(calls.listMailboxes, { params: params() })).mailboxes).toEqual([]);
});

test('a malformed email, a hostile one and one without Message-ID are added as text', async () => {
  await synced();
  const head = `From: <${creator}>\r\nTo: <${own}>\r\n`;
  await put({
    raw: `${head}Subject: =?utf-8?B?broken\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nno end`,
  });
  await put({
    raw: `${head}Message-ID: <h@x>\r\nContent-Type: text/html\r\n\r\n<p>Hi <img src=x onerror=alert(1)><script>alert(2)</script>there</p>`,
  });
  await expect.poll(async () => (await list())[0]?.imported).toBe(2);
  const texts = await said();
  expect(texts.join()).not.toMatch(/<|alert/);
  expect(texts).toContainEqual(expect.stringMatching(/^IN Hi\s+there$/));
  await readAgain();
  expect((await list())[0]?.imported).toBe(2);
});

test.each(['google', 'microsoft'] as const)(
  'a %s mailbox is connected by OAuth, refreshes its token, sends without doubling, and notices that access was revoked',
  async (name) => {
    const address = `team${count}@${name}.test`;
    await world.sandbox.call('POST', '/api/mailboxes/accounts', { address, host: name });
    await put({ text: 'From before', date: '2026-05-01T08:00:00Z' }, address);
    const start = () => member.call(calls.startMailboxConsent, { params: params(), body: { vendor: name } });
    const { url } = await start();
    const granted = await consent(url, address);
    // Only the user who started may finish, once.
    const stolen = refusal(owner.call(calls.connectVendorMailbox, { params: params(), body: granted }));
    expect((await stolen)?.status).toBe(409);
    const body = await consent((await start()).url, address);
    const { mailbox } = await member.call(calls.connectVendorMailbox, { params: params(), body });
    expect(mailbox).toMatchObject({ address, provider: name, servers: null, status: 'connected' });
    const again = refusal(member.call(calls.connectVendorMailbox, { params: params(), body }));
    expect((await again)?.status).toBe(409);
    await expect.poll(() => said()).toEqual(['IN From before']);

    await member.call(calls.updateMailbox, {
      params: { brandId, mailboxId: mailbox.id },
      body: { isSender: true, spacingSeconds: 1 },
    });
    // The vendor ends the access token early; the refresh token still works.
    await world.sandbox.call('POST', `/api/mailboxes/accounts/${address}/expire`);
    const { conversation } = await member.call(openConversation, {
      params: params(),
      body: { socialProfileId: creatorId },
    });
    await member.call(sendEmail, {
      params: { brandId, optInId: conversation.id },
      body: { clientId: newId(), subject: 'Re: Hello', text: 'Good to hear.' },
    });
    await expect.poll(async () => (await world.arrived(creator)).length).toBe(1);
    const sent = name === 'google' ? '[Gmail]/Sent Mail' : 'Sent Items';
    await expect.poll(() => inFolder(sent, address)).toHaveLength(1);
    await put({ text: 'And again' }, address);
    await expect.poll(() => said()).toEqual(['IN From before', 'OUT Good to hear.', 'IN And again']);

    await world.sandbox.call('POST', `/api/mailboxes/accounts/${address}/revoke`);
    const { mailbox: tested, imap } = await member.call(calls.testMailbox, {
      params: { brandId, mailboxId: mailbox.id },
    });
    expect({ imap, status: tested.status }).toEqual({ imap: 'credentials', status: 'attention' });
    await member.call(calls.disconnectMailbox, { params: { brandId, mailboxId: mailbox.id } });
    expect(await list()).toEqual([]);
    expect(await said()).toHaveLength(3);
  },
);

/** MAILBOX_EMAILS=50000 is the long run. */
const EMAILS = Number(process.env.MAILBOX_EMAILS ?? 5000);

test(`a mailbox with ${EMAILS} emails is searched by its server, and only what belongs to creators is read`, async () => {
  await put({ from: 'news@else.test', copies: EMAILS - 10, text: 'News' });
  await put({ copies: 10, text: 'Really from Ana', date: '2026-10-01T10:00:00Z' });
  const started = performance.now();
  await synced();
  expect(await said()).toHaveLength(10);
  // Ten emails are read, not all.
  expect(performance.now() - started).toBeLessThan(15_000);
});
