import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { disableSecondStep } from './proofs/second-step.ts';
import { Browser, type Page } from './testing/browser.ts';
import { type Instance, password, startInstance } from './testing/instance.ts';

let instance: Instance;
const step = 30_000;

beforeAll(async () => {
  // The middle of a time step, fixed so no code expires during a test.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / step) * step + step / 2 });
  instance = await startInstance();
});

afterAll(async () => {
  await instance?.close();
  vi.useRealTimers();
});

let lastAddress = 0;
const browser = () => new Browser(instance.config, { address: `192.0.2.${++lastAddress}` });
/** The app's code, now or a number of steps away. */
function codeOf(secret: string, off = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + off * step });
}

const secretOn = (page: Page) =>
  (/<code>([A-Z2-7 ]{32,})<\/code>/.exec(page.body)?.[1] ?? '').replaceAll(' ', '');
const codesOn = (page: Page) =>
  [...page.body.matchAll(/<code>([a-z0-9]{5}-[a-z0-9]{5})<\/code>/g)].map((m) => m[1] ?? '');

/** Creates an account with an app whose codes of the previous step are used. */
async function withApp(email: string) {
  const id = await instance.addAccount(email);
  const one = browser();
  await one.logIn(email, password);
  const page = await one.open('/account/two-step');
  const secret = secretOn(page);
  const on = await one.send(page, { code: codeOf(secret, -1) });
  return { id, email, one, secret, page, on, codes: codesOn(on) };
}

/** Signs in up to the second step. */
async function firstStep(email: string, given = password) {
  const one = browser();
  const started = await one.startLogin();
  return { one, started, page: await one.send(started.page, { email, password: given }) };
}

test('sets up an authenticator app with QR code, secret and first code', async () => {
  const { page, on, codes } = await withApp('app@larkmoor.test');
  expect(page.body).toContain('<svg class="qr"');
  expect(secretOn(page)).toHaveLength(32);
  expect(on.body).toContain('Your recovery codes');
  expect(new Set(codes).size).toBe(10);
  const mail = await instance.mailbox.next('app@larkmoor.test');
  expect(mail.subject).toBe('Two-step login is on');
});

test('setting up the app signs out other sessions', async () => {
  await instance.addAccount('else@larkmoor.test');
  const [one, other] = [browser(), browser()];
  const kept = await one.logIn('else@larkmoor.test', password);
  const ended = await other.logIn('else@larkmoor.test', password);
  const page = await one.open('/account/two-step');
  const on = await one.send(page, { code: codeOf(secretOn(page)) });
  expect(on.body).toContain('You&#39;ve been signed out on all other devices.');
  expect((await one.refresh(kept.refresh_token)).status).toBe(200);
  expect((await other.refresh(ended.refresh_token)).status).toBe(400);
  expect((await other.open('/account/two-step')).body).toContain('You&#39;re not logged in');
});

test("a wrong first code doesn't enable it and keeps the secret", async () => {
  const id = await instance.addAccount('typo@larkmoor.test');
  const one = browser();
  await one.logIn('typo@larkmoor.test', password);
  const page = await one.open('/account/two-step');
  const wrong = await one.send(page, { code: '000000' });
  expect(wrong.status).toBe(422);
  expect(wrong.body).toContain('Incorrect');
  expect(secretOn(wrong)).toBe(secretOn(page));
  expect((await one.send(page, { code: '' })).status).toBe(422);
  expect((await firstStep('typo@larkmoor.test')).page.leftTo).toBeDefined();
  const { rows } = await instance.db.query(
    'select confirmed_at from authenticator_app where account_id = $1',
    [id],
  );
  expect(rows).toEqual([{ confirmed_at: null }]);
});

