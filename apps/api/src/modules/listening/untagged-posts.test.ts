import { getCampaign } from '@troupe/contract/campaigns/campaign';
import { addShoutout, listShoutouts } from '@troupe/contract/campaigns/campaign-content';
import { removeOwnAccount } from '@troupe/contract/campaigns/creator-app';
import {
  addUntaggedPost,
  changeUntaggedPost,
  listUntaggedPosts,
} from '@troupe/contract/campaigns/untagged-post';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { changeOwnListening } from '@troupe/contract/listening/creator-privacy';
import { changeMentions, listMentions } from '@troupe/contract/listening/mention';
import { createMonitor } from '@troupe/contract/listening/monitor';
import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import type { OptInStatus } from '@troupe/domain/campaigns/opt-in';
import type { MonitorKind } from '@troupe/domain/listening/monitor';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../platform/id.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { forgetUntaggedPosts } from '../campaigns/campaign-content/untagged-post.queries.ts';
import { type OptInWorld, startOptInWorld } from '../campaigns/opt-in/opt-in.fixture.ts';

let w: OptInWorld;
let minutes = 0;
beforeAll(async () => {
  w = await startOptInWorld({
    TROUPE_ROLES: 'http,jobs',
    LISTENING_SOURCES: 'content',
    SENTIMENT_DIR: '/nowhere',
    REFRESH_PER_RUN: '0',
  });
});
afterAll(() => w?.t.stop());

const HOUR = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

/** A brand with a monitor for a unique word and a campaign. */
async function brandFor(
  word: string,
  { kind = 'brand' as Exclude<MonitorKind, 'creator-code'>, status = 'publish' as CampaignStatus } = {},
) {
  const brandId = await w.brand();
  const member = await w.t.person({ brandId });
  const campaignId = await w.campaign(brandId, {}, status);
  const monitor = async (name: string, of: Exclude<MonitorKind, 'creator-code'>) =>
    (await member.call(createMonitor, { params: { brandId }, body: { name, kind: of, query: word } })).monitor
      .id;
  const monitorId = await monitor(`About ${word}`, kind);
  const params = { brandId, campaignId };
  const offered = (state: 'offered' | 'dismissed' = 'offered', of = campaignId) =>
    member.call(listUntaggedPosts, { params: { brandId, campaignId: of }, query: { state } });
  const count = async () => (await member.call(getCampaign, { params: { campaignId } })).counts.untaggedPosts;
  return { brandId, member, campaignId, params, monitor, monitorId, offered, count, word };
}
type World = Awaited<ReturnType<typeof brandFor>>;

/** An opt-in of a new creator, approved a day ago. */
async function participant(
  { brandId, campaignId }: Pick<World, 'brandId' | 'campaignId'>,
  { status = 'approved' as OptInStatus, approvedAt = hoursAgo(24) as string | null, creatorId = '' } = {},
) {
  const of = creatorId || (await w.creator({ socialId: newId() }));
  const optInId = await w.optIn({ brandId, campaignId, creatorId: of, status, approvedAt });
  return { creatorId: of, optInId };
}

/** Stores a post of a creator, as reading their profile does. */
async function post(creatorId: string, title: string, published = hoursAgo(1)): Promise<string> {
  const url = `https://www.instagram.com/p/${newId().replaceAll('-', '').slice(-11)}/`;
  await w.t.api.pool.query(
    `insert into content (id, creator_id, url, published_at, title, type, format, view_count, like_count)
      values ($1, $2, $3, $4, $5, 'Post', 'post', 4100, 310)`,
    [newId(), creatorId, url, published, title],
  );
  return url;
}

/** Waits until a monitor heard these posts. The content is read every five minutes of the clock. */
const hears = ({ member, brandId, monitorId }: World, count: number, of = monitorId) =>
  vi.waitFor(
    async () => {
      minutes += 6;
      w.t.setNow(new Date(Date.now() + minutes * 60_000));
      const query = { monitorId: [of], folded: 'false' };
      const { mentions } = await member.call(listMentions, { params: { brandId }, query });
      expect(mentions).toHaveLength(count);
      return mentions;
    },
    { timeout: 20_000, interval: 200 },
  );
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: { status?: number; code?: string }) => error.code ?? error.status,
  );
const add = ({ member, params }: World, untaggedPostId: string, by: TestPerson = member) =>
  by.call(addUntaggedPost, { params: Object.assign({ untaggedPostId }, params) });
const dismiss = ({ member, params }: World, untaggedPostId: string, dismissed = true) =>
  member.call(changeUntaggedPost, { params: Object.assign({ untaggedPostId }, params), body: { dismissed } });
