import { expect, test } from 'vitest';
import { amountOf, amountText } from './amount.ts';

test("parses a fee as people type it into the currency's minor units", () => {
  expect(amountOf('640', 'USD')).toBe(64_000);
  expect(amountOf('$1,640.50', 'USD')).toBe(164_050);
  expect(amountOf('640,5', 'EUR')).toBe(64_050);
  expect(amountOf('12000', 'JPY')).toBe(12_000);
  expect(amountOf(' ', 'USD')).toBeNull();
  expect(amountOf('450,50', 'USD')).toBe(45_050);
  expect(amountOf('1.640,50', 'EUR')).toBe(164_050);
  expect(amountOf("1'640.50", 'CHF')).toBe(164_050);
  expect(amountOf('1,640', 'USD')).toBe(164_000);
  for (const unclear of ['1.640', '1,5.2', '1.5.2', '1,64,0', '640.505', '2 for 3'])
    expect(amountOf(unclear, 'USD')).toBeUndefined();
  expect(amountOf('1.5', 'JPY')).toBeUndefined();
  expect(amountText(null, 'USD')).toBe('');
  expect(amountOf('a lot', 'USD')).toBeUndefined();
  expect(amountOf('-5', 'USD')).toBeUndefined();
  expect(amountText(64_000, 'USD')).toBe('640');
  expect(amountText(150_050, 'USD')).toBe('1500.50');
  expect(amountText(12_001, 'JPY')).toBe('12001');
});
