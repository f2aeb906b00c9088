import { setCampaignStatus } from '@troupe/contract/campaigns/campaign';
import {
  changeAllFollowUps,
  changeFollowUps,
  getFollowUps,
  startFollowUps,
  takeOver,
} from '@troupe/contract/campaigns/follow-up';
import { listInvites, openInvite, sendInvite } from '@troupe/contract/campaigns/invite';
import { listConversations, listMessages, sendEmail } from '@troupe/contract/inbox/conversation';
import { removeSequence, saveSequence } from '@troupe/contract/outreach/sequence';
import type { FollowUpStop } from '@troupe/domain/campaigns/follow-up';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../platform/id.ts';
import { subscriptionTable } from '../billing/subscription/subscription.table.ts';
import { mailTable } from '../outreach/mail/mail.table.ts';
import { campaignTable } from './campaign/campaign.table.ts';
import { followUpTable } from './follow-up/follow-up.table.ts';
import { DAY, type FollowUpWorld, startFollowUpWorld, step } from './follow-ups.fixture.ts';
import { optInTable } from './opt-in/opt-in.table.ts';

vi.setConfig({ testTimeout: 120_000 });

let w: FollowUpWorld;

beforeAll(async () => {
  w = await startFollowUpWorld();
});
afterAll(() => w.stop());

const header = (mail: { headers: { name: string; value: string }[] } | undefined, name: string) =>
  mail?.headers.find((each) => each.name.toLowerCase() === name)?.value;

