import { listAlerts, settleAlert } from '@troupe/contract/affiliate/affiliate-alert';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { type StoreWorld, startStoreWorld } from '../commerce/stores.fixture.ts';
import { watchPrograms } from './affiliate-alerts.ts';
import { insertClicks } from './affiliate-click/affiliate-click.queries.ts';
import {
  aBookLink,
  aBooksWorld,
  aCode,
  anAffiliate,
  type BooksWorld,
  daysAgo,
  ledgerOf,
  sendStore,
  storeOrder,
  storeRefund,
} from './books.fixture.ts';

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

const watch = (now = new Date()) => watchPrograms(w.t.api, now);
const alerts = async (query: Parameters<typeof world.owner.call<typeof listAlerts>>[1]['query'] = {}) =>
  (await world.owner.call(listAlerts, { params: brand, query })).alerts;

const WAITING = "from pgboss.job where name = 'affiliate-watch-orders' and singleton_key = $1";
/** Starts the queued check of orders, as if its wait were over. */
const endWait = () =>
  w.t.api.pool.query(
    `with due as (update pgboss.job set start_after = now() where id in (select id ${WAITING}))
      select pg_notify('jobs_later', '0')`,
    [world.brandId],
  );

/** Orders with a code, some days ago; with `slug` the buyers also came through its link. */
const orders = (from: number, count: number, code: string, days: number, slug?: string) =>
  Array.from({ length: count }, (_, n): [string, unknown] => [
    'orders/create',
    storeOrder(from + n, {
      created_at: daysAgo(days),
      updated_at: daysAgo(days),
      discount_codes: [{ code, amount: '0.00', type: 'percentage' }],
      note_attributes: slug ? [{ name: 'ref', value: slug }] : [],
    }),
  ]);

test('a code that strangers use raises one alert with its figures, and a settled one stays quiet for a week', async () => {
  const { userId } = await w.t.person({ role: 'creator' });
  const mara = await anAffiliate(world, { userId });
  const codeId = await aCode(world, mara.id, 'MARA10');
  const { slug } = await aBookLink(world, mara.id);
  await sendStore(world, ...orders(100, 11, 'MARA10', 12, slug), ...orders(200, 1, 'MARA10', 12));
  await sendStore(world, ...orders(300, 9, 'MARA10', 1));
  await watch();
  // Nine uses say nothing yet.
  expect(await alerts()).toEqual([]);
  await sendStore(world, ...orders(400, 3, 'MARA10', 1));
  await watch();
  await watch();
  const [alert, ...more] = await alerts();
  expect(more).toEqual([]);
  // 12 of 12: Wilson's lower bound at 2.58 is 12 / (12 + 2.58²) = 64.3%; before, 1 of 12 came without the creator.
  expect(alert).toMatchObject({
    kind: 'leak',
    subject: codeId,
    affiliateId: mara.id,
    creator: { fullname: 'Mara Lind' },
    figures: { code: 'MARA10', uses: 12, cold: 12, coldShare: 100, atLeast: 64.3, usualShare: 8.3 },
    state: 'open',
    abilities: { settle: { allowed: true }, replaceCode: { allowed: true } },
  });
  const { notifications } = await world.owner.call(listNotifications, {});
  expect(notifications.filter(({ href }) => href === '/affiliate/alerts')).toMatchObject([
    { title: 'The code MARA10 may have leaked' },
  ]);

  const act = (body: { state: 'dismissed' | 'resolved'; reason: string }) =>
    world.owner.call(settleAlert, { params: { ...brand, alertId: alert?.id ?? '' }, body });
  await expect(act({ state: 'dismissed', reason: ' ' })).rejects.toMatchObject({ status: 422 });
  expect((await act({ state: 'dismissed', reason: 'She was on the radio' })).alert).toMatchObject({
    state: 'dismissed',
    reason: 'She was on the radio',
    abilities: { settle: { allowed: false } },
  });
  await expect(act({ state: 'resolved', reason: '' })).rejects.toMatchObject({ status: 409 });
  // On the next day, when the uses still are recent.
  await watch(new Date(Date.now() + 23 * 3_600_000));
  expect(await alerts({ state: ['open'] })).toEqual([]);
  const stranger = await w.t.person({ brandId: await w.t.brand(), brandRole: 'owner' });
  await expect(
    stranger.call(settleAlert, {
      params: { ...brand, alertId: alert?.id ?? '' },
      body: { state: 'resolved', reason: '' },
    }),
  ).rejects.toMatchObject({ status: 403 });
});

