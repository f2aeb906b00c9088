import { expect, test } from 'vitest';
import { axisMoney } from './analytics-labels.ts';

test('amounts on an axis are short, with the same k and m as other numbers', () => {
  expect(axisMoney(0, 'USD')).toBe('$0');
  expect(axisMoney(40_000, 'USD')).toBe('$400');
  expect(axisMoney(250_000, 'USD')).toBe('$2.5k');
  expect(axisMoney(1_200_000_000, 'USD')).toBe('$12m');
  expect(axisMoney(2_500, 'JPY')).toBe('¥2.5k');
});
