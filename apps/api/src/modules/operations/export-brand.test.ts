import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createApiKey } from '@troupe/contract/account/api-key';
import { createCreatorList } from '@troupe/contract/discovery/creator-list';
import * as contract from '@troupe/contract/operations/brand-export';
import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { uploadTable } from '../campaigns/campaign-content/campaign-content.table.ts';
import { startOptInWorld } from '../campaigns/opt-in/opt-in.fixture.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { creatorListItemTable } from '../discovery/creator-list/creator-list.table.ts';
import { attachmentTable } from '../inbox/conversation/conversation.table.ts';
import { conversationOfOptIn } from '../inbox/conversation/conversation-mail.queries.ts';
import { mailTable } from '../outreach/mail/mail.table.ts';
import { EXCLUDED_TABLES, EXPORTED_TABLES, HIDDEN_COLUMNS } from './brand-export/brand-export.plan.ts';
import { brandExportTable } from './brand-export/brand-export.table.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

const request = (owner: TestPerson, brandId: string, withFiles = false) =>
  owner.call(contract.requestBrandExport, { params: { brandId }, body: { withFiles } });
const latest = async (owner: TestPerson, brandId: string) =>
  (await owner.call(contract.listBrandExports, { params: { brandId } })).brandExports[0];
async function finished(owner: TestPerson, brandId: string) {
  for (let tries = 0; tries < 400; tries++) {
    const one = await latest(owner, brandId);
    if (one && one.status !== 'waiting' && one.status !== 'running') return one;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the export timed out');
}
/** Rewrites the archive's URL to the test server. */
const download = async (url: string | null) =>
  new Uint8Array(await (await fetch(t.url + new URL(url ?? '').pathname)).arrayBuffer());

test('exports everything of a brand as one archive, and nothing of others', async () => {
  const brandId = await t.brand('Larkmoor & Söhne');
  const other = await t.brand('Other');
  const owner = await t.person({ brandId, brandRole: 'owner', email: 'boss@example.test' });
  const stranger = await t.person({ brandId: other, brandRole: 'owner' });
  const { id: listId } = await owner.call(createCreatorList, {
    params: { brandId },
    body: { title: '=Summer, "big"\nlist' },
  });
  await stranger.call(createCreatorList, { params: { brandId: other }, body: { title: 'Secret of others' } });
  const { key } = await owner.call(createApiKey, {
    params: { brandId },
    body: { name: 'Key', scope: 'read' },
  });
  const creatorId = newId();
  const profile = { id: creatorId, platform: 'tiktok' as const, username: 'mila', profileUrl: '' };
  await t.api.db.insert(creatorTable).values(profile);
  await t.api.db
    .insert(creatorListItemTable)
    .values({ id: newId(), brandId, listId, creatorId, feedback: 'Lovely' });

  await request(owner, brandId);
  const done = await finished(owner, brandId);
  expect(done).toMatchObject({ status: 'done', by: 'Alva Berg', withFiles: false });
  expect(done.counts).toMatchObject({
    brand: 1,
    team: 1,
    'creator-lists': 1,
    'creator-list-items': 1,
    creators: 1,
  });
  const bytes = await download(done.url);
  expect(bytes.length).toBe(done.bytes);
  const files = unzipSync(bytes);
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  expect(JSON.parse(text('manifest.json'))).toMatchObject({ brandId, counts: done.counts });
  expect(JSON.parse(text('jsonl/creator-lists.jsonl'))).toMatchObject({
    id: listId,
    title: '=Summer, "big"\nlist',
  });
  expect(text('csv/creator-lists.csv')).toContain(`"'=Summer, ""big""\nlist"`);
  expect(text('csv/creators.csv')).toContain('mila');
  const everything = Object.values(files)
    .map((file) => strFromU8(file))
    .join('\n');
  expect(everything).not.toContain('Secret of others');
  expect(everything).not.toContain(key);
  expect(everything).not.toMatch(/"hash"|"token"|"secret"/);
  for (const { name } of EXPORTED_TABLES)
    if (files[`jsonl/${name}.jsonl`]) expect(files[`csv/${name}.csv`], name).toBeDefined();
  const mails = await t.api.db.select().from(mailTable).where(sql`brand_id = ${brandId}`);
  expect(mails.map(({ toAddress, subject }) => [toAddress, subject])).toEqual([
    ['boss@example.test', 'Your export is ready'],
  ]);
});

test('includes clean files with valid rights on request, and skips a missing one', async () => {
  const world = await startOptInWorld({ TROUPE_ROLES: 'http,jobs' });
  const { t: api, brandId, campaignId, db } = world;
  onTestFinished(() => api.stop());
  const owner = await api.person({ brandId, brandRole: 'owner' });
  const optInId = await world.optIn();
  const upload = async (name: string, text: string | null, more: object = {}) => {
    const [id, fileKey] = [newId(), `upload/${newId()}`];
    const path = join(api.api.config.FILES_DIR, fileKey);
    mkdirSync(dirname(path), { recursive: true });
    if (text !== null) writeFileSync(path, text);
    await db.insert(uploadTable).values({
      id,
      brandId,
      campaignId,
      optInId,
      name,
      fileKey,
      type: 'image/jpeg',
      hash: id,
      scan: 'clean',
      bytes: text?.length ?? 4,
      ...more,
    });
    return `files/uploads/${id}-`;
  };
  const good = await upload('../../etc/Look 1.jpg', 'a picture');
  const lost = await upload('lost.jpg', null);
  const infected = await upload('virus.jpg', 'x', { scan: 'infected' });
  const ended = await upload('old.jpg', 'x', { usableUntil: '2020-01-01T00:00:00Z' });
  await request(owner, brandId, true);
  const { url, withFiles, status } = await finished(owner, brandId);
  expect({ withFiles, status }).toEqual({ withFiles: true, status: 'done' });
  const answer = await fetch(api.url + new URL(url ?? '').pathname);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const named = (start: string) => Object.keys(files).find((name) => name.startsWith(start));
  expect(strFromU8(files[named(good) ?? ''] ?? new Uint8Array())).toBe('a picture');
  expect(named(good)?.slice(good.length)).toBe('_.._etc_Look 1.jpg');
  expect(files[named(lost) ?? '']).toHaveLength(0);
  expect(named(infected)).toBeUndefined();
  expect(named(ended)).toBeUndefined();
  expect(strFromU8(files['csv/uploads.csv'] ?? new Uint8Array())).toContain('virus.jpg');
});

test('exports what the brand can see of shared creators, and nothing about deleted accounts', async () => {
  const world = await startOptInWorld({ TROUPE_ROLES: 'http,jobs' });
  const { t: api, brandId, db } = world;
  onTestFinished(() => api.stop());
  const owner = await api.person({ brandId, brandRole: 'owner' });
  const shared = await world.creator({ contactEmail: 'sold@creators.example', userId: 'platform-id-1' });
  const own = await world.creator({ brandId, contactEmail: 'brought@creators.example' });
  const gone = await world.creator({ username: 'unforgettable' });
  const staying = await world.optIn({ creatorId: shared });
  const removedAt = new Date().toISOString();
  const left = await world.optIn({ creatorId: gone, removedAt });
  const inviteToken = await world.invite(shared, world.campaignId, 'invited@creators.example');
  const { conversationId = '' } = (await conversationOfOptIn(db, staying)) ?? {};
  await db.insert(attachmentTable).values({
    id: newId(),
    brandId,
    conversationId,
    fileKey: 'attachment/x',
    name: 'not-sent.pdf',
    type: 'application/pdf',
    bytes: 1,
  });
  await request(owner, brandId);
  const { url } = await finished(owner, brandId);
  const answer = await fetch(api.url + new URL(url ?? '').pathname);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const lines = (name: string) =>
    strFromU8(files[`jsonl/${name}.jsonl`] ?? new Uint8Array())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines('creators').map(({ id, contact_email }) => [id, contact_email])).toEqual([
    [shared, null],
    [own, 'brought@creators.example'],
  ]);
  expect(Object.keys(lines('people')[0] ?? {})).toEqual([
    ...['id', 'email', 'first_name', 'last_name', 'created_at'],
  ]);
  expect(lines('opt-ins').find(({ id }) => id === left)).toMatchObject({ creator_id: null });
  expect(lines('opt-ins').find(({ id }) => id === staying)).toMatchObject({ creator_id: shared });
  const everything = Object.values(files)
    .map((file) => strFromU8(file))
    .join('\n');
  expect(lines('mails').find(({ kind }) => kind === 'invite')).toMatchObject({
    html: '<a href="https://x.example/invite/...">Join</a>',
    plain: 'Join: https://x.example/invite/...\n',
  });
  for (const hidden of ['sold@', 'platform-id-1', 'unforgettable', 'not-sent.pdf', inviteToken])
    expect(everything).not.toContain(hidden);
});

