import {
  exportAffiliateOrders,
  getAffiliateOrder,
  listAffiliateOrders,
  listOwnOrders,
} from '@troupe/contract/affiliate/attribution';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StoreWorld, startStoreWorld } from '../commerce/stores.fixture.ts';
import {
  aBookLink,
  aBooksWorld,
  aCode,
  anAffiliate,
  type BooksWorld,
  balanceOf,
  DAY,
  daysAgo,
  ledgerOf,
  sendStore,
  storeOrder,
  storeRefund,
} from './books.fixture.ts';
import { lookUpJourneys } from './order-journeys.ts';

let w: StoreWorld;
let world: BooksWorld;
let brand: { brandId: string };
beforeAll(async () => {
  w = await startStoreWorld();
});
afterAll(() => w.stop());
beforeEach(async () => {
  world = await aBooksWorld(w);
  brand = { brandId: world.brandId };
});

const coded = (code: string) => ({ discount_codes: [{ code, amount: '0.00', type: 'percentage' }] });
const orders = async () => (await world.owner.call(listAffiliateOrders, { params: brand })).orders;

/** A dispute as its store sends it, some hours from now. */
const dispute = (
  status: string,
  hours: number,
  more: object = {},
): [string, object, Record<string, string>] => [
  'disputes/update',
  {
    id: 9001,
    order_id: 1,
    type: 'chargeback',
    amount: '95.00',
    currency: 'EUR',
    reason: 'fraudulent',
    status,
    ...more,
  },
  { 'x-shopify-triggered-at': new Date(Date.now() - DAY + hours * 3_600_000).toISOString() },
];
async function tell(...[topic, body, headers]: ReturnType<typeof dispute>): Promise<void> {
  const { status } = await w.webhook(topic, body, { 'x-shopify-shop-domain': world.shop, ...headers });
  expect(status).toBe(200);
  await w.settled();
}

test('a disputed order earns nothing until the shop wins, in any order of arrival', async () => {
  const { userId, ...creator } = await w.t.person({ role: 'creator' });
  const mara = await anAffiliate(world, { userId });
  await aCode(world, mara.id, 'MARA10');
  // Before its order.
  await tell(...dispute('needs_response', 1));
  await sendStore(world, ['orders/create', storeOrder(1, coded('MARA10'))]);
  expect(await balanceOf(world, mara.id)).toBe(0);
  expect(await orders()).toMatchObject([{ name: '#1', dispute: 'open', commission: 0 }]);
  await tell(...dispute('won', 5));
  expect(await balanceOf(world, mara.id)).toBe(900);
  // Late and twice: the decision stays.
  await tell(...dispute('under_review', 3));
  await tell(...dispute('under_review', 7));
  expect(await balanceOf(world, mara.id)).toBe(900);
  await tell(...dispute('lost', 8, { id: 9002 }));
  await sendStore(world, ['refunds/create', storeRefund(1, 1)]);
  expect(await balanceOf(world, mara.id)).toBe(0);
  expect((await ledgerOf(world)).map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    'earn 900',
    'dispute -900',
  ]);
  expect((await orders())[0]?.dispute).toBe('lost');
  const { notifications } = await creator.call(listNotifications, {});
  expect(notifications[0]).toMatchObject({
    title: 'Commission for order #1 corrected',
    text: 'The payment for order #1 is disputed. Your commission from Larkmoor changed by -€9. The change will appear on your next statement.',
  });
  // A dispute about no order, and a body that isn't one.
  await tell(...dispute('needs_response', 9, { id: 9003, order_id: null }));
  await w.webhook('disputes/create', { id: 'x' }, { 'x-shopify-shop-domain': world.shop });
});

test('an inquiry takes no commission back, the chargeback that follows does', async () => {
  const mara = await anAffiliate(world);
  await aCode(world, mara.id, 'MARA10');
  await sendStore(world, ['orders/create', storeOrder(1, coded('MARA10'))]);
  await tell(...dispute('needs_response', 1, { type: 'inquiry' }));
  await tell(...dispute('lost', 2, { type: 'inquiry' }));
  expect(await balanceOf(world, mara.id)).toBe(900);
  expect(await orders()).toMatchObject([{ name: '#1', dispute: null }]);
  await tell(...dispute('needs_response', 3));
  expect(await balanceOf(world, mara.id)).toBe(0);
});

test('a won dispute pays again what it took back, under its own name', async () => {
  const mara = await anAffiliate(world);
  await aCode(world, mara.id, 'MARA10');
  await sendStore(world, ['orders/create', storeOrder(1, coded('MARA10'))]);
  await tell(...dispute('needs_response', 1));
  await tell(...dispute('won', 2));
  expect((await ledgerOf(world)).map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    'earn 900',
    'dispute -900',
    'dispute 900',
  ]);
});

