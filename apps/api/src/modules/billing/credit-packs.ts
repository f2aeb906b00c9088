import type { BillingInvoice } from '@troupe/domain/billing/billing-provider';
import { refundedCredits } from '@troupe/domain/billing/credit';
import { creditPackOf, offerOf } from '@troupe/domain/billing/plan';
import type { Api } from '../../platform/api.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { grantCredits } from './credit/credit.queries.ts';
import { readRevokedPurchases, revokeCredits } from './credit/credit-refund.queries.ts';
import { readBrandsWithRefunds, readRefundedInvoices } from './subscription/billing-state.queries.ts';

/** Brands per query. */
const BRANDS_PER_QUERY = 200;

/** Grants the credits of packs on a brand's paid invoices, once per invoice id. */
export async function grantPacks(
  tx: Database,
  brandId: string,
  invoices: readonly BillingInvoice[],
  now: Date,
): Promise<void> {
  for (const invoice of invoices) {
    if (invoice.status !== 'paid' || invoice.deleted) continue;
    const amount = packCreditsOf(invoice);
    if (amount === 0) continue;
    await grantCredits(
      tx,
      {
        brandId,
        kind: 'purchase',
        amount,
        reason: `${amount} credits bought, invoice ${invoice.id}`,
        reference: packReference(invoice.id),
        userId: null,
      },
      now,
    );
  }
}

/** Removes the credits of a brand's refunded packs, as far as the balance allows. */
export async function revokeRefundedPacks(tx: Database, brandId: string, now: Date): Promise<void> {
  for (const { invoice } of await readRefundedInvoices(tx, [brandId]))
    await revoke(tx, brandId, invoice, now);
}

/**
 * Does the same for all brands: new credits make up for those spent before a refund. Brands with
 * nothing to remove cost no transaction, and a failure doesn't affect other brands.
 */
export async function revokeAllRefundedPacks({ pool, db, clock, log }: Api): Promise<void> {
  for (let after: string | null = null; ; ) {
    const brandIds = await readBrandsWithRefunds(db, after, BRANDS_PER_QUERY);
    const owing = brandsOwingCredits(
      await readRefundedInvoices(db, brandIds),
      await readRevokedPurchases(db, brandIds),
    );
    await oneByOne(log, 'failed to remove refunded credits of a brand', owing, (brandId) =>
      withTransaction(pool, (tx) => revokeRefundedPacks(tx, brandId, clock.now())),
    );
    after = brandIds.at(-1) ?? null;
    if (brandIds.length < BRANDS_PER_QUERY) return;
  }
}

/** Brands that owe credits and have some, or whose empty balance isn't recorded yet. */
function brandsOwingCredits(
  refunded: Awaited<ReturnType<typeof readRefundedInvoices>>,
  purchases: Awaited<ReturnType<typeof readRevokedPurchases>>,
): Set<string> {
  const found = new Set<string>();
  for (const { brandId, invoice } of refunded) {
    const purchase = purchases.get(packReference(invoice.id));
    if (!purchase || packCreditsOf(invoice) === 0) continue;
    const { credits, taken, lines, balance } = purchase;
    const owed = refundedCredits({ credits, total: invoice.total, refunded: invoice.refunded }) - taken;
    if (owed > 0 && (balance > 0 || lines === 0)) found.add(brandId);
  }
  return found;
}

async function revoke(tx: Database, brandId: string, invoice: BillingInvoice, now: Date): Promise<void> {
  if (packCreditsOf(invoice) === 0) return;
  const { id, total, refunded } = invoice;
  const purchase = { brandId, reference: packReference(id), label: `Invoice ${id}`, total, refunded };
  await revokeCredits(tx, purchase, now);
}

/** Ledger reference of an invoice's credits. */
export const packReference = (invoiceId: string): string => `invoice:${invoiceId}`;

/** Returns the number of credits on an invoice. */
export function packCreditsOf({ lines }: Pick<BillingInvoice, 'lines'>): number {
  return lines.reduce((sum, { itemPriceId, quantity }) => {
    const offer = itemPriceId === null ? null : offerOf(itemPriceId);
    return offer?.kind === 'credits' ? sum + (creditPackOf(offer.id)?.credits ?? 0) * quantity : sum;
  }, 0);
}
