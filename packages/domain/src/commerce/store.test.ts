import { expect, test } from 'vitest';
import { referenceOf } from './order.ts';
import { CLAIMED_STATUSES, missingScopes, STORE_STATUSES, scopesOf, shopOf } from './store.ts';
import { StoreFailure } from './store-platform.ts';

test('only a complete shop domain is valid', () => {
  expect(shopOf('larkmoor.myshopify.com')).toBe('larkmoor.myshopify.com');
  expect(shopOf('Lark-Moor2.MyShopify.com')).toBe('lark-moor2.myshopify.com');
  for (const text of [
    '',
    'larkmoor',
    'larkmoor.com',
    'https://larkmoor.myshopify.com',
    'larkmoor.myshopify.com/admin',
    'larkmoor.myshopify.com.evil.test',
    'evil.test/larkmoor.myshopify.com',
    'a.b.myshopify.com',
    '-a.myshopify.com',
    'lark_moor.myshopify.com',
    'larkmoor.myshopify.com\n',
    ' larkmoor.myshopify.com',
    'larkmoor.myshopify.com@evil.test',
    'lárkmoor.myshopify.com',
    `${'a'.repeat(64)}.myshopify.com`,
  ])
    expect(shopOf(text), text).toBeNull();
});

test('write scopes include read, and other missing scopes are reported', () => {
  expect(scopesOf(' write_discounts,read_orders,,read_orders')).toEqual(['read_orders', 'write_discounts']);
  expect(missingScopes(['read_orders', 'read_discounts'], ['write_discounts'])).toEqual(['read_orders']);
  expect(missingScopes(['write_orders'], ['read_orders'])).toEqual(['write_orders']);
});

test("finds the referrer in the cart, then in the store's data, then in the landing page", () => {
  const cart = [
    { name: 'gift', value: 'yes' },
    { name: 'Ref', value: ' mia ' },
  ];
  expect(referenceOf(cart, '/?ref=tom')).toBe('mia');
  expect(referenceOf([{ name: 'ref', value: '' }], '/?utm_source=ig&ref=tom', 'ann')).toBe('ann');
  expect(referenceOf([], '/?utm_source=ig&ref=tom')).toBe('tom');
  expect(referenceOf([], 'https://shop.test/products/x?aff=m%20a')).toBe('m a');
  for (const address of [null, '', '/checkouts/express/12', 'http://[', '/?ref=', '%E0%A4%A'])
    expect(referenceOf([], address)).toBeNull();
  expect(referenceOf([{ name: 'ref', value: 'a\u0000b' }], null)).toBe('ab');
});

test('another brand can connect an uninstalled or disconnected store', () => {
  expect(STORE_STATUSES.filter((status) => !CLAIMED_STATUSES.includes(status))).toEqual([
    ...['uninstalled', 'disconnected'],
  ]);
});

test('a store platform failure carries its kind and code', () => {
  const failure = new StoreFailure('refused', 'access_denied');
  expect(failure).toMatchObject({ name: 'StoreFailure', kind: 'refused', code: 'access_denied' });
  expect(failure.message).toBe('store platform: refused (access_denied)');
});
