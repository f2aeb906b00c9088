import { afterEach, expect, test, vi } from 'vitest';
import { apiHost } from './hosts.ts';
import { addressesOf, defaultPortBase } from './processes/ports.ts';

afterEach(() => vi.unstubAllEnvs());

/** Returns the API's environment for a person's own settings. */
function told(own: Record<string, string>): NodeJS.ProcessEnv {
  for (const [name, value] of Object.entries({ SECRET_KEY: 'x'.repeat(32), HOST: '', ...own }))
    vi.stubEnv(name, value);
  return apiHost({
    portBase: 3000,
    dataDir: '/nowhere',
    databases: { api: 'postgres://a', auth: 'postgres://b' },
  }).env;
}

test("one's own billing site doesn't accept the sandbox's webhook password", () => {
  expect(told({ CHARGEBEE_SITE: '' }).CHARGEBEE_WEBHOOK_PASSWORD).toBe('sandbox_webhook_password');
  const own = told({ CHARGEBEE_SITE: 'acme' });
  expect(own.CHARGEBEE_SITE).toBe('acme');
  expect(own.CHARGEBEE_WEBHOOK_PASSWORD).toBeUndefined();
  expect(own.CHARGEBEE_URL).toBeUndefined();
  expect(told({ CHARGEBEE_SITE: 'acme', CHARGEBEE_WEBHOOK_PASSWORD: 'mine' })).toMatchObject({
    CHARGEBEE_WEBHOOK_PASSWORD: 'mine',
  });
});

test("webhooks reach this machine only if it isn't reachable from outside", () => {
  expect(told({}).WEBHOOKS_ANYWHERE).toBe('true');
  expect(told({ HOST: '127.0.0.1' }).WEBHOOKS_ANYWHERE).toBe('true');
  expect(told({ HOST: '0.0.0.0' }).WEBHOOKS_ANYWHERE).toBe('false');
  expect(told({ HOST: '0.0.0.0', WEBHOOKS_ANYWHERE: 'true' }).WEBHOOKS_ANYWHERE).toBe('true');
});

test('[R6.022] by default, dashboard and creator app use fixed ports on this machine', () => {
  expect(addressesOf(defaultPortBase)).toMatchObject({
    webUrl: 'http://localhost:3000',
    portalUrl: 'http://localhost:3001',
    apiUrl: 'http://localhost:4000',
    authUrl: 'http://localhost:4001',
  });
});
