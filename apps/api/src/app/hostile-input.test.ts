import type { Call } from '@troupe/contract/call';
import { calls } from '@troupe/contract/calls';
import { urlOf } from '@troupe/contract/client';
import { schemaOf } from '@troupe/contract/openapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignTable } from '../modules/campaigns/campaign/campaign.table.ts';
import { optInTable } from '../modules/campaigns/opt-in/opt-in.table.ts';
import { creatorTable } from '../modules/discovery/creator/creator.table.ts';
import { newId } from '../platform/id.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

let t: TestApi;
let brandId: string;
let token: string;
let creator: { token: string; optInId: string };

beforeAll(async () => {
  t = await startTestApi();
  brandId = await t.brand();
  ({ token } = await t.person({ brandId, brandRole: 'owner', role: 'administrator' }));
  creator = await creatorTakingPart();
});
afterAll(() => t.stop());

async function creatorTakingPart() {
  const [creatorId, campaignId, optInId] = [newId(), newId(), newId()];
  const { db } = t.api;
  const person = await t.person({ role: 'creator' });
  const profile = { id: creatorId, platform: 'tiktok' as const, username: 'someone', profileUrl: '' };
  await db.insert(creatorTable).values(profile);
  await db.insert(campaignTable).values({ id: campaignId, brandId, title: 'Ours', slug: 'ours' });
  await db.insert(optInTable).values({
    id: optInId,
    brandId,
    campaignId,
    creatorId,
    userId: person.userId,
    status: 'approved',
    agreement: {
      fee: null,
      currency: 'USD',
      deliverables: [],
      draftDue: null,
      liveDue: null,
      usageRights: null,
    },
    shipment: { state: 'asked', address: null, carrier: null, tracking: null, shipped: null, received: null },
    termsVersion: 1,
    termsAcceptedAt: new Date().toISOString(),
  });
  return { token: person.token, optInId };
}

/** Values that must never cause a server error in any field. */
const HOSTILE: Record<string, unknown> = {
  NUL: 'a\u0000b',
  'half a character': '\ud800',
  SQL: "'; drop table person; --",
  HTML: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈',
  'right to left': '\u202eمرحبا',
  wildcards: '%_\\*?[]',
  // Longer bodies are rejected unread (`body-limit.test.ts`).
  'a long text': 'x'.repeat(60_000),
  nothing: '',
  blanks: ' \t\n ',
  'a number': 1e308,
  negative: -1,
  'more than a column holds': 3_000_000_000,
  'the year 0': '0000-01-01T00:00:00.000Z',
  'a day of the year 0': '0000-01-01',
  'the last day with four digits': '9999-12-31',
  'not a number': 'NaN',
  null: null,
  'an object': { $ne: 1, __proto__: { admin: true } },
  'a deep list': Array.from({ length: 60 }, () => [[[[[]]]]]),
};

/** Default messages of the validation library. */
const VALIDATOR_JARGON = /Invalid (input|option|string)|Too (small|big):|expected \w+,? /;

/** Fields by shape: finding them takes longer than many a request. */
const known = new Map<Call['body'], { fields: string[]; required: string[] }>();
function schemaFor(shape: Call['body']) {
  const schema = known.get(shape);
  if (schema) return schema;
  const read = schemaOf(shape, 'input') as { properties?: object; required?: string[] };
  const found = { fields: Object.keys(read.properties ?? {}), required: read.required ?? [] };
  known.set(shape, found);
  return found;
}
const fieldsOf = (shape: Call['body']): string[] => schemaFor(shape).fields;

function paramsOf(call: Call): Record<string, string> {
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  return Object.fromEntries(
    names.map((name) => {
      if (name === 'brandId') return [name, brandId];
      if (name === 'page') return [name, '1'];
      return [name, name === 'optInId' ? creator.optInId : newId()];
    }),
  );
}

const ofCreators = ({ access }: Call) =>
  access === 'creator' || (typeof access === 'object' && 'own' in access);

