import { saveSearch } from '@troupe/contract/discovery/creator';
import { listSearchAlerts, setSearchAlert } from '@troupe/contract/discovery/search-alert';
import { saveNotificationPreferences } from '@troupe/contract/inbox/notification';
import { createOutgoingWebhook } from '@troupe/contract/operations/outgoing-webhook';
import { DEFAULT_PREFERENCES } from '@troupe/domain/inbox/notification';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../platform/id.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { postgresSearch } from '../discovery/creator/creator-search.postgres.ts';
import { findNewMatches } from '../discovery/watch-searches.ts';
import { webhookEventTable } from '../operations/outgoing-webhook/outgoing-webhook.table.ts';
import { type MailWorld, startMailWorld } from '../outreach/mail/mail.fixture.ts';

let world: MailWorld;
let engine: ReturnType<typeof postgresSearch>;
let brandId: string;
let owner: TestPerson;
let address: string;
let number = 0;

beforeAll(async () => {
  world = await startMailWorld();
  const { DATABASE_URL } = world.t.api.config;
  engine = postgresSearch({ connectionString: DATABASE_URL, connections: 2, timeoutMs: 10_000 });
});
afterAll(async () => {
  await engine?.stop();
  await world?.stop();
});
beforeEach(async () => {
  at('2031-03-05T10:00:00Z');
  address = `scout${++number}@larkmoor.test`;
  brandId = (await world.brand()).brandId;
  owner = await world.t.person({ brandId, brandRole: 'owner', email: address });
});
afterEach(() => world.t.setNow(null));

const at = (time: string) => world.t.setNow(new Date(time));
const country = () =>
  ['AD', 'BT', 'CV', 'DM', 'ER', 'FJ', 'GD', 'HT', 'IS', 'KI', 'LS', 'MV'][number] ?? 'ZW';
const creator = async (username: string, of: string | null = null) => {
  const id = newId();
  await world.t.api.db.insert(creatorTable).values({
    id,
    brandId: of,
    platform: 'instagram',
    username: `${username}${number}`,
    profileUrl: 'https://social.example/x',
    country: country(),
  });
  return id;
};
const save = (name: string, query: string, by = owner) =>
  by.call(saveSearch, { params: { brandId }, body: { name, query } });
const alert = async (savedSearchId: string, on = true, by = owner) =>
  (await by.call(setSearchAlert, { params: { brandId, savedSearchId }, body: { on } })).alert;
const alerts = async (by = owner) => (await by.call(listSearchAlerts, { params: { brandId } })).alerts;
const look = async (time: string) => {
  at(time);
  await findNewMatches(world.t.api, engine);
};
const notices = async (userId = owner.userId) =>
  (
    await world.t.api.pool.query<{ title: string; text: string; href: string }>(
      `select title, text, href from notification where user_id = $1 and kind = 'search' order by created_at`,
      [userId],
    )
  ).rows;
async function emails(to = address) {
  await world.wake();
  const { rowCount } = await world.t.api.pool.query('select from mail where to_address = $1', [to]);
  return await vi.waitFor(async () => {
    const arrived = await world.arrived(to, 0);
    expect(arrived).toHaveLength(rowCount ?? 0);
    return arrived;
  }, 10_000);
}

test('reports creators that match later, once, in one email for all searches', async () => {
  await creator('early');
  const [first, second] = [
    await save('Islands', `country=${country()}`),
    await save('All', `country=${country()}&sort=views`),
  ];
  expect(await alert(first.id)).toMatchObject({ mine: true, people: 1, problem: null });
  await alert(second.id);
  await look('2031-03-05T11:30:00Z');
  expect(await notices()).toEqual([]);
  await creator('late');
  await look('2031-03-05T13:00:00Z');
  await look('2031-03-05T13:10:00Z');
  await look('2031-03-05T15:00:00Z');
  expect(await notices()).toEqual([
    expect.objectContaining({ title: '1 new creator in “All”', text: `late${number}` }),
    expect.objectContaining({
      title: '1 new creator in “Islands”',
      href: `/creator-search?country=${country()}`,
    }),
  ]);
  const [mail, ...others] = await emails();
  expect(others).toEqual([]);
  expect(mail?.subject).toContain('2 new creators in your saved searches');
  expect(mail?.text).toContain(`late${number}`);
  expect(mail?.text).not.toContain(`early${number}`);
});

test('processes that look at the same time report once', async () => {
  const { id } = await save('Islands', `country=${country()}`);
  await alert(id);
  await creator('late');
  at('2031-03-05T13:00:00Z');
  await Promise.all(Array.from({ length: 5 }, () => findNewMatches(world.t.api, engine)));
  expect(await notices()).toHaveLength(1);
  expect(await emails()).toHaveLength(1);
});