test('a creator hears once what several returns took back', async () => {
  const { userId, ...creator } = await w.t.person({ role: 'creator' });
  const mara = await anAffiliate(world, { userId });
  await aCode(world, mara.id, 'MARA10');
  await sendStore(world, ['orders/create', storeOrder(1, coded('MARA10'))]);
  const titles = async () =>
    (await creator.call(listNotifications, {})).notifications.map(({ title }) => title);
  expect(await titles()).toEqual([]);
  await sendStore(world, ['refunds/create', storeRefund(1, 1)]);
  await sendStore(world, ['refunds/create', storeRefund(1, 1)]);
  expect(await titles()).toEqual(['Commission for order #1 corrected']);
});

test('shows which limits cut an order’s commission, also when the monthly limit is used up', async () => {
  const { userId, ...creator } = await w.t.person({ role: 'creator' });
  const mara = await anAffiliate(world, {
    userId,
    terms: { capPerOrder: { EUR: 800 }, capPerMonth: { EUR: 1000 } },
  });
  await aCode(world, mara.id, 'MARA10');
  // On one day, so that they are of the same month.
  const day = daysAgo(10).slice(0, 10);
  const at = (hour: number) => ({
    created_at: `${day}T${hour}:00:00Z`,
    updated_at: `${day}T${hour}:00:00Z`,
  });
  await sendStore(
    world,
    ['orders/create', storeOrder(1, { ...coded('MARA10'), ...at(10) })],
    ['orders/create', storeOrder(2, { ...coded('MARA10'), ...at(11) })],
    ['orders/create', storeOrder(3, { ...coded('MARA10'), ...at(12) })],
  );
  const own = await creator.call(listOwnOrders, { params: { affiliateId: mara.id } });
  // 900 each: 800 by order, then 200 and nothing are left of 1,000.
  expect(own.orders.map(({ name, commission, cut }) => [name, commission, cut])).toEqual([
    ['#3', 0, 900],
    ['#2', 200, 700],
    ['#1', 800, 100],
  ]);
  const orderId = own.orders[0]?.id ?? '';
  const detail = await world.owner.call(getAffiliateOrder, { params: { ...brand, orderId } });
  expect(detail).toMatchObject({ cut: 900, order: { commission: 0, credits: [{ affiliateId: mara.id }] } });
  const ben = await anAffiliate(world);
  await aCode(world, ben.id, 'BEN10');
  await sendStore(world, ['orders/create', storeOrder(4, coded('BEN10'))]);
  const bens = (await orders()).find(({ name }) => name === '#4')?.id ?? '';
  expect((await world.owner.call(getAffiliateOrder, { params: { ...brand, orderId: bens } })).cut).toBe(0);
});

/** Answers a store's question about journeys. @param visits by order id at the store */
function tellJourneys(visits: Record<number, object | null>): void {
  w.shops.graph.set('journeys', (variables) => ({
    data: Object.fromEntries(
      Object.values(variables).map((id, index) => {
        const order = Number(String(id).split('/').at(-1));
        return [
          `o${index}`,
          order in visits ? { legacyResourceId: String(order), customerJourneySummary: visits[order] } : null,
        ];
      }),
    ),
  }));
}

const waiting = async () => {
  const { rows } = await w.t.api.pool.query(
    `select data, start_after from pgboss.job where name = 'order-journeys' and data->>'brandId' = $1
      and state = 'created' order by start_after`,
    [world.brandId],
  );
  return rows as { data: Parameters<typeof lookUpJourneys>[1]; start_after: string }[];
};

