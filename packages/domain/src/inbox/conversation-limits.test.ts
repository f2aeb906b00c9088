import { expect, test } from 'vitest';
import { MAX_MESSAGE, tooLong } from './conversation-limits.ts';

test('a pasted text that is too long for one message says by how much, and is not cut', () => {
  expect(tooLong('x'.repeat(MAX_MESSAGE))).toBeNull();
  expect(tooLong('x'.repeat(100_000))).toBe(
    'A message has at most 20,000 characters. Take out 80,000, or send it in parts.',
  );
});