test('a look that fails before its commit reports nothing, and the next one everything', async () => {
  const { id } = await save('Islands', `country=${country()}`);
  await alert(id);
  await creator('late');
  const { pool } = world.t.api;
  await pool.query(`create function refuse_alert() returns trigger language plpgsql as
    $$ begin if new.to_address = '${address}' then raise 'the process died'; end if; return new; end $$`);
  await pool.query(
    'create trigger refuse_alert before insert on mail for each row execute function refuse_alert()',
  );
  await look('2031-03-05T13:00:00Z');
  expect(await notices()).toEqual([]);
  await pool.query('drop trigger refuse_alert on mail');
  await look('2031-03-05T13:10:00Z');
  expect(await notices()).toHaveLength(1);
});

test("the link of an email stops these emails and leaves the alert and the brand's other emails", async () => {
  const { id } = await save('Islands', `country=${country()}`);
  await alert(id);
  await creator('late');
  await look('2031-03-05T13:00:00Z');
  const [mail] = await emails();
  const [, path] = /(\/unsubscribe\/[\w-]+)/.exec(mail?.text ?? '') ?? [];
  expect(mail?.headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe')?.value).toContain(path);
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(`${world.t.url}${path}`, { method: 'POST', body })).status).toBe(200);
  await creator('later');
  await look('2031-03-05T15:00:00Z');
  expect(await notices()).toHaveLength(2);
  expect(await emails()).toHaveLength(1);
  const { rows } = await world.t.api.pool.query('select from suppression where brand_id = $1', [brandId]);
  expect(rows).toEqual([]);
});

test('reports to those who asked, while they are members, and to webhooks', async () => {
  const mate = await world.t.person({ brandId, email: `mate${number}@larkmoor.test` });
  const other = await world.t.person({ brandId });
  await owner.call(saveNotificationPreferences, {
    body: { preferences: { ...DEFAULT_PREFERENCES, search: 'off' } },
  });
  await owner.call(createOutgoingWebhook, {
    params: { brandId },
    body: { url: 'https://program.example/hook', events: ['saved_search.matched'] },
  });
  const { id } = await save('Islands', `country=${country()}`);
  await alert(id);
  expect(await alert(id, true, mate)).toMatchObject({ people: 2 });
  expect(await alerts(other)).toMatchObject([{ savedSearchId: id, mine: false, people: 2 }]);
  const late = await creator('late');
  await look('2031-03-05T13:00:00Z');
  await look('2031-03-05T14:10:00Z');
  const events = await world.t.api.db
    .select()
    .from(webhookEventTable)
    .where(eq(webhookEventTable.brandId, brandId));
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    [
      'saved_search.matched',
      expect.objectContaining({ savedSearchId: id, name: 'Islands', creatorIds: [late] }),
    ],
  ]);
  expect(
    [await notices(), await notices(mate.userId), await notices(other.userId)].map(({ length }) => length),
  ).toEqual([0, 1, 0]);
  await world.t.api.pool.query('delete from brand_member where user_id = $1', [mate.userId]);
  await creator('later');
  await look('2031-03-05T15:00:00Z');
  expect(await notices(mate.userId)).toHaveLength(1);
});

test("another brand's private creators aren't matches, and its searches can't be watched", async () => {
  const { id } = await save('Islands', `country=${country()}`);
  await alert(id);
  const strangers = (await world.brand()).brandId;
  await creator('secret', strangers);
  await look('2031-03-05T13:00:00Z');
  expect(await notices()).toEqual([]);
  const stranger = await world.t.person({ brandId: strangers });
  const set = (of: string) =>
    stranger.call(setSearchAlert, { params: { brandId: of, savedSearchId: id }, body: { on: true } });
  await expect(set(strangers)).rejects.toMatchObject({ status: 404 });
  await expect(set(brandId)).rejects.toMatchObject({ status: 403 });
});

test('changed filters, too many matches and filters that are gone bring no false news', async () => {
  const { id } = await save('Islands', 'country=ZZ');
  await alert(id);
  await creator('early');
  await save('Islands', `country=${country()}`);
  await look('2031-03-05T13:00:00Z');
  expect(await notices()).toEqual([]);
  await save('Islands', 'country=Nowhere');
  await look('2031-03-05T14:10:00Z');
  expect(await alerts()).toMatchObject([{ problem: 'invalid' }]);
  await world.t.api.pool.query(
    `insert into creator (id, platform, username, profile_url, country)
      select gen_random_uuid(), 'tiktok', 'many' || $1 || 'x' || n, 'https://social.example/x', $2 from generate_series(1, 2001) n`,
    [number, country()],
  );
  await save('Islands', `country=${country()}`);
  await look('2031-03-05T15:20:00Z');
  expect(await alerts()).toMatchObject([{ problem: 'too-many' }]);
  expect(await alert(id, false)).toBeNull();
  expect(await alerts()).toEqual([]);
});
