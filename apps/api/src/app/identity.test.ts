import { getMe } from '@troupe/contract/account/user';
import { createClient } from '@troupe/contract/client';
import { getBrand } from '@troupe/contract/inbox/brand-overview';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userTable } from '../modules/account/user/user.table.ts';
import { newId } from '../platform/id.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

const as = (token: string) => createClient({ baseUrl: t.url, token: () => token });
const brand = { name: 'Nordlys', website: 'https://nordlys.example', description: 'Candles' };

test("creates the account and the brand from sign-up on a user's first call, once", async () => {
  const sub = newId();
  const token = await t.issuer.sign({
    sub,
    email: 'new@nordlys.example',
    email_verified: true,
    given_name: 'Nia',
    family_name: 'Nord',
    troupe_brand: brand,
  });
  const answers = await Promise.all(Array.from({ length: 8 }, () => as(token).call(getMe, {})));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(answers[0]).toMatchObject({ firstName: 'Nia', lastName: 'Nord', role: 'brand' });
  expect(answers[0]?.brandProfiles).toMatchObject([{ role: 'owner', brand: { name: 'Nordlys' } }]);
  const { rows } = await t.api.db.execute(sql`select count(*) as n from brand where name = 'Nordlys'`);
  expect(rows[0]?.n).toBe(1);
});

test('links a prepared user by verified email only', async () => {
  const id = newId();
  await t.api.db.insert(userTable).values({ id, email: 'Invited@Example.test' });
  const unverified = await t.issuer.sign({
    sub: newId(),
    email: 'invited@example.test',
    email_verified: false,
  });
  expect((await as(unverified).call(getMe, {})).id).not.toBe(id);
  const verified = await t.issuer.sign({ sub: newId(), email: 'invited@example.test', email_verified: true });
  expect((await as(verified).call(getMe, {})).id).toBe(id);
  const second = await t.issuer.sign({ sub: newId(), email: 'invited@example.test', email_verified: true });
  expect((await as(second).call(getMe, {})).id).not.toBe(id);
});

test('[R6.001, R6.025] users in the admin group are administrators, whatever the claim is named', async () => {
  const brandId = await t.brand();
  for (const claims of [{ groups: ['admin'] }, { 'cognito:groups': ['admin'] }, { groups: ['/admin'] }]) {
    const token = await t.issuer.sign({
      sub: newId(),
      email: 'staff@troupe.test',
      email_verified: true,
      ...claims,
    });
    expect((await as(token).call(getMe, {})).role).toBe('administrator');
    expect((await as(token).call(getBrand, { params: { brandId } })).id).toBe(brandId);
  }
});

test('a sign-up in the creator app makes a creator', async () => {
  const token = await t.issuer.sign({
    sub: newId(),
    email: 'c@x.test',
    email_verified: true,
    troupe_role: 'creator',
  });
  expect((await as(token).call(getMe, {})).role).toBe('creator');
});

test('accepts a token without audience only from a known client, and only as an access token', async () => {
  const other = await startTestApi({ OIDC_CLIENT_IDS: 'dashboard' });
  try {
    const call = async (claims: object) => {
      const token = await other.issuer.sign({ sub: newId(), aud: undefined, email: 'a@b.test', ...claims });
      return (await fetch(`${other.url}/me`, { headers: { authorization: `Bearer ${token}` } })).status;
    };
    expect(await call({ client_id: 'dashboard', token_use: 'access' })).toBe(200);
    expect(await call({ client_id: 'dashboard', token_use: 'id' })).toBe(401);
    expect(await call({ client_id: 'somebody' })).toBe(401);
    expect(await call({})).toBe(401);
  } finally {
    await other.stop();
  }
});

test('reports an unreachable login host without logging anyone out', async () => {
  const other = await startTestApi();
  try {
    other.issuer.setDown(true);
    const token = await other.issuer.sign({ sub: newId(), email: 'a@b.test' });
    const response = await fetch(`${other.url}/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
    other.issuer.setDown(false);
    expect((await fetch(`${other.url}/me`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      200,
    );
  } finally {
    await other.stop();
  }
});
