import { getMe, selectBrand, updateMe, uploadPicture } from '@troupe/contract/account/user';
import { removeOwnAccount } from '@troupe/contract/campaigns/creator-app';
import { createClient } from '@troupe/contract/client';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

const as = (token: string) => createClient({ baseUrl: t.url, token: () => token });
const tokenOf = (sub: string, email: string, iat: number) =>
  t.issuer.sign({ sub, email, email_verified: true, iat, given_name: 'Nia', family_name: 'Nord' });
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a7' } });
const send = async (person: { token: string }, bytes: Buffer | string, type = 'image/png') => {
  const blob = new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type });
  return as(person.token).upload(uploadPicture, {}, blob, 'me.png');
};

test('[R1.022, R7.073] updates name, time zone and formats separately', async () => {
  const person = await t.person();
  const before = await person.call(getMe, {});
  expect(before).toMatchObject({ pictureUrl: null, timeZone: null, locale: null });
  await person.call(updateMe, { body: { firstName: '  Ása ' } });
  await person.call(updateMe, { body: { timeZone: 'America/New_York' } });
  const after = await person.call(updateMe, { body: { locale: 'de-DE' } });
  expect(after).toEqual({ ...before, firstName: 'Ása', timeZone: 'America/New_York', locale: 'de-DE' });
  expect(await person.call(getMe, {})).toEqual(after);
  const back = await person.call(updateMe, { body: { timeZone: null, locale: null, lastName: '' } });
  expect(back).toMatchObject({ timeZone: null, locale: null, firstName: 'Ása', lastName: '' });
});

test('keeps both fields when two are saved at once', async () => {
  const person = await t.person();
  await Promise.all([
    person.call(updateMe, { body: { firstName: 'Uma' } }),
    person.call(updateMe, { body: { lastName: 'Storm' } }),
    person.call(updateMe, { body: { timeZone: 'UTC' } }),
    person.call(updateMe, { body: { locale: 'en-US' } }),
  ]);
  expect(await person.call(getMe, {})).toMatchObject({
    firstName: 'Uma',
    lastName: 'Storm',
    timeZone: 'UTC',
    locale: 'en-US',
  });
});

test.each([
  [{ firstName: ' ' }, 'firstName', 'Enter your first name'],
  [{ firstName: 'x'.repeat(81) }, 'firstName', 'Use at most 80 characters'],
  [{ lastName: 'a\u0000b' }, 'lastName', 'Contains unsupported characters'],
  [{ lastName: 'a\nb' }, 'lastName', 'Use one line, without control characters'],
  [{ timeZone: 'Mars/Olympus' }, 'timeZone', 'Choose a time zone such as Europe/Berlin'],
  [{ timeZone: '+01:00' }, 'timeZone', 'Choose a time zone such as Europe/Berlin'],
  [{ language: 'nl' }, 'language', 'Choose a supported language'],
  [{ locale: 'tlh' }, 'locale', 'Choose a supported format'],
])('rejects the change %j with a field error', async (body, field, text) => {
  const person = await t.person();
  await expect(person.call(updateMe, { body: body as never })).rejects.toMatchObject({
    status: 422,
    body: { fields: { [field]: text } },
  });
});

test('a profile language is saved, and back to that of the browser, which is noted', async () => {
  const person = await t.person();
  const languages = async () => {
    const { rows } = await t.api.db.execute(
      sql`select language, browser_language from person where id = ${person.userId}`,
    );
    return rows[0];
  };
  const visit = async (accepted?: string) => {
    const headers = {
      authorization: `Bearer ${person.token}`,
      ...(accepted && { 'accept-language': accepted }),
    };
    const answer = await fetch(`${t.url}/me`, { headers });
    return ((await answer.json()) as { language: string | null }).language;
  };
  expect(await visit('pt;q=0.5, ar-EG')).toBeNull();
  expect(await languages()).toEqual({ language: null, browser_language: 'ar' });
  expect((await person.call(updateMe, { body: { language: 'ja' } })).language).toBe('ja');
  expect(await visit('nl, pt;q=0.5')).toBe('ja');
  expect(await languages()).toEqual({ language: 'ja', browser_language: 'pt-BR' });
  // A request that names no language says nothing about the browser.
  expect(await visit()).toBe('ja');
  expect(await languages()).toEqual({ language: 'ja', browser_language: 'pt-BR' });
  expect((await person.call(updateMe, { body: { language: null } })).language).toBeNull();
});

test('a profile starts with the language chosen at the login host, and keeps a later choice', async () => {
  const first = async (claims: object) => {
    const sub = newId();
    const token = await t.issuer.sign({
      sub,
      email: `${sub}@larkmoor.test`,
      email_verified: true,
      ...claims,
    });
    return { token, language: (await as(token).call(getMe, {})).language };
  };
  const chosen = await first({ locale: 'es-MX' });
  expect(chosen.language).toBe('es');
  await as(chosen.token).call(updateMe, { body: { language: null } });
  expect((await as(chosen.token).call(getMe, {})).language).toBeNull();
  for (const locale of [undefined, 'nl', '', 7, { de: 1 }])
    expect((await first({ locale })).language).toBeNull();
});

