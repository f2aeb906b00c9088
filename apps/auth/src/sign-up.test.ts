import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from './testing/browser.ts';
import { type Instance, password, startInstance } from './testing/instance.ts';

let instance: Instance;

beforeAll(async () => {
  instance = await startInstance();
});

afterAll(async () => await instance?.close());

const browser = () => new Browser(instance.config);

/** Emails of earlier tests may still arrive. */
const mailsWaiting = async () => (await instance.db.query('select 1 from mail_job')).rows.length;

const form = (email: string, more: Record<string, string> = {}) => ({
  firstName: 'Sam',
  lastName: 'Lee',
  email,
  password: 'a rather long one',
  brandName: 'Larkmoor',
  brandWebsite: 'larkmoor.test',
  brandDescription: 'Outdoor clothes',
  ...more,
});

test('signing up and opening the email in the same browser logs in to the app', async () => {
  const one = browser();
  const started = await one.startLogin({ prompt: 'create' });
  expect(started.page.body).toContain('aria-current="page">Sign up</a>');
  const sent = await one.signUp(started.page, form('sam@larkmoor.test'));
  expect(sent.body).toContain('<h1>Check your email</h1>');
  expect(sent.body).toContain('sam@larkmoor.test');
  const page = await one.open(await instance.mailbox.link('sam@larkmoor.test'));
  expect(page.leftTo?.searchParams.get('state')).toBe(started.state);
  const tokens = await one.takeTokens(started, page);
  expect(decodeJwt(tokens.access_token)).toMatchObject({
    email: 'sam@larkmoor.test',
    email_verified: true,
    given_name: 'Sam',
    family_name: 'Lee',
    troupe_role: 'brand',
    troupe_brand: { name: 'Larkmoor', website: 'https://larkmoor.test', description: 'Outdoor clothes' },
  });
});

test('screen_hint=signup opens the sign-up form, and both forms link to each other', async () => {
  const one = browser();
  const { page } = await one.startLogin({ screen_hint: 'signup', login_hint: 'sam@x.test' });
  expect(page.body).toContain('aria-current="page">Sign up</a>');
  expect(page.body).toContain('value="sam@x.test"');
  const login = await one.open(`${new URL(page.url).pathname}/login`);
  expect(login.body).toContain('aria-current="page">Log in</a>');
  expect(login.body).toContain('/signup">Sign up</a>');
  expect(login.body).toContain('<h1>Log in or sign up</h1>');
  expect(page.body).toContain('<h1>Log in or sign up</h1>');
  expect(page.body).not.toContain('Check that this address');
});

test('going back from the brand step keeps all input and sends no email', async () => {
  const one = browser();
  const started = await one.startLogin({ prompt: 'create' });
  const step = await one.send(started.page, form('back@larkmoor.test'));
  expect(step.body).toContain('<h1>About your brand</h1>');
  const typed = { brandName: 'Lark & Moor', brandWebsite: 'not a site', brandDescription: '', back: 'yes' };
  const person = await one.send(step, typed);
  expect(person.url).toMatch(/\/signup$/);
  expect(person.body).toContain('value="Sam"');
  expect(person.body).toContain('value="Lee"');
  expect(person.body).toContain('value="back@larkmoor.test"');
  expect(person.body).not.toContain('a rather long one');

  const corrected = form('forth@larkmoor.test');
  const brand = await one.send(person, corrected);
  expect(brand.body).toContain('value="Lark &amp; Moor"');
  expect(brand.body).toContain('value="not a site"');
  const base = new URL(brand.url).pathname.replace(/\/brand$/, '');
  expect((await one.open(`${base}/check-mail`)).body).toContain('<h1>About your brand</h1>');
  await one.send(brand, corrected);
  const page = await one.open(await instance.mailbox.link('forth@larkmoor.test'));
  const claims = decodeJwt((await one.takeTokens(started, page)).access_token);
  expect(claims.troupe_brand).toEqual({
    name: 'Larkmoor',
    website: 'https://larkmoor.test',
    description: 'Outdoor clothes',
  });
  expect(instance.mailbox.mails.some(({ to }) => to === 'back@larkmoor.test')).toBe(false);
});

test('creators sign up without a brand', async () => {
  const one = browser();
  const started = await one.startLogin({ prompt: 'create' }, 'troupe-portal');
  expect(started.page.body).not.toContain('Brand name');
  await one.send(started.page, {
    firstName: 'Cleo',
    lastName: 'Marsh',
    email: 'cleo@marsh.test',
    password: 'a rather long one',
  });
  const page = await one.open(await instance.mailbox.link('cleo@marsh.test'));
  expect(page.leftTo?.origin).toBe(instance.config.portalOrigin);
  const claims = decodeJwt((await one.takeTokens(started, page, 'troupe-portal')).access_token);
  expect(claims.troupe_role).toBe('creator');
  expect(claims).not.toHaveProperty('troupe_brand');
});

