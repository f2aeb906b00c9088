import { listStories } from '@troupe/contract/campaigns/campaign-content';
import { submitLivePost } from '@troupe/contract/campaigns/own-content';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealText } from '../../platform/access/secret.ts';
import { diskFiles } from '../../providers/files/disk.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { creatorConnectionTable } from '../discovery/creator/creator-refresh.table.ts';
import { socialSources } from '../discovery/social-sources.ts';
import { livePostTable } from './campaign-content/campaign-content.table.ts';
import { readLiveStories } from './live-stories.ts';
import { type OptInWorld, startOptInWorld } from './opt-in/opt-in.fixture.ts';

const HOUR = 3_600_000;
let sandbox: TestSandbox;
let w: OptInWorld;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  w = await startOptInWorld({
    TROUPE_ROLES: 'http',
    REFRESH_PER_RUN: '0',
    PICTURES_FROM_LOOPBACK: 'true',
    INSTAGRAM_URL: `${sandbox.origin}/instagram/v25.0/`,
    INSTAGRAM_ACCOUNT: '17841400000000000',
    INSTAGRAM_TOKEN: 'token',
  });
});
afterAll(async () => {
  await w.t.stop();
  await sandbox.stop();
});

/** A participating creator with this username, by default with a connected account. */
async function takesPart(username: string, connected = true) {
  const creator = await w.account({ username, platform: 'instagram' });
  const campaignId = await w.campaign(w.brandId);
  const optInId = await w.optIn({
    campaignId,
    creatorId: creator.creatorId,
    userId: creator.userId,
    status: 'approved',
  });
  if (connected) {
    const token = await sandbox.call<{ user_id: string; access_token: string }>(
      'POST',
      '/api/social/instagram/consent',
      { username },
    );
    const sealed = sealText(w.t.api.config.SECRET_KEY, token.access_token);
    const until = new Date(Date.now() + 60 * 24 * HOUR).toISOString();
    await w.db.insert(creatorConnectionTable).values({
      creatorId: creator.creatorId,
      openId: token.user_id,
      accessToken: sealed,
      refreshToken: sealed,
      accessExpiresAt: until,
      refreshExpiresAt: until,
    });
  }
  return {
    creator,
    optInId,
    post: async (hoursAgo: number) => {
      const { url } = await sandbox.call<{ url: string }>('POST', '/api/social/instagram/stories', {
        username,
        hoursAgo,
      });
      await creator.call(submitLivePost, { params: { optInId }, body: { url, kind: 'story' } });
      return url;
    },
    stories: async () => (await w.person.call(listStories, { params: { campaignId, page: 1 } })).stories,
    failure: async () => {
      const [row] = await w.db.select().from(livePostTable).where(eq(livePostTable.optInId, optInId));
      return row?.failure;
    },
  };
}

const read = () => readLiveStories(w.t.api, diskFiles(w.t.api.config.FILES_DIR), socialSources(w.t.api));

test('[R7.027] reads story figures within the day and keeps them with their age afterwards', async () => {
  const one = await takesPart('mila.trails');
  await one.post(10);
  await read();
  const [first] = await one.stories();
  expect(first).toMatchObject({
    source: 'instagram',
    figures: {
      views: expect.any(Number),
      reach: expect.any(Number),
      comments: expect.any(Number),
      saves: null,
    },
  });
  expect(first?.figures.views).toBeGreaterThan(first?.figures.reach ?? 0);
  expect(first?.asOf).not.toBeNull();
  const age = Date.now() - Date.parse(first?.published ?? '');
  expect(Math.round(age / HOUR)).toBe(10);
  expect(Date.parse(first?.expires ?? '') - Date.parse(first?.published ?? '')).toBe(24 * HOUR);
  expect(first?.thumbnailUrl).toContain('/media/');

  // A day later the story is gone: no more lookups, and nothing changes.
  w.t.setNow(new Date(Date.now() + 15 * HOUR));
  await sandbox.call('POST', '/api/faults', {
    provider: 'social',
    target: 'instagram',
    failure: 'wrong_key',
    times: 1,
  });
  await read();
  w.t.setNow(null);
  await sandbox.call('DELETE', '/api/faults');
  expect(await one.stories()).toEqual([first]);
});

test('treats figures not reported yet as unknown rather than zero, and reads them later', async () => {
  const one = await takesPart('berg.and.sea');
  await one.post(0);
  await read();
  expect((await one.stories())[0]).toMatchObject({
    asOf: null,
    figures: { views: null, reach: null, likes: null, comments: null, shares: null },
  });
  expect(await one.failure()).toBeNull();
});

test("explains missing figures: account not connected, or another account's story", async () => {
  const without = await takesPart('no.consent', false);
  await without.post(3);
  await read();
  expect((await without.stories())[0]).toMatchObject({ asOf: null, figures: { views: null } });

  const taken = await takesPart('was.here');
  await taken.post(3);
  await sandbox.call('PUT', '/api/social/accounts/instagram/was.here', { state: 'revoked' });
  await read();
  expect(await taken.failure()).toMatch(/account owner/);
  const [connection] = await w.db
    .select()
    .from(creatorConnectionTable)
    .where(eq(creatorConnectionTable.creatorId, taken.creator.creatorId));
  expect(connection).toMatchObject({ accessToken: '', withdrawnAt: expect.any(String) });

  const elsewhere = await takesPart('two.accounts');
  await elsewhere.creator.call(submitLivePost, {
    params: { optInId: elsewhere.optInId },
    body: { url: 'https://www.instagram.com/stories/two.accounts/31234567890123/', kind: 'story' },
  });
  await read();
  expect(await elsewhere.failure()).toMatch(/doesn't show the story/);
});

test('keeps existing figures while the platform is down', async () => {
  const one = await takesPart('steady.hand');
  await one.post(5);
  await read();
  const [before] = await one.stories();
  w.t.setNow(new Date(Date.now() + HOUR));
  await sandbox.call('POST', '/api/faults', {
    provider: 'social',
    target: 'instagram',
    failure: 'rate_limit',
  });
  await read();
  w.t.setNow(null);
  await sandbox.call('DELETE', '/api/faults');
  const failure = expect.stringMatching(/is limiting our requests/);
  expect(await one.stories()).toEqual([{ ...before, failure }]);
});
