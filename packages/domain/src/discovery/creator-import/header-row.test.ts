import { expect, test } from 'vitest';
import { detectDelimiter } from './delimiter.ts';
import { columnLetters, detectHeaderRow } from './header-rules.ts';

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
    'unknown words above numbers',
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
])('finds headers in row %i: %s', (at, _, rows) => {
  expect(detectHeaderRow(rows)).toBe(at);
});

test('names columns without headers like spreadsheets do', () => {
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

test.each<[string, string, string, number, number]>([
  ['commas', 'a,b,c\n1,2,3\n', ',', 3, 1],
  ['semicolons', 'a;b\n1,5;2\n', ';', 2, 1],
  ['tabs', 'a\tb\n1,5\t2\n', '\t', 2, 1],
  ['pipes', 'a|b|c|d\n1|2|3|4\n', '|', 4, 1],
  ['Windows line ends', 'a;b\r\n1;2\r\n\r\n', ';', 2, 1],
  ['blank lines between', 'a;b\n\n\r\n1;2\n', ';', 2, 1],
  ['no trailing newline', 'a;b', ';', 2, 1],
  ['a truncated last line', 'a;b\n1;2\n3', ';', 2, 2 / 3],
  ['a truncated last quote', 'a;b\n1;2\n3;4;"5', ';', 2, 1],
  ['only a truncated quote', 'a;"b', ';', 2, 1],
  ['quoted delimiters', '"a;b";c\n"1;2";3\n"x\n;y";4\n', ';', 2, 1],
  ['doubled quotes', '"a ""x;y"" b";c\n1;2\n', ';', 2, 1],
  ['a quote within a cell', 'a 5" screen;b\nc;d\n', ';', 2, 1],
  ['a quote at the start of a line', '"a;x";b\n"c";d\n', ';', 2, 1],
  ['more cells if equally consistent', 'a,b;c;d\n1,2;3;4\n', ';', 3, 1],
  ['consistent over more cells', 'a;b\n1;2\nx,y,z;3\n', ';', 2, 1],
  ['cells in most rows', 'title\na,b\nc,d\ne,f\n', ',', 2, 0.75],
  ['the width most rows have', 'a,b,c\na,b\nc,d\n', ',', 2, 2 / 3],
  ['no delimiter', 'ana\nbo\n', ',', 1, 0.5],
  ['nothing', '', ',', 1, 0.5],
])('with %s', (_, sample, delimiter, columns, confidence) => {
  const found = detectDelimiter(sample);
  expect([found.delimiter, found.columns]).toEqual([delimiter, columns]);
  expect(found.confidence).toBeCloseTo(confidence);
});

test('uses only the first 200 records', () => {
  expect(detectDelimiter('a;b\n'.repeat(200) + 'a,b,c\n'.repeat(900))).toEqual({
    delimiter: ';',
    columns: 2,
    confidence: 1,
  });
});
