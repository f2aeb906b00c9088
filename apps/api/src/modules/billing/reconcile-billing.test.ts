import { listReconciliations, reconcile } from '@troupe/contract/billing/billing';
import { customerIdOf } from '@troupe/domain/billing/billing-provider';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { type BillingWorld, startBillingWorld } from './billing.fixture.ts';
import { sweepCheckouts } from './checkout-sweep.ts';
import { subscriptionTable } from './subscription/subscription.table.ts';

let w: BillingWorld;
let administrator: TestPerson;
beforeAll(async () => {
  w = await startBillingWorld();
  administrator = await w.t.person({ role: 'administrator' });
});
afterEach(() => w.clearFaults());
afterAll(() => w.stop());

const compare = () => administrator.call(reconcile, {});

test('applies missed changes including paid credits, and the next run finds nothing', async () => {
  const buyer = await w.buyer();
  await w.fault('webhook', 'unsent');
  const plan = await w.openPlan(buyer, 'starter-monthly');
  const pack = await w.openAddOn(buyer, 'credits-10');
  for (const { id } of [plan, pack]) await w.onPage(id, 'pay');
  expect((await w.brand(buyer)).activeSubscriptions).toEqual([]);
  const { differences, compared, failure } = await compare();
  const own = differences.filter(({ brandId }) => brandId === buyer.brandId);
  expect(failure).toBeNull();
  expect(compared).toBeGreaterThanOrEqual(3);
  expect(own.map(({ kind, what, repaired }) => [kind, what, repaired]).toSorted()).toEqual([
    ['credits_missing', 'invoice', true],
    ['missed', 'invoice', true],
    ['missed', 'subscription', true],
  ]);
  expect((await w.brand(buyer)).activeSubscriptions).toMatchObject([{ planId: 'starter' }]);
  expect(await w.credits(buyer)).toBe(25 + 10);
  expect((await compare()).differences.filter(({ brandId }) => brandId === buyer.brandId)).toEqual([]);
  expect(await w.credits(buyer)).toBe(25 + 10);
});

test('reports what only a person can resolve and changes nothing', async () => {
  const buyer = await w.buyer();
  const byHand = newId();
  await w.t.api.db.insert(subscriptionTable).values({
    id: byHand,
    brandId: buyer.brandId,
    kind: 'plan',
    planId: 'bespoke',
    period: 'monthly',
    status: 'active',
  });
  const gone = await w.buyer('Gone');
  const { id } = await w.subscribe(gone);
  await w.settled();
  await w.t.api.db
    .update(subscriptionTable)
    .set({ providerId: 'never_there' })
    .where(eq(subscriptionTable.providerId, id));
  const { differences } = await compare();
  expect(differences).toContainEqual(
    expect.objectContaining({ kind: 'not_at_provider', id: byHand, repaired: false }),
  );
  expect(differences).toContainEqual(
    expect.objectContaining({ kind: 'not_at_provider', id: 'never_there', brandId: gone.brandId }),
  );
  expect((await w.brand(buyer)).activeSubscriptions).toMatchObject([{ planId: 'bespoke' }]);
});

test('reports payments of an unknown customer', async () => {
  const stranger = customerIdOf(newId());
  const key = { authorization: `Basic ${Buffer.from('sandbox_chargebee_key:').toString('base64')}` };
  const response = await fetch(`${w.sandbox.origin}/billing/api/v2/hosted_pages/checkout_new_for_items`, {
    method: 'POST',
    headers: key,
    body: new URLSearchParams({
      'subscription_items[item_price_id][0]': 'starter-USD-Monthly',
      'customer[id]': stranger,
    }),
  });
  const { hosted_page } = (await response.json()) as { hosted_page: { id: string } };
  await w.onPage(hosted_page.id, 'pay');
  const { differences } = await compare();
  expect(differences).toContainEqual(
    expect.objectContaining({
      kind: 'unknown_customer',
      what: 'subscription',
      brandId: null,
      repaired: false,
    }),
  );
});

test('reports a purchase whose page belongs to another one, and gives up after a week', async () => {
  const buyer = await w.buyer('Foreign');
  await w.reportAt('');
  const { id } = await w.openPlan(buyer);
  await w.onPage(id, 'pay');
  const { pool } = w.t.api;
  const wrong = newId();
  const endedFor = (time: string) =>
    pool.query(
      `update checkout set id = $1, expires_at = now() - $2::interval, look_at = now() where hosted_page_id = $3`,
      [wrong, time, id],
    );
  const state = async () =>
    (await pool.query('select state from checkout where hosted_page_id = $1', [id])).rows[0].state;
  await endedFor('2 hours');
  await sweepCheckouts(w.parts, buyer.brandId);
  expect(await state()).toBe('open');
  const { differences } = await compare();
  expect(differences).toContainEqual(
    expect.objectContaining({ kind: 'checkout_stuck', id: wrong, brandId: buyer.brandId, repaired: false }),
  );
  await endedFor('8 days');
  await sweepCheckouts(w.parts, buyer.brandId);
  expect(await state()).toBe('ended');
  await w.reportAt(w.webhookUrl);
});

test('reports a provider outage and lists the failed run', async () => {
  await w.fault('subscription.list', 'down');
  await expect(compare()).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  const { reconciliations } = await administrator.call(listReconciliations, {});
  expect(reconciliations[0]?.failure).toBeTruthy();
  expect(reconciliations[0]?.ended).not.toBeNull();
});
