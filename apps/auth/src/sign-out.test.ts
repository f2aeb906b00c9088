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
const back = () => `${instance.config.webOrigin}/login`;
const end = (params: Record<string, string>) => `/session/end?${new URLSearchParams(params)}`;

test('signs out without asking with a valid hint', async () => {
  const one = browser();
  const tokens = await one.logIn(email, password);
  const page = await one.open(
    end({ id_token_hint: tokens.id_token, post_logout_redirect_uri: back(), state: 'kept' }),
  );
  expect(page.leftTo?.href).toBe(`${back()}?state=kept`);
  expect((await one.startLogin()).page.body).toContain('aria-current="page">Log in</a>');
  expect((await one.refresh(tokens.refresh_token)).status).toBe(400);
});

test('asks before signing out without a hint', async () => {
  const one = browser();
  const tokens = await one.logIn(email, password);
  const question = await one.open(end({ client_id: 'troupe-web', post_logout_redirect_uri: back() }));
  expect(question.status).toBe(200);
  expect(question.body).toContain('<h1>Sign out</h1>');
  expect((await one.startLogin()).page.leftTo).toBeDefined();
  const again = await one.open(end({ client_id: 'troupe-web', post_logout_redirect_uri: back() }));
  const done = await one.send(again, { logout: 'yes' });
  expect(done.leftTo?.href).toBe(back());
  expect((await one.refresh(tokens.refresh_token)).status).toBe(400);
});

test("asks before signing out with another person's hint", async () => {
  await instance.addAccount('milo@larkmoor.test');
  const other = await browser().logIn('milo@larkmoor.test', password);
  const one = browser();
  await one.logIn(email, password);
  const page = await one.open(end({ id_token_hint: other.id_token, post_logout_redirect_uri: back() }));
  expect(page.body).toContain('<h1>Sign out</h1>');
});

test('signing out without a session redirects immediately', async () => {
  const page = await browser().open(end({ client_id: 'troupe-web', post_logout_redirect_uri: back() }));
  expect(page.leftTo?.href).toBe(back());
  expect((await browser().open('/session/end')).body).toContain('You&#39;re signed out');
});

test('rejects an unregistered return URL', async () => {
  const one = browser();
  const { id_token } = await one.logIn(email, password);
  const page = await one.open(
    end({ id_token_hint: id_token, post_logout_redirect_uri: 'http://evil.test/' }),
  );
  expect(page.status).toBe(400);
  expect(page.leftTo).toBeUndefined();
  expect((await one.open(end({ id_token_hint: 'rubbish' }))).status).toBe(400);
});

test('signing out everywhere ends all sessions of the account only', async () => {
  await instance.addAccount('olga@larkmoor.test');
  const [one, two, other] = [browser(), browser(), browser()];
  const [here, there, foreign] = [
    await one.logIn(email, password),
    await two.logIn(email, password),
    await other.logIn('olga@larkmoor.test', password),
  ];
  const page = await one.open('/account/sessions');
  expect(page.body).toContain('(this browser)');
  expect(page.body).toContain('>Sign out</button>');
  expect((await one.post('/account/sessions', { token: 'guessed' })).status).toBe(403);
  const done = await one.send(page, {}, '/account/sessions');
  expect(done.body).toContain('You&#39;re signed out everywhere');
  for (const [who, tokens] of [
    [one, here],
    [two, there],
  ] as const) {
    expect((await who.refresh(tokens.refresh_token)).status).toBe(400);
    expect((await who.startLogin()).page.body).toContain('aria-current="page">Log in</a>');
  }
  expect((await other.refresh(foreign.refresh_token)).status).toBe(200);
});

test("the sessions page tells visitors that they aren't signed in", async () => {
  expect((await browser().open('/account/sessions')).body).toContain('You&#39;re not logged in');
});

test('every ended session is listed as revoked, which invalidates its access tokens', async () => {
  const { config, db, mailbox } = instance;
  const listed = async () => {
    const answer = await fetch(`${config.issuer}/revocations`);
    return ((await answer.json()) as { sessions: string[] }).sessions;
  };
  const sidOf = (tokens: Tokens) => decodeJwt<{ sid: string }>(tokens.access_token).sid;
  const [one, two, three, kept] = [browser(), browser(), browser(), browser()];
  const here = await one.logIn(email, password);
  const there = await two.logIn(email, password);
  await one.open(end({ id_token_hint: here.id_token, post_logout_redirect_uri: back() }));
  await two.send(await two.open('/account/sessions'), {}, '/account/sessions');
  await instance.addAccount('reset@larkmoor.test');
  const reset = await three.logIn('reset@larkmoor.test', password);
  await instance.addAccount('kept@larkmoor.test');
  const staying = await kept.logIn('kept@larkmoor.test', password);
  const { page } = await browser().startLogin();
  expect(page.status).toBe(200);
  const visitor = browser();
  const login = await visitor.startLogin();
  const forgot = await visitor.open(`${new URL(login.page.url).pathname}/forgot`);
  await visitor.send(forgot, { email: 'reset@larkmoor.test' });
  const link = await visitor.open(await mailbox.link('reset@larkmoor.test'));
  await visitor.send(link, { password: 'another long password' });
  await vi.waitFor(
    async () => expect(await listed()).toEqual(expect.arrayContaining([here, there, reset].map(sidOf))),
    { timeout: 30_000, interval: 200 },
  );
  expect(await listed()).not.toContain(sidOf(staying));
  const { rows } = await db.query<{ uid: string }>(`select uid from oidc_model where model = 'Session'`);
  for (const { uid } of rows) expect(await listed()).not.toContain(uid);
});
