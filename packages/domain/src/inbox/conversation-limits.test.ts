import { expect, test } from 'vitest';
import { MAX_ATTACHMENT_BYTES, MAX_EMAIL_FILES_BYTES, MAX_MESSAGE, tooLong } from './conversation-limits.ts';

test('a pasted text that is too long for one message says by how much, and is not cut', () => {
  expect(tooLong('x'.repeat(MAX_MESSAGE))).toBeNull();
  expect(tooLong('x'.repeat(100_000))).toBe(
    'A message has at most 20,000 characters. Take out 80,000, or send it in parts.',
  );
});

test('a file has at most 25 MB, all files of an email 18 MB', () => {
  expect([MAX_ATTACHMENT_BYTES, MAX_EMAIL_FILES_BYTES]).toEqual([26_214_400, 18_874_368]);
});