test('[R2.020, R2.022] the form shows the chosen plan or add-on, and ignores invalid ones', async () => {
  const read = async (return_to: string) =>
    (await browser().startLogin({ prompt: 'create', return_to })).page.body;
  expect(await read('/signup/starter_annually')).toContain(
    'You chose <strong>Starter, paid monthly for a year</strong>',
  );
  expect(await read('/signup/self-serve_monthly')).toContain('<strong>Self-Serve, paid monthly</strong>');
  expect(await read('/signup/paid-ads-management?source=spring#x')).toContain(
    '<strong>Paid Ads Management</strong>',
  );
  expect(await read('/signup/affiliate')).toContain('You chose <strong>Affiliate Integration</strong>');
  for (const other of [
    '/signup/your-prize_monthly',
    '/signup/starter_daily',
    '/signup/starter',
    '/campaigns',
  ])
    expect(await read(other), other).not.toContain('You chose');
});

test('a person invited to a team signs up without their own brand', async () => {
  const one = browser();
  const started = await one.startLogin({ prompt: 'create', return_to: '/team-invite/0123456789abcdef' });
  expect(started.page.body).toContain('join the team that invited you');
  expect(started.page.body).not.toContain('Brand name');
  await one.send(started.page, {
    firstName: 'Tea',
    lastName: 'Ilves',
    email: 'tea@larkmoor.test',
    password: 'a rather long one',
  });
  const page = await one.open(await instance.mailbox.link('tea@larkmoor.test'));
  const claims = decodeJwt((await one.takeTokens(started, page)).access_token);
  expect(claims).toMatchObject({ email: 'tea@larkmoor.test', troupe_role: 'brand' });
  expect(claims).not.toHaveProperty('troupe_brand');
});

test('logging in requires a confirmed email, and the right password resends it', async () => {
  const one = browser();
  const started = await one.startLogin({ prompt: 'create' });
  await one.signUp(started.page, form('late@larkmoor.test'));
  await instance.mailbox.next('late@larkmoor.test');
  const two = browser();
  const login = await two.startLogin();
  const wrong = await two.send(login.page, { email: 'late@larkmoor.test', password: 'not this one' });
  expect(wrong.body).toContain('Incorrect email or password.');
  const right = await two.send(login.page, { email: 'late@larkmoor.test', password: 'a rather long one' });
  expect(right.body).toContain('<h1>Check your email</h1>');
  const page = await two.open(await instance.mailbox.link('late@larkmoor.test', 2));
  const tokens = await two.takeTokens(login, page);
  expect(decodeJwt(tokens.access_token).email).toBe('late@larkmoor.test');
});

test('the email can be resent', async () => {
  const one = browser();
  const started = await one.startLogin({ prompt: 'create' });
  const sent = await one.signUp(started.page, form('again@larkmoor.test'));
  const again = await one.send(sent, {});
  expect(again.body).toContain('Email sent again.');
  const page = await one.open(await instance.mailbox.link('again@larkmoor.test', 2));
  await one.takeTokens(started, page);
});

test('opening the email in another browser asks for the password and continues to the app', async () => {
  const one = browser();
  const started = await one.startLogin({ prompt: 'create', return_to: '/signup/starter_annually' });
  await one.signUp(started.page, form('phone@larkmoor.test'));
  const link = await instance.mailbox.link('phone@larkmoor.test');
  const phone = browser();
  const question = await phone.open(link);
  expect(question.body).toContain('<h1>Confirm your email</h1>');
  expect(
    (await browser().logIn('phone@larkmoor.test', 'a rather long one').catch(String)).toString(),
  ).toContain('No code');
  const wrong = await phone.send(question, { password: 'not this one' });
  expect(wrong.status).toBe(422);
  const done = await phone.send(wrong, { password: 'a rather long one' });
  expect(done.leftTo?.href).toBe(`${instance.config.webOrigin}/signup/starter_annually`);
  const passed = await phone.startLogin({ prompt: 'create' });
  const tokens = await phone.takeTokens(passed, passed.page);
  expect(decodeJwt(tokens.access_token).email).toBe('phone@larkmoor.test');
});

