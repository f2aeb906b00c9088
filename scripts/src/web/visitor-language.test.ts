import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webHandler } from '../serve-web.ts';
import { readWebConfig } from './web-config.ts';

const page = (attributes: string) =>
  `<!doctype html><html ${attributes}><head><script type="application/json" id="troupe-config"></script></head><body>{{webOrigin}}</body></html>`;

let folder = '';
let server: Server;
let origin = '';
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-visitor-language-'));
  const write = (file: string, attributes: string) =>
    writeFileSync(path.join(folder, file), page(attributes));
  write('index.html', 'lang="en" data-app');
  write('faq.html', 'lang="en"');
  write('faq.de.html', 'lang="de"');
  write('faq.pt-BR.html', 'lang="pt-BR"');
  write('faq.ar.html', 'lang="ar" dir="rtl"');
  const config = readWebConfig('web', {
    API_URL: 'https://api.troupe.example',
    ISSUER: 'https://auth.troupe.example',
    WEB_ORIGIN: 'https://troupe.example',
    PORTAL_ORIGIN: 'https://creators.troupe.example',
    SANDBOX_URL: 'https://sandbox.troupe.example',
  });
  server = createServer(webHandler(folder, config, { marketing: true }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const get = (address: string, headers: Record<string, string> = {}) => fetch(origin + address, { headers });
const tagOf = async (response: Response) => /<html ([^>]*)>/.exec(await response.text())?.[1];
const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' };

test('the browser says the language of a page, and without a match it is English', async () => {
  for (const [asked, tag] of [
    ['de-AT,de;q=0.9,en;q=0.5', 'lang="de"'],
    ['pt', 'lang="pt-BR"'],
    ['ar-EG', 'lang="ar" dir="rtl"'],
    ['sv,de;q=0.8', 'lang="de"'],
    ['de;q=0,en', 'lang="en"'],
    ['sv-SE', 'lang="en"'],
    ['*', 'lang="en"'],
    ['<script>', 'lang="en"'],
    // A language of the product in which this page was not made.
    ['ja', 'lang="en"'],
  ] as const)
    expect(await tagOf(await get('/faq', { 'accept-language': asked })), asked).toBe(tag);
  expect((await get('/faq', { 'accept-language': 'ja' })).headers.get('content-language')).toBe('en');
  expect((await get('/faq', german)).headers.get('content-language')).toBe('de');
  expect(await tagOf(await get('/faq/', german))).toBe('lang="de"');
});

test('the kept choice comes before the browser, and the address before both', async () => {
  const kept = { ...german, cookie: 'other=1; troupe-language=ar' };
  expect(await tagOf(await get('/faq', kept))).toBe('lang="ar" dir="rtl"');
  expect(await tagOf(await get('/faq?language=en', kept))).toBe('lang="en"');
  for (const cookie of ['troupe-language=xx', 'troupe-language=', 'not-troupe-language=ar'])
    expect(await tagOf(await get('/faq', { ...german, cookie })), cookie).toBe('lang="de"');
});

test('a choice in the address is kept in a cookie, beside those of marketing, and an unknown one is not', async () => {
  const chosen = await get('/faq?language=pt-BR&utm_source=mail');
  expect(await tagOf(chosen)).toBe('lang="pt-BR"');
  expect(chosen.headers.getSetCookie()).toContain(
    'troupe-language=pt-BR; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure',
  );
  expect(chosen.headers.getSetCookie().some((line) => line.startsWith('utm_source=mail'))).toBe(true);
  expect(chosen.headers.get('cache-control')).toBe('no-cache, private');
  for (const unknown of ['xx', '', 'de%0d%0aSet-Cookie:%20a=b', 'constructor', 'toString']) {
    const response = await get(`/faq?language=${unknown}`, german);
    expect(response.headers.getSetCookie(), unknown).toEqual([]);
    expect(await tagOf(response), unknown).toBe('lang="de"');
  }
});

test('caches keep each language apart', async () => {
  const response = await get('/faq', german);
  expect(response.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  const etag = response.headers.get('etag') ?? '';
  expect((await get('/faq', { ...german, 'if-none-match': etag })).status).toBe(304);
  expect((await get('/faq', { 'accept-language': 'en', 'if-none-match': etag })).status).toBe(200);
  // The app's own page is the same for everybody.
  const app = await get('/campaigns', { ...german, accept: 'text/html' });
  expect(app.headers.get('vary')).toBe('Accept-Encoding');
  expect((await get('/?language=de')).headers.getSetCookie()).toEqual([]);
});

test('the files of translations are served at the address of their page only, and listed once', async () => {
  for (const address of ['/faq.de.html', '/faq.de', '/faq.ar.html', '/faq.pt-BR'])
    expect((await get(address, { accept: 'text/html' })).status, address).toBe(404);
  const sitemap = await (await get('/sitemap.xml')).text();
  expect(sitemap.match(/<loc>[^<]*<\/loc>/g)).toEqual(['<loc>https://troupe.example/faq</loc>']);
});
