import {
  addShoutout,
  decideContentPreview,
  exportShoutouts,
  exportStories,
  getCampaignMetrics,
  listContentPreviews,
  listShoutouts,
  listStories,
  listUploads,
  removeShoutout,
} from '@troupe/contract/campaigns/campaign-content';
import { getOwnOptIn } from '@troupe/contract/campaigns/creator-app';
import { getOptIn } from '@troupe/contract/campaigns/opt-in';
import { submitContent, submitLivePost } from '@troupe/contract/campaigns/own-content';
import { urlOf } from '@troupe/contract/client';
import { listMessages } from '@troupe/contract/inbox/conversation';
import type { Shoutout } from '@troupe/domain/campaigns/campaign-content';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { contentTable } from '../discovery/content/content.table.ts';
import { notificationTable } from '../inbox/notification/notification.table.ts';
import { livePostTable } from './campaign-content/campaign-content.table.ts';
import { codesOf, type OptInWorld, startOptInWorld } from './opt-in/opt-in.fixture.ts';
import { tinyPicture, tinyVideo, tusClient } from './uploads.fixture.ts';

let world: OptInWorld;
let red = 0;

beforeAll(async () => {
  world = await startOptInWorld();
});
afterAll(() => world.t.stop());

/** A new campaign with an approved creator, plus helpers for both sides. */
async function collaboration(
  change: Parameters<OptInWorld['campaign']>[1] = {},
  profile: { username?: string; platform?: 'instagram' | 'tiktok' | 'youtube' } = {},
) {
  const { brandId, person } = world;
  const campaignId = await world.campaign(brandId, change);
  const creator = await world.account(profile);
  const optInId = await world.optIn({
    campaignId,
    creatorId: creator.creatorId,
    userId: creator.userId,
    status: 'approved',
    approvedAt: '2026-01-10T00:00:00.000Z',
    createdAt: '2026-01-05T00:00:00.000Z',
    agreement: {
      fee: 60_000,
      currency: 'USD',
      deliverables: [],
      draftDue: null,
      liveDue: null,
      usageRights: change.usageRights ?? null,
    },
  });
  const tus = tusClient(world.t.url, creator.token);
  const upload = async () => {
    const sent = await tus.send(
      optInId,
      'look.jpg',
      await tinyPicture('jpeg', { red: red++ % 256, width: 40 + red }),
    );
    return sent.uploadId ?? '';
  };
  return {
    campaignId,
    creator,
    optInId,
    tus,
    upload,
    submit: async (
      uploadIds: string[],
      previewId: string | null = null,
      kind: 'reel' | 'story' | 'post' = 'reel',
    ) =>
      (
        await creator.call(submitContent, {
          params: { optInId },
          body: { previewId, kind, caption: 'First light on the ridge', uploadIds },
        })
      ).contentPreview,
    decide: async (
      previewId: string,
      body: { status: 'approved' | 'change_requested'; version: number; comment?: string; reopen?: boolean },
      by = person,
    ) => (await by.call(decideContentPreview, { params: { brandId, previewId }, body })).contentPreview,
    goLive: (url: string, previewId: string | null = null, kind: 'reel' | 'story' = 'reel') =>
      creator.call(submitLivePost, { params: { optInId }, body: { url, previewId, kind } }),
    add: (url: string, more: { previewId?: string | null } = {}) =>
      person.call(addShoutout, { params: { brandId, campaignId }, body: { optInId, url, ...more } }),
    said: async () =>
      (await person.call(listMessages, { params: { brandId, optInId } })).messages
        .toReversed()
        .map(({ text }) => text),
    previews: (sort: 'newest' | 'oldest' | 'status' = 'newest') =>
      person.call(listContentPreviews, { params: { campaignId, page: 1 }, query: { sort } }),
    shoutouts: async () => (await person.call(listShoutouts, { params: { campaignId, page: 1 } })).shoutouts,
    stories: async () => (await person.call(listStories, { params: { campaignId, page: 1 } })).stories,
    metrics: (query: object = {}) =>
      person.call(getCampaignMetrics, { params: { brandId, campaignId }, query }),
    download: async (call: typeof exportShoutouts | typeof exportStories) => {
      const response = await fetch(world.t.url + urlOf(call, { params: { brandId, campaignId } }), {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        body: '{}',
      });
      return { response, bytes: Buffer.from(await response.arrayBuffer()) };
    },
    post: (url: string, title: string, publishedAt: string, counts: object = {}) =>
      world.db.insert(contentTable).values({
        id: newId(),
        creatorId: creator.creatorId,
        url,
        title,
        publishedAt,
        type: 'Video',
        format: 'video',
        viewCount: 900,
        likeCount: 80,
        commentCount: 20,
        saveCount: null,
        shareCount: 5,
        ...counts,
      }),
  };
}

