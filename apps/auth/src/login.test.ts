import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from './testing/browser.ts';
import { type Instance, password, startInstance } from './testing/instance.ts';

let instance: Instance;
let accountId: string;

beforeAll(async () => {
  instance = await startInstance();
  accountId = await instance.addAccount('alva@larkmoor.test');
  await instance.addAccount('ada@troupe.test', { groups: ['admin'] });
  await instance.addAccount('cleo@troupe.test', { role: 'creator' });
});

afterAll(async () => await instance?.close());

const browser = () => new Browser(instance.config);

const verify = async (token: string, audience = 'urn:troupe:api') =>
  await jwtVerify(token, createRemoteJWKSet(new URL(`${instance.config.issuer}/jwks`)), {
    issuer: instance.config.issuer,
    audience,
    algorithms: ['RS256'],
    typ: 'at+jwt',
  });

test('[R7.002] logging in gives the app a signed access token for the API', async () => {
  const tokens = await browser().logIn('alva@larkmoor.test', password);
  const { payload } = await verify(tokens.access_token);
  expect(payload).toMatchObject({
    sub: accountId,
    client_id: 'troupe-web',
    scope: 'openid profile email',
    email: 'alva@larkmoor.test',
    email_verified: true,
    given_name: 'Alva',
    family_name: 'Berg',
    groups: [],
    troupe_role: 'brand',
  });
  expect(payload).not.toHaveProperty('troupe_brand');
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(1800);
  expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: accountId, aud: 'troupe-web', nonce: 'n' });
});

test('the tab order is email, password, then help', async () => {
  const { body } = (await browser().startLogin()).page;
  const at = ['id="email"', 'id="password"', 'Forgot password?', '>Log in</button>'].map((text) =>
    body.indexOf(text),
  );
  expect(at.every((place) => place > 0)).toBe(true);
  expect(at).toEqual([...at].sort((one, other) => one - other));
});

test('an app that requests no resource gets the same kind of token', async () => {
  const tokens = await browser().logIn('alva@larkmoor.test', password, { resource: undefined });
  expect((await verify(tokens.access_token)).payload.sub).toBe(accountId);
});

test('tokens identify administrators and creators', async () => {
  const admin = await browser().logIn('ada@troupe.test', password);
  expect(decodeJwt(admin.access_token)).toMatchObject({ groups: ['admin'], troupe_role: 'brand' });
  const creator = await browser().logIn('cleo@troupe.test', password);
  expect(decodeJwt(creator.access_token)).toMatchObject({ groups: [], troupe_role: 'creator' });
});

test('a token is rejected for another audience or issuer, and after half an hour', async () => {
  const { access_token } = await browser().logIn('alva@larkmoor.test', password);
  await expect(verify(access_token, 'urn:other:api')).rejects.toThrow(/aud/);
  const keys = createRemoteJWKSet(new URL(`${instance.config.issuer}/jwks`));
  await expect(jwtVerify(access_token, keys, { issuer: `${instance.config.issuer}/` })).rejects.toThrow(
    /iss/,
  );
});

test('the discovery document has the exact issuer regardless of the requested host', async () => {
  const answer = await fetch(`http://127.0.0.1:${instance.config.port}/.well-known/openid-configuration`, {
    headers: { 'x-forwarded-host': 'evil.test' },
  });
  const document = (await answer.json()) as Record<string, unknown>;
  expect(document.issuer).toBe(instance.config.issuer);
  expect(document.token_endpoint).toBe(`${instance.config.issuer}/token`);
  expect(document.prompt_values_supported ?? ['create']).toContain('create');
  expect(JSON.stringify(document)).not.toContain('evil.test');
});

test('a logged-in person continues without input, also with prompt=none', async () => {
  const one = browser();
  await one.logIn('alva@larkmoor.test', password);
  const again = await one.startLogin();
  expect(again.page.leftTo?.searchParams.get('code')).toBeTruthy();
  const silent = await one.startLogin({ prompt: 'none' });
  expect(silent.page.leftTo?.searchParams.get('code')).toBeTruthy();
  const signUp = await one.startLogin({ prompt: 'create' });
  expect(signUp.page.leftTo?.searchParams.get('code')).toBeTruthy();
});

test('an app can require the password again and request unneeded consent', async () => {
  const one = browser();
  await one.logIn('alva@larkmoor.test', password);
  const started = await one.startLogin({ prompt: 'login' });
  expect(started.page.body).toContain('aria-current="page">Log in</a>');
  const page = await one.send(started.page, { email: 'alva@larkmoor.test', password });
  await one.takeTokens(started, page);
  const consent = await one.startLogin({ prompt: 'consent' });
  await one.takeTokens(consent, consent.page);
});

test('a silent renewal without a session returns login_required', async () => {
  const { page } = await browser().startLogin({ prompt: 'none' });
  expect(page.leftTo?.searchParams.get('error')).toBe('login_required');
});

test('logging in as another person in the same browser replaces the first', async () => {
  const one = browser();
  await one.logIn('alva@larkmoor.test', password);
  const started = await one.startLogin({ prompt: 'login' });
  const page = await one.send(started.page, { email: 'ada@troupe.test', password });
  expect(page.body).toContain('Submitting Callback');
  const confirmed = await one.post('/session/end/confirm', {
    xsrf: /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '',
    logout: 'yes',
  });
  const tokens = await one.takeTokens(started, confirmed);
  expect(decodeJwt(tokens.access_token).email).toBe('ada@troupe.test');
});

