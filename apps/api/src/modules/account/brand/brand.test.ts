import { listAuditLog } from '@troupe/contract/account/audit-log';
import { createBrand, createOwnBrand, updateBrand } from '@troupe/contract/account/brand';
import { getMe, selectBrand } from '@troupe/contract/account/user';
import { getBrand, listBrands } from '@troupe/contract/inbox/brand-overview';
import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { subscriptionTable } from '../../billing/subscription/subscription.table.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

const form = { name: 'Fjell', website: 'fjell.example', description: 'Boots' };
const addCampaign = (brandId: string, title: string, status: CampaignStatus) =>
  t.api.db.insert(campaignTable).values({ id: newId(), brandId, title, slug: `${title}-${newId()}`, status });

test('[R7.006, R3.016, R3.019] returns the brand with its campaigns to a member', async () => {
  const brandId = await t.brand('Larkmoor');
  await addCampaign(brandId, 'Autumn', 'publish');
  const member = await t.person({ brandId });
  const brand = await member.call(getBrand, { params: { brandId } });
  expect(brand).toMatchObject({
    id: brandId,
    name: 'Larkmoor',
    website: 'https://larkmoor.example',
    description: 'Outdoor clothing',
    emailConfigured: false,
    emailTemplates: [],
    chargebeePastDue: false,
    activeSubscriptions: [],
    affiliateSubscription: null,
    campaigns: [{ title: 'Autumn', status: 'publish' }],
  });
});

test('[R3.018] a brand without a plan has no active subscription', async () => {
  const brandId = await t.brand();
  const member = await t.person({ brandId });
  expect((await member.call(getBrand, { params: { brandId } })).activeSubscriptions).toEqual([]);
});

test('[R3.017, R4.046] returns active subscriptions, oldest first, and whether payment is past due', async () => {
  const brandId = await t.brand();
  const row = (planId: string, kind: 'plan' | 'affiliate', more: object = {}) => ({
    id: newId(),
    brandId,
    kind,
    planId,
    period: 'monthly' as const,
    status: 'active' as const,
    ...more,
  });
  await t.api.db
    .insert(subscriptionTable)
    .values([
      row('starter', 'plan', { createdAt: '2026-01-01T00:00:00.000Z' }),
      row('trailblazer', 'plan', { createdAt: '2026-02-01T00:00:00.000Z', pastDue: true }),
      row('bespoke', 'plan', { status: 'cancelled' }),
      row('affiliate', 'affiliate'),
    ]);
  const member = await t.person({ brandId });
  const brand = await member.call(getBrand, { params: { brandId } });
  expect(brand.activeSubscriptions.map(({ planId }) => planId)).toEqual(['starter', 'trailblazer']);
  expect(brand.affiliateSubscription).toMatchObject({ planId: 'affiliate' });
  expect(brand.chargebeePastDue).toBe(true);
});

test('returns what a user may do in a brand, and why not', async () => {
  const brandId = await t.brand();
  const read = async (brandRole: 'owner' | 'member') =>
    (await (await t.person({ brandId, brandRole })).call(getBrand, { params: { brandId } })).abilities;
  expect((await read('owner')).manageBilling).toEqual({ allowed: true, reason: null });
  expect((await read('member')).manageBilling).toEqual({
    allowed: false,
    reason: expect.stringContaining('owner'),
  });
});

test('[R7.007, R7.009, R6.011] lists all brands for administrators by unarchived campaigns, then by name', async () => {
  const made: Record<string, CampaignStatus[]> = {
    // A published campaign counts the same as a draft.
    'Zz c one': ['publish'],
    'Zz many': ['draft', 'completed', 'paused'],
    'Zz archived': ['publish', 'archived', 'archived', 'archived'],
    'Zz b one': ['draft'],
    'Zz none': [],
  };
  for (const [name, statuses] of Object.entries(made)) {
    const brandId = await t.brand(name);
    for (const [at, status] of statuses.entries()) await addCampaign(brandId, `${name} ${at}`, status);
  }
  const administrator = await t.person({ role: 'administrator' });
  const { brands } = await administrator.call(listBrands, {
    query: { sort: 'campaigns-desc', search: 'zz ' },
  });
  expect(brands.map(({ name }) => name)).toEqual([
    'Zz many',
    'Zz archived',
    'Zz b one',
    'Zz c one',
    'Zz none',
  ]);
  expect(brands[0]?.campaigns).toHaveLength(3);
});

