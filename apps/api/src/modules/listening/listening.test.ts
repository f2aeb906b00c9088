import { changeMention, listMentions } from '@troupe/contract/listening/mention';
import { createMonitor, listMonitors } from '@troupe/contract/listening/monitor';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { listenTo, postOf } from './listening.fixture.ts';

let t: TestApi;
let sandbox: TestSandbox;
let brandId: string;
let member: TestPerson;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  t = await startTestApi(listenTo(sandbox));
  brandId = await t.brand();
  member = await t.person({ brandId });
});

afterAll(async () => {
  await t?.stop();
  await sandbox?.stop();
});

const create = (query: string, more: object = {}) =>
  member.call(createMonitor, {
    params: { brandId },
    body: Object.assign({ name: query.slice(0, 50), kind: 'brand' as const, query }, more),
  });

const mentionsOf = async (monitorId: string, query: object = {}) =>
  (
    await member.call(listMentions, {
      params: { brandId },
      query: Object.assign({ monitorId: [monitorId] }, query),
    })
  ).mentions;

test('lists a post of the stream with the words that match', async () => {
  const { monitor } = await create('(larkmoor OR "lark moor") NEAR/5 (jacket OR shell) NOT "larkmoor lane"');
  await postOf(sandbox, {
    text: 'Roadworks on Larkmoor Lane, my jacket is soaked',
    handle: 'lane.bsky.test',
  });
  await postOf(sandbox, {
    text: 'My Larkmoor jacket zip broke again',
    handle: 'pace.bsky.test',
    displayName: 'Pace',
    followers: 5200,
    langs: ['en'],
  });
  const [mention, ...others] = await vi.waitUntil(async () => {
    const found = await mentionsOf(monitor.id);
    return found.length > 0 && found;
  }, 10_000);
  expect(others).toEqual([]);
  expect(mention).toMatchObject({
    monitorId: monitor.id,
    source: 'bluesky',
    text: 'My Larkmoor jacket zip broke again',
    language: 'en',
    author: { handle: 'pace.bsky.test', name: 'Pace', followers: 5200, creatorId: null },
    state: 'new',
    clusterSize: 1,
  });
  const marked = mention?.spans.map(({ start, end }) => mention.text.slice(start, end));
  expect(marked).toEqual(expect.arrayContaining(['Larkmoor', 'jacket']));
});
