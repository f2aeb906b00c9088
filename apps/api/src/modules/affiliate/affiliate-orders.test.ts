import { getAffiliateAnalytics } from '@troupe/contract/affiliate/affiliate-analytics';
import * as contract from '@troupe/contract/affiliate/attribution';
import { addCommission, exportCommissions, listCommissions } from '@troupe/contract/affiliate/commission';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { createOutgoingWebhook } from '@troupe/contract/operations/outgoing-webhook';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StoreWorld, startStoreWorld } from '../commerce/stores.fixture.ts';
import {
  aBookLink,
  aBooksWorld,
  aCode,
  anAffiliate,
  type BooksWorld,
  balanceOf,
  daysAgo,
  rulesWith,
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
  w.t.setNow(null);
  world = await aBooksWorld(w);
  brand = { brandId: world.brandId };
});

const coded = (code: string) => ({ discount_codes: [{ code, amount: '0.00', type: 'percentage' }] });

/** Mara with a code and Ben with a link, both on one order, of which Mara's code decides. */
async function aContestedOrder() {
  const [maraUser, benUser] = [await w.t.person({ role: 'creator' }), await w.t.person({ role: 'creator' })];
  const mara = await anAffiliate(world, { name: 'Mara Lind', userId: maraUser.userId });
  const ben = await anAffiliate(world, { name: 'Ben Ode', userId: benUser.userId });
  await aCode(world, mara.id, 'MARA10');
  const link = await aBookLink(world, ben.id);
  await sendStore(world, [
    'orders/create',
    storeOrder(1, { ...coded('MARA10'), landing_site: `/?ref=${link.slug}` }),
  ]);
  const { orders } = await world.owner.call(contract.listAffiliateOrders, { params: brand });
  const orderId = orders[0]?.id ?? '';
  return { maraUser, benUser, mara, ben, link, orders, orderId };
}

test('an order shows who won and why the others lost, to the brand and, its own part, to each creator', async () => {
  const { maraUser, benUser, mara, ben, link, orders, orderId } = await aContestedOrder();
  expect(orders).toMatchObject([
    {
      name: '#1',
      rule: 'code',
      manual: false,
      returning: false,
      net: 9000,
      commission: 900,
      revision: 1,
      credits: [{ affiliateId: mara.id, bp: 10_000, commission: 900, creator: { fullname: 'Mara Lind' } }],
    },
  ]);
  const detail = await world.owner.call(contract.getAffiliateOrder, { params: { ...brand, orderId } });
  expect(detail.windowHours).toBe(720);
  expect(
    detail.touches.map(({ kind, value, verdict, creator }) => [kind, value, verdict, creator?.fullname]),
  ).toEqual([
    ['code', 'mara10', 'won', 'Mara Lind'],
    ['landing', link.slug, 'lost-to-code', 'Ben Ode'],
  ]);
  expect(detail.touches[1]?.reason).toBe("Lost to another creator's code");
  expect(detail.commissions).toMatchObject([
    { kind: 'earn', amount: 900, creator: { fullname: 'Mara Lind' } },
  ]);
  const own = async (person: typeof maraUser, affiliateId: string) =>
    (await person.call(contract.listOwnOrders, { params: { affiliateId } })).orders;
  expect(await own(maraUser, mara.id)).toMatchObject([
    {
      name: '#1',
      bp: 10_000,
      commission: 900,
      lines: [
        { title: 'Tent', amount: 600 },
        { title: 'Lamp', amount: 300 },
      ],
    },
  ]);
  const [bens] = await own(benUser, ben.id);
  expect(bens).toMatchObject({ bp: 0, commission: 0, lines: [], matures: null });
  expect(bens?.touches.map(({ verdict }) => verdict)).toEqual(['lost-to-code']);
  // Nothing of the other creator.
  expect(JSON.stringify(bens)).not.toMatch(/mara/i);
  await expect(own(benUser, mara.id)).rejects.toMatchObject({ status: 404 });
  const stranger = await w.t.person({ brandId: await w.t.brand(), brandRole: 'owner' });
  await expect(
    stranger.call(contract.getAffiliateOrder, { params: { ...brand, orderId } }),
  ).rejects.toMatchObject({ status: 403 });
});

