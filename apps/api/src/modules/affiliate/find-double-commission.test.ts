import { checkExternalProgram, exportAlerts, listAlerts } from '@troupe/contract/affiliate/affiliate-alert';
import { CallError } from '@troupe/contract/client';
import { listNotifications, saveNotificationPreferences } from '@troupe/contract/inbox/notification';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { subscriptionTable } from '../billing/subscription/subscription.table.ts';
import { type StoreWorld, startStoreWorld } from '../commerce/stores.fixture.ts';
import { sendUnreadEmails } from '../inbox/unread-emails.ts';
import {
  aBooksWorld,
  aCode,
  anAffiliate,
  type BooksWorld,
  daysAgo,
  sendStore,
  storeOrder,
} from './books.fixture.ts';

/** A day two weeks ago, and the one after it. */
const ON = daysAgo(15).slice(0, 10);
const NEXT = daysAgo(14).slice(0, 10);

let w: StoreWorld;
let world: BooksWorld;
let brand: { brandId: string };
beforeAll(async () => {
  w = await startStoreWorld();
});
afterAll(() => w.stop());
beforeEach(async () => {
  world = await aBooksWorld(w);
  const { brandId } = world;
  brand = { brandId };
  await w.t.api.db.insert(subscriptionTable).values({
    id: newId(),
    brandId,
    kind: 'affiliate',
    planId: 'affiliate',
    period: 'monthly',
    status: 'active',
  });
});

const check = async (csv: string, program = 'ShareNet') =>
  (await world.owner.call(checkExternalProgram, { params: brand, body: { program, csv } })).result;
const coded = { discount_codes: [{ code: 'MARA10', amount: '0.00', type: 'percentage' }] };

/** Orders 1 to 3, two of them Mara's, who earns 9.00 EUR with each. */
async function soldOrders() {
  const mara = await anAffiliate(world, { name: 'Mara Lind' });
  await aCode(world, mara.id, 'MARA10');
  const at = (minutes: number) => new Date(Date.parse(`${ON}T10:00:00Z`) + minutes * 60_000).toISOString();
  const placed = (minutes: number) => ({ created_at: at(minutes), updated_at: at(minutes) });
  await sendStore(
    world,
    ['orders/create', storeOrder(1, { ...coded, ...placed(0) })],
    ['orders/create', storeOrder(2, { ...coded, ...placed(90) })],
    ['orders/create', storeOrder(3, placed(180))],
  );
  return mara;
}

/** The orders of alerts, with what the other program pays. */
async function figuresByOrder() {
  const { alerts } = await world.owner.call(listAlerts, { params: brand, query: {} });
  return alerts.map(({ figures }) => [figures.order, figures.theirs]).toSorted();
}

