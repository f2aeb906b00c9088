import { expect, test } from 'vitest';
import { customerKeyOf } from './order-customer.ts';

const SECRET = 'a secret of tests';
const BRAND = '0190a000-0000-7000-8000-000000000001';

test('a buyer has one key in all orders of a brand, another with each brand and secret, and none tells who they are', () => {
  const key = customerKeyOf(SECRET, BRAND, '77');
  // It stands in the database: another one would take a buyer’s orders apart.
  expect(key).toBe('a0SUi_7x4QgfwaTx8_uuVnQG');
  expect(customerKeyOf(SECRET, BRAND, '77')).toBe(key);
  const others = [
    customerKeyOf(SECRET, BRAND, '78'),
    customerKeyOf(SECRET, BRAND.replace(/1$/, '2'), '77'),
    customerKeyOf(`${SECRET}.`, BRAND, '77'),
  ];
  expect(new Set([key, ...others]).size).toBe(4);
});
