import { expect, test } from 'vitest';
import { codeOf } from './error-code.ts';

const coded = (code: unknown) => Object.assign(new Error('it failed'), { code });

test('finds the code of an error or its cause', () => {
  expect(codeOf(coded('23505'))).toBe('23505');
  expect(codeOf(new Error('Failed query', { cause: coded('40P01') }))).toBe('40P01');
  expect(codeOf(new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }))).toBe('ECONNREFUSED');
});

test('assigns a code to a lost database connection, which has none from the driver', () => {
  const lost = new Error('Connection terminated unexpectedly');
  expect(codeOf(lost)).toBe('ECONN');
  expect(codeOf(new Error('Failed query', { cause: lost }))).toBe('ECONN');
  expect(codeOf(new Error('Cannot use a pool after calling end on the pool'))).toBe('ECONN');
});

test('returns null without a code', () => {
  expect([codeOf(new Error('no')), codeOf(coded(20)), codeOf('23505'), codeOf(undefined)]).toEqual([
    ...[null, null, null, null],
  ]);
});
