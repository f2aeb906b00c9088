import { changeAffiliateProgram } from '@troupe/contract/affiliate/affiliate-program';
import { randomSlug } from '@troupe/domain/affiliate/link-slug';
import { newId } from '../../platform/id.ts';
import type { TestApi, TestPerson } from '../../testing/test-api.ts';
import { subscriptionTable } from '../billing/subscription/subscription.table.ts';
import { campaignTable } from '../campaigns/campaign/campaign.table.ts';
import { creatorClaimTable, optInTable } from '../campaigns/opt-in/opt-in.table.ts';
import { storeTable } from '../commerce/store/store.table.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';

/** A brand with the add-on, a connected store and a team. */
export interface ProgramWorld {
  brandId: string;
  storeId: string;
  shop: string;
  owner: TestPerson;
  member: TestPerson;
}

/** A creator with an account and an opt-in. */
export interface ProgramCreator {
  creatorId: string;
  optInId: string;
  campaignId: string;
  person: TestPerson;
}

/** Makes a brand whose program is on, or only with the add-on. */
export async function aProgramWorld(
  t: TestApi,
  { on = true, addOn = true, store = true }: { on?: boolean; addOn?: boolean; store?: boolean } = {},
): Promise<ProgramWorld> {
  const { db } = t.api;
  const brandId = await t.brand();
  const storeId = newId();
  const shop = `${randomSlug()}.myshopify.com`;
  const owner = await t.person({ brandId, brandRole: 'owner' });
  const member = await t.person({ brandId });
  if (addOn)
    await db.insert(subscriptionTable).values({
      id: newId(),
      brandId,
      kind: 'affiliate',
      planId: 'affiliate',
      period: 'monthly',
      status: 'active',
    });
  if (store)
    await db.insert(storeTable).values({
      id: storeId,
      brandId,
      platform: 'shopify',
      shop,
      name: 'Larkmoor Goods',
      currency: 'EUR',
      status: 'connected',
      scopes: ['read_orders', 'write_discounts'],
      connectedAt: new Date().toISOString(),
    });
  if (on)
    await owner.call(changeAffiliateProgram, { params: { brandId }, body: { version: 0, state: 'on' } });
  return { brandId, storeId, shop, owner, member };
}

/** Adds a creator with an account, who is approved in a campaign of the brand. */
export async function aProgramCreator(
  t: TestApi,
  brandId: string,
  status: 'pending' | 'approved' = 'approved',
): Promise<ProgramCreator> {
  const { db } = t.api;
  const person = await t.person({ role: 'creator' });
  const [creatorId, campaignId, optInId] = [newId(), newId(), newId()];
  await db.insert(creatorTable).values({
    id: creatorId,
    platform: 'tiktok',
    username: `mara-${creatorId}`,
    fullname: 'Mara Holt',
    profileUrl: 'https://www.tiktok.com/@mara',
  });
  await db.insert(creatorClaimTable).values({
    id: newId(),
    userId: person.userId,
    creatorId,
    code: 'c',
    claimedAt: new Date().toISOString(),
  });
  await db.insert(campaignTable).values({ id: campaignId, brandId, title: 'Spring', slug: campaignId });
  await db.insert(optInTable).values({
    id: optInId,
    brandId,
    campaignId,
    creatorId,
    userId: person.userId,
    status,
    agreement: {
      fee: null,
      currency: 'USD',
      deliverables: [],
      draftDue: null,
      liveDue: null,
      usageRights: null,
    },
    shipment: { state: 'none', address: null, carrier: null, tracking: null, shipped: null, received: null },
    termsVersion: 1,
    termsAcceptedAt: new Date().toISOString(),
  });
  return { creatorId, optInId, campaignId, person };
}
