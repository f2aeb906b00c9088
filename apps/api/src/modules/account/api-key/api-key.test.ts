import * as calls from '@troupe/contract/account/api-key';
import { listAuditLog } from '@troupe/contract/account/audit-log';
import { getMe } from '@troupe/contract/account/user';
import { createCampaign, listCampaignHistory, listCampaigns } from '@troupe/contract/campaigns/campaign';
import { createClient } from '@troupe/contract/client';
import { createCreatorList, listCreatorLists } from '@troupe/contract/discovery/creator-list';
import { MAX_API_KEYS } from '@troupe/domain/account/api-key';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestPerson } from '../../../testing/test-api.ts';
import { userTable } from '../user/user.table.ts';
import { apiKeyTable } from './api-key.table.ts';

let t: TestApi;
let brandId: string;
let owner: TestPerson;

beforeAll(async () => {
  t = await startTestApi({ API_KEY_CALLS_PER_MINUTE: '40' });
  brandId = await t.brand();
  owner = await t.person({ brandId, brandRole: 'owner' });
});
afterAll(() => t.stop());

const make = (body: { name: string; scope: 'read' | 'write'; expires?: string }, of = brandId, by = owner) =>
  by.call(calls.createApiKey, { params: { brandId: of }, body });
const program = (key: string) => createClient({ baseUrl: t.url, token: () => key });
const list = async () => (await owner.call(calls.listApiKeys, { params: { brandId } })).apiKeys;
const once = async <T>(read: () => Promise<T>, good: (value: T) => boolean): Promise<T> => {
  for (let tries = 0; ; tries++) {
    const value = await read();
    if (good(value) || tries > 100) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

test('an owner creates a key, sees it once, and an app reads with it', async () => {
  const { apiKey, key } = await make({ name: '  Reports  ', scope: 'read' });
  expect(key).toMatch(/^troupe_[\w-]{43}$/);
  expect(apiKey).toMatchObject({ name: 'Reports', scope: 'read', createdBy: 'Alva Berg', lastUsed: null });
  expect(key.endsWith(apiKey.hint)).toBe(true);
  expect(await program(key).call(listCreatorLists, { params: { brandId } })).toEqual({ lists: [] });
  const used = await once(list, ([first]) => first?.lastUsed !== null);
  expect(used[0]).toMatchObject({ id: apiKey.id, lastUsed: expect.any(String) });
  expect(JSON.stringify(used)).not.toContain(key);
});

test('never stores the key itself', async () => {
  const { key, apiKey } = await make({ name: 'Hidden', scope: 'read' });
  const { rows } = await t.api.pool.query('select to_jsonb(api_key)::text as row from api_key');
  expect(rows.some(({ row }) => row.includes(key) || row.includes(key.slice(8, 30)))).toBe(false);
  const [kept] = await t.api.db.select().from(apiKeyTable).where(eq(apiKeyTable.id, apiKey.id));
  expect(kept?.hash).toMatch(/^[\da-f]{64}$/);
});

test("shows an app's changes in the history under the key's name", async () => {
  const { key } = await make({ name: 'Importer', scope: 'write' });
  const made = await program(key).call(createCampaign, {
    params: { brandId },
    body: { title: 'By program' },
  });
  const { entries } = await owner.call(listCampaignHistory, {
    params: { brandId, campaignId: made.id },
  });
  expect(entries[0]?.by).toBe('Importer (API key)');
});

test('rejects a revoked key immediately with a clear message, and keeps it listed', async () => {
  const { key, apiKey } = await make({ name: 'Short', scope: 'write' });
  await program(key).call(listCampaigns, { params: { brandId } });
  const revoke = () => owner.call(calls.revokeApiKey, { params: { brandId, apiKeyId: apiKey.id } });
  const first = await revoke();
  expect((await revoke()).apiKey.revoked).toBe(first.apiKey.revoked);
  await once(
    () =>
      program(key)
        .call(listCampaigns, { params: { brandId } })
        .then(
          () => 200,
          ({ status }) => status,
        ),
    (status) => status === 401,
  );
  await expect(program(key).call(listCampaigns, { params: { brandId } })).rejects.toMatchObject({
    status: 401,
    message: 'This API key is invalid, expired or revoked.',
  });
  expect((await list()).find(({ id }) => id === apiKey.id)?.revoked).toEqual(expect.any(String));
});

test('rejects an expired key within ten seconds without notification, even in constant use', async () => {
  const { key, apiKey } = await make({ name: 'Steady', scope: 'read' });
  const use = () =>
    program(key)
      .call(listCreatorLists, { params: { brandId } })
      .then(
        () => 200,
        ({ status }: { status: number }) => status,
      );
  const began = Date.now();
  const at = async (seconds: number) => {
    t.setNow(new Date(began + seconds * 1000));
    return use();
  };
  expect(await at(0)).toBe(200);
  await t.api.pool.query('update api_key set revoked_at = now() where id = $1', [apiKey.id]);
  expect([await at(4), await at(8), await at(12)]).toEqual([200, 200, 401]);
  t.setNow(null);
});

test('a key expires at the end of its day, even in use', async () => {
  const expires = new Date(Date.now() + 60_000).toISOString();
  const { key } = await make({ name: 'For a minute', scope: 'read', expires });
  await program(key).call(listCreatorLists, { params: { brandId } });
  t.setNow(new Date(Date.now() + 61_000));
  await expect(program(key).call(listCreatorLists, { params: { brandId } })).rejects.toMatchObject({
    status: 401,
  });
  t.setNow(null);
  await expect(make({ name: 'Late', scope: 'read', expires: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
    code: 'invalid',
    body: { fields: { expires: 'Choose a day in the future' } },
  });
});

test("members can't see or create keys, and owners can't manage another brand's", async () => {
  const member = await t.person({ brandId });
  await expect(member.call(calls.listApiKeys, { params: { brandId } })).rejects.toMatchObject({
    status: 403,
  });
  await expect(make({ name: 'Mine', scope: 'read' }, brandId, member)).rejects.toMatchObject({ status: 403 });
  const other = await t.brand('Other');
  const stranger = await t.person({ brandId: other, brandRole: 'owner' });
  const { apiKey } = await make({ name: 'Ours', scope: 'read' });
  await expect(
    stranger.call(calls.revokeApiKey, { params: { brandId: other, apiKeyId: apiKey.id } }),
  ).rejects.toMatchObject({ status: 404 });
});

test("administrators can view and revoke a brand's keys but not create any, as the audit log shows", async () => {
  const administrator = await t.person({ role: 'administrator' });
  const params = { brandId };
  await expect(make({ name: 'Back door', scope: 'write' }, brandId, administrator)).rejects.toMatchObject({
    status: 403,
    message: 'Only owners can create API keys.',
  });
  expect((await list()).some(({ name }) => name === 'Back door')).toBe(false);
  const { entries } = await owner.call(listAuditLog, { params, query: {} });
  expect(entries[0]).toMatchObject({ actor: { kind: 'administrator' }, outcome: 'refused' });
  const { apiKey } = await make({ name: 'Leaked', scope: 'read' });
  const { apiKeys } = await administrator.call(calls.listApiKeys, { params });
  expect(apiKeys.map(({ id }) => id)).toContain(apiKey.id);
  const { apiKey: ended } = await administrator.call(calls.revokeApiKey, {
    params: { brandId, apiKeyId: apiKey.id },
  });
  expect(ended.revoked).toEqual(expect.any(String));
  // An administrator who also owns the brand can do what owners do.
  const both = await t.person({ brandId, brandRole: 'owner', role: 'administrator' });
  expect((await make({ name: 'Mine', scope: 'read' }, brandId, both)).key).toMatch(/^troupe_/);
});

test('rejects a key for personal calls and for creating keys', async () => {
  const { key } = await make({ name: 'Greedy', scope: 'write' });
  await expect(program(key).call(getMe, {})).rejects.toMatchObject({ status: 403 });
  await expect(
    program(key).call(calls.createApiKey, { params: { brandId }, body: { name: 'x', scope: 'write' } }),
  ).rejects.toMatchObject({ status: 403, message: "API keys can't be used for this." });
});

test("no account can match a key's user row, whatever the login token says", async () => {
  const { apiKey } = await make({ name: 'Row', scope: 'write' });
  const [kept] = await t.api.db.select().from(apiKeyTable).where(eq(apiKeyTable.id, apiKey.id));
  const [row] = await t.api.db
    .select()
    .from(userTable)
    .where(eq(userTable.id, kept?.userId ?? ''));
  expect(row).toMatchObject({ subject: `api-key:${apiKey.id}`, email: '' });
  const token = await t.issuer.sign({ sub: 'somebody-new', email: '', email_verified: true });
  const response = await fetch(`${t.url}/me`, { headers: { authorization: `Bearer ${token}` } });
  if (response.ok) expect(((await response.json()) as { id: string }).id).not.toBe(row?.id);
});

test('rate-limits each key separately', async () => {
  const [busy, calm] = [
    await make({ name: 'Busy', scope: 'read' }),
    await make({ name: 'Calm', scope: 'read' }),
  ];
  const ask = (key: string) =>
    fetch(`${t.url}/brand/${brandId}/creator-lists`, { headers: { authorization: `Bearer ${key}` } });
  const statuses = [];
  for (let n = 0; n < 42; n++) statuses.push((await ask(busy.key)).status);
  expect(statuses.slice(0, 40)).toEqual(Array(40).fill(200));
  expect(statuses.slice(40)).toEqual([429, 429]);
  const refused = await ask(busy.key);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
  expect((await ask(calm.key)).status).toBe(200);
});

test(`allows at most ${MAX_API_KEYS} active keys, even created concurrently; revoking frees a slot`, async () => {
  const crowded = await t.brand('Crowded');
  const boss = await t.person({ brandId: crowded, brandRole: 'owner' });
  const made = await Promise.allSettled(
    Array.from({ length: MAX_API_KEYS + 5 }, (_, n) =>
      make({ name: `Key ${n}`, scope: 'read' }, crowded, boss),
    ),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_API_KEYS);
  const { apiKeys } = await boss.call(calls.listApiKeys, { params: { brandId: crowded } });
  expect(apiKeys).toHaveLength(MAX_API_KEYS);
  const apiKeyId = apiKeys[0]?.id ?? '';
  await boss.call(calls.revokeApiKey, { params: { brandId: crowded, apiKeyId } });
  await make({ name: 'In its place', scope: 'read' }, crowded, boss);
});

test('requires a name, and rejects malformed keys like unknown ones', async () => {
  await expect(make({ name: '  ', scope: 'read' })).rejects.toMatchObject({
    body: { fields: { name: 'Please enter a name' } },
  });
  for (const token of ['troupe_', 'troupe_x', `troupe_${'a'.repeat(43)}`, `troupe_${'a'.repeat(9000)}`]) {
    const response = await fetch(`${t.url}/brand/${brandId}/campaigns`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(401);
  }
});

test('lists created with a key belong to the brand', async () => {
  const { key } = await make({ name: 'Lists', scope: 'write' });
  await program(key).call(createCreatorList, { params: { brandId }, body: { title: 'From outside' } });
  const { lists } = await owner.call(listCreatorLists, { params: { brandId } });
  expect(lists.map(({ title }) => title)).toContain('From outside');
});
