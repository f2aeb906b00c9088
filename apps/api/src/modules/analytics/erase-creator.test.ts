import { getAnalytics } from '@troupe/contract/analytics/analytics';
import { addCost, listCosts } from '@troupe/contract/analytics/cost-entry';
import { getLiftStudy, studyLift } from '@troupe/contract/analytics/lift-study';
import { removeOwnAccount } from '@troupe/contract/campaigns/creator-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { type OptInWorld, startOptInWorld } from '../campaigns/opt-in/opt-in.fixture.ts';

let w: OptInWorld;
beforeAll(async () => {
  w = await startOptInWorld();
});
afterAll(() => w.t.stop());

const NAME = 'Ana Unforgettable';
const today = new Date().toISOString().slice(0, 10);

test('deleting a creator account leaves no name, caption or history in analytics, and every amount', async () => {
  const { pool } = w.t.api;
  const username = `ana.${newId()}`;
  const [ana, eve] = [
    await w.account({ username, fullname: NAME }),
    await w.account({ username: `eve.${newId()}`, fullname: 'Eve Staying' }),
  ];
  const params = { brandId: w.brandId };
  for (const { creatorId } of [ana, eve]) {
    await pool.query(
      `insert into creator_figure_day (creator_id, day, source, followers) values ($1, $2, 'platform', 500)`,
      [creatorId, today],
    );
    await pool.query('insert into creator_growth (creator_id, days30) values ($1, 12)', [creatorId]);
  }
  const posts: string[] = [];
  let campaignId = '';
  for (const [creator, caption] of [
    [ana, 'My secret ridge'],
    [eve, 'Another ridge'],
  ] as const) {
    const optIn = await w.take(creator);
    const { rows } = await pool.query('select campaign_id from opt_in where id = $1', [optIn.id]);
    campaignId = rows[0].campaign_id;
    const id = newId();
    posts.push(id);
    await pool.query(
      `insert into live_post (id, brand_id, campaign_id, opt_in_id, kind, platform, url, title, published_at, figures, source)
        values ($1, $2, $3, $4, 'reel', 'instagram', $5, $6, now() - interval '2 days', '{"views":100,"likes":7}', 'instagram')`,
      [id, w.brandId, campaignId, optIn.id, `https://x.example/${id}`, caption],
    );
  }
  await w.person.call(addCost, {
    params,
    body: {
      day: today,
      kind: 'product',
      amount: 4200,
      currency: 'EUR',
      creatorId: ana.creatorId,
      campaignId,
    },
  });
  const { study } = await w.person.call(studyLift, { params, body: { postIds: posts } });
  expect(study.posts.map(({ creatorName }) => creatorName)).toContain(NAME);
  const figuresOf = async (groupBy: 'creator' | 'content') => {
    const { analytics } = await w.person.call(getAnalytics, { params, query: { groupBy } });
    return analytics;
  };
  const before = await figuresOf('creator');
  expect(JSON.stringify(before)).toContain(NAME);
  expect((await ana.call(removeOwnAccount, { body: { confirm: 'REMOVE' } })).success).toBe(true);
  const kept = async (table: string) => {
    const { rows } = await pool.query(`select creator_id from ${table} where creator_id = any($1)`, [
      [ana.creatorId, eve.creatorId],
    ]);
    return rows.map((row) => row.creator_id);
  };
  expect(await kept('creator_figure_day')).toEqual([eve.creatorId]);
  expect(await kept('creator_growth')).toEqual([eve.creatorId]);
  const { study: after } = await w.person.call(getLiftStudy, {
    params: { brandId: w.brandId, studyId: study.id },
  });
  expect(after.result).toEqual(study.result);
  expect(after.posts.find(({ postId }) => postId === posts[0])).toMatchObject({
    creatorName: 'Removed creator',
    title: '',
    url: '',
  });
  expect(after.posts.find(({ postId }) => postId === posts[1])).toMatchObject({
    creatorName: 'Eve Staying',
    title: 'Another ridge',
  });
  const { study: anew } = await w.person.call(studyLift, { params, body: { postIds: posts } });
  const creators = await figuresOf('creator');
  const costs = await w.person.call(listCosts, { params, query: {} });
  const shown = JSON.stringify([creators, await figuresOf('content'), costs, after, anew]);
  expect(shown).not.toContain(NAME);
  expect(shown).not.toContain(username);
  expect(creators.figures.map(({ value }) => value)).toEqual(before.figures.map(({ value }) => value));
  expect(costs.costs.map(({ amount }) => amount)).toEqual([4200]);
});
