import { createApiKey, revokeApiKey } from '@troupe/contract/api-key';
import { apiKeyScopeOf } from '@troupe/contract/api-key-access';
import type { Call } from '@troupe/contract/call';
import { calls } from '@troupe/contract/calls';
import { addressOf } from '@troupe/contract/client';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaignTable } from '../features/campaign/campaign.table.ts';
import { creatorTable } from '../features/creator/creator.table.ts';
import { creatorListItemTable, creatorListTable } from '../features/creator-list/creator-list.table.ts';
import { optInTable } from '../features/opt-in/opt-in.table.ts';
import { newId } from '../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../testing/test-api.ts';

let t: TestApi;
let foreignBrand: string;
let ownBrand: string;
let member: TestPerson;
let objects: Record<string, string>;
let keys: Record<'read' | 'write' | 'foreign' | 'revoked' | 'expired', string>;

beforeAll(async () => {
  t = await startTestApi();
  foreignBrand = await t.brand('Foreign');
  ownBrand = await t.brand('Own');
  member = await t.person({ brandId: ownBrand });
  objects = await foreignObjects();
  keys = await madeKeys();
});
afterAll(() => t.stop());

async function foreignObjects(): Promise<Record<string, string>> {
  const [creatorId, listId, itemId, campaignId, optInId] = [newId(), newId(), newId(), newId(), newId()];
  const { db } = t.api;
  await db.insert(creatorTable).values({
    id: creatorId,
    platform: 'tiktok',
    username: 'someone',
    profileUrl: 'https://www.tiktok.com/@someone',
  });
  await db.insert(creatorListTable).values({ id: listId, brandId: foreignBrand, title: 'Theirs' });
  await db.insert(creatorListItemTable).values({ id: itemId, brandId: foreignBrand, listId, creatorId });
  await db
    .insert(campaignTable)
    .values({ id: campaignId, brandId: foreignBrand, title: 'Theirs', slug: 'theirs' });
  const { userId } = await t.person({ role: 'creator' });
  await db.insert(optInTable).values({
    id: optInId,
    brandId: foreignBrand,
    campaignId,
    creatorId,
    userId,
    agreement: { fee: null, currency: 'USD', deliverables: [], draftDue: null, liveDue: null },
    shipment: { state: 'none', address: null, carrier: null, tracking: null, shipped: null, received: null },
    termsVersion: 1,
    termsAcceptedAt: new Date().toISOString(),
  });
  return { 'creator-list-item': itemId, campaign: campaignId, 'opt-in': optInId };
}

/** Keys of the own brand in every state, and a writing one of the foreign brand. */
async function madeKeys() {
  const owner = await t.person({ brandId: ownBrand, brandRole: 'owner' });
  const stranger = await t.person({ brandId: foreignBrand, brandRole: 'owner' });
  const make = async (person: TestPerson, brandId: string, scope: 'read' | 'write', expires?: string) => {
    const body = { name: 'Reports', scope, ...(expires ? { expires } : {}) };
    return person.call(createApiKey, { params: { brandId }, body });
  };
  const [read, write, foreign, revoked] = [
    await make(owner, ownBrand, 'read'),
    await make(owner, ownBrand, 'write'),
    await make(stranger, foreignBrand, 'write'),
    await make(owner, ownBrand, 'write'),
  ];
  await owner.call(revokeApiKey, { params: { brandId: ownBrand, apiKeyId: revoked.apiKey.id } });
  t.setNow(new Date(Date.now() - 86_400_000));
  const expired = await make(owner, ownBrand, 'write', new Date(Date.now() - 3_600_000).toISOString());
  t.setNow(null);
  return {
    read: read.key,
    write: write.key,
    foreign: foreign.key,
    revoked: revoked.key,
    expired: expired.key,
  };
}

/** Sends a call with made-up path parameters, as somebody or nobody. */
function send(call: Call, token: string | null, params: Record<string, string> = {}) {
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const filled = Object.fromEntries(
    names.map((name) => [name, params[name] ?? (name === 'page' ? '1' : newId())]),
  );
  return fetch(t.url + addressOf(call, { params: filled }), {
    method: call.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.method === 'GET' ? {} : { body: '{}' }),
  });
}