test('[R7.030] content moves from preview through a change request to approved, and lists can be sorted', async () => {
  const one = await collaboration();
  const first = await one.submit([await one.upload()]);
  expect(first).toMatchObject({ status: 'preview', version: 1, uploads: [{ name: 'look.jpg' }] });
  const second = await one.submit([await one.upload(), await one.upload()]);
  expect((await codesOf([one.decide(first.id, { status: 'change_requested', version: 1 })]))[0]).toBe(
    'invalid',
  );
  const asked = await one.decide(first.id, {
    status: 'change_requested',
    version: 1,
    comment: 'Show the pack',
  });
  expect(asked).toMatchObject({
    status: 'change_requested',
    comments: [{ text: 'Show the pack', side: 'brand' }],
  });

  const again = await one.submit([await one.upload()], first.id);
  expect(again).toMatchObject({ id: first.id, status: 'preview', version: 2 });
  expect(again.uploads).toHaveLength(1);
  expect((await codesOf([one.decide(first.id, { status: 'approved', version: 1 })]))[0]).toBe('conflict');
  expect(await one.decide(first.id, { status: 'approved', version: 2 })).toMatchObject({
    status: 'approved',
  });

  const ids = async (sort: 'newest' | 'oldest' | 'status') =>
    (await one.previews(sort)).contentPreviews.map(({ id }) => id);
  expect(await ids('newest')).toEqual([second.id, first.id]);
  expect(await ids('oldest')).toEqual([first.id, second.id]);
  expect(await ids('status')).toEqual([second.id, first.id]);
  expect(await one.previews()).toMatchObject({ page: 1, pages: 1, total: 2 });
  const { uploads, total } = await world.person.call(listUploads, {
    params: { brandId: world.brandId, campaignId: one.campaignId },
    query: { page: 1 },
  });
  // The replaced file counts as unsubmitted again.
  expect(total).toBe(3);
  expect(uploads.filter(({ status }) => status === 'approved')).toHaveLength(1);
  const notices = await world.db
    .select()
    .from(notificationTable)
    .where(like(notificationTable.reference, `content:${first.id}:%`));
  expect(
    notices
      .filter(({ userId }) => userId === world.person.userId)
      .map(({ text }) => text)
      .sort(),
  ).toEqual(['A new version is ready for review', 'Ready for review']);
  // No open reviews remain.
  expect(notices.filter(({ userId, readAt }) => userId === world.person.userId && !readAt)).toEqual([]);
  expect(
    notices
      .filter(({ userId }) => userId === one.creator.userId)
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['Changes requested', 'Your content is approved']);
  const told = await world.told(`brand:${world.brandId}`, one.optInId);
  expect(told.filter(({ type }) => type === 'content').length).toBeGreaterThanOrEqual(6);
  expect((await world.told(`user:${one.creator.userId}`, one.optInId)).length).toBeGreaterThanOrEqual(6);
});

