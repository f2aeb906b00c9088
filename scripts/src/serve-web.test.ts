import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { hostCheck } from '@troupe/server/own-host';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webHandler } from './serve-web.ts';
import { marketingCookies } from './web/marketing-cookies.ts';
import { contentSecurityPolicy, injectConfig, originsOf, readWebConfig } from './web/web-config.ts';

const env = {
  API_URL: 'http://localhost:4000',
  ISSUER: 'http://localhost:4001',
  WEB_ORIGIN: 'http://localhost:3000/',
  PORTAL_ORIGIN: 'http://localhost:3001',
  SANDBOX_URL: 'http://localhost:4002',
  LINK_HELP_CENTER: 'https://help.example/</script>',
};
const paying = {
  CHARGEBEE_JS_URL: 'https://js.chargebee.example/v2/chargebee.js',
  CHARGEBEE_SITE: 'acme-test',
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
  writeFileSync(path.join(folder, 'pricing.html'), html.replace('<head>', '<head><title>Pricing</title>'));
  writeFileSync(
    path.join(folder, 'routes.json'),
    JSON.stringify([
      { path: '/campaigns/$', scripts: ['/assets/campaign-1.js'], styles: [] },
      { path: '/campaigns/new', scripts: ['/assets/new-1.js'], styles: ['/assets/new-1.css'] },
    ]),
  );
  writeFileSync(path.join(folder, '.stamp'), 'secret');
  writeFileSync(path.join(folder, 'assets', 'app-1a2b.js'), script);
  writeFileSync(path.join(folder, 'assets', 'app-1a2b.js.br'), brotliCompressSync(script));
  server = createServer(webHandler(folder, config, { marketing: true }));
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

test('every URL of the app returns its page with the configuration', async () => {
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

test('the page is revalidated each time and costs nothing if unchanged', async () => {
  const first = await get('/');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const again = await get('/campaigns', { 'if-none-match': first.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test("a route's page preloads only that route's files", async () => {
  const linksAt = async (address: string) => {
    const text = await (await get(address, { accept: 'text/html' })).text();
    return [...text.matchAll(/<link rel="(\w+)" crossorigin href="([^"]+)">/g)].map(([, rel, href]) => [
      rel,
      href,
    ]);
  };
  expect(await linksAt('/campaigns/7?tab=1')).toEqual([['modulepreload', '/assets/campaign-1.js']]);
  expect(await linksAt('/campaigns/new/')).toEqual([
    ['modulepreload', '/assets/new-1.js'],
    ['stylesheet', '/assets/new-1.css'],
  ]);
  expect(await linksAt('/campaigns/7/metrics')).toEqual([]);
  const etags = await Promise.all(
    ['/campaigns/7', '/campaigns'].map(async (address) => (await get(address)).headers.get('etag')),
  );
  expect(new Set(etags).size).toBe(2);
});

test('hashed files are cached indefinitely and compressed', async () => {
  const response = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(response.headers.get('vary')).toBe('Accept-Encoding');
  expect(await response.text()).toBe(script);
  const plain = await get('/assets/app-1a2b.js', { 'accept-encoding': 'identity' });
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, script]);
});

test('a missing file returns 404, and hidden files and other methods are rejected', async () => {
  expect((await get('/assets/gone-1.js', { accept: '*/*' })).status).toBe(404);
  expect((await get('/assets/gone-1.js', { accept: 'text/html' })).status).toBe(404);
  expect((await get('/favicon.png', { accept: 'image/*' })).status).toBe(404);
  expect(await (await get('/.stamp')).text()).not.toContain('secret');
  expect((await get('/', {}, 'POST')).status).toBe(405);
  expect((await get('/', {}, 'HEAD')).status).toBe(200);
});

test.each(['//', '/%', '/%ff', '/..%2f..%2fpackage.json', '/../../etc/passwd', 'http://[', '*'])(
  'the odd URL %s reveals nothing',
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

test('allows scripts only from the app, and no framing', async () => {
  const { headers } = await get('/');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("connect-src 'self' http://localhost:4000 http://localhost:4001");
  expect(policy).toContain('frame-src http://localhost:4001;');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('same-origin');
});

test('a prerendered page is served at its own URL with the configuration', async () => {
  for (const address of ['/pricing', '/pricing/', '/pricing?period=monthly', '/pricing.html']) {
    const text = await (await get(address, { accept: 'text/html' })).text();
    expect(text).toContain('<title>Pricing</title>');
    expect(text).toContain('"apiUrl":"http://localhost:4000"');
  }
  expect(await (await get('/pricing/starter_annually', { accept: 'text/html' })).text()).not.toContain(
    'Pricing',
  );
});

test('allows the script and pages of the payment dialog where enabled, and no others', async () => {
  const withDialog = readWebConfig('web', { ...env, ...paying });
  expect(withDialog.checkout).toEqual({
    script: paying.CHARGEBEE_JS_URL,
    site: 'acme-test',
    pages: 'https://acme-test.chargebee.com',
  });
  const policy = contentSecurityPolicy(withDialog);
  expect(policy).toContain("script-src 'self' https://js.chargebee.example;");
  expect(policy).toContain(
    'frame-src http://localhost:4001 https://js.chargebee.example https://acme-test.chargebee.com;',
  );
  expect(readWebConfig('portal', { ...env, ...paying }).checkout).toBeNull();
  expect(() => readWebConfig('web', { ...env, ...paying, CHARGEBEE_SITE: 'a.b/c' })).toThrow(
    'CHARGEBEE_SITE',
  );
});

test('[R3.039] [R3.040] [R9.033] a visit with marketing parameters sets five cookies for 30 days', async () => {
  const cookies = (
    await get(
      '/signup/starter_annually?utm_source=News%20Letter&utm_medium=mail&utm_campaign=s&utm_content=c&utm_term=caf%C3%A9',
    )
  ).headers.getSetCookie();
  expect(cookies).toEqual([
    'utm_campaign=s; Max-Age=2592000; Path=/; SameSite=Lax',
    'utm_medium=mail; Max-Age=2592000; Path=/; SameSite=Lax',
    'utm_source=News%20Letter; Max-Age=2592000; Path=/; SameSite=Lax',
    'utm_content=c; Max-Age=2592000; Path=/; SameSite=Lax',
    'utm_term=caf%C3%A9; Max-Age=2592000; Path=/; SameSite=Lax',
  ]);
});

test('a visit with some parameters replaces all cookies, one with none keeps them', async () => {
  const cookies = (await get('/pricing?utm_source=ad&gclid=1')).headers.getSetCookie();
  expect(cookies.map((line) => line.split('; ').slice(0, 2).join('; '))).toEqual([
    'utm_campaign=; Max-Age=0',
    'utm_medium=; Max-Age=0',
    'utm_source=ad; Max-Age=2592000',
    'utm_content=; Max-Age=0',
    'utm_term=; Max-Age=0',
  ]);
  for (const address of ['/', '/pricing?utm_source=', '/?UTM_SOURCE=x', '/assets/app-1a2b.js?utm_source=x']) {
    expect((await get(address)).headers.getSetCookie(), address).toEqual([]);
  }
});

test('cookie values are sanitized and limited in length', () => {
  const [line = ''] = marketingCookies('utm_campaign=a%3B%20Domain%3Devil%0d%0aX:%20y%00', false);
  expect(line).toBe('utm_campaign=a%3B%20Domain%3DevilX%3A%20y; Max-Age=2592000; Path=/; SameSite=Lax');
  const [long = ''] = marketingCookies(`utm_campaign=${'%F0%9F%8E%AD'.repeat(5000)}`, true);
  expect(long.length).toBeLessThan(1400);
  expect(long.endsWith('SameSite=Lax; Secure')).toBe(true);
  expect(marketingCookies('utm_campaign=one&utm_campaign=two', false)[0]).toMatch(/^utm_campaign=one;/);
  expect(marketingCookies('utm_campaign=%E0%A4%A', false)).toHaveLength(5);
});

test('adds the configuration to a page without a placeholder', () => {
  expect(injectConfig('<head></head>', config)).toContain('id="troupe-config">{"apiUrl"');
});

test('reports missing and invalid URLs', () => {
  expect(() => readWebConfig('web', { ...env, API_URL: undefined })).toThrow('API_URL must be a web address');
  expect(() => readWebConfig('web', { ...env, LINK_BLOG: 'javascript:alert(1)' })).toThrow(
    'LINK_BLOG must be',
  );
});

/** The same build under several names, including the legacy host. */
async function underNames(more: Record<string, string>, allowed: string[] = [], app = 'web') {
  const own = readWebConfig(app, { ...env, WEB_ORIGIN: 'https://app.example.com', ...more });
  const named = createServer(webHandler(folder, own, { hosts: hostCheck(originsOf(app, own), allowed) }));
  await new Promise<void>((resolve) => named.listen(0, '127.0.0.1', resolve));
  const { port } = named.address() as AddressInfo;
  const ask = (host: string, address = '/campaigns', headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: string; body: string }>((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, path: address, headers: { accept: 'text/html', ...headers, host } },
        (response) => {
          let body = '';
          response.on('data', (part) => (body += part));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: JSON.stringify(response.headers), body }),
          );
        },
      );
      sent.on('error', reject).end();
    });
  return { ask, close: () => new Promise((resolve) => named.close(resolve)) };
}

