import { expect, test } from 'vitest';
import { ORDER_STATUS_NAMES, ORDER_STATUSES } from './order.ts';
import { MAX_ORDER_IMPORT_BYTES, NO_STORE } from './order-import.ts';

test('statuses of orders have names', () => {
  expect(ORDER_STATUSES.map((status) => ORDER_STATUS_NAMES[status])).toEqual([
    ...['Open', 'Partly refunded', 'Refunded', 'Cancelled', 'Test'],
  ]);
});

test('a file of orders has at most 50 MB and may be of no store', () => {
  expect([MAX_ORDER_IMPORT_BYTES, NO_STORE]).toEqual([52_428_800, 'none']);
});