test('rejects the second of two concurrent decisions', async () => {
  const one = await collaboration();
  const { id } = await one.submit([await one.upload()]);
  const colleague = await world.t.person({ brandId: world.brandId });
  const codes = await codesOf([
    one.decide(id, { status: 'approved', version: 1 }),
    one.decide(id, { status: 'change_requested', version: 1, comment: 'Brighter' }, colleague),
    one.decide(id, { status: 'approved', version: 1 }, colleague),
  ]);
  expect(codes.filter((code) => code === null)).toHaveLength(1);
  expect(codes.filter((code) => code === 'conflict')).toHaveLength(2);
});

test('revokes an approval with a reason before going live, and reviews the next version from scratch', async () => {
  const one = await collaboration({}, { username: 'taken.back' });
  const { id } = await one.submit([await one.upload()]);
  const takeBack = { status: 'change_requested' as const, reopen: true, comment: 'The old price is named' };
  expect(await codesOf([one.decide(id, { ...takeBack, version: 1 })])).toEqual(['invalid_transition']);
  await one.decide(id, { status: 'approved', version: 1 });
  expect(
    await codesOf([
      // The revoke must name the version it saw.
      one.decide(id, { ...takeBack, reopen: false, version: 1 }),
      one.decide(id, { ...takeBack, version: 2 }),
      one.decide(id, { ...takeBack, comment: ' ', version: 1 }),
      one.decide(id, { ...takeBack, status: 'approved', version: 1 }),
    ]),
  ).toEqual(['conflict', 'conflict', 'invalid', 'invalid']);
  const taken = await one.decide(id, { ...takeBack, version: 1 });
  expect(taken).toMatchObject({ status: 'change_requested', version: 1 });
  expect(taken.comments.map(({ text }) => text)).toEqual(['The old price is named']);
  expect(await codesOf([one.decide(id, { ...takeBack, version: 1 })])).toEqual(['conflict']);
  expect(await codesOf([one.goLive('https://www.instagram.com/reel/Cr4bfA8OYX4/', id)])).toEqual([
    'invalid_transition',
  ]);
  const { history } = await world.person.call(getOptIn, {
    params: { brandId: world.brandId, optInId: one.optInId },
  });
  expect(history.map(({ text }) => text)).toContain('Revoked approval of a reel');
  const notices = await world.db
    .select({ title: notificationTable.title })
    .from(notificationTable)
    .where(eq(notificationTable.userId, one.creator.userId));
  expect(notices.map(({ title }) => title)).toContain('Approval revoked: changes requested');

  await one.submit([await one.upload()], id);
  await one.decide(id, { status: 'approved', version: 2 });
  await one.post('https://www.instagram.com/reel/Cr4bfA8OYX4/', 'On the ridge', '2026-02-01T08:00:00.000Z');
  await one.goLive('https://www.instagram.com/reel/Cr4bfA8OYX4/', id);
  expect(await codesOf([one.decide(id, { ...takeBack, version: 2 })])).toEqual(['invalid_transition']);
});

test("accepts only the creator's own files for an approved opt-in, and decisions only from the brand", async () => {
  const [one, other] = [await collaboration(), await collaboration()];
  const mine = await one.upload();
  const codes = await codesOf([
    one.submit([await other.upload()]),
    one.submit([newId()]),
    one.submit([mine], newId()),
    other.creator.call(submitContent, {
      params: { optInId: one.optInId },
      body: { previewId: null, kind: 'reel', caption: '', uploadIds: [mine] },
    }),
  ]);
  expect(codes).toEqual(['invalid', 'invalid', 'not_found', 'not_found']);
  const { id } = await one.submit([mine]);
  expect(await codesOf([one.submit([mine]), one.submit([mine], id)])).toEqual([
    'invalid',
    'invalid_transition',
  ]);
  const foreignBrand = await world.brand({ name: 'Solvane' });
  const foreigner = await world.t.person({ brandId: foreignBrand });
  const params = { brandId: foreignBrand, previewId: id };
  const body = { status: 'approved' as const, version: 1 };
  expect(
    await codesOf([
      foreigner.call(decideContentPreview, { params, body }),
      foreigner.call(listContentPreviews, { params: { campaignId: one.campaignId, page: 1 }, query: {} }),
      foreigner.call(exportShoutouts, { params: { brandId: foreignBrand, campaignId: one.campaignId } }),
    ]),
  ).toEqual(['not_found', 'not_found', 'not_found']);
  const late = await one.upload();
  await world.change(one.optInId, { status: 'completed' });
  expect(await codesOf([one.submit([late])])).toEqual(['invalid_transition']);
});

