import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { type Instance, startInstance } from './testing/instance.ts';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance();
});
afterAll(async () => await instance?.close());

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

const ask = (host: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const { port } = instance.config;
    const sent = request({ host: '127.0.0.1', port, path, headers: { ...headers, host } }, (response) => {
      let body = '';
      response.on('data', (part) => (body += part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    sent.on('error', reject).end();
  });

const addresses = ['/', '/privacy', '/.well-known/openid-configuration', '/jwks', '/account', '/nothing'];

test('the login host accepts its own name and configured ones', async () => {
  const own = new URL(instance.config.issuer).host;
  for (const host of [own, 'login.test', '127.0.0.1']) {
    expect((await ask(host, '/privacy')).status, host).toBe(200);
    const discovery = await ask(host, '/.well-known/openid-configuration');
    expect(JSON.parse(discovery.body).issuer, host).toBe(instance.config.issuer);
  }
});

test('rejects requests for other hosts', async () => {
  for (const path of addresses) {
    const { status, headers, body } = await ask('evil.example', path);
    expect(status, path).toBe(421);
    expect(body, path).toBe('Unknown host. Check the URL.\n');
    expect(JSON.stringify(headers), path).not.toMatch(/localhost|evil/);
  }
  expect((await ask('a b', '/')).status).toBe(400);
  expect((await ask('10.0.0.7:4001', '/readyz')).status).toBe(200);
});

test('invalid cookies break no page', async () => {
  const garbage = [
    '_session=%E0%A4%A; _session.sig=x',
    '_interaction=zzz; _interaction.sig=',
    '=; ;;; =x',
    'a=\u00ff\u00fe',
    `x=${'y'.repeat(6000)}`,
    '__proto__=1; constructor=2',
  ];
  const login = `/auth?${new URLSearchParams({
    client_id: 'troupe-web',
    redirect_uri: `${instance.config.webOrigin}/login`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })}`;
  for (const cookie of garbage) {
    expect((await ask('login.test', '/privacy', { cookie })).status, cookie).toBe(200);
    expect((await ask('login.test', login, { cookie })).status, cookie).toBe(303);
    expect((await ask('login.test', '/account', { cookie })).status, cookie).toBeLessThan(400);
  }
});

test('rejects an invalid list of hosts at startup', () => {
  const env = {
    DATABASE_URL: 'postgres://x',
    ISSUER: 'http://localhost:4001',
    WEB_ORIGIN: 'http://localhost:3000',
    PORTAL_ORIGIN: 'http://localhost:3001',
    SMTP_URL: 'smtp://localhost:25',
    MAIL_FROM: 'a@b.test',
    SECRET_KEY: 'a key that only tests know',
  };
  expect(readConfig({ ...env, ALLOWED_HOSTS: 'a.test,*.b.test' }).allowedHosts).toEqual([
    'a.test',
    '*.b.test',
  ]);
  expect(() => readConfig({ ...env, ALLOWED_HOSTS: 'http://a.test' })).toThrow('ALLOWED_HOSTS');
});
