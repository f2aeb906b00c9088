import type { AddressInfo } from 'node:net';
import { listInvites, openInvite, sendInvite } from '@troupe/contract/campaigns/invite';
import { createClient, urlOf } from '@troupe/contract/client';
import {
  addAttachment,
  cancelMessage,
  listConversations,
  listenToBrand,
  listMessages,
  openConversation,
  readEmail,
  readMessages,
  sendEmail,
  sendMessage,
  settleEmail,
  updateConversation,
} from '@troupe/contract/inbox/conversation';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { listenAsCreator, listOwnMessages } from '@troupe/contract/inbox/own-conversation';
import { createOutgoingWebhook } from '@troupe/contract/operations/outgoing-webhook';
import { getWelcome } from '@troupe/contract/site/welcome';
import { and, eq } from 'drizzle-orm';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startApi } from '../../app/app.ts';
import { newId } from '../../platform/id.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { subscriptionTable } from '../billing/subscription/subscription.table.ts';
import { contentPreviewTable } from '../campaigns/campaign-content/campaign-content.table.ts';
import { optInTable } from '../campaigns/opt-in/opt-in.table.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { webhookEventTable } from '../operations/outgoing-webhook/outgoing-webhook.table.ts';
import { emailDomainTable } from '../outreach/email-domain/email-domain.table.ts';
import { type MailWorld, startMailWorld } from '../outreach/mail/mail.fixture.ts';
import { mailTable, suppressionTable } from '../outreach/mail/mail.table.ts';
import { createTestCampaign, listen } from './conversation/conversation.fixture.ts';
import { messageTable } from './conversation/conversation.table.ts';
import { conversationEmail } from './conversation-email.ts';
import { eraseAccount } from './creator-account.queries.ts';

let world: MailWorld;
let brandId: string;
let domain: string;
let campaignId: string;
let member: TestPerson;
let creatorId: string;
let address: string;
let count = 0;

beforeAll(async () => {
  world = await startMailWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  ({ brandId, domain } = await world.brand());
  await world.t.api.db
    .insert(subscriptionTable)
    .values({ id: newId(), brandId, kind: 'plan', planId: 'starter', period: 'monthly', status: 'active' });
  campaignId = await createTestCampaign(world.t, brandId);
  member = await world.t.person({ brandId });
  address = `ana${++count}@inbox.test`;
  creatorId = await aCreator(address);
});

async function aCreator(contactEmail: string | null, fullname = 'Ana Lima'): Promise<string> {
  const id = newId();
  await world.t.api.db.insert(creatorTable).values({
    id,
    platform: 'tiktok',
    username: `c${id.slice(-10)}`,
    fullname,
    contactEmail,
    profileUrl: 'https://www.tiktok.com/@someone',
  });
  return id;
}

const list = (query: object = {}) => member.call(listConversations, { params: { brandId }, query });
const thread = (id: string, query: object = {}) =>
  member.call(listMessages, { params: { brandId, optInId: id }, query });
const oldestFirst = async (id: string) => (await thread(id)).messages.toReversed();
const email = (id: string, body: object = {}, by = member) =>
  by.call(sendEmail, {
    params: { brandId, optInId: id },
    body: { clientId: newId(), subject: 'Hello', text: 'Hello Ana', ...body },
  });
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { status: number; body: unknown }) => error,
  );
const invites = async () => (await member.call(listInvites, { params: { brandId }, query: {} })).invites;
const open = async (socialProfileId = creatorId) =>
  (await member.call(openConversation, { params: { brandId }, body: { socialProfileId } })).conversation.id;
const storedMails = () =>
  world.t.api.db.select().from(mailTable).where(eq(mailTable.brandId, brandId)).orderBy(mailTable.id);

/** Invites the creator and waits until the email has arrived. */
async function invited() {
  const { invite } = await member.call(sendInvite, {
    params: { brandId },
    body: { campaignId, socialProfileId: creatorId },
  });
  await expect.poll(async () => (await invites())[0]?.status).toBe('sent');
  return { invite, mail: (await storedMails())[0] as typeof mailTable.$inferSelect };
}

