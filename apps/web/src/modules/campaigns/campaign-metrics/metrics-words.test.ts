import { expect, test } from 'vitest';
import { perOne } from './metrics-words.ts';

test('Money for one count is told below the smallest coin', () => {
  expect(perOne(1.5, 'USD')).toBe('$0.015');
  expect(perOne(64.38, 'USD')).toBe('$0.6438');
  expect(perOne(40, 'USD')).toBe('$0.40');
  expect(perOne(2.25, 'JPY')).toBe('¥2.25');
});
