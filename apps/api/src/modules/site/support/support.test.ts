import { startActing } from '@troupe/contract/account/acting';
import { createClient } from '@troupe/contract/client';
import { ACTING_HEADER } from '@troupe/contract/headers';
import { getSupportIdentity } from '@troupe/contract/site/support';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';

const SECRET = 'the-messenger-secret-of-a-workspace-7f3a';
let t: TestApi;
let brandId: string;
beforeAll(async () => {
  t = await startTestApi({ INTERCOM_SECRET: SECRET, TROUPE_ROLES: 'http' });
  brandId = await t.brand();
});
afterAll(() => t.stop());

test('returns a signed identity to a member, valid as long as the session', async () => {
  const member = await t.person({ brandId, email: 'alva@larkmoor.example' });
  const { identity } = await member.call(getSupportIdentity, {});
  const { payload, protectedHeader } = await jwtVerify(
    identity?.token ?? '',
    new TextEncoder().encode(SECRET),
    { algorithms: ['HS256'], requiredClaims: ['exp'] },
  );
  expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(payload).toMatchObject({
    user_id: member.userId,
    email: 'alva@larkmoor.example',
    name: 'Alva Berg',
  });
  const { exp } = JSON.parse(Buffer.from(member.token.split('.')[1] ?? '', 'base64url').toString()) as {
    exp: number;
  };
  expect(payload.exp).toBe(exp);
  expect(identity?.expiresAt).toBe(new Date(exp * 1000).toISOString());
  expect(Math.abs(Date.parse(identity?.createdAt ?? '') - Date.now())).toBeLessThan(60_000);
  expect(JSON.stringify(identity)).not.toContain(SECRET);
});

test('[R6.017] returns no identity to administrators, by account or token, nor while acting as a member', async () => {
  const refused = { status: 403 };
  const administrator = await t.person({ role: 'administrator' });
  await expect(administrator.call(getSupportIdentity, {})).rejects.toMatchObject(refused);
  const person = await t.person({ brandId });
  const grouped = await t.issuer.sign({ sub: person.userId, groups: ['admin'] });
  const byToken = createClient({ baseUrl: t.url, token: () => grouped });
  await expect(byToken.call(getSupportIdentity, {})).rejects.toMatchObject(refused);
  const acting = await administrator.call(startActing, {
    params: { brandId, userId: person.userId },
    body: { reason: 'They cannot find their lists' },
  });
  const asMember = createClient({
    baseUrl: t.url,
    token: () => administrator.token,
    headers: () => ({ [ACTING_HEADER]: acting.id }),
  });
  await expect(asMember.call(getSupportIdentity, {})).rejects.toMatchObject(refused);
});

test('returns no identity to creators', async () => {
  const creator = await t.person({ role: 'creator' });
  await expect(creator.call(getSupportIdentity, {})).rejects.toMatchObject({ status: 403 });
});

test('returns no identity without a secret, and rejects half a configuration at start', async () => {
  const plain = await startTestApi({ TROUPE_ROLES: 'http' });
  const member = await plain.person();
  expect(await member.call(getSupportIdentity, {})).toEqual({ identity: null });
  await plain.stop();
  await expect(startTestApi({ INTERCOM_SECRET: 'short' })).rejects.toThrow('INTERCOM_SECRET');
});
