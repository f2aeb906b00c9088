import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';

const FOLDER = fileURLToPath(new URL('../../../../migrations', import.meta.url));
const NAME = 'one-conversation';

let client: pg.Client;
let admin: pg.Client;
let database: string;
let before: string;

/** A database as it was before conversations were one per creator, in a folder of the migrations up to then. */
beforeAll(async () => {
  const server = process.env.TEST_DATABASE_URL ?? '';
  admin = new pg.Client({ connectionString: server });
  await admin.connect();
  database = `troupe_test_${newId().replaceAll('-', '')}`;
  await admin.query(`create database ${database}`);
  client = new pg.Client({
    connectionString: Object.assign(new URL(server), { pathname: `/${database}` }).href,
  });
  await client.connect();
  before = mkdtempSync(path.join(tmpdir(), 'troupe-migrations-'));
  cpSync(FOLDER, before, { recursive: true });
  const file = path.join(before, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith(NAME));
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  await migrate(drizzle(client), { migrationsFolder: before });
});
afterAll(async () => {
  await client.end();
  await admin.query(`drop database if exists ${database} with (force)`);
  await admin.end();
  rmSync(before, { recursive: true, force: true });
});

/** A moment of one November day. */
const at = (time: string) => `2026-11-20T${time}:00.000Z`;
const insert = async (table: string, row: Record<string, unknown>) => {
  const names = Object.keys(row);
  const values = names.map((_, place) => `$${place + 1}`);
  await client.query(`insert into ${table} (${names.join()}) values (${values.join()})`, Object.values(row));
};
const rows = async <T extends object>(text: string) => (await client.query<T>(text)).rows;

