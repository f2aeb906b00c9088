import { calls } from '@troupe/contract/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

test('the OpenAPI document names every call of the contract, with schemas', async () => {
  const response = await fetch(`${t.url}/openapi.json`);
  expect(response.status).toBe(200);
  const document = (await response.json()) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
  };
  expect(document.openapi).toBe('3.1.0');
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    calls.map(({ name }) => name).sort(),
  );
  for (const { responses } of operations) expect(responses[200]).toBeDefined();
});

test('the OpenAPI document says which API key opens a call, and where none does', async () => {
  const document = (await (await fetch(`${t.url}/openapi.json`)).json()) as {
    components: { securitySchemes: Record<string, object> };
    paths: Record<string, Record<string, { operationId: string; security: Record<string, string[]>[] }>>;
  };
  expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const securityOf = (name: string) =>
    operations.find(({ operationId }) => operationId === name)?.security.map((one) => Object.entries(one)[0]);
  expect(securityOf('listCampaigns')).toEqual([
    ['bearer', []],
    ['apiKey', ['read']],
  ]);
  expect(securityOf('createCampaign')).toEqual([
    ['bearer', []],
    ['apiKey', ['write']],
  ]);
  for (const name of ['createApiKey', 'getMe', 'listBrands', 'markTyping'])
    expect(securityOf(name)).toEqual([['bearer', []]]);
});

test('every call of the contract has a name of its own and is answered by the API', async () => {
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length);
  const missing = calls.filter(({ method, path }) => !t.api.server.hasRoute({ method, url: path }));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('people read the calls at /docs, without scripts', async () => {
  const response = await fetch(`${t.url}/docs`);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await response.text();
  expect(page).not.toContain('<script');
  for (const { name } of calls) expect(page).toContain(`id="${name}"`);
});

test('the API says that it is alive and ready', async () => {
  expect((await fetch(`${t.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${t.url}/readyz`)).status).toBe(200);
});