/** Replies to an email over SMTP like an email client. */
async function reply(
  { toAddress, replyToken, subject, messageId }: typeof mailTable.$inferSelect,
  text: string,
  more: SendMailOptions = {},
): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port: world.t.api.inboundMailPort ?? 0 });
  const sent = await transport.sendMail({
    from: toAddress,
    to: `reply+${replyToken}@reply.troupe.test`,
    subject: `Re: ${subject}`,
    inReplyTo: messageId,
    references: messageId,
    text: `${text}\n\nOn Mon, 2 Mar 2026 at 10:11, Mia <mia@x.test> wrote:\n> Hello\n> Would you like to join?\n`,
    ...more,
  });
  transport.close();
  return sent.messageId;
}

async function optIn(userId: string | null, more: Partial<typeof optInTable.$inferInsert> = {}) {
  const id = newId();
  await world.t.api.db.insert(optInTable).values({
    id,
    brandId,
    campaignId,
    creatorId,
    userId,
    agreement: {
      fee: null,
      currency: 'USD',
      deliverables: [],
      draftDue: null,
      liveDue: null,
      usageRights: null,
    },
    shipment: { state: 'none', address: null, carrier: null, tracking: null, shipped: null, received: null },
    termsVersion: 1,
    termsAcceptedAt: new Date().toISOString(),
    ...more,
  });
  return id;
}

test('keeps an invite, its reply and the answer in one conversation and one email thread', async () => {
  const stream = await listen(world.t.url + urlOf(listenToBrand, { params: { brandId } }), member.token);
  onTestFinished(() => stream.stop());
  const owner = await world.t.person({ brandId, brandRole: 'owner' });
  await owner.call(createOutgoingWebhook, {
    params: { brandId },
    body: { url: 'https://program.example/hook', events: ['message.received'] },
  });
  const { mail } = await invited();
  // A conversation with only an invite isn't listed, but exists.
  expect(await list()).toMatchObject({ total: 0, unread: 0 });
  expect(await list({ filter: 'invited' })).toMatchObject({
    total: 1,
    conversations: [{ optInId: null, campaignId, campaigns: [{ inviteStatus: 'sent' }] }],
  });

  const replyId = await reply(mail, 'Gladly! What is the fee?');
  const found = await list();
  expect(found).toMatchObject({
    total: 1,
    unread: 1,
    conversations: [{ unread: 1, status: null, last: { kind: 'creator', text: 'Gladly! What is the fee?' } }],
  });
  const id = found.conversations[0]?.id ?? '';
  expect(await oldestFirst(id)).toMatchObject([
    { number: 1, kind: 'brand', campaignId, email: { direction: 'out', status: 'sent', to: { address } } },
    { number: 2, kind: 'creator', read: null, email: { direction: 'in', from: { address }, doubt: null } },
  ]);
  expect(await member.call(listNotifications, {})).toMatchObject({
    unread: 1,
    notifications: [{ title: 'Ana Lima replied to your invite', href: `/inbox/conversations/${id}` }],
  });
  expect(await member.call(getWelcome, { params: { brandId } })).toMatchObject({ waiting: { messages: 1 } });
  await expect
    .poll(() => stream.heard.filter(({ data }) => data.conversationId === id && data.message).length)
    .toBe(1);
  const webhooks = await world.t.api.db
    .select()
    .from(webhookEventTable)
    .where(and(eq(webhookEventTable.brandId, brandId), eq(webhookEventTable.type, 'message.received')));
  expect(webhooks).toMatchObject([{ data: { conversationId: id, campaignId, optInId: null } }]);
  expect(await invites()).toMatchObject([{ status: 'replied', conversationId: id, optInId: null }]);

  const { email: side } = await thread(id);
  expect(side).toEqual({
    to: address,
    from: `mia@${domain}`,
    blocked: null,
    blockedReason: null,
    subject: `Re: ${mail.subject}`,
  });
  await email(id, {
    subject: side?.subject,
    text: '',
    html: '<p>It is <b>$400</b>.<script>x()</script></p>',
  });
  const arrived = await expect
    .poll(() => world.arrived(address))
    .toHaveLength(2)
    .then(() => world.arrived(address));
  const [answer] = arrived;
  const header = (name: string) => answer?.headers.find((one) => one.name.toLowerCase() === name)?.value;
  expect(answer).toMatchObject({ from: { address: `mia@${domain}` }, subject: `Re: ${mail.subject}` });
  expect(header('in-reply-to')).toBe(replyId);
  expect(header('references')?.split(/\s+/)).toEqual([mail.messageId, replyId]);
  expect(answer?.html).toContain('<b>$400</b>');
  expect(answer?.html).not.toContain('script');
  expect(answer?.text).toContain('It is $400.');

  // The reply is matched by References alone: the email client answers the visible address.
  const [, sent] = await storedMails();
  await reply(sent as never, 'Deal.', { to: 'reply@reply.troupe.test' });
  const all = await oldestFirst(id);
  expect(all.map(({ number, kind, text }) => [number, kind, text]).slice(1)).toEqual([
    [2, 'creator', 'Gladly! What is the fee?'],
    [3, 'brand', 'It is $400.'],
    [4, 'creator', 'Deal.'],
  ]);
  expect(all.every((one) => one.campaignId === campaignId)).toBe(true);
});

