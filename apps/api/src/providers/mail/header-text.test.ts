import { expect, test } from 'vitest';
import { withMendedEncoding, withoutComments } from './header-text.ts';

/** What a program reads that takes the bytes of a UTF-8 text for iso-8859-1. */
const misread = (text: string) => new TextDecoder('iso-8859-1').decode(new TextEncoder().encode(text));

test.each(['Ça me plaît, René — merci', 'Größe “M”', 'Łódź 10 €', 'はい', '😀'])(
  'text read as iso-8859-1 is UTF-8 again: %s',
  (text) => {
    expect(misread(text)).not.toBe(text);
    expect(withMendedEncoding(misread(text))).toBe(text);
  },
);

test.each(['René', 'Größe €', 'plain', '', 'Łódź', 'Łatka', 'Āb', 'é and Ã©'])(
  'correct text stays as it is: %s',
  (text) => {
    expect(withMendedEncoding(text)).toBe(text);
  },
);

test('a mark of byte order stays', () => {
  expect(withMendedEncoding(misread('\ufeffÇa'))).toBe('\ufeffÇa');
});

test.each([
  ['pete(his account)@silly.test(his host)', 'pete@silly.test'],
  ["c@(Chris's host.)public.example", 'c@public.example'],
  ['mia(one (two) \\) three)@x.test', 'mia@x.test'],
  ['mia@x.test', 'mia@x.test'],
  ['"mia(b)"@x.test', '"mia(b)"@x.test'],
  ['a("b)c@x.test', 'ac@x.test'],
  ['mia)(x)@x.test', 'mia)@x.test'],
  ['"a\\"(b)"@x.test', '"a\\"(b)"@x.test'],
  ['mia (x) @  x.test', 'mia@x.test'],
  ['mia@x.test\\', 'mia@x.test\\'],
  ['mia(open@x.test', 'mia(open@x.test'],
])('an address loses its comments: %s', (written, read) => {
  expect(withoutComments(written)).toBe(read);
});
