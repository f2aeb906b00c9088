import type { OrderStatus } from '@troupe/domain/commerce/order';

/** What the address of the orders says. */
export interface OrdersAddress {
  /** From 2 on; the first one is not written. */
  page?: string | undefined;
  /** Id of a store. */
  store?: string | undefined;
  status?: OrderStatus | undefined;
  search?: string | undefined;
  /** The import that is open: its id, or `new`. */
  import?: string | undefined;
}

const STATUSES: Record<OrderStatus, true> = {
  open: true,
  partly_refunded: true,
  refunded: true,
  cancelled: true,
  test: true,
  gift: true,
};

const isStatus = (value: unknown): value is OrderStatus =>
  typeof value === 'string' && Object.hasOwn(STATUSES, value);
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

export function readOrdersAddress(raw: Record<string, unknown>): OrdersAddress {
  const { page, store, status, search, import: open } = raw;
  return {
    ...(typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) && page !== '1' ? { page } : {}),
    ...(isId(store) ? { store } : {}),
    ...(isStatus(status) ? { status } : {}),
    ...(typeof search === 'string' && search.trim() !== '' ? { search: search.slice(0, 120) } : {}),
    ...(open === 'new' || isId(open) ? { import: open } : {}),
  };
}