const titled = (list: readonly Call[]) => list.map((call) => [`${call.method} ${call.path}`, call] as const);
const closed = calls.filter(({ access }) => access !== 'public');
const branded = calls.filter(({ access }) => access === 'brand' || access === 'owner');
const staffOnly = calls.filter(({ access }) => access === 'administrator');
const ownersOnly = calls.filter(({ access }) => access === 'owner');
const ofObjects = calls.filter(({ access }) => typeof access === 'object' && 'object' in access);
const forCreators = calls.filter(({ access }) => access === 'creator');
const ofOwnObjects = calls.filter(({ access }) => typeof access === 'object' && 'own' in access);

describe('without a session', () => {
  test.each(titled(closed))('[R6.003] %s asks to log in', async (_title, call) => {
    const response = await send(call, null);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'unauthenticated', message: expect.any(String) });
  });
});

describe('with another brand', () => {
  test.each(titled(branded))('[R6.010] %s is refused to a member of another brand', async (_title, call) => {
    const response = await send(call, member.token, { brandId: foreignBrand });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'forbidden' });
  });

  test.each(titled(branded))(
    '[R6.010] %s is refused for a brand that does not exist',
    async (_title, call) => {
      expect((await send(call, member.token)).status).toBe(403);
      const administrator = await t.person({ role: 'administrator' });
      expect((await send(call, administrator.token)).status).toBe(404);
    },
  );

  test.each(titled(ofObjects))(
    '[R6.010] %s says nothing of an object of another brand',
    async (_title, call) => {
      if (typeof call.access !== 'object' || !('object' in call.access)) return;
      const id = objects[call.access.object] as string;
      const foreign = await send(call, member.token, { [call.access.param]: id });
      const missing = await send(call, member.token);
      expect(foreign.status).toBe(404);
      expect(missing.status).toBe(404);
      expect(await foreign.json()).toEqual(await missing.json());
    },
  );
});

describe('with the wrong role', () => {
  test.each(titled(staffOnly))('[R6.012, R7.008] %s is for administrators only', async (_title, call) => {
    for (const role of ['brand', 'creator'] as const) {
      const person = await t.person({ brandId: ownBrand, brandRole: 'owner', role });
      expect((await send(call, person.token)).status).toBe(403);
    }
  });

  test('[R6.010] a call for owners is refused to a member', async () => {
    for (const call of ownersOnly)
      expect((await send(call, member.token, { brandId: ownBrand })).status).toBe(403);
  });

  test.each(titled(branded))('[R6.001] %s is refused to a creator', async (_title, call) => {
    const creator = await t.person({ role: 'creator' });
    expect((await send(call, creator.token, { brandId: ownBrand })).status).toBe(403);
  });
});

describe('in the creators’ app', () => {
  test('[R6.001] its calls say whom they are for', () => {
    for (const call of [...forCreators, ...ofOwnObjects]) expect(call.path).toMatch(/^\/creator\//);
  });

  test.each([...titled(forCreators), ...titled(ofOwnObjects)])(
    '[R6.001] %s is refused to a member of a brand',
    async (_title, call) => {
      const response = await send(call, member.token);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'forbidden' });
    },
  );

  test.each(titled(ofOwnObjects))(
    '%s says nothing of what belongs to another creator',
    async (_title, call) => {
      if (typeof call.access !== 'object' || !('own' in call.access)) return;
      const creator = await t.person({ role: 'creator' });
      const foreign = await send(call, creator.token, {
        [call.access.param]: objects[call.access.own] as string,
      });
      const missing = await send(call, creator.token);
      expect(foreign.status).toBe(404);
      expect(missing.status).toBe(404);
      expect(await foreign.json()).toEqual(await missing.json());
    },
  );
});

