import { BillingFailure } from '@troupe/domain/billing-provider';
import { heldSubscription } from '../features/subscription/held-subscription.ts';
import { readSubscriptions } from '../features/subscription/subscription.queries.ts';
import { withTransaction } from '../platform/transaction.ts';
import { type BillingParts, takeNews } from './billing-books.ts';

/**
 * Cancels whatever a brand still pays for, with the notice that each asks for. Repeating it is harmless.
 * @throws BillingFailure while the provider is away
 */
export async function endBilling(parts: BillingParts, brandId: string): Promise<void> {
  const { api, provider } = parts;
  for (const row of await readSubscriptions(api.db, brandId)) {
    const at = heldSubscription(row, api.clock.now()).endsIfCancelled;
    if (!row.providerId || at === null) continue;
    try {
      const news = await provider.cancelSubscription(row.providerId, new Date(at));
      await withTransaction(api.pool, (tx) => takeNews(parts, tx, news));
    } catch (error) {
      if (!(error instanceof BillingFailure) || error.kind !== 'refused') throw error;
      // It was cancelled at the provider; that is on its way here.
      api.log.warn(
        { brandId, code: error.code },
        'a subscription of a closed account could not be cancelled',
      );
    }
  }
}