test('ignores a return path to another site', async () => {
  for (const [i, path] of [
    '//evil.test/',
    '/\\evil.test',
    'http://evil.test/',
    'javascript:alert(1)',
  ].entries()) {
    const email = `path${i}@larkmoor.test`;
    const one = browser();
    const started = await one.startLogin({ prompt: 'create', return_to: path });
    await one.signUp(started.page, form(email));
    const phone = browser();
    const question = await phone.open(await instance.mailbox.link(email));
    const done = await phone.send(question, { password: 'a rather long one' });
    expect(done.leftTo?.href).toBe(`${instance.config.webOrigin}/login`);
  }
});

test("a stranger's sign-up with my email never becomes my account", async () => {
  const stranger = browser();
  const theirs = await stranger.startLogin({ prompt: 'create' });
  await stranger.signUp(theirs.page, form('mine@larkmoor.test', { password: 'known to a stranger' }));
  const strangersLink = await instance.mailbox.link('mine@larkmoor.test');
  // A scanner, or I, open the link of an email I didn't request.
  const me = browser();
  expect((await me.open(strangersLink)).body).toContain('Enter your password');
  const mine = await me.startLogin({ prompt: 'create' });
  await me.signUp(mine.page, form('mine@larkmoor.test', { password: 'known to me alone' }));
  const page = await me.open(await instance.mailbox.link('mine@larkmoor.test', 2));
  await me.takeTokens(mine, page);
  const attempt = await browser()
    .logIn('mine@larkmoor.test', 'known to a stranger')
    .catch((error: Error) => error.message);
  expect(attempt).toContain('Incorrect email or password.');
  expect((await stranger.open(strangersLink)).body).toContain('This email already has an account');
});

test('two tabs signing up with one email create one account and look the same', async () => {
  const one = browser();
  const [first, second] = [
    await one.startLogin({ prompt: 'create' }),
    await one.startLogin({ prompt: 'create' }),
  ];
  const [a, b] = await Promise.all([
    one.signUp(first.page, form('twice@larkmoor.test')),
    one.signUp(second.page, form('twice@larkmoor.test')),
  ]);
  const plain = (body: string) => body.replace(/[\w-]{20,}/g, 'x');
  expect(plain(a.body)).toBe(plain(b.body));
  await instance.mailbox.next('twice@larkmoor.test', 2);
  const links = instance.mailbox.mails
    .filter((mail) => mail.to === 'twice@larkmoor.test')
    .map((mail) => new URL(/http\S+/.exec(mail.text)?.[0] ?? ''));
  const pages = await Promise.all(links.map(async (link) => await one.open(link.pathname + link.search)));
  expect(pages.filter((page) => page.leftTo).length).toBe(1);
  expect(pages.filter((page) => page.body.includes('This email already has an account')).length).toBe(1);
  const { rows } = await instance.db.query(`select 1 from account where email = 'twice@larkmoor.test'`);
  expect(rows.length).toBe(1);
});

test('an email with an account looks like any other; only its owner learns it by email', async () => {
  await instance.addAccount('known@larkmoor.test');
  const plain = (body: string) => body.replace(/[\w-]{20,}/g, 'x').replace(/\w+@larkmoor/g, 'x@larkmoor');
  const pages: string[] = [];
  for (const email of ['known@larkmoor.test', 'fresh@larkmoor.test']) {
    const one = browser();
    const started = await one.startLogin({ prompt: 'create' });
    pages.push(plain((await one.signUp(started.page, form(email))).body));
  }
  expect(pages[0]).toBe(pages[1]);
  const mail = await instance.mailbox.next('known@larkmoor.test');
  expect(mail.subject).toBe('You already have a Troupe account');
  expect(mail.text).not.toContain('token=');
  const tokens = await browser().logIn('known@larkmoor.test', password);
  expect(tokens.access_token).toBeTruthy();
});

test('shows each error once at its field and keeps input', async () => {
  const one = browser();
  const { page } = await one.startLogin({ prompt: 'create' });
  const answer = await one.send(page, {
    ...form('not an email', { password: 'short' }),
    firstName: 'O"Neil',
    lastName: ' ',
  });
  expect(answer.status).toBe(422);
  for (const text of [
    'Enter your last name',
    'Enter an email such as name@example.com',
    'Use at least 10 characters',
  ])
    expect(answer.body.split(text).length - 1, text).toBe(1);
  expect(answer.body).not.toMatch(/Check \d fields/);
  expect(answer.body).toMatch(/id="lastName"[^>]* aria-invalid="true" autofocus/);
  expect(answer.body.match(/autofocus/g)?.length).toBe(1);
  expect(answer.body).toContain('value="O&quot;Neil"');
  expect(answer.body).not.toContain('short');
});

