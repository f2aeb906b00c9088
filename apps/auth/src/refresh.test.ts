import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, type Tokens } from './testing/browser.ts';
import { type Instance, password, startInstance } from './testing/instance.ts';

let instance: Instance;
const email = 'alva@larkmoor.test';

beforeAll(async () => {
  instance = await startInstance();
  await instance.addAccount(email);
});

afterAll(async () => await instance?.close());

const browser = () => new Browser(instance.config);

test('a refresh token is exchanged for a new one and a fresh access token', async () => {
  const one = browser();
  const first = await one.logIn(email, password);
  const answer = await one.refresh(first.refresh_token);
  expect(answer.status).toBe(200);
  const second = (await answer.json()) as Tokens;
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(decodeJwt(second.access_token)).toMatchObject({ aud: 'urn:troupe:api', email });
  const third = await one.refresh(second.refresh_token);
  expect(third.status).toBe(200);
});

test('using an old refresh token again ends the whole chain', async () => {
  const one = browser();
  const first = await one.logIn(email, password);
  const second = (await (await one.refresh(first.refresh_token)).json()) as Tokens;
  const replay = await one.refresh(first.refresh_token);
  expect(replay.status).toBe(400);
  expect(await replay.json()).toMatchObject({ error: 'invalid_grant' });
  expect((await one.refresh(second.refresh_token)).status).toBe(400);
});

test('two requests racing with one refresh token never both get a new one', async () => {
  for (let round = 0; round < 5; round++) {
    const one = browser();
    const { refresh_token } = await one.logIn(email, password);
    const answers = await Promise.all([1, 2, 3].map(async () => await one.refresh(refresh_token)));
    const good = answers.filter((answer) => answer.status === 200);
    expect(good.length).toBeLessThanOrEqual(1);
    for (const answer of good) {
      const { refresh_token: next } = (await answer.json()) as Tokens;
      expect((await one.refresh(next)).status).toBe(400);
    }
  }
});

test('rotation does not lengthen the 14 days', async () => {
  const one = browser();
  const first = await one.logIn(email, password);
  await instance.db.query(
    `update oidc_model set expires_at = now() + interval '1 hour',
       payload = jsonb_set(payload::jsonb, '{exp}', to_jsonb(extract(epoch from now())::int + 3600))::text
     where model = 'RefreshToken' and consumed_at is null`,
  );
  const second = (await (await one.refresh(first.refresh_token)).json()) as Tokens;
  const { rows } = await instance.db.query<{ left: number }>(
    `select extract(epoch from expires_at - now())::int as left from oidc_model
     where model = 'RefreshToken' order by created_at desc limit 1`,
  );
  expect(rows[0]?.left).toBeLessThan(3610);
  await instance.db.query(`update oidc_model set expires_at = now() where model = 'RefreshToken'`);
  expect((await one.refresh(second.refresh_token)).status).toBe(400);
});

test('an app can give its refresh token back', async () => {
  const one = browser();
  const { refresh_token } = await one.logIn(email, password);
  const answer = await fetch(`${instance.config.issuer}/token/revocation`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'troupe-web', token: refresh_token }),
  });
  expect(answer.status).toBe(200);
  expect((await one.refresh(refresh_token)).status).toBe(400);
});

test('the database holds no refresh token, code or session id that could be used', async () => {
  const { refresh_token } = await browser().logIn(email, password);
  const { rows } = await instance.db.query<{ row: string }>(
    'select row_to_json(m)::text as row from oidc_model m',
  );
  expect(rows.some(({ row }) => row.includes(refresh_token))).toBe(false);
  const { rows: secrets } = await instance.db.query<{ model: string }>(
    `select model from oidc_model where payload::jsonb ? 'jti' and model in ('RefreshToken', 'AuthorizationCode', 'Session')`,
  );
  expect(secrets).toEqual([]);
});
