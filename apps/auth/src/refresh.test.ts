import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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

test('exchanges a refresh token for a new one and a fresh access token', async () => {
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

const olderBy = (interval: string) =>
  instance.db.query(
    `update oidc_model set consumed_at = consumed_at - $1::interval, created_at = created_at - $1::interval
     where model = 'RefreshToken'`,
    [interval],
  );

const claimsOf = ({ access_token }: Tokens) => decodeJwt<{ sid: string; gid: string }>(access_token);

const revocations = async () => {
  const answer = await fetch(`${instance.config.issuer}/revocations`);
  return (await answer.json()) as { sessions: string[]; grants: string[] };
};

test('tabs refreshing concurrently with one token stay signed in', async () => {
  for (let round = 0; round < 3; round++) {
    const one = browser();
    let { refresh_token } = await one.logIn(email, password);
    for (let renewal = 0; renewal < 3; renewal++) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => one.refresh(refresh_token)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const tokens = await Promise.all(answers.map((answer) => answer.json() as Promise<Tokens>));
      expect(new Set(tokens.map((each) => each.refresh_token)).size).toBe(5);
      // The last tab to write the shared storage wins.
      refresh_token = tokens[renewal]?.refresh_token ?? '';
    }
  }
});

test('a refresh whose response was lost can be repeated, even hours later', async () => {
  const one = browser();
  const first = await one.logIn(email, password);
  await one.refresh(first.refresh_token);
  const again = await one.refresh(first.refresh_token);
  expect(again.status).toBe(200);
  await olderBy('3 hours');
  const later = await one.refresh(first.refresh_token);
  expect(later.status).toBe(200);
  expect((await one.refresh(((await later.json()) as Tokens).refresh_token)).status).toBe(200);
});

test('repeating a refresh late invalidates earlier responses', async () => {
  const one = browser();
  const first = await one.logIn(email, password);
  const lost = (await (await one.refresh(first.refresh_token)).json()) as Tokens;
  await olderBy('2 minutes');
  const second = (await (await one.refresh(first.refresh_token)).json()) as Tokens;
  expect((await one.refresh(lost.refresh_token)).status).toBe(400);
  expect((await one.refresh(second.refresh_token)).status).toBe(400);
});

const trade = async (one: Browser, token: string) => (await (await one.refresh(token)).json()) as Tokens;

test('after the grace period only the latest response to a refresh token works', async () => {
  const one = browser();
  const first = await one.logIn(email, password);
  const older = await trade(one, first.refresh_token);
  const newer = await trade(one, first.refresh_token);
  await olderBy('2 minutes');
  const next = await trade(one, newer.refresh_token);
  expect((await one.refresh(next.refresh_token)).status).toBe(200);
  expect((await one.refresh(older.refresh_token)).status).toBe(400);
});

test('using the older of two chains after the grace period ends both, with access tokens', async () => {
  const one = browser();
  const first = await one.logIn(email, password);
  const [older, newer] = [await trade(one, first.refresh_token), await trade(one, first.refresh_token)];
  const [owner, thief] = [await trade(one, older.refresh_token), await trade(one, newer.refresh_token)];
  await olderBy('2 minutes');
  expect((await one.refresh(owner.refresh_token)).status).toBe(400);
  expect((await one.refresh(thief.refresh_token)).status).toBe(400);
  await vi.waitFor(async () => expect((await revocations()).grants).toContain(claimsOf(first).gid), {
    timeout: 30_000,
    interval: 200,
  });
});

test('a hundred requests within a second read the revocation list once', async () => {
  const query = vi.spyOn(instance.db, 'query');
  const readings = () => query.mock.calls.filter(([text]) => String(text).includes('from revocation')).length;
  try {
    const began = performance.now();
    const lists = await Promise.all(Array.from({ length: 100 }, revocations));
    expect(new Set(lists.map((list) => JSON.stringify(list))).size).toBe(1);
    expect(readings()).toBeLessThanOrEqual(1 + Math.floor((performance.now() - began) / 1000));
  } finally {
    query.mockRestore();
  }
});

test('reusing a refresh token after its successor ends the chain, with access tokens', async () => {
  const one = browser();
  const first = await one.logIn(email, password);
  const second = (await (await one.refresh(first.refresh_token)).json()) as Tokens;
  const third = (await (await one.refresh(second.refresh_token)).json()) as Tokens;
  const { gid, sid } = claimsOf(third);
  expect(gid).toBe(claimsOf(first).gid);
  expect(sid).toBe(claimsOf(first).sid);
  const replay = await one.refresh(first.refresh_token);
  expect(replay.status).toBe(400);
  expect(await replay.json()).toMatchObject({ error: 'invalid_grant' });
  expect((await one.refresh(third.refresh_token)).status).toBe(400);
  await vi.waitFor(async () => expect((await revocations()).grants).toContain(gid), {
    timeout: 30_000,
    interval: 200,
  });
});

test('reusing a code ends its grant', async () => {
  const one = browser();
  const started = await one.startLogin();
  const page = await one.send(started.page, { email, password });
  const code = page.leftTo?.searchParams.get('code') ?? '';
  const tokens = (await (await one.exchange(code, started.verifier)).json()) as Tokens;
  expect((await one.exchange(code, started.verifier)).status).toBe(400);
  await vi.waitFor(async () => expect((await revocations()).grants).toContain(claimsOf(tokens).gid), {
    timeout: 30_000,
    interval: 200,
  });
});

test("rotation doesn't extend the 14 days", async () => {
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

test('an app can revoke its refresh token', async () => {
  const one = browser();
  const { refresh_token } = await one.logIn(email, password);
  const answer = await fetch(`${instance.config.issuer}/token/revocation`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'troupe-web', token: refresh_token }),
  });
  expect(answer.status).toBe(200);
  expect((await one.refresh(refresh_token)).status).toBe(400);
});

test('the database stores no usable refresh token, code or session id', async () => {
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
