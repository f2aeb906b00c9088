import { exportOwnData, removeOwnAccount } from '@troupe/contract/campaigns/creator-app';
import { changeOwnListening, getOwnListening } from '@troupe/contract/listening/creator-privacy';
import {
  addAuthorOptOut,
  listAuthorOptOuts,
  listMentions,
  removeAuthorOptOut,
} from '@troupe/contract/listening/mention';
import { createMonitor } from '@troupe/contract/listening/monitor';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';

let t: TestApi;
let brandId: string;
let member: TestPerson;
let minutes = 0;

beforeAll(async () => {
  t = await startTestApi({ LISTENING_SOURCES: 'content', SENTIMENT_DIR: '/nowhere' });
  brandId = await t.brand();
  member = await t.person({ brandId });
});
afterAll(() => t?.stop());

/** A creator with a verified profile. */
async function creatorOf(username: string, socialId: string | null, brand: string | null = null) {
  const creatorId = newId();
  await t.api.pool.query(
    `insert into creator (id, brand_id, platform, social_id, username, fullname, profile_url)
      values ($1, $2, 'instagram', $3, $4, 'Nadia', 'https://www.instagram.com/nadia')`,
    [creatorId, brand, socialId, username],
  );
  return creatorId;
}
async function claimedBy(creatorId: string) {
  const person = await t.person({ role: 'creator' });
  await t.api.pool.query(
    `insert into creator_claim (id, user_id, creator_id, code, claimed_at) values ($1, $2, $3, 'code', now())`,
    [newId(), person.userId, creatorId],
  );
  return person;
}
const post = (creatorId: string, title: string) =>
  t.api.pool.query(
    `insert into content (id, creator_id, url, published_at, title, type, format)
      values ($1, $2, $3, now(), $4, 'Post', 'post')`,
    [newId(), creatorId, `https://www.instagram.com/p/${newId()}`, title],
  );
const monitorOf = async (query: string) =>
  (
    await member.call(createMonitor, {
      params: { brandId },
      body: { name: query, kind: 'brand' as const, query },
    })
  ).monitor.id;
const heard = async (monitorId: string) =>
  (
    await member.call(listMentions, {
      params: { brandId },
      query: { monitorId: [monitorId], folded: 'false' },
    })
  ).mentions.map(({ text }) => text);
/** Waits until posts were read again and a monitor heard these. */
const hears = (monitorId: string, texts: string[]) =>
  vi.waitFor(
    async () => {
      minutes += 6;
      t.setNow(new Date(Date.now() + minutes * 60_000));
      expect((await heard(monitorId)).toSorted()).toEqual(texts.toSorted());
    },
    { timeout: 20_000, interval: 300 },
  );
const own = async (person: TestPerson) => (await person.call(getOwnListening, {})).listening;
const change = async (person: TestPerson, socialProfileId: string, optedOut: boolean) =>
  (await person.call(changeOwnListening, { params: { socialProfileId }, body: { optedOut } })).profile;

test('a creator sees what brands see of their profiles, and opts them out and in', async () => {
  const creatorId = await creatorOf('Nadia.Climbs', '17841400');
  const person = await claimedBy(creatorId);
  const monitorId = await monitorOf('deltamoor');
  await post(creatorId, 'Deltamoor jacket <b>test</b>');
  await post(creatorId, 'Soup');
  await hears(monitorId, ['Deltamoor jacket <b>test</b>']);
  const { profiles, mentions } = await own(person);
  expect(profiles).toMatchObject([
    {
      socialProfileId: creatorId,
      platform: 'instagram',
      username: 'Nadia.Climbs',
      posts: 2,
      mentions: 1,
      optedOut: false,
    },
  ]);
  expect(mentions).toMatchObject([{ source: 'content', text: 'Deltamoor jacket <b>test</b>' }]);

  expect(await change(person, creatorId, true)).toMatchObject({ mentions: 0, optedOut: true });
  expect(await heard(monitorId)).toEqual([]);
  // The same person's profile as a brand's private copy, which has no ID, and a stranger's.
  const copy = await creatorOf('nadia.climbs', null, brandId);
  const other = await creatorOf('other.person', '99');
  await post(creatorId, 'Deltamoor again');
  await post(copy, 'Deltamoor in a copy');
  await post(other, 'Deltamoor by somebody else');
  await hears(monitorId, ['Deltamoor by somebody else']);
  // Twice is the same as once.
  expect(await change(person, creatorId, true)).toMatchObject({ optedOut: true });

  expect(await change(person, creatorId, false)).toMatchObject({ optedOut: false });
  await post(creatorId, 'Deltamoor once more');
  await hears(monitorId, ['Deltamoor by somebody else', 'Deltamoor once more']);
});

test('a profile that had no ID stays opted out once its ID is known', async () => {
  const creatorId = await creatorOf('late.id', null);
  const person = await claimedBy(creatorId);
  const monitorId = await monitorOf('epsilonmoor');
  await change(person, creatorId, true);
  await t.api.pool.query(`update creator set social_id = '555' where id = $1`, [creatorId]);
  const other = await creatorOf('epsilon.other', '98');
  await post(creatorId, 'Epsilonmoor late');
  await post(other, 'Epsilonmoor other');
  await hears(monitorId, ['Epsilonmoor other']);
});

