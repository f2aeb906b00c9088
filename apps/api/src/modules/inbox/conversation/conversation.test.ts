import type { CallError } from '@troupe/contract/client';
import { getBrand } from '@troupe/contract/inbox/brand-overview';
import {
  cancelMessage,
  listConversations,
  listMessages,
  readAllMessages,
  readMessages,
  sendMessage,
  updateConversation,
} from '@troupe/contract/inbox/conversation';
import { listOwnMessages, readOwnMessages, sendOwnMessage } from '@troupe/contract/inbox/own-conversation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { requestStatements, rowsRead } from '../../../testing/statements.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../../testing/test-api.ts';
import { createTestCampaign, createTestOptIn, type TestCreator } from './conversation.fixture.ts';

let t: TestApi;
let brandId: string;
let campaignId: string;
let member: TestPerson;

beforeAll(async () => {
  t = await startTestApi();
  brandId = await t.brand();
  campaignId = await createTestCampaign(t, brandId);
  member = await t.person({ brandId });
});
afterAll(() => t.stop());

const says = (text: string, more: object = {}) => ({ clientId: newId(), text, ...more });
const opting = (fullname?: string) =>
  createTestOptIn(t, { brandId, campaignId, ...(fullname ? { fullname } : {}) });
const write = (optInId: string, text: string, more: object = {}) =>
  member.call(sendMessage, { params: { brandId, optInId }, body: says(text, more) });
const answer = ({ person, optInId }: TestCreator, text: string) =>
  person.call(sendOwnMessage, { params: { optInId }, body: says(text) });
const read = (optInId: string, query = {}) =>
  member.call(listMessages, { params: { brandId, optInId }, query });
const list = (query = {}) => member.call(listConversations, { params: { brandId }, query });

test('[R1.021] both sides write and read, numbered without gaps, and see read receipts', async () => {
  const creator = await opting();
  const { optInId, person } = creator;
  expect((await write(optInId, 'Hello Nadia')).message).toMatchObject({
    number: 1,
    kind: 'brand',
    by: { id: member.userId, name: 'Alva Berg' },
    read: null,
    sendAt: null,
  });
  expect((await answer(creator, 'Hello Larkmoor')).message).toMatchObject({
    number: 2,
    kind: 'creator',
    by: { name: 'Nadia Okafor' },
  });
  const mine = await person.call(listOwnMessages, { params: { optInId } });
  expect(mine.messages.map(({ text }) => text)).toEqual(['Hello Larkmoor', 'Hello Nadia']);
  await person.call(readOwnMessages, { params: { optInId }, body: { upTo: 2 } });
  const theirs = await read(optInId);
  expect(theirs.conversation).toMatchObject({ unread: 1, last: { text: 'Hello Larkmoor', number: 2 } });
  expect(theirs.messages.map(({ number, read }) => [number, read !== null])).toEqual([
    [2, false],
    [1, true],
  ]);
  expect(await member.call(readMessages, { params: { brandId, optInId }, body: { upTo: 2 } })).toEqual({
    unread: 0,
  });
});

test('hides notes from the creator without gaps in the numbering', async () => {
  const creator = await opting();
  const { optInId, person } = creator;
  await write(optInId, 'First');
  const { message: note } = await write(optInId, 'Too expensive?', { note: true });
  expect(note).toMatchObject({ kind: 'note', number: 2 });
  await write(optInId, 'Second');
  const mine = await person.call(listOwnMessages, { params: { optInId } });
  expect(mine.messages.map(({ number, text }) => [number, text])).toEqual([
    [2, 'Second'],
    [1, 'First'],
  ]);
  expect(JSON.stringify(mine)).not.toContain('expensive');
  // The message after a note has the next number on either side.
  const before = (await read(optInId)).messages.length;
  const after = await person
    .call(sendOwnMessage, { params: { optInId }, body: { clientId: newId(), text: 'Hi' } })
    .then(() => read(optInId));
  expect(after.messages).toHaveLength(before + 1);
});

test('stores a message once when sent twice, even concurrently', async () => {
  const { optInId } = await opting();
  const body = says('Once only');
  const sent = await Promise.all(
    Array.from({ length: 5 }, () => member.call(sendMessage, { params: { brandId, optInId }, body })),
  );
  expect(new Set(sent.map(({ message }) => message.id)).size).toBe(1);
  expect((await read(optInId)).messages).toHaveLength(1);
});