test("a person's decision moves the commission, survives changes of the order, and can be handed back", async () => {
  const { mara, ben, orderId } = await aContestedOrder();
  const params = { ...brand, orderId };
  const decide = (
    shares: { affiliateId: string; bp: number }[] | null,
    revision: number,
    reason = 'They agreed',
  ) => world.owner.call(contract.decideAttribution, { params, body: { shares, revision, reason } });
  await expect(decide([{ affiliateId: ben.id, bp: 9999 }], 1)).rejects.toMatchObject({ status: 422 });
  await expect(decide([{ affiliateId: ben.id, bp: 10_000 }], 1, ' ')).rejects.toMatchObject({ status: 422 });
  const foreign = await anAffiliate(await aBooksWorld(w));
  await expect(decide([{ affiliateId: foreign.id, bp: 10_000 }], 1)).rejects.toMatchObject({ status: 422 });
  const split = await decide(
    [
      { affiliateId: mara.id, bp: 3333 },
      { affiliateId: ben.id, bp: 6667 },
    ],
    1,
  );
  expect(split.order).toMatchObject({ rule: 'person', manual: true, commission: 900, revision: 2 });
  expect(split.revisions[0]).toMatchObject({ by: 'Alva Berg', reason: 'They agreed' });
  await expect(decide([], 1)).rejects.toMatchObject({ status: 409 });
  await sendStore(world, ['refunds/create', storeRefund(1, 1)]);
  expect([await balanceOf(world, mara.id), await balanceOf(world, ben.id)]).toEqual([100, 200]);
  const back = await decide(null, 2, 'Back to the rules');
  expect(back.order).toMatchObject({ rule: 'code', manual: false, commission: 300 });
  expect(
    back.commissions
      .map(({ kind, amount }) => `${kind} ${amount}`)
      .slice(-2)
      .sort(),
  ).toEqual(['redecide -200', 'redecide 200']);
  // Nothing is taken from Ben before the day on which he would have got it.
  const bens = back.commissions.filter(({ affiliateId }) => affiliateId === ben.id);
  expect(bens.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-400, -200, 600]);
  expect(new Set(bens.map(({ matures }) => matures)).size).toBe(1);
});

