import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webHandler } from '../serve-web.ts';
import { fillPlaces } from './visitor-page.ts';
import { contentSecurityPolicy, readWebConfig } from './web-config.ts';

const config = readWebConfig('web', {
  API_URL: 'https://api.troupe.example',
  ISSUER: 'https://auth.troupe.example',
  WEB_ORIGIN: 'https://troupe.example',
  PORTAL_ORIGIN: 'https://creators.troupe.example',
  SANDBOX_URL: 'https://sandbox.troupe.example',
  LINK_BLOG: 'https://blog.example/?a=1&b="2"',
  LINK_CREATOR_APP: 'https://stars.example/app',
});
const page = (about: string) =>
  `<html><head>${about}<script type="application/json" id="troupe-config"></script></head><body>{{link:blog|/updates}}</body></html>`;

let folder = '';
let server: Server;
let origin = '';
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-visitor-'));
  writeFileSync(path.join(folder, 'index.html'), page('<title>App</title>'));
  writeFileSync(path.join(folder, 'faq.html'), page('<link rel="canonical" href="{{webOrigin}}/faq" />'));
  writeFileSync(
    path.join(folder, 'demo-confirmation.html'),
    page('<meta name="robots" content="noindex" />'),
  );
  server = createServer(webHandler(folder, config));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

test('fills hosts and links of prerendered pages, escaped, with fallbacks to our own pages', () => {
  const filled = (text: string) => fillPlaces(text, config);
  expect(filled('{{apiUrl}}/docs {{webOrigin}}/faq')).toBe(
    'https://api.troupe.example/docs https://troupe.example/faq',
  );
  expect(filled('href="{{link:blog|/updates}}"')).toBe(
    'href="https://blog.example/?a=1&amp;b=&quot;2&quot;"',
  );
  expect(filled('{{link:faq|/faq}}')).toBe('/faq');
  expect(filled('{{link:helpCenter|{{apiUrl}}/docs}}')).toBe('https://api.troupe.example/docs');
  expect(filled('{{link:creatorApp|{{portalOrigin}}}}')).toBe('https://stars.example/app');
  expect(filled('{{somethingElse}}')).toBe('{{somethingElse}}');
});

test('the sitemap lists visitor pages only', async () => {
  const robots = await (await fetch(`${origin}/robots.txt`)).text();
  expect(robots).toContain('Sitemap: https://troupe.example/sitemap.xml');
  const answer = await fetch(`${origin}/sitemap.xml`);
  expect(answer.headers.get('content-type')).toContain('xml');
  const found = [...(await answer.text()).matchAll(/<loc>(.*)<\/loc>/g)].map(([, address]) => address);
  expect(found).toEqual(['https://troupe.example/faq']);
  const robotsOf = async (address: string) =>
    (await fetch(origin + address, { headers: { accept: 'text/html' } })).headers.get('x-robots-tag');
  expect(await robotsOf('/faq')).toBeNull();
  expect(await robotsOf('/faq/')).toBeNull();
  for (const address of ['/', '/campaigns', '/account', '/nobody-knows', '/demo-confirmation'])
    expect(await robotsOf(address), address).toBe('noindex');
});

test('an unknown URL returns the app, which leads to the campaigns', async () => {
  const answer = await fetch(`${origin}/nobody-knows`, { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('<title>App</title>');
});

test('forms can be sent to us and the API, and scripts are never inline', () => {
  const policy = contentSecurityPolicy(config);
  expect(policy).toMatch(/form-action 'self' https:\/\/api\.troupe\.example(;|$)/);
  expect(policy).toContain("script-src 'self';");
});
