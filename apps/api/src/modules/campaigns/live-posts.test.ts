import { addShoutout, listShoutouts, removeShoutout } from '@troupe/contract/campaigns/campaign-content';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskFiles } from '../../providers/files/disk.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { socialSources } from '../discovery/social-sources.ts';
import { liveEventTable } from '../inbox/conversation/conversation.table.ts';
import { livePostTable } from './campaign-content/campaign-content.table.ts';
import { readLivePosts } from './live-posts.ts';
import { type OptInWorld, startOptInWorld } from './opt-in/opt-in.fixture.ts';

let sandbox: TestSandbox;
let world: OptInWorld;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  world = await startOptInWorld({
    TROUPE_ROLES: 'http,jobs',
    REFRESH_PER_RUN: '0',
    YOUTUBE_URL: `${sandbox.origin}/youtube/v3/`,
    YOUTUBE_KEY: 'key',
  });
});
afterAll(async () => {
  await world.t.stop();
  await sandbox.stop();
});

const HOUR = 3_600_000;
const shoutouts = async () =>
  (await world.person.call(listShoutouts, { params: { campaignId: world.campaignId, page: 1 } })).shoutouts;

test("[R7.025] reads a live post's figures from its platform and updates them over time", async () => {
  const creatorId = await world.creator({ platform: 'youtube', username: 'mila.trails' });
  const optInId = await world.optIn({ creatorId, status: 'approved' });
  const { brandId, campaignId, person } = world;
  const add = (url: string) =>
    person.call(addShoutout, { params: { brandId, campaignId }, body: { optInId, url } });
  await add(`https://youtu.be/${await aVideoOf('mila.trails')}?si=share`);
  await expect.poll(async () => (await shoutouts())[0]?.asOf ?? null, { timeout: 60_000 }).not.toBeNull();
  const [first] = await shoutouts();
  expect(first).toMatchObject({ source: 'youtube', kind: 'video', history: [] });
  expect(first?.title).not.toBe('');
  expect(first?.published).not.toBeNull();
  expect(first?.figures).toMatchObject({ views: expect.any(Number), reach: null, saves: null, shares: null });

  const again = async (hours: number) => {
    world.t.setNow(new Date(Date.now() + hours * HOUR));
    const { api } = world.t;
    await readLivePosts(api, diskFiles(api.config.FILES_DIR), socialSources(api));
  };
  await again(1);
  expect((await shoutouts())[0]?.history).toHaveLength(0);
  await again(4);
  const [second] = await shoutouts();
  expect(second?.history).toEqual([{ at: first?.asOf, figures: first?.figures }]);
  expect(Date.parse(second?.asOf ?? '')).toBeGreaterThan(Date.parse(first?.asOf ?? ''));

  await sandbox.call('PUT', '/api/social/accounts/youtube/mila.trails', { state: 'gone' });
  await again(12);
  world.t.setNow(null);
  expect((await shoutouts())[0]?.figures).toEqual(second?.figures);
  const told = () =>
    world.db
      .select()
      .from(liveEventTable)
      .where(and(eq(liveEventTable.type, 'content'), eq(liveEventTable.audience, `brand:${brandId}`)));
  const before = (await told()).length;
  await add('https://www.youtube.com/watch?v=nobodyknows');
  const unknown = 'https://www.youtube.com/watch?v=nobodyknows';
  await expect
    .poll(
      async () =>
        (await world.db.select().from(livePostTable).where(eq(livePostTable.url, unknown)))[0]?.failure,
      { timeout: 60_000 },
    )
    .toBe("The account doesn't show this post.");
  // One event for going live, one for the failed reading.
  expect((await told()).length - before).toBe(2);
  expect((await shoutouts()).find(({ url }) => url === unknown)).toMatchObject({
    source: 'brand',
    asOf: null,
    failure: "The account doesn't show this post.",
    figures: { views: null, likes: null },
  });

  // A URL without any reading can be removed; a post with figures stays.
  const remove = async (url: string) => {
    const shoutoutId = (await shoutouts()).find((one) => one.url === url)?.id ?? '';
    return person.call(removeShoutout, { params: { brandId, campaignId, shoutoutId } });
  };
  expect(await remove(unknown)).toEqual({ success: true });
  expect((await shoutouts()).map(({ url }) => url)).toEqual([second?.url]);
  expect(await remove(second?.url ?? '').catch((error) => error.code)).toBe('invalid_transition');
});

/** Returns the newest video of a channel from the platform's API. */
async function aVideoOf(handle: string): Promise<string> {
  const ask = async (path: string) => (await fetch(`${sandbox.origin}/youtube/v3/${path}&key=key`)).json();
  const { items } = await ask(`channels?part=contentDetails&forHandle=@${handle}`);
  const playlist = items[0].contentDetails.relatedPlaylists.uploads;
  const page = await ask(`playlistItems?part=contentDetails&playlistId=${playlist}&maxResults=5`);
  return page.items[0].contentDetails.videoId;
}
