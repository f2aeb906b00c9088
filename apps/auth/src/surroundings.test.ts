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

test('answers 503 with a page and Retry-After while too many requests are worked on, and health checks all the same', async () => {
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
      .toMatchObject({ status: 503, retryAfter: '1', body: expect.stringContaining('Troupe is busy') });
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

test('ends a request whose body does not come in, forms and tokens alike', async () => {
  for (const path of ['/account/sessions', '/token']) {
    const socket = connect(instance.config.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 50\r\n\r\na=`,
    );
    expect(await text(socket), path).toMatch(/^HTTP\/1\.1 408 /);
  }
});

test('answers HEAD like GET, without a body', async () => {
  const { issuer } = instance.config;
  for (const path of ['/privacy', '/.well-known/openid-configuration', '/healthz']) {
    const answer = await fetch(`${issuer}${path}`, { method: 'HEAD' });
    expect([answer.status, await answer.text()], path).toEqual([200, '']);
  }
});

test('sends the same security headers with pages, tokens and refusals', async () => {
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

test('logs in with one request at a time', async () => {
  await instance.addAccount('one@larkmoor.test');
  const tokens = await new Browser(instance.config).logIn('one@larkmoor.test', 'troupe-demo');
  expect(tokens.access_token).toBeTruthy();
});