test('asks for the brand in a separate step before sending an email', async () => {
  const one = browser();
  const started = await one.startLogin({ prompt: 'create' });
  expect(started.page.body).not.toContain('Brand name');
  const step = await one.send(started.page, form('steps@larkmoor.test'));
  expect(step.body).toContain('<h1>About your brand</h1>');
  const wrong = await one.send(step, {
    brandName: 'Larkmoor',
    brandWebsite: 'ftp://x',
    brandDescription: ' ',
  });
  expect(wrong.status).toBe(422);
  expect(wrong.body).toContain('Enter a URL such as https://example.com');
  expect(wrong.body).toContain('Describe your brand');
  expect(wrong.body).toContain('value="Larkmoor"');
  const base = new URL(step.url).pathname.replace(/\/brand$/, '');
  expect((await one.open(`${base}/check-mail`)).body).toContain('<h1>About your brand</h1>');
  expect((await one.post(`${base}/brand`, form('steps@larkmoor.test'))).status).toBe(403);
  await expect.poll(mailsWaiting).toBe(0);
  expect(instance.mailbox.mails.some(({ to }) => to === 'steps@larkmoor.test')).toBe(false);

  // A person who stopped here continues after entering their password in another browser.
  const two = browser();
  const login = await two.startLogin();
  const again = await two.send(login.page, { email: 'steps@larkmoor.test', password: 'a rather long one' });
  expect(again.body).toContain('<h1>About your brand</h1>');
  const sent = await two.send(again, form('steps@larkmoor.test'));
  expect(sent.body).toContain('<h1>Check your email</h1>');
  const page = await two.open(await instance.mailbox.link('steps@larkmoor.test'));
  const claims = decodeJwt((await two.takeTokens(login, page)).access_token);
  expect(claims.troupe_brand).toMatchObject({ name: 'Larkmoor', website: 'https://larkmoor.test' });
});

test.each([
  ['firstName', 'friend,\n\nYour account is blocked. Log in at http://evil.example/x'],
  ['firstName', 'evil.example'],
  ['lastName', 'me@evil.example'],
  ['brandName', 'Log in at evil.example'],
  ['brandName', 'Lark\r\nmoor'],
])('a %s of %j is refused and reaches no mailbox', async (name, value) => {
  const one = browser();
  const { page } = await one.startLogin({ prompt: 'create' });
  const answer = await one.signUp(page, form('victim@larkmoor.test', { [name]: value }));
  expect(answer.status).toBe(422);
  expect(answer.body).toContain(`id="${name}-error"`);
  await expect.poll(mailsWaiting).toBe(0);
  expect(instance.mailbox.mails.some(({ to }) => to === 'victim@larkmoor.test')).toBe(false);
});

test('a new account includes its creation time, so its app can show a welcome', async () => {
  const one = browser();
  const started = await one.startLogin({ prompt: 'create' });
  await one.signUp(started.page, form('new@larkmoor.test'));
  const page = await one.open(await instance.mailbox.link('new@larkmoor.test'));
  const { troupe_signed_up_at: at } = decodeJwt<{ troupe_signed_up_at: number }>(
    (await one.takeTokens(started, page)).id_token,
  );
  expect(Math.abs(at - Date.now() / 1000)).toBeLessThan(60);
});

test.each([
  ['password123', 'too easy'],
  ['1234567890', 'too easy'],
  ['aaaaaaaaaaaa', 'too easy'],
  ['Qwertyuiop1!', 'too easy'],
  ['sam@larkmoor.test', 'different from your email'],
  ['x'.repeat(201), 'at most 200'],
])('the password %s is refused', async (bad, text) => {
  const one = browser();
  const { page } = await one.startLogin({ prompt: 'create' });
  const answer = await one.signUp(page, form('sam@larkmoor.test', { password: bad }));
  expect(answer.status).toBe(422);
  expect(answer.body).toContain(text);
});

test('email the server rejects temporarily is kept and sent later', async () => {
  const one = browser();
  const started = await one.startLogin({ prompt: 'create' });
  const { db } = instance;
  await db.query(`create function refuse() returns trigger language plpgsql as $$ begin
    new.run_at := now() + interval '1 hour'; return new; end $$`);
  await db.query('create trigger later before insert on mail_job for each row execute function refuse()');
  await one.signUp(started.page, form('slow@larkmoor.test'));
  expect(instance.mailbox.mails.some((mail) => mail.to === 'slow@larkmoor.test')).toBe(false);
  await db.query('drop trigger later on mail_job');
  await db.query('update mail_job set run_at = now()');
  instance.host.mail.wake();
  const page = await one.open(await instance.mailbox.link('slow@larkmoor.test'));
  await one.takeTokens(started, page);
});
