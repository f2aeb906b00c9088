import { listInvoices } from '@troupe/contract/billing/billing';
import { adjustCredits, listCredits } from '@troupe/contract/billing/credit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingWorld, type Buyer, startBillingWorld } from './billing.fixture.ts';
import { revokeAllRefundedPacks } from './credit-packs.ts';

let w: BillingWorld;
beforeAll(async () => {
  w = await startBillingWorld();
});
afterAll(() => w.stop());

/** Buys 50 credits for $225 and returns the invoice. */
async function bought(): Promise<{ buyer: Buyer; invoiceId: string }> {
  const buyer = await w.buyer();
  const { id } = await w.openAddOn(buyer, 'credits-50');
  await w.onPage(id, 'pay');
  await w.postAddOn(buyer, id);
  const invoiceId = (await w.booksOf(buyer)).invoices.at(-1)?.id ?? '';
  return { buyer, invoiceId };
}

/** Issues a refund in the provider's dashboard. */
async function refund(invoiceId: string, cents?: number): Promise<void> {
  const answer = await fetch(`${w.environment.CHARGEBEE_URL}/invoices/${invoiceId}/refund`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${w.environment.CHARGEBEE_KEY}:`).toString('base64')}` },
    body: new URLSearchParams(cents === undefined ? {} : { refund_amount: String(cents) }),
  });
  await answer.arrayBuffer();
  expect(answer.status).toBe(200);
}

const ledger = async ({ brandId, owner }: Buyer) =>
  (await owner.call(listCredits, { params: { brandId } })).entries.map(({ kind, amount, reason }) => ({
    kind,
    amount,
    reason,
  }));
const adjust = async ({ brandId }: Buyer, amount: number) =>
  (await w.t.person({ role: 'administrator' })).call(adjustCredits, {
    params: { brandId },
    body: { amount, reason: 'For the test' },
  });

test('a refund removes a proportional number of credits', async () => {
  const { buyer, invoiceId } = await bought();
  expect(await w.credits(buyer)).toBe(50);
  await refund(invoiceId, 45_00);
  await expect.poll(() => w.credits(buyer), { timeout: 60_000 }).toBe(40);
  const { invoices } = await buyer.owner.call(listInvoices, {
    params: { brandId: buyer.brandId },
    query: {},
  });
  expect(invoices[0]).toMatchObject({ id: invoiceId, status: 'paid', refunded: 45_00 });
  await refund(invoiceId);
  await expect.poll(() => w.credits(buyer), { timeout: 60_000 }).toBe(0);
  await w.settled();
  expect(await ledger(buyer)).toMatchObject([
    { kind: 'refund', amount: -40, reason: `Invoice ${invoiceId} refunded: 40 of 50 credits removed` },
    { kind: 'refund', amount: -10, reason: `Invoice ${invoiceId} refunded: 10 of 50 credits removed` },
    { kind: 'purchase', amount: 50 },
  ]);
});

test('credits already spent are removed from later grants, as the ledger shows', async () => {
  const { buyer, invoiceId } = await bought();
  await adjust(buyer, -38);
  await refund(invoiceId);
  await expect.poll(() => w.credits(buyer), { timeout: 60_000 }).toBe(0);
  expect((await ledger(buyer))[0]).toEqual({
    kind: 'refund',
    amount: -12,
    reason: `Invoice ${invoiceId} refunded: 12 of 50 credits removed, 38 will be removed from future credits`,
  });
  await w.settled();
  await adjust(buyer, 30);
  await revokeAllRefundedPacks(w.t.api);
  await revokeAllRefundedPacks(w.t.api);
  expect(await w.credits(buyer)).toBe(0);
  await adjust(buyer, 30);
  await revokeAllRefundedPacks(w.t.api);
  expect(await w.credits(buyer)).toBe(22);
  expect((await ledger(buyer))[0]).toEqual({
    kind: 'refund',
    amount: -8,
    reason: `Invoice ${invoiceId} refunded: 8 of 50 credits removed`,
  });
});

test('the ledger records an empty balance once, however often the refund is reported', async () => {
  const { buyer, invoiceId } = await bought();
  await adjust(buyer, -50);
  await w.vendor('POST', `/invoices/${invoiceId}/refund`);
  await expect.poll(async () => (await ledger(buyer)).length, { timeout: 60_000 }).toBe(3);
  await w.vendor('POST', '/webhooks/replay', {});
  await w.settled();
  const entries = await ledger(buyer);
  expect(entries).toHaveLength(3);
  expect(entries[0]).toMatchObject({ kind: 'refund', amount: 0 });
  expect(await w.credits(buyer)).toBe(0);
});
