import { closeBrand } from '@troupe/contract/brand-closing';
import { customerIdOf } from '@troupe/domain/billing-provider';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type BillingWorld, startBillingWorld } from './billing.fixture.ts';
import { endBilling } from './end-billing.ts';

vi.setConfig({ testTimeout: 60_000 });

let w: BillingWorld;
beforeAll(async () => {
  w = await startBillingWorld();
});
afterEach(() => w.calm());
afterAll(() => w.stop());

test('an account that is closed is cancelled at the provider with its notice, once', async () => {
  const buyer = await w.buyer();
  await w.subscribe(buyer, 'starter-monthly');
  const addOn = await w.openAffiliate(buyer);
  await w.onPage(addOn.id, 'pay');
  await w.postAffiliate(buyer, addOn.id);
  await w.settled();
  const ends = (await w.billing(buyer)).subscriptions.map(({ endsIfCancelled }) => endsIfCancelled);
  await buyer.owner.call(closeBrand, { params: { brandId: buyer.brandId }, body: { name: 'Larkmoor' } });
  const cancelled = async () =>
    ((await w.booksOf(buyer)).subscriptions as unknown as { status: string; cancelled_at?: number }[]).map(
      ({ status, cancelled_at }) =>
        status === 'non_renewing' ? new Date((cancelled_at ?? 0) * 1000).toISOString() : status,
    );
  await expect.poll(cancelled, { timeout: 20_000 }).toEqual(ends.map((at) => `${at?.slice(0, 19)}.000Z`));
  await endBilling(w.parts, buyer.brandId);
  expect(
    (await w.books()).subscriptions.filter(({ customer_id }) => customer_id === customerIdOf(buyer.brandId)),
  ).toHaveLength(2);
});

test('while the provider is away the account stays to be cancelled', async () => {
  const buyer = await w.buyer('Else');
  await w.subscribe(buyer);
  await w.order('subscription', 'down');
  await expect(endBilling(w.parts, buyer.brandId)).rejects.toThrow('unavailable');
  await w.calm();
  await endBilling(w.parts, buyer.brandId);
  expect((await w.billing(buyer)).subscriptions[0]?.ends).not.toBeNull();
});
