import { expect, test } from 'vitest';
import { asOfFileName } from './creator-import.ts';
import { cleanLine, cleanParagraphs, isDamaged, isMissing, quoted, repairMojibake } from './text.ts';

/** Text whose UTF-8 bytes were read as Latin-1. */
const asLatin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

test.each([
  ...['', '\u00a0\ufeff', '- -', '–—', '...', '?', '***', '~', `'"\`´’%`],
  ...['n/a', 'N/A', 'n/d', 'nd', 'na', 'NA', 'n.a', 'n.a.', '#NA', '#n/a', 'nan', 'NaN%', 'none', 'nil'],
  ...['undefined', 'Unknown', 'not available', 'not   available', 'keine Angabe', 'k.A.', 'k. a.'],
  ...['sin datos', 's/d', '(blank)', '(null)', '\\N', "'null'", '"n/a"', '`none`', '““'.slice(2), ' nan % '],
  ...[
    "''null''",
    '""null""',
    'null%%',
    '#DIV/0!',
    '#VALOR!',
    '#WERT!',
    '#REF!',
    '#NAME?',
    '#NV',
    '#ERROR!',
    '#ERROR',
  ],
])('treats %j as empty', (cell) => {
  expect(isMissing(cell)).toBe(true);
});

test.each([
  ...['0', 'Nana', 'n', 'x', 'nah', 'not available now', 'now unknown', '#1', '#value!', '#TOOLONGANERROR!'],
  ...["n'a", "no'ne", "null'x", 'nu"ll', '100%', '#ERRORS', '(blank', 'ak.a.'],
])('%j says something', (cell) => {
  expect(isMissing(cell)).toBe(false);
});

test.each(['Zé', 'Ā', '߿', 'ࠀ', '東京', '퟿', '\ue000', '\uffee', '𝓛𝓮𝓷𝓪', '👩🏽', '\u{10ffff}'])(
  '%j is restored from UTF-8 that was read as Latin-1',
  (text) => {
    expect(repairMojibake(`a ${asLatin1(text)}${asLatin1(text)} b`)).toBe(`a ${text}${text} b`);
  },
);

test('restores text read as windows-1252', () => {
  expect(repairMojibake('itâ€™s â€œfineâ€\u009d â‚¬5 â„¢')).toBe('it’s “fine” €5 ™');
  expect(repairMojibake('Å¡Å¸Å’Å“Å½')).toBe('šŸŒœŽ');
});

test.each([
  ['a byte before the first lead byte', '\u00c1\u0081'],
  ['a lead byte beyond Unicode', '\u00f5\u0081\u0081\u0081'],
  ['a code beyond Unicode', '\u00f4\u0090\u0080\u0080'],
  ['an overlong form of three bytes', '\u00e0\u0080\u00af'],
  ['an overlong form of four bytes', '\u00f0\u0080\u0080\u00af'],
  ['the first surrogate', '\u00ed\u00a0\u0080'],
  ['the last surrogate', '\u00ed\u00bf\u00bf'],
  ['a truncated sequence', '\u00e6\u009d'],
  ['a sequence with an ASCII letter in it', '\u00e6a\u00b1'],
  ['a lead byte with another behind it', '\u00c3\u00c3'],
  ['a non-continuation character after a lead byte', '\u00c3\u0100'],
  ['plain text', 'plain'],
])('%s is unchanged', (_, text) => {
  expect(repairMojibake(text)).toBe(text);
});

test('a line has single spaces, paragraphs keep their breaks', () => {
  expect(cleanLine('  a \t b\r\n\r\nc  ')).toBe('a b c');
  expect(cleanParagraphs(' a\r\nb\rc\n\nd ')).toBe('a\nb\nc\n\nd');
  expect(cleanParagraphs('e\u0301 \ud800')).toBe('é \ufffd');
  expect(cleanLine('a\u0000\u0008\u000b\u001f\u007f\u200b\u2060\u202a\u2066\ufeffb')).toBe('ab');
});

test.each(['\u0085', 'Ã¡x\u00c3\u00a1', 'Caf\u00c3‚', 'Zééé', 'Zÿÿÿ', '?', '¿?', '???', 'a ???b', '???! b'])(
  '%j is damaged',
  (text) => {
    expect(isDamaged(text)).toBe(true);
  },
);

test.each(['Zéé', 'aaa', 'a???', 'a??? b', '??b', '÷÷÷', '×××', 'ok?', 'Ãa', ''])(
  '%j is not damaged',
  (text) => {
    expect(isDamaged(text)).toBe(false);
  },
);

test('quotes a cell on one line of at most 40 characters', () => {
  expect(quoted('  a\n\n b ')).toBe('“a b”');
  expect(quoted('🍕'.repeat(40))).toBe(`“${'🍕'.repeat(40)}”`);
  expect(quoted('🍕'.repeat(41))).toBe(`“${'🍕'.repeat(39)}…”`);
});

const now = new Date('2026-11-20T00:00:00Z');

test.each([
  ['export-2024-03-15.csv', '2024-03-15'],
  ['export_20240315.csv', '2024-03-15'],
  ['2024.12.31 list.xlsx', '2024-12-31'],
  ['list 2024 10 09', '2024-10-09'],
  ['20240229.json', '2024-02-29'],
  ['2024-01-30-final.csv', '2024-01-30'],
  ['ig_2022-06.csv', '2022-06-30'],
  ['ig_2022-12.csv', '2022-12-31'],
  ['ig_2024-02', '2024-02-29'],
  ['ig_2022-13.csv', '2022-12-31'],
  ['ig_2022-1.csv', '2022-12-31'],
  ['influencers sep-2022.csv', '2022-09-30'],
  ['DECEMBER 2021.csv', '2021-12-31'],
  ['feb2024.csv', '2024-02-29'],
  ['youtube_2023.csv', '2023-12-31'],
  ['youtube_2005.csv', '2005-12-31'],
  ['2023.csv', '2023-12-31'],
  ['list.2023', null],
  ['2026-11-20.csv', '2026-11-20'],
  ['2026-11-21.csv', null],
  ['youtube_2004.csv', null],
  ['youtube_2026.csv', null],
  ['120230.csv', null],
  ['20231.csv', null],
  ['list.csv', null],
  ['may.csv', null],
])('the file %s has figures from %s', (name, day) => {
  expect(asOfFileName(name, now)?.toISOString().slice(0, 10) ?? null).toBe(day);
});
