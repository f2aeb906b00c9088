import { CallError } from '@troupe/contract/client';
import { expect, test } from 'vitest';
import { errorText, shownStatus } from './error-text.ts';

const FALLBACK_ERROR_TEXT = 'Sorry, something went wrong. Please refresh the page or try again later.';

test('[R8.033] the status 401 is shown as 403, and no answer at all as 500', () => {
  expect(shownStatus(new CallError(401, {}, ''))).toBe(403);
  expect(shownStatus(new CallError(404, {}, ''))).toBe(404);
  expect(shownStatus(new CallError(0, {}, ''))).toBe(500);
  expect(shownStatus(new Error('x'))).toBe(500);
});

test('[R8.036] [R8.037] [R8.038] the text is the err, else the message, else the standard sentence', () => {
  expect(errorText(new CallError(500, { err: 'a', message: 'b' }, 'c'))).toBe('a');
  expect(errorText(new CallError(500, { err: ' ', message: 'b' }, 'c'))).toBe('b');
  expect(errorText(new CallError(500, {}, 'The server answered 500.'))).toBe(FALLBACK_ERROR_TEXT);
  expect(errorText(new Error('d'))).toBe('d');
  const id = '3f2a9c1e-7d4b-4f60-9a51-0f6a3f1f3a77';
  expect(errorText(new CallError(503, { message: 'Busy.' }, '', id))).toBe('Busy. Reference: 3f2a9c1e.');
  expect(errorText(new CallError(409, { message: 'Taken.' }, '', id))).toBe('Taken.');
  expect(errorText(null)).toBe(FALLBACK_ERROR_TEXT);
});
