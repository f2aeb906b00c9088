import { createClient } from '@troupe/contract/client';
import { claimProfile, listClaimedProfiles, listOpenCampaigns } from '@troupe/contract/creator-app';
import { getOptIn } from '@troupe/contract/opt-in';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { creatorTable } from '../features/creator/creator.table.ts';
import { codesOf, type OptInWorld, startOptInWorld } from '../features/opt-in/opt-in.fixture.ts';
import { newId } from '../platform/id.ts';
import type { TestPerson } from '../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

let sandbox: TestSandbox;
let w: OptInWorld;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  w = await startOptInWorld({
    YOUTUBE_URL: `${sandbox.origin}/youtube/v3/`,
    YOUTUBE_KEY: '',
    INSTAGRAM_URL: `${sandbox.origin}/instagram/v25.0/`,
    INSTAGRAM_ACCOUNT: '17841400000000000',
    INSTAGRAM_TOKEN: 'token',
  });
});
afterAll(async () => {
  await w.t.stop();
  await sandbox.stop();
});
afterEach(() => sandbox.call('DELETE', '/api/social/failures').catch(() => {}));

const person = (email?: string) => w.t.person({ role: 'creator', ...(email ? { email } : {}) });
const claim = async (who: TestPerson, username: string, more: object = {}) =>
  (await who.call(claimProfile, { body: { platform: 'instagram', username, ...more } })).profile;
const bio = (username: string, text: string) =>
  sandbox.call('PUT', `/api/social/accounts/instagram/${username}`, { bio: text });

test('the personal link of an invite proves a profile at once, when the mail went to the account’s address', async () => {
  const ana = await person('Ana@Creators.example');
  const id = await w.creator({ username: 'ana.runs' });
  const token = await w.invite(id, w.campaignId, 'ana@creators.example');
  const profile = await claim(ana, '@Ana.Runs', { inviteToken: token });
  expect(profile).toMatchObject({ socialProfileId: id, state: 'claimed', code: null });
  // The brand sees that the creator is registered.
  const optInId = await w.optIn({ creatorId: id, userId: ana.userId });
  const { optIn } = await w.person.call(getOptIn, { params: { brandId: w.brandId, optInId } });
  expect(optIn.socialProfile.userId).toBe(ana.userId);
  const { campaigns } = await ana.call(listOpenCampaigns, {});
  expect(campaigns[0]).toMatchObject({ id: w.campaignId, invited: true });
});

test('a link that went to somebody else, or is about another profile, proves nothing', async () => {
  const [eve, mia] = [await person(), await person('mia@creators.example')];
  const id = await w.creator({ username: 'not.eve' });
  const token = await w.invite(id, w.campaignId, 'mia@creators.example');
  expect(await claim(eve, 'not.eve', { inviteToken: token })).toMatchObject({
    ...{ state: 'waiting', code: expect.stringMatching(/^troupe-[0-9a-f]{8}$/) },
  });
  await w.creator({ username: 'another.one' });
  expect((await claim(mia, 'another.one', { inviteToken: token })).state).toBe('waiting');
  expect((await claim(mia, 'not.eve', { inviteToken: 'made-up' })).state).toBe('waiting');
  const [row] = await w.db.select().from(creatorTable).where(eq(creatorTable.id, id));
  expect(row?.userId).toBeNull();
});

test('a link proves nothing to an account whose address the login host has not confirmed', async () => {
  const id = await w.creator({ username: 'lea.climbs' });
  const inviteToken = await w.invite(id, w.campaignId, 'lea@creators.example');
  const token = await w.t.issuer.sign({
    ...{ sub: newId(), email: 'lea@creators.example', email_verified: false, troupe_role: 'creator' },
  });
  const eve = createClient({ baseUrl: w.t.url, token: () => token });
  const body = { platform: 'instagram' as const, username: 'lea.climbs', inviteToken };
  expect((await eve.call(claimProfile, { body })).profile.state).toBe('waiting');
});

