import { createApiKey } from '@troupe/contract/account/api-key';
import { auditObjectOf, auditTitle, isAudited } from '@troupe/contract/account/audit-action';
import * as contract from '@troupe/contract/account/audit-log';
import { createOwnBrand } from '@troupe/contract/account/brand';
import { calls } from '@troupe/contract/calls';
import { createCampaign, setCampaignStatus } from '@troupe/contract/campaigns/campaign';
import { type CallError, createClient } from '@troupe/contract/client';
import {
  addToCreatorList,
  archiveCreatorList,
  createCreatorList,
  listCreatorListItems,
  updateCreatorList,
  updateCreatorListItem,
} from '@troupe/contract/discovery/creator-list';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../../testing/test-api.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { userTable } from '../user/user.table.ts';
import { sweepAudit } from './audit-log.queries.ts';
import { auditEntryTable } from './audit-log.table.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

const brandWithOwner = async () => {
  const brandId = await t.brand();
  return { brandId, owner: await t.person({ brandId, brandRole: 'owner' }) };
};
const read = (owner: TestPerson, brandId: string, query = {}) =>
  owner.call(contract.listAuditLog, { params: { brandId }, query });
const makeList = (person: Pick<TestPerson, 'call'>, brandId: string, title = 'Summer') =>
  person.call(createCreatorList, { params: { brandId }, body: { title } });
const rows = (brandId: string) =>
  t.api.db.select().from(auditEntryTable).where(sql`brand_id = ${brandId}`).orderBy(auditEntryTable.id);

test("logs a person's change with who, what, when and from where", async () => {
  const { brandId, owner } = await brandWithOwner();
  const list = await makeList(owner, brandId);
  await owner.call(archiveCreatorList, { params: { brandId, id: list.id }, body: { archived: true } });
  const { entries, next } = await read(owner, brandId);
  expect(next).toBeNull();
  expect(entries.map(({ title }) => title)).toEqual(['Archived creator list', 'Created creator list']);
  expect(entries[1]).toMatchObject({
    actor: { kind: 'person', id: owner.userId, name: 'Alva Berg' },
    object: { kind: 'creator-list', id: list.id, name: 'Summer' },
    outcome: 'done',
    problem: null,
    ip: '127.0.0.1',
  });
  expect(Date.now() - Date.parse(entries[0]?.created ?? '')).toBeLessThan(60_000);
});

test('logs actions rejected by a rule with the reason, but not unauthorized calls', async () => {
  const { brandId, owner } = await brandWithOwner();
  const { id: campaignId } = await owner.call(createCampaign, {
    params: { brandId },
    body: { title: 'Spring' },
  });
  const publish = { params: { brandId, campaignId }, body: { status: 'publish' as const } };
  await expect(owner.call(setCampaignStatus, publish)).rejects.toMatchObject({ status: 402 });
  await expect(
    owner.call(updateCreatorList, { params: { brandId, id: newId() }, body: { title: 'x' } }),
  ).rejects.toMatchObject({ status: 404 });
  const stranger = await t.person({ brandId: await t.brand('Other') });
  await expect(makeList(stranger, brandId)).rejects.toMatchObject({ status: 403 });
  const { entries } = await read(owner, brandId);
  expect(entries.map(({ title, outcome, problem }) => [title, outcome, problem])).toEqual([
    ['Updated creator list', 'refused', 'not_found'],
    ['Published campaign', 'refused', 'subscription_required'],
    ['Created campaign', 'done', null],
  ]);
  expect(entries[1]?.object).toMatchObject({ kind: 'campaign', name: 'Spring', campaignId });
});

test('identifies API keys and administrators as actors', async () => {
  const { brandId, owner } = await brandWithOwner();
  const body = { name: 'Importer', scope: 'write' as const };
  const { key, apiKey } = await owner.call(createApiKey, { params: { brandId }, body });
  const administrator = await t.person({ role: 'administrator' });
  await makeList(createClient({ baseUrl: t.url, token: () => key }), brandId, 'By program');
  await makeList(administrator, brandId, 'By staff');
  const { entries } = await read(owner, brandId);
  expect(entries.map(({ actor }) => [actor.kind, actor.name])).toEqual([
    ['administrator', 'Alva Berg'],
    ['api-key', 'Importer (API key)'],
    ['person', 'Alva Berg'],
  ]);
  expect(entries[2]?.object).toEqual({ kind: 'api-key', id: apiKey.id, name: 'Importer', campaignId: null });
  const kept = JSON.stringify(await rows(brandId));
  expect(kept).not.toContain(key);
  expect(kept).not.toContain('By program');
});

