import { getFollowUps } from '@troupe/contract/campaigns/follow-up';
import { listInvites, sendInvite } from '@troupe/contract/campaigns/invite';
import { resumeOutreach } from '@troupe/contract/outreach/email-domain';
import * as calls from '@troupe/contract/outreach/mailbox';
import { saveSequence } from '@troupe/contract/outreach/sequence';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { mailTable, suppressionTable } from '../outreach/mail/mail.table.ts';
import { createTestCampaign } from './conversation/conversation.fixture.ts';
import {
  brandId,
  creator,
  creatorId,
  inFolder,
  list,
  member,
  own,
  owner,
  params,
  put,
  readAgain,
  said,
  sendFrom,
  synced,
  titles,
  useMailboxes,
  usePlainServer,
  world,
  write,
} from './mailboxes.fixture.ts';

useMailboxes('imap');
usePlainServer();

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
  await sendFrom(mailbox.id);
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
  await write('Great!', 'Re: Hello');
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

/** Sends from the mailbox. */
const useForSending = async () => sendFrom((await synced()).id);

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
  await write('Let us talk.');
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

test('an email whose Message-ID the server changed is recognized in Sent', async () => {
  const mailbox = await synced();
  await sendFrom(mailbox.id);
  await write('Let us talk.');
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