/** A delivery status report about a mailbox that doesn't exist. */
const bounceReport = (to: string, creator: string) => ({
  from: 'MAILER-DAEMON@inbox.test',
  envelope: { from: '', to },
  to,
  subject: 'Undelivered Mail Returned to Sender',
  raw: [
    'From: MAILER-DAEMON@inbox.test',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <${newId()}@inbox.test>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Not delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; inbox.test',
    '',
    `Final-Recipient: rfc822; ${creator}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 No such user',
    '',
    '--b--',
    '',
  ].join('\r\n'),
});

/** The creator answers the last email to them. */
async function reply(address: string, text = 'Sounds good') {
  const mail = (await w.mailOf(address)).findLast(({ status }) => status === 'sent');
  await w.deliver({
    from: address,
    to: `reply+${mail?.replyToken}@reply.troupe.test`,
    subject: `Re: ${mail?.subject}`,
    inReplyTo: mail?.messageId,
    text,
  });
}

test('follows up in the thread of the invite until the creator replies', async () => {
  const { id, address } = await w.creator();
  const { id: sequenceId } = await w.sequence([step(3), step(4), step(5)]);
  const invite = await w.invite(id, { sequenceId });
  await w.sent();
  await w.pass(2);
  expect(await w.inbox(address)).toHaveLength(1);
  await w.pass(1);
  const [first, second] = await w.inbox(address);
  expect(second?.subject).toBe(`Re: ${first?.subject}`);
  expect(header(second, 'in-reply-to')).toBe(first?.messageId);
  expect(header(second, 'references')).toBe(first?.messageId);
  expect(second?.text).toContain('Hi Ana, did you see my email about Autumn Trail Kit?');
  expect(header(second, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  await w.pass(4);
  const third = (await w.inbox(address))[2];
  expect(header(third, 'in-reply-to')).toBe(second?.messageId);
  expect(header(third, 'references')?.split(/\s+/)).toEqual([first?.messageId, second?.messageId]);
  expect((await w.followUp(invite.id)).timeline.entries.map(({ state }) => state)).toEqual([
    ...['sent', 'sent', 'sent', 'planned'],
  ]);
  // An answer to a follow-up is an answer to the invite.
  await reply(address, 'Yes, let us talk');
  const { invites } = await w.person.call(listInvites, { params: w.params, query: {} });
  expect(invites.find(({ id }) => id === invite.id)).toMatchObject({
    status: 'replied',
    reply: 'Yes, let us talk',
    followUp: { state: 'stopped', stop: 'replied', sent: 2, next: null },
  });
  await w.pass(30);
  expect(await w.inbox(address)).toHaveLength(3);
  const { conversations } = await w.person.call(listConversations, { params: w.params, query: {} });
  const optInId = conversations[0]?.id ?? '';
  const { messages } = await w.person.call(listMessages, { params: { ...w.params, optInId }, query: {} });
  expect(messages.map(({ kind, byEmail }) => [kind, byEmail]).toReversed()).toEqual([
    ...[
      ['brand', true],
      ['brand', true],
      ['brand', true],
      ['creator', true],
    ],
  ]);
});

/** An invited creator with follow-ups after 3 and 4 days, whose invite was sent. */
async function followed(steps = [step(3), step(4)], values: object = {}) {
  const { id, address } = await w.creator(values);
  const { id: sequenceId } = await w.sequence(steps);
  const invite = await w.invite(id, { sequenceId });
  await w.sent();
  return { id, address, invite, sequenceId };
}

const optIn = async (creatorId: string, campaignId = w.campaignId) => {
  await w.db.insert(optInTable).values({
    id: newId(),
    brandId: w.brandId,
    campaignId,
    creatorId,
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
    termsAcceptedAt: w.now().toISOString(),
  });
};

const conversationOf = async (inviteId: string) => {
  const { invites } = await w.person.call(listInvites, { params: w.params, query: {} });
  return invites.find(({ id }) => id === inviteId)?.conversationId ?? '';
};

test.each<[string, FollowUpStop, (of: Awaited<ReturnType<typeof followed>>) => Promise<unknown>]>([
  ['a reply', 'replied', ({ address }) => reply(address)],
  ['an opt-in', 'opted-in', ({ id }) => optIn(id)],
  [
    'an unsubscribe',
    'unsubscribed',
    async ({ address }) => {
      const token = (await w.mailOf(address))[0]?.unsubscribeToken;
      const response = await fetch(`${w.t.url}/unsubscribe/${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      expect(response.status).toBe(200);
    },
  ],
  [
    'a bounce',
    'bounced',
    async ({ address }) => {
      const token = (await w.mailOf(address))[0]?.replyToken;
      await w.deliver(bounceReport(`bounce+${token}@bounce.${w.domain}`, address));
    },
  ],
  [
    'an email by a teammate',
    'taken-over',
    async ({ invite }) => {
      const teammate = await w.t.person({ brandId: w.brandId });
      expect(await w.followUp(invite.id)).toMatchObject({ state: 'running', changedBy: null });
      await teammate.call(sendEmail, {
        params: { ...w.params, optInId: await conversationOf(invite.id) },
        body: { clientId: newId(), subject: 'A question', text: 'Do you ship to Spain?', attachments: [] },
      });
    },
  ],
  [
    'taking over',
    'taken-over',
    async ({ invite }) => {
      const optInId = await conversationOf(invite.id);
      expect(await w.person.call(takeOver, { params: { ...w.params, optInId } })).toEqual({ stopped: 1 });
      expect(await w.person.call(takeOver, { params: { ...w.params, optInId } })).toEqual({ stopped: 0 });
    },
  ],
  ['a person', 'person', ({ invite }) => w.change(invite.id, 'stop')],
])('stops at %s', async (_name, stop, happens) => {
  const creator = await followed();
  await w.pass(3);
  expect(await w.inbox(creator.address)).toHaveLength(2);
  await happens(creator);
  expect(await w.followUp(creator.invite.id)).toMatchObject({ state: 'stopped', stop });
  await w.sent();
  const before = (await w.inbox(creator.address)).length;
  const queued = (await w.mailOf(creator.address)).length;
  await w.pass(30);
  expect(await w.inbox(creator.address)).toHaveLength(before);
  // Not even queued: the outbox wouldn't send it either.
  expect(await w.mailOf(creator.address)).toHaveLength(queued);
  expect(await w.followUp(creator.invite.id)).toMatchObject({ state: 'stopped', stop });
});

/** The stored state, without facts that screens add. */
const stateOf = async (inviteId: string) =>
  (await w.db.select().from(followUpTable).where(eq(followUpTable.inviteId, inviteId)))[0]?.state;