test("returns an entire email with quotes marked and the creator's secret links removed", async () => {
  const { mail } = await invited();
  const { rows } = await world.t.api.pool.query('select token from invite where mail_id = $1', [mail.id]);
  const unsubscribe = mail.unsubscribeToken ?? '';
  expect(unsubscribe).toMatch(/^[0-9a-f]{32}$/);
  await reply(mail, 'Gladly!', {
    text: `Gladly!\n\nOn Mon, 2 Mar 2026 at 10:11, Mia <mia@x.test> wrote:\n> See http://x.test/invite/${rows[0].token}\n> http://x.test/unsubscribe/${unsubscribe}\n`,
  });
  const id = await open();
  const [invite, answer] = await oldestFirst(id);
  expect(answer).toMatchObject({ text: 'Gladly!', email: { hasMore: true } });
  const params = { brandId, optInId: id };
  const original = await member.call(readEmail, { params: { ...params, messageId: answer?.id ?? '' } });
  expect(original).toMatchObject({
    direction: 'in',
    html: null,
    subject: `Re: ${mail.subject}`,
    parts: [
      { text: 'Gladly!', quoted: false },
      { text: expect.stringContaining('> See http://x.test/invite/...'), quoted: true },
    ],
  });
  const sent = await member.call(readEmail, { params: { ...params, messageId: invite?.id ?? '' } });
  expect(sent.html).toContain('/invite/...');
  const shown = JSON.stringify([original, sent, await thread(id)]);
  expect(shown).not.toContain(rows[0].token);
  expect(shown).not.toContain(unsubscribe);
});

test("hides the personal link's token from the team, however a reply repeats it", async () => {
  const { mail } = await invited();
  const { rows } = await world.t.api.pool.query('select token from invite where mail_id = $1', [mail.id]);
  const token: string = rows[0].token;
  const owner = await world.t.person({ brandId, brandRole: 'owner' });
  const stream = await listen(world.t.url + urlOf(listenToBrand, { params: { brandId } }), member.token);
  onTestFinished(() => stream.stop());
  const filtered = `https://filter.test/?url=http%3A%2F%2Fx.test%2Finvite%2F${token}&data=5`;
  await reply(mail, `Is this mine? http://x.test/invite/${token}`, { subject: `Re: ${token}` });
  const id = await open();
  await email(id, { subject: 'Following up', text: 'Did you see it?' });
  const [, followUp] = await storedMails();
  // A follow-up email has no personal link, but replies to it quote the invite.
  await reply(followUp as never, `The one behind ${filtered}?`, {
    text: `The one behind ${filtered}?\n\nOn Mon, 2 Mar 2026 at 10:11, Mia <mia@x.test> wrote:\n> Did you see it?\n>> See http://x.test/invite/${token.slice(0, 9)}\n>> ${token.slice(9)}\n`,
  });
  const messages = await oldestFirst(id);
  expect(messages.map(({ text }) => text)).toEqual([
    expect.stringContaining('/invite/...'),
    'Is this mine? http://x.test/invite/...',
    'Did you see it?',
    'The one behind https://filter.test/?url=http%3A%2F%2Fx.test%2Finvite%2F...&data=5?',
  ]);
  const originals = await Promise.all(
    messages.map(({ id: messageId }) =>
      member.call(readEmail, { params: { brandId, optInId: id, messageId } }),
    ),
  );
  expect(originals.at(-1)?.parts.at(-1)).toMatchObject({ quoted: true });
  await expect.poll(() => stream.raw()).toContain('filter.test');
  const shown = JSON.stringify([
    ...[messages, originals, await list(), await invites(), stream.raw()],
    await member.call(listNotifications, {}),
    await owner.call(listNotifications, {}),
  ]);
  expect(shown).not.toContain(token);
  expect(shown).not.toContain(token.slice(9));
  expect(await list({ search: token })).toMatchObject({ total: 0 });
});

