import { createApiKey, revokeApiKey } from '@troupe/contract/account/api-key';
import type { Call } from '@troupe/contract/call';
import { calls } from '@troupe/contract/calls';
import { urlOf } from '@troupe/contract/client';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { affiliateTable } from '../modules/affiliate/affiliate/affiliate.table.ts';
import { subscriptionTable } from '../modules/billing/subscription/subscription.table.ts';
import { campaignTable } from '../modules/campaigns/campaign/campaign.table.ts';
import { optInTable } from '../modules/campaigns/opt-in/opt-in.table.ts';
import { creatorTable } from '../modules/discovery/creator/creator.table.ts';
import {
  creatorListItemTable,
  creatorListTable,
} from '../modules/discovery/creator-list/creator-list.table.ts';
import { newId } from '../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../testing/test-api.ts';
import { type AccessRow, CALLERS, type CallerKind, readAccessMatrix } from './access-matrix.ts';

/** A brand with one of each object that paths refer to. */
interface World {
  brandId: string;
  /** Path parameters of its objects. */
  params: Record<string, string>;
}

/** The paying brand under test, one with a past-due payment, and an unrelated one. */
type Worlds = Record<'own' | 'due' | 'other', World>;

let t: TestApi;
let worlds: Worlds;
let creator: TestPerson;
let keys: Record<'read' | 'write' | 'other' | 'revoked' | 'expired', string>;
let member: TestPerson;
let badTokens: string[];

beforeAll(async () => {
  t = await startTestApi({ API_KEY_CALLS_PER_MINUTE: '1000000' });
  creator = await t.person({ role: 'creator' });
  worlds = await makeWorlds();
  member = await t.person({ brandId: worlds.own.brandId });
  keys = await makeKeys();
  badTokens = await signBadTokens();
});
afterAll(() => t.stop());

async function makeWorlds(): Promise<Worlds> {
  const [own, due, other] = await Promise.all([makeWorld(), makeWorld(true), makeWorld()]);
  return { own, due, other };
}

async function makeWorld(pastDue = false): Promise<World> {
  const brandId = await t.brand();
  const [creatorId, listId, itemId, campaignId, optInId] = [newId(), newId(), newId(), newId(), newId()];
  const { db } = t.api;
  await db.insert(subscriptionTable).values({
    id: newId(),
    brandId,
    kind: 'plan',
    planId: 'starter',
    period: 'monthly',
    status: 'active',
    pastDue,
  });
  await db.insert(creatorTable).values({
    id: creatorId,
    platform: 'tiktok',
    username: creatorId,
    profileUrl: 'https://www.tiktok.com/@someone',
  });
  await db.insert(creatorListTable).values({ id: listId, brandId, title: 'Spring' });
  await db.insert(creatorListItemTable).values({ id: itemId, brandId, listId, creatorId });
  await db.insert(campaignTable).values({ id: campaignId, brandId, title: 'Spring', slug: 'spring' });
  await db.insert(optInTable).values({
    id: optInId,
    brandId,
    campaignId,
    creatorId,
    userId: creator.userId,
    agreement: {
      fee: null,
      currency: 'USD',
      deliverables: [],
      draftDue: null,
      liveDue: null,
      usageRights: null,
    },
    shipment: { state: 'none', address: null, carrier: null, tracking: null, shipped: null, received: null },
    termsVersion: 1,
    termsAcceptedAt: new Date().toISOString(),
  });
  const affiliateId = newId();
  await db
    .insert(affiliateTable)
    .values({ id: affiliateId, brandId, creatorId, userId: creator.userId, state: 'ended' });
  const params = {
    brandId,
    campaignId,
    optInId,
    affiliateId,
    itemId,
    productListId: listId,
    profileId: creatorId,
    page: '1',
    number: '1',
    row: '1',
    name: 'picture.jpg',
    token: 'x'.repeat(43),
    queue: 'mail',
  };
  return { brandId, params };
}

