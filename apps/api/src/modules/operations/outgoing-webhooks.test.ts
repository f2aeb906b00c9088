import { setCampaignStatus } from '@troupe/contract/campaigns/campaign';
import { decideContentPreview } from '@troupe/contract/campaigns/campaign-content';
import { withdrawOptIn } from '@troupe/contract/campaigns/creator-app';
import { sendInvite } from '@troupe/contract/campaigns/invite';
import { submitContent } from '@troupe/contract/campaigns/own-content';
import {
  addToCreatorList,
  archiveCreatorListItem,
  changeCreatorListItems,
  createCreatorList,
  listCreatorListItems,
  updateCreatorListItem,
} from '@troupe/contract/discovery/creator-list';
import { sendOwnMessage } from '@troupe/contract/inbox/own-conversation';
import { createOutgoingWebhook } from '@troupe/contract/operations/outgoing-webhook';
import { type BillingSubscription, customerIdOf } from '@troupe/domain/billing/billing-provider';
import { WEBHOOK_EVENTS, type WebhookEventType } from '@troupe/domain/operations/outgoing-webhook';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { applyBillingUpdate } from '../billing/billing-update.ts';
import { grantCredits } from '../billing/credit/credit.queries.ts';
import { type OptInWorld, startOptInWorld } from '../campaigns/opt-in/opt-in.fixture.ts';
import { tinyPicture, tusClient } from '../campaigns/uploads.fixture.ts';
import { webhookEventTable } from './outgoing-webhook/outgoing-webhook.table.ts';

let world: OptInWorld;

beforeAll(async () => {
  world = await startOptInWorld();
  const { t, brandId } = world;
  const owner = await t.person({ brandId, brandRole: 'owner' });
  const events = Object.keys(WEBHOOK_EVENTS) as WebhookEventType[];
  await owner.call(createOutgoingWebhook, {
    params: { brandId },
    body: { url: 'https://program.example/hook', events },
  });
});
beforeEach(() => world.db.delete(webhookEventTable).then(() => undefined));
afterAll(() => world.t.stop());

/** The webhook events since the test started. */
const told = async () =>
  (
    await world.db
      .select()
      .from(webhookEventTable)
      .where(eq(webhookEventTable.brandId, world.brandId))
      .orderBy(asc(webhookEventTable.createdAt), asc(webhookEventTable.id))
  ).map(({ type, data: { brandId: _, ...data } }) => [type, data] as const);

test('sends events for every status of an opt-in', async () => {
  const { campaignId } = world;
  const ana = await world.account();
  const { id: optInId } = await world.take(ana);
  await world.decide([optInId], 'approved');
  await world.change(optInId, { status: 'completed' });
  const common = { optInId, campaignId, creatorId: ana.creatorId };
  expect(await told()).toEqual([
    ['opt_in.created', { ...common, status: 'pending' }],
    ['opt_in.approved', { ...common, status: 'approved' }],
    ['offer.accepted', { optInId, campaignId, creatorId: ana.creatorId, number: 1, side: 'creator' }],
    ['opt_in.completed', { ...common, status: 'completed' }],
  ]);
});

test('sends events for declined and withdrawn opt-ins', async () => {
  const [bruno, carla] = [await world.account(), await world.account()];
  const { id: first } = await world.take(bruno);
  const { id: second } = await world.take(carla);
  await world.decide([first], 'rejected', { reason: 'Not now' });
  await carla.call(withdrawOptIn, { params: { optInId: second }, body: { again: false, reason: '' } });
  expect((await told()).map(([type]) => type)).toEqual([
    ...['opt_in.created', 'opt_in.created', 'opt_in.rejected', 'opt_in.withdrawn', 'offer.withdrawn'],
  ]);
});

