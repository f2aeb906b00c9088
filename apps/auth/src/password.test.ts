import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from './testing/browser.ts';
import { type Instance, password, startInstance } from './testing/instance.ts';

let instance: Instance;

beforeAll(async () => {
  instance = await startInstance();
});

afterAll(async () => await instance?.close());

const browser = () => new Browser(instance.config);
const fresh = 'quite another one';

async function askForLink(one: Browser, email: string) {
  const started = await one.startLogin();
  const form = await one.open(`${new URL(started.page.url).pathname}/forgot`);
  const sent = await one.send(form, { email });
  return { started, sent };
}

test('resets a forgotten password through the emailed link and continues the login', async () => {
  const email = 'forgot@larkmoor.test';
  await instance.addAccount(email);
  const elsewhere = browser();
  const old = await elsewhere.logIn(email, password);
  const one = browser();
  const { started, sent } = await askForLink(one, 'Forgot@larkmoor.test');
  expect(sent.body).toContain('an account for this email');
  const link = await instance.mailbox.link(email);
  const form = await one.open(link);
  expect(form.body).toContain('<h1>Set a new password</h1>');
  const weak = await one.send(form, { password: 'password123' });
  expect(weak.status).toBe(422);
  const page = await one.send(weak, { password: fresh });
  await one.takeTokens(started, page);

  expect((await elsewhere.refresh(old.refresh_token)).status).toBe(400);
  expect((await elsewhere.startLogin()).page.body).toContain('aria-current="page">Log in</a>');
  await expect(browser().logIn(email, password)).rejects.toThrow(/Incorrect email or password/);
  expect((await browser().logIn(email, fresh)).access_token).toBeTruthy();
  expect((await instance.mailbox.next(email, 2)).subject).toBe('Your password was changed');
  expect((await one.open(link)).body).toContain('This link no longer works');
});

test('the link also works in another browser, which then logs in', async () => {
  const email = 'phone@larkmoor.test';
  await instance.addAccount(email);
  await askForLink(browser(), email);
  const phone = browser();
  const form = await phone.open(await instance.mailbox.link(email));
  const done = await phone.send(form, { password: fresh });
  expect(done.body).toContain('Your password was changed');
  expect(done.body).toContain(`${instance.config.webOrigin}/login`);
  expect((await phone.startLogin()).page.body).toContain('aria-current="page">Log in</a>');
});

test('a link works once, for an hour, until a newer one is used', async () => {
  const email = 'once@larkmoor.test';
  await instance.addAccount(email);
  const one = browser();
  await askForLink(one, email);
  const first = await instance.mailbox.link(email);
  await askForLink(one, email);
  const second = await instance.mailbox.link(email, 2);
  const form = await browser().open(first);
  const both = await Promise.all([1, 2].map(async () => await browser().send(form, { password: fresh })));
  expect(both.map((page) => page.status).sort()).toEqual([200, 410]);
  expect((await browser().open(second)).status).toBe(410);
  await askForLink(one, email);
  const third = await instance.mailbox.link(email, 4);
  await instance.db.query(`update mail_link set expires_at = now() - interval '1 second'`);
  expect((await browser().open(third)).status).toBe(410);
  expect((await browser().open('/interaction/x/reset?token=guessed')).status).toBe(410);
});

test('requesting a link for an unknown email looks the same and sends nothing', async () => {
  await instance.addAccount('known@larkmoor.test');
  const plain = (body: string) => body.replace(/[\w-]{20,}/g, 'x');
  const known = await askForLink(browser(), 'known@larkmoor.test');
  const unknown = await askForLink(browser(), 'unknown@larkmoor.test');
  expect(plain(unknown.sent.body)).toBe(plain(known.sent.body));
  await instance.mailbox.next('known@larkmoor.test');
  await expect.poll(async () => (await instance.db.query('select 1 from mail_job')).rows.length).toBe(0);
  expect(instance.mailbox.mails.some((mail) => mail.to === 'unknown@larkmoor.test')).toBe(false);
});