const notices = async ({ member }: World) =>
  (await member.call(listNotifications, { query: {} })).notifications.filter(({ title }) =>
    title.startsWith('Untagged posts'),
  );

test('offers a post about the brand by an approved creator, and adds it once', async () => {
  const world = await brandFor('etamoor');
  const { member, campaignId, offered, count } = world;
  const { creatorId, optInId } = await participant(world);
  const url = await post(creatorId, 'A night in the new Etamoor shell');
  await post(creatorId, 'Something else');
  await hears(world, 1);
  const { untaggedPosts, counts } = await offered();
  expect(counts).toEqual({ offered: 1, dismissed: 0 });
  expect(untaggedPosts).toMatchObject([
    {
      url,
      platform: 'instagram',
      creator: { optInId },
      quote: [
        { text: 'A night in the new ', match: false },
        { text: 'Etamoor', match: true },
        { text: ' shell', match: false },
      ],
      monitors: ['About etamoor'],
      source: 'Creator content',
      figures: { views: 4100, likes: 310, reach: null },
      window: { until: '2099-12-12T12:00:00.000Z' },
      dismissed: null,
    },
  ]);
  expect(await count()).toBe(1);
  expect(await notices(world)).toMatchObject([
    { kind: 'content', href: `/campaigns/${campaignId}/shoutouts` },
  ]);

  const id = untaggedPosts[0]?.id ?? '';
  const stranger = await brandFor('etamoor two');
  expect(await outcome(add(world, id, stranger.member))).toBe('forbidden');
  expect(await outcome(add(Object.assign({}, stranger, { word: '' }), id))).toBe('not_found');
  const results = await Promise.all([outcome(add(world, id)), outcome(add(world, id))]);
  expect(results.toSorted()).toEqual([200, 'conflict']);
  const { shoutouts } = await member.call(listShoutouts, { params: { campaignId, page: 1 } });
  expect(shoutouts).toMatchObject([
    { url, title: 'A night in the new Etamoor shell', figures: { likes: 310 } },
  ]);
  expect((await offered()).counts).toEqual({ offered: 0, dismissed: 0 });
  expect(await count()).toBe(0);
  expect(await outcome(dismiss(world, id))).toBe('conflict');
  expect((await w.events(optInId)).map(({ text }) => text)).toContain('Published on Instagram: post');
});

