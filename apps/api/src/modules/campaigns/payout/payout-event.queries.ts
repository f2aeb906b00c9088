import { inboxQueries } from '../../../platform/incoming/inbox.queries.ts';
import { payoutEventTable as event } from './payout.table.ts';

/** A stored event of the payout provider. */
export type StoredPayoutEvent = typeof event.$inferSelect;

/** Received events of the payout provider. */
export const payoutEvents = inboxQueries({
  table: event,
  key: event.id,
  keyOf: ({ id }) => id,
  happenedAt: event.occurredAt,
  mostAttempts: 20,
  keptDays: 400,
});
