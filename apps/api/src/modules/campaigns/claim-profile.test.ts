import { claimProfile, listClaimedProfiles, listOpenCampaigns } from '@troupe/contract/campaigns/creator-app';
import { getOptIn } from '@troupe/contract/campaigns/opt-in';
import { createClient } from '@troupe/contract/client';
import { searchCreators } from '@troupe/contract/discovery/creator';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { codesOf, type OptInWorld, startOptInWorld } from './opt-in/opt-in.fixture.ts';
import { openClaimTable } from './opt-in/opt-in.table.ts';

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
    TIKTOK_CLIENT_KEY: 'key',
    TIKTOK_CLIENT_SECRET: 'secret',
  });
});
afterAll(async () => {
  await w.t.stop();
  await sandbox.stop();
});
afterEach(() => sandbox.call('DELETE', '/api/faults').catch(() => {}));

const person = (email?: string) => w.t.person({ role: 'creator', ...(email ? { email } : {}) });
const claim = async (who: TestPerson, username: string, more: object = {}) =>
  (await who.call(claimProfile, { body: { platform: 'instagram', username, ...more } })).profile;
const bio = (username: string, text: string) =>
  sandbox.call('PUT', `/api/social/accounts/instagram/${username}`, { bio: text });

/** The quota used on this platform, across all accounts. */
async function quotaUsed(): Promise<number> {
  const { rows } = await w.t.api.pool.query<{ used: number }>(
    `select coalesce(sum(used), 0)::int as used from provider_quota where provider = 'instagram'`,
  );
  return rows[0]?.used ?? 0;
}

test("verifies a profile immediately when the invite went to the account's email address", async () => {
  const ana = await person('Ana@Creators.example');
  const id = await w.creator({ username: 'ana.runs' });
  const token = await w.invite(id, w.campaignId, 'ana@creators.example');
  const profile = await claim(ana, '@Ana.Runs', { inviteToken: token });
  expect(profile).toMatchObject({ socialProfileId: id, state: 'claimed', code: null });
  // The brand sees the creator as registered.
  const optInId = await w.optIn({ creatorId: id, userId: ana.userId });
  const { optIn } = await w.person.call(getOptIn, { params: { brandId: w.brandId, optInId } });
  expect(optIn.socialProfile.userId).toBe(ana.userId);
  const { campaigns } = await ana.call(listOpenCampaigns, {});
  expect(campaigns[0]).toMatchObject({ id: w.campaignId, invited: true });
});

test('rejects an invite link sent to someone else or for another profile as proof', async () => {
  const [eve, mia] = [await person(), await person('mia@creators.example')];
  const id = await w.creator({ username: 'not.eve' });
  const token = await w.invite(id, w.campaignId, 'mia@creators.example');
  expect(await claim(eve, 'not.eve', { inviteToken: token })).toMatchObject({
    state: 'waiting',
    code: expect.stringMatching(/^troupe-[0-9a-f]{8}$/),
  });
  await w.creator({ username: 'another.one' });
  expect((await claim(mia, 'another.one', { inviteToken: token })).state).toBe('waiting');
  expect((await claim(mia, 'not.eve', { inviteToken: 'made-up' })).state).toBe('waiting');
  const [row] = await w.db.select().from(creatorTable).where(eq(creatorTable.id, id));
  expect(row?.userId).toBeNull();
});

test("rejects an invite link as proof while the account's email is unconfirmed", async () => {
  const id = await w.creator({ username: 'lea.climbs' });
  const inviteToken = await w.invite(id, w.campaignId, 'lea@creators.example');
  const token = await w.t.issuer.sign({
    sub: newId(),
    email: 'lea@creators.example',
    email_verified: false,
    troupe_role: 'creator',
  });
  const eve = createClient({ baseUrl: w.t.url, token: () => token });
  const body = { platform: 'instagram' as const, username: 'lea.climbs', inviteToken };
  expect((await eve.call(claimProfile, { body })).profile.state).toBe('waiting');
});

