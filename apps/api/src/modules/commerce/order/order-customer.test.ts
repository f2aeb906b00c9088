import { expect, test } from 'vitest';
import { customerKeyOf } from './order-customer.ts';

const SECRET = 'a secret of tests';
const BRAND = '0190a000-0000-7000-8000-000000000001';

test('a buyer has one irreversible key per brand and secret', () => {
  const key = customerKeyOf(SECRET, BRAND, '77');
  // Stored in the database: changing the derivation would split a buyer's orders.
  expect(key).toBe('a0SUi_7x4QgfwaTx8_uuVnQG');
  expect(customerKeyOf(SECRET, BRAND, '77')).toBe(key);
  const others = [
    customerKeyOf(SECRET, BRAND, '78'),
    customerKeyOf(SECRET, BRAND.replace(/1$/, '2'), '77'),
    customerKeyOf(`${SECRET}.`, BRAND, '77'),
  ];
  expect(new Set([key, ...others]).size).toBe(4);
});