test("rejects another user's message ID without revealing anything", async () => {
  const creator = await opting();
  const clientId = newId();
  await write(creator.optInId, 'A secret note', { note: true, clientId });
  const refused = await creator.person
    .call(sendOwnMessage, { params: { optInId: creator.optInId }, body: { clientId, text: 'x' } })
    .catch((error: CallError) => error);
  expect(refused).toMatchObject({ status: 409, code: 'conflict' });
  expect(JSON.stringify(refused)).not.toContain('secret');
});

test('numbers messages 1 to 20 when twenty people write at once', async () => {
  const creator = await opting();
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 ? answer(creator, `from me ${n}`) : write(creator.optInId, `from us ${n}`),
    ),
  );
  const { messages, conversation } = await read(creator.optInId);
  expect(messages.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, n) => 20 - n));
  expect(conversation.unread).toBe(10);
});

test('limits messages to 100 kB, stores HTML as plain text, and rejects empty ones', async () => {
  const { optInId } = await opting();
  const refusal = (text: string) => write(optInId, text).catch((error: CallError) => error);
  expect(await refusal('x'.repeat(100_000))).toMatchObject({
    status: 422,
    body: { fields: { text: 'Use at most 20,000 characters' } },
  });
  expect(await refusal(' \n ')).toMatchObject({
    status: 422,
    body: { fields: { text: 'Enter a message first' } },
  });
  const html = '<script>alert(1)</script>\n<b>Hello</b> & "bye" 👩‍👩‍👧';
  expect((await write(optInId, html)).message.text).toBe(html);
  expect((await read(optInId)).messages.map(({ text }) => text)).toEqual([html]);
});

test('hides a conversation from other brands and creators', async () => {
  const { optInId } = await opting();
  await write(optInId, 'Between us');
  const otherBrand = await t.brand('Solvane');
  const stranger = await t.person({ brandId: otherBrand });
  const status = (made: Promise<unknown>) => made.then(() => 200).catch((error: CallError) => error.status);
  const theirs = { params: { brandId: otherBrand, optInId } };
  expect(await status(stranger.call(listMessages, theirs))).toBe(404);
  expect(await status(stranger.call(sendMessage, { ...theirs, body: says('Hi') }))).toBe(404);
  expect(await status(stranger.call(readMessages, { ...theirs, body: { upTo: 9 } }))).toBe(404);
  expect(await status(stranger.call(updateConversation, { ...theirs, body: { starred: true } }))).toBe(404);
  const other = await opting();
  expect(await status(other.person.call(listOwnMessages, { params: { optInId } }))).toBe(404);
  expect(await status(other.person.call(sendOwnMessage, { params: { optInId }, body: says('Hi') }))).toBe(
    404,
  );
  expect((await read(optInId)).messages).toHaveLength(1);
});

test('pages through long conversations in both directions without gaps or duplicates', async () => {
  const { optInId } = await opting();
  for (let n = 1; n <= 120; n++) await write(optInId, `m${n}`);
  const numbers: number[] = [];
  let before: number | undefined;
  for (;;) {
    const page = await read(optInId, before === undefined ? {} : { before });
    numbers.push(...page.messages.map(({ number }) => number));
    if (!page.hasMore) break;
    before = numbers.at(-1);
  }
  expect(numbers).toEqual(Array.from({ length: 120 }, (_, n) => 120 - n));
  const after = await read(optInId, { after: 10 });
  expect(after.messages.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, n) => 60 - n));
  expect(after.hasMore).toBe(true);
});

