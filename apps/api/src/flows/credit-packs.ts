import type { BillingInvoice } from '@troupe/domain/billing-provider';
import { creditPackOf, offerOf } from '@troupe/domain/plan';
import { grantCredits } from '../features/credit/credit.queries.ts';
import { takeBackCredits } from '../features/credit/credit-refund.queries.ts';
import { readRefundedInvoices } from '../features/subscription/billing-state.queries.ts';
import type { Api } from '../platform/api.ts';
import type { Database } from '../platform/database.ts';
import { withTransaction } from '../platform/transaction.ts';

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
  for (const { invoice } of await readRefundedInvoices(tx, brandId))
    await takeBack(tx, brandId, invoice, now);
}

/** The same for all brands: credits that came since make up for what was spent when the money went back. */
export async function takeBackAllPacks({ pool, db, clock }: Api): Promise<void> {
  for (const { brandId, invoice } of await readRefundedInvoices(db, null))
    await withTransaction(pool, (tx) => takeBack(tx, brandId, invoice, clock.now()));
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
