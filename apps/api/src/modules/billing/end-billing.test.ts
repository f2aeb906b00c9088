import { closeBrand } from '@troupe/contract/account/brand-closing';
import { BillingFailure, customerIdOf } from '@troupe/domain/billing/billing-provider';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { markClosed } from '../account/brand/brand-closing.queries.ts';
import { brandsToDelete, closingsToSettle, markBillingEnded } from '../operations/close-brand.queries.ts';
import { type BillingWorld, startBillingWorld } from './billing.fixture.ts';
import { endBilling } from './billing-account.ts';

let w: BillingWorld;
beforeAll(async () => {
  w = await startBillingWorld();
});
afterEach(() => w.clearFaults());
afterAll(() => w.stop());

test('closing an account cancels its subscription once, with notice', async () => {
  const buyer = await w.buyer();
  await w.subscribe(buyer, 'starter-monthly');
  const addOn = await w.openAddOn(buyer, 'paid-ads-management');
  await w.onPage(addOn.id, 'pay');
  await w.postAddOn(buyer, addOn.id);
  await w.settled();
  const ends = (await w.billing(buyer)).subscriptions.map(({ endsIfCancelled }) => endsIfCancelled);
  await buyer.owner.call(closeBrand, { params: { brandId: buyer.brandId }, body: { name: 'Larkmoor' } });
  const cancelled = async () =>
    ((await w.booksOf(buyer)).subscriptions as unknown as { status: string; cancelled_at?: number }[]).map(
      ({ status, cancelled_at }) =>
        status === 'non_renewing' ? new Date((cancelled_at ?? 0) * 1000).toISOString() : status,
    );
  await expect.poll(cancelled, { timeout: 60_000 }).toEqual(ends.map((at) => `${at?.slice(0, 19)}.000Z`));
  await endBilling(w.parts, buyer.brandId);
  expect(
    (await w.books()).subscriptions.filter(({ customer_id }) => customer_id === customerIdOf(buyer.brandId)),
  ).toHaveLength(2);
});

test('retries cancelling while the provider is unavailable', async () => {
  const buyer = await w.buyer('Else');
  await w.subscribe(buyer);
  await w.fault('subscription', 'down');
  await expect(endBilling(w.parts, buyer.brandId)).rejects.toThrow('unavailable');
  await w.clearFaults();
  await endBilling(w.parts, buyer.brandId);
  expect((await w.billing(buyer)).subscriptions[0]?.ends).not.toBeNull();
});

test('keeps data and retries while the provider refuses to cancel', async () => {
  const buyer = await w.buyer('Refused');
  await w.subscribe(buyer);
  await w.settled();
  const refuses = {
    ...w.parts.provider,
    cancelSubscription: () => Promise.reject(new BillingFailure('refused', 'invalid_request')),
  };
  const { db } = w.t.api;
  const { id } = await closedByHand(buyer.brandId);
  await endBilling({ ...w.parts, provider: refuses }, buyer.brandId);
  await markBillingEnded(db, id, new Date());
  expect((await closingsToSettle(db)).map(({ brandId }) => brandId)).toContain(buyer.brandId);
  // Even if the closing was marked as billed before.
  await w.t.api.pool.query('update brand_closing set billing_ended_at = now() where id = $1', [id]);
  expect((await closingsToSettle(db)).map(({ brandId }) => brandId)).toContain(buyer.brandId);
  const later = new Date(Date.now() + 40 * 86_400_000);
  expect(await brandsToDelete(db, later)).not.toContain(buyer.brandId);
  await endBilling(w.parts, buyer.brandId);
  await markBillingEnded(db, id, new Date());
  expect((await closingsToSettle(db)).map(({ brandId }) => brandId)).not.toContain(buyer.brandId);
  expect(await brandsToDelete(db, later)).toContain(buyer.brandId);
});

/** Closes an account without running the job that ends billing. */
async function closedByHand(brandId: string): Promise<{ id: string }> {
  const deleteAt = new Date(Date.now() + 30 * 86_400_000);
  const { userId } = await w.t.person();
  return markClosed(w.t.api.db, { brandId, userId, deleteAt }, new Date());
}

test('cancels a subscription without a known term', async () => {
  const buyer = await w.buyer('No term');
  const { id } = await w.subscribe(buyer);
  await w.settled();
  await w.t.api.pool.query('update subscription set term_ends_at = null where provider_id = $1', [id]);
  await endBilling(w.parts, buyer.brandId);
  expect((await w.billing(buyer)).subscriptions[0]?.ends).not.toBeNull();
});