test('sends events for submitted and reviewed content, and for messages without their text', async () => {
  const { t, brandId, campaignId, person } = world;
  const creator = await world.account();
  const optInId = await world.optIn({
    creatorId: creator.creatorId,
    userId: creator.userId,
    status: 'approved',
  });
  const tus = tusClient(t.url, creator.token);
  const { uploadId } = await tus.send(optInId, 'look.jpg', await tinyPicture('jpeg', { red: 7, width: 41 }));
  const { contentPreview } = await creator.call(submitContent, {
    params: { optInId },
    body: { previewId: null, kind: 'reel', caption: 'First light', uploadIds: [uploadId ?? ''] },
  });
  const previewId = contentPreview.id;
  await person.call(decideContentPreview, {
    params: { brandId, previewId },
    body: { status: 'change_requested', version: 1, comment: 'Brighter' },
  });
  await creator.call(sendOwnMessage, {
    params: { optInId },
    body: { clientId: newId(), text: 'A secret between us', attachments: [] },
  });
  const events = await told();
  const common = { optInId, campaignId, previewId };
  expect(events.slice(0, 2)).toEqual([
    ['content.submitted', common],
    ['content.change_requested', { ...common, version: 1 }],
  ]);
  const ids = { conversationId: expect.any(String), messageId: expect.any(String) };
  expect(events[2]).toEqual(['message.received', { optInId, campaignId, ...ids }]);
  expect(JSON.stringify(events)).not.toContain('secret');
});

test('groups creators added to or changed on lists into one event', async () => {
  const { brandId, person } = world;
  const creators = [await world.creator(), await world.creator()];
  const list = await person.call(createCreatorList, { params: { brandId }, body: { title: 'Winter' } });
  const add = () =>
    person.call(addToCreatorList, {
      params: { brandId, id: list.id },
      body: { socialProfileIds: creators },
    });
  await add();
  await add();
  const { items } = await person.call(listCreatorListItems, {
    params: { brandId, productListId: list.id, page: 1 },
  });
  const [first = '', second = ''] = items.map(({ id }) => id);
  const item = { params: { brandId, itemId: first } };
  await person.call(updateCreatorListItem, { ...item, body: { feedback: 'Warm' } });
  await person.call(changeCreatorListItems, {
    params: { brandId },
    body: { action: 'tag', itemIds: [first, second], add: ['Approved'], remove: [] },
  });
  await person.call(archiveCreatorListItem, item);
  expect((await told()).map(([, { itemIds, change }]) => [change, (itemIds as string[]).length])).toEqual([
    ...[['added', 2] as const, ['edited', 1] as const, ['tagged', 2] as const, ['archived', 1] as const],
  ]);
});

test('sends events for invites, campaigns, credits and subscriptions', async () => {
  const { t, brandId, person } = world;
  const campaignId = await world.campaign(brandId);
  const creatorId = await world.creator({ contactEmail: 'ana@creators.example' });
  await person.call(sendInvite, {
    params: { brandId },
    body: { campaignId, socialProfileId: creatorId },
  });
  await person.call(setCampaignStatus, { params: { brandId, campaignId }, body: { status: 'paused' } });
  const grant = { kind: 'grant' as const, amount: 3, reason: 'Gift', reference: 'gift', userId: null };
  const give = () => withTransaction(t.api.pool, (tx) => grantCredits(tx, { brandId, ...grant }, new Date()));
  await give();
  await give();
  const subscription: BillingSubscription = {
    id: 'sub_1',
    customerId: customerIdOf(brandId),
    version: 1,
    status: 'active',
    itemPriceId: 'unknown',
    price: 100,
    currency: 'USD',
    started: new Date().toISOString(),
    termEnds: null,
    ends: null,
    dueInvoices: 0,
    due: 0,
    dueSince: null,
    hasScheduledChanges: false,
    deleted: false,
  };
  const parts = { api: t.api, provider: {} as never };
  const news = () =>
    withTransaction(t.api.pool, (tx) =>
      applyBillingUpdate(parts, tx, { subscriptions: [subscription], invoices: [] }),
    );
  await news();
  await news();
  expect(await told()).toEqual([
    ['invite.sent', { campaignId, creatorIds: [creatorId] }],
    ['campaign.status_changed', { campaignId, status: 'paused' }],
    ['credit.changed', { entryId: expect.any(String), kind: 'grant', amount: 3, balance: 3 }],
    ['subscription.changed', { subscriptionId: 'sub_1', status: 'active' }],
  ]);
});

test('rejects a URL without https unless the installation allows it', async () => {
  const { t, brandId } = world;
  const owner = await t.person({ brandId, brandRole: 'owner' });
  const body = { url: 'http://program.example/hook', events: ['opt_in.created' as const] };
  await expect(owner.call(createOutgoingWebhook, { params: { brandId }, body })).rejects.toMatchObject({
    body: { fields: { url: 'The URL must start with https://' } },
  });
});
