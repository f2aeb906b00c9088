import { keepPreviousData } from '@tanstack/react-query';
import { listOrders } from '@troupe/contract/commerce/order';
import { getOrderImport, listOrderImports } from '@troupe/contract/commerce/order-import';
import type { OrderStatus } from '@troupe/domain/commerce/order';
import type { OrderRowOutcome } from '@troupe/domain/commerce/order-import';
import { callOptions } from '../../../shared/call/query.ts';

/** Which orders are shown. */
export interface OrdersWanted {
  page: number;
  storeId?: string | undefined;
  status?: OrderStatus | undefined;
  search?: string | undefined;
}

/** The query of a page of orders. */
export const ordersOptions = (brandId: string, query: OrdersWanted) => ({
  ...callOptions(listOrders, { params: { brandId }, query }),
  placeholderData: keepPreviousData,
});

/** The query of an import of orders with a page of its rows. */
export const orderImportOptions = (
  brandId: string,
  orderImportId: string,
  query: { page?: number; outcome?: OrderRowOutcome } = {},
) => callOptions(getOrderImport, { params: { brandId, orderImportId }, query });

/** The query of the newest imports of orders. */
export const orderImportsOptions = (brandId: string) =>
  callOptions(listOrderImports, { params: { brandId }, query: {} });