test('[R2.046] lists conversations last written first, with campaign filter and search', async () => {
  const quiet = await t.brand('Quiet');
  const own = await t.person({ brandId: quiet });
  const [spring, autumn] = [
    await createTestCampaign(t, quiet, 'Spring'),
    await createTestCampaign(t, quiet, 'Autumn'),
  ];
  const nadia = await createTestOptIn(t, { brandId: quiet, campaignId: spring, fullname: 'Nadia Okafor' });
  const tom = await createTestOptIn(t, { brandId: quiet, campaignId: autumn, fullname: 'Tom Reyes' });
  await answer(tom, 'The parcel came, 100% perfect');
  await answer(nadia, 'Question about the brief');
  const inbox = (query = {}) => own.call(listConversations, { params: { brandId: quiet }, query });
  const names = async (query = {}) =>
    (await inbox(query)).conversations.map(({ creator }) => creator.fullname);
  expect(await names()).toEqual(['Nadia Okafor', 'Tom Reyes']);
  expect(await inbox()).toMatchObject({ unread: 2, total: 2, page: 1, pages: 1 });
  expect(await names({ campaignId: autumn })).toEqual(['Tom Reyes']);
  expect(await names({ search: 'okaf' })).toEqual(['Nadia Okafor']);
  expect(await names({ search: '100%' })).toEqual(['Tom Reyes']);
  expect(await names({ search: '%' })).toEqual(['Tom Reyes']);
  expect(await names({ search: 'Autumn' })).toEqual(['Tom Reyes']);
  const change = (optInId: string, body: object) =>
    own.call(updateConversation, { params: { brandId: quiet, optInId }, body });
  await change(tom.optInId, { starred: true, assignedTo: own.userId });
  expect(await names({ filter: 'starred' })).toEqual(['Tom Reyes']);
  expect(await names({ filter: 'mine' })).toEqual(['Tom Reyes']);
  await own.call(readMessages, { params: { brandId: quiet, optInId: tom.optInId }, body: { upTo: 1 } });
  expect(await names({ filter: 'unread' })).toEqual(['Nadia Okafor']);
  const stranger = await t.person();
  const refused = change(tom.optInId, { assignedTo: stranger.userId }).catch((error: CallError) => error);
  expect(await refused).toMatchObject({ status: 422, body: { fields: { assignedTo: expect.any(String) } } });
  // The result shows the matching message, or else the last one.
  await answer(tom, 'It fits');
  const lines = async (search: string) =>
    (await inbox({ search })).conversations.map(({ last }) => last?.text);
  expect(await lines('parcel')).toEqual(['The parcel came, 100% perfect']);
  expect(await lines('reyes')).toEqual(['It fits']);
});

test('a snoozed conversation returns when due or when the creator writes', async () => {
  const creator = await opting('Snoozed One');
  const { optInId } = creator;
  const snooze = (snoozedUntil: string | null) =>
    member.call(updateConversation, { params: { brandId, optInId }, body: { snoozedUntil } });
  const shown = async (filter: string) =>
    (await list({ filter, campaignId })).conversations.some((one) => one.optInId === optInId);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect((await snooze(tomorrow)).conversation.snoozedUntil).toBe(tomorrow);
  expect([await shown('all'), await shown('snoozed')]).toEqual([false, true]);
  await answer(creator, 'One more thing');
  expect([await shown('all'), await shown('snoozed')]).toEqual([true, false]);
  await snooze(tomorrow);
  expect((await snooze(null)).conversation.snoozedUntil).toBeNull();
  await snooze(tomorrow);
  t.setNow(new Date(Date.now() + 2 * 86_400_000));
  expect([await shown('all'), await shown('snoozed')]).toEqual([true, false]);
  t.setNow(null);
  const past = await snooze('2020-01-01T00:00:00.000Z').catch((error: CallError) => error);
  expect(past).toMatchObject({
    status: 422,
    body: { fields: { snoozedUntil: 'Choose a time in the future' } },
  });
});

test('a scheduled message can be canceled, and is sent when due', async () => {
  const creator = await opting();
  const { optInId, person } = creator;
  // Late enough for the checks before it, even on a busy machine.
  const soon = new Date(Date.now() + 10_000).toISOString();
  const { message } = await write(optInId, 'Good morning', { sendAt: soon });
  expect(message).toMatchObject({ number: 0, sendAt: soon });
  const { message: other } = await write(optInId, 'Never mind', { sendAt: soon });
  expect((await read(optInId)).scheduled.map(({ text }) => text)).toEqual(['Good morning', 'Never mind']);
  expect((await person.call(listOwnMessages, { params: { optInId } })).messages).toEqual([]);
  const cancel = (messageId: string) =>
    member.call(cancelMessage, { params: { brandId, optInId, messageId } });
  expect(await cancel(other.id)).toEqual({ success: true });
  expect(await cancel(other.id).catch((error: CallError) => error.status)).toBe(404);
  await expect
    .poll(async () => (await person.call(listOwnMessages, { params: { optInId } })).messages, {
      timeout: 60_000,
    })
    .toMatchObject([{ text: 'Good morning', number: 1, sendAt: null }]);
  expect((await read(optInId)).scheduled).toEqual([]);
  expect(await cancel(message.id).catch((error: CallError) => error.code)).toBe('invalid_transition');
});

