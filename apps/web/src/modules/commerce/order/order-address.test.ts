import { expect, test } from 'vitest';
import { readOrdersAddress } from './order-address.ts';

test('the address of the orders holds what is shown, and garbage in it is left out', () => {
  const store = '0192f1a0-0000-7000-8000-000000000001';
  const address = { page: '2', store, status: 'test', search: '#1001', import: 'new' };
  expect(readOrdersAddress(address)).toEqual(address);
  expect(
    readOrdersAddress({
      page: '-1',
      store: "' or 1=1",
      status: 'toString',
      search: '  ',
      import: ['new', 'new'],
    }),
  ).toEqual({});
});
