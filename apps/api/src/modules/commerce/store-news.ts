import type { Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import type { LedgerOutcome } from './order/order-ledger.queries.ts';

/** Tells the brand's own programs which orders are new, and of which something changed. */
export async function emitOrders(
  tx: Database,
  brandId: string,
  storeId: string | null,
  { placed, changed }: Pick<LedgerOutcome, 'placed' | 'changed'>,
  now: Date,
): Promise<void> {
  const events = [
    { type: 'order.placed' as const, orderIds: placed },
    { type: 'order.changed' as const, orderIds: changed },
  ].filter(({ orderIds }) => orderIds.length > 0);
  await publish(
    tx,
    events.map(({ type, orderIds }) => ({ brandId, type, data: { storeId, orderIds } })),
    now,
  );
}