test("a brand's log starts with its creation", async () => {
  const person = await t.person();
  const made = await person.call(createOwnBrand, {
    body: { name: 'Fernway', website: 'fernway.example', description: 'Bags' },
  });
  const { entries } = await read(person, made.brandId);
  expect(entries.map(({ title }) => title)).toEqual(['Created brand']);
});

test('filters by person, action and day, and pages without gaps or duplicates', async () => {
  const { brandId, owner } = await brandWithOwner();
  const member = await t.person({ brandId });
  for (let n = 0; n < 30; n++) await makeList(n % 3 === 0 ? member : owner, brandId, `List ${n}`);
  const seen: string[] = [];
  let before: string | undefined;
  do {
    const page = await read(owner, brandId, before ? { before } : {});
    seen.push(...page.entries.map(({ object }) => object?.name ?? ''));
    before = page.next ?? undefined;
  } while (before);
  expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => `List ${29 - n}`));
  expect((await read(owner, brandId, { person: member.userId })).entries).toHaveLength(10);
  expect((await read(owner, brandId, { action: 'createCampaign' })).entries).toHaveLength(0);
  const today = new Date().toISOString().slice(0, 10);
  expect((await read(owner, brandId, { from: today, to: today })).entries).toHaveLength(24);
  expect((await read(owner, brandId, { to: '2020-01-01' })).entries).toHaveLength(0);
  const { people, actions, days } = await owner.call(contract.listAuditFilters, { params: { brandId } });
  expect(people.map(({ id }) => id).sort()).toEqual([owner.userId, member.userId].sort());
  expect(actions).toContainEqual({ name: 'createCreatorList', title: 'Created creator list' });
  expect(days).toBe(730);
});

