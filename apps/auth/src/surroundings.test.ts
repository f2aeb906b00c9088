import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from './testing/browser.ts';
import { type Instance, startInstance } from './testing/instance.ts';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({ maxRequests: 1, bodyMs: 500 });
});
afterAll(async () => await instance?.close());

test('returns 503 with a page and Retry-After under load, except for health checks', async () => {
  const { issuer } = instance.config;
  const { db } = instance;
  const blocker = await db.connect();
  try {
    await blocker.query('begin');
    await blocker.query('lock table revocation in access exclusive mode');
    const held = fetch(`${issuer}/revocations`);
    await expect
      .poll(async () => {
        const answer = await fetch(`${issuer}/privacy`);
        return {
          status: answer.status,
          retryAfter: answer.headers.get('retry-after'),
          body: await answer.text(),
        };
      })
      .toMatchObject({
        status: 503,
        retryAfter: '1',
        body: expect.stringMatching(/Troupe is busy[\s\S]*Reference: [0-9a-f]{8}\./),
      });
    const refused = await fetch(`${issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'x' }),
    });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' });
    expect((await fetch(`${issuer}/readyz`)).status).toBe(200);
    await blocker.query('rollback');
    expect((await held).status).toBe(200);
  } finally {
    blocker.release();
  }
  expect((await fetch(`${issuer}/privacy`)).status).toBe(200);
});

test('ends requests with slow bodies, for forms and tokens', async () => {
  for (const path of ['/account/sessions', '/token']) {
    const socket = connect(instance.config.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 50\r\n\r\na=`,
    );
    expect(await text(socket), path).toMatch(/^HTTP\/1\.1 408 /);
  }
});

test('answers HEAD like GET without a body', async () => {
  const { issuer } = instance.config;
  for (const path of ['/privacy', '/.well-known/openid-configuration', '/healthz']) {
    const answer = await fetch(`${issuer}${path}`, { method: 'HEAD' });
    expect([answer.status, await answer.text()], path).toEqual([200, '']);
  }
});

test('sends the same security headers with pages, tokens and errors', async () => {
  const { issuer } = instance.config;
  for (const path of ['/privacy', '/jwks', '/nowhere', '/%', '/token']) {
    const { headers } = await fetch(`${issuer}${path}`);
    expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
    expect(headers.get('content-security-policy'), path).not.toContain('unsafe');
    expect(headers.get('x-frame-options'), path).toBe('DENY');
    expect(headers.get('referrer-policy'), path).toBe('same-origin');
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
  }
});

test('logs in with one concurrent request allowed', async () => {
  await instance.addAccount('one@larkmoor.test');
  const tokens = await new Browser(instance.config).logIn('one@larkmoor.test', 'troupe-demo');
  expect(tokens.access_token).toBeTruthy();
});