test('serves the same build and pages under each of its names', async () => {
  const legacy = {
    LINK_LEGACY_DASHBOARD: 'https://old.example.com',
    LINK_NEW_DASHBOARD: 'https://new.example.com',
  };
  const { ask, close } = await underNames(legacy, ['*.preview.example.com']);
  const bodies = new Set<string>();
  for (const host of [
    'app.example.com',
    'old.example.com:443',
    'pr-7.preview.example.com',
    'localhost:3000',
  ]) {
    const { status, body } = await ask(host);
    expect(status, host).toBe(200);
    bodies.add(body);
  }
  expect(bodies.size).toBe(1);
  expect([...bodies][0]).toContain('"legacyDashboard":"https://old.example.com"');
  // Links lead to another deployment.
  expect((await ask('new.example.com')).status).toBe(421);
  await close();
});

test('rejects unknown hosts without revealing ours', async () => {
  for (const app of ['web', 'portal']) {
    const { ask, close } = await underNames({ PORTAL_ORIGIN: 'https://creators.example.com' }, [], app);
    for (const address of ['/', '/campaigns', '/assets/app-1a2b.js', '/pricing?utm_source=x']) {
      const { status, headers, body } = await ask('evil.example', address);
      expect([status, body], address).toEqual([421, 'Unknown host. Check the URL.\n']);
      expect(headers + body, address).not.toMatch(/example\.com|localhost|utm_/);
    }
    expect((await ask('a b')).status).toBe(400);
    for (const address of ['/healthz', '/readyz'])
      expect((await ask('10.0.0.7:3000', address)).status).toBe(200);
    // A proxy's forwarded host is ignored.
    expect((await ask('evil.example', '/', { 'x-forwarded-host': 'app.example.com' })).status).toBe(421);
    await close();
  }
});