test('orders with a leaked code raise the alert automatically, with one queued job however many arrive', async () => {
  const mara = await anAffiliate(world);
  await aCode(world, mara.id, 'MARA10');
  const { slug } = await aBookLink(world, mara.id);
  await sendStore(world, ...orders(100, 11, 'MARA10', 12, slug));
  await sendStore(world, ...orders(200, 12, 'MARA10', 0.1));
  const { rows } = await w.t.api.pool.query(`select state ${WAITING}`, [world.brandId]);
  expect(rows).toEqual([{ state: 'created' }]);
  await endWait();
  await expect
    .poll(() => alerts(), { timeout: 20_000 })
    .toMatchObject([{ kind: 'leak', figures: { cold: 12, uses: 12 } }]);
});

test('checks orders for leaks of the codes they use only, and compares new codes with all codes of the brand', async () => {
  const mara = await anAffiliate(world);
  await aCode(world, mara.id, 'MARA10');
  const { slug } = await aBookLink(world, mara.id);
  const ben = await anAffiliate(world, { name: 'Ben Ode' });
  await aCode(world, ben.id, 'BEN10');
  const earlier = await aCode(world, ben.id, 'EARLY10');
  await sendStore(world, ...orders(100, 11, 'MARA10', 12, slug), ...orders(200, 1, 'MARA10', 12));
  await sendStore(world, ...orders(300, 12, 'BEN10', 0.1), ...orders(400, 12, 'EARLY10', 0.1));
  // As if these orders had arrived before.
  await w.t.api.pool.query(`update touch set created_at = now() - interval '1 hour' where code_id = $1`, [
    earlier,
  ]);
  await endWait();
  // BEN10 has no past: 1 of the brand's 12 uses was cold.
  const figures = { uses: 12, cold: 12, usualShare: 8.3 };
  await expect
    .poll(() => alerts(), { timeout: 20_000 })
    .toMatchObject([{ kind: 'leak', figures: { code: 'BEN10', ...figures } }]);
  await watch();
  const codes = (await alerts()).map((alert) => alert.figures);
  expect(codes).toHaveLength(2);
  expect(codes).toContainEqual(expect.objectContaining({ code: 'EARLY10', ...figures }));
});