test('ignores role, email and brands in a profile update', async () => {
  const person = await t.person();
  const before = await person.call(getMe, {});
  for (const body of [
    { role: 'administrator' },
    { email: 'x@x.test' },
    { id: newId() },
    { pictureUrl: 'x' },
    {},
  ]) {
    await expect(person.call(updateMe, { body: body as never })).rejects.toMatchObject({ status: 422 });
  }
  expect(await person.call(getMe, {})).toEqual(before);
});

test('crops a picture to a square, strips metadata, replaces and removes it', async () => {
  const person = await t.person();
  const photo = await picture(900, 600)
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer();
  const { pictureUrl } = await send(person, photo);
  const answer = await fetch(String(pictureUrl).replace(/^https?:\/\/[^/]+/, t.url));
  expect(answer.headers.get('cache-control')).toContain('immutable');
  const kept = Buffer.from(await answer.arrayBuffer());
  expect(await sharp(kept).metadata()).toMatchObject({ width: 256, height: 256, format: 'jpeg' });
  expect(kept.toString('latin1')).not.toContain('secret place');
  const second = await send(person, await picture(40, 80).webp().toBuffer());
  expect(second.pictureUrl).not.toBe(pictureUrl);
  expect((await fetch(String(pictureUrl).replace(/^https?:\/\/[^/]+/, t.url))).status).toBe(404);
  expect((await person.call(updateMe, { body: { pictureUrl: null } })).pictureUrl).toBeNull();
  expect((await fetch(String(second.pictureUrl).replace(/^https?:\/\/[^/]+/, t.url))).status).toBe(404);
});

test("deleting a creator's account deletes their picture", async () => {
  const person = await t.person({ role: 'creator' });
  const { pictureUrl } = await send(person, await picture(60, 60).png().toBuffer());
  await person.call(removeOwnAccount, { body: { confirm: 'REMOVE' } });
  expect((await fetch(String(pictureUrl).replace(/^https?:\/\/[^/]+/, t.url))).status).toBe(404);
});

test('rejects other files and large pictures, keeping the existing picture', async () => {
  const person = await t.person();
  const { pictureUrl } = await send(person, await picture(50, 50).png().toBuffer());
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const wrong of ['', 'text', drawing, Buffer.alloc(1000)]) {
    await expect(send(person, wrong)).rejects.toMatchObject({ status: 415 });
  }
  await expect(send(person, Buffer.alloc(6 * 1024 * 1024))).rejects.toMatchObject({ status: 413 });
  expect((await person.call(getMe, {})).pictureUrl).toBe(pictureUrl);
});

test('takes a changed email from the next token, and ignores older tokens', async () => {
  const sub = newId();
  const now = Math.floor(Date.now() / 1000);
  const old = as(await tokenOf(sub, 'before@larkmoor.test', now - 60));
  const { id } = await old.call(getMe, {});
  const fresh = as(await tokenOf(sub, 'after@larkmoor.test', now));
  expect(await fresh.call(getMe, {})).toMatchObject({ id, email: 'after@larkmoor.test' });
  expect(await old.call(getMe, {})).toMatchObject({ id, email: 'after@larkmoor.test' });
  expect((await fresh.call(getMe, {})).email).toBe('after@larkmoor.test');
});

test('ignores an unverified email', async () => {
  const person = await t.person({ email: 'sure@larkmoor.test' });
  const token = await t.issuer.sign({
    sub: person.userId,
    email: 'unsure@larkmoor.test',
    email_verified: false,
  });
  expect((await as(token).call(getMe, {})).email).toBe('sure@larkmoor.test');
});

test('[R7.004, R3.014, R3.015] returns the logged-in user with their brands', async () => {
  const brandId = await t.brand('Larkmoor');
  const person = await t.person({ brandId, brandRole: 'owner' });
  const me = await person.call(getMe, {});
  expect(me).toMatchObject({
    id: person.userId,
    firstName: 'Alva',
    lastName: 'Berg',
    role: 'brand',
    brandProfiles: [{ brandId, brand: { id: brandId, name: 'Larkmoor' } }],
    extraData: { selectedBrand: null, readUpdate: null },
  });
  expect(me.email).toContain('@');
});

test('[R7.005, R4.042] saves the selected brand', async () => {
  const first = await t.brand('First');
  const person = await t.person({ brandId: first });
  await person.call(selectBrand, { body: { selectedBrand: first } });
  expect((await person.call(getMe, {})).extraData.selectedBrand).toBe(first);
});

test('[R6.019] rejects selecting another brand', async () => {
  const person = await t.person({ brandId: await t.brand() });
  await expect(person.call(selectBrand, { body: { selectedBrand: await t.brand() } })).rejects.toMatchObject({
    status: 403,
    code: 'forbidden',
  });
});