test('a cancelled login returns access_denied to the app', async () => {
  const one = browser();
  const { page, state } = await one.startLogin();
  const cancelled = await one.open(`${new URL(page.url).pathname}/cancel`);
  expect(cancelled.leftTo?.origin).toBe(instance.config.webOrigin);
  expect(cancelled.leftTo?.searchParams.get('error')).toBe('access_denied');
  expect(cancelled.leftTo?.searchParams.get('state')).toBe(state);
});

test('the login page shows the destination and keeps input except the password', async () => {
  const one = browser();
  const { page } = await one.startLogin({ login_hint: 'alva@larkmoor.test' });
  expect(page.body).toContain('value="alva@larkmoor.test"');
  expect(page.body).toContain('ll return to localhost:3000');
  const wrong = await one.send(page, { email: 'Alva@Larkmoor.test ', password: 'wrong-password-1' });
  expect(wrong.status).toBe(422);
  expect(wrong.body).toContain('Incorrect email or password.');
  expect(wrong.body).toContain('<title>Error: Log in | Troupe</title>');
  expect(wrong.body).toContain('value="Alva@Larkmoor.test "');
  expect(wrong.body).not.toContain('wrong-password-1');
  const right = await one.send(wrong, { email: 'Alva@Larkmoor.test ', password });
  expect(right.leftTo?.searchParams.get('code')).toBeTruthy();
});

test('reports each empty field', async () => {
  const one = browser();
  const { page } = await one.startLogin();
  const answer = await one.send(page, { email: '', password: '' });
  expect(answer.status).toBe(422);
  expect(answer.body).toContain('Enter your email');
  expect(answer.body).toContain('Enter your password');
});

test('a code is invalid without its verifier, with a wrong one, or when reused', async () => {
  const one = browser();
  const started = await one.startLogin();
  const page = await one.send(started.page, { email: 'alva@larkmoor.test', password });
  const code = page.leftTo?.searchParams.get('code') ?? '';
  expect((await one.exchange(code, 'x'.repeat(43))).status).toBe(400);
  const first = await one.exchange(code, started.verifier);
  expect(first.status).toBe(200);
  const { refresh_token } = (await first.json()) as { refresh_token: string };
  expect((await one.exchange(code, started.verifier)).status).toBe(400);
  expect((await one.refresh(refresh_token)).status).toBe(400);
});

test('rejects an app without PKCE, with a foreign redirect URL or unknown client id', async () => {
  const one = browser();
  const plain = await one.startLogin({ code_challenge: undefined, code_challenge_method: undefined });
  expect(plain.page.leftTo?.searchParams.get('error')).toBe('invalid_request');
  const foreign = await one.startLogin({ redirect_uri: 'http://evil.test/login' });
  expect(foreign.page.status).toBe(400);
  expect(foreign.page.body).toContain('Invalid request');
  const unknown = await one.startLogin({ client_id: 'someone<script>' });
  expect(unknown.page.status).toBe(400);
  expect(unknown.page.body).not.toContain('<script>"');
  const resource = await one.startLogin({ resource: 'urn:other:api' });
  expect(resource.page.leftTo?.searchParams.get('error')).toBe('invalid_target');
});

test("only our apps' origins can request tokens from browsers", async () => {
  const { refresh_token } = await browser().logIn('alva@larkmoor.test', password);
  const fields = { grant_type: 'refresh_token', client_id: 'troupe-web', refresh_token };
  const foreign = await browser().token(fields, 'http://evil.test');
  expect(foreign.status).toBe(400);
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  const own = await browser().token(fields);
  expect(own.status).toBe(200);
  expect(own.headers.get('access-control-allow-origin')).toBe(instance.config.webOrigin);
});

test("a login can't be finished in another browser or after it has ended", async () => {
  const one = browser();
  const { page } = await one.startLogin();
  const path = new URL(page.url).pathname;
  expect((await browser().open(path)).status).toBe(400);
  const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const stolen = await browser().post(`${path}/login`, { token, email: 'alva@larkmoor.test', password });
  expect(stolen.body).toContain('This login attempt has expired');
  await instance.db.query(`delete from oidc_model where model = 'Interaction'`);
  const late = await one.send(page, { email: 'alva@larkmoor.test', password });
  expect(late.status).toBe(400);
  expect(late.body).toContain('This login attempt has expired');
});

test('a form from another page or with a wrong token has no effect', async () => {
  const one = browser();
  const { page } = await one.startLogin();
  const path = `${new URL(page.url).pathname}/login`;
  const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const fields = { email: 'alva@larkmoor.test', password };
  const foreign: Record<string, string>[] = [
    { origin: 'http://localhost:3000' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign) {
    expect((await one.post(path, { ...fields, token }, headers)).status).toBe(403);
  }
  expect((await one.post(path, { ...fields, token: 'x' })).status).toBe(403);
  expect((await one.post(path, fields)).status).toBe(403);
  const other = await one.startLogin();
  expect((await one.post(`${new URL(other.page.url).pathname}/login`, { ...fields, token })).status).toBe(
    403,
  );
  expect((await one.post(path, { ...fields, token })).leftTo).toBeDefined();
});
