import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, type Page, type Tokens } from './testing/browser.ts';
import { type Instance, password, startInstance } from './testing/instance.ts';

let instance: Instance;

beforeAll(async () => {
  instance = await startInstance();
});

afterAll(async () => await instance?.close());

let lastAddress = 0;
const browser = (userAgent = '') =>
  new Browser(instance.config, { address: `192.0.2.${++lastAddress}`, userAgent });

/** Signs a person in. */
async function signedIn(email: string, more: Parameters<Instance['addAccount']>[1] = {}) {
  const id = await instance.addAccount(email, more);
  const one = browser();
  const tokens = await one.logIn(email, password);
  return { id, email, one, tokens };
}

/** Makes the sign-in this many minutes older. */
const age = (accountId: string, minutes: number) =>
  instance.db.query(
    `update oidc_model set payload = jsonb_set(payload::jsonb, '{loginTs}',
       to_jsonb(extract(epoch from now())::int - $2::int * 60))::text
     where model = 'Session' and account_id = $1`,
    [accountId, minutes],
  );

const state = (token: string, origin = instance.config.webOrigin) =>
  fetch(`${instance.config.issuer}/account/state`, { headers: { authorization: `Bearer ${token}`, origin } });

test('changing the password requires the current one and ends all other sessions', async () => {
  const { one, email, tokens } = await signedIn('change@larkmoor.test');
  const other = browser();
  const elsewhere = await other.logIn(email, password);
  const form = await one.open('/account/password');
  const wrong = await one.send(form, { current: 'not the old one', password: 'an entirely new one' });
  expect(wrong.status).toBe(422);
  expect(wrong.body).toContain('Incorrect password');
  const weak = await one.send(form, { current: password, password: 'short' });
  expect(weak.body).toContain('Use at least 10 characters');
  const done = await one.send(form, { current: password, password: 'an entirely new one' });
  expect(done.body).toContain('Your password was changed. You&#39;ve been signed out on all other devices.');
  expect((await one.refresh(tokens.refresh_token)).status).toBe(200);
  expect((await other.refresh(elsewhere.refresh_token)).status).toBe(400);
  expect((await instance.mailbox.next(email)).text).toContain('signed out on all other devices');
  await browser().logIn(email, 'an entirely new one');
});

test('guessing the current password in an open session is throttled like at login', async () => {
  const { one, email } = await signedIn('open@larkmoor.test');
  const form = await one.open('/account/password');
  const guess = (current: string) => one.send(form, { current, password: 'an entirely new one' });
  for (let i = 0; i < 5; i++) expect((await guess(`wrong ${i}`)).status).toBe(422);
  expect((await guess(password)).status).toBe(429);
  const login = browser();
  const { page } = await login.startLogin();
  // Another browser has its own budget.
  expect((await login.send(page, { email, password })).leftTo).toBeDefined();
});

test("sensitive pages ask for confirmation if the sign-in wasn't recent", async () => {
  const { one, id } = await signedIn('recent@larkmoor.test');
  for (const path of [
    '/account/two-step',
    '/account/passkeys',
    '/account/email',
    '/account/recovery-codes',
  ]) {
    expect((await one.open(path)).body).not.toContain('Confirm your identity');
  }
  await age(id, 11);
  const asked = await one.open('/account/passkeys');
  expect(asked.body).toContain('Confirm your identity');
  expect((await one.send(asked, { current: 'wrong' })).status).toBe(422);
  expect((await one.send(asked, { current: password })).body).toContain('<h1>Passkeys</h1>');
  expect((await one.open('/account/two-step')).body).toContain('Set up an authenticator app');
});

test('a form open for half an hour requires confirmation first', async () => {
  const { one, id, email } = await signedIn('late@larkmoor.test');
  const form = await one.open('/account/email');
  await age(id, 31);
  const answer = await one.send(form, { email: 'new-late@larkmoor.test' });
  expect(answer.body).toContain('Confirm your identity');
  expect((await one.send(answer, { current: password })).body).toContain('Change your email');
  const { rowCount } = await instance.db.query('select 1 from email_change where account_id = $1', [id]);
  expect(rowCount).toBe(0);
  expect(email).toContain('late');
});

