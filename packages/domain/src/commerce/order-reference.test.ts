import { expect, test } from 'vitest';
import { referenceOf } from './order-reference.ts';

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
