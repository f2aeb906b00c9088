import { expect, test } from 'vitest';
import { referenceOf } from './order.ts';
import { MAX_ORDER_IMPORT_BYTES, NO_STORE } from './order-import.ts';

test.each(['ref', 'referral', 'affiliate', 'aff', 'influencer', 'creator', ' Ref '])(
  'a cart attribute or link names the referrer as %j',
  (name) => {
    expect(referenceOf([{ name, value: 'mia' }], null)).toBe('mia');
    expect(referenceOf([], `/?${encodeURIComponent(name)}=mia`)).toBe('mia');
  },
);

test('other names, blanks and invalid URLs have no reference', () => {
  expect(referenceOf([{ name: 'reference', value: 'mia' }], '/?utm_source=mia')).toBeNull();
  expect(referenceOf([], 'https://')).toBeNull();
  const cart = [
    { name: 'ref', value: ' ' },
    { name: 'aff', value: ' mia ' },
  ];
  expect(referenceOf(cart, null)).toBe('mia');
  expect(referenceOf([], '/?ref=+&ref=mia')).toBe('mia');
});

test('truncates a reference to 200 characters', () => {
  expect(referenceOf([], null, 'x'.repeat(201))).toBe('x'.repeat(200));
});

test('an order file has at most 50 MB and can belong to no store', () => {
  expect([MAX_ORDER_IMPORT_BYTES, NO_STORE]).toEqual([52_428_800, 'none']);
});
