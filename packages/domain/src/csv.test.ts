import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('a CSV file opens in spreadsheets with correct encoding and without running formulas', () => {
  const text = toCsv([
    ['Name', 'Followers'],
    ['Inês, "Ini"', 84213],
    ['=HYPERLINK("x")', -3],
    ['two\nlines', null],
  ]);
  expect(text).toBe(
    '\uFEFFName,Followers\r\n"Inês, ""Ini""",84213\r\n"\'=HYPERLINK(""x"")",-3\r\n"two\nlines",\r\n',
  );
});