test('with an app, login requires its code in both our apps', async () => {
  const { email, secret, id } = await withApp('both@larkmoor.test');
  for (const clientId of ['troupe-web', 'troupe-portal']) {
    await instance.db.query('update authenticator_app set last_step = 0 where account_id = $1', [id]);
    const one = browser();
    const started = await one.startLogin({}, clientId);
    const second = await one.send(started.page, { email, password });
    expect(second.leftTo).toBeUndefined();
    expect(second.body).toContain('<h1>Two-step login</h1>');
    const done = await one.send(second, {
      code: ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`,
    });
    const tokens = await one.takeTokens(started, done, clientId);
    expect(decodeJwt(tokens.access_token).sub).toBe(id);
  }
});

test('accepts codes of one step before and after only', async () => {
  const { email, secret, id } = await withApp('clock@larkmoor.test');
  for (const [off, right] of [
    [-2, false],
    [2, false],
    [-1, true],
    [1, true],
  ] as const) {
    await instance.db.query('update authenticator_app set last_step = 0 where account_id = $1', [id]);
    const { one, page } = await firstStep(email);
    expect(Boolean((await one.send(page, { code: codeOf(secret, off) })).leftTo)).toBe(right);
  }
});

test('accepts a code once, and no older one afterwards', async () => {
  const { email, secret } = await withApp('replay@larkmoor.test');
  const code = codeOf(secret);
  const older = codeOf(secret, -1);
  const first = await firstStep(email);
  expect((await first.one.send(first.page, { code })).leftTo).toBeDefined();
  const second = await firstStep(email);
  for (const used of [code, older]) {
    const refused = await second.one.send(second.page, { code: used });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('already used. Try another code');
  }
  expect((await second.one.send(second.page, { code: codeOf(secret, 1) })).leftTo).toBeDefined();
});

test('one of two browsers using the same code at once gets in', async () => {
  const { email, secret } = await withApp('race@larkmoor.test');
  const both = await Promise.all([firstStep(email), firstStep(email)]);
  const code = codeOf(secret);
  const answers = await Promise.all(both.map(({ one, page }) => one.send(page, { code })));
  expect(answers.filter(({ leftTo }) => leftTo).length).toBe(1);
});

test('a recovery code works once in any notation and notifies the owner', async () => {
  const { email, codes } = await withApp('lost@larkmoor.test');
  const [code = ''] = codes;
  const { one, page } = await firstStep(email);
  const typed = ` ${code.toUpperCase().replace('-', ' ')} `;
  expect((await one.send(page, { code: typed })).leftTo).toBeDefined();
  const again = await firstStep(email);
  expect((await again.one.send(again.page, { code })).status).toBe(422);
  expect((await instance.mailbox.next(email, 2)).subject).toBe('A recovery code was used');
  expect((await one.open('/account')).body).toContain('9 remaining');
});

test('new recovery codes invalidate earlier ones', async () => {
  const { email, one, codes } = await withApp('anew@larkmoor.test');
  const made = await one.send(await one.open('/account/recovery-codes'), {});
  const fresh = codesOn(made);
  expect(fresh).toHaveLength(10);
  expect(fresh.some((code) => codes.includes(code))).toBe(false);
  const { one: other, page } = await firstStep(email);
  expect((await other.send(page, { code: codes[0] ?? '' })).status).toBe(422);
  expect((await other.send(page, { code: fresh[0] ?? '' })).leftTo).toBeDefined();
});

test('after five wrong codes the second step is blocked, even with the right code or password', async () => {
  const { email, secret } = await withApp('guess@larkmoor.test');
  const { one, page } = await firstStep(email);
  for (let i = 0; i < 5; i++) expect((await one.send(page, { code: `00000${i}` })).status).toBe(422);
  const blocked = await one.send(page, { code: codeOf(secret) });
  expect(blocked.status).toBe(429);
  expect(blocked.body).toMatch(/Too many attempts\. Try again in \d+ seconds/);
  const again = await firstStep(email);
  expect(again.page.body).toContain('<h1>Two-step login</h1>');
  expect((await again.one.send(again.page, { code: codeOf(secret) })).status).toBe(429);
  await instance.db.query('update throttle set blocked_until = now()');
  expect((await again.one.send(again.page, { code: codeOf(secret) })).leftTo).toBeDefined();
});

test('the second step requires the password in the same browser', async () => {
  const { email, secret } = await withApp('skip@larkmoor.test');
  const fresh = browser();
  const { page: login } = await fresh.startLogin();
  const base = new URL(login.url).pathname;
  expect((await fresh.open(`${base}/second`)).body).toContain('aria-current="page">Log in</a>');
  const token = /name="token" value="([^"]+)"/.exec(login.body)?.[1] ?? '';
  const skipped = await fresh.post(`${base}/second`, { token, code: codeOf(secret) });
  expect(skipped.leftTo).toBeUndefined();
  const { page } = await firstStep(email);
  const stolen = await browser().post(new URL(page.url).pathname, { token, code: codeOf(secret) });
  expect(stolen.status).toBe(400);
});

test("resetting the password doesn't bypass the second step", async () => {
  const { email, secret } = await withApp('reset@larkmoor.test');
  const one = browser();
  const started = await one.startLogin();
  const base = new URL(started.page.url).pathname;
  await one.send(await one.open(`${base}/forgot`), { email });
  const link = await one.open(await instance.mailbox.link(email, 2));
  const second = await one.send(link, { password: 'an entirely new one' });
  expect(second.body).toContain('<h1>Two-step login</h1>');
  await one.takeTokens(started, await one.send(second, { code: codeOf(secret) }));
});

test('changing the password restarts logins between the steps', async () => {
  const { email, secret, one } = await withApp('between@larkmoor.test');
  const thief = await firstStep(email);
  const form = await one.open('/account/password');
  await one.send(form, { current: password, password: 'an entirely new one' });
  const late = await thief.one.send(thief.page, { code: codeOf(secret) });
  expect(late.leftTo).toBeUndefined();
  expect(late.body).toContain('aria-current="page">Log in</a>');
});

test('removing the app requires only the password again and deletes recovery codes', async () => {
  const { email, one, id } = await withApp('off@larkmoor.test');
  const done = await one.send(await one.open('/account/two-step'), {}, '/account/two-step/off');
  expect(done.body).toContain('The authenticator app was removed.');
  expect((await firstStep(email)).page.leftTo).toBeDefined();
  const { rowCount } = await instance.db.query('select 1 from recovery_code where account_id = $1', [id]);
  expect(rowCount).toBe(0);
  expect((await instance.mailbox.next(email, 2)).subject).toBe('The authenticator app was removed');
});

test('database and log contain neither the secret nor recovery codes in plain text', async () => {
  const { secret, codes } = await withApp('sealed@larkmoor.test');
  const { rows } = await instance.db.query<{ all: string }>(
    `select (select string_agg(a::text, ' ') from authenticator_app a) || (select string_agg(r::text, ' ') from recovery_code r) as all`,
  );
  const kept = `${rows[0]?.all} ${instance.logLines.join('')}`;
  for (const hidden of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) {
    expect(kept).not.toContain(hidden);
  }
});

test('with another SECRET_KEY codes are wrong without an error, and the operator can restore access', async () => {
  const { email, secret, id } = await withApp('moved@larkmoor.test');
  await instance.db.query(`update authenticator_app set sealed_secret = 'AAAA' where account_id = $1`, [id]);
  const { one, page } = await firstStep(email);
  expect((await one.send(page, { code: codeOf(secret) })).status).toBe(422);
  await disableSecondStep(instance.db, id);
  expect((await firstStep(email)).page.leftTo).toBeDefined();
  instance.host.mail.wake();
  expect((await instance.mailbox.next(email, 2)).subject).toBe('Two-step login was turned off');
});