test('[R3.023] counts unread messages per campaign wherever campaigns are listed', async () => {
  const own = await t.brand('Counted');
  const reader = await t.person({ brandId: own });
  const [one, two] = [await createTestCampaign(t, own, 'One'), await createTestCampaign(t, own, 'Two')];
  const first = await createTestOptIn(t, { brandId: own, campaignId: one });
  const second = await createTestOptIn(t, { brandId: own, campaignId: one });
  await answer(first, 'a');
  await answer(first, 'b');
  await answer(second, 'c');
  const unread = async () => {
    const { campaigns } = await reader.call(getBrand, { params: { brandId: own } });
    return [one, two].map((id) => campaigns.find((campaign) => campaign.id === id)?.unreadMessageCount);
  };
  expect(await unread()).toEqual([3, 0]);
  await reader.call(readMessages, {
    params: { brandId: own, optInId: first.optInId },
    body: { upTo: 1 },
  });
  expect(await unread()).toEqual([2, 0]);
  const inbox = await reader.call(listConversations, {
    params: { brandId: own },
    query: { campaignId: one },
  });
  expect(inbox.unread).toBe(2);
  const all = (campaignId?: string) =>
    reader.call(readAllMessages, { params: { brandId: own }, body: { campaignId } });
  expect(await all(two)).toEqual({ conversations: 0 });
  expect(await unread()).toEqual([2, 0]);
  expect(await all()).toEqual({ conversations: 2 });
  expect(await unread()).toEqual([0, 0]);
});

test("lets administrators read any brand's inbox, and members only their own", async () => {
  const creator = await opting();
  await answer(creator, 'Anybody there?');
  const administrator = await t.person({ role: 'administrator' });
  const { messages } = await administrator.call(listMessages, {
    params: { brandId, optInId: creator.optInId },
  });
  expect(messages.map(({ text }) => text)).toEqual(['Anybody there?']);
  const other = await t.person({ brandId: await t.brand('Other') });
  const refused = other.call(listConversations, { params: { brandId } }).catch((error: CallError) => error);
  expect(await refused).toMatchObject({ status: 403 });
});

test('writes a message in one statement, in new and long conversations', async () => {
  const creator = await opting();
  await write(creator.optInId, 'First');
  const statements = ['message-send+audit-entry'];
  expect(await requestStatements(t, () => write(creator.optInId, 'Second'))).toEqual(statements);
  for (let n = 0; n < 60; n++) await answer(creator, `More ${n}`);
  // What is remembered of the person may have expired meanwhile.
  await write(creator.optInId, 'Again');
  expect(await requestStatements(t, () => write(creator.optInId, 'Last'))).toEqual(statements);
});

test('reads only one page of a conversation of 5,000 messages', async () => {
  const { optInId } = await opting();
  await write(optInId, 'First');
  const { rows } = await t.api.pool.query<{ id: string }>(
    `insert into message (id, opt_in_id, conversation_id, campaign_id, number, creator_number, client_id, kind, text, author_name)
    select gen_random_uuid(), opt_in_id, conversation_id, campaign_id, n, n, gen_random_uuid(), 'brand', 'Message ' || n, 'Alva'
    from conversation_campaign, generate_series(2, 5000) n where opt_in_id = $1 returning conversation_id as id`,
    [optInId],
  );
  await t.api.pool.query('vacuum analyze message');
  for (const id of [optInId, rows[0]?.id ?? ''])
    expect(await rowsRead(t, 'message', () => read(id))).toBeLessThanOrEqual(60);
});

test('stores a message once when sent concurrently to an opt-in and its conversation', async () => {
  const { optInId } = await opting();
  const { conversation } = await read(optInId);
  const body = says('Once only', { note: true });
  const sent = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      member.call(sendMessage, {
        params: { brandId, optInId: at % 2 ? optInId : conversation.id },
        body,
      }),
    ),
  );
  expect(new Set(sent.map(({ message }) => message.id)).size).toBe(1);
  expect((await read(conversation.id)).messages.map(({ number }) => number)).toEqual([1]);
});
