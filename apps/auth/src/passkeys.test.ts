import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Authenticator } from './testing/authenticator.ts';
import { Browser, type Page } from './testing/browser.ts';
import { type Instance, password, startInstance } from './testing/instance.ts';

let instance: Instance;

beforeAll(async () => {
  instance = await startInstance();
});

afterAll(async () => await instance?.close());

let lastAddress = 0;
const browser = () => new Browser(instance.config, { address: `192.0.2.${++lastAddress}` });
const passkeyFormOf = (page: Page) => /action="(\/interaction\/[^"]+\/passkey)"/.exec(page.body)?.[1] ?? '';

/** Creates an account with a passkey. */
async function withPasskey(email: string) {
  const id = await instance.addAccount(email);
  const one = browser();
  await one.logIn(email, password);
  const key = new Authenticator(instance.config.issuer);
  const page = await one.open('/account/passkeys');
  const added = await one.send(
    page,
    { answer: key.make(one.question(page) as never), name: 'My laptop' },
    '/account/passkeys',
  );
  return { id, email, one, key, page, added };
}

/** Submits the passkey form during a login. */
const answer = (one: Browser, page: Page, key: Authenticator) =>
  one.send(page, { answer: key.get(one.question(page)) }, passkeyFormOf(page));

test('adds a named passkey and notifies the owner', async () => {
  const { added, email } = await withPasskey('add@larkmoor.test');
  expect(added.body).toContain('Passkey added.');
  expect(added.body).toContain('My laptop');
  const mail = await instance.mailbox.next(email);
  expect(mail.subject).toBe('A passkey was added');
  expect(mail.text).toContain('My laptop');
});

test('a passkey logs in without a password', async () => {
  const { id, key } = await withPasskey('less@larkmoor.test');
  const one = browser();
  const started = await one.startLogin();
  const tokens = await one.takeTokens(started, await answer(one, started.page, key));
  expect(decodeJwt(tokens.access_token).sub).toBe(id);
  expect((await one.open('/account/passkeys')).body).toContain('last used');
});

test("an intercepted passkey response can't be replayed", async () => {
  const { key } = await withPasskey('replayed@larkmoor.test');
  const one = browser();
  const { page } = await one.startLogin();
  const stolen = key.get(one.question(page));
  const path = passkeyFormOf(page);
  const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  expect((await one.post(path, { token, answer: stolen })).leftTo).toBeDefined();
  const other = browser();
  const started = await other.startLogin();
  const refused = await other.send(started.page, { answer: stolen }, passkeyFormOf(started.page));
  expect(refused.status).toBe(422);
  expect(refused.body).toContain('Try again, or use another method.');
});

test('rejects a passkey that is unknown, for another site or without user verification', async () => {
  const { key, email } = await withPasskey('strict@larkmoor.test');
  const strangers = [new Authenticator(instance.config.issuer), new Authenticator('http://evil.test')];
  for (const stranger of strangers) {
    const one = browser();
    const { page } = await one.startLogin();
    expect((await answer(one, page, stranger)).status).toBe(422);
  }
  key.verifiesUser = false;
  const one = browser();
  const { page } = await one.startLogin();
  const refused = await answer(one, page, key);
  expect(refused.status).toBe(422);
  // The password form still works.
  expect((await one.send(refused, { email, password })).leftTo).toBeDefined();
});

test('rejects a passkey whose counter decreases, which may be a copy', async () => {
  const { key } = await withPasskey('copy@larkmoor.test');
  key.counter = 5;
  const one = browser();
  const first = await one.startLogin();
  expect((await answer(one, first.page, key)).leftTo).toBeDefined();
  key.counter = 4;
  const two = browser();
  const second = await two.startLogin();
  expect((await answer(two, second.page, key)).status).toBe(422);
});

test.each([
  ['empty', ''],
  ['an empty object', '{}'],
  ['null', 'null'],
  ['a list', '[1]'],
  ['without response', '{"id":"x"}'],
  ['without a real response', '{"id":"x","response":null}'],
  ['huge', `{"id":"${'a'.repeat(30_000)}","response":{}}`],
  ['not to be kept', '{"id":"\u0000","response":{}}'],
])('an answer that is %s is refused with a text', async (_, rubbish) => {
  const one = browser();
  const { page } = await one.startLogin();
  const refused = await one.send(page, { answer: rubbish }, passkeyFormOf(page));
  expect(refused.status).toBe(422);
  expect(refused.body).toContain('aria-current="page">Log in</a>');
});

test("a passkey can't be added twice or taken over by another person", async () => {
  const { one, key } = await withPasskey('twice@larkmoor.test');
  const page = await one.open('/account/passkeys');
  const again = await one.send(
    page,
    { answer: key.make(one.question(page) as never), name: '' },
    '/account/passkeys',
  );
  expect(again.status).toBe(422);
  expect(again.body).toContain('add this passkey. Try again.');
  await instance.addAccount('other@larkmoor.test');
  const other = browser();
  await other.logIn('other@larkmoor.test', password);
  const theirs = await other.open('/account/passkeys');
  const taken = await other.send(
    theirs,
    { answer: key.make(other.question(theirs) as never), name: '' },
    '/account/passkeys',
  );
  expect(taken.status).toBe(422);
});

test('a passkey can be the second step, with recovery codes as fallback', async () => {
  const { one, key, email } = await withPasskey('second@larkmoor.test');
  const on = await one.send(await one.open('/account/passkeys'), {}, '/account/passkeys/after-password');
  const code = /<code>([a-z0-9]{5}-[a-z0-9]{5})<\/code>/.exec(on.body)?.[1] ?? '';
  const two = browser();
  const started = await two.startLogin();
  const second = await two.send(started.page, { email, password });
  expect(second.body).toContain('<h1>Two-step login</h1>');
  const wrong = await answer(two, second, (await withPasskey('else@larkmoor.test')).key);
  expect(wrong.status).toBe(422);
  await two.takeTokens(started, await answer(two, wrong, key));
  const three = browser();
  const { page } = await three.startLogin();
  const again = await three.send(page, { email, password });
  expect((await three.send(again, { code })).leftTo).toBeDefined();
});

test("a removed passkey can't log in, and removing the last one ends two-step login", async () => {
  const { one, key, email } = await withPasskey('gone@larkmoor.test');
  await one.send(await one.open('/account/passkeys'), {}, '/account/passkeys/after-password');
  const removed = await one.send(await one.open('/account/passkeys'), {}, '/account/passkeys/remove');
  expect(removed.body).toContain('No passkeys yet.');
  const two = browser();
  const { page } = await two.startLogin();
  const refused = await answer(two, page, key);
  expect(refused.status).toBe(422);
  expect((await two.send(refused, { email, password })).leftTo).toBeDefined();
});

test("rejects removing another person's passkey", async () => {
  const { key, page } = await withPasskey('mine@larkmoor.test');
  const thief = await withPasskey('thief@larkmoor.test');
  const id = (JSON.parse(key.get({ challenge: 'x', rpId: 'localhost' } as never)) as { id: string }).id;
  const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  expect((await thief.one.post('/account/passkeys/remove', { token, passkey: id })).status).toBe(403);
  const own = /name="token" value="([^"]+)"/.exec(thief.page.body)?.[1] ?? '';
  await thief.one.post('/account/passkeys/remove', { token: own, passkey: id });
  const one = browser();
  const started = await one.startLogin();
  expect((await answer(one, started.page, key)).leftTo).toBeDefined();
});
