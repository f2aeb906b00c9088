import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi({
    API_ORIGIN: 'https://api.example.com',
    WEB_ORIGIN: 'https://app.example.com',
    ALLOWED_HOSTS: 'api.internal, *.cluster.test',
    TROUPE_ROLES: 'http',
  });
});
afterAll(() => t.stop());

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

const ask = (host: string, path = '/me', headers: Record<string, string> = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const sent = request(t.url + path, { headers: { ...headers, host } }, (response) => {
      let body = '';
      response.on('data', (part) => (body += part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    sent.on('error', reject).end();
  });

test('answers to its own host names and loopback addresses', async () => {
  for (const host of [
    'api.example.com',
    'api.internal:4000',
    'a.cluster.test',
    'localhost:4000',
    '127.0.0.1',
  ]) {
    expect((await ask(host)).status, host).toBe(401);
    expect((await ask(host, '/openapi.json')).status, host).toBe(200);
  }
});

test('reveals nothing on requests for other hosts', async () => {
  for (const path of ['/me', '/openapi.json', '/no/such/address', '/webhooks/chargebee', '/uploads']) {
    const { status, headers, body } = await ask('rebound.evil.example:4000', path, {
      origin: 'https://app.example.com',
    });
    expect(status, path).toBe(421);
    expect(JSON.parse(body), path).toEqual({
      code: 'misdirected',
      message: 'Unknown host. Check the URL.',
    });
    expect(JSON.stringify(headers), path).not.toContain('example.com');
  }
  expect((await ask('a b')).status).toBe(422);
});

test('health checks accept any host name', async () => {
  for (const path of ['/healthz', '/readyz', '/readyz/?x=1']) {
    expect((await ask('10.1.2.3:4000', path)).status, path).toBe(200);
  }
});

test('ignores malformed cookies', async () => {
  const garbage = [
    '%E0%A4%A',
    'featureFlag=%ZZ; =; ;;',
    'a=\u00ff\u00fe',
    `x=${'y'.repeat(6000)}`,
    '__proto__=1; constructor=2',
  ];
  for (const cookie of garbage) expect((await ask('api.example.com', '/me', { cookie })).status).toBe(401);
});

test('rejects an invalid host list at startup', async () => {
  await expect(startTestApi({ ALLOWED_HOSTS: 'https://api.example.com' })).rejects.toThrow('ALLOWED_HOSTS');
});
