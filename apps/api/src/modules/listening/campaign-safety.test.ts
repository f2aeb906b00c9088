import { removeOwnAccount } from '@troupe/contract/campaigns/creator-app';
import { checkCreatorSafety } from '@troupe/contract/listening/safety-rule';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { livePostTable } from '../campaigns/campaign-content/campaign-content.table.ts';
import { type OptInWorld, startOptInWorld } from '../campaigns/opt-in/opt-in.fixture.ts';

let w: OptInWorld;
beforeAll(async () => {
  w = await startOptInWorld();
});
afterAll(() => w.t.stop());

const check = (creatorId: string) =>
  w.person.call(checkCreatorSafety, { params: { brandId: w.brandId, creatorId } });

/** Adds an approved opt-in with a live post for a campaign that asks for this label. */
async function post(creatorId: string, disclosure: string, title: string, approved = true) {
  const campaignId = await w.campaign(w.brandId, { disclosure });
  const now = new Date().toISOString();
  const optInId = await w.optIn({
    creatorId,
    campaignId,
    status: approved ? 'approved' : 'pending',
    approvedAt: approved ? now : null,
  });
  await w.db.insert(livePostTable).values({
    id: newId(),
    brandId: w.brandId,
    campaignId,
    optInId,
    kind: 'reel',
    platform: 'instagram',
    url: `https://www.instagram.com/reel/${newId()}/`,
    title,
    publishedAt: now,
    figures: {} as never,
    source: 'creator',
  });
}

test('a campaign post without the label that the campaign asked for is flagged', async () => {
  const creatorId = await w.creator();
  await post(creatorId, 'Label it #ad', 'Up the hill #AD');
  await post(creatorId, "Use the platform's label", 'No label in the caption');
  await post(creatorId, 'Label it #ad', 'Not approved', false);
  await post(creatorId, 'Label it #ad', '');
  expect((await check(creatorId)).flags).toEqual([]);
  await post(creatorId, 'Label it #ad', 'My adventure #adventure');
  expect((await check(creatorId)).flags).toMatchObject([
    {
      category: 'missing-disclosure',
      evidenceCount: 1,
      evidence: [{ kind: 'post', parts: [{ text: 'My adventure #adventure', match: false }] }],
    },
  ]);
});

test('deleting an account removes quotes from flags and ends the checks of that creator', async () => {
  const ana = await w.account({ bio: 'Double your money' });
  await w.take(ana);
  expect((await check(ana.creatorId)).flags).toMatchObject([
    { category: 'money-promises', evidence: [{ parts: [{ match: true }] }] },
  ]);
  await ana.call(removeOwnAccount, { body: { confirm: 'REMOVE' } });
  await w.t.api.pool.query(`update creator set bio = 'Double your money again' where id = $1`, [
    ana.creatorId,
  ]);
  const { flags } = await check(ana.creatorId);
  expect(flags).toMatchObject([{ evidenceCount: 1, evidence: [{ parts: [], url: null }] }]);
});
