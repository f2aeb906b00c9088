import { calls } from '@troupe/contract/calls';
import { schemaOf } from '@troupe/contract/openapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { readAccessMatrix } from './access-matrix.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

test('the OpenAPI document contains every call of the contract with schemas', async () => {
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

/** The specification's section on calls, with its IDs filled in below. */
const SPECIFIED = [
  'GET /brand-campaign/:id',
  'GET /brand/:id',
  'GET /brand/:id/affiliates/links',
  'GET /brand/:id/archived-creators',
  'GET /brand/:id/audience-data',
  'GET /brand/:id/campaign/:id/metrics',
  'GET /brand/:id/campaign/:id/uploads',
  'GET /brand/:id/campaigns',
  'GET /brand/:id/creator-list-items/:id/1',
  'GET /brand/:id/creator-lists',
  'GET /brand/:id/creator-lists-detail/1',
  'GET /brand/:id/message-templates',
  'GET /brands',
  'GET /brands/affiliates/affiliate-analytics/:id',
  'GET /brands/affiliates/filter-affiliates/:id',
  'GET /campaign-invites/:id',
  'GET /categories',
  'GET /checkout-addon/:id',
  'GET /checkout-affiliate/:id',
  'GET /checkout-subscription/:id',
  'GET /content-previews/:id/1',
  'GET /create-portal-session/:id',
  'GET /me',
  'GET /stories/:id/1',
  'GET /v2/opt-ins/:id/1',
  'GET /v2/social-profile/:id/meta-data',
  'GET /:id/shoutouts/1',
  'POST /admin/brands',
  'POST /brand/:id/archived-creators/:id',
  'POST /brand/:id/audience-data',
  'POST /brand/:id/campaign/:id/share-campaign',
  'POST /brand/:id/campaign/:id/shoutouts/export',
  'POST /brand/:id/campaign/:id/stories/export',
  'POST /brand/:id/creator-list/:id/archive',
  'POST /brand/:id/emailTemplate/NEW/preview',
  'POST /brand/:id/emailTemplate/:id',
  'POST /brand/:id/shopify/store/connect',
  'POST /campaign-invite/:id',
  'POST /campaign-invites/:id/search',
  'POST /campaigns/duplicate/:id',
  'POST /checkout-addon/:id',
  'POST /checkout-affiliate/:id',
  'POST /checkout-subscription/:id',
  'POST /me',
  'POST /unarchived-creators/:id',
  'PUT /brand/:id/campaign/:id/status',
  'PUT /brand/:id/creator-list-item/:id',
  'PUT /brand/:id/creator-list/:id',
];

test('[R1.008] every call of the specification exists and asks who calls', async () => {
  const answers = await Promise.all(
    [...SPECIFIED, 'GET /no-such-call'].map(async (call) => {
      const [method, path = ''] = call.split(' ');
      const id = '00000000-0000-4000-8000-000000000000';
      const { status } = await fetch(t.url + path.replaceAll(':id', id), { method });
      return [call, status];
    }),
  );
  expect(answers.filter(([, status]) => status !== 401)).toEqual([['GET /no-such-call', 404]]);
});

test('the OpenAPI document states which API key scope a call needs, if any', async () => {
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

test('every call has a unique name and an implementation', async () => {
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length);
  const missing = calls.filter(({ method, path }) => !t.api.server.hasRoute({ method, url: path }));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('every operation has a one-line summary, and a description that says who may call it', async () => {
  const document = (await (await fetch(`${t.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; summary: string; description: string }>>;
  };
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  for (const { operationId, summary, description } of operations) {
    expect(summary, operationId).toMatch(/^[A-Z][^\n]{9,139}[^.]$/);
    expect(description, operationId).toMatch(/Available to |No authentication required/);
  }
  expect(operations.find(({ operationId }) => operationId === 'revokeApiKey')).toMatchObject({
    summary: 'Permanently revokes an API key',
    description: 'The key stops working immediately. Available to brand owners and administrators.',
  });
});

interface Operation {
  operationId: string;
  responses: Record<string, { description: string }>;
}

/** Returns the statuses documented for each call, by method and path. */
async function documentedStatuses(): Promise<Map<string, Set<number>>> {
  const { paths } = (await (await fetch(`${t.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses }]) => [
        `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
        new Set(Object.keys(responses).map(Number)),
      ]),
    ),
  );
}

test('the OpenAPI document lists the statuses of long URLs and unsupported content types', async () => {
  const documented = await documentedStatuses();
  const { token } = await t.person({ role: 'administrator' });
  const headers = { authorization: `Bearer ${token}` };
  const undocumented: string[] = [];
  const seen = new Map<number, string[]>();
  const note = async (name: string, response: Response) => {
    await response.arrayBuffer();
    const { status } = response;
    seen.set(status, [...(seen.get(status) ?? []), name]);
    if (!documented.get(name)?.has(status)) undocumented.push(`${name} ${status}`);
  };
  const id = '0199a7b4-5d2e-7000-8000-000000000000';
  const brandId = await t.brand();
  for (const { method, path, file } of calls) {
    if (file || path.includes('events')) continue;
    const name = `${method} ${path}`;
    if (path.includes('/:')) {
      const url = `${t.url}${path.replace(/:\w+/g, 'x'.repeat(1001))}`;
      await note(name, await fetch(url, { method, headers }));
    }
    if (method === 'GET') continue;
    const url = `${t.url}${path.replace(':brandId', brandId).replace(/:\w+/g, id)}`;
    const foreign = { ...headers, 'content-type': 'text/plain' };
    await note(name, await fetch(url, { method, headers: foreign, body: 'not JSON' }));
  }
  expect(undocumented).toEqual([]);
  expect(seen.get(414)).toEqual(expect.arrayContaining(['GET /closing/:token', 'GET /brand/:brandId']));
  expect(seen.get(415)).toEqual(expect.arrayContaining(['POST /closing/:token/undo', 'POST /admin/brands']));
});

test('the OpenAPI document lists 414 for file links', async () => {
  const response = await fetch(`${t.url}/file/${'x'.repeat(1001)}`);
  expect(response.status).toBe(414);
  expect(await response.json()).toEqual({ code: 'url_too_long', message: 'This URL is too long.' });
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await documentedStatuses()).get('GET /file/:token')).toContain(414);
});

test("the OpenAPI document lists every status of the access matrix, including 403 on creators' opt-ins", async () => {
  const documented = await documentedStatuses();
  const undocumented = readAccessMatrix().flatMap(({ call, expected }) =>
    [...new Set(Object.values(expected))]
      .filter((status) => !documented.get(call)?.has(status))
      .map((status) => `${call} ${status}`),
  );
  expect(undocumented).toEqual([]);
  expect(documented.get('GET /creator/opt-ins/:optInId')).toContain(403);
  const { token } = await t.person({ role: 'administrator' });
  const response = await fetch(`${t.url}/creator/opt-ins/0199a7b4-5d2e-7000-8000-000000000000`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(403);
});

test('/docs shows the calls without scripts', async () => {
  const response = await fetch(`${t.url}/docs`);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await response.text();
  expect(page).not.toContain('<script');
  for (const { name } of calls) expect(page).toContain(`id="${name}"`);
});

test('reports liveness and readiness', async () => {
  expect((await fetch(`${t.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${t.url}/readyz`)).status).toBe(200);
});

/** Returns the whole numbers of a JSON Schema with the name of their field and their maximum. */
function numbersOf(schema: unknown, name = ''): { name: string; maximum: number }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maximum } = schema as { type?: unknown; maximum?: number };
  const here = type === 'integer' ? [{ name, maximum: maximum ?? Number.POSITIVE_INFINITY }] : [];
  const below = Object.entries(schema).flatMap(([key, value]) =>
    numbersOf(value, /^(properties|anyOf|items|additionalProperties|\d+)$/.test(key) ? name : key),
  );
  return [...here, ...below];
}

test('whole numbers in requests fit their columns, and so does the version after one', () => {
  // Stored as bigint or JSON, or never stored.
  const larger = /^(amount|valueMinor|dueNow|cap\w+|minPayout|(followers|views)(Min|Max))$/;
  const tooLarge = calls.flatMap((call) =>
    [call.params, call.query, call.body].flatMap((shape) =>
      numbersOf(schemaOf(shape, 'input'))
        .filter(({ name }) => !larger.test(name))
        .filter(({ name, maximum }) => maximum > (/version/.test(name) ? 2_147_483_646 : 2_147_483_647))
        .map(({ name }) => `${call.name} ${name}`),
    ),
  );
  expect(tooLarge).toEqual([]);
});

test('the OpenAPI document says which bodies are optional and which files are JSON', async () => {
  const document = (await (await fetch(`${t.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { requestBody?: { required: boolean }; responses: object }>>;
  };
  expect(document.paths['/me/notifications/read']?.post?.requestBody?.required).toBe(false);
  expect(document.paths['/brand/{brandId}/creator-lists']?.post?.requestBody?.required).toBe(true);
  expect(document.paths['/brand/{brandId}/imports']?.post?.requestBody?.required).toBe(true);
  expect(document.paths['/creator/export']?.get?.responses).toMatchObject({
    200: { content: { 'application/json': { schema: {} } } },
  });
  expect(document.paths['/brand/{brandId}/costs/csv']?.get?.responses).toMatchObject({
    200: { content: { 'text/csv': { schema: { type: 'string' } } } },
  });
});
