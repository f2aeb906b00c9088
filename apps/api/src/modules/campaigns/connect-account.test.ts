import { claimProfile, listClaimedProfiles, removeOwnAccount } from '@troupe/contract/campaigns/creator-app';
import {
  beginCreatorConnection,
  completeCreatorConnection,
  endCreatorConnection,
  listCreatorConnections,
} from '@troupe/contract/campaigns/creator-connection';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { creatorConnectionTable } from '../discovery/creator/creator-refresh.table.ts';
import { type OptInWorld, startOptInWorld } from './opt-in/opt-in.fixture.ts';

let sandbox: TestSandbox;
let w: OptInWorld;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  w = await startOptInWorld({
    INSTAGRAM_URL: `${sandbox.origin}/instagram/v25.0/`,
    INSTAGRAM_ACCOUNT: '17841400000000000',
    INSTAGRAM_TOKEN: 'token',
    INSTAGRAM_APP_ID: 'app',
    INSTAGRAM_APP_SECRET: 'secret',
    INSTAGRAM_AUTHORIZE_URL: `${sandbox.origin}/instagram/v25.0/dialog/oauth`,
    TIKTOK_URL: `${sandbox.origin}/tiktok/v2/`,
    TIKTOK_CLIENT_KEY: 'key',
    TIKTOK_CLIENT_SECRET: 'secret',
    TIKTOK_AUTHORIZE_URL: `${sandbox.origin}/tiktok/v2/auth/authorize/`,
  });
});
afterAll(async () => {
  await w.t.stop();
  await sandbox.stop();
});
afterEach(() => sandbox.call('DELETE', '/api/faults').catch(() => {}));

const person = (email?: string) => w.t.person({ role: 'creator', ...(email ? { email } : {}) });

/** Presses a button on the platform's consent page; returns the callback parameters. */
async function consent(
  who: TestPerson,
  platform: 'instagram' | 'tiktok',
  username: string,
  decision = 'allow',
) {
  const { url } = await who.call(beginCreatorConnection, { body: { platform } });
  const page = await fetch(url);
  expect(page.status).toBe(200);
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username, decision }),
  });
  expect(answer.status).toBe(303);
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.pathname).toBe('/connect');
  return Object.fromEntries(back.searchParams) as { code: string; state: string; error?: string };
}

const connect = async (who: TestPerson, platform: 'instagram' | 'tiktok', username: string) => {
  const { code, state } = await consent(who, platform, username);
  return who.call(completeCreatorConnection, { body: { code, state } });
};

for (const platform of ['instagram', 'tiktok'] as const)
  test(`connects and disconnects a ${platform} account`, async () => {
    const nia = await person();
    const { profiles } = await connect(nia, platform, `nia.${platform}`);
    expect(profiles).toMatchObject([{ platform, username: `nia.${platform}`, state: 'claimed' }]);
    const [profile] = profiles;
    if (!profile) throw new Error('no profile');
    const shown = await nia.call(listCreatorConnections, {});
    expect(shown.platforms).toEqual(['instagram', 'tiktok']);
    // Asking again later wouldn't help.
    await expect(nia.call(beginCreatorConnection, { body: { platform: 'x' } })).rejects.toMatchObject({
      status: 422,
    });
    expect(shown.connections).toMatchObject([
      { socialProfileId: profile.socialProfileId, platform, username: `nia.${platform}`, stands: true },
    ]);
    const [kept] = await w.t.api.db
      .select()
      .from(creatorConnectionTable)
      .where(eq(creatorConnectionTable.creatorId, profile.socialProfileId ?? ''));
    expect(kept?.accessToken).toMatch(/^s1\./);

    const params = { socialProfileId: profile.socialProfileId ?? '' };
    const eve = await person();
    await expect(eve.call(endCreatorConnection, { params })).rejects.toMatchObject({ status: 404 });
    await nia.call(endCreatorConnection, { params });
    expect((await nia.call(listCreatorConnections, {})).connections).toEqual([]);
    // The claim stays.
    expect((await nia.call(listClaimedProfiles, {})).profiles).toMatchObject([{ state: 'claimed' }]);
  });

test('accepts a state only from its user, for ten minutes, and a code only once', async () => {
  const [tom, eve] = [await person(), await person()];
  const { code, state } = await consent(tom, 'tiktok', 'tom.tik');
  const body = { code, state };
  await expect(eve.call(completeCreatorConnection, { body })).rejects.toMatchObject({ status: 422 });
  await expect(
    tom.call(completeCreatorConnection, { body: { code, state: `${state}x` } }),
  ).rejects.toMatchObject({ status: 422 });
  await tom.call(completeCreatorConnection, { body });
  await expect(tom.call(completeCreatorConnection, { body })).rejects.toMatchObject({
    status: 422,
    body: { fields: { code: 'Your TikTok authorization is no longer valid. Connect the account again.' } },
  });
});