/** Keys of the brand in every state, and a write key of the other brand. */
async function makeKeys() {
  const { own, other } = worlds;
  const owner = await t.person({ brandId: own.brandId, brandRole: 'owner' });
  const stranger = await t.person({ brandId: other.brandId, brandRole: 'owner' });
  const make = async (person: TestPerson, { brandId }: World, scope: 'read' | 'write', expires?: string) => {
    const body = { name: 'Reports', scope, ...(expires ? { expires } : {}) };
    return person.call(createApiKey, { params: { brandId }, body });
  };
  const [read, write, foreign, revoked] = [
    await make(owner, own, 'read'),
    await make(owner, own, 'write'),
    await make(stranger, other, 'write'),
    await make(owner, own, 'write'),
  ];
  await owner.call(revokeApiKey, { params: { brandId: own.brandId, apiKeyId: revoked.apiKey.id } });
  t.setNow(new Date(Date.now() - 86_400_000));
  const expired = await make(owner, own, 'write', new Date(Date.now() - 3_600_000).toISOString());
  t.setNow(null);
  return {
    read: read.key,
    write: write.key,
    other: foreign.key,
    revoked: revoked.key,
    expired: expired.key,
  };
}

/** Invalid tokens, all of which must be rejected. */
const signBadTokens = async () => [
  await t.issuer.sign({ sub: member.userId }, { key: 'unknown' }),
  await t.issuer.sign({ sub: member.userId, exp: Math.floor(Date.now() / 1000) - 120 }),
  await t.issuer.sign({ sub: member.userId, iss: 'https://elsewhere.test' }),
];

/** Tokens of callers in the shared worlds. Changes such as leaving a team use their user up. */
const knownTokens = new Map<CallerKind, string | null>();

/** The kinds take turns; 'invalid tokens' below tests each. */
let badTokensSent = 0;
const nextBadToken = () => badTokens[badTokensSent++ % badTokens.length] as string;

async function tokenFor(caller: CallerKind, where: Worlds): Promise<string | null> {
  if (caller === 'bad-token') return nextBadToken();
  return where === worlds ? knownToken(caller) : tokenOf(caller, where);
}

async function knownToken(caller: Exclude<CallerKind, 'bad-token'>): Promise<string | null> {
  const known = knownTokens.get(caller);
  if (known !== undefined) return known;
  const token = await tokenOf(caller, worlds);
  knownTokens.set(caller, token);
  return token;
}

/** Creates a user, except for callers that are always the same. */
async function tokenOf(caller: Exclude<CallerKind, 'bad-token'>, { own, due, other }: Worlds) {
  const person = async (who: Parameters<TestApi['person']>[0]) => (await t.person(who)).token;
  switch (caller) {
    case 'signed-out':
      return null;
    case 'no-brand':
      return person({});
    case 'member':
      return person({ brandId: own.brandId });
    case 'owner':
      return person({ brandId: own.brandId, brandRole: 'owner' });
    case 'other-brand':
      return person({ brandId: other.brandId, brandRole: 'owner' });
    case 'due-member':
      return person({ brandId: due.brandId });
    case 'due-owner':
      return person({ brandId: due.brandId, brandRole: 'owner' });
    case 'creator':
      return creator.token;
    case 'other-creator':
      return person({ role: 'creator' });
    case 'administrator':
      return person({ role: 'administrator' });
    case 'read-key':
      return keys.read;
    case 'write-key':
      return keys.write;
    case 'other-key':
      return keys.other;
  }
}

