import { readCreatorSentence } from '@troupe/contract/discovery/sentence';
import { SENTENCE_MAX } from '@troupe/domain/discovery/sentence/reading';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CreatorWorld, startCreatorWorld } from './creator.fixture.ts';

let w: CreatorWorld;
beforeAll(async () => {
  w = await startCreatorWorld();
  const shared = { platform: 'tiktok' as const, country: 'DE', categories: ['Running'], engagement: 4 };
  await w.creators(
    { ...shared, username: 'vegan.lena', bio: 'vegan trail runner', followerCount: 20_000 },
    { ...shared, username: 'vegan.max', bio: 'vegan runner', followerCount: 90_000 },
    { ...shared, username: 'vegan.eva', bio: 'vegan runner', followerCount: 30_000, country: 'FR' },
    { ...shared, username: 'vegan.tom', bio: 'vegan runner', followerCount: 30_000, engagement: 1 },
  );
  await w.invite(await w.creator({ ...shared, username: 'vegan.ida', bio: 'vegan', followerCount: 30_000 }));
});
afterAll(() => w?.t.stop());

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