test('connecting an account overrides an owner who verified by invite only', async () => {
  const [eve, ana] = [await person('eve@creators.example'), await person()];
  const id = await w.creator({ username: 'ana.real', platform: 'instagram' });
  const inviteToken = await w.invite(id, w.campaignId, 'eve@creators.example');
  const body = { platform: 'instagram' as const, username: 'ana.real' };
  const taken = await eve.call(claimProfile, { body: { ...body, inviteToken } });
  expect(taken.profile.state).toBe('claimed');
  const { profiles } = await connect(ana, 'instagram', 'ana.real');
  expect(profiles).toMatchObject([{ socialProfileId: id, state: 'claimed' }]);
  expect((await eve.call(listClaimedProfiles, {})).profiles).toMatchObject([{ state: 'waiting' }]);
  await expect(eve.call(claimProfile, { body: { ...body, inviteToken } })).rejects.toMatchObject({
    status: 409,
  });
});

test("rejects connecting a profile that someone else claimed or that isn't a creator account", async () => {
  const [ana, eve] = [await person(), await person()];
  await connect(ana, 'instagram', 'ana.insta');
  await expect(connect(eve, 'instagram', 'ana.insta')).rejects.toMatchObject({ status: 409 });
  await expect(connect(eve, 'instagram', 'private.insta')).rejects.toMatchObject({
    status: 422,
    body: {
      fields: { code: "Instagram didn't share any accounts. Choose a business or creator account there." },
    },
  });
  const declined = await consent(eve, 'tiktok', 'eve', 'cancel');
  expect(declined.error).toBe('access_denied');
});

test("reports a platform that doesn't respond, and connects nothing", async () => {
  const kim = await person();
  const { code, state } = await consent(kim, 'tiktok', 'kim.tik');
  await sandbox.call('POST', '/api/faults', { provider: 'social', target: 'tiktok', failure: 'down' });
  await expect(kim.call(completeCreatorConnection, { body: { code, state } })).rejects.toMatchObject({
    status: 503,
  });
  expect((await kim.call(listCreatorConnections, {})).connections).toEqual([]);
});

for (const platform of ['instagram', 'tiktok'] as const)
  test(`a rate limit on ${platform} doesn't count as an outage: the next attempt goes through`, async () => {
    const noa = await person();
    const { code, state } = await consent(noa, platform, `noa.${platform}`);
    await sandbox.call('POST', '/api/faults', {
      provider: 'social',
      target: platform,
      failure: 'rate_limit',
      times: 5,
    });
    // As many as the consecutive failures that would open the circuit breaker.
    for (let at = 0; at < 5; at++)
      await expect(noa.call(completeCreatorConnection, { body: { code, state } })).rejects.toMatchObject({
        status: 503,
      });
    const { profiles } = await noa.call(completeCreatorConnection, { body: { code, state } });
    expect(profiles).toMatchObject([{ platform, username: `noa.${platform}` }]);
  });

test('deleting the account deletes the tokens of connected accounts', async () => {
  const lea = await person();
  const { profiles } = await connect(lea, 'instagram', 'lea.insta');
  await lea.call(removeOwnAccount, { body: { confirm: 'REMOVE' } });
  const rows = await w.t.api.db
    .select()
    .from(creatorConnectionTable)
    .where(eq(creatorConnectionTable.creatorId, profiles[0]?.socialProfileId ?? ''));
  expect(rows).toEqual([]);
});

test('connecting verifies a claim that was waiting for its bio code', async () => {
  const ria = await person();
  const { profile } = await ria.call(claimProfile, {
    body: { platform: 'instagram', username: 'ria.insta' },
  });
  expect(profile.state).toBe('waiting');
  const { profiles } = await connect(ria, 'instagram', 'ria.insta');
  expect(profiles).toMatchObject([{ username: 'ria.insta', state: 'claimed' }]);
  expect((await ria.call(listClaimedProfiles, {})).profiles).toHaveLength(1);
});

test('recognizes an account by its platform ID after a rename', async () => {
  const zoe = await person();
  const { profiles } = await connect(zoe, 'tiktok', 'zoe.before');
  await sandbox.call('PUT', '/api/social/accounts/tiktok/zoe.before', { username: 'zoe.after' });
  const again = await connect(zoe, 'tiktok', 'zoe.after');
  expect(again.profiles.map(({ socialProfileId }) => socialProfileId)).toEqual(
    profiles.map(({ socialProfileId }) => socialProfileId),
  );
});