/** Sends a call with an empty body and no query. Missing path parameters get unused IDs. */
async function send(call: Call, token: string | null, params: Record<string, string> = {}) {
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const filled = Object.fromEntries(
    names.map((name) => [name, params[name] ?? (name === 'page' || name === 'number' ? '1' : newId())]),
  );
  const aborted = new AbortController();
  const response = await fetch(t.url + urlOf(call, { params: filled }), {
    method: call.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.method === 'GET' ? {} : { body: '{}' }),
    signal: aborted.signal,
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = isJson ? ((await response.json()) as { code?: string; message?: string }) : null;
  // Event streams never end.
  if (!isJson) aborted.abort();
  return { status: response.status, body };
}

const titled = (list: readonly Call[]) => list.map((call) => [`${call.method} ${call.path}`, call] as const);
const titleOf = ({ method, path }: Call) => `${method} ${path}`;
const callOf = (title: string) => calls.find((call) => titleOf(call) === title) as Call;
const rows = readAccessMatrix();
const closed = titled(
  rows.filter(({ expected }) => expected['signed-out'] === 401).map(({ call }) => callOf(call)),
);
/** Calls that allow one at a time per brand: each caller gets its own brand. */
const ONCE_PER_BRAND = new Set(['POST /brand/:brandId/exports']);

describe('the access matrix', () => {
  test('has one row per call of the contract', () => {
    const listed = rows.map(({ call }) => call);
    expect(listed.toSorted()).toEqual(calls.map(titleOf).toSorted());
  });

  test.each(rows.map((row) => [row.call, row] as const))(
    '[R6.003, R6.010] %s returns each caller the status in its row',
    async (title, row: AccessRow) => {
      const call = callOf(title);
      const answered: Record<string, number> = {};
      for (const caller of CALLERS) {
        const where = ONCE_PER_BRAND.has(title) ? await makeWorlds() : worlds;
        const { params } = caller.startsWith('due-') ? where.due : where.own;
        const { status, body } = await send(call, await tokenFor(caller, where), params);
        if (status < 400 && call.method !== 'GET') knownTokens.delete(caller);
        answered[caller] = status;
        if (status === 401) expect(body?.code, caller).toBe('unauthenticated');
        if (status === 403) expect(body?.code, caller).toBe('forbidden');
        if (status === 402 && where.due.params === params)
          expect(body?.code, caller).toBe('payment_past_due');
      }
      expect(answered).toEqual(row.expected);
    },
  );
});

describe('administrator calls', () => {
  const others = ['no-brand', 'member', 'owner', 'creator', 'write-key'] as const;
  const send = async (
    caller: (typeof others)[number] | 'administrator',
    method: string,
    address: string,
    body?: object,
  ) =>
    fetch(t.url + address, {
      method,
      headers: {
        authorization: `Bearer ${await knownToken(caller)}`,
        'content-type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  test('[R6.012] only administrators create brands', async () => {
    const brand = { name: 'Northlight', website: 'https://northlight.example', description: 'Lamps' };
    const made = async () => {
      const listed = await send('administrator', 'GET', '/brands?search=Northlight');
      return ((await listed.json()) as { brands: object[] }).brands.length;
    };
    for (const caller of others)
      expect((await send(caller, 'POST', '/admin/brands', brand)).status).toBe(403);
    expect(await made()).toBe(0);
    const answer = await send('administrator', 'POST', '/admin/brands', brand);
    expect(await answer.json()).toEqual({ brandId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(await made()).toBe(1);
  });

  test('[R7.008] only administrators list all brands', async () => {
    for (const caller of others) {
      const refused = await send(caller, 'GET', '/brands?sort=campaigns-desc');
      expect(refused.status).toBe(403);
      expect(await refused.text()).not.toContain(worlds.own.brandId);
    }
    const { brands } = (await (await send('administrator', 'GET', '/brands?sort=campaigns-desc')).json()) as {
      brands: { id: string }[];
    };
    expect(brands.map(({ id }) => id)).toEqual(
      expect.arrayContaining([worlds.own.brandId, worlds.other.brandId]),
    );
  });
});

describe('nonexistent brands and objects', () => {
  const named = closed.filter(([, { path }]) => path.includes(':brandId') && !path.startsWith('/admin/'));
  const objects = titled(
    rows.filter(({ expected }) => expected['other-brand'] === 404).map(({ call }) => callOf(call)),
  );
  const ofCreators = titled(
    rows
      .filter(({ expected }) => expected['other-creator'] === 404 && expected.creator !== 404)
      .map(({ call }) => callOf(call))
      .filter(({ path }) => path.includes(':optInId')),
  );

  test.each(named)('[R6.010] %s returns not_found for a nonexistent brand', async (_title, call) => {
    expect((await send(call, member.token)).status).toBe(403);
    expect((await send(call, await knownToken('administrator'))).status).toBe(404);
  });

  test.each(objects.filter(([, { path }]) => !path.includes(':token')))(
    "[R6.010] %s reveals nothing about another brand's object",
    async (_title, call) => {
      const foreign = await send(call, member.token, worlds.other.params);
      expect(foreign.status).toBe(404);
      expect(await send(call, member.token)).toEqual(foreign);
    },
  );

  test.each(ofCreators)("%s hides another creator's objects", async (_title, call) => {
    const stranger = await knownToken('other-creator');
    const foreign = await send(call, stranger, worlds.own.params);
    expect(foreign.status).toBe(404);
    expect(await send(call, stranger)).toEqual(foreign);
  });
});

describe("brand calls with another brand's objects", () => {
  const THINGS = ['campaignId', 'optInId', 'itemId', 'productListId'];
  const nested = closed.filter(
    ([, { method, path }]) =>
      method === 'GET' && path.includes(':brandId') && THINGS.some((name) => path.includes(`:${name}`)),
  );

  test.each(nested)('[R6.010] %s returns not_found', async (_title, call) => {
    const orderStatuses = { ...worlds.other.params, brandId: worlds.own.brandId };
    const own = rows.find((row) => row.call === `${call.method} ${call.path}`)?.expected.member;
    expect((await send(call, member.token, worlds.own.params)).status).toBe(own);
    expect((await send(call, member.token, orderStatuses)).status).toBe(404);
  });
});

describe('API keys', () => {
  test('explains why a read-only key is rejected', async () => {
    const { status, body } = await send(
      callOf('POST /brand/:brandId/campaigns'),
      keys.read,
      worlds.own.params,
    );
    expect({ status, message: body?.message }).toEqual({
      status: 403,
      message: 'This API key is read-only.',
    });
  });

  test.each(closed)('%s rejects revoked and expired keys', async (_title, call) => {
    for (const key of ['revoked', 'expired'] as const) {
      const { status, body } = await send(call, keys[key], worlds.own.params);
      expect({ status, code: body?.code }).toEqual({ status: 401, code: 'unauthenticated' });
    }
  });
});

describe('invalid tokens', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const me = () => calls.find(({ name }) => name === 'getMe') as Call;
  const refused = async (token: string) => expect((await send(me(), token)).status).toBe(401);

  test('[R6.003] rejects an expired token', async () => {
    await refused(await t.issuer.sign({ sub: member.userId, exp: now() - 120 }));
  });
  test('[R6.003] rejects a token for another audience', async () => {
    await refused(await t.issuer.sign({ sub: member.userId, aud: 'urn:other' }));
  });
  test('[R6.003] rejects a token of another issuer', async () => {
    await refused(await t.issuer.sign({ sub: member.userId, iss: 'https://elsewhere.test' }));
  });
  test('[R6.003] rejects a token signed with an unknown key', async () => {
    await refused(await t.issuer.sign({ sub: member.userId }, { key: 'unknown' }));
  });
  test('[R6.003] rejects an unsigned token', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { iss: t.issuer.url, aud: 'urn:troupe:api', sub: member.userId, exp: now() + 600 };
    await refused(`${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`);
  });
  test('[R6.003] rejects a token signed with a shared secret', async () => {
    const forged = await new SignJWT({
      iss: t.issuer.url,
      aud: 'urn:troupe:api',
      sub: member.userId,
      exp: now() + 600,
    })
      .setProtectedHeader({ alg: 'HS256', kid: 'known' })
      .sign(new TextEncoder().encode('a-secret-that-is-long-enough-to-use'));
    await refused(forged);
  });
  test('[R6.003] rejects a token without subject or expiry', async () => {
    await refused(await t.issuer.sign({}));
    await refused(await t.issuer.sign({ sub: member.userId, exp: undefined }));
  });
  test("[R6.003] rejects text that isn't a token", async () => {
    for (const token of ['x', 'a.b.c', '%00', 'x'.repeat(20_000)]) {
      expect([401, 431]).toContain((await send(me(), token)).status);
    }
  });
});

test("distinguishes a malformed ID from another brand's", async () => {
  const response = await fetch(`${t.url}/brand/12/campaigns`, {
    headers: { authorization: `Bearer ${member.token}` },
  });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ code: 'invalid', fields: { brandId: expect.any(String) } });
});

test('ignores trailing slashes', async () => {
  const response = await fetch(`${t.url}/me/`, { headers: { authorization: `Bearer ${member.token}` } });
  expect(response.status).toBe(200);
});

test('returns 404 as JSON for an unknown URL', async () => {
  const response = await fetch(`${t.url}/nothing/here`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'not_found' });
});