test('unusual hits of a link raise alerts by kind', async () => {
  const mara = await anAffiliate(world);
  const link = await aBookLink(world, mara.id);
  const hits = (
    count: number,
    verdict: 'person' | 'flood' | 'embed',
    paidMarker: string | null = null,
    searchTerm: string | null = null,
  ) =>
    Array.from({ length: count }, (_, n) => ({
      id: newId(),
      at: Date.now() - 60_000 - n,
      brandId: world.brandId,
      linkId: link.id,
      verdict,
      reason: null,
      visitorKey: null,
      device: 'desktop' as const,
      browserFamily: 'Chrome',
      referrerHost: null,
      sourceLabel: null,
      paidMarker,
      standDownSeen: false,
      searchTerm,
    }));
  await insertClicks(w.t.api.pool, [
    ...hits(4, 'person', 'gclid'),
    ...hits(199, 'flood'),
    ...hits(19, 'embed'),
  ]);
  await watch();
  expect(await alerts()).toEqual([]);
  await insertClicks(w.t.api.pool, [...hits(1, 'person', 'gclid'), ...hits(1, 'flood'), ...hits(1, 'embed')]);
  await watch();
  const found = (await alerts()).map(({ kind, subject, figures }) => [kind, subject, figures]);
  const figures = { link: link.slug, people: 5 };
  expect(found.toSorted()).toEqual([
    ['click-flood', link.id, { ...figures, floods: 200 }],
    ['cookie-stuffing', link.id, { ...figures, embeds: 20 }],
    ['paid-search', link.id, { ...figures, paid: 5 }],
  ]);
  // Three clicks are enough where ads are bought for the brand's name, or that of its store.
  const other = await aBookLink(world, mara.id);
  const [named] = hits(1, 'person', 'utm_medium', 'Larkmoor coupon');
  const clicks = ['Larkmoor coupon', 'lark moor', 'two person tent', 'Larkmoor coupon'].map((searchTerm, n) =>
    Object.assign({}, named, { id: newId(), at: Date.now() - 60_000 - n, linkId: other.id, searchTerm }),
  );
  await insertClicks(w.t.api.pool, clicks.slice(0, 3));
  await watch();
  expect(await alerts({ kind: ['paid-search'] })).toHaveLength(1);
  await insertClicks(w.t.api.pool, clicks.slice(3));
  await watch();
  const [latest] = await alerts({ kind: ['paid-search'] });
  expect(latest).toMatchObject({
    subject: other.id,
    figures: { link: other.slug, people: 4, paid: 4, named: 3, term: 'Larkmoor coupon' },
  });
});

test('an order of a creator themselves is found by their email address, earns nothing and raises an alert', async () => {
  const person = await w.t.person({ role: 'creator', email: 'mara.lind@inbox.test' });
  const mara = await anAffiliate(world, { userId: person.userId });
  await aCode(world, mara.id, 'MARA10');
  await watch();
  const [[, mine] = ['', {}]] = orders(1, 1, 'MARA10', 1);
  const [[, other] = ['', {}]] = orders(2, 1, 'MARA10', 1);
  await sendStore(
    world,
    ['orders/create', Object.assign({}, mine, { email: 'Mara.Lind+shop@inbox.test' })],
    ['orders/create', Object.assign({}, other, { email: 'nora@inbox.test' })],
  );
  expect(await ledgerOf(world)).toEqual([{ affiliateId: mara.id, kind: 'earn', amount: 900 }]);
  await watch();
  const found = await alerts();
  expect(found).toMatchObject([
    { kind: 'self-purchase', affiliateId: mara.id, figures: { order: '#1', net: 9000, currency: 'EUR' } },
  ]);
  // The address itself is kept nowhere.
  const { rows } = await w.t.api.pool.query(
    `select o::text || coalesce(t::text, '') as kept from store_order o left join touch t on t.order_id = o.id
      where o.brand_id = $1`,
    [world.brandId],
  );
  expect(JSON.stringify(rows)).not.toMatch(/mara\.lind/i);
});

test('a creator whose orders are mostly refunded raises an alert', async () => {
  const mara = await anAffiliate(world);
  const ben = await anAffiliate(world, { name: 'Ben Ode' });
  await aCode(world, mara.id, 'MARA10');
  await aCode(world, ben.id, 'BEN10');
  await sendStore(world, ...orders(100, 10, 'MARA10', 5), ...orders(200, 10, 'BEN10', 5));
  await sendStore(
    world,
    ...Array.from({ length: 9 }, (_, n): [string, unknown] => ['refunds/create', storeRefund(100 + n, 1)]),
    ['refunds/create', storeRefund(200, 1)],
  );
  await watch();
  const found = (await alerts({ kind: ['refund-ring'] })).map(({ affiliateId, figures }) => [
    affiliateId,
    figures,
  ]);
  expect(found).toEqual([
    [mara.id, expect.objectContaining({ orders: 10, refunded: 9, share: 90, usualShare: 10 })],
  ]);
});