test('chats, invites and the replies to them move into one conversation, in order, with nothing lost', async () => {
  const [brand, creator, lonely, person] = [newId(), newId(), newId(), newId()];
  const [spring, autumn, first, second] = [newId(), newId(), newId(), newId()];
  await insert('brand', { id: brand, name: 'Larkmoor', website: '', description: '' });
  await insert('person', {
    id: person,
    subject: 's',
    email: 'mia@x.test',
    first_name: 'Mia',
    last_name: 'Berg',
    role: 'brand',
  });
  for (const [id, username] of [
    [creator, 'ana'],
    [lonely, 'ben'],
  ])
    await insert('creator', { id, platform: 'tiktok', username, fullname: username, profile_url: 'x' });
  for (const [id, title] of [
    [spring, 'Spring'],
    [autumn, 'Autumn'],
  ])
    await insert('campaign', { id, brand_id: brand, title, slug: title, status: 'publish' });
  const sent = async (creatorId: string, campaignId: string, time: string) => {
    const mailId = newId();
    await insert('mail', {
      ...{ id: mailId, brand_id: brand, kind: 'invite', to_address: 'ana@inbox.test', subject: 'Join' },
      ...{
        html: '<p>Join</p>',
        plain: `Join http://x/invite/secret-${campaignId}-${creatorId}`,
        status: 'sent',
      },
      ...{ message_id: `<${mailId}@x>`, reply_token: mailId },
    });
    await insert('invite', {
      ...{ id: newId(), brand_id: brand, campaign_id: campaignId, creator_id: creatorId, mail_id: mailId },
      ...{ token: `secret-${campaignId}-${creatorId}`, saved_at: at(time), saved_by: person },
    });
    return mailId;
  };
  const came = (mailId: string, visible: string, time: string, from = 'ana@inbox.test') =>
    insert('inbound_mail', {
      ...{
        id: newId(),
        brand_id: brand,
        mail_id: mailId,
        kind: 'reply',
        message_id: newId(),
        subject: 'Re: Join',
      },
      ...{ from_address: from, visible, trust: 'pass', raw_key: newId(), size: 1, received_at: at(time) },
    });
  const springMail = await sent(creator, spring, '08:00');
  await came(springMail, `Who are you? http://x/invite/secret-${spring}`, '08:30', 'agent@else.test');
  const optIn = (id: string, campaignId: string, time: string) =>
    insert('opt_in', {
      ...{ id, brand_id: brand, campaign_id: campaignId, creator_id: creator, created_at: at(time) },
      ...{ agreement: '{}', shipment: '{}', terms_version: 1, terms_accepted_at: at(time) },
    });
  await optIn(first, spring, '09:00');
  await optIn(second, autumn, '09:30');
  const said = (
    of: string,
    number: number | null,
    kind: string,
    text: string,
    time: string,
    more: object = {},
  ) =>
    insert('message', {
      ...{ id: newId(), opt_in_id: of, number, client_id: newId(), kind, text, author_name: 'X' },
      ...{ created_at: at(time), creator_number: kind === 'note' ? null : number, ...more },
    });
  await said(first, 1, 'brand', 'Welcome to spring', '10:00', { read_at: at('10:01') });
  await said(second, 1, 'note', 'A note', '10:30');
  await said(first, 2, 'creator', 'Thank you', '11:00', { by_email: true });
  // It went over another server whose clock was late: its place in its own chat stays.
  await said(first, 3, 'brand', 'Any time', '10:59', { read_at: at('11:05') });
  await said(second, 2, 'creator', 'And autumn?', '12:00');
  await said(second, null, 'brand', 'Later', '12:30', { send_at: at('23:00') });
  await came(springMail, 'Thank you', '11:00');
  await client.query(
    `update conversation set last_number = 3, last_creator_number = 3, unread = 1, starred = true, creator_mailed = 2,
       last_at = $2, snoozed_until = now() + interval '1 day' where opt_in_id = $1`,
    [first, at('11:00')],
  );
  await client.query(
    `update conversation set last_number = 2, last_creator_number = 1, unread = 1, assigned_to = $3, last_at = $2
     where opt_in_id = $1`,
    [second, at('12:00'), person],
  );
  await sent(lonely, spring, '08:10');
  await insert('attachment', {
    ...{ id: newId(), brand_id: brand, opt_in_id: second, file_key: 'k', name: 'a.pdf', type: 'x', bytes: 1 },
  });
  // Each chat rang the bell of the same person at its second message.
  for (const chat of [first, second])
    await insert('notification', {
      ...{ id: newId(), user_id: person, brand_id: brand, kind: 'message', title: 't', text: '', href: '/' },
      reference: `message:${chat}:2`,
    });

  await migrate(drizzle(client), { migrationsFolder: FOLDER });

  // What replies repeat of a personal link is redacted later on.
  const received = await rows<{ visible: string }>('select visible from inbound_mail order by received_at');
  expect(received.map(({ visible }) => visible)).toEqual(['Who are you? http://x/invite/...', 'Thank you']);
  const conversations = await rows<{ id: string; creator_id: string }>(
    'select * from conversation order by last_at',
  );
  expect(conversations).toMatchObject([
    {
      creator_id: creator,
      last_number: 7,
      unread: 2,
      starred: true,
      assigned_to: person,
      snoozed_until: null,
    },
    { creator_id: lonely, last_number: 1, unread: 0, last_at: null },
  ]);
  const id = conversations[0]?.id;
  expect(
    await rows(`select number, text, campaign_id = '${spring}' as spring, opt_in_id is not null as chat, doubt
      from message where conversation_id = '${id}' and number is not null order by number`),
  ).toEqual([
    { number: 1, text: 'Join http://x/invite/...', spring: true, chat: false, doubt: null },
    {
      ...{ number: 2, text: 'Who are you? http://x/invite/...', spring: true, chat: false },
      doubt: 'Answered by email from agent@else.test, not from ana@inbox.test',
    },
    { number: 3, text: 'Welcome to spring', spring: true, chat: true, doubt: null },
    { number: 4, text: 'A note', spring: false, chat: true, doubt: null },
    { number: 5, text: 'Thank you', spring: true, chat: true, doubt: null },
    { number: 6, text: 'Any time', spring: true, chat: true, doubt: null },
    { number: 7, text: 'And autumn?', spring: false, chat: true, doubt: null },
  ]);
  expect(await rows(`select send_at is not null as later from message where number is null`)).toEqual([
    { later: true },
  ]);
  expect(
    await rows(`select opt_in_id, last_number, last_creator_number, creator_mailed, unread
      from conversation_campaign where conversation_id = '${id}' order by last_number`),
  ).toEqual([
    { opt_in_id: first, last_number: 6, last_creator_number: 3, creator_mailed: 2, unread: 1 },
    { opt_in_id: second, last_number: 7, last_creator_number: 1, creator_mailed: 0, unread: 1 },
  ]);
  expect(await rows('select conversation_id from attachment')).toEqual([{ conversation_id: id }]);
  const references = await rows<{ reference: string }>('select reference from notification');
  expect(references.map(({ reference }) => reference).sort()).toEqual(
    [`message:${id}:${first}:2`, `message:${id}:${second}:2`].sort(),
  );
  expect(await rows(`select conversation_id from conversation_mail where mail_id = '${springMail}'`)).toEqual(
    [{ conversation_id: id }],
  );
});
