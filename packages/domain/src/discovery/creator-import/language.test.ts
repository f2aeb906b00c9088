import { expect, test } from 'vitest';
import { languageCode, readLanguage } from './language.ts';

test.each([
  ['en', 'en, EN, en-US, en_GB, en-Latn-US, English, Inglés, Englisch, 英語'],
  ['he', 'iw, he, Hebrew'],
  ['id', 'in, Indonesian, Indonesia'],
  ['yi', 'ji, Yiddish'],
  ['jv', 'jw, jv'],
  ['ro', 'mo, Romanian, Română'],
  ['tl', 'fil, tl'],
  ['ceb', 'ceb, Cebuano'],
  ['de', 'German, Deutsch, Alemán, Allemand, Niemiecki'],
  ['pt', 'português, PORTUGUESE, pt_BR'],
])('%s is the code of %s', (code, names) => {
  for (const name of names.split(', ')) expect(languageCode(name), name).toBe(code);
});

test.each(['xx', 'qqq', 'Klingonish', 'x1', '1en', 'en!', 'my en', 'en-a', ''])(
  '%j is no language',
  (name) => {
    expect(languageCode(name)).toBeNull();
  },
);

test.each(['', 'N/A', 'und', 'un', 'zxx', 'MUL', 'mis', ' other ', 'Others', 'none', 'xx'])(
  '%j says nothing about a language',
  (cell) => {
    expect(readLanguage(cell)).toEqual({ kind: 'missing' });
  },
);

test('a language that is not known is refused', () => {
  expect(readLanguage('Italian')).toEqual({ kind: 'value', value: 'it' });
  for (const cell of ['another', 'undecided'])
    expect(readLanguage(cell)).toEqual({ kind: 'refused', reason: `Language “${cell}” is not known` });
});
