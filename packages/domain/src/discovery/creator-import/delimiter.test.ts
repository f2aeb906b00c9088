import { expect, test } from 'vitest';
import { detectDelimiter } from './delimiter.ts';

test.each<[string, string, string, number, number]>([
  ['commas', 'a,b,c\n1,2,3\n', ',', 3, 1],
  ['semicolons', 'a;b\n1,5;2\n', ';', 2, 1],
  ['tabs', 'a\tb\n1,5\t2\n', '\t', 2, 1],
  ['pipes', 'a|b|c|d\n1|2|3|4\n', '|', 4, 1],
  ['Windows line ends', 'a;b\r\n1;2\r\n\r\n', ';', 2, 1],
  ['blank lines between', 'a;b\n\n\r\n1;2\n', ';', 2, 1],
  ['no line end', 'a;b', ';', 2, 1],
  ['a last line that is cut', 'a;b\n1;2\n3', ';', 2, 2 / 3],
  ['a last quote that is cut', 'a;b\n1;2\n3;4;"5', ';', 2, 1],
  ['nothing but a quote that is cut', 'a;"b', ';', 2, 1],
  ['quoted delimiters', '"a;b";c\n"1;2";3\n"x\n;y";4\n', ';', 2, 1],
  ['doubled quotes', '"a ""x;y"" b";c\n1;2\n', ';', 2, 1],
  ['a quote within a cell', 'a 5" screen;b\nc;d\n', ';', 2, 1],
  ['a quote at the start of a line', '"a;x";b\n"c";d\n', ';', 2, 1],
  ['more cells among equally steady ones', 'a,b;c;d\n1,2;3;4\n', ';', 3, 1],
  ['steadier cells before more', 'a;b\n1;2\nx,y,z;3\n', ';', 2, 1],
  ['cells in most rows', 'title\na,b\nc,d\ne,f\n', ',', 2, 0.75],
  ['the width most rows have', 'a,b,c\na,b\nc,d\n', ',', 2, 2 / 3],
  ['no delimiter', 'ana\nbo\n', ',', 1, 0.5],
  ['nothing', '', ',', 1, 0.5],
])('with %s', (_, sample, delimiter, columns, confidence) => {
  const found = detectDelimiter(sample);
  expect([found.delimiter, found.columns]).toEqual([delimiter, columns]);
  expect(found.confidence).toBeCloseTo(confidence);
});

test('only the first 200 records count', () => {
  expect(detectDelimiter('a;b\n'.repeat(200) + 'a,b,c\n'.repeat(900))).toEqual({
    delimiter: ';',
    columns: 2,
    confidence: 1,
  });
});
