import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from './testing/browser.ts';
import { type Instance, password, startInstance } from './testing/instance.ts';

let instance: Instance;

beforeAll(async () => {
  instance = await startInstance({ postsPerMinute: 60 });
  await instance.addAccount('alva@larkmoor.test');
});

afterAll(async () => await instance?.close());

let lastAddress = 0;
const browser = () => new Browser(instance.config, { address: `192.0.2.${++lastAddress}` });

const form = (more: Record<string, string>) => ({
  firstName: 'Sam',
  lastName: 'Lee',
  email: 'sam@larkmoor.test',
  password: 'a rather long one',
  brandName: 'Larkmoor',
  brandWebsite: 'larkmoor.test',
  brandDescription: 'Outdoor clothes',
  ...more,
});

test('rejects an email of one megabyte before reading all of it', async () => {
  const one = browser();
  const { page } = await one.startLogin();
  const answer = await one.send(page, { email: 'a'.repeat(1024 * 1024), password }).catch(() => undefined);
  if (answer) expect(answer.status).toBe(413);
  expect((await one.send(page, { email: 'alva@larkmoor.test', password })).leftTo).toBeDefined();
});

test.each([
  ['email', 'sam\u0000@larkmoor.test'],
  ['email', 'sam@larkmoor.test\r\nBcc: all@larkmoor.test'],
  ['email', '"><script>alert(1)</script>@x.test'],
  ['firstName', 'Sam\u0000'],
  ['lastName', 'L\u0007ee'],
  ['firstName', 'x'.repeat(81)],
  ['brandDescription', 'NUL \u0000 inside'],
  ['brandWebsite', 'javascript:alert(1)'],
])('rejects a %s of %j with a message', async (name, value) => {
  const one = browser();
  const { page } = await one.startLogin({ prompt: 'create' });
  const answer = await one.signUp(page, form({ [name]: value }));
  expect(answer.status).toBe(422);
  expect(answer.body).toContain(`id="${name}-error"`);
  expect(answer.body).not.toContain('<script>alert');
});

test('shows markup, emoji, right-to-left text and SQL in names as text', async () => {
  const names = [
    '<script>alert(1)</script>',
    "Robert'); drop table account;--",
    'سارة 😀',
    '{{7*7}}<%= 7*7 %>',
  ];
  for (const [i, firstName] of names.entries()) {
    const one = browser();
    const email = `kept${i}@larkmoor.test`;
    const started = await one.startLogin({ prompt: 'create' });
    const back = await one.signUp(started.page, form({ email, firstName, lastName: '' }));
    expect(back.body).not.toContain('<script>alert');
    await one.signUp(back, form({ email, firstName }));
    const page = await one.open(await instance.mailbox.link(email));
    await one.takeTokens(started, page);
    const { rows } = await instance.db.query('select given_name from account where email = $1', [email]);
    expect(rows[0]).toEqual({ given_name: firstName });
  }
});

test('hostile login parameters are shown as text or rejected, never a server error', async () => {
  const one = browser();
  for (const params of [
    { login_hint: '"><script>alert(1)</script>' },
    { login_hint: 'a\u0000b', state: 'x\u0000y' },
    { screen_hint: '\u0000', return_to: '\u0000' },
    { state: '\ud800', nonce: '😀'.repeat(200) },
  ]) {
    const { page } = await one.startLogin(params);
    expect(page.status).toBe(200);
    expect(page.body).not.toContain('<script>alert');
  }
  for (const path of [
    '/interaction/%00/login',
    '/interaction/..%2f..%2fetc/verify?token=%00',
    '/interaction/x/reset?token=%ff',
    '/auth/%00',
    '/assets/x/..%2f..%2fpackage.json',
    '//evil.test/account/sessions',
    '/%',
  ]) {
    expect((await browser().open(`${instance.config.issuer}${path}`)).status).toBeLessThan(500);
  }
  expect((await browser().open(`/auth?state=${'x'.repeat(9000)}`)).status).toBe(414);
});

test("rejects a body that isn't a form", async () => {
  const one = browser();
  const { page } = await one.startLogin();
  const answer = await fetch(`${page.url}/login`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(400);
  const session = await fetch(`${instance.config.issuer}/account/sessions`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(session.status).toBe(415);
});

test('limits forms and token requests per address', async () => {
  const one = browser();
  const statuses = await Promise.all(
    Array.from(
      { length: 65 },
      async () => (await one.token({ grant_type: 'x', client_id: 'troupe-web' })).status,
    ),
  );
  expect(statuses.filter((status) => status === 429).length).toBe(5);
  expect((await browser().token({ grant_type: 'x', client_id: 'troupe-web' })).status).toBe(400);
});

test('all pages forbid foreign scripts, frames and forms', async () => {
  const { page } = await browser().startLogin();
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  expect(page.body).not.toMatch(/<style|style="|onclick=|<script>/);
});

test('serves files, health checks and unknown URLs', async () => {
  const { page } = await browser().startLogin();
  const files = [...page.body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
  expect(files.length).toBeGreaterThanOrEqual(4);
  for (const file of files) {
    const answer = await fetch(`${instance.config.issuer}${file}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toContain('immutable');
  }
  expect(await (await fetch(`${instance.config.issuer}/readyz`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${instance.config.issuer}/healthz/`)).json()).toEqual({ status: 'ok' });
  expect((await browser().open('/nowhere')).status).toBe(404);
  expect((await browser().post('/privacy', {})).status).toBe(405);
  expect((await browser().open('/privacy')).body).toContain('argon2id');
  expect((await browser().open('/')).leftTo?.href).toBe(`${instance.config.webOrigin}/`);
});

test('the log contains no email, name, address or secret', async () => {
  const tokens = await browser().logIn('alva@larkmoor.test', password);
  const log = instance.logLines.join('');
  expect(log).toContain('"route":"/interaction/:uid/login"');
  for (const secret of ['larkmoor', 'Sam', '192.0.2', password, tokens.refresh_token, 'token=']) {
    expect(log).not.toContain(secret);
  }
});
