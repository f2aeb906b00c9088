import { parseQuery } from '@troupe/domain/listening/query/parse-query';
import { expect, test } from 'vitest';
import { firstQuery, queryFromKeywords } from './query-words.ts';

const words = { names: '', products: '', excludes: '', distance: 5 };

test.each([
  [{ names: 'larkmoor' }, 'larkmoor'],
  [{ names: 'larkmoor, lark moor' }, '(larkmoor OR "lark moor")'],
  [
    { names: 'larkmoor\nlark moor', products: 'jacket, shell', excludes: 'larkmoor lane' },
    '((larkmoor OR "lark moor") NEAR/5 (jacket OR shell)) NOT "larkmoor lane"',
  ],
  [{ names: 'larkmoor', excludes: 'hiring, jobs' }, 'larkmoor NOT (hiring OR jobs)'],
  [{ names: '#larkmoor, @larkmoor' }, '(#larkmoor OR @larkmoor)'],
  [{ names: 'Not, "AC/DC"' }, '("Not" OR "AC/DC")'],
  [{ names: ' , ;', products: 'jacket' }, ''],
])('writes %j as %s', (typed, query) => {
  expect(queryFromKeywords({ ...words, ...typed })).toBe(query);
  if (query !== '') expect(parseQuery(query).problems).toEqual([]);
});

test('suggests a brand name as it is and as one word', () => {
  expect(firstQuery('Fernwell')).toBe('Fernwell');
  expect(firstQuery('Lark  Moor')).toBe('("Lark Moor" OR LarkMoor)');
});