test('a post that two members add and dismiss at the same time is one of both', async () => {
  const world = await brandFor('zetamoor');
  const { creatorId } = await participant(world);
  await post(creatorId, 'About zetamoor');
  await hears(world, 1);
  const id = (await world.offered()).untaggedPosts[0]?.id ?? '';
  const { pool } = w.t.api;
  const other = await pool.connect();
  await other.query('begin');
  await other.query('select from untagged_post where id = $1 for update', [id]);
  const both = Promise.all([outcome(add(world, id)), outcome(dismiss(world, id))]);
  const waiting = async () =>
    (
      await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount;
  await expect.poll(waiting).toBe(2);
  await other.query('commit');
  other.release();
  expect((await both).map(String).toSorted()).toEqual(['200', 'conflict']);
});

test('a dismissed post stays dismissed when it is heard again, until it is restored', async () => {
  const world = await brandFor('thetamoor');
  const { offered, count } = world;
  const { creatorId } = await participant(world);
  await post(creatorId, 'First thetamoor');
  await post(creatorId, 'Second thetamoor');
  await hears(world, 2);
  const [first] = (await offered()).untaggedPosts;
  const id = first?.id ?? '';
  expect(await Promise.all([outcome(dismiss(world, id)), outcome(dismiss(world, id))])).toEqual([200, 200]);
  expect(await outcome(add(world, id))).toBe('conflict');
  const later = await world.monitor('Later', 'product');
  await w.t.api.pool.query(`delete from source_cursor`);
  await hears(world, 2, later);
  expect((await offered()).counts).toEqual({ offered: 1, dismissed: 1 });
  expect((await offered('dismissed')).untaggedPosts).toMatchObject([
    { id, monitors: ['About thetamoor', 'Later'], dismissed: { by: 'Alva Berg' } },
  ]);
  expect(await notices(world)).toHaveLength(1);
  await dismiss(world, id, false);
  expect((await offered()).counts).toEqual({ offered: 2, dismissed: 0 });
  expect(await count()).toBe(2);
});

test('offers only posts of current participants in the time of a running campaign, found by monitors of the brand', async () => {
  const world = await brandFor('iotamoor');
  const { brandId, campaignId, offered } = world;
  const closed = { brandId, campaignId: await w.campaign(brandId, {}, 'completed') };
  const ended = { brandId, campaignId: await w.campaign(brandId, { liveDue: hoursAgo(2) }) };
  const post1 = async (who: { creatorId: string }) => post(who.creatorId, 'About iotamoor');
  const good = await participant(world);
  await post1(good);
  const early = await post(good.creatorId, 'Iotamoor before the approval', hoursAgo(30));
  await post1(await participant(world, { status: 'rejected' }));
  await post1(await participant(world, { status: 'withdrawn' }));
  await post1(await participant(world, { status: 'pending', approvedAt: null }));
  await post1(await participant(closed));
  await post1(await participant(ended));
  const submitted = await participant(world);
  const url = await post1(submitted);
  await world.member.call(addShoutout, {
    params: { brandId, campaignId },
    body: { optInId: submitted.optInId, url },
  });
  const rival = await brandFor('iotamoor', { kind: 'competitor' });
  await post1(await participant(rival, { creatorId: good.creatorId }));
  await hears(world, 9);
  await hears(rival, 9);
  const { untaggedPosts } = await offered();
  expect(untaggedPosts.map(({ creator }) => creator.optInId)).toEqual([good.optInId, good.optInId]);
  // Not stored either, so an approval that moves doesn't offer it later.
  const { rows } = await w.t.api.pool.query('select from untagged_post where url = $1', [early]);
  expect(rows).toEqual([]);
  for (const of of [closed, ended]) expect((await offered('offered', of.campaignId)).counts.offered).toBe(0);
  expect((await rival.offered()).counts.offered).toBe(0);
  await w.t.api.pool.query(`update opt_in set status = 'rejected' where id = $1`, [good.optInId]);
  expect((await offered()).counts.offered).toBe(0);
  expect(await outcome(add(world, untaggedPosts[0]?.id ?? ''))).toBe('not_found');
});

test('posts that a brand lost or put aside are offered no longer, and are forgotten', async () => {
  const world = await brandFor('kappamoor');
  const { brandId, campaignId, member, offered, count } = world;
  const ana = await w.account({ socialId: newId() });
  const ben = await w.account({ socialId: newId() });
  const cleo = await w.creator({ socialId: newId() });
  for (const { creatorId, userId } of [ana, ben])
    await w.optIn({ brandId, campaignId, creatorId, userId, status: 'approved', approvedAt: hoursAgo(24) });
  const dora = await w.creator({ socialId: newId() });
  for (const creatorId of [cleo, dora]) await participant(world, { creatorId });
  for (const creatorId of [ana.creatorId, ben.creatorId, cleo, dora])
    await post(creatorId, `Kappamoor ${creatorId}`);
  const mentions = await hears(world, 4);
  const { untaggedPosts } = await offered();
  expect(untaggedPosts).toHaveLength(4);
  const of = (creatorId: string) =>
    untaggedPosts.find(({ creator }) => creator.socialProfileId === creatorId)?.id ?? '';
  const mentionOf = (creatorId: string) => mentions.find(({ text }) => text.includes(creatorId))?.id ?? '';
  // As an edit leaves a post that no monitor finds anymore.
  await w.t.api.pool.query(`update monitor_mention set why = '{}', spans = '[]' where id = $1`, [
    mentionOf(dora),
  ]);
  expect(await count()).toBe(3);
  await member.call(changeMentions, {
    params: { brandId },
    body: { mentionIds: [mentionOf(cleo)], relevant: false },
  });
  expect(await count()).toBe(2);
  await dismiss(world, of(ben.creatorId));
  await ana.call(changeOwnListening, {
    params: { socialProfileId: ana.creatorId },
    body: { optedOut: true },
  });
  expect((await offered()).counts).toEqual({ offered: 0, dismissed: 1 });
  expect(await outcome(add(world, of(ana.creatorId)))).toBe('not_found');
  await ben.call(removeOwnAccount, { body: { confirm: 'REMOVE' } });
  const stored = async () =>
    (
      await w.t.api.pool.query<{ id: string }>('select id from untagged_post where campaign_id = $1', [
        campaignId,
      ])
    ).rows.map(({ id }) => id);
  expect((await stored()).toSorted()).toEqual([of(ana.creatorId), of(cleo), of(dora)].toSorted());
  await forgetUntaggedPosts(w.t.api.pool, new Date());
  expect((await stored()).toSorted()).toEqual([of(cleo), of(dora)].toSorted());
});