test('can accept any host name behind a proxy', async () => {
  const { ask, close } = await underNames({}, ['*']);
  expect((await ask('web:3000')).status).toBe(200);
  await close();
});

test('invalid cookies break no page', async () => {
  const garbage = [
    'featureFlag=%E0%A4%A',
    '=; ;;; =x',
    'a=\u00ff\u00fe',
    `x=${'y'.repeat(8000)}`,
    '__proto__=1',
  ];
  for (const cookie of garbage) {
    const response = await get('/campaigns?utm_source=ad', { accept: 'text/html', cookie });
    expect(response.status, cookie.slice(0, 20)).toBe(200);
    expect(response.headers.getSetCookie()).toHaveLength(5);
  }
});

test('a legacy host requires a different new dashboard', () => {
  const legacy = { ...env, LINK_LEGACY_DASHBOARD: 'https://old.example.com/' };
  expect(() => readWebConfig('web', legacy)).toThrow('LINK_NEW_DASHBOARD');
  expect(() =>
    readWebConfig('web', { ...legacy, LINK_NEW_DASHBOARD: 'https://old.example.com/new' }),
  ).toThrow('two hosts');
  const two = readWebConfig('web', { ...legacy, LINK_NEW_DASHBOARD: 'https://new.example.com' });
  expect(two.links.newDashboard).toBe('https://new.example.com');
});

test('sends HSTS only if the app is served over https', async () => {
  const headersOf = async (app: string, origins: Partial<typeof env>) => {
    const served = createServer(
      webHandler(folder, readWebConfig(app, { ...env, ...origins }), { app, marketing: true }),
    );
    await new Promise<void>((resolve) => served.listen(0, '127.0.0.1', resolve));
    const { port } = served.address() as AddressInfo;
    const { headers } = await fetch(`http://127.0.0.1:${port}/?utm_source=x`);
    served.closeAllConnections();
    await new Promise((resolve) => served.close(resolve));
    return { hsts: headers.get('strict-transport-security'), cookies: headers.getSetCookie() };
  };
  const secured = await headersOf('web', { WEB_ORIGIN: 'https://troupe.example' });
  expect(secured.hsts).toBe('max-age=31536000');
  expect(secured.cookies.length).toBeGreaterThan(0);
  expect(secured.cookies.filter((cookie) => !/; Secure/.test(cookie))).toEqual([]);
  expect((await headersOf('portal', { PORTAL_ORIGIN: 'https://creators.troupe.example' })).hsts).toBe(
    'max-age=31536000',
  );
  expect((await headersOf('web', {})).hsts).toBeNull();
});
