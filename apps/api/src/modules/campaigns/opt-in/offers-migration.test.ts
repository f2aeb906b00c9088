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

let client: pg.Client;
let admin: pg.Client;
let database: string;
let before: string;

/** A database as it was before agreements were offers. */
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
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith('_offers'));
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  await migrate(drizzle(client), { migrationsFolder: before });
});
afterAll(async () => {
  await client.end();
  await admin.query(`drop database if exists ${database} with (force)`);
  await admin.end();
  rmSync(before, { recursive: true, force: true });
});

const insert = async (table: string, row: Record<string, unknown>) => {
  const names = Object.keys(row);
  const values = names.map((_, place) => `$${place + 1}`);
  await client.query(`insert into ${table} (${names.join()}) values (${values.join()})`, Object.values(row));
};

interface Before {
  status: string;
  asked: number | null;
  /** The fee in the books, and whether the brand changed it. */
  fee: number | null;
  changed?: boolean;
  payable?: { state: string; fee: number };
}
const CASES: Record<string, Before> = {
  waiting: { status: 'pending', asked: 40_500, fee: null },
  lowered: { status: 'pending', asked: 40_500, fee: 5000, changed: true },
  approved: { status: 'approved', asked: 40_500, fee: null },
  bound: { status: 'approved', asked: 40_500, fee: 100, changed: true },
  owed: {
    status: 'completed',
    asked: 61_500,
    fee: 100,
    changed: true,
    payable: { state: 'approved', fee: 100 },
  },
  unasked: {
    status: 'completed',
    asked: null,
    fee: 7000,
    changed: true,
    payable: { state: 'due', fee: 7000 },
  },
  paid: { status: 'completed', asked: 61_500, fee: 100, changed: true, payable: { state: 'paid', fee: 100 } },
  forgotten: { status: 'completed', asked: 61_500, fee: null },
  left: { status: 'withdrawn', asked: 40_500, fee: null },
};

test('opt-ins of before are agreed at what their creators named; what brands changed since is an open offer', async () => {
  const [brand, person, campaign] = [newId(), newId(), newId()];
  await insert('brand', { id: brand, name: 'Larkmoor', website: '', description: '' });
  const name = { subject: 's', email: 'a@x.test', first_name: 'Alva', last_name: 'Berg', role: 'brand' };
  await insert('person', { id: person, ...name });
  const usageRights = { termDays: 180, channels: ['organic'], territory: 'EU' };
  const brief = { currency: 'USD', deliverables: [{ kind: 'reel', count: 2 }], usageRights };
  const titled = { brand_id: brand, title: 'Spring', slug: 'spring', status: 'publish' };
  await insert('campaign', { id: campaign, ...titled, brief });
  const ids: Record<string, string> = {};
  for (const [key, { status, asked, fee, changed, payable }] of Object.entries(CASES)) {
    const [id, creator] = [newId(), newId()];
    ids[key] = id;
    await insert('creator', { id: creator, platform: 'tiktok', username: key, profile_url: key });
    const working = status === 'approved' || status === 'completed';
    await insert('opt_in', {
      ...{ id, brand_id: brand, campaign_id: campaign, creator_id: creator, status, asked_fee: asked },
      agreement: { fee, currency: 'USD', deliverables: brief.deliverables, draftDue: null, liveDue: null },
      ...{ shipment: { state: 'none' }, terms_version: 1, terms_accepted_at: '2026-11-01T08:00:00Z' },
      approved_at: working ? '2026-11-02T08:00:00Z' : null,
    });
    if (changed) {
      const line = { kind: 'agreement', text: 'Agreed', user_id: person, created_at: '2026-11-03T08:00:00Z' };
      await insert('opt_in_event', { id: newId(), opt_in_id: id, ...line });
    }
    if (payable) {
      const { state, fee: due } = payable;
      const money = { fee: due, processing_fee: (due * 5) / 100, currency: 'USD', state };
      const paid_at = state === 'paid' ? '2026-11-09T08:00:00Z' : null;
      await insert('payable', { id: newId(), brand_id: brand, opt_in_id: id, ...money, paid_at });
    }
  }
  await migrate(drizzle(client), { migrationsFolder: FOLDER });

  const found = async (key: string) => {
    const { rows: offers } = await client.query(
      `select side, state, (terms->>'fee')::int as fee from opt_in_offer where opt_in_id = $1 order by number`,
      [ids[key]],
    );
    const { rows } = await client.query(
      `select i.agreed_number, (i.agreement->>'fee')::int as fee, i.agreement->'usageRights' as rights,
         p.state, p.fee::int as due, p.processing_fee::int as processing, p.held
       from opt_in i left join payable p on p.opt_in_id = i.id where i.id = $1`,
      [ids[key]],
    );
    const { agreed_number: number, fee, rights, state, due, processing, held } = rows[0];
    expect(rights).toEqual(usageRights);
    return {
      offers: offers.map((one) => [one.side, one.state, one.fee]),
      agreed: [number, fee],
      payable: state === null ? null : held ? 'held' : [state, due, processing],
    };
  };
  const open = (fee: number) => ['brand', 'offered', fee];
  expect(await found('waiting')).toEqual({
    ...{ offers: [['creator', 'offered', 40_500]], agreed: [null, null], payable: null },
  });
  expect(await found('lowered')).toEqual({
    ...{ offers: [['creator', 'countered', 40_500], open(5000)], agreed: [null, null], payable: null },
  });
  expect(await found('approved')).toEqual({
    ...{ offers: [['creator', 'accepted', 40_500]], agreed: [1, 40_500], payable: null },
  });
  expect(await found('bound')).toEqual({
    ...{ offers: [['creator', 'accepted', 40_500], open(100)], agreed: [1, 40_500], payable: null },
  });
  expect(await found('owed')).toEqual({
    offers: [['creator', 'accepted', 61_500], open(100)],
    ...{ agreed: [1, 61_500], payable: ['due', 61_500, 3075] },
  });
  expect(await found('unasked')).toEqual({
    ...{ offers: [['creator', 'accepted', null], open(7000)], agreed: [1, null], payable: 'held' },
  });
  // What was paid is what was agreed.
  expect(await found('paid')).toEqual({
    offers: [
      ['creator', 'countered', 61_500],
      ['brand', 'accepted', 100],
    ],
    ...{ agreed: [2, 100], payable: ['paid', 100, 5] },
  });
  // Nobody owes what was never in the books: the brand can still agree to it.
  expect(await found('forgotten')).toEqual({
    ...{ offers: [['creator', 'offered', 61_500]], agreed: [null, null], payable: null },
  });
  expect(await found('left')).toEqual({
    ...{ offers: [['creator', 'withdrawn', 40_500]], agreed: [null, null], payable: null },
  });
});
