import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webHandler } from './serve-web.ts';
import { injectConfig, readWebConfig } from './web-config.ts';

const env = {
  API_URL: 'http://localhost:4000',
  ISSUER: 'http://localhost:4001',
  WEB_ORIGIN: 'http://localhost:3000/',
  PORTAL_ORIGIN: 'http://localhost:3001',
  SANDBOX_URL: 'http://localhost:4002',
  LINK_HELP_CENTER: 'https://help.example/</script>',
};
const config = readWebConfig('web', env);
const html = '<html><head><script type="application/json" id="troupe-config"></script></head></html>';
const script = `console.log(${JSON.stringify('x'.repeat(2000))})`;
let folder = '';
let server: Server;
let origin = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-web-'));
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), html);
  writeFileSync(path.join(folder, '.stamp'), 'secret');
  writeFileSync(path.join(folder, 'assets', 'app-1a2b.js'), script);
  writeFileSync(path.join(folder, 'assets', 'app-1a2b.js.br'), brotliCompressSync(script));
  server = createServer(webHandler(folder, config));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(origin + address, { headers, method });

test('every address of the app answers its page with the configuration in it', async () => {
  for (const address of [
    '/',
    '/index.html',
    '/creator-search/lists?list=1',
    '/campaigns/',
    '/people/some.name',
  ]) {
    const response = await get(address, { accept: 'text/html' });
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const json = /id="troupe-config">([^<]*)</.exec(text)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual({ ...config, links: { helpCenter: env.LINK_HELP_CENTER } });
  }
});

test('the page is asked for again each time and costs nothing when unchanged', async () => {
  const first = await get('/');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const again = await get('/campaigns', { 'if-none-match': first.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test('files with a hash in their name are kept for good, and come compressed', async () => {
  const response = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(response.headers.get('vary')).toBe('Accept-Encoding');
  expect(await response.text()).toBe(script);
  const plain = await get('/assets/app-1a2b.js', { 'accept-encoding': 'identity' });
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, script]);
});

test('a missing file is a 404, not the page; hidden files and other methods are refused', async () => {
  expect((await get('/assets/gone-1.js', { accept: '*/*' })).status).toBe(404);
  expect((await get('/assets/gone-1.js', { accept: 'text/html' })).status).toBe(404);
  expect((await get('/favicon.png', { accept: 'image/*' })).status).toBe(404);
  expect(await (await get('/.stamp')).text()).not.toContain('secret');
  expect((await get('/', {}, 'POST')).status).toBe(405);
  expect((await get('/', {}, 'HEAD')).status).toBe(200);
});

test.each(['//', '/%', '/%ff', '/..%2f..%2fpackage.json', '/../../etc/passwd', 'http://[', '*'])(
  'the odd address %s is answered and reveals nothing',
  async (address) => {
    const { port } = server.address() as AddressInfo;
    const body = await new Promise<string>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path: address }, (response) => {
        let text = '';
        response.on('data', (part) => (text += part));
        response.on('end', () => resolve(text));
      });
      sent.on('error', reject).end();
    });
    expect(body).not.toMatch(/root:|"workspaces"/);
    expect((await get('/healthz')).status).toBe(200);
  },
);

test('scripts come from the app alone, and nobody may frame it', async () => {
  const { headers } = await get('/');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("connect-src 'self' http://localhost:4000 http://localhost:4001");
  expect(policy).toContain('frame-src http://localhost:4001;');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('same-origin');
});

test('a page without a place for the configuration gets one', () => {
  expect(injectConfig('<head></head>', config)).toContain('id="troupe-config">{"apiUrl"');
});

test('a missing or wrong address is named', () => {
  expect(() => readWebConfig('web', { ...env, API_URL: undefined })).toThrow('API_URL must be a web address');
  expect(() => readWebConfig('web', { ...env, LINK_BLOG: 'javascript:alert(1)' })).toThrow(
    'LINK_BLOG must be',
  );
});