test('confirmation redirects only to account pages', async () => {
  const { one, id } = await signedIn('next@larkmoor.test');
  for (const next of ['//evil.test', 'http://evil.test/', '/session/end', '/account/../session/end']) {
    await age(id, 11);
    const asked = await one.open(`/account/confirm?next=${encodeURIComponent(next)}`);
    const done = await one.send(asked, { current: password });
    expect(done.leftTo).toBeUndefined();
    expect(new URL(done.url).pathname).toBe('/account');
  }
});

test('a new email takes effect once its link is opened, for the same person', async () => {
  const { one, id, email } = await signedIn('old@larkmoor.test');
  const elsewhere = await browser().logIn(email, password);
  const sent = await one.send(await one.open('/account/email'), { email: ' New@Larkmoor.test ' });
  expect(sent.body).toContain('Confirm <strong>new@larkmoor.test</strong>');
  expect((await instance.mailbox.next(email)).subject).toBe('Request to change your email address');
  const path = await instance.mailbox.link('new@larkmoor.test');
  expect((await browser().open(path)).body).toContain('You&#39;re not logged in');
  const page = await one.open(path);
  expect(page.body).toContain('After you confirm, you&#39;ll log in as <strong>new@larkmoor.test</strong>');
  const done = await one.send(page, {});
  expect(done.body).toContain('Your email was changed.');
  expect((await instance.mailbox.next(email, 2)).text).toContain('new@larkmoor.test');
  expect((await one.refresh(elsewhere.refresh_token)).status).toBe(400);
  const tokens = await browser().logIn('new@larkmoor.test', password);
  expect(decodeJwt(tokens.access_token)).toMatchObject({
    sub: id,
    email: 'new@larkmoor.test',
    email_verified: true,
  });
  const gone = browser();
  const { page: login } = await gone.startLogin();
  expect((await gone.send(login, { email, password })).status).toBe(422);
  expect((await one.open(path)).status).toBe(410);
});

test('an email confirmation link works only for the account that requested it', async () => {
  const { one } = await signedIn('asker@larkmoor.test');
  await one.send(await one.open('/account/email'), { email: 'asked@larkmoor.test' });
  const path = await instance.mailbox.link('asked@larkmoor.test');
  const stranger = await signedIn('stranger@larkmoor.test');
  expect((await stranger.one.open(path)).status).toBe(410);
  const page = await one.open(path);
  const link = /name="link" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const own =
    /name="token" value="([^"]+)"/.exec((await stranger.one.open('/account/password')).body)?.[1] ?? '';
  expect((await stranger.one.post('/account/email/confirm', { token: own, link })).status).toBe(410);
});

test('only the email, not the page, reveals whether an address has an account', async () => {
  await instance.addAccount('taken@larkmoor.test');
  const { one, email } = await signedIn('wants@larkmoor.test');
  const form = await one.open('/account/email');
  const sent = await one.send(form, { email: 'taken@larkmoor.test' });
  expect(sent.body).toContain('Confirm <strong>taken@larkmoor.test</strong>');
  const mail = await instance.mailbox.next('taken@larkmoor.test');
  expect(mail.subject).toBe('This email address already has a Troupe account');
  expect(mail.text).not.toContain('token=');
  expect(email).toContain('wants');
});

test('the first of two people confirming the same email gets it', async () => {
  const people = [await signedIn('first@larkmoor.test'), await signedIn('second@larkmoor.test')];
  const wanted = 'wanted@larkmoor.test';
  const pages: Page[] = [];
  for (const [i, { one }] of people.entries()) {
    await one.send(await one.open('/account/email'), { email: wanted });
    pages.push(await one.open(await instance.mailbox.link(wanted, i + 1)));
  }
  const answers = await Promise.all(people.map(({ one }, i) => one.send(pages[i] as Page, {})));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  const { rowCount } = await instance.db.query('select 1 from account where email = $1', [wanted]);
  expect(rowCount).toBe(1);
});