test('a reply unsnoozes the conversation, notifies only its assignee, and is read with it', async () => {
  const { mail } = await invited();
  const id = await open();
  const teammate = await world.t.person({ brandId });
  await member.call(updateConversation, {
    params: { brandId, optInId: id },
    body: {
      assignedTo: teammate.userId,
      starred: true,
      snoozedUntil: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  await reply(mail, 'Hello');
  expect(await list({ search: 'join our' })).toMatchObject({ total: 0 });
  expect(await list({ search: mail.subject.slice(3, 12) })).toMatchObject({ total: 1 });
  const { conversations } = await list({ filter: 'starred' });
  expect(conversations).toMatchObject([{ snoozedUntil: null, assignedTo: { id: teammate.userId } }]);
  expect(await member.call(listNotifications, {})).toMatchObject({ unread: 0 });
  expect(await teammate.call(listNotifications, {})).toMatchObject({ unread: 1 });
  const params = { brandId, optInId: id };
  expect(await teammate.call(readMessages, { params, body: { upTo: 2 } })).toEqual({ unread: 0 });
  expect(await teammate.call(listNotifications, {})).toMatchObject({ unread: 0 });
  expect(await list()).toMatchObject({ unread: 0 });
});

test('keeps chat and email of an opted-in creator in one conversation; the chat shows only its campaign', async () => {
  const { mail } = await invited();
  await reply(mail, 'Gladly!');
  const creator = await world.t.person({ role: 'creator', email: address });
  const optInId = await optIn(creator.userId);
  const id = await open();
  await member.call(sendMessage, {
    params: { brandId, optInId },
    body: { clientId: newId(), text: 'Welcome to the chat' },
  });
  const other = await createTestCampaign(world.t, brandId, 'Winter');
  await email(id, { subject: 'Another idea', text: 'About winter', campaignId: other });
  expect((await oldestFirst(id)).map(({ number, text }) => [number, text]).slice(1)).toEqual([
    [2, 'Gladly!'],
    [3, 'Welcome to the chat'],
    [4, 'About winter'],
  ]);
  expect((await oldestFirst(optInId)).map(({ number }) => number)).toEqual([1, 2, 3]);
  const own = await creator.call(listOwnMessages, { params: { optInId }, query: {} });
  expect(own.messages).toMatchObject([{ number: 1, text: 'Welcome to the chat', email: null }]);
  expect(await list()).toMatchObject({
    total: 1,
    conversations: [
      {
        id,
        campaigns: [
          { title: 'Winter', optInId: null },
          { optInId, status: 'pending' },
        ],
      },
    ],
  });
  expect(await list({ campaignId })).toMatchObject({ conversations: [{ id, optInId, last: { number: 3 } }] });
});

test("shows an invite's progress: opted in, approved, collaborating, posted, declined, withdrawn", async () => {
  const { mail } = await invited();
  await reply(mail, 'Gladly!');
  const status = async () => (await invites())[0]?.status;
  expect(await status()).toBe('replied');
  const id = await optIn(null);
  expect(await status()).toBe('opted_in');
  const { db } = world.t.api;
  const set = (change: Partial<typeof optInTable.$inferInsert>) =>
    db.update(optInTable).set(change).where(eq(optInTable.id, id));
  await set({ status: 'approved' });
  expect(await status()).toBe('approved');
  const previewId = newId();
  await db
    .insert(contentPreviewTable)
    .values({ id: previewId, brandId, campaignId, optInId: id, kind: 'reel' as const });
  expect(await status()).toBe('collaborating');
  await db.update(contentPreviewTable).set({ liveUrl: 'https://www.tiktok.com/@a/video/1' });
  expect(await status()).toBe('posted');
  for (const [of, shown] of [
    ['completed', 'completed'],
    ['rejected', 'declined'],
    ['withdrawn', 'withdrawn'],
  ] as const) {
    await set({ status: of });
    expect(await status()).toBe(shown);
  }
  const declined = await member.call(listInvites, { params: { brandId }, query: { status: ['withdrawn'] } });
  expect(declined.total).toBe(1);
  expect(await invites()).toMatchObject([{ optInId: id, statusReason: null }]);
});

test('allows notes and emails to a creator without a chat, and rejects chat messages with a reason', async () => {
  const id = await open();
  const write = (body: object) =>
    member.call(sendMessage, {
      params: { brandId, optInId: id },
      body: { clientId: newId(), text: 'Ask about sizes', ...body },
    });
  expect(await refusal(write({}))).toMatchObject({
    status: 409,
    message: expect.stringContaining('Send an email instead'),
  });
  expect((await write({ note: true })).message).toMatchObject({ kind: 'note', number: 1, campaignId: null });
  expect((await email(id)).message).toMatchObject({ number: 2, email: { status: 'queued' } });
});

test('sends an email once: by ID, by key, and when clicked five times at once', async () => {
  const id = await open();
  const clientId = newId();
  const both = await Promise.all(Array.from({ length: 5 }, () => email(id, { clientId })));
  expect(new Set(both.map(({ message }) => message.id)).size).toBe(1);
  const url = `${world.t.url}/brand/${brandId}/inbox/${id}/emails`;
  const byKey = async () => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${member.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'k-1',
      },
      body: JSON.stringify({ clientId: newId(), subject: 'Once', text: 'Once' }),
    });
    return ((await answer.json()) as { message: { id: string } }).message.id;
  };
  expect(new Set([await byKey(), await byKey()]).size).toBe(1);
  expect((await storedMails()).filter(({ kind }) => kind === 'email')).toHaveLength(2);
  const stranger = await world.t.person({ brandId });
  expect(await refusal(email(id, { clientId }, stranger))).toMatchObject({ status: 409 });
});

