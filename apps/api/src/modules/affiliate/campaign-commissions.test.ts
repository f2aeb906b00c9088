import { filterAffiliates, listAffiliates, listOwnAffiliates } from '@troupe/contract/affiliate/affiliate';
import {
  changeAffiliateProgram,
  getAffiliateProgram,
  listAffiliateProgramVersions,
} from '@troupe/contract/affiliate/affiliate-program';
import { createCampaign, setCampaignStatus, updateCampaign } from '@troupe/contract/campaigns/campaign';
import { decideOptIns } from '@troupe/contract/campaigns/opt-in';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { COMPLETE, subscribe } from '../campaigns/campaign/campaign.fixture.ts';
import { optInTable } from '../campaigns/opt-in/opt-in.table.ts';
import { aProgramCreator, aProgramWorld, type ProgramWorld } from './affiliates.fixture.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

/** A published campaign with a commission of 12.5%, and a creator who opted in. */
async function aCampaign({ brandId, owner }: ProgramWorld, commissionPercent: number | null = 12.5) {
  const campaign = await owner.call(createCampaign, {
    params: { brandId },
    body: { ...COMPLETE, commissionPercent },
  });
  const set = (status: 'publish' | 'paused') =>
    owner.call(setCampaignStatus, { params: { brandId, campaignId: campaign.id }, body: { status } });
  const creator = await aProgramCreator(t, brandId, 'pending');
  await t.api.db
    .update(optInTable)
    .set({ campaignId: campaign.id })
    .where(eq(optInTable.id, creator.optInId));
  const approve = () =>
    owner.call(decideOptIns, {
      params: { brandId, campaignId: campaign.id },
      body: { optInIds: [creator.optInId], status: 'approved', undoable: false },
    });
  return { ...campaign, set, creator, approve };
}

const ratesOf = async ({ brandId, owner }: ProgramWorld) =>
  (await owner.call(getAffiliateProgram, { params: { brandId } })).program.rules.campaignRates;

test("a published campaign's commission is its rate, and approved creators are invited at it", async () => {
  const world = await aProgramWorld(t);
  await subscribe(t, world.brandId);
  const { brandId, owner } = world;
  const campaign = await aCampaign(world);
  // A draft pays nothing yet.
  expect(await ratesOf(world)).toEqual([]);
  await campaign.set('publish');
  expect(await ratesOf(world)).toEqual([{ campaignId: campaign.id, rateBp: 1250 }]);
  await campaign.approve();
  const { affiliates } = await owner.call(listAffiliates, {
    params: { brandId },
    query: { creatorId: campaign.creator.creatorId },
  });
  expect(affiliates).toMatchObject([
    {
      state: 'invited',
      campaignId: campaign.id,
      optInId: campaign.creator.optInId,
      rateBp: null,
      offered: { rateBp: 1250 },
    },
  ]);
  const { person } = campaign.creator;
  expect((await person.call(listOwnAffiliates, {})).affiliates).toMatchObject([
    { offered: { rateBp: 1250 } },
  ]);
  const titles = (await person.call(listNotifications, {})).notifications.map(({ title }) => title);
  expect(titles).toContain('Larkmoor invited you to its affiliate program');
  const others = await owner.call(listAffiliates, {
    params: { brandId },
    query: { creatorId: campaign.id },
  });
  expect(others.affiliates).toEqual([]);
  // The commission changes: a version, and a new offer.
  await owner.call(updateCampaign, {
    params: { brandId, campaignId: campaign.id },
    body: { commissionPercent: 15 },
  });
  expect(await ratesOf(world)).toEqual([{ campaignId: campaign.id, rateBp: 1500 }]);
  const { versions } = await owner.call(listAffiliateProgramVersions, { params: { brandId } });
  expect(versions.map(({ version, reason, by }) => [version, reason, by])).toEqual([
    [3, 'Autumn Trail Kit', null],
    [2, 'Autumn Trail Kit', null],
    [1, null, 'Alva Berg'],
  ]);
  expect((await person.call(listOwnAffiliates, {})).affiliates).toMatchObject([
    { offered: { rateBp: 1500 } },
  ]);
  // Other edits change nothing.
  await owner.call(updateCampaign, {
    params: { brandId, campaignId: campaign.id },
    body: { title: 'Winter' },
  });
  expect((await owner.call(getAffiliateProgram, { params: { brandId } })).program.version).toBe(3);
});

test('a campaign without a commission invites no one, and neither does a program that is off', async () => {
  const off = await aProgramWorld(t, { on: false });
  await subscribe(t, off.brandId);
  const early = await aCampaign(off, 20);
  await early.set('publish');
  await early.approve();
  const names = async ({ owner, brandId }: ProgramWorld) =>
    (await owner.call(filterAffiliates, { params: { brandId } })).affiliates;
  expect(await names(off)).toEqual([]);
  // Turning it on takes over what campaigns offer already.
  await off.owner.call(changeAffiliateProgram, {
    params: { brandId: off.brandId },
    body: { version: 0, state: 'on' },
  });
  expect(await ratesOf(off)).toEqual([{ campaignId: early.id, rateBp: 2000 }]);
  const on = await aProgramWorld(t);
  await subscribe(t, on.brandId);
  const plain = await aCampaign(on, null);
  await plain.set('publish');
  await plain.approve();
  expect([await ratesOf(on), await names(on)]).toEqual([[], []]);
  // Approving still works without the add-on.
  const without = await aProgramWorld(t, { addOn: false, on: false });
  await subscribe(t, without.brandId);
  const campaign = await aCampaign(without);
  await campaign.set('publish');
  await campaign.approve();
  expect(await names(without)).toEqual([]);
});

test("a rate set in the program's settings stays until the campaign's commission changes", async () => {
  const world = await aProgramWorld(t);
  const { brandId, owner } = world;
  await subscribe(t, brandId);
  const campaign = await aCampaign(world);
  const { id: campaignId } = campaign;
  const edit = (body: { title?: string; commissionPercent?: number }) =>
    owner.call(updateCampaign, { params: { brandId, campaignId }, body });
  const change = async (state: 'on' | 'off', rateBp?: number) => {
    const { program } = await owner.call(getAffiliateProgram, { params: { brandId } });
    const rules = { ...program.rules, campaignRates: rateBp ? [{ campaignId, rateBp }] : [] };
    await owner.call(changeAffiliateProgram, {
      params: { brandId },
      body: { version: program.version, state, rules },
    });
  };
  await campaign.set('publish');
  await change('on', 800);
  await edit({ title: 'Winter' });
  await campaign.set('paused');
  await campaign.set('publish');
  expect(await ratesOf(world)).toEqual([{ campaignId, rateBp: 800 }]);
  await change('off', 800);
  await change('on', 800);
  expect(await ratesOf(world)).toEqual([{ campaignId, rateBp: 800 }]);
  await edit({ commissionPercent: 15 });
  expect(await ratesOf(world)).toEqual([{ campaignId, rateBp: 1500 }]);
  // Also while it is paused.
  await campaign.set('paused');
  await edit({ commissionPercent: 16 });
  await campaign.set('publish');
  expect(await ratesOf(world)).toEqual([{ campaignId, rateBp: 1600 }]);
  // Only a missing rate is filled in.
  await change('on');
  await campaign.set('paused');
  await campaign.set('publish');
  expect(await ratesOf(world)).toEqual([{ campaignId, rateBp: 1600 }]);
});
