import { getAnalytics } from '@troupe/contract/analytics/analytics';
import {
  duplicateCampaign,
  listCampaigns,
  setCampaignStatus,
  shareCampaign,
} from '@troupe/contract/campaigns/campaign';
import { previewBulkInvite } from '@troupe/contract/campaigns/invite';
import { getUsage } from '@troupe/contract/campaigns/usage';
import { buyAudienceData } from '@troupe/contract/discovery/audience-report';
import { fetchCreatorContact, searchCreators } from '@troupe/contract/discovery/creator';
import { addToCreatorList, createCreatorList } from '@troupe/contract/discovery/creator-list';
import { addSampleData, getWelcome, removeSampleData } from '@troupe/contract/site/welcome';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../../../testing/test-api.ts';
import { startOptInWorld } from '../../campaigns/opt-in/opt-in.fixture.ts';

let w: Awaited<ReturnType<typeof startOptInWorld>>;
beforeAll(async () => {
  w = await startOptInWorld();
});
afterAll(() => w.t.stop());

const add = (who: TestPerson, brandId: string) => who.call(addSampleData, { params: { brandId } });
const remove = (who: TestPerson, brandId: string) => who.call(removeSampleData, { params: { brandId } });
const welcome = (who: TestPerson, brandId: string) => who.call(getWelcome, { params: { brandId } });

/** Rows of a brand in every table that has a brand, except the histories that are meant to stay. */
async function rowsOf(brandId: string): Promise<Record<string, number>> {
  const { rows: tables } = await w.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'brand_id' and table_name <> 'audit_entry'`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await w.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(name)} where brand_id = ${brandId}`,
    );
    if (rows[0]?.count) counts[name] = rows[0].count;
  }
  return counts;
}

test('sample data is added once, counted apart and removed whole', async () => {
  const brandId = await w.brand();
  const member = await w.t.person({ brandId });
  const before = await welcome(member, brandId);
  const rowsBefore = await rowsOf(brandId);
  expect(before.sample).toBeNull();

  const answers = await Promise.all([add(member, brandId), add(member, brandId)]);
  const [{ sample }] = answers;
  expect(sample).toMatchObject({ creators: 10, lists: 1, campaigns: 1, optIns: 5, posts: 6 });
  expect(answers[1].sample).toEqual(sample);

  const after = await welcome(member, brandId);
  expect(after.sample).toEqual(sample);
  expect({ steps: after.steps, waiting: after.waiting }).toEqual({
    steps: before.steps,
    waiting: before.waiting,
  });
  const usage = await member.call(getUsage, { params: { brandId } });
  expect(usage.collaborations.months.every(({ count }) => count === 0)).toBe(true);

  // Its figures appear only in its own analytics.
  const { campaigns } = await member.call(listCampaigns, { params: { brandId }, query: {} });
  const postsOf = async (query: { campaignId?: string }) => {
    const { analytics } = await member.call(getAnalytics, {
      params: { brandId },
      query: { ...query, groupBy: 'creator' },
    });
    const figure = (id: string) => analytics.figures.find(({ formula }) => formula === id)?.value ?? null;
    return [figure('posts'), figure('creators'), analytics.rowsTotal];
  };
  expect(await postsOf({})).toEqual([0, 0, 0]);
  expect(await postsOf({ campaignId: campaigns[0]?.id ?? '' })).toEqual([6, 3, 3]);

  // People may use it like real data: their own lists lose it again.
  const { creators } = await member.call(searchCreators, {
    params: { brandId },
    query: { q: 'sample.mara.bakes' },
  });
  expect(creators).toMatchObject([{ username: 'sample.mara.bakes', fullname: 'Mara Lindqvist (sample)' }]);
  const list = await member.call(createCreatorList, { params: { brandId }, body: { title: 'Ours' } });
  await member.call(addToCreatorList, {
    params: { brandId, id: list.id },
    body: { socialProfileIds: [creators[0]?.id ?? ''] },
  });
  expect((await welcome(member, brandId)).steps).toEqual(before.steps);

  expect(await remove(member, brandId)).toEqual({ removed: true });
  expect((await welcome(member, brandId)).sample).toBeNull();
  expect(await rowsOf(brandId)).toEqual({ ...rowsBefore, creator_list: 1 });
  expect(await remove(member, brandId)).toEqual({ removed: false });
});

test('no credit, email or lookup is spent on sample data', async () => {
  const brandId = await w.brand();
  const owner = await w.t.person({ brandId, brandRole: 'owner' });
  const { sample } = await add(owner, brandId);
  const { creators } = await owner.call(searchCreators, {
    params: { brandId },
    query: { q: 'sample.theo.brews' },
  });
  const socialProfileId = creators[0]?.id ?? '';
  const campaignId = sample.campaignId ?? '';
  const refused = { code: 'sample_data', status: 409 };
  await expect(
    owner.call(buyAudienceData, { params: { brandId }, body: { socialProfileId } }),
  ).rejects.toMatchObject(refused);
  await expect(
    owner.call(fetchCreatorContact, { params: { brandId, profileId: socialProfileId } }),
  ).rejects.toMatchObject(refused);
  const move = (status: 'archived' | 'draft' | 'publish') =>
    owner.call(setCampaignStatus, { params: { brandId, campaignId }, body: { status } });
  await move('archived');
  await move('draft');
  await expect(move('publish')).rejects.toMatchObject(refused);
  await expect(
    owner.call(shareCampaign, { params: { brandId, campaignId }, body: { emails: ['a@example.com'] } }),
  ).rejects.toMatchObject(refused);
  // Even an address that the brand imports for them gets no email.
  await w.db.execute(sql`insert into creator_contact (id, brand_id, creator_id, email)
    values (gen_random_uuid(), ${brandId}, ${socialProfileId}, 'someone@example.com')`);
  const invite = await owner.call(previewBulkInvite, {
    params: { brandId },
    body: {
      campaignId: await w.campaign(brandId),
      socialProfileIds: [socialProfileId],
      creatorListId: sample.listId,
    },
  });
  expect(invite).toMatchObject({ ready: 0, skipped: [{ reason: 'no_contact' }] });
  expect(await rowsOf(brandId)).not.toHaveProperty('credit_entry');
  expect(await rowsOf(brandId)).not.toHaveProperty('mail');

  // A copy is an ordinary campaign.
  const { campaign } = await owner.call(duplicateCampaign, {
    params: { campaignId },
    body: { duplicateCampaignName: 'Ours', duplicateCampaignSlug: '' },
  });
  await remove(owner, brandId);
  expect((await rowsOf(brandId)).campaign).toBe(2);
  expect(campaign.title).toBe('Ours');
});

test("one brand's sample data is neither visible to nor removed by another", async () => {
  const [mine, theirs] = [await w.brand(), await w.brand()];
  const [me, them] = [await w.t.person({ brandId: mine }), await w.t.person({ brandId: theirs })];
  await add(me, mine);
  const { creators } = await them.call(searchCreators, {
    params: { brandId: theirs },
    query: { q: 'sample.mara.bakes' },
  });
  expect(creators).toEqual([]);
  expect(await remove(them, theirs)).toEqual({ removed: false });
  await expect(remove(them, mine)).rejects.toMatchObject({ status: 403 });
  expect((await welcome(me, mine)).sample).toMatchObject({ creators: 10 });
});