test('a journey that its store knows late credits the order, until a commission can be paid out', async () => {
  const parts = { api: w.t.api, platform: w.platform };
  const ben = await anAffiliate(world, { name: 'Ben Ode' });
  const link = await aBookLink(world, ben.id);
  const visit = (ref: string, days: number) => ({
    occurredAt: daysAgo(days),
    landingPage: `https://larkmoor.example/?ref=${ref}&afsrc=1`,
    referralCode: ref,
  });
  await sendStore(
    world,
    ['orders/create', storeOrder(1)],
    ['orders/create', storeOrder(2)],
    ['orders/create', storeOrder(3)],
  );
  // Each delivery asks on its own; ask about all at once.
  const requests = (await waiting()).map(({ data }) => data);
  const orderIds = requests.flatMap((one) => one.orderIds);
  expect(orderIds).toHaveLength(3);
  await w.t.api.pool.query(`delete from pgboss.job where name = 'order-journeys' and data->>'brandId' = $1`, [
    world.brandId,
  ]);
  const ask = (round: number) =>
    lookUpJourneys(parts, { brandId: world.brandId, storeId: world.storeId, orderIds, round });
  tellJourneys({
    1: { ready: false, firstVisit: null, lastVisit: null },
    2: { ready: true, firstVisit: visit('newsletter', 4), lastVisit: visit('newsletter', 3) },
  });
  await ask(0);
  expect(await orders()).toEqual([]);
  // Order 1 isn't ready, and the store doesn't show order 3.
  const [next] = await waiting();
  expect(next?.data).toMatchObject({ round: 1 });
  expect(next?.data.orderIds).toHaveLength(2);
  expect((Date.parse(next?.start_after ?? '') - Date.now()) / 60_000).toBeCloseTo(14, 0);
  tellJourneys({
    1: { ready: true, firstVisit: visit(link.slug.toUpperCase(), 9.01), lastVisit: visit(link.slug, 2.01) },
  });
  await ask(1);
  await ask(1);
  expect(await orders()).toMatchObject([{ name: '#1', rule: 'journey', commission: 900 }]);
  const orderId = (await orders())[0]?.id ?? '';
  const { touches } = await world.owner.call(getAffiliateOrder, { params: { ...brand, orderId } });
  expect(touches.map(({ kind, verdict, hoursBefore }) => [kind, verdict, hoursBefore])).toEqual([
    ['journey-last', 'won', 24],
    ['journey-first', 'same-creator', 192],
  ]);
  expect(touches.map(({ shown }) => shown)).toEqual([`/r/${link.slug}`, `/r/${link.slug}`]);
  // Locked: the commission of an order can be paid out.
  const mara = await anAffiliate(world, { name: 'Mara Lind', terms: { holdDays: 0 } });
  const maras = await aBookLink(world, mara.id);
  await aCode(world, mara.id, 'MARA10');
  await sendStore(world, ['orders/create', storeOrder(4, coded('MARA10'))]);
  w.shops.heard.length = 0;
  tellJourneys({ 4: { ready: true, firstVisit: null, lastVisit: visit(maras.slug, 2) } });
  const fourth = (await orders()).find(({ name }) => name === '#4')?.id ?? '';
  await lookUpJourneys(parts, {
    brandId: world.brandId,
    storeId: world.storeId,
    orderIds: [fourth],
    round: 3,
  });
  expect(w.shops.heard.filter(({ body }) => body.includes('journeys'))).toEqual([]);
});

test('while a store is unavailable, its orders wait for the next round; only the last round fails', async () => {
  const parts = { api: w.t.api, platform: w.platform };
  await sendStore(world, ['orders/create', storeOrder(1)]);
  const [first] = await waiting();
  if (!first) throw new Error('no lookup is scheduled');
  await w.t.api.pool.query(`delete from pgboss.job where name = 'order-journeys' and data->>'brandId' = $1`, [
    world.brandId,
  ]);
  w.shops.graph.set('journeys', () => ({
    errors: [{ message: 'Internal error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
  }));
  await lookUpJourneys(parts, first.data);
  const [next] = await waiting();
  expect(next?.data).toEqual({ ...first.data, round: 1 });
  expect((Date.parse(next?.start_after ?? '') - Date.now()) / 60_000).toBeCloseTo(14, 0);
  await expect(lookUpJourneys(parts, { ...first.data, round: 5 })).rejects.toMatchObject({
    kind: 'unavailable',
  });
  expect(await waiting()).toHaveLength(1);
});

test('orders download as CSV with one line per credited creator, safe for spreadsheets', async () => {
  const mara = await anAffiliate(world, { name: '=1+1' });
  await aCode(world, mara.id, 'MARA10');
  await sendStore(
    world,
    ['orders/create', storeOrder(1, coded('MARA10'))],
    ['orders/create', storeOrder(2, { landing_site: '/?ref=unknown' })],
  );
  const download = async (query: string) => {
    const path = exportAffiliateOrders.path.replace(':brandId', world.brandId);
    const response = await fetch(`${w.t.url}${path}${query}`, {
      headers: { authorization: `Bearer ${world.owner.token}` },
    });
    return (await response.text()).trim().split('\r\n');
  };
  const lines = await download('');
  expect(lines).toHaveLength(3);
  expect(lines.find((line) => line.startsWith('#1'))).toMatch(
    /^#1,.*,Open,,Code,'=1\+1,Instagram,100%,EUR,95\.00,0\.00,90\.00,9\.00,/,
  );
  expect(lines.find((line) => line.startsWith('#2'))).toMatch(
    /,Open,,No creator,,,,EUR,95\.00,0\.00,90\.00,0\.00,$/,
  );
  expect(await download('?rule=code')).toHaveLength(2);
});
