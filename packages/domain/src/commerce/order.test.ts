import { expect, test } from 'vitest';
import { ORDER_STATUS_NAMES, ORDER_STATUSES } from './order.ts';

test('statuses of orders have names', () => {
  expect(ORDER_STATUSES.map((status) => ORDER_STATUS_NAMES[status])).toEqual([
    ...['Open', 'Partly refunded', 'Refunded', 'Cancelled', 'Test'],
  ]);
});
