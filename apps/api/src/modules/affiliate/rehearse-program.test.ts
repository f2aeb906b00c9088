import { rehearseProgram } from '@troupe/contract/affiliate/rehearsal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLease } from '../commerce/store/store-lease.queries.ts';
import { type StoreWorld, startStoreWorld } from '../commerce/stores.fixture.ts';
import {
  aBookLink,
  aBooksWorld,
  aCode,
  anAffiliate,
  ledgerOf,
  rulesWith,
  sendStore,
  storeOrder,
} from './books.fixture.ts';

let w: StoreWorld;
beforeAll(async () => {
  w = await startStoreWorld();
});
afterAll(() => w.stop());

test('rules are tried out on past orders, and nothing is saved', async () => {
  const world = await aBooksWorld(w);
  const mara = await anAffiliate(world, { name: 'Mara Lind' });
  const ben = await anAffiliate(world, { name: 'Ben Ode', ownRate: true, terms: { rateBp: 2000 } });
  await aCode(world, mara.id, 'MARA10');
  const link = await aBookLink(world, ben.id);
  const coded = { discount_codes: [{ code: 'MARA10', amount: '0.00', type: 'percentage' }] };
  await sendStore(
    world,
    ['orders/create', storeOrder(1, { ...coded, landing_site: `/?ref=${link.slug}` })],
    ['orders/create', storeOrder(2, coded)],
  );
  const written = await ledgerOf(world);
  const rehearse = async (rules: ReturnType<typeof rulesWith>) =>
    (await world.owner.call(rehearseProgram, { params: { brandId: world.brandId }, body: { rules } }))
      .rehearsal;
  const result = await rehearse(rulesWith({ rateBp: 500 }, { codeVsLink: 'link' }));
  expect(result).toMatchObject({ orders: 2, cut: false, moved: 1, uncredited: 0, kept: 0 });
  // Mara's second order at 5%, Ben's at his own 20%.
  expect(result.sums).toEqual([{ currency: 'EUR', before: 1800, after: 2250 }]);
  expect(
    result.creators.map(({ creator, ordersBefore, ordersAfter, sums }) => [
      creator.username.length > 0,
      ordersBefore,
      ordersAfter,
      sums[0],
    ]),
  ).toEqual([
    [true, 2, 1, { currency: 'EUR', before: 1800, after: 450 }],
    [true, 0, 1, { currency: 'EUR', before: 0, after: 1800 }],
  ]);
  expect(result.movedOrders).toMatchObject([
    {
      name: '#1',
      from: { rule: 'code', shares: [{ affiliateId: mara.id }] },
      to: { rule: 'landing', shares: [{ affiliateId: ben.id }] },
      before: 900,
      after: 1800,
    },
  ]);
  // Without codes, the first order goes to Ben, and the second has no creator.
  expect(await rehearse(rulesWith({}, { witnesses: ['landing'] }))).toMatchObject({
    moved: 2,
    uncredited: 1,
  });
  expect(await rehearse(rulesWith())).toMatchObject({ moved: 0, sums: [{ before: 1800, after: 1800 }] });
  // Both orders are of the same day.
  const capped = await rehearse(rulesWith({ capPerMonth: { EUR: 1000 } }));
  expect([capped.moved, capped.sums]).toEqual([0, [{ currency: 'EUR', before: 1800, after: 1000 }]]);
  expect(capped.creators[0]?.sums).toEqual([{ currency: 'EUR', before: 1800, after: 1000 }]);
  expect(await ledgerOf(world)).toEqual(written);
  await expect(
    world.owner.call(rehearseProgram, {
      params: { brandId: world.brandId },
      body: { rules: rulesWith({}, { windowHours: 0 }) },
    }),
  ).rejects.toMatchObject({ status: 422 });
});

test('a brand tests one set of rules at a time, and only so many in ten minutes', async () => {
  const world = await aBooksWorld(w);
  const params = { brandId: world.brandId };
  const body = { rules: rulesWith() };
  const attempt = () =>
    world.owner.call(rehearseProgram, { params, body }).then(
      () => 'done',
      (error: { status: number; code: string }) => `${error.status} ${error.code}`,
    );
  const lease = `rehearse-program:${world.brandId}`;
  // While another one runs for longer than this one waits.
  const other = await withLease(w.t.api.db, lease, 0, attempt);
  expect(other?.result).toBe('429 rate_limited');
  const answers: string[] = [];
  for (let n = 0; n < 10; n++) answers.push(await attempt());
  expect(answers).toEqual([...Array.from({ length: 9 }, () => 'done'), '429 rate_limited']);
  // Another brand has its own limit.
  const second = await aBooksWorld(w);
  await second.owner.call(rehearseProgram, { params: { brandId: second.brandId }, body });
});