test("days are the program's: orders around midnight in Kathmandu, listed, downloaded and in the figures", async () => {
  world = await aBooksWorld(w, rulesWith({}, {}, { zone: 'Asia/Kathmandu' }));
  const params = { brandId: world.brandId };
  const mara = await anAffiliate(world);
  await aCode(world, mara.id, 'MARA10');
  const day = (days: number) => daysAgo(days).slice(0, 10);
  // Midnight in Kathmandu is 18:15 UTC on the day before.
  const placed = [`${day(6)}T18:14:00Z`, `${day(6)}T18:16:00Z`, `${day(5)}T18:14:00Z`, `${day(5)}T18:16:00Z`];
  await sendStore(
    world,
    ...placed.map((at, index): [string, unknown] => [
      'orders/create',
      storeOrder(index + 1, { ...coded('MARA10'), created_at: at, updated_at: at }),
    ]),
  );
  const query = { from: day(5), to: day(5) };
  const { orders, total } = await world.owner.call(contract.listAffiliateOrders, { params, query });
  expect([total, orders.map(({ name }) => name)]).toEqual([2, ['#3', '#2']]);
  const csv = await (await world.owner.download(contract.exportAffiliateOrders, { params, query })).text();
  expect(csv.match(/^#\d/gm)).toEqual(['#3', '#2']);
  const { analytics } = await world.owner.call(getAffiliateAnalytics, { params, query });
  expect(analytics.current.orders).toBe(2);
  // The ledger's days are those on which its entries were made.
  for (const at of placed) {
    w.t.setNow(new Date(at));
    const body = { affiliateId: mara.id, kind: 'bonus' as const, amount: 100, currency: 'EUR', reason: at };
    await world.owner.call(addCommission, { params, body });
  }
  w.t.setNow(null);
  const ledger = await world.owner.call(listCommissions, { params, query });
  expect(ledger.commissions.map(({ reason }) => reason)).toEqual([placed[2], placed[1]]);
  const entries = await world.owner.download(exportCommissions, { params, query });
  expect((await entries.text()).match(/Bonus/g)).toHaveLength(2);
});

test('a creator claims a missing order, and the brand accepts or declines with a reason', async () => {
  const { benUser, ben } = await aContestedOrder();
  await sendStore(world, ['orders/create', storeOrder(7)]);
  const events = ['affiliate_claim.opened', 'affiliate_claim.decided'] as const;
  await world.owner.call(createOutgoingWebhook, {
    params: brand,
    body: { url: 'https://program.example/hook', events: [...events] },
  });
  const params = { affiliateId: ben.id };
  const claim = (orderName: string) =>
    benUser.call(contract.createClaim, { params, body: { orderName, note: 'She wrote me', orderDay: null } });
  await claim('7');
  await claim('#999%');
  await expect(claim('7')).rejects.toMatchObject({ status: 409 });
  const { claims } = await world.owner.call(contract.listClaims, {
    params: brand,
    query: { state: ['open'] },
  });
  expect(claims).toMatchObject([
    {
      orderName: '#999%',
      order: null,
      abilities: { accept: { allowed: false }, decline: { allowed: true } },
    },
    { orderName: '7', order: { name: '#7', net: 9000, rule: null }, creator: { fullname: 'Ben Ode' } },
  ]);
  const answer = (id: string, state: 'accepted' | 'declined', text: string) =>
    world.owner.call(contract.answerClaim, {
      params: { ...brand, claimId: id },
      body: { state, answer: text, orderId: null },
    });
  const [unknown, found] = claims;
  await expect(answer(unknown?.id ?? '', 'accepted', 'Yes')).rejects.toMatchObject({ status: 422 });
  await answer(unknown?.id ?? '', 'declined', 'No such order');
  await answer(found?.id ?? '', 'accepted', 'Thanks for telling us');
  await expect(answer(found?.id ?? '', 'declined', 'No')).rejects.toMatchObject({ status: 409 });
  expect(await balanceOf(world, ben.id)).toBe(900);
  const own = await benUser.call(contract.listOwnClaims, { params });
  expect(own.claims.map(({ orderName, state, answer: text }) => [orderName, state, text])).toEqual([
    ['#999%', 'declined', 'No such order'],
    ['7', 'accepted', 'Thanks for telling us'],
  ]);
  const { notifications } = await benUser.call(listNotifications, {});
  expect(notifications.map(({ title }) => title)).toContain('Larkmoor accepted your report about order 7');
  const { rows } = await w.t.api.pool.query(
    `select type, data from webhook_event where brand_id = $1 order by data->>'state' nulls first, id`,
    [world.brandId],
  );
  const [declined, credited] = [unknown?.id, found?.id];
  const of = { brandId: world.brandId, affiliateId: ben.id };
  expect(rows.map(({ type, data }) => [type, data])).toEqual([
    [events[0], { ...of, claimId: credited, orderName: '7' }],
    [events[0], { ...of, claimId: declined, orderName: '#999%' }],
    [events[1], { ...of, claimId: credited, state: 'accepted', orderId: found?.order?.id }],
    [events[1], { ...of, claimId: declined, state: 'declined', orderId: null }],
  ]);
});

test('the ledger lists entries with sums per currency, takes a bonus, and downloads as CSV', async () => {
  const { mara } = await aContestedOrder();
  await sendStore(world, ['refunds/create', storeRefund(1, 2)]);
  const { commission } = await world.owner.call(addCommission, {
    params: brand,
    body: { affiliateId: mara.id, kind: 'bonus', amount: 2500, currency: 'JPY', reason: '=SUM(A1)' },
  });
  expect(commission).toMatchObject({ number: 3, kind: 'bonus', orderId: null, statementId: null });
  const { commissions, sums } = await world.owner.call(listCommissions, { params: brand });
  expect(commissions.map(({ number, kind, amount }) => `${number} ${kind} ${amount}`)).toEqual([
    '3 bonus 2500',
    '2 refund -300',
    '1 earn 900',
  ]);
  expect(
    sums.map(({ currency, total, held, next, stated }) => [currency, total, held, next, stated]),
  ).toEqual([
    ['EUR', 600, 600, 0, 0],
    ['JPY', 2500, 0, 2500, 0],
  ]);
  const filtered = await world.owner.call(listCommissions, { params: brand, query: { kind: ['refund'] } });
  expect(filtered.total).toBe(1);
  const response = await fetch(`${w.t.url}${exportCommissions.path.replace(':brandId', world.brandId)}`, {
    headers: { authorization: `Bearer ${world.owner.token}` },
  });
  const lines = (await response.text()).split('\r\n');
  expect(lines[1]).toMatch(/^1,.*,Mara Lind,Instagram,#1,Earned,EUR,9\.00,90\.00,/);
  expect(lines[3]).toMatch(/,JPY,2500,0,.*,,'=SUM\(A1\)$/);
  // The ledger can't be rewritten.
  for (const change of [
    'update commission set amount = 1 where brand_id = $1',
    'delete from commission where brand_id = $1',
  ])
    await expect(w.t.api.pool.query(change, [world.brandId])).rejects.toThrow('append-only');
});