async function send(call: Call, address: string, body?: unknown) {
  const response = await fetch(t.url + address, {
    method: call.method,
    headers: {
      authorization: `Bearer ${ofCreators(call) ? creator.token : token}`,
      'content-type': 'application/json',
    },
    ...(call.method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    // The stream stays open as long as someone listens.
    await response.body?.cancel();
    return { status: response.status, answer: '' };
  }
  // Event streams never end.
  const endless = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (endless) await response.body?.cancel();
  const answer = endless ? '' : await response.text();
  return { status: response.status, answer };
}

/** Returns which fields a response rejects, including their parts. */
function rejectedFields(answer: string): Set<string> {
  const { fields = {} } = JSON.parse(answer) as { fields?: Record<string, string> };
  return new Set(Object.keys(fields).map((path) => path.split('.')[0] as string));
}

/**
 * Puts a value into every field at once, since all of them are validated together. Then puts it alone into each field
 * that accepts it, unless others are required: those requests would be rejected for what is missing.
 */
async function putIntoFields(
  shape: Call['body'],
  value: unknown,
  expectSafe: (values: Record<string, unknown>) => Promise<{ status: number; answer: string }>,
): Promise<void> {
  const { fields, required } = schemaFor(shape);
  const { status, answer } = await expectSafe(Object.fromEntries(fields.map((field) => [field, value])));
  const rejected = status === 422 ? rejectedFields(answer) : new Set<string>();
  for (const field of fields.length > 1 ? fields : [])
    if (!rejected.has(field) && required.every((name) => name === field))
      await expectSafe({ [field]: value });
}

const titled = (list: readonly Call[]) => list.map((call) => [`${call.method} ${call.path}`, call] as const);
const writing = calls.filter(({ body, multipart }) => !multipart && fieldsOf(body).length > 0);
const asking = calls.filter(({ query }) => fieldsOf(query).length > 0);
const addressed = calls.filter(({ path }) => path.includes(':'));

test.each(titled(writing))(
  '%s rejects or stores hostile values in every field without a server error',
  async (_title, call) => {
    for (const [kind, value] of Object.entries(HOSTILE))
      await putIntoFields(call.body, value, async (body) => {
        const { status, answer } = await send(call, urlOf(call, { params: paramsOf(call) }), body);
        const sent = `${Object.keys(body)} = ${kind}: ${answer.slice(0, 200)}`;
        expect(status, sent).toBeLessThan(500);
        expect(answer, sent).not.toMatch(VALIDATOR_JARGON);
        if (kind === 'NUL') expect([404, 422], sent).toContain(status);
        return { status, answer };
      });
  },
);

test.each(titled(asking))(
  '%s rejects or accepts hostile query values without a server error',
  async (_title, call) => {
    for (const [kind, value] of Object.entries(HOSTILE)) {
      if (kind === 'a long text' || typeof value === 'object') continue;
      await putIntoFields(call.query, String(value), async (query) => {
        const { status, answer } = await send(
          call,
          urlOf(call, { params: paramsOf(call), query: query as never }),
        );
        const sent = `${Object.keys(query)} = ${kind}: ${answer.slice(0, 200)}`;
        expect(status, sent).toBeLessThan(500);
        expect(answer, sent).not.toMatch(VALIDATOR_JARGON);
        return { status, answer };
      });
    }
  },
);

test.each(titled(addressed))('%s rejects hostile IDs in the path', async (_title, call) => {
  for (const name of Object.keys(paramsOf(call))) {
    for (const value of ['..%2f..', "1' or '1'='1", '\u0000', '٣', 'x'.repeat(400), '-1', '0']) {
      const { status } = await send(call, urlOf(call, { params: { ...paramsOf(call), [name]: value } }));
      expect([400, 404, 414, 422], `${name} = ${value.slice(0, 20)}`).toContain(status);
    }
  }
});

test.each([
  ['/brand/:brandId/creator-list/:id/items', { socialProfileIds: [] }, 'Must have at least 1 item'],
  ['/brand/:brandId/creator-list/:id/items', { socialProfileIds: ['x'] }, 'Must be a UUID'],
  ['/brand/:brandId/creator-list/:id/items', { socialProfileIds: 'x' }, 'Must be a list'],
  ['/brand/:brandId/creator-list/:id/items', {}, 'This field is required'],
  ['/brand/:brandId/creator-list/:id/archive', { archived: 'no' }, 'Must be true or false'],
  [
    '/brand/:brandId/campaign/:id/share-campaign',
    { emails: ['x'] },
    'Must be an email address such as name@example.com',
  ],
  ['/brand/:brandId/campaign-invite/:id/settle', { as: 'lost' }, 'Must be one of: sent, again'],
  ['/admin/brands/:brandId/credits', { amount: 1.5, reason: 'Goodwill' }, 'Must be a whole number'],
])('POST %s with %j returns the message %j', async (path, body, message) => {
  const response = await fetch(t.url + path.replace(':brandId', brandId).replace(':id', newId()), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(422);
  const problem = (await response.json()) as { message: string; fields: Record<string, string> };
  expect(problem.message).toBe(message);
  expect(Object.values(problem.fields)).toEqual([message]);
});

test('rejects invalid JSON and oversized bodies with a clear message', async () => {
  const post = (body: string, type = 'application/json') =>
    fetch(`${t.url}/brand/${brandId}/creator-lists`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body,
    });
  expect((await post('{"title":')).status).toBe(422);
  expect((await post('x', 'text/plain')).status).toBe(415);
  const large = await post(JSON.stringify({ title: 'x'.repeat(5 * 1024 * 1024) }));
  expect(large.status).toBe(413);
  expect(await large.json()).toMatchObject({ code: 'too_large', message: expect.any(String) });
});

test('rate-limits excessive requests with a clear message', async () => {
  const busy = await startTestApi({ RATE_LIMIT_PER_MINUTE: '5' });
  try {
    const statuses: number[] = [];
    let last: Response | undefined;
    for (let n = 0; n < 7; n++) {
      last = await fetch(`${busy.url}/me`);
      statuses.push(last.status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await last?.json()).toMatchObject({ code: 'rate_limited' });
  } finally {
    await busy.stop();
  }
});