test('runs one export at a time, regardless of the requester', async () => {
  const brandId = await t.brand();
  const owner = await t.person({ brandId, brandRole: 'owner' });
  const asked = await Promise.allSettled(Array.from({ length: 5 }, () => request(owner, brandId)));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = asked.find((one) => one.status === 'rejected');
  expect(refused?.reason).toMatchObject({ status: 409, code: 'invalid_transition' });
  expect((await finished(owner, brandId)).status).toBe('done');
  await request(owner, brandId);
  await finished(owner, brandId);
});

test('rejects members', async () => {
  const brandId = await t.brand();
  const member = await t.person({ brandId });
  await expect(request(member, brandId)).rejects.toMatchObject({ status: 403 });
  await expect(latest(member, brandId)).rejects.toMatchObject({ status: 403 });
});

test('another process takes over an export from a killed one', async () => {
  const brandId = await t.brand();
  const owner = await t.person({ brandId, brandRole: 'owner' });
  const id = newId();
  const begun = new Date(Date.now() - 120_000).toISOString();
  await t.api.db.insert(brandExportTable).values({
    id,
    brandId,
    userId: owner.userId,
    withFiles: false,
    status: 'running',
    tries: 1,
    beatAt: begun,
    createdAt: begun,
  });
  await t.api.jobs.send('brand-export', { id });
  expect(await finished(owner, brandId)).toMatchObject({ id, status: 'done' });
});