test('[R7.025] publishes approved content once, with its figures and the start of usage rights', async () => {
  const one = await collaboration(
    { usageRights: { termDays: 90, channels: ['paid'], territory: 'EU' } },
    { username: 'mara.trail' },
  );
  const { id } = await one.submit([await one.upload()]);
  const url = 'https://www.instagram.com/reel/Cr3aeZ7NXW3/?igsh=1';
  expect(await codesOf([one.goLive(url, id)])).toEqual(['invalid_transition']);
  await one.decide(id, { status: 'approved', version: 1 });
  await one.post('https://www.instagram.com/reel/Cr3aeZ7NXW3/', 'On the ridge', '2026-02-01T08:00:00.000Z');
  await one.goLive(url, id);
  expect(await codesOf([one.goLive('https://instagram.com/p/Cr3aeZ7NXW3'), one.add(url)])).toEqual([
    'conflict',
    'conflict',
  ]);
  const [shoutout] = await one.shoutouts();
  expect(shoutout).toMatchObject({
    url: 'https://www.instagram.com/p/Cr3aeZ7NXW3/',
    title: 'On the ridge',
    source: 'instagram',
    figures: { views: 900, likes: 80, comments: 20, saves: null, shares: 5, reach: null },
    history: [],
  });
  const [live] = (await one.previews()).contentPreviews;
  expect(live).toMatchObject({ status: 'live', liveUrl: 'https://www.instagram.com/p/Cr3aeZ7NXW3/' });
  const days = (Date.parse(live?.uploads[0]?.usableUntil ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(89);
  expect(days).toBeLessThanOrEqual(90);
});

test('requires a story URL for a story', async () => {
  const one = await collaboration({}, { username: 'ana.address' });
  const told = (path: string, kind: 'reel' | 'story') =>
    one.goLive(`https://www.instagram.com/${path}/`, null, kind);
  const story = 'stories/ana.address/3096059707471001077';
  expect(await codesOf([told('p/NOSTORY0001', 'story')])).toEqual(['invalid']);
  await told(story, 'reel');
  expect(await one.stories()).toMatchObject([{ url: `https://www.instagram.com/${story}/` }]);
  expect(await one.shoutouts()).toEqual([]);
});

test('adds a live post by URL for the brand, and rejects URLs of other pages or other creators', async () => {
  const one = await collaboration({}, { username: 'ninakleij', platform: 'tiktok' });
  const { shoutout } = await one.add('https://www.tiktok.com/@NinaKleij/video/6907228749016714497');
  expect(shoutout).toMatchObject({
    platform: 'tiktok',
    source: 'brand',
    asOf: null,
    figures: { views: null },
  });
  for (const [url, text] of [
    ['https://www.tiktok.com/@joeysofo/video/6875468410612993286', '@joeysofo'],
    ['https://vm.tiktok.com/ZMabc/', 'shortened'],
    ['https://example.com/post/1', "isn't the URL of a post"],
  ] as const) {
    const refused = await one.add(url).catch((error) => error);
    expect(refused).toMatchObject({
      code: 'invalid',
      body: { fields: { url: expect.stringContaining(text) } },
    });
  }
});

test('[R7.027] lists a story with its 24-hour figures and expiry', async () => {
  const one = await collaboration({}, { username: 'ana.story' });
  await one.goLive('https://www.instagram.com/stories/ana.story/3096059707471001015/', null, 'story');
  const [story] = await one.stories();
  expect(Date.parse(story?.expires ?? '') - Date.parse(story?.published ?? '')).toBe(86_400_000);
  expect(story).toMatchObject({ figures: { views: null }, source: 'creator' });
  expect(await one.shoutouts()).toHaveLength(0);
});

test('[R7.026, R7.028] exports live posts and stories as formula-safe CSV', async () => {
  const one = await collaboration({}, { username: 'csv.maker' });
  await one.post(
    'https://www.instagram.com/p/FORMULA0001/',
    '=HYPERLINK("x"), ümlaut',
    '2026-02-01T08:00:00.000Z',
  );
  await one.add('https://www.instagram.com/p/FORMULA0001/');
  await one.add('https://www.instagram.com/stories/csv.maker/3096059707471001099/');
  const { response, bytes } = await one.download(exportShoutouts);
  expect(response.headers.get('content-type')).toContain('text/csv');
  expect(response.headers.get('content-disposition')).toContain('shoutouts.csv');
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
  const lines = bytes.toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"'=HYPERLINK(""x""), ümlaut"`);
  expect(lines[1]).toContain(',900,,80,20,,5,');
  const stories = (await one.download(exportStories)).bytes.toString('utf8').trim().split('\r\n');
  expect(stories).toHaveLength(2);
  expect(stories[1]).toContain('stories/csv.maker');
});

test('[R7.019] every campaign metric names its posts and how many have no data', async () => {
  const one = await collaboration(
    { hashtags: ['AutumnTrail'], mentions: ['larkmoor'], liveDue: '2026-03-01T00:00:00.000Z' },
    { username: 'metric.maker' },
  );
  await one.add('https://www.instagram.com/p/KNOWN000001/');
  await one.add('https://www.instagram.com/p/KNOWN000002/');
  await one.add('https://www.instagram.com/p/UNKNOWN0001/');
  const figures: Shoutout['figures'] = {
    views: 1000,
    reach: 800,
    likes: 60,
    comments: 10,
    saves: 6,
    shares: 4,
  };
  const set = (code: string, values: Partial<typeof livePostTable.$inferInsert>) =>
    world.db
      .update(livePostTable)
      .set(values)
      .where(eq(livePostTable.url, `https://www.instagram.com/p/${code}/`));
  await set('KNOWN000001', {
    figures,
    publishedAt: '2026-02-01T23:30:00.000Z',
    asOf: '2026-02-03T00:00:00.000Z',
  });
  await set('KNOWN000002', {
    figures: { ...figures, reach: null, saves: null, shares: null },
    publishedAt: '2026-02-02T00:30:00.000Z',
  });
  await one.post(
    'https://www.instagram.com/p/WINDOW00001/',
    '#autumntrail @larkmoor',
    '2026-01-07T00:00:00.000Z',
  );
  await one.post('https://www.instagram.com/p/TAG00000001/', 'thanks @larkmoor', '2026-02-05T00:00:00.000Z');
  await one.post('https://www.instagram.com/p/HANDLE00001/', 'on it#AutumnTrail', '2026-02-06T00:00:00.000Z');
  await one.post(
    'https://www.instagram.com/p/LATE0000001/',
    '#AutumnTrail @larkmoor',
    '2026-03-02T00:00:00.000Z',
  );
  await one.post(
    'https://www.instagram.com/p/FORGOTTEN01/',
    '#AutumnTrail @Larkmoor.',
    '2026-02-07T00:00:00.000Z',
  );

  const metrics = await one.metrics();
  expect(metrics).toMatchObject({
    contentCount: 3,
    currency: 'USD',
    agreed: 60_000,
    spent: 0,
    asOf: '2026-02-03T00:00:00.000Z',
    views: { value: 2000, unknown: 1 },
    reach: { value: 800, unknown: 2 },
    engagements: { value: 150, unknown: 1 },
    engagementRate: 10,
    engagementRateOf: 'reach',
    costPerEngagement: 400,
    earnedMediaValue: null,
    earnedMediaRates: {},
  });
  expect(metrics.views.items).toHaveLength(2);
  expect(metrics.byDay.map(({ day, engagements }) => [day, engagements])).toEqual([
    ['2026-02-01', 80],
    ['2026-02-02', 70],
  ]);
  expect(metrics.byCreator).toMatchObject([{ username: 'metric.maker', engagements: 150, fee: 60_000 }]);
  expect(metrics.byPlatform).toMatchObject([{ platform: 'instagram', views: 2000 }]);
  expect(Object.fromEntries(metrics.missing.map(({ url, reason }) => [url.slice(28, 34), reason]))).toEqual({
    WINDOW: 'window',
    TAG000: 'tag',
    HANDLE: 'handle',
    LATE00: 'window',
    FORGOT: 'permission',
  });
  const valued = await one.metrics({ rates: 'views:1.5,likes:10' });
  expect(valued).toMatchObject({ earnedMediaValue: 4200, earnedMediaRates: { views: 1.5, likes: 10 } });
  expect(await one.metrics({ platform: 'tiktok' })).toMatchObject({
    contentCount: 0,
    views: { value: null },
  });
  expect(await codesOf([one.metrics({ rates: 'views:lots' })])).toEqual(['invalid']);
});

test('plays a submitted video from its URL', async () => {
  const one = await collaboration();
  const bytes = tinyVideo({ seconds: 4 });
  const { uploadId = '' } = await one.tus.send(one.optInId, 'ridge.mp4', bytes);
  const preview = await one.submit([uploadId]);
  const url = new URL(preview.uploads[0]?.url ?? '');
  const answer = await fetch(world.t.url + url.pathname, { headers: { range: 'bytes=0-' } });
  expect(answer.status).toBe(206);
  expect(answer.headers.get('content-type')).toBe('video/mp4');
  expect((await answer.arrayBuffer()).byteLength).toBe(bytes.length);
});

test('keeps earlier versions viewable for the brand and the creator', async () => {
  const one = await collaboration();
  const [old, kept, fresh] = [await one.upload(), await one.upload(), await one.upload()];
  const { id, earlier } = await one.submit([old, kept]);
  expect(earlier).toEqual([]);
  await one.decide(id, { status: 'change_requested', version: 1, comment: 'Brighter' });
  await one.submit([kept, fresh], id, 'post');
  await one.decide(id, { status: 'change_requested', version: 2, comment: 'The first was better' });
  await one.submit([old], id);
  const own = await one.creator.call(getOwnOptIn, { params: { optInId: one.optInId } });
  for (const { contentPreviews } of [await one.previews(), own]) {
    const [preview] = contentPreviews;
    expect(preview).toMatchObject({ version: 3, uploads: [{ id: old }] });
    expect(
      preview?.earlier.map(({ version, kind, uploads }) => [
        version,
        kind,
        uploads.map((upload) => upload.id),
      ]),
    ).toEqual([
      [2, 'post', [kept, fresh]],
      [1, 'reel', [old, kept]],
    ]);
    for (const { uploads } of preview?.earlier ?? [])
      for (const { url } of uploads)
        expect((await fetch(world.t.url + new URL(url ?? '').pathname)).status).toBe(200);
    const [second, first] = preview?.earlier ?? [];
    expect(Date.parse(second?.created ?? '')).toBeGreaterThan(Date.parse(first?.created ?? ''));
  }
});

test("explains why a file can't be submitted twice, but accepts it as another kind", async () => {
  const one = await collaboration();
  const file = await one.upload();
  const reel = await one.submit([file]);
  const refusal = (made: Promise<unknown>) =>
    made.then(() => null).catch(({ body }) => (body as { fields: Record<string, string> }).fields.uploadIds);
  expect(await refusal(one.submit([file]))).toBe(
    "“look.jpg” was already submitted as a reel. It's waiting for review.",
  );
  const story = await one.submit([file], null, 'story');
  expect(story.uploads).toMatchObject([{ name: 'look.jpg' }]);
  expect(story.uploads[0]?.id).not.toBe(reel.uploads[0]?.id);
  await one.decide(reel.id, { status: 'change_requested', version: 1, comment: 'Brighter' });
  expect(await refusal(one.submit([file]))).toMatch(/The brand requested changes, so submit a new version/);
  // A new version may reuse its file; a dropped file is free again unless other content uses it.
  const again = await one.submit([file, await one.upload()], reel.id);
  expect(again).toMatchObject({ version: 2, uploads: [{}, {}] });
  await one.decide(reel.id, { status: 'change_requested', version: 2, comment: 'Only the second' });
  await one.submit([again.uploads[1]?.id ?? ''], reel.id);
  const { contentPreviews } = await one.previews();
  expect(contentPreviews.map(({ uploads }) => uploads.length).sort()).toEqual([1, 1]);
  await one.decide(story.id, { status: 'approved', version: 1 });
  expect(await refusal(one.submit([story.uploads[0]?.id ?? ''], null, 'story'))).toMatch(/approved it/);
  expect(await refusal(one.submit([newId()]))).toMatch(/no longer exists/);
});

test('posts content events to the conversation: submitted, change requested, approved, live', async () => {
  const one = await collaboration();
  const { id } = await one.submit([await one.upload()]);
  await one.decide(id, { status: 'change_requested', version: 1, comment: 'Lead with the strap' });
  await one.submit([await one.upload()], id);
  await one.decide(id, { status: 'approved', version: 2 });
  await one.goLive('https://www.instagram.com/reel/CxSaid00001/', id);
  expect(await one.said()).toEqual([
    'Submitted a reel',
    'Changes requested: a reel',
    'Submitted a new version of a reel',
    'Content approved: a reel',
    'Published on Instagram: reel',
  ]);
});

test('matches a live post added by the brand to approved content if exactly one piece fits', async () => {
  const one = await collaboration({ usageRights: { termDays: 30, channels: ['organic'], territory: 'EU' } });
  const approved = async (kind: 'reel' | 'story' | 'post') => {
    const { id } = await one.submit([await one.upload()], null, kind);
    await one.decide(id, { status: 'approved', version: 1 });
    return id;
  };
  const storyId = await approved('story');
  const reelId = await approved('reel');
  const { shoutout } = await one.add('https://www.instagram.com/reel/CxBrand0001/');
  expect(shoutout).toMatchObject({ kind: 'reel', source: 'brand' });
  const stands = async (id: string) =>
    (await one.previews()).contentPreviews.find((preview) => preview.id === id);
  expect(await stands(reelId)).toMatchObject({
    status: 'live',
    liveUrl: 'https://www.instagram.com/p/CxBrand0001/',
    uploads: [{ usableUntil: expect.any(String) }],
  });
  expect(await stands(storyId)).toMatchObject({ status: 'approved' });
  // With two candidates, the person adding the post has to choose.
  const [first, second] = [await approved('reel'), await approved('post')];
  await one.add('https://www.instagram.com/p/CxBrand0002/');
  expect([(await stands(first))?.status, (await stands(second))?.status]).toEqual(['approved', 'approved']);
  await one.add('https://www.instagram.com/p/CxBrand0003/', { previewId: second });
  expect([(await stands(first))?.status, (await stands(second))?.status]).toEqual(['approved', 'live']);
  await one.add('https://www.instagram.com/p/CxBrand0004/', { previewId: null });
  expect((await stands(first))?.status).toBe('approved');
  const open = await one.submit([await one.upload()]);
  expect(
    await codesOf([one.add('https://www.instagram.com/p/CxBrand0005/', { previewId: open.id })]),
  ).toEqual(['invalid_transition']);
  // A wrong URL can be removed, and its content published under another.
  const params = { brandId: world.brandId, campaignId: one.campaignId, shoutoutId: shoutout.id };
  await world.person.call(removeShoutout, { params });
  expect(await stands(reelId)).toMatchObject({
    status: 'approved',
    liveUrl: null,
    uploads: [{ usableUntil: null }],
  });
});
