import { searchCreators } from '@troupe/contract/creator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { creatorTable } from './creator.table.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

test('[R1.002, R1.010] a brand member finds creators on several platforms', async () => {
  const brandId = await t.brand();
  const person = await t.person({ brandId });
  await t.api.db.insert(creatorTable).values(
    (['instagram', 'tiktok', 'youtube', 'tiktok-shop'] as const).map((platform, n) => ({
      id: newId(),
      platform,
      username: `mara.${platform}`,
      fullname: 'Mara Lindqvist',
      bio: 'Vegan food from Oslo',
      profileUrl: 'https://x.test',
      followerCount: 1000 * n,
      country: 'NO',
      language: 'no',
      categories: ['Food'],
    })),
  );
  const all = await person.call(searchCreators, { params: { brandId }, query: {} });
  expect(all.creators.map((c) => c.platform)).toEqual(['tiktok-shop', 'youtube', 'tiktok', 'instagram']);
  const found = await person.call(searchCreators, {
    params: { brandId },
    query: { q: 'mara vegan', platform: ['tiktok'], country: ['no'], category: 'Food', sort: 'relevance' },
  });
  expect(found).toMatchObject({ total: 1, totalIsExact: true, nextCursor: null });
});
