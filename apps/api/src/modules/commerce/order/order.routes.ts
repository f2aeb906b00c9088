import { listOrders } from '@troupe/contract/commerce/order';
import { pagesOf } from '@troupe/domain/shape';
import type { Api } from '../../../platform/api.ts';
import { readOrderPage } from './order.queries.ts';

/** The ledger of orders. */
export function orderRoutes({ db, implement }: Api): void {
  implement(listOrders, async ({ brandId, query }) => {
    const { orders, total } = await readOrderPage(db, brandId, query);
    return { orders, ...pagesOf(query.page, total) };
  });
}