test('an export of another program names the orders that both pay for, once, with both amounts', async () => {
  const mara = await soldOrders();
  const quiet = await w.t.person({ brandId: world.brandId, email: 'quiet@larkmoor.test' });
  await quiet.call(saveNotificationPreferences, { body: { preferences: { affiliate: 'off' } } });
  const csv = [
    'Transaction Date;Order ID;Sale Amount;Commission;Currency;Publisher;Status',
    `${ON}T10:02:00Z;#1;95,00;7,60;EUR;=cmd|coupons;Approved`,
    // The same order again, of which a part was reversed.
    `${NEXT}T10:02:00Z;1;95,00;-1,60;EUR;=cmd|coupons;Approved`,
    // No number: by time and amount.
    `${ON}T11:40:00Z;;95,00;5,00;EUR;;Approved`,
    // Of the brand, but it earns nothing here.
    `${ON}T13:00:00Z;3;95,00;5,00;EUR;;Approved`,
    `${ON}T10:00:00Z;1;95,00;7,60;EUR;;Rejected`,
    `${ON}T10:00:00Z;777;12,00;7,60;EUR;;Approved`,
    `${ON}T10:00:00Z;1;a lot;7,60;EUR!;;Approved`,
    ';;95,00;1,00;EUR;;Approved',
  ].join('\r\n');
  expect(await check(csv)).toEqual({
    rows: 8,
    double: 3,
    single: 1,
    unmatched: 1,
    ambiguous: 0,
    declined: 1,
    unreadable: 2,
    orders: 2,
    alerts: 2,
    alertsLeft: 0,
    sums: [{ currency: 'EUR', ours: 1800, theirs: 1100 }],
    problems: [
      { row: 8, reason: 'Unknown currency' },
      { row: 9, reason: 'Add an order number, or both a time and an amount' },
    ],
  });
  // Both are known now.
  expect(await check(csv)).toMatchObject({ orders: 2, alerts: 0 });
  const { alerts } = await world.owner.call(listAlerts, {
    params: brand,
    query: { kind: ['double-commission'] },
  });
  expect(alerts.map(({ affiliateId, figures }) => [affiliateId, figures])).toEqual(
    expect.arrayContaining([
      [
        mara.id,
        {
          order: '#1',
          program: 'ShareNet',
          ours: 900,
          theirs: 600,
          currency: 'EUR',
          matchedBy: 'number',
          rows: 2,
          partner: '=cmd|coupons',
        },
      ],
      [
        mara.id,
        {
          order: '#2',
          program: 'ShareNet',
          ours: 900,
          theirs: 500,
          currency: 'EUR',
          matchedBy: 'time',
          rows: 1,
        },
      ],
    ]),
  );
  const { notifications } = await world.owner.call(listNotifications, {});
  expect(notifications.map(({ title }) => title)).toContain('Order #2 may earn a commission in two programs');
  const mails = async () =>
    (await w.t.api.pool.query('select subject, plain from mail where brand_id = $1', [world.brandId])).rows;
  expect(await quiet.call(listNotifications, {})).toMatchObject({ total: 0 });
  // Emailed if unread after five minutes.
  expect(await mails()).toEqual([]);
  w.t.setNow(new Date(Date.now() + 6 * 60_000));
  await sendUnreadEmails(w.t.api);
  w.t.setNow(null);
  expect(await mails()).toMatchObject([
    { subject: '2 notifications - Larkmoor', plain: expect.stringContaining('Order #1 may earn') },
  ]);
  const response = await fetch(`${w.t.url}${exportAlerts.path.replace(':brandId', world.brandId)}`, {
    headers: { authorization: `Bearer ${world.owner.token}` },
  });
  const text = await response.text();
  expect(text).not.toMatch(/(?:^|,)=cmd/m);
  const [head, ...lines] = parse(text, { bom: true }) as string[][];
  const line = lines.find((cells) => cells.includes('#1')) ?? [];
  const cell = (heading: string) => line[head?.indexOf(heading) ?? -1];
  expect(['Alert', 'Creator', 'Platform', 'Status', 'Order', 'Currency'].map(cell)).toEqual([
    ...['Double commission', 'Mara Lind', 'Instagram', 'Open', '#1', 'EUR'],
  ]);
  expect(
    [
      'Commission in Troupe',
      'Commission in other program',
      'Affiliate in other program',
      'Matched by',
      'Rows in file',
    ].map(cell),
  ).toEqual(['9.00', '6.00', "'=cmd|coupons", 'Order number', '2']);
});

test('commissions in another currency than the order are not added up', async () => {
  await soldOrders();
  const csv = [
    'order,commission,currency',
    // Paid in dollars for an order in euros, and in the currency of the order.
    '1,8.00,USD',
    '2,5.00,EUR',
    '2,-9.00,USD',
  ].join('\n');
  expect(await check(csv)).toMatchObject({ orders: 2, sums: [{ currency: 'EUR', ours: 1800, theirs: 500 }] });
  expect(await figuresByOrder()).toEqual([
    ['#1', undefined],
    ['#2', 500],
  ]);
});

test('reads negative amounts with a minus sign or in parentheses', async () => {
  await soldOrders();
  const csv = [
    'order;commission;currency',
    '1;9,00;EUR',
    '1;\u22121,60;EUR',
    '1;(2,00 €);EUR',
    // Reversed, so the order is paid once.
    '2;7,60;EUR',
    '2;€(7,60);EUR',
  ].join('\n');
  expect(await check(csv)).toMatchObject({
    unreadable: 0,
    orders: 1,
    sums: [{ currency: 'EUR', ours: 900, theirs: 540 }],
  });
  expect(await figuresByOrder()).toEqual([['#1', 540]]);
});

