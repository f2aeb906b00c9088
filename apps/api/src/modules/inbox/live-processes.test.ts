import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createClient, urlOf } from '@troupe/contract/client';
import { listenToBrand, listMessages, sendMessage } from '@troupe/contract/inbox/conversation';
import { listenAsCreator, sendOwnMessage } from '@troupe/contract/inbox/own-conversation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { startTestProcess, type TestProcess } from '../../testing/test-process.ts';
import {
  createTestCampaign,
  createTestOptIn,
  listen,
  type TestCreator,
} from './conversation/conversation.fixture.ts';

const CHATS = 25;

let t: TestApi;
let brandId: string;
let campaignId: string;
let member: TestPerson;
let creators: TestCreator[];
const children: ChildProcess[] = [];
/** The process that replaced the killed one. */
let survivor: TestProcess | undefined;

beforeAll(async () => {
  t = await startTestApi();
  brandId = await t.brand();
  campaignId = await createTestCampaign(t, brandId);
  member = await t.person({ brandId });
  creators = await Promise.all(
    Array.from({ length: CHATS }, () => createTestOptIn(t, { brandId, campaignId })),
  );
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await t.stop();
});

async function start() {
  const started = await startTestProcess(t, { RATE_LIMIT_PER_MINUTE: '1000000' });
  children.push(started.child);
  return started;
}
const clientAt = (url: string, { token }: TestPerson) => createClient({ baseUrl: url, token: () => token });
const eventsOf = (url: string) => url + urlOf(listenToBrand, { params: { brandId } });
const texts = (heard: readonly { type: string; data: Record<string, unknown> }[]) =>
  heard
    .filter(({ type }) => type === 'message')
    .map(({ data }) => (data.message as { text: string }).text)
    .sort();

test('delivers every acknowledged message exactly once when a process is killed during 50 chats', async () => {
  const first = await start();
  const acknowledged = new Set<string>();
  const waiting = new Map<string, () => Promise<unknown>>();
  const streams = await Promise.all(
    Array.from({ length: 3 }, () => listen(eventsOf(first.url), member.token)),
  );
  const chat = (write: (text: string, clientId: string, url: string) => Promise<unknown>, name: string) =>
    (async () => {
      for (let n = 0; ; n++) {
        const [text, clientId] = [`${name} ${n}`, newId()];
        waiting.set(text, () => write(text, clientId, second.url));
        await write(text, clientId, first.url);
        acknowledged.add(text);
        waiting.delete(text);
      }
    })();
  let second = first;
  const people = creators.flatMap(({ person, optInId }, n) => [
    chat(
      (text, clientId, url) =>
        clientAt(url, member).call(sendMessage, { params: { brandId, optInId }, body: { clientId, text } }),
      `team ${n}`,
    ),
    chat(
      (text, clientId, url) =>
        clientAt(url, person).call(sendOwnMessage, { params: { optInId }, body: { clientId, text } }),
      `creator ${n}`,
    ),
  ]);
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(200);
  first.child.kill('SIGKILL');
  await Promise.allSettled(people);
  await Promise.all(streams.map(({ ended }) => ended));

  second = await start();
  survivor = second;
  // Resend unacknowledged messages, as the app does; each is stored once either way.
  await Promise.all([...waiting.values()].map((again) => again()));
  for (const text of waiting.keys()) acknowledged.add(text);
  const there: string[] = [];
  for (const { optInId } of creators) {
    const numbers: number[] = [];
    let before: number | undefined;
    for (;;) {
      const page = await member.call(listMessages, {
        params: { brandId, optInId },
        query: before === undefined ? {} : { before },
      });
      numbers.push(...page.messages.map(({ number }) => number));
      there.push(...page.messages.map(({ text }) => text));
      before = numbers.at(-1);
      if (!page.hasMore) break;
    }
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, n) => numbers.length - n));
  }
  const chatted = there.sort();
  expect(chatted).toEqual([...acknowledged].sort());

  for (const stream of streams) {
    const back = await listen(eventsOf(second.url), member.token, stream.last());
    const heard = () => [...texts(stream.heard), ...texts(back.heard)].sort();
    await expect.poll(() => heard().length, { timeout: 60_000 }).toBe(chatted.length);
    expect(heard()).toEqual(chatted);
    back.stop();
  }
});

test('two processes share events, and a stopping one closes its streams gracefully', async () => {
  const other = survivor ?? (await start());
  const [creator] = creators as [TestCreator];
  const here = await listen(eventsOf(t.url), member.token);
  const there = await listen(other.url + listenAsCreator.path, creator.person.token);
  const params = { optInId: creator.optInId };
  await clientAt(t.url, member).call(sendMessage, {
    params: { brandId, ...params },
    body: { clientId: newId(), text: 'written here' },
  });
  await clientAt(other.url, creator.person).call(sendOwnMessage, {
    params,
    body: { clientId: newId(), text: 'written there' },
  });
  await expect.poll(() => texts(here.heard)).toEqual(['written here', 'written there']);
  await expect.poll(() => texts(there.heard)).toEqual(['written here', 'written there']);
  const ended = once(other.child, 'exit');
  other.child.kill('SIGTERM');
  await there.ended;
  expect(await ended).toEqual([0, null]);
  here.stop();
});