describe('with an API key', () => {
  const inOwnBrand = (call: Call, key: keyof typeof keys) => send(call, keys[key], { brandId: ownBrand });
  const codeOf = async (response: Response) =>
    response.ok || response.body === null ? null : ((await response.json()) as { code: string }).code;
  const forKeys = closed.filter((call) => apiKeyScopeOf(call) !== null);
  const forReading = forKeys.filter(({ method }) => method === 'GET');
  const forWriting = forKeys.filter(({ method }) => method !== 'GET');
  const forPeople = closed.filter((call) => apiKeyScopeOf(call) === null);

  test('keys open what members may do, and nothing for owners, administrators, creators or one person', () => {
    const kinds = forKeys.map(({ access }) => (typeof access === 'object' ? Object.keys(access)[0] : access));
    expect(new Set(kinds)).toEqual(new Set(['brand', 'object']));
    for (const call of [...staffOnly, ...ownersOnly, ...forCreators, ...ofOwnObjects])
      expect(apiKeyScopeOf(call), call.name).toBeNull();
    expect(forReading.length).toBeGreaterThan(20);
    expect(forWriting.length).toBeGreaterThan(20);
  });

  test.each(titled(forReading))(
    '%s opens to a key that may read, as it does to a member',
    async (_t, call) => {
      for (const key of ['read', 'write'] as const) {
        const response = await inOwnBrand(call, key);
        expect([401, 403], await response.text()).not.toContain(response.status);
        expect(response.status).toBeLessThan(500);
      }
    },
  );

  test.each(titled(forWriting))('%s is refused to a key that may only read', async (_t, call) => {
    const response = await inOwnBrand(call, 'read');
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      code: 'forbidden',
      message: 'This API key may only read.',
    });
  });

  test.each(titled(forWriting))(
    '%s opens to a key that may write, as it does to a member',
    async (_t, call) => {
      const byKey = await inOwnBrand(call, 'write');
      expect(byKey.status).not.toBe(401);
      // The brand of the key has no plan and no such objects; what is said of that is no refusal of the key.
      if (byKey.status === 403)
        expect((await send(call, member.token, { brandId: ownBrand })).status).toBe(403);
      expect(byKey.status).toBeLessThan(500);
      await byKey.body?.cancel();
    },
  );

  test.each(titled(forPeople))('%s is refused to every key', async (_t, call) => {
    for (const key of ['read', 'write'] as const) {
      const response = await inOwnBrand(call, key);
      expect(response.status).toBe(403);
      expect(await codeOf(response)).toBe('forbidden');
    }
  });

  test.each(titled(forKeys))('%s is refused to a key of another brand', async (_t, call) => {
    if (typeof call.access === 'object' && 'object' in call.access) {
      const id = objects[call.access.object] as string;
      const response = await send(call, keys.write, { [call.access.param]: id });
      expect(response.status).toBe(404);
    } else expect((await inOwnBrand(call, 'foreign')).status).toBe(403);
  });

  test.each(titled(closed))('%s asks a revoked or expired key to be replaced', async (_t, call) => {
    for (const key of ['revoked', 'expired'] as const) {
      const response = await inOwnBrand(call, key);
      expect(response.status).toBe(401);
      expect(await codeOf(response)).toBe('unauthenticated');
    }
  });
});

describe('with a token that is not good', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const me = () => calls.find(({ name }) => name === 'getMe') as Call;
  const refused = async (token: string) => expect((await send(me(), token)).status).toBe(401);

  test('[R6.003] an expired token is refused', async () => {
    await refused(await t.issuer.sign({ sub: member.userId, exp: now() - 120 }));
  });
  test('[R6.003] a token for another audience is refused', async () => {
    await refused(await t.issuer.sign({ sub: member.userId, aud: 'urn:other' }));
  });
  test('[R6.003] a token of another issuer is refused', async () => {
    await refused(await t.issuer.sign({ sub: member.userId, iss: 'https://elsewhere.test' }));
  });
  test('[R6.003] a token signed with an unknown key is refused', async () => {
    await refused(await t.issuer.sign({ sub: member.userId }, { key: 'unknown' }));
  });
  test('[R6.003] an unsigned token is refused', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { iss: t.issuer.url, aud: 'urn:troupe:api', sub: member.userId, exp: now() + 600 };
    await refused(`${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`);
  });
  test('[R6.003] a token signed with a shared secret is refused', async () => {
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
  test('[R6.003] a token without a subject or an end is refused', async () => {
    await refused(await t.issuer.sign({}));
    await refused(await t.issuer.sign({ sub: member.userId, exp: undefined }));
  });
  test('[R6.003] text that is no token is refused', async () => {
    for (const token of ['x', 'a.b.c', '%00', 'x'.repeat(20_000)]) {
      expect([401, 431]).toContain((await send(me(), token)).status);
    }
  });
});

test('an id that is no id is told apart from one that is not yours', async () => {
  const response = await fetch(`${t.url}/brand/12/campaigns`, {
    headers: { authorization: `Bearer ${member.token}` },
  });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ code: 'invalid', fields: { brandId: expect.any(String) } });
});

test('a trailing slash is never significant', async () => {
  const response = await fetch(`${t.url}/me/`, { headers: { authorization: `Bearer ${member.token}` } });
  expect(response.status).toBe(200);
});

test('an address that does not exist answers 404 as JSON', async () => {
  const response = await fetch(`${t.url}/nothing/here`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'not_found' });
});