test('a check adds the alerts about the largest amounts and counts the others', async () => {
  await soldOrders();
  const { pool } = w.t.api;
  // 1,000 more orders, each with a larger commission than orders 1 and 2.
  await pool.query(
    `insert into store_order select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
        'external_id', 'bulk-' || n, 'name', '#B' || n))).*
      from store_order o, generate_series(1, 1000) n where o.brand_id = $1 and o.name = '#3'`,
    [world.brandId],
  );
  await pool.query(
    `insert into commission select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(),
        'order_id', o.id, 'amount', 5000,
        'number', 1000 + row_number() over ()))).*
      from commission m, store_order o
      where m.brand_id = $1 and m.order_id = (select id from store_order where brand_id = $1 and name = '#1')
        and o.brand_id = $1 and o.name like '#B%'`,
    [world.brandId],
  );
  const csv = `order\n1\n2\n${Array.from({ length: 1000 }, (_, n) => `B${n + 1}`).join('\n')}`;
  expect(await check(csv)).toMatchObject({ orders: 1002, alerts: 1000, alertsLeft: 2 });
  const small = async () => {
    const { rows } = await pool.query(
      `select figures->>'order' as "order" from affiliate_alert
        where brand_id = $1 and (figures->>'ours')::int = 900 order by 1`,
      [world.brandId],
    );
    return rows;
  };
  expect(await small()).toEqual([]);
  // The next check adds what is left.
  expect(await check(csv)).toMatchObject({ orders: 1002, alerts: 2, alertsLeft: 0 });
  expect(await small()).toEqual([{ order: '#1' }, { order: '#2' }]);
});

test('limits how many files a brand can check in an hour, however many people and keys check them', async () => {
  const answers = await Promise.all(
    Array.from({ length: 31 }, () =>
      check('order\n1').then(
        () => 200,
        (error: unknown) => (error instanceof CallError ? [error.status, error.code] : error),
      ),
    ),
  );
  expect(answers.filter((answer) => answer === 200)).toHaveLength(30);
  expect(answers.filter((answer) => answer !== 200)).toEqual([[429, 'rate_limited']]);
});

test('a number that another program uses for its own transactions is not taken for an order', async () => {
  await soldOrders();
  // Neither the time nor the amount of order 1.
  expect(await check('order,date,amount,commission\n1,2025-03-01T00:00:00Z,17.00,1.00')).toMatchObject({
    double: 0,
    unmatched: 1,
  });
  // Two orders at one time for one amount.
  await sendStore(world, [
    'orders/create',
    storeOrder(4, { ...coded, created_at: `${ON}T10:05:00Z`, updated_at: `${ON}T10:05:00Z` }),
  ]);
  expect(await check(`date,amount\n${ON}T10:03:00Z,95.00`)).toMatchObject({ double: 0, ambiguous: 1 });
  // The clock of a day says nothing.
  expect(await check(`date,amount\n${ON},95.00`)).toMatchObject({ double: 0, unreadable: 1 });
});

test('files without orders, with too many rows, and of other brands are refused', async () => {
  await soldOrders();
  const refusal = (csv: string) =>
    check(csv).then(
      () => null,
      (error: unknown) =>
        error instanceof CallError ? [error.status, error.body.fields?.csv ?? error.code] : error,
    );
  expect(await refusal('name,email\nA,B')).toEqual([
    422,
    "Include each order's number, or its time and amount",
  ]);
  expect(await refusal(`order\n${'1\n'.repeat(50_001)}`)).toEqual([
    422,
    'Files can have up to 50,000 rows. Split the file, for example by month.',
  ]);
  expect(await refusal(`order\n${'1234567\n'.repeat(1_000_000)}`)).toEqual([
    422,
    'Choose a file no larger than 6 MB',
  ]);
  expect(await check(`order\n${'1\n'.repeat(50_000)}`)).toMatchObject({ rows: 50_000, orders: 1, alerts: 1 });
  const stranger = await w.t.person({ brandId: await w.t.brand(), brandRole: 'owner' });
  await expect(
    stranger.call(checkExternalProgram, { params: brand, body: { program: 'X', csv: 'order\n1' } }),
  ).rejects.toMatchObject({ status: 403 });
  // Orders of another brand stay unknown.
  const other = await aBooksWorld(w);
  const eva = await anAffiliate(other);
  await aCode(other, eva.id, 'MARA10');
  await sendStore(other, ['orders/create', storeOrder(55, { ...coded, created_at: daysAgo(1) })]);
  expect(await check('order\n55')).toMatchObject({ double: 0, single: 0, unmatched: 1 });
});