test("explains why an email can't be sent", async () => {
  const { db } = world.t.api;
  const id = await open();
  const blocked = async () => (await thread(id)).email?.blocked;
  expect(await refusal(email(id, { text: ' ' }))).toMatchObject({ status: 422 });
  expect(await refusal(email(id, { text: 'x'.repeat(20_001) }))).toMatchObject({ status: 422 });
  expect(await refusal(email(id, { text: '', html: `<p>${'x'.repeat(20_001)}</p>` }))).toMatchObject({
    status: 422,
  });
  const without = await open(await aCreator(null));
  expect(await refusal(email(without))).toMatchObject({
    code: 'no_contact',
    message: "We don't have an email address for this creator.",
  });
  await db.insert(suppressionTable).values({ id: newId(), brandId, address, reason: 'unsubscribe' });
  expect(await blocked()).toBe('suppressed');
  expect(await refusal(email(id))).toMatchObject({ code: 'suppressed' });
  await db.update(emailDomainTable).set({ status: 'pending' }).where(eq(emailDomainTable.brandId, brandId));
  expect(await blocked()).toBe('email_domain_required');
  expect(await refusal(email(id))).toMatchObject({ code: 'email_domain_required' });
  await db.delete(subscriptionTable).where(eq(subscriptionTable.brandId, brandId));
  expect(await blocked()).toBe('subscription_required');
  expect(await refusal(email(id))).toMatchObject({ status: 402 });
  expect(await storedMails()).toHaveLength(0);
});

