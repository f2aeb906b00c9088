import { getWelcome } from '@troupe/contract/site/welcome';
import type { StoreStatus } from '@troupe/domain/commerce/store';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { contentPreviewTable } from '../../campaigns/campaign-content/campaign-content.table.ts';
import { startOptInWorld } from '../../campaigns/opt-in/opt-in.fixture.ts';
import { storeTable } from '../../commerce/store/store.table.ts';
import { creatorListItemTable, creatorListTable } from '../../discovery/creator-list/creator-list.table.ts';
import { conversationTable } from '../../inbox/conversation/conversation.table.ts';
import { conversationOfOptIn } from '../../inbox/conversation/conversation-mail.queries.ts';

let w: Awaited<ReturnType<typeof startOptInWorld>>;
beforeAll(async () => {
  w = await startOptInWorld();
});
afterAll(() => w.t.stop());

async function welcomeOf(brandId: string) {
  const member = await w.t.person({ brandId });
  const { steps, waiting } = await member.call(getWelcome, { params: { brandId } });
  return { steps, waiting, done: steps.filter(({ doneAt }) => doneAt).map(({ step }) => step) };
}

async function save(brandId: string, title: string, creatorIds: string[], archived = false) {
  const id = newId();
  const archivedAt = archived ? new Date().toISOString() : null;
  await w.db.insert(creatorListTable).values({ id, brandId, title });
  await w.db
    .insert(creatorListItemTable)
    .values(creatorIds.map((creatorId) => ({ id: newId(), brandId, listId: id, creatorId, archivedAt })));
}

test('[R2.033] a new brand has six steps to do in order, and nothing pending', async () => {
  const { steps, waiting } = await welcomeOf(await w.t.brand());
  expect(steps.map(({ step }) => step)).toEqual([
    'creator',
    'email-domain',
    'plan',
    'campaign',
    'invite',
    'store',
  ]);
  expect(steps.every(({ doneAt, count }) => doneAt === null && count === 0)).toBe(true);
  expect(waiting).toEqual({ optIns: 0, previews: 0, messages: 0 });
});

test('[R2.033] marks steps as done by actual use, with details', async () => {
  const brandId = await w.brand({ plan: 'trailblazer' });
  const [one, two] = [await w.creator(), await w.creator()];
  await save(brandId, 'Shortlist', [one]);
  await save(brandId, 'Autumn', [one, two]);
  await w.campaign(brandId, { title: 'First Light' });
  await w.campaign(brandId, { title: 'Not yet' }, 'draft');
  const { steps, done } = await welcomeOf(brandId);
  expect(done).toEqual(['creator', 'email-domain', 'plan', 'campaign']);
  expect(steps).toMatchObject([
    { name: 'Autumn', count: 2 },
    { name: `${brandId}.example` },
    { name: 'trailblazer', doneAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    { name: 'First Light', count: 1 },
    { count: 0 },
    { name: null },
  ]);
});

test('[R2.033] the store step is done until disconnected, and names the first store', async () => {
  const brandId = await w.t.brand();
  const stored = (shop: string, name: string, status: StoreStatus, day: number) => ({
    id: newId(),
    brandId,
    platform: 'shopify' as const,
    shop: `${shop}-${brandId}.myshopify.com`,
    name,
    status,
    connectedAt: `2026-11-0${day}T10:00:00.000Z`,
  });
  await w.db
    .insert(storeTable)
    .values([
      stored('gone', 'Gone', 'disconnected', 1),
      stored('first', 'First', 'needs_reconnect', 2),
      stored('second', 'Second', 'connected', 3),
    ]);
  const storeStep = async () => (await welcomeOf(brandId)).steps.find(({ step }) => step === 'store');
  expect(await storeStep()).toMatchObject({ name: 'First', count: 2, doneAt: '2026-11-02T10:00:00.000Z' });
  await w.db.update(storeTable).set({ status: 'uninstalled' }).where(eq(storeTable.brandId, brandId));
  expect(await storeStep()).toMatchObject({ name: null, count: 0, doneAt: null });
});

test('ignores archived items and other brands', async () => {
  const brandId = await w.t.brand();
  await save(brandId, 'Gone', [await w.creator()], true);
  await w.campaign(brandId, {}, 'draft');
  expect((await welcomeOf(brandId)).done).toEqual([]);
});

test('counts pending items', async () => {
  const brandId = await w.brand();
  const campaignId = await w.campaign(brandId);
  const [first] = await w.optIns(3, { brandId, campaignId });
  await w.optIns(1, { brandId, campaignId, status: 'approved' });
  const optInId = first as string;
  const preview = { brandId, campaignId, optInId, kind: 'reel' as const };
  await w.db.insert(contentPreviewTable).values([
    { id: newId(), ...preview },
    { id: newId(), ...preview, status: 'approved' },
  ]);
  const { conversationId = '' } = (await conversationOfOptIn(w.db, optInId)) ?? {};
  await w.db.update(conversationTable).set({ unread: 4 }).where(eq(conversationTable.id, conversationId));
  expect((await welcomeOf(brandId)).waiting).toEqual({ optIns: 3, previews: 1, messages: 4 });
});

test("hides another brand's steps", async () => {
  const stranger = await w.t.person({ brandId: await w.t.brand() });
  await expect(stranger.call(getWelcome, { params: { brandId: await w.t.brand() } })).rejects.toMatchObject({
    status: 403,
  });
});