test('withdraws a queued follow-up when the creator replies', async () => {
  const { address, invite } = await followed();
  await w.t.api.pool.query(`update mail_pace set next_at = $2 where brand_id = $1`, [
    w.brandId,
    new Date(w.now().getTime() + 4 * DAY).toISOString(),
  ]);
  await w.pass(3, { deliver: false });
  expect((await w.mailOf(address)).map(({ status }) => status)).toEqual(['sent', 'queued']);
  await reply(address);
  // With the reply, not with the next sweep.
  expect(await stateOf(invite.id)).toBe('stopped');
  await w.pass(1);
  expect((await w.mailOf(address)).map(({ status }) => status)).toEqual(['sent', 'cancelled']);
  expect((await w.inbox(address)).length).toBe(1);
  expect((await w.followUp(invite.id)).timeline.entries.map(({ state }) => state)).toEqual(['sent']);
});

test('stops when the campaign closes, and waits while it is paused', async () => {
  const campaignId = await w.campaign(w.brandId);
  const { id, address } = await w.creator();
  const { id: sequenceId } = await w.sequence([step(3), step(4)]);
  const invite = await w.invite(id, { sequenceId, campaignId });
  await w.sent();
  const move = (status: 'paused' | 'completed') =>
    w.person.call(setCampaignStatus, { params: { ...w.params, campaignId }, body: { status } });
  await move('paused');
  await w.pass(5);
  expect(await w.inbox(address)).toHaveLength(1);
  expect(await w.followUp(invite.id)).toMatchObject({ state: 'running' });
  await w.db.update(campaignTable).set({ status: 'publish' }).where(eq(campaignTable.id, campaignId));
  await w.pass(0);
  expect(await w.inbox(address)).toHaveLength(2);
  await move('completed');
  expect(await w.followUp(invite.id)).toMatchObject({ state: 'stopped', stop: 'campaign-closed' });
  await w.pass(10);
  expect(await w.inbox(address)).toHaveLength(2);
});

test('waits while the brand has no plan', async () => {
  const { address } = await followed();
  const subscribe = (status: 'cancelled' | 'active') =>
    w.db.update(subscriptionTable).set({ status }).where(eq(subscriptionTable.brandId, w.brandId));
  await subscribe('cancelled');
  await w.pass(3);
  expect(await w.mailOf(address)).toHaveLength(1);
  await subscribe('active');
  await w.pass(1);
  expect(await w.inbox(address)).toHaveLength(2);
});

test('sends a step only if its condition is met, and skips it otherwise', async () => {
  const steps = [step(2, { condition: 'no-open' }), step(2, { condition: 'no-opt-in' }), step(2)];
  const opened = await followed(steps);
  const unopened = await followed(steps);
  const [mail] = await w.mailOf(opened.address);
  const token = /invite\/([\w-]+)/.exec(mail?.html ?? '')?.[1] ?? '';
  await w.t.anonymous.call(openInvite, { params: { token } });
  await w.pass(2);
  await w.pass(2);
  await w.pass(2);
  const states = async (of: typeof opened) =>
    (await w.followUp(of.invite.id)).timeline.entries.map(({ number, state }) => `${number} ${state}`);
  expect(await states(opened)).toEqual(['0 sent', '1 skipped', '2 sent', '3 sent']);
  expect(await states(unopened)).toEqual(['0 sent', '1 sent', '2 skipped', '3 sent']);
  expect((await w.followUp(opened.invite.id)).opened).not.toBeNull();
  expect(await w.followUp(unopened.invite.id)).toMatchObject({ state: 'finished', stop: null });
  // The personal link in a follow-up is the invite's, and isn't shown to the team.
  const [, followUp] = await w.mailOf(unopened.address);
  expect(followUp?.html).toContain('/invite/');
  const shown = (await w.followUp(unopened.invite.id)).timeline.entries[1];
  expect(shown?.html).toContain('/invite/example');
});

