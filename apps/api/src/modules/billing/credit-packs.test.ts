import { listInvoices } from '@troupe/contract/billing/billing';
import { adjustCredits, listCredits } from '@troupe/contract/billing/credit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingWorld, type Buyer, startBillingWorld } from './billing.fixture.ts';
import { takeBackAllPacks } from './credit-packs.ts';

let w: BillingWorld;
beforeAll(async () => {
  w = await startBillingWorld();
});
afterAll(() => w.stop());

/** A brand that has bought 50 credits for $225; answers its invoice. */
async function bought(): Promise<{ buyer: Buyer; invoiceId: string }> {
  const buyer = await w.buyer();
  const { id } = await w.openAddOn(buyer, 'credits-50');
  await w.onPage(id, 'pay');
  await w.postAddOn(buyer, id);
  const invoiceId = (await w.booksOf(buyer)).invoices.at(-1)?.id ?? '';
  return { buyer, invoiceId };
}

/** Somebody of ours gives money back on the vendor's site. */
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

test('the credits of a pack go back with its money, those of a part in the same part', async () => {
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
    { kind: 'refund', amount: -40, reason: `Invoice ${invoiceId} refunded: 40 of 50 credits taken back` },
    { kind: 'refund', amount: -10, reason: `Invoice ${invoiceId} refunded: 10 of 50 credits taken back` },
    { kind: 'purchase', amount: 50 },
  ]);
});

test('what was spent already is taken from the credits that come next, and the ledger says so', async () => {
  const { buyer, invoiceId } = await bought();
  await adjust(buyer, -38);
  await refund(invoiceId);
  await expect.poll(() => w.credits(buyer), { timeout: 60_000 }).toBe(0);
  expect((await ledger(buyer))[0]).toEqual({
    kind: 'refund',
    amount: -12,
    reason: `Invoice ${invoiceId} refunded: 12 of 50 credits taken back, 38 will be taken from those that come next`,
  });
  await w.settled();
  await adjust(buyer, 30);
  await takeBackAllPacks(w.t.api);
  await takeBackAllPacks(w.t.api);
  expect(await w.credits(buyer)).toBe(0);
  await adjust(buyer, 30);
  await takeBackAllPacks(w.t.api);
  expect(await w.credits(buyer)).toBe(22);
  expect((await ledger(buyer))[0]).toEqual({
    kind: 'refund',
    amount: -8,
    reason: `Invoice ${invoiceId} refunded: 8 of 50 credits taken back`,
  });
});

test('where nothing is left the ledger says so once, whoever tells of the refund again', async () => {
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
