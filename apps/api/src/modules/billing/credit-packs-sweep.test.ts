import { listCredits } from '@troupe/contract/billing/credit';
import type { BillingInvoice } from '@troupe/domain/billing/billing-provider';
import { itemPriceOf } from '@troupe/domain/billing/plan';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../platform/id.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { grantCredits } from './credit/credit.queries.ts';
import { packReference, revokeAllRefundedPacks } from './credit-packs.ts';
import { billingStateTable } from './subscription/subscription.table.ts';

/** The provider's id of the pack of 50. */
const PACK = itemPriceOf({ kind: 'credits', id: 'credits-50' }).id;

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi({ TROUPE_ROLES: 'http' });
});
afterAll(() => t.stop());

const move = (brandId: string, reference: string, amount: number, kind: 'purchase' | 'adjustment') =>
  grantCredits(
    t.api.db,
    { brandId, reference, amount, kind, reason: 'For the test', userId: null },
    new Date(),
  );

/** Creates a brand with fully refunded packs of 50 credits. */
async function refunded(packs: number): Promise<string> {
  const brandId = await t.brand();
  for (let pack = 0; pack < packs; pack += 1) {
    const id = newId();
    const content = {
      id,
      total: 225_00,
      refunded: 225_00,
      status: 'paid',
      lines: [{ itemPriceId: PACK, quantity: 1 }],
    } as unknown as BillingInvoice;
    await t.api.db
      .insert(billingStateTable)
      .values({ kind: 'invoice', id, brandId, version: 1, date: new Date().toISOString(), content });
    await move(brandId, packReference(id), 50, 'purchase');
  }
  return brandId;
}

async function credits(brandId: string): Promise<number> {
  const owner = await t.person({ brandId, brandRole: 'owner' });
  return (await owner.call(listCredits, { params: { brandId } })).balance;
}

/** Counts the transactions of a sweep. */
async function sweep(): Promise<number> {
  const begun = vi.spyOn(t.api.pool, 'connect');
  await revokeAllRefundedPacks(t.api);
  // Plain queries pass no callback.
  const transactions = begun.mock.calls.filter(([callBack]) => callBack === undefined).length;
  begun.mockRestore();
  return transactions;
}

test('uses one transaction per brand with something to remove, and none once settled', async () => {
  const [several, one] = [await refunded(3), await refunded(1)];
  expect(await sweep()).toBe(2);
  expect([await credits(several), await credits(one)]).toEqual([0, 0]);
  expect(await sweep()).toBe(0);
});

test('removes spent credits from later grants, and checks again only then', async () => {
  const brandId = await refunded(2);
  await move(brandId, 'spent', -60, 'adjustment');
  expect(await sweep()).toBe(1);
  expect(await sweep()).toBe(0);
  await move(brandId, 'given', 70, 'adjustment');
  expect(await sweep()).toBe(1);
  expect(await credits(brandId)).toBe(10);
  expect(await sweep()).toBe(0);
});

test("a brand whose credits can't be removed doesn't block others", async () => {
  const [broken, fine] = [await refunded(1), await refunded(1)];
  await t.api.pool.query(
    `alter table credit_entry add constraint refuses check (kind <> 'refund' or brand_id <> '${broken}')`,
  );
  await sweep();
  expect([await credits(broken), await credits(fine)]).toEqual([50, 0]);
  await t.api.pool.query('alter table credit_entry drop constraint refuses');
  await sweep();
  expect(await credits(broken)).toBe(0);
});
