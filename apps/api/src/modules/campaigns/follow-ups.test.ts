import { setCampaignStatus } from '@troupe/contract/campaigns/campaign';
import { listInvites } from '@troupe/contract/campaigns/invite';
import { listConversations, listMessages, sendEmail } from '@troupe/contract/inbox/conversation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { DAY, type FollowUpWorld, startFollowUpWorld, step } from './follow-ups.fixture.ts';

let w: FollowUpWorld;

beforeAll(async () => {
  w = await startFollowUpWorld();
});
afterAll(() => w.stop());

const header = (mail: { headers: { name: string; value: string }[] } | undefined, name: string) =>
  mail?.headers.find((each) => each.name.toLowerCase() === name)?.value;

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

void [setCampaignStatus, sendEmail, newId, DAY];