test('an archive expires', async () => {
  const brandId = await t.brand();
  const owner = await t.person({ brandId, brandRole: 'owner' });
  await request(owner, brandId);
  const { url } = await finished(owner, brandId);
  t.setNow(new Date(Date.now() + 8 * 86_400_000));
  expect(await latest(owner, brandId)).toMatchObject({ status: 'expired', url: null });
  const response = await fetch(t.url + new URL(url ?? '').pathname);
  expect(response.status).toBe(404);
  t.setNow(null);
});

test("exports every table with a brand's rows, or lists the reason it doesn't", async () => {
  const { rows } = await t.api.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'brand_id'
       and not (select relispartition from pg_class where oid = table_name::regclass)`,
  );
  const known = new Set([...EXPORTED_TABLES.map(({ table }) => table), ...Object.keys(EXCLUDED_TABLES)]);
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});

test('exports no secret columns', async () => {
  const tables = EXPORTED_TABLES.map(({ table }) => table);
  const { rows } = await t.api.pool.query<{ table: string; name: string }>(
    `select table_name as table, column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = any($1)`,
    [tables],
  );
  const telling = rows.filter(({ name }) => /token|secret|hash|password|_key$|sealed/.test(name));
  expect(telling.length).toBeGreaterThan(5);
  expect(telling.filter(({ name }) => !HIDDEN_COLUMNS.has(name))).toEqual([]);
});
