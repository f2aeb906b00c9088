import { getTeam } from '@troupe/contract/account/team';
import { getBilling } from '@troupe/contract/billing/billing';
import { listCredits } from '@troupe/contract/billing/credit';
import { getCampaign } from '@troupe/contract/campaigns/campaign';
import { getUsage } from '@troupe/contract/campaigns/usage';
import { getBrand } from '@troupe/contract/inbox/brand-overview';
import { listAdminBrands } from '@troupe/contract/operations/admin';
import { getWelcome } from '@troupe/contract/site/welcome';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { createTestCampaign } from '../inbox/conversation/conversation.fixture.ts';
import { subscriptionTable } from './subscription/subscription.table.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

test('[R4.046] of two plans started at the same time, the same one counts everywhere', async () => {
  const brandId = await t.brand('Twice');
  const [first, second] = [newId(), newId()].sort();
  const plan = { brandId, kind: 'plan', period: 'monthly', status: 'active' } as const;
  const createdAt = '2026-11-01T10:00:00.000Z';
  // In insertion order, the other one would come first.
  await t.api.db.insert(subscriptionTable).values([
    { id: second ?? '', ...plan, planId: 'bespoke', createdAt },
    { id: first ?? '', ...plan, planId: 'self-serve', createdAt },
  ]);
  const owner = await t.person({ brandId, brandRole: 'owner' });
  const administrator = await t.person({ role: 'administrator' });
  const campaignId = await createTestCampaign(t, brandId);
  const params = { brandId };
  const [brand, billing, team, usage, welcome, credits, campaign, admin] = await Promise.all([
    owner.call(getBrand, { params }),
    owner.call(getBilling, { params }),
    owner.call(getTeam, { params }),
    owner.call(getUsage, { params }),
    owner.call(getWelcome, { params }),
    owner.call(listCredits, { params }),
    owner.call(getCampaign, { params: { campaignId } }),
    administrator.call(listAdminBrands, { query: { search: 'Twice' } }),
  ]);
  expect(brand.activeSubscriptions[0]?.planId).toBe('self-serve');
  expect(billing.subscriptions[0]?.planId).toBe('self-serve');
  expect(team.places.limit).toBe(2);
  expect(usage.collaborations.limit).toBeNull();
  expect(welcome.steps.find(({ step }) => step === 'plan')?.name).toBe('self-serve');
  expect(credits.balance).toBe(10);
  expect(campaign.collaborations.limit).toBeNull();
  expect(admin.brands[0]?.plan).toEqual({ id: 'self-serve', period: 'monthly' });
});