test("lets an owner change the brand's name, website and description, and logs it", async () => {
  const brandId = await t.brand('Larkmor');
  const owner = await t.person({ brandId, brandRole: 'owner' });
  const params = { brandId };
  const body = { name: ' Larkmoor ', website: 'larkmoor.example/shop', description: 'Tents and packs' };
  expect(await owner.call(updateBrand, { params, body })).toEqual({
    name: 'Larkmoor',
    website: 'https://larkmoor.example/shop',
    description: 'Tents and packs',
  });
  const member = await t.person({ brandId });
  expect(await member.call(getBrand, { params })).toMatchObject({
    name: 'Larkmoor',
    website: 'https://larkmoor.example/shop',
    description: 'Tents and packs',
  });
  expect((await member.call(getMe, {})).brandProfiles[0]?.brand.name).toBe('Larkmoor');
  const { entries } = await owner.call(listAuditLog, { params, query: {} });
  expect(entries[0]?.title).toBe('Changed brand details (Larkmoor)');
  await expect(member.call(updateBrand, { params, body })).rejects.toMatchObject({ status: 403 });
  const stranger = await t.person({ brandId: await t.brand('Else'), brandRole: 'owner' });
  await expect(stranger.call(updateBrand, { params, body })).rejects.toMatchObject({ status: 403 });
  await expect(owner.call(updateBrand, { params, body: { ...body, website: ' ' } })).rejects.toMatchObject({
    status: 422,
    body: { error: 'Please enter the website url' },
  });
});

test('[R7.010] finds brands by part of the name, treating wildcards literally', async () => {
  await t.brand('Hundred% Wool');
  const administrator = await t.person({ role: 'administrator' });
  const names = async (search: string) =>
    (await administrator.call(listBrands, { query: { search } })).brands.map(({ name }) => name);
  expect(await names('hundred% w')).toEqual(['Hundred% Wool']);
  expect(await names('%_%')).toEqual([]);
  expect(await names("'; drop table brand; --")).toEqual([]);
});

test('[R6.012] lets administrators create brands, but not owners, members, creators or users without a brand', async () => {
  const brandId = await t.brand();
  const others = [
    await t.person({ brandId, brandRole: 'owner' }),
    await t.person({ brandId }),
    await t.person({ role: 'creator' }),
    await t.person(),
  ];
  for (const person of others)
    await expect(person.call(createBrand, { body: form })).rejects.toMatchObject({ status: 403 });
  const administrator = await t.person({ role: 'administrator' });
  expect(await administrator.call(createBrand, { body: form })).toEqual({ brandId: expect.any(String) });
});

test('[R7.013, R3.036] lets an administrator create and select a brand', async () => {
  const administrator = await t.person({ role: 'administrator' });
  const { brandId } = await administrator.call(createBrand, { body: form });
  const brand = await administrator.call(getBrand, { params: { brandId } });
  expect(brand).toMatchObject({ name: 'Fjell', website: 'https://fjell.example', description: 'Boots' });
  await administrator.call(selectBrand, { body: { selectedBrand: brandId } });
  expect((await administrator.call(getMe, {})).extraData.selectedBrand).toBe(brandId);
});

test.each([
  ['name', 'Please enter a name'],
  ['website', 'Please enter the website url'],
  ['description', 'Please enter a description'],
])('[R5.013, R5.014, R5.015] rejects a brand without %s: %s', async (field, message) => {
  const administrator = await t.person({ role: 'administrator' });
  const refused = administrator.call(createBrand, { body: { ...form, [field]: '  ' } });
  await expect(refused).rejects.toMatchObject({
    status: 422,
    body: { code: 'invalid', error: message, fields: { [field]: message } },
  });
});

test('lets a user without a brand create one, once, even on a double click', async () => {
  const person = await t.person();
  const results = await Promise.allSettled([1, 2].map(() => person.call(createOwnBrand, { body: form })));
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const me = await person.call(getMe, {});
  expect(me.brandProfiles).toMatchObject([{ role: 'owner', brand: { name: 'Fjell' } }]);
  const brandId = me.brandProfiles[0]?.brandId as string;
  expect((await person.call(getBrand, { params: { brandId } })).name).toBe('Fjell');
});
