import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  Day,
  Instant,
  MAX_COUNT,
  PAGE_SIZE,
  PageNumber,
  pagesOf,
  paging,
  several,
  text,
  WebAddress,
} from './shape.ts';

const fits = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

test('times and days use years the database supports', () => {
  expect(fits(Instant, '0001-01-01T00:00:00Z')).toBe(true);
  expect(fits(Instant, '0000-01-01T00:00:00Z')).toBe(false);
  expect(fits(Instant, '2026-11-20')).toBe(false);
  expect(fits(Day, '2026-11-20')).toBe(true);
  expect(fits(Day, '9998-12-31')).toBe(true);
  expect(fits(Day, '9999-01-01')).toBe(false);
  expect(fits(Day, '0000-05-01')).toBe(false);
});

test('pages start at 1 and hold 24 entries', () => {
  expect([PAGE_SIZE, MAX_COUNT]).toEqual([24, 2_147_483_647]);
  expect(pagesOf(2, 25)).toEqual({ page: 2, pages: 2, total: 25 });
  expect(pagesOf(1, 24).pages).toBe(1);
  expect(pagesOf(1, 0).pages).toBe(0);
  const counters = z.object(paging);
  expect(fits(counters, { page: 1, pages: 0, total: 0 })).toBe(true);
  expect(fits(counters, { page: 0, pages: 0, total: 0 })).toBe(false);
  expect(fits(counters, { page: 1, pages: -1, total: 0 })).toBe(false);
  expect(fits(counters, { page: 1, pages: 0, total: -1 })).toBe(false);
  expect(fits(counters, {})).toBe(false);
  for (const page of ['1', 100_000]) expect(fits(PageNumber, page)).toBe(true);
  for (const page of ['0', 100_001, '1.5', 'x']) expect(fits(PageNumber, page)).toBe(false);
});

test('keeps text unchanged up to its maximum length and rejects unsupported characters', () => {
  expect(text({ max: 3 }).parse(' a ')).toBe(' a ');
  expect(fits(text({ max: 3 }), 'abcd')).toBe(false);
  expect(fits(text({ max: 3 }), '')).toBe(true);
  expect(fits(text({ max: 3 }), 'a\u0000')).toBe(false);
  expect(fits(text({ max: 3 }), '\ud800')).toBe(false);
  expect(text({ max: 10_000 }).safeParse('x'.repeat(10_001)).error?.issues[0]?.message).toBe(
    'Use at most 10,000 characters',
  );
});

test('required text has its own message, and a minimum length excluding spaces', () => {
  const issue = (schema: z.ZodType, value: string) => schema.safeParse(value).error?.issues[0]?.message;
  expect(issue(text({ max: 9, required: 'Please enter a name' }), ' ')).toBe('Please enter a name');
  expect(fits(text({ max: 9, required: 'Please enter a name' }), 'a')).toBe(true);
  expect(issue(text({ max: 9, min: 1 }), '')).toBe('This field is required');
  expect(fits(text({ max: 9, min: 3 }), ' ab ')).toBe(false);
  expect(fits(text({ max: 9, min: 3 }), ' abc ')).toBe(true);
});

test.each([
  ['example.com', 'https://example.com'],
  [' http://example.com/a ', 'http://example.com/a'],
  ['HTTPS://example.com', 'HTTPS://example.com'],
  ['localhost:3000', null],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://intranet', null],
  ['ftp://example.com', null],
  ['javascript:alert(1)', null],
  ['no site', null],
  [`example.com/${'x'.repeat(1988)}`, `https://example.com/${'x'.repeat(1988)}`],
  [`example.com/${'x'.repeat(1989)}`, null],
])('normalizes the web address %j to %j', (typed, address) => {
  const { success, data } = WebAddress.safeParse(typed);
  expect(success ? data : null).toBe(address);
});

test('accepts a parameter zero, one or several times', () => {
  const schema = several(z.string().max(2), 3);
  expect(schema.parse(undefined)).toEqual([]);
  expect(schema.parse('')).toEqual([]);
  expect(schema.parse('a')).toEqual(['a']);
  expect(schema.parse(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(schema.parse(['a', 'b', 'a'])).toEqual(['a', 'b']);
  expect(fits(schema, ['a', 'b', 'c', 'd'])).toBe(false);
  expect(fits(schema, 'abc')).toBe(false);
  expect(fits(several(z.string()), Array(50).fill('a'))).toBe(true);
  expect(fits(several(z.string()), Array(51).fill('a'))).toBe(false);
});
