import { nameOf, offerOf, planOf } from '@troupe/domain/billing/plan';
import { endIfCancelled, type HeldSubscription } from '@troupe/domain/billing/subscription';
import type { StoredSubscription } from './subscription.queries.ts';

/** Converts a subscription for display in the account. */
export function heldSubscription(row: StoredSubscription, now: Date): HeldSubscription {
  const { id, kind, planId, period, status, termEndsAt, endsAt, currency, pastDue, due } = row;
  const runs = status === 'active' && endsAt === null && termEndsAt !== null;
  return {
    id,
    kind,
    planId,
    period,
    status,
    currency,
    pastDue,
    due,
    name: nameOf(planId),
    price: row.price ?? planOf(planId)?.price[period] ?? 0,
    started: row.createdAt,
    termEnds: status === 'active' ? termEndsAt : null,
    ends: endsAt,
    endsIfCancelled: runs
      ? endIfCancelled(
          {
            kind,
            period,
            started: new Date(row.boundSince ?? row.createdAt),
            termEnds: new Date(termEndsAt),
          },
          now,
        ).toISOString()
      : null,
    change: runs ? changeOf(row, termEndsAt) : null,
  };
}

function changeOf({ nextItemPriceId }: StoredSubscription, at: string): HeldSubscription['change'] {
  const offer = nextItemPriceId === null ? null : offerOf(nextItemPriceId);
  if (offer?.kind !== 'plan') return null;
  return {
    planId: offer.id,
    name: nameOf(offer.id),
    period: offer.period,
    price: planOf(offer.id)?.price[offer.period] ?? 0,
    at,
  };
}