test('pauses, resumes and stops one or all, and clicking twice is no error', async () => {
  const one = await followed();
  const other = await followed();
  await w.change(one.invite.id, 'pause');
  await w.change(one.invite.id, 'pause');
  await w.pass(4);
  expect([await w.inbox(one.address), await w.inbox(other.address)].map(({ length }) => length)).toEqual([
    1, 2,
  ]);
  expect(await w.followUp(one.invite.id)).toMatchObject({ state: 'paused', changedBy: 'Alva Berg' });
  await w.change(one.invite.id, 'resume');
  await w.pass(0);
  expect(await w.inbox(one.address)).toHaveLength(2);
  const all = (action: 'pause' | 'resume' | 'stop', more: object = {}) =>
    w.person.call(changeAllFollowUps, { params: w.params, body: { action, ...more } });
  expect(await all('pause', { sequenceId: one.sequenceId })).toEqual({ changed: 1 });
  expect(await w.followUp(other.invite.id)).toMatchObject({ state: 'running' });
  expect((await all('stop')).changed).toBeGreaterThanOrEqual(2);
  expect(await all('stop')).toEqual({ changed: 0 });
  await expect(w.change(one.invite.id, 'resume')).rejects.toMatchObject({ code: 'invalid_transition' });
});

test('applies edits to steps that a creator has not got, and keeps what was sent', async () => {
  const [first, second] = [step(3), step(3)];
  const { address, invite, sequenceId } = await followed([first, second]);
  await w.pass(3);
  const body = '<p>The kit ships on Monday. Interested?</p>';
  await w.person.call(saveSequence, {
    params: { ...w.params, sequenceId },
    body: {
      name: 'Gentle',
      weekdaysOnly: false,
      steps: [step(1, { body }), { ...first, body }, { ...second, body }, step(2, { body })],
    },
  });
  const { entries } = (await w.followUp(invite.id)).timeline;
  expect(entries.map(({ state, text }) => `${state} ${text.includes('Monday')}`)).toEqual([
    ...['sent false', 'sent false', 'planned true', 'planned true'],
  ]);
  await w.pass(3);
  expect((await w.inbox(address)).at(-1)?.text).toContain('The kit ships on Monday');
  await expect(w.person.call(removeSequence, { params: { ...w.params, sequenceId } })).rejects.toMatchObject({
    code: 'in_use',
  });
});

test('rejects the second of two edits at once, unknown variables with their place, and other brands', async () => {
  const { id: sequenceId, version } = await w.sequence([step(3)]);
  const save = (name: string, more: object = {}, by = w.person, params: object = w.params) =>
    by.call(saveSequence, {
      params: { ...w.params, ...params, sequenceId },
      body: { name, steps: [step(3)], version, ...more },
    });
  await save('Theirs');
  await expect(save('Mine')).rejects.toMatchObject({
    code: 'conflict',
    body: { current: { name: 'Theirs', version: 2, updatedBy: 'Alva Berg' } },
  });
  await expect(
    save('Mine', { steps: [step(3, { body: '<p>Hello again</p><p>{{First Nme|you}}</p>' })] }),
  ).rejects.toMatchObject({
    status: 422,
    body: { fields: { 'steps.0.body': 'Unknown variable {{First Nme}} on line 2, character 1.' } },
  });
  const hostile = step(3, { body: '<p onclick="x()">Hello again<script>alert(1)</script></p>' });
  expect((await w.sequence([hostile])).steps[0]?.body).toBe('<p>Hello again</p>');
  const other = await w.newBrand();
  await expect(save('Theirs', {}, other.person, other.params)).rejects.toMatchObject({ status: 404 });
  const { invite } = await followed();
  const theirs = { params: { ...other.params, inviteId: invite.id } };
  await expect(other.person.call(getFollowUps, theirs)).rejects.toMatchObject({ status: 404 });
  await expect(
    other.person.call(changeFollowUps, { ...theirs, body: { action: 'stop' } }),
  ).rejects.toMatchObject({ status: 404 });
  expect(
    await other.person.call(changeAllFollowUps, { params: other.params, body: { action: 'stop' } }),
  ).toEqual({ changed: 0 });
  const own = await w.sequence([step(1)], {}, other);
  expect(
    (
      await other.person.call(startFollowUps, {
        params: other.params,
        body: { sequenceId: own.id, inviteIds: [invite.id] },
      })
    ).skipped,
  ).toEqual([{ inviteId: invite.id, username: '', reason: 'not-found', contact: null }]);
  await expect(
    other.person.call(startFollowUps, { params: other.params, body: { sequenceId, inviteIds: [invite.id] } }),
  ).rejects.toMatchObject({ status: 404 });
});

