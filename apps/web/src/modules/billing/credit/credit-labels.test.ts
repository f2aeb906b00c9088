import { expect, test } from 'vitest';
import { amountText } from './credit-labels.ts';

test('movements carry their sign', () => {
  expect([10, -1, 0, -1200].map(amountText)).toEqual(['+10', '−1', '0', '−1,200']);
});