test('an email change can be cancelled, and a new one replaces it', async () => {
  const { one, email } = await signedIn('mind@larkmoor.test');
  await one.send(await one.open('/account/email'), { email: 'mind1@larkmoor.test' });
  const first = await instance.mailbox.link('mind1@larkmoor.test');
  await one.send(await one.open('/account/email'), { email: 'mind2@larkmoor.test' }, '/account/email');
  expect((await one.open(first)).status).toBe(410);
  const second = await instance.mailbox.link('mind2@larkmoor.test');
  await one.send(await one.open('/account/email'), {}, '/account/email/cancel');
  expect((await one.open(second)).status).toBe(410);
  await browser().logIn(email, password);
});

test.each([
  '',
  'rubbish',
  'a@b',
  'x\r\nBcc: all@larkmoor.test',
  '"><script>@x.test',
  `${'a'.repeat(300)}@x.test`,
])('rejects the email %j with a message', async (typed) => {
  const one = browser();
  await one.logIn('mind@larkmoor.test', password);
  const answer = await one.send(await one.open('/account/email'), { email: typed });
  expect(answer.status).toBe(422);
  expect(answer.body).toContain('id="email-error"');
  expect(answer.body).not.toContain('<script>@x');
});

test('lists sessions by browser and ends them individually', async () => {
  const { one, email, tokens } = await signedIn('list@larkmoor.test');
  const phone = browser(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
  );
  const theirs = await phone.logIn(email, password);
  const strange = browser('<script>alert(1)</script>');
  const kept = await strange.logIn(email, password);
  const page = await one.open('/account/sessions');
  expect(page.body).toContain('Safari on iPhone');
  expect(page.body).not.toContain('<script>alert');
  const uid = /aria-label="Sign out Safari on iPhone"/.test(page.body)
    ? /name="session" value="([^"]+)">\n<button[^>]+aria-label="Sign out Safari on iPhone"/.exec(
        page.body,
      )?.[1]
    : undefined;
  const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const ended = await one.post('/account/sessions/end', { token, session: uid ?? '' });
  expect(ended.body).toContain('Session ended.');
  expect(ended.body).not.toContain('Safari on iPhone');
  expect((await phone.refresh(theirs.refresh_token)).status).toBe(400);
  expect((await strange.refresh(kept.refresh_token)).status).toBe(200);
  const alone = await one.send(ended, {}, '/account/sessions/end-others');
  expect(alone.body).toContain('Signed out of all other sessions.');
  const again = (await (await one.refresh(tokens.refresh_token)).json()) as Tokens;
  expect(again.access_token).toBeTruthy();
  expect((await strange.startLogin()).page.body).toContain('aria-current="page">Log in</a>');
});

test("rejects ending another person's session", async () => {
  const mine = await signedIn('mine2@larkmoor.test');
  const thief = await signedIn('thief2@larkmoor.test');
  const { rows } = await instance.db.query<{ uid: string }>(
    `select uid from oidc_model where model = 'Session' and account_id = $1`,
    [mine.id],
  );
  const token =
    /name="token" value="([^"]+)"/.exec((await thief.one.open('/account/sessions')).body)?.[1] ?? '';
  await thief.one.post('/account/sessions/end', { token, session: rows[0]?.uid ?? '' });
  expect((await mine.one.refresh(mine.tokens.refresh_token)).status).toBe(200);
});

