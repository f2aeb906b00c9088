import { BillingFailure } from '@troupe/domain/billing/billing-provider';
import { withTransaction } from '../../platform/transaction.ts';
import { type BillingParts, takeNews } from './billing-books.ts';
import { heldSubscription } from './subscription/held-subscription.ts';
import { readSubscriptions } from './subscription/subscription.queries.ts';

/**
 * Cancels whatever a brand still pays for, with the notice that each asks for. Repeating it is harmless. Whether
 * nothing is charged any more is what the books say then: a refusal is no cancellation.
 * @throws BillingFailure while the provider is away
 */
export async function endBilling(parts: BillingParts, brandId: string): Promise<void> {
  const { api, provider } = parts;
  const now = api.clock.now();
  for (const row of await readSubscriptions(api.db, brandId)) {
    const id = row.providerId;
    // Where no term is known, the notice counts from today.
    const counted = { ...row, termEndsAt: row.termEndsAt ?? now.toISOString() };
    const at = heldSubscription(counted, now).endsIfCancelled;
    if (id === null || at === null) continue;
    const news = await provider.cancelSubscription(id, new Date(at)).catch(async (error: unknown) => {
      if (!(error instanceof BillingFailure) || error.kind !== 'refused') throw error;
      api.log.warn(
        { brandId, code: error.code },
        'a subscription of a closed account could not be cancelled',
      );
      // It may have been cancelled at the provider, which is not told here yet.
      const told = await provider.readSubscription(id);
      return { subscriptions: told ? [told] : [], invoices: [] };
    });
    await withTransaction(api.pool, (tx) => takeNews(parts, tx, news));
  }
}
