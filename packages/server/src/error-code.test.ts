import { expect, test } from 'vitest';
import { codeOf } from './error-code.ts';

const coded = (code: unknown) => Object.assign(new Error('it failed'), { code });

test('the code of a failure is found, also where something else was wrapped around it', () => {
  expect(codeOf(coded('23505'))).toBe('23505');
  expect(codeOf(new Error('Failed query', { cause: coded('40P01') }))).toBe('40P01');
  expect(codeOf(new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }))).toBe('ECONNREFUSED');
});

test('a lost connection to the database has a code although its driver gives it none', () => {
  const lost = new Error('Connection terminated unexpectedly');
  expect(codeOf(lost)).toBe('ECONN');
  expect(codeOf(new Error('Failed query', { cause: lost }))).toBe('ECONN');
  expect(codeOf(new Error('Cannot use a pool after calling end on the pool'))).toBe('ECONN');
});

test('what names no code has none', () => {
  expect([codeOf(new Error('no')), codeOf(coded(20)), codeOf('23505'), codeOf(undefined)]).toEqual([
    ...[null, null, null, null],
  ]);
});
