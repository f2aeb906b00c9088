import { and, asc, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { contentPreviewTable, uploadTable } from '../campaigns/campaign-content/campaign-content.table.ts';
import { type OptInWorld, startOptInWorld } from '../campaigns/opt-in/opt-in.fixture.ts';
import { tinyPicture, tusClient } from '../campaigns/uploads.fixture.ts';
import { notificationTable } from './notification/notification.table.ts';
import { remindOfRights } from './rights-reminders.ts';

const DAY = 86_400_000;
let world: OptInWorld;
beforeAll(async () => {
  world = await startOptInWorld();
});
afterAll(() => world.t.stop());

test('reminds of ending rights 45, 30 and 14 days before and on the day, once each', async () => {
  const creator = await world.account();
  const optInId = await world.optIn({
    creatorId: creator.creatorId,
    userId: creator.userId,
    status: 'approved',
  });
  const sent = await tusClient(world.t.url, creator.token).send(optInId, 'a.jpg', await tinyPicture('jpeg'));
  const ends = Date.now() + 100 * DAY;
  await world.db
    .update(uploadTable)
    .set({ usableUntil: new Date(ends).toISOString() })
    .where(eq(uploadTable.id, sent.uploadId ?? ''));
  for (const before of [60, 46, 44, 44, 31, 29, 20, 13, 1, -0.1, -3, -9]) {
    world.t.setNow(new Date(ends - before * DAY));
    await remindOfRights(world.t.api);
  }
  world.t.setNow(null);
  const notices = await world.db
    .select()
    .from(notificationTable)
    .where(and(eq(notificationTable.userId, world.person.userId), eq(notificationTable.kind, 'rights')))
    .orderBy(asc(notificationTable.createdAt));
  expect(notices.map(({ title }) => title)).toEqual([
    'Usage rights for “a.jpg” end in 44 days',
    'Usage rights for “a.jpg” end in 29 days',
    'Usage rights for “a.jpg” end in 13 days',
    'Usage rights for “a.jpg” have expired',
  ]);
  expect(notices[0]?.href).toBe(`/campaigns/${world.campaignId}/uploads`);
});

test('groups the files of one piece of content into one reminder', async () => {
  const { creatorId, userId, token } = await world.account({ username: 'many.files' });
  const optInId = await world.optIn({ creatorId, userId, status: 'approved' });
  const { brandId, campaignId } = world;
  const [previewId, place] = [newId(), { brandId, campaignId, optInId }];
  await world.db
    .insert(contentPreviewTable)
    .values({ id: previewId, ...place, kind: 'post', status: 'live' });
  const ends = Date.now() + 14 * DAY - 60_000;
  for (const red of [20, 90, 160]) {
    const sent = await tusClient(world.t.url, token).send(
      optInId,
      'a.jpg',
      await tinyPicture('jpeg', { red }),
    );
    await world.db
      .update(uploadTable)
      .set({ previewId, usableUntil: new Date(ends).toISOString() })
      .where(eq(uploadTable.id, sent.uploadId ?? ''));
  }
  await remindOfRights(world.t.api);
  const notices = await world.db
    .select({ title: notificationTable.title })
    .from(notificationTable)
    .where(like(notificationTable.reference, `rights:${previewId}:%`));
  expect(notices).toEqual([{ title: 'Usage rights for 3 files from @many.files end in 14 days' }]);
});
