import { get, type IncomingMessage } from 'node:http';
import { createCampaign, duplicateCampaign, setCampaignStatus } from '@troupe/contract/campaigns/campaign';
import { urlOf } from '@troupe/contract/client';
import { listenToBrand, markTyping, readMessages, sendMessage } from '@troupe/contract/inbox/conversation';
import { listenAsCreator, readOwnMessages, sendOwnMessage } from '@troupe/contract/inbox/own-conversation';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { withTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { publishLiveEvent } from '../../platform/live/live.queries.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { brandMemberTable } from '../account/brand/brand.table.ts';
import { announceUserChange } from '../account/user/user.queries.ts';
import {
  createTestCampaign,
  createTestOptIn,
  listen,
  type TestCreator,
} from './conversation/conversation.fixture.ts';
import { removeOldEvents } from './conversation/conversation-change.queries.ts';

let t: TestApi;
let brandId: string;
let member: TestPerson;
let creator: TestCreator;
const open: { stop(): void }[] = [];

beforeAll(async () => {
  t = await startTestApi();
  brandId = await t.brand();
  member = await t.person({ brandId });
  creator = await createTestOptIn(t, { brandId, campaignId: await createTestCampaign(t, brandId) });
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.stop();
});
afterAll(() => t.stop());

async function hear(address: string, token: string, after?: string) {
  const stream = await listen(t.url + address, token, after);
  open.push(stream);
  if (stream.status === 200) await expect.poll(() => stream.last()).not.toBe('');
  return stream;
}
const ofBrand = (person = member, after?: string) =>
  hear(urlOf(listenToBrand, { params: { brandId } }), person.token, after);
const ofCreator = (after?: string) => hear(listenAsCreator.path, creator.person.token, after);
const write = (text: string, more: object = {}) =>
  member.call(sendMessage, {
    params: { brandId, optInId: creator.optInId },
    body: { clientId: newId(), text, ...more },
  });
const answer = (text: string) =>
  creator.person.call(sendOwnMessage, {
    params: { optInId: creator.optInId },
    body: { clientId: newId(), text },
  });
const texts = (stream: { heard: { type: string; data: Record<string, unknown> }[] }) =>
  stream.heard
    .filter(({ type }) => type === 'message')
    .map(({ data }) => (data.message as { text: string }).text);

test('[R1.021] delivers messages to the other side immediately', async () => {
  const [brand, own] = [await ofBrand(), await ofCreator()];
  await write('Hello');
  await answer('Hi there');
  await expect.poll(() => texts(brand)).toEqual(['Hello', 'Hi there']);
  await expect.poll(() => texts(own)).toEqual(['Hello', 'Hi there']);
  await member.call(readMessages, { params: { brandId, optInId: creator.optInId }, body: { upTo: 2 } });
  await expect.poll(() => own.heard.at(-1)).toMatchObject({ type: 'read', data: { by: 'brand', upTo: 2 } });
});

test('streams notes to the team, never to the creator', async () => {
  const [brand, own] = [await ofBrand(), await ofCreator()];
  await write('Too dear', { note: true });
  await write('Thank you');
  await expect.poll(() => texts(brand)).toEqual(['Too dear', 'Thank you']);
  await expect.poll(() => texts(own)).toEqual(['Thank you']);
  expect(own.raw()).not.toContain('Too dear');
});

test('streams typing indicators without storing them', async () => {
  const [brand, own] = [await ofBrand(), await ofCreator()];
  const before = own.last();
  await member.call(markTyping, { params: { brandId, optInId: creator.optInId } });
  await expect
    .poll(() => own.heard)
    .toMatchObject([{ id: '', type: 'typing', data: { by: 'brand', name: 'Alva Berg' } }]);
  expect(own.last()).toBe(before);
  await expect.poll(() => brand.heard.length).toBe(1);
  await creator.person.call(readOwnMessages, {
    params: { optInId: creator.optInId },
    body: { upTo: 0, typing: true },
  });
  await expect.poll(() => brand.heard.at(-1)).toMatchObject({ type: 'typing', data: { by: 'creator' } });
  const again = await ofCreator(before);
  await write('Done writing');
  await expect.poll(() => again.heard.map(({ type }) => type)).toEqual(['message']);
});

test('streams campaigns that a teammate creates, duplicates or archives', async () => {
  const brand = await ofBrand();
  const { id: campaignId } = await member.call(createCampaign, {
    params: { brandId },
    body: { title: 'Told at once' },
  });
  const copy = { duplicateCampaignName: 'Told again' };
  await member.call(duplicateCampaign, { params: { campaignId }, body: copy });
  await member.call(setCampaignStatus, { params: { brandId, campaignId }, body: { status: 'archived' } });
  await expect.poll(() => brand.heard.map(({ type }) => type)).toEqual(['campaign', 'campaign', 'campaign']);
});

test('resumes a lost connection without gaps or duplicates', async () => {
  let stream = await ofCreator();
  const heard: string[] = [];
  let writing = true;
  const writer = (async () => {
    for (let n = 1; n <= 60; n++) await write(`w${n}`);
    writing = false;
  })();
  while (writing) {
    await new Promise((resolve) => setTimeout(resolve, 40));
    stream.stop();
    await stream.ended;
    heard.push(...texts(stream));
    const last = stream.last();
    await new Promise((resolve) => setTimeout(resolve, 20));
    stream = await ofCreator(last);
  }
  await writer;
  await expect.poll(() => [...heard, ...texts(stream)].length).toBe(60);
  expect([...heard, ...texts(stream)]).toEqual(Array.from({ length: 60 }, (_, n) => `w${n + 1}`));
});

test('streams overlapping transactions in commit order without gaps', async () => {
  const stream = await ofBrand();
  const news = (text: string) =>
    ({ audience: `brand:${brandId}`, type: 'campaign', data: { text } }) as const;
  await withTransaction(t.api.pool, async (slow) => {
    await publishLiveEvent(slow, news('begun first'));
    await publishLiveEvent(t.api.db, news('committed first'));
    await expect.poll(() => stream.heard.length).toBe(1);
  });
  await expect
    .poll(() => stream.heard.map(({ data }) => data.text))
    .toEqual(['committed first', 'begun first']);
  const ids = stream.heard.map(({ id }) => Number(id));
  expect(ids[1]).toBeGreaterThan(ids[0] ?? 0);
});

test("a message doesn't wait for event numbering, and is streamed afterwards", async () => {
  const brand = await ofBrand();
  // Hold the lock of event numbering.
  const blocker = new pg.Client({ connectionString: t.databaseUrl });
  await blocker.connect();
  try {
    await blocker.query('select pg_advisory_lock(7700010)');
    await write('Sent meanwhile');
    expect(texts(brand)).toEqual([]);
  } finally {
    await blocker.end();
  }
  await expect.poll(() => texts(brand)).toEqual(['Sent meanwhile']);
});

test('streams an event that a killed process left unnumbered to the next client', async () => {
  await t.api.pool.query(
    `insert into live_event (id, audience, type) values (-nextval('live_event_id_seq'), $1, 'brand')`,
    [`brand:${brandId}`],
  );
  const brand = await ofBrand();
  await expect.poll(() => brand.heard.map(({ type }) => type)).toEqual(['brand']);
});

test('streams nothing to other brands and creators', async () => {
  const refused = await hear(urlOf(listenToBrand, { params: { brandId } }), creator.person.token);
  expect(refused.status).toBe(403);
  const stranger = await createTestOptIn(t, { brandId, campaignId: await createTestCampaign(t, brandId) });
  const other = await hear(listenAsCreator.path, stranger.person.token);
  const own = await ofCreator();
  await write('For Nadia alone');
  await expect.poll(() => texts(own)).toEqual(['For Nadia alone']);
  expect(other.heard).toEqual([]);
});

test('stops streaming when a member leaves the brand', async () => {
  const leaving = await t.person({ brandId });
  const [stream, staying] = [await ofBrand(leaving), await ofBrand()];
  expect(stream.status).toBe(200);
  await t.api.db.delete(brandMemberTable).where(eq(brandMemberTable.userId, leaving.userId));
  await announceUserChange(t.api.db, leaving.userId);
  await stream.ended;
  await write('After you left');
  await expect.poll(() => texts(staying)).toEqual(['After you left']);
  expect(stream.heard).toEqual([]);
});

test('pauses streams until their access is checked, then sends missed events', async () => {
  // Access of other people isn't checked: others may still have streams of earlier tests.
  const watcher = await t.person({ brandId });
  const [first, second, own] = [await ofBrand(watcher), await ofBrand(watcher), await ofCreator()];
  const client = new pg.Client({ connectionString: t.databaseUrl });
  await client.connect();
  try {
    const checking = async () => {
      const { rows } = await t.api.pool.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%brand_member%'`,
      );
      return rows[0]?.pid ?? 0;
    };
    const publish = async (data: Record<string, unknown>) => {
      for (const audience of [`brand:${brandId}`, `user:${creator.person.userId}`])
        await publishLiveEvent(t.api.db, { audience, type: 'store', data });
    };
    await client.query('begin');
    await client.query('lock table brand_member in access exclusive mode');
    await announceUserChange(t.api.db, watcher.userId);
    let before = 0;
    for (const attempt of ['first check', 'check of the second stream', 'retry']) {
      await expect.poll(async () => ![0, before].includes(await checking()), { message: attempt }).toBe(true);
      await publish({ attempt });
      await expect.poll(() => own.heard.at(-1)?.data).toEqual({ attempt });
      expect([...first.heard, ...second.heard]).toEqual([]);
      before = await checking();
      if (attempt !== 'retry') await t.api.pool.query('select pg_terminate_backend($1)', [before]);
    }
    await client.query('rollback');
    for (const stream of [first, second])
      await expect
        .poll(() => stream.heard.map(({ data }) => data))
        .toEqual(own.heard.map(({ data }) => data));
  } finally {
    await client.end();
  }
});

