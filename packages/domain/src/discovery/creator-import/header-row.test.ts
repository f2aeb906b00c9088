import { expect, test } from 'vitest';
import { columnLetters, detectHeaderRow } from './header-row.ts';

const HEADERS = ['username', 'followers'];
const DATA = ['ana', '12'];

test.each<[number, string, string[][]]>([
  [0, 'headers above data', [HEADERS, DATA]],
  [0, 'headers alone', [HEADERS]],
  [1, 'a title above', [['Spring'], HEADERS, DATA]],
  [1, 'a blank row above', [['', ' '], HEADERS, DATA]],
  [
    2,
    'a long title above',
    [['Creators we liked in spring and summer, by name of the channel'], [''], HEADERS, DATA],
  ],
  [
    0,
    'words nobody knows above numbers',
    [
      ['x', 'y'],
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    0,
    'one known word in three',
    [
      ['username', 'y', 'z'],
      ['a', 'b', 'c'],
    ],
  ],
  [
    0,
    'half of the width',
    [
      ['username', ''],
      ['a', '1'],
    ],
  ],
  [
    0,
    'one number in five headers',
    [
      ['username', 'followers', 'country', 'bio', '2024'],
      ['a', '1', 'b', 'c', '2'],
    ],
  ],
  [14, 'headers in the fifteenth row', [...Array.from({ length: 14 }, () => ['']), HEADERS, DATA]],
  [-1, 'headers below the fifteenth row', [...Array.from({ length: 15 }, () => ['']), HEADERS, DATA]],
  [
    -1,
    'words alone',
    [
      ['x', 'y'],
      ['a', 'b'],
    ],
  ],
  [
    -1,
    'numbers alone',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [-1, 'nothing', []],
  [-1, 'a first row with addresses', [['name', 'http://x.example'], DATA]],
  [
    -1,
    'a first row with a mention',
    [
      ['name', '@ana'],
      ['country', '@bo'],
    ],
  ],
  [
    -1,
    'a first row with an email',
    [
      ['name', 'a@b.example'],
      ['country', 'c@d.example'],
    ],
  ],
  [
    -1,
    'less than half of the width',
    [
      ['name', '', ''],
      ['1', '2', '3'],
    ],
  ],
  [-1, 'two numbers in five cells', [['username', 'bio', 'country', '1', '2']]],
])('row %i holds the headers: %s', (at, _, rows) => {
  expect(detectHeaderRow(rows)).toBe(at);
});

test('columns without headers are lettered as in spreadsheets', () => {
  const letters = columnLetters(703);
  expect([0, 1, 25, 26, 27, 51, 52, 701, 702].map((at) => letters[at])).toEqual([
    'Column A',
    'Column B',
    'Column Z',
    'Column AA',
    'Column AB',
    'Column AZ',
    'Column BA',
    'Column ZZ',
    'Column AAA',
  ]);
  expect(letters).toHaveLength(703);
});