test('verifies a profile once the code is in the bio', async () => {
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

test("a bio code overrides an invite, and a second invite doesn't change the owner", async () => {
  const [first, second] = [await person('one@creators.example'), await person('two@creators.example')];
  const id = await w.creator({ username: 'two.claim' });
  const [one, two] = [
    await w.invite(id, w.campaignId, 'one@creators.example'),
    await w.invite(id, await w.campaign(w.brandId), 'two@creators.example'),
  ];
  expect((await claim(first, 'two.claim', { inviteToken: one })).state).toBe('claimed');
  const copy = await w.creator({ username: 'Two.Claim', brandId: await w.brand() });
  // The second claim of the owner reaches a copy that was imported since.
  expect((await claim(first, 'two.claim', { inviteToken: one })).state).toBe('claimed');
  const ownerOf = async (creatorId: string) =>
    (await w.db.select().from(creatorTable).where(eq(creatorTable.id, creatorId)))[0]?.userId;
  expect(await ownerOf(copy)).toBe(first.userId);
  const { state, code } = await claim(second, 'two.claim', { inviteToken: two });
  expect(state).toBe('waiting');
  await bio('two.claim', `Mine: ${code}`);
  expect((await claim(second, 'two.claim', { check: true })).state).toBe('claimed');
  for (const creatorId of [id, copy]) expect(await ownerOf(creatorId)).toBe(second.userId);
  await expect(claim(first, 'two.claim', { inviteToken: one })).rejects.toMatchObject({ code: 'conflict' });
});

test('gives a profile to one account only, even for concurrent claims', async () => {
  const [first, second] = [await person(), await person()];
  await w.creator({ username: 'leif_berg' });
  const [one, two] = [await claim(first, 'leif_berg'), await claim(second, 'leif_berg')];
  expect(one.code).not.toBe(two.code);
  await bio('leif_berg', `${one.code} ${two.code}`);
  const codes = await codesOf([first, second].map((who) => claim(who, 'leif_berg', { check: true })));
  expect(codes.sort()).toEqual(['conflict', null].sort());
  const late = await person();
  await expect(claim(late, 'LEIF_BERG')).rejects.toMatchObject({
    code: 'conflict',
    message: /^Another account has claimed this profile/,
  });
});

test("looks up an unknown profile first, and rejects one that doesn't exist", async () => {
  const who = await person();
  expect(await claim(who, 'mila.trails')).toMatchObject({ state: 'waiting', username: 'mila.trails' });
  await sandbox.call('PUT', '/api/social/accounts/instagram/gone.girl', { state: 'gone' });
  await expect(claim(who, 'gone.girl')).rejects.toMatchObject({
    body: { fields: { username: "There's no Instagram account with this username" } },
  });
  await expect(claim(who, 'two words')).rejects.toMatchObject({
    body: { fields: { username: 'Enter the name as it appears in your profile URL' } },
  });
});

test('verifies by connecting the account, without a code, on platforms with private bios', async () => {
  const who = await person();
  await w.creator({ username: 'tok.one', platform: 'tiktok' });
  const on = (platform: 'tiktok' | 'youtube', username: string, check = false) =>
    who.call(claimProfile, { body: { platform, username, check } });
  for (const username of ['tok.one', 'tok.unknown'])
    expect((await on('tiktok', username)).profile).toMatchObject({
      state: 'waiting',
      code: null,
      proofs: ['connect'],
    });
  await expect(on('tiktok', 'tok.one', true)).rejects.toMatchObject({
    status: 422,
    message: "We can't read bios on TikTok. Connect your TikTok account instead.",
  });
  expect((await on('youtube', 'tube.one')).profile).toMatchObject({
    state: 'waiting',
    code: null,
    proofs: [],
  });
  await expect(on('youtube', 'tube.one', true)).rejects.toMatchObject({
    message: "We can't read bios on YouTube. Log in with the email address a brand used to invite you.",
  });
  expect((await claim(who, 'insta.one')).proofs).toEqual(['bio']);
});

test("keeps no claim when the platform can't be reached", async () => {
  const who = await person();
  await sandbox.call('POST', '/api/faults', {
    provider: 'social',
    target: 'instagram',
    failure: 'down',
    times: 9,
  });
  await expect(claim(who, 'somebody.new')).rejects.toMatchObject({ code: 'unavailable' });
  expect((await who.call(listClaimedProfiles, {})).profiles).toEqual([]);
});

test('hides a claim from brands until it is verified', async () => {
  const who = await person();
  const { code, socialProfileId } = await claim(who, 'hidden.claim');
  expect(socialProfileId).toBeNull();
  const found = () =>
    w.person.call(searchCreators, { params: { brandId: w.brandId }, query: { q: 'hidden.claim' } });
  expect((await found()).creators).toEqual([]);
  const shared = () => w.db.select().from(creatorTable).where(eq(creatorTable.username, 'hidden.claim'));
  expect(await shared()).toEqual([]);
  await bio('hidden.claim', `${code}`);
  const claimed = await claim(who, 'hidden.claim', { check: true });
  expect(claimed).toMatchObject({ state: 'claimed', code: null, proofs: [] });
  expect(await shared()).toMatchObject([{ id: claimed.socialProfileId, userId: who.userId }]);
  expect((await found()).creators).toMatchObject([{ username: 'hidden.claim' }]);
});

test('limits an account to five open claims, even sent concurrently, without further lookups', async () => {
  const who = await person();
  const names = Array.from({ length: 20 }, (_, i) => `many.claims.${i}`);
  const before = await quotaUsed();
  const codes = await codesOf(names.map((name) => claim(who, name)));
  expect(codes.filter((code) => code === null)).toHaveLength(5);
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(15);
  expect((await quotaUsed()) - before).toBeLessThanOrEqual(5);
  expect((await who.call(listClaimedProfiles, {})).profiles).toHaveLength(5);
  // The oldest claim expires after an hour, so mistyped names don't block anyone.
  const hourLater = new Date(Date.now() + 3_700_000);
  w.t.setNow(hourLater);
  onTestFinished(() => w.t.setNow(null));
  expect((await claim(who, 'after.an.hour')).state).toBe('waiting');
  const [newest] = await w.db
    .select()
    .from(openClaimTable)
    .where(eq(openClaimTable.username, 'after.an.hour'));
  expect(newest?.createdAt).toBe(hourLater.toISOString());
  expect((await who.call(listClaimedProfiles, {})).profiles).toHaveLength(5);
  // An invite can still verify a sixth profile.
  const invitee = await person('sixth@creators.example');
  for (const name of names.slice(0, 5)) await claim(invitee, name);
  const id = await w.creator({ username: 'sixth.profile' });
  const token = await w.invite(id, w.campaignId, 'sixth@creators.example');
  expect((await claim(invitee, 'sixth.profile', { inviteToken: token })).state).toBe('claimed');
});

test('claims the shared profile when a brand has a private copy', async () => {
  const email = `${newId()}@creators.example`;
  const who = await person(email);
  const own = await w.creator({ username: 'kept.private', brandId: w.brandId });
  const token = await w.invite(own, w.campaignId, email);
  const profile = await claim(who, 'kept.private', { inviteToken: token });
  expect(profile.socialProfileId).not.toBe(own);
  expect((await who.call(listClaimedProfiles, {})).profiles).toHaveLength(1);
  const { campaigns } = await who.call(listOpenCampaigns, {});
  expect(campaigns[0]?.invited).toBe(true);
  const optIn = await w.take({ ...who, creatorId: profile.socialProfileId ?? '' });
  expect((await w.row(optIn.id)).inviteId).not.toBeNull();
});
