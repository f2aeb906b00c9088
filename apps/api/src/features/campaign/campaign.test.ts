import { listCampaigns } from '@troupe/contract/campaign';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { campaignTable } from './campaign.table.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

test('[R7.016, R7.017, R4.016] a brand lists its campaigns, and the active ones with status=publish', async () => {
  const brandId = await t.brand();
  const other = await t.brand();
  const row = (brand: string, title: string, status: 'publish' | 'paused') => ({
    id: newId(),
    brandId: brand,
    title,
    slug: title,
    status,
  });
  await t.api.db
    .insert(campaignTable)
    .values([row(brandId, 'a', 'publish'), row(brandId, 'b', 'paused'), row(other, 'c', 'publish')]);
  const member = await t.person({ brandId });
  const titles = async (query: { status?: 'publish' }) =>
    (await member.call(listCampaigns, { params: { brandId }, query })).campaigns
      .map(({ title }) => title)
      .sort();
  expect(await titles({})).toEqual(['a', 'b']);
  expect(await titles({ status: 'publish' })).toEqual(['a']);
});