test('account forms from another session or site have no effect', async () => {
  const { one } = await signedIn('forms@larkmoor.test');
  const other = await signedIn('forms2@larkmoor.test');
  const token =
    /name="token" value="([^"]+)"/.exec((await other.one.open('/account/password')).body)?.[1] ?? '';
  for (const path of [
    '/account/password',
    '/account/email',
    '/account/email/cancel',
    '/account/email/confirm',
    '/account/confirm',
    '/account/confirm/passkey',
    '/account/two-step',
    '/account/two-step/off',
    '/account/recovery-codes',
    '/account/passkeys',
    '/account/passkeys/remove',
    '/account/passkeys/after-password',
    '/account/sessions',
    '/account/sessions/end',
    '/account/sessions/end-others',
    '/account/close',
  ]) {
    expect((await one.post(path, { token })).status, path).toBe(403);
    expect((await one.post(path, {}, { origin: 'http://evil.test' })).status, path).toBe(403);
    expect((await browser().post(path, { token })).body, path).toContain('You&#39;re not logged in');
  }
});

test('return links point only to our apps', async () => {
  const { one } = await signedIn('back@larkmoor.test');
  const { webOrigin } = instance.config;
  const good = `${webOrigin}/profile`;
  expect((await one.open(`/account?return_to=${encodeURIComponent(`${good}?a=1`)}`)).body).toContain(
    `${good}?a=1`,
  );
  for (const bad of [
    'http://evil.test/',
    'javascript:alert(1)',
    `${webOrigin}.evil.test/`,
    `http://x@localhost:3000/`,
    '//evil.test',
  ]) {
    const page = await one.open(`/account?return_to=${encodeURIComponent(bad)}`);
    expect(page.status).toBe(200);
    expect(page.body).not.toContain('evil.test');
    expect(page.body).not.toContain('javascript:');
    expect(page.body).not.toContain('x@localhost');
  }
});

test("our apps can read account security with their token, others can't", async () => {
  const { tokens, email } = await signedIn('state@larkmoor.test');
  const answer = await state(tokens.access_token);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe(instance.config.webOrigin);
  expect(await answer.json()).toMatchObject({
    email,
    pendingEmail: null,
    authenticatorApp: false,
    passkeys: 0,
    recoveryCodesLeft: 0,
    sessions: 1,
  });
  expect(
    (await state(tokens.access_token, 'http://evil.test')).headers.get('access-control-allow-origin'),
  ).toBeNull();
  for (const bad of ['', 'x', tokens.id_token, `${tokens.access_token}x`, tokens.refresh_token]) {
    const refused = await state(bad);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toEqual({ error: 'invalid_token' });
  }
  const asked = await fetch(`${instance.config.issuer}/account/state`, {
    method: 'OPTIONS',
    headers: { origin: instance.config.webOrigin, 'access-control-request-headers': 'authorization' },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-headers')).toBe('authorization');
});

test("closing a creator's account deletes everything and frees the email", async () => {
  const { one, id, email, tokens } = await signedIn('leaves@larkmoor.test', { role: 'creator' });
  const page = await one.open('/account/close');
  expect((await one.send(page, { confirm: 'no' })).status).toBe(422);
  const closed = await one.send(page, { confirm: 'close' });
  expect(closed.body).toContain('Your account is closed');
  expect((await one.refresh(tokens.refresh_token)).status).toBe(400);
  expect((await state(tokens.access_token)).status).toBe(401);
  expect((await instance.mailbox.next(email)).subject).toBe('Your account is closed');
  const { rows } = await instance.db.query<{ left: number }>(
    `select (select count(*) from account where id = $1)::int + (select count(*) from oidc_model where account_id = $1)::int
       + (select count(*) from session_note where account_id = $1)::int as left`,
    [id],
  );
  expect(rows[0]?.left).toBe(0);
  await instance.addAccount(email);
});

test("brand members can't close their account here", async () => {
  const { one, id } = await signedIn('stays@larkmoor.test');
  expect((await one.open('/account/close')).status).toBe(404);
  const token = /name="token" value="([^"]+)"/.exec((await one.open('/account/password')).body)?.[1] ?? '';
  expect((await one.post('/account/close', { token, confirm: 'CLOSE' })).status).toBe(404);
  const { rowCount } = await instance.db.query('select 1 from account where id = $1', [id]);
  expect(rowCount).toBe(1);
});