test('tells a client to reload everything if it missed deleted events', async () => {
  const first = await ofCreator();
  await write('Long ago');
  await expect.poll(() => first.heard.length).toBe(1);
  first.stop();
  await first.ended;
  await write('Yesterday');
  await removeOldEvents(t.api.db, new Date(Date.now() + 2 * 86_400_000));
  const back = await ofCreator(first.last());
  await expect.poll(() => back.heard.map(({ type }) => type)).toEqual(['reset']);
  await write('Now');
  await expect.poll(() => texts(back)).toEqual(['Now']);
});

test('pauses a stream under backpressure, then delivers everything once', async () => {
  const response = await new Promise<IncomingMessage>((resolve) =>
    get(
      t.url + urlOf(listenToBrand, { params: { brandId } }),
      { headers: { authorization: `Bearer ${member.token}` } },
      resolve,
    ),
  );
  open.push({ stop: () => response.destroy() });
  response.pause();
  const blob = 'x'.repeat(100_000);
  const count = 120;
  for (let n = 1; n <= count; n++)
    await publishLiveEvent(t.api.db, { audience: `brand:${brandId}`, type: 'campaign', data: { n, blob } });
  const heard: number[] = [];
  // Each chunk is searched once, with the end of the one before: all of it is 12 MB.
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const found = [...text.matchAll(/"n":(\d+)[,}]/g)];
    heard.push(...found.map(([, n]) => Number(n)));
    text = text.slice(Math.max(text.length - 20, (found.at(-1)?.index ?? 0) + 1));
  });
  response.resume();
  await expect.poll(() => heard.length, { timeout: 120_000 }).toBe(count);
  await publishLiveEvent(t.api.db, {
    audience: `brand:${brandId}`,
    type: 'campaign',
    data: { n: count + 1 },
  });
  await expect.poll(() => heard.length).toBe(count + 1);
  expect(heard).toEqual(Array.from({ length: count + 1 }, (_, n) => n + 1));
});