test('adds follow-ups to sent invites once, and says which ones cannot get them', async () => {
  const { id: sequenceId } = await w.sequence([step(3)]);
  const plain = await w.creator();
  const replied = await w.creator();
  const [first, second] = [await w.invite(plain.id), await w.invite(replied.id)];
  await w.sent();
  await reply(replied.address);
  const start = () => w.start(sequenceId, [first.id, second.id]);
  const [one, other] = await Promise.all([start(), start()]);
  expect([one.started, other.started].sort()).toEqual([0, 1]);
  expect(one.skipped.map(({ reason }) => reason)).toContain('stopped');
  await w.pass(3);
  expect(await w.inbox(plain.address)).toHaveLength(2);
  expect(await w.inbox(replied.address)).toHaveLength(1);
});

test('counts delays from the email that was really sent, on the creator’s clock', async () => {
  // New York goes to summer time on March 14, 2027.
  const berlin = await followed([step(12)], { country: 'DE' });
  const york = await followed([step(12)], { country: 'US' });
  const sentAt = Date.parse((await w.mailOf(york.address))[0]?.sentAt ?? '');
  await w.sweep();
  const dueOf = async ({ invite }: typeof york) =>
    Date.parse((await w.followUp(invite.id)).timeline.entries[1]?.at ?? '');
  const days = (ms: number) => ms / DAY;
  const across =
    sentAt < Date.parse('2027-03-14T07:00:00Z') && sentAt + 12 * DAY > Date.parse('2027-03-14T07:00:00Z');
  expect(days((await dueOf(york)) - sentAt)).toBeCloseTo(across ? 12 - 1 / 24 : 12, 4);
  expect((await w.followUp(york.invite.id)).timeline).toMatchObject({
    zone: 'America/New_York',
    zoneSource: 'main',
  });
  expect((await w.followUp(berlin.invite.id)).timeline).toMatchObject({
    zone: 'Europe/Berlin',
    zoneSource: 'country',
  });
});

test('follow-ups and first invites share the daily limit and take turns', async () => {
  const brand = await w.newBrand({ dailyCap: 4 });
  const campaignId = await w.campaign(brand.brandId);
  const { id: sequenceId } = await w.sequence([step(1)], {}, brand);
  const invite = async (more: object) => {
    const { id, address } = await w.creator();
    await brand.person.call(sendInvite, {
      params: brand.params,
      body: { socialProfileId: id, campaignId, ...more },
    });
    return address;
  };
  for (let n = 0; n < 3; n++) await invite({ sequenceId });
  await w.sent(brand.brandId);
  // Four more invites are queued before the follow-ups are due: three follow-ups and four invites for four places.
  await w.t.api.pool.query('update mail_pace set next_at = $2 where brand_id = $1', [
    brand.brandId,
    new Date(w.now().getTime() + DAY).toISOString(),
  ]);
  for (let n = 0; n < 4; n++) await invite({});
  await w.pass(1, { deliver: false });
  await w.wake();
  const mails = () => w.db.select().from(mailTable).where(eq(mailTable.brandId, brand.brandId));
  await expect
    .poll(async () => (await mails()).filter(({ status }) => status === 'sent').length, { timeout: 30_000 })
    .toBe(7);
  const today = (await mails()).filter(
    ({ sentAt }) => sentAt !== null && Date.parse(sentAt) >= w.now().getTime(),
  );
  expect(today.filter(({ purpose }) => purpose === 'follow-up')).toHaveLength(2);
  expect(today).toHaveLength(4);
  expect((await mails()).filter(({ status }) => status === 'queued')).toHaveLength(3);
});
