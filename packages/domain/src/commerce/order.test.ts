import { expect, test } from 'vitest';
import { ORDER_STATUS_NAMES, ORDER_STATUSES, referenceOf } from './order.ts';
import { MAX_ORDER_IMPORT_BYTES, NO_STORE } from './order-import.ts';

test.each(['ref', 'referral', 'affiliate', 'aff', 'influencer', 'creator', ' Ref '])(
  'a cart and a link name who sent the buyer as %j',
  (name) => {
    expect(referenceOf([{ name, value: 'mia' }], null)).toBe('mia');
    expect(referenceOf([], `/?${encodeURIComponent(name)}=mia`)).toBe('mia');
  },
);

test('other names, blanks and what is no address say nothing', () => {
  expect(referenceOf([{ name: 'reference', value: 'mia' }], '/?utm_source=mia')).toBeNull();
  expect(referenceOf([], 'https://')).toBeNull();
  const cart = [
    { name: 'ref', value: ' ' },
    { name: 'aff', value: ' mia ' },
  ];
  expect(referenceOf(cart, null)).toBe('mia');
  expect(referenceOf([], '/?ref=+&ref=mia')).toBe('mia');
});

test('a reference is cut at 200 characters', () => {
  expect(referenceOf([], null, 'x'.repeat(201))).toBe('x'.repeat(200));
});

test('statuses of orders have names', () => {
  expect(ORDER_STATUSES.map((status) => ORDER_STATUS_NAMES[status])).toEqual([
    ...['Open', 'Partly refunded', 'Refunded', 'Canceled', 'Test'],
  ]);
});

test('a file of orders has at most 50 MB and may be of no store', () => {
  expect([MAX_ORDER_IMPORT_BYTES, NO_STORE]).toEqual([52_428_800, 'none']);
});