test('hides conversations from other brands and from users without a brand', async () => {
  const id = await open();
  const foreign = await world.t.brand('Foreign');
  const stranger = await world.t.person({ brandId: foreign });
  for (const of of [brandId, foreign]) {
    const params = { brandId: of, optInId: id };
    const status = of === brandId ? 403 : 404;
    const body = { clientId: newId(), subject: 'Hi', text: 'Hi' };
    expect(await refusal(stranger.call(listMessages, { params, query: {} }))).toMatchObject({ status });
    expect(await refusal(stranger.call(sendEmail, { params, body }))).toMatchObject({ status });
  }
  const own = await createTestCampaign(world.t, foreign);
  expect(await refusal(email(id, { campaignId: own }))).toMatchObject({ status: 404 });
});

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

test('accepts attachments of the allowed types and lists them when rejecting others', async () => {
  const id = await open();
  const attach = async (content: Buffer, name: string) =>
    member.upload(
      addAttachment,
      { params: { brandId, optInId: id } },
      new Blob([new Uint8Array(content)]),
      name,
    );
  expect(await refusal(attach(Buffer.from('words'), 'notes.pdf'))).toMatchObject({
    status: 415,
    message: 'Attach an MP4, MOV, JPEG, PNG, PDF, WebP or GIF file.',
  });
  const pdf = await attach(Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n'), 'brief.pdf');
  const gif = await attach(PIXEL, 'dot.gif');
  const sent = await email(id, { attachments: [pdf.id, gif.id], text: '' });
  expect(sent.message.attachments).toMatchObject([{ name: 'brief.pdf' }, { name: 'dot.gif' }]);
  const [arrived] = await world.arrived(address, 30_000);
  const raw = (await world.raw(arrived?.id ?? '')).toString();
  expect(raw).toMatch(/Content-Type: application\/pdf; name=brief\.pdf/);
  expect(raw).toContain(PIXEL.toString('base64'));
});

test('flags a reply from a different address, and sends the next email to the last recipient', async () => {
  const { mail } = await invited();
  await reply(mail, 'Pay me there instead.', { from: 'somebody@else.test' });
  const id = await open();
  const [, answer] = await oldestFirst(id);
  expect(answer).toMatchObject({
    text: 'Pay me there instead.',
    email: { doubt: `Replied by email from somebody@else.test, not from ${address}` },
  });
  expect((await thread(id)).email?.to).toBe(address);
});

test('cancels an unsent email, and lets a person settle an unconfirmed one', async () => {
  await world.t.api.db
    .update(emailDomainTable)
    .set({ dailyCap: 0 })
    .where(eq(emailDomainTable.brandId, brandId));
  const id = await open();
  const params = { brandId, optInId: id };
  const { message } = await email(id);
  await member.call(cancelMessage, { params: { ...params, messageId: message.id } });
  expect((await thread(id)).messages).toMatchObject([{ number: 1, email: { status: 'cancelled' } }]);
  expect(
    await refusal(member.call(cancelMessage, { params: { ...params, messageId: message.id } })),
  ).toMatchObject({
    status: 409,
  });
  const { message: second } = await email(id);
  const [row] = await world.t.api.db.select().from(messageTable).where(eq(messageTable.id, second.id));
  await world.t.api.db
    .update(mailTable)
    .set({ status: 'uncertain', sendingAt: new Date().toISOString() })
    .where(eq(mailTable.id, row?.mailId ?? ''));
  const settled = await member.call(settleEmail, {
    params: { ...params, messageId: second.id },
    body: { as: 'sent' },
  });
  expect(settled.message).toMatchObject({ email: { status: 'sent' } });
});

test('settles an email on one database connection', async () => {
  const { db, config, clock } = world.t.api;
  await db.update(emailDomainTable).set({ dailyCap: 0 }).where(eq(emailDomainTable.brandId, brandId));
  const id = await open();
  const { message } = await email(id);
  await world.t.api.pool.query(
    `update mail set status = 'uncertain', sending_at = now()
     where id = (select mail_id from message where id = $1)`,
    [message.id],
  );
  // With a pool of one, a second connection inside the transaction would never be available.
  const narrow = await startApi(
    { ...config, TROUPE_ROLES: ['http'], DATABASE_POOL: 1, DATABASE_WAIT_MS: 10_000 },
    clock,
  );
  onTestFinished(() => narrow.stop());
  const baseUrl = `http://127.0.0.1:${(narrow.server.server.address() as AddressInfo).port}`;
  const settled = await createClient({ baseUrl, token: () => member.token }).call(settleEmail, {
    params: { brandId, optInId: id, messageId: message.id },
    body: { as: 'sent' },
  });
  expect(settled.message).toMatchObject({ email: { status: 'sent' } });
});

test('returns not_found for a conversation deleted while it is read', async () => {
  const { emailSide } = conversationEmail({ ...world.t.api, implement: () => {} } as never);
  const read = emailSide(brandId, { conversationId: newId(), campaignId: null });
  await expect(read).rejects.toMatchObject({ code: 'not_found' });
});

test("shows emails in the creator app only if sent to the account's address", async () => {
  const { mail } = await invited();
  const creator = await world.t.person({ role: 'creator', email: `other-${address}` });
  const optInId = await optIn(creator.userId);
  const id = await open();
  const stream = await listen(world.t.url + urlOf(listenAsCreator, {}), creator.token);
  onTestFinished(() => stream.stop());
  await reply(mail, 'From the agency');
  await email(id, { subject: 'For the agency', text: 'Only for the agency', campaignId });
  const texts = async () =>
    (await creator.call(listOwnMessages, { params: { optInId }, query: {} })).messages.map(
      ({ text }) => text,
    );
  expect(await texts()).toEqual([]);
  expect((await oldestFirst(id)).map(({ text }) => text).slice(1)).toEqual([
    'From the agency',
    'Only for the agency',
  ]);
  await world.t.api.pool.query('update mail set to_address = $2 where brand_id = $1', [
    brandId,
    `Other-${address}`,
  ]);
  await email(id, { subject: 'For you', text: 'For the account', campaignId });
  expect(await texts()).toEqual(['For the account']);
  await expect.poll(() => stream.raw()).toContain('For the account');
  expect(stream.raw()).not.toMatch(/agency/);
});

test('reveals the invited address on the personal link until the profile has an account', async () => {
  await invited();
  const { rows } = await world.t.api.pool.query('select token from invite where creator_id = $1', [
    creatorId,
  ]);
  const creator = await world.t.person({ role: 'creator', email: address });
  const told = () => creator.call(openInvite, { params: { token: rows[0].token } });
  expect(await told()).toMatchObject({ email: address });
  await optIn(creator.userId);
  expect(await told()).toMatchObject({ email: '' });
  await world.t.api.db.delete(optInTable).where(eq(optInTable.creatorId, creatorId));
  expect(await told()).toMatchObject({ email: address });
  await world.t.api.db
    .update(creatorTable)
    .set({ userId: creator.userId })
    .where(eq(creatorTable.id, creatorId));
  expect(await told()).toMatchObject({ email: '' });
});

test("deleting a creator's account deletes their email conversations", async () => {
  const { mail } = await invited();
  await reply(mail, 'My phone is one-two-three');
  const creator = await world.t.person({ role: 'creator', email: address });
  await optIn(creator.userId);
  const id = await open();
  await email(id, { subject: 'Your phone', text: 'We call one-two-three' });
  await expect.poll(async () => (await storedMails()).map(({ status }) => status)).toEqual(['sent', 'sent']);
  await eraseAccount(world.t.api.db, creator.userId, new Date());
  const { conversation, messages } = await thread(id);
  expect(conversation.creator.fullname).toBe('Removed creator');
  expect(messages.map(({ text }) => text)).toEqual(['', '', '']);
  expect(messages[1]?.by.name).toBe('Removed creator');
  const { rows } = await world.t.api.pool.query(
    `select row_to_json(m)::text as row from message m union all select row_to_json(b)::text from inbound_mail b
       union all select row_to_json(e)::text from mail e where e.kind = 'email'`,
  );
  expect(rows.some(({ row }: { row: string }) => row.includes('one-two-three'))).toBe(false);
});
