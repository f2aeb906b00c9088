import { expect, test } from 'vitest';
import { repairEncoding, withoutComments } from './header-text.ts';

/** Decodes the UTF-8 bytes of a text as iso-8859-1. */
const misread = (text: string) => new TextDecoder('iso-8859-1').decode(new TextEncoder().encode(text));

test.each(['Ça me plaît, René — merci', 'Größe “M”', 'Łódź 10 €', 'はい', '😀'])(
  'decodes UTF-8 text that was read as iso-8859-1: %s',
  (text) => {
    expect(misread(text)).not.toBe(text);
    expect(repairEncoding(misread(text))).toBe(text);
  },
);

test.each(['René', 'Größe €', 'plain', '', 'Łódź', 'Łatka', 'Āb', 'é and Ã©'])(
  'keeps correct text: %s',
  (text) => {
    expect(repairEncoding(text)).toBe(text);
  },
);

test('keeps a byte order mark', () => {
  expect(repairEncoding(misread('\ufeffÇa'))).toBe('\ufeffÇa');
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
])('removes comments from an address: %s', (written, read) => {
  expect(withoutComments(written)).toBe(read);
});
