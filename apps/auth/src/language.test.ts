import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, type Page } from './testing/browser.ts';
import { type Instance, password, startInstance } from './testing/instance.ts';

let instance: Instance;

beforeAll(async () => {
  instance = await startInstance();
});

afterAll(async () => await instance?.close());

const passkeyFormOf = (page: Page) => /action="(\/interaction\/[^"]+\/passkey)"/.exec(page.body)?.[1] ?? '';
const browser = (languages = '') => new Browser(instance.config, { languages });

test('pages are in the language that the browser asks for', async () => {
  const { page } = await browser('de-AT,de;q=0.9,en;q=0.5').startLogin();
  expect(page.body).toContain('<html lang="de" dir="ltr">');
  expect(page.body).toContain('<h1>Anmelden oder registrieren</h1>');
  expect((await browser('nl').startLogin()).page.body).toContain('<h1>Log in or sign up</h1>');
});

test('the privacy page and the refusals of passkeys are in the language of the browser', async () => {
  const privacy = await browser('pt-BR').open('/privacy');
  expect(privacy.body).toContain('<h1>Privacidade</h1>');
  expect(privacy.body).toContain('<a href="/account/sessions">encerrar todas as sessões</a>');
  const { page } = await browser('ja').startLogin();
  expect(page.body).toContain('data-not-used="パスキーは使用されませんでした。');
});

test('what the app asks for goes before the browser, and lasts for the pages after it', async () => {
  const one = browser('de');
  const { page } = await one.startLogin({ ui_locales: 'ar' });
  expect(page.body).toContain('<html lang="ar" dir="rtl">');
  const wrong = await one.send(page, { email: 'nobody@larkmoor.test', password: 'wrong-password-1' });
  expect(wrong.body).toContain('البريد أو كلمة المرور غير صحيحة.');
});

test('a language is chosen on a page, which it leads back to, and nowhere else', async () => {
  const one = browser('de');
  const { page } = await one.startLogin();
  const path = new URL(page.url).pathname;
  const japanese = await one.open(`/language?to=ja&back=${encodeURIComponent(path)}`);
  expect(japanese.url).toBe(page.url);
  expect(japanese.body).toContain('<html lang="ja" dir="ltr">');
  for (const back of [
    '//evil.example/',
    '/\\evil.example',
    'https://evil.example/',
    '/a\r\nSet-Cookie: x=y',
  ]) {
    const led = await one.open(`/language?to=<script>&back=${encodeURIComponent(back)}`);
    expect(led.leftTo).toBeUndefined();
    expect(led.url).toContain('/account');
    expect(led.body).toContain('<html lang="ja"');
  }
});

test('the language can be changed on the page that a form returns', async () => {
  const one = browser('fr');
  const { page } = await one.startLogin();
  const refused = await one.send(page, { answer: 'nonsense' }, passkeyFormOf(page));
  expect(refused.status).toBe(422);
  const german = await one.open(/\/language\?to=de[^"]+/.exec(refused.body)![0].replaceAll('&amp;', '&'));
  expect(german.status).toBe(200);
  expect(german.body).toContain('<h1>Anmelden oder registrieren</h1>');
});

test("apps get the language that the person chose, but not their browser's", async () => {
  const email = 'gewaehlt@larkmoor.test';
  await instance.addAccount(email);
  expect(decodeJwt((await browser('de').logIn(email, password)).access_token).locale).toBeUndefined();
  const one = browser('de');
  await one.open('/language?to=ja&back=/account');
  const tokens = await one.logIn(email, password);
  expect(decodeJwt(tokens.access_token).locale).toBe('ja');
  expect(decodeJwt(tokens.id_token).locale).toBe('ja');
  // Without a choice in this browser, the stored choice stays.
  expect(decodeJwt((await browser('es').logIn(email, password)).access_token).locale).toBe('ja');
});

test("emails are in their recipient's language, not the requester's", async () => {
  const email = 'sprache@larkmoor.test';
  await instance.addAccount(email);
  await browser('de').logIn(email, password);
  const english = browser('en');
  const started = await english.startLogin();
  const form = await english.open(`${new URL(started.page.url).pathname}/forgot`);
  expect((await english.send(form, { email })).body).toContain('an account for this email');
  const sent = await instance.mailbox.next(email);
  expect(sent.subject).toBe('Lege ein neues Passwort fest');
  expect(sent.text).toContain('Hallo Alva,');
});

test('the email of a sign-up is in the language of its page', async () => {
  const email = 'nueva@larkmoor.test';
  const one = browser('es-MX');
  const { page } = await one.startLogin({ prompt: 'create' }, 'troupe-portal');
  const fields = { firstName: 'Ana', lastName: 'Roy', email, password: 'a rather long one' };
  expect((await one.signUp(page, fields)).body).toContain('Revisa tu correo');
  expect((await instance.mailbox.next(email)).subject).toBe('Confirma tu correo para terminar el registro');
});

test('a language chosen while signing up lasts until the email is confirmed in another browser', async () => {
  const email = 'choisie@larkmoor.test';
  const one = browser('en');
  const { page } = await one.startLogin({ prompt: 'create', ui_locales: 'fr' }, 'troupe-portal');
  await one.signUp(page, { firstName: 'Ana', lastName: 'Roy', email, password: 'a rather long one' });
  const mail = await instance.mailbox.next(email);
  const other = browser('en');
  const link = new URL(/http\S+\/verify\S+/.exec(mail.text)![0]);
  const form = await other.open(link.pathname + link.search);
  await other.send(form, { password: 'a rather long one' });
  const tokens = await browser('en').logIn(email, 'a rather long one');
  expect(decodeJwt(tokens.access_token).locale).toBe('fr');
});
