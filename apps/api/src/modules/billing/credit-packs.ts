import type { BillingInvoice } from '@troupe/domain/billing/billing-provider';
import { refundedCredits } from '@troupe/domain/billing/credit';
import { creditPackOf, offerOf } from '@troupe/domain/billing/plan';
import type { Api } from '../../platform/api.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { grantCredits } from './credit/credit.queries.ts';
import { readPurchasesTakenBack, takeBackCredits } from './credit/credit-refund.queries.ts';
import { readBrandsWithRefunds, readRefundedInvoices } from './subscription/billing-state.queries.ts';

/** Brands that are looked at by the same statements. */
const BRANDS_AT_ONCE = 200;

/** Grants the credits of packs on paid invoices of a brand; an invoice's id makes sure that it happens once. */
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

/** Takes back credits of a brand's packs whose money went back, as many as there are. */
export async function takeBackPacks(tx: Database, brandId: string, now: Date): Promise<void> {
  for (const { invoice } of await readRefundedInvoices(tx, [brandId]))
    await takeBack(tx, brandId, invoice, now);
}

/**
 * The same for all brands: credits that came since make up for what was spent when the money went back. Brands of which
 * nothing can be taken cost no transaction, and one that fails leaves the others alone.
 */
export async function takeBackAllPacks({ pool, db, clock, log }: Api): Promise<void> {
  for (let after: string | null = null; ; ) {
    const brandIds = await readBrandsWithRefunds(db, after, BRANDS_AT_ONCE);
    const owing = brandsToTakeFrom(
      await readRefundedInvoices(db, brandIds),
      await readPurchasesTakenBack(db, brandIds),
    );
    await oneByOne(log, 'credits of a brand could not be taken back', owing, (brandId) =>
      withTransaction(pool, (tx) => takeBackPacks(tx, brandId, clock.now())),
    );
    after = brandIds.at(-1) ?? null;
    if (brandIds.length < BRANDS_AT_ONCE) return;
  }
}

/** Those that have credits, or were not told yet that they have none, and owe some. */
function brandsToTakeFrom(
  refunded: Awaited<ReturnType<typeof readRefundedInvoices>>,
  purchases: Awaited<ReturnType<typeof readPurchasesTakenBack>>,
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

async function takeBack(tx: Database, brandId: string, invoice: BillingInvoice, now: Date): Promise<void> {
  if (packCreditsOf(invoice) === 0) return;
  const { id, total, refunded } = invoice;
  const purchase = { brandId, reference: packReference(id), label: `Invoice ${id}`, total, refunded };
  await takeBackCredits(tx, purchase, now);
}

/** What the ledger calls the credits of an invoice. */
export const packReference = (invoiceId: string): string => `invoice:${invoiceId}`;

/** How many credits an invoice is for. */
export function packCreditsOf({ lines }: Pick<BillingInvoice, 'lines'>): number {
  return lines.reduce((sum, { itemPriceId, quantity }) => {
    const offer = itemPriceId === null ? null : offerOf(itemPriceId);
    return offer?.kind === 'credits' ? sum + (creditPackOf(offer.id)?.credits ?? 0) * quantity : sum;
  }, 0);
}