test("rejects the opt-out of another person's profile", async () => {
  const creatorId = await creatorOf('zeta', '3');
  await claimedBy(creatorId);
  const stranger = await claimedBy(await creatorOf('eta', '4'));
  await expect(change(stranger, creatorId, true)).rejects.toMatchObject({ code: 'not_found' });
  expect((await own(stranger)).profiles.map(({ username }) => username)).toEqual(['eta']);
});

test("the export has a creator's posts, mentions and findings, not the brands that have them", async () => {
  const creatorId = await creatorOf('theta', '5');
  const person = await claimedBy(creatorId);
  const monitorId = await monitorOf('thetamoor');
  await post(creatorId, 'Thetamoor casino');
  await hears(monitorId, ['Thetamoor casino']);
  const second = await t.brand('Second');
  for (const of of [brandId, second]) {
    const flagId = newId();
    await t.api.pool.query(
      `insert into safety_flag (id, brand_id, creator_id, category, state, rule_version, raised_at, changed_at, reason)
        values ($1, $2, $3, 'gambling', 'dismissed', 0, '2030-01-01', now(), 'a secret reason')`,
      [flagId, of, creatorId],
    );
    await t.api.pool.query(
      `insert into safety_evidence (id, flag_id, kind, item_key, text_hash, url, found_at, rule_version, parts)
        values ($1, $2, 'post', 'p1', 'h1', 'https://x.example/1', now(), 0,
          '[{"text":"Thetamoor ","match":false},{"text":"casino","match":true}]')`,
      [newId(), flagId],
    );
  }
  const text = await (await person.download(exportOwnData, {})).text();
  const { socialListening } = JSON.parse(text);
  expect(socialListening.profiles).toMatchObject([{ username: 'theta', posts: 1, mentions: 1 }]);
  expect(socialListening.posts).toMatchObject([{ platform: 'instagram', text: 'Thetamoor casino' }]);
  expect(socialListening.mentions).toMatchObject([{ text: 'Thetamoor casino' }]);
  // Two brands found the same: it's told once, without them.
  expect(socialListening.safetyFindings).toMatchObject([
    {
      category: 'gambling',
      firstRaised: '2030-01-01T00:00:00.000Z',
      evidence: [{ kind: 'post', text: 'Thetamoor casino', url: 'https://x.example/1' }],
    },
  ]);
  for (const secret of [brandId, second, 'a secret reason', 'dismissed']) expect(text).not.toContain(secret);
});

test('deleting the account deletes its mentions and keeps them from coming back', async () => {
  const creatorId = await creatorOf('iota', '6');
  const person = await claimedBy(creatorId);
  const monitorId = await monitorOf('iotamoor');
  await post(creatorId, 'Iotamoor one');
  await hears(monitorId, ['Iotamoor one']);
  await person.call(removeOwnAccount, { body: { confirm: 'REMOVE' } });
  expect(await heard(monitorId)).toEqual([]);
  const other = await creatorOf('iota.other', '7');
  await post(creatorId, 'Iotamoor two');
  await post(other, 'Iotamoor three');
  await hears(monitorId, ['Iotamoor three']);
  // The person who verifies the profile again can undo it.
  const again = await claimedBy(creatorId);
  expect(await change(again, creatorId, false)).toMatchObject({ optedOut: false });
});

test('administrators search opt-outs, and leave those of creators alone', async () => {
  const admin = await t.person({ role: 'administrator' });
  const creatorId = await creatorOf('kappa', '8');
  await change(await claimedBy(creatorId), creatorId, true);
  await admin.call(addAuthorOptOut, { body: { source: 'bluesky', handle: '@Kappa_100%.bsky.test' } });
  const find = async (text: string) =>
    (await admin.call(listAuthorOptOuts, { query: { text } })).optOuts.map(({ handle }) => handle);
  expect(await find('@KAPPA_')).toEqual(['kappa_100%.bsky.test']);
  expect(await find('%')).toEqual(['kappa_100%.bsky.test']);
  const { optOuts } = await admin.call(listAuthorOptOuts, { query: { text: 'kappa' } });
  expect(optOuts).toMatchObject([
    { source: 'bluesky', origin: 'administrator', abilities: { remove: { allowed: true } } },
    {
      source: 'content',
      handle: 'instagram:kappa',
      origin: 'creator',
      abilities: { remove: { allowed: false } },
    },
  ]);
  const remove = (optOutId: string) => admin.call(removeAuthorOptOut, { params: { optOutId } });
  await expect(remove(optOuts[1]!.id)).rejects.toMatchObject({ code: 'invalid_transition' });
  await expect(remove(optOuts[0]!.id)).resolves.toEqual({ success: true });
  await expect(remove(optOuts[0]!.id)).rejects.toMatchObject({ code: 'not_found' });
});