test('a code in the bio proves a profile, and only once it stands there', async () => {
  const who = await person();
  await w.creator({ username: 'noor.kitchen' });
  const { code } = await claim(who, 'noor.kitchen');
  expect(await claim(who, 'noor.kitchen')).toMatchObject({ state: 'waiting', code });
  await bio('noor.kitchen', 'I cook.');
  expect((await claim(who, 'noor.kitchen', { check: true })).state).toBe('waiting');
  await bio('noor.kitchen', `I cook. ${code}`);
  expect((await claim(who, 'noor.kitchen')).state).toBe('waiting');
  expect(await claim(who, 'noor.kitchen', { check: true })).toMatchObject({ state: 'claimed', code: null });
  expect((await who.call(listClaimedProfiles, {})).profiles).toHaveLength(1);
});

test('a code in the bio outweighs an invite, and a second invite decides nothing', async () => {
  const [first, second] = [await person('one@creators.example'), await person('two@creators.example')];
  const id = await w.creator({ username: 'two.claim' });
  const [one, two] = [
    await w.invite(id, w.campaignId, 'one@creators.example'),
    await w.invite(id, await w.campaign(w.brandId), 'two@creators.example'),
  ];
  expect((await claim(first, 'two.claim', { inviteToken: one })).state).toBe('claimed');
  const { state, code } = await claim(second, 'two.claim', { inviteToken: two });
  expect(state).toBe('waiting');
  await bio('two.claim', `Mine: ${code}`);
  expect((await claim(second, 'two.claim', { check: true })).state).toBe('claimed');
  const [row] = await w.db.select().from(creatorTable).where(eq(creatorTable.id, id));
  expect(row?.userId).toBe(second.userId);
  await expect(claim(first, 'two.claim', { inviteToken: one })).rejects.toMatchObject({ code: 'conflict' });
});

test('one account a profile: the second is told, also at the same moment', async () => {
  const [first, second] = [await person(), await person()];
  await w.creator({ username: 'leif_berg' });
  const [one, two] = [await claim(first, 'leif_berg'), await claim(second, 'leif_berg')];
  expect(one.code).not.toBe(two.code);
  await bio('leif_berg', `${one.code} ${two.code}`);
  const codes = await codesOf([first, second].map((who) => claim(who, 'leif_berg', { check: true })));
  expect(codes.sort()).toEqual(['conflict', null].sort());
  const late = await person();
  await expect(claim(late, 'LEIF_BERG')).rejects.toMatchObject({
    ...{ code: 'conflict', message: /^Another account has claimed this profile/ },
  });
});

test('a profile nobody knew yet is looked up first, and one that does not exist is refused', async () => {
  const who = await person();
  expect(await claim(who, 'mila.trails')).toMatchObject({ state: 'waiting', username: 'mila.trails' });
  await sandbox.call('PUT', '/api/social/accounts/instagram/gone.girl', { state: 'gone' });
  await expect(claim(who, 'gone.girl')).rejects.toMatchObject({
    body: { fields: { username: 'There is no account of this name on Instagram' } },
  });
  await expect(claim(who, 'two words')).rejects.toMatchObject({
    body: { fields: { username: 'Write the name as it stands in the address of the profile' } },
  });
});

test('where bios cannot be read a clear text says what to do instead', async () => {
  const who = await person();
  const on = (platform: string) =>
    who.call(claimProfile, { body: { platform: platform as 'tiktok', username: 'someone', check: true } });
  await expect(on('tiktok')).rejects.toMatchObject({
    ...{
      status: 503,
      message: 'TikTok does not let us read bios. Open the personal link of an invite instead.',
    },
  });
  await expect(on('youtube')).rejects.toMatchObject({ message: /^YouTube is not set up here/ });
  await sandbox.call('POST', '/api/social/failures', { platform: 'instagram', failure: 'down', times: 9 });
  await expect(on('instagram')).rejects.toMatchObject({ code: 'unavailable' });
});

test('a profile that a brand keeps for itself is claimed as the one all brands see', async () => {
  const email = `${newId()}@creators.example`;
  const who = await person(email);
  const own = await w.creator({ username: 'kept.private', brandId: w.brandId });
  const token = await w.invite(own, w.campaignId, email);
  const profile = await claim(who, 'kept.private', { inviteToken: token });
  expect(profile.socialProfileId).not.toBe(own);
  expect((await who.call(listClaimedProfiles, {})).profiles).toHaveLength(1);
  const { campaigns } = await who.call(listOpenCampaigns, {});
  expect(campaigns[0]?.invited).toBe(true);
  const optIn = await w.take({ ...who, creatorId: profile.socialProfileId });
  expect((await w.row(optIn.id)).inviteId).not.toBeNull();
});