test('exports every entry as formula-safe CSV', async () => {
  const { brandId, owner } = await brandWithOwner();
  await makeList(owner, brandId, '=cmd()');
  await t.api.db.update(userTable).set({ firstName: '=HYPERLINK("x")' }).where(sql`id = ${owner.userId}`);
  const response = await fetch(`${t.url}/brand/${brandId}/audit-log/csv`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  const [head, first] = (await response.text()).replace('\ufeff', '').trim().split('\r\n');
  expect(head).toBe('Time,Actor,Actor type,Action,Object,Object ID,Outcome,Reason,IP address,User agent');
  expect(first).toContain(`"'=HYPERLINK(""x"") Berg",Person,Created creator list,'=cmd(),`);
});

test('exports the log in the language that is asked for, also titles that an earlier version stored', async () => {
  const { brandId, owner } = await brandWithOwner();
  await t.api.db.insert(auditEntryTable).values({
    id: newId(),
    brandId,
    userId: owner.userId,
    actorKind: 'person',
    action: 'createCreatorList',
    title: 'Made a list of creators',
    outcome: 'done',
    ip: '127.0.0.1',
    agent: '',
  });
  await makeList(owner, brandId, 'Summer');
  const csv = async (language: string) => {
    const response = await fetch(`${t.url}/brand/${brandId}/audit-log/csv`, {
      headers: { authorization: `Bearer ${owner.token}`, 'accept-language': language },
    });
    return (await response.text()).replace('\ufeff', '').trim().split('\r\n');
  };
  const [head, newest, stored] = await csv('de-AT');
  expect(head).toBe(
    'Zeit,Person,Art der Person,Aktion,Objekt,Objekt-ID,Ergebnis,Grund,IP-Adresse,User-Agent',
  );
  expect(newest).toContain('Alva Berg,Person,Creator-Liste erstellt,Summer,');
  expect(newest).toContain(',Erledigt,');
  expect(stored).toContain('Alva Berg,Person,Creator-Liste erstellt,,,Erledigt,');
  const [, , spanish] = await csv('es');
  expect(spanish).toContain('Alva Berg,Persona,Lista de creadores creada,,,Hecho,');
  const [, , english] = await csv('fr');
  expect(english).toContain('Alva Berg,Person,Made a list of creators,,,Done,');
});

test('rejects members', async () => {
  const { brandId } = await brandWithOwner();
  await expect(read(await t.person({ brandId }), brandId)).rejects.toMatchObject({ status: 403 });
});

test('shows an action interrupted by a killed server with an unknown outcome', async () => {
  const { brandId, owner } = await brandWithOwner();
  await t.api.db.insert(auditEntryTable).values({
    id: newId(),
    brandId,
    userId: owner.userId,
    actorKind: 'person',
    action: 'sendInvite',
    title: 'Sent invite',
    ip: '127.0.0.1',
    agent: '',
  });
  expect((await read(owner, brandId)).entries[0]).toMatchObject({ title: 'Sent invite', outcome: 'unknown' });
});

/** Adds a list with one creator; returns the item's ID. */
async function anItem(owner: TestPerson, brandId: string): Promise<string> {
  const { id } = await makeList(owner, brandId);
  const creatorId = newId();
  const profileUrl = `https://www.tiktok.com/@${creatorId}`;
  await t.api.db
    .insert(creatorTable)
    .values({ id: creatorId, platform: 'tiktok', username: creatorId, profileUrl });
  const body = { socialProfileIds: [creatorId] };
  await owner.call(addToCreatorList, { params: { brandId, id }, body });
  const { items } = await owner.call(listCreatorListItems, {
    params: { brandId, productListId: id, page: 1 },
  });
  return items[0]?.id ?? expect.fail('no item');
}

const saveNote = (owner: TestPerson, brandId: string, itemId: string, feedback: string) =>
  owner.call(updateCreatorListItem, { params: { brandId, itemId }, body: { feedback } });

const noteOf = async (itemId: string) => {
  const { rows } = await t.api.pool.query('select feedback, version from creator_list_item where id = $1', [
    itemId,
  ]);
  return rows[0] as { feedback: string; version: number };
};

test('commits a change and its log entry together or not at all', async () => {
  const { brandId, owner } = await brandWithOwner();
  const itemId = await anItem(owner, brandId);
  const before = await rows(brandId);
  const blocker = new pg.Client({ connectionString: t.databaseUrl });
  await blocker.connect();
  try {
    await blocker.query('begin; lock table audit_entry in exclusive mode');
    const saving = saveNote(owner, brandId, itemId, 'Half way').then(
      () => 'saved',
      (error: CallError) => error.status,
    );
    // The change and its entry are one statement, which now waits for the lock.
    const ofWaiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%audit-entry%'`;
    await expect.poll(async () => (await t.api.pool.query(`select ${ofWaiting}`)).rowCount).toBe(1);
    // Kill the process: its connection closes before the commit.
    await t.api.pool.query(`select pg_terminate_backend(pid) ${ofWaiting}`);
    await blocker.query('rollback');
    expect(await saving).toBe(503);
  } finally {
    await blocker.end();
  }
  expect(await noteOf(itemId)).toEqual({ feedback: '', version: 1 });
  const after = (await rows(brandId)).slice(before.length);
  expect(after.map(({ outcome }) => outcome)).not.toContain('done');
  await saveNote(owner, brandId, itemId, 'Whole');
  expect((await rows(brandId)).at(-1)).toMatchObject({ action: 'updateCreatorListItem', outcome: 'done' });
});

test('logs a committed change whose response failed', async () => {
  const { brandId, owner } = await brandWithOwner();
  const itemId = await anItem(owner, brandId);
  await t.api.pool.query(
    `insert into content (id, creator_id, url, type, format, published_at)
      select gen_random_uuid(), creator_id, 'https://www.tiktok.com/p1', 'Video', 'video', now() - interval '60 days'
      from creator_list_item where id = $1`,
    [itemId],
  );
  // Only read for the response, after the commit.
  await t.api.pool.query('alter table content rename dislike_count to gone');
  try {
    await expect(saveNote(owner, brandId, itemId, 'Kept')).rejects.toMatchObject({ status: 500 });
  } finally {
    await t.api.pool.query('alter table content rename gone to dislike_count');
  }
  expect(await noteOf(itemId)).toEqual({ feedback: 'Kept', version: 2 });
  expect((await rows(brandId)).at(-1)).toMatchObject({ action: 'updateCreatorListItem', outcome: 'done' });
});

test('logs rejected changes and changes without effect', async () => {
  const { brandId, owner } = await brandWithOwner();
  const itemId = await anItem(owner, brandId);
  const missing = newId();
  await expect(saveNote(owner, brandId, missing, 'Nowhere')).rejects.toMatchObject({ status: 404 });
  await owner.call(updateCreatorListItem, { params: { brandId, itemId }, body: {} });
  expect((await rows(brandId)).slice(-2)).toMatchObject([
    { action: 'updateCreatorListItem', objectId: missing, outcome: 'refused', problem: 'not_found' },
    { action: 'updateCreatorListItem', objectId: itemId, outcome: 'done', problem: null },
  ]);
});

test('the database rejects updates and deletes of entries, except by age and with their brand', async () => {
  const { brandId, owner } = await brandWithOwner();
  await makeList(owner, brandId);
  const attempt = (text: string) =>
    t.api.pool.query(text, text.includes('$1') ? [brandId] : []).then(
      () => 'done',
      (error: Error) => error.message,
    );
  expect(await attempt(`update audit_entry set title = 'x' where brand_id = $1`)).toContain('append-only');
  expect(await attempt(`update audit_entry set outcome = 'failed' where brand_id = $1`)).toContain(
    'append-only',
  );
  expect(await attempt('delete from audit_entry where brand_id = $1')).toContain('append-only');
  expect(await attempt('truncate audit_entry')).toContain('append-only');
  await t.api.db.insert(auditEntryTable).values({
    id: newId(),
    brandId,
    userId: null,
    actorKind: 'person',
    action: 'old',
    title: 'Old',
    outcome: 'done',
    ip: '',
    agent: '',
    createdAt: '2020-01-01T00:00:00Z',
  });
  expect(await sweepAudit(t.api.pool, new Date('2021-01-01'))).toBe(1);
  expect(await rows(brandId)).toHaveLength(1);
  expect(await attempt('delete from brand where id = $1')).toBe('done');
  expect(await rows(brandId)).toHaveLength(0);
});

test('the nightly job removes entries of deleted brands and clears names of deleted people', async () => {
  const { brandId } = await brandWithOwner();
  const gone = newId();
  const line = (of: string, userId: string | null) => ({
    id: newId(),
    brandId: of,
    userId,
    actorKind: 'person' as const,
    action: 'late',
    title: 'Late',
    outcome: 'done' as const,
    ip: '',
    agent: '',
  });
  await t.api.db.insert(auditEntryTable).values([line(gone, null), line(brandId, newId())]);
  expect(await sweepAudit(t.api.pool, new Date('2021-01-01'))).toBe(1);
  expect(await rows(gone)).toHaveLength(0);
  expect(await rows(brandId)).toMatchObject([{ action: 'late', userId: null }]);
});

test('every write call of a brand has a readable name', () => {
  const titles = calls.filter(isAudited).map((call) => auditTitle(call));
  for (const title of titles) expect(title).toMatch(/^[A-Z][a-z]+( on| about)? ?[\w' -]*$/);
  expect(titles).toEqual(
    expect.arrayContaining(['Sent invite', 'Bought deep insights report', 'Created API key']),
  );
  const byName = (name: string) => calls.find((call) => call.name === name) ?? expect.fail(name);
  expect(auditTitle(byName('changeOptIn'), { status: 'approved' })).toBe('Approved opt-in');
  expect(auditTitle(byName('changeOptIn'), {})).toBe('Changed opt-in');
  expect(auditTitle(byName('decideOptIns'), { status: 'rejected', optInIds: ['a', 'b'] })).toBe(
    'Declined 2 opt-ins',
  );
  expect(auditObjectOf(byName('changeOptIn'))).toEqual({ kind: 'opt-in', param: 'optInId' });
  expect(isAudited(byName('markTyping'))).toBe(false);
  expect(isAudited(byName('listCampaigns'))).toBe(false);
});
