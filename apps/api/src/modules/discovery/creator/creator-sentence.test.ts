import { readCreatorSentence } from '@troupe/contract/discovery/sentence';
import { SENTENCE_MAX } from '@troupe/domain/discovery/sentence/reading';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../../testing/test-sandbox.ts';
import { type CreatorWorld, startCreatorWorld } from './creator.fixture.ts';

let w: CreatorWorld;
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  w = await startCreatorWorld({
    ASSISTANT_URL: `${sandbox.origin}/openai/v1/`,
    ASSISTANT_KEY: 'sandbox-model-key',
    ASSISTANT_TIMEOUT_MS: '500',
  });
  const shared = { platform: 'tiktok' as const, country: 'DE', categories: ['Running'], engagement: 4 };
  await w.creators(
    { ...shared, username: 'vegan.lena', bio: 'vegan trail runner', followerCount: 20_000 },
    { ...shared, username: 'vegan.max', bio: 'vegan runner', followerCount: 90_000 },
    { ...shared, username: 'vegan.eva', bio: 'vegan runner', followerCount: 30_000, country: 'FR' },
    { ...shared, username: 'vegan.tom', bio: 'vegan runner', followerCount: 30_000, engagement: 1 },
  );
  await w.invite(await w.creator({ ...shared, username: 'vegan.ida', bio: 'vegan', followerCount: 30_000 }));
});
afterAll(async () => {
  await w?.t.stop();
  await sandbox?.stop();
});

const read = (text: string, by = w.person, of = w.brandId) =>
  by.call(readCreatorSentence, { params: { brandId: of }, query: { text } });

test('a sentence finds the creators it describes', async () => {
  const reading = await read(
    'vegan runners in Berlin or Hamburg, 10 to 50 thousand followers, good engagement, not invited yet, no dogs',
  );
  expect(reading.filters).toEqual({
    q: 'vegan',
    category: ['Running'],
    country: ['DE'],
    followersMin: 10_000,
    followersMax: 50_000,
    engagementMin: 3,
    notInvited: true,
  });
  expect(reading.unused).toEqual([expect.objectContaining({ text: 'no dogs', reason: 'exclusion' })]);
  const { country, category, notInvited, ...rest } = reading.filters;
  const query = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  expect(await w.handles({ ...query, country, category, notInvited: String(notInvited) })).toEqual([
    'vegan.lena',
  ]);
});

test('reads a link to nothing, markup and the longest text', async () => {
  expect((await read('https://example.com/a b?c=<b>')).filters).toEqual({});
  expect((await read('💥'.repeat(SENTENCE_MAX / 2))).filters).toEqual({});
  expect((await read(`${'10k '.repeat(124)}DE`)).filters).toMatchObject({ followersMin: 10_000 });
});

test('rejects an empty or too long sentence', async () => {
  await expect(read('  ')).rejects.toMatchObject({ status: 422, code: 'invalid' });
  await expect(read('x'.repeat(SENTENCE_MAX + 1))).rejects.toMatchObject({ status: 422 });
});

test('is for members of the brand', async () => {
  const stranger = await w.t.person({ brandId: await w.t.brand() });
  await expect(read('beauty', stranger)).rejects.toMatchObject({ status: 403 });
});

const assisted = (text: string) =>
  w.person.call(readCreatorSentence, { params: { brandId: w.brandId }, query: { text, assist: 'true' } });
const fault = (failure: string, times = 1) =>
  fetch(`${sandbox.origin}/api/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'language-model', target: '*', failure, times }),
  });
const modelCalls = async () => (await (await fetch(`${sandbox.origin}/api/language-model`)).json()).calls;

test('a language model suggests filters for unused words only when it is asked', async () => {
  const before = await modelCalls();
  expect(await read('zesty folks in Peru')).toMatchObject({
    assistant: 'ready',
    filters: { country: ['PE'] },
  });
  expect(await read('runners in Peru')).toMatchObject({ assistant: 'none' });
  expect(await modelCalls()).toBe(before);
  for (let n = 0; n < 2; n++)
    expect(await assisted('zesty folks in Peru')).toMatchObject({
      assistant: 'used',
      filters: { country: ['PE'], category: ['Comedy'] },
      understood: [
        { text: 'zesty folks', as: 'assistant' },
        { text: 'Peru', as: 'said' },
      ],
      unused: [],
    });
  expect(await modelCalls()).toBe(before + 1);
  expect(await assisted('wave riders, no pets')).toMatchObject({
    filters: { q: 'surfing' },
    unused: [{ text: 'no pets', reason: 'exclusion' }],
  });
});

test.each(['chatter', 'overreach', 'garbage', 'hang'])(
  'reads without the model when it fails by %s',
  async (failure) => {
    await fault(failure);
    const reading = await assisted(`down under by ${failure}`);
    expect(reading.assistant).toBe('failed');
    expect(reading.filters).toEqual({});
  },
);

test('stops asking a model that keeps failing', async () => {
  await fault('error_500', 10);
  for (let n = 0; n < 8; n++) expect((await assisted(`huge followings ${n}`)).assistant).toBe('failed');
  const before = await modelCalls();
  expect((await assisted('huge followings 9')).assistant).toBe('failed');
  expect(await modelCalls()).toBe(before);
  await fetch(`${sandbox.origin}/api/faults`, { method: 'DELETE' });
});
