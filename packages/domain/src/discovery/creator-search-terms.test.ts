import { expect, test } from 'vitest';
import { fold, markTerms, searchTerms } from './creator-search-terms.ts';

const texts = (query: string) => searchTerms(query).map(({ text }) => text);
const marked = (text: string, query: string, options = { anywhere: false }) =>
  markTerms(text, searchTerms(query), options)
    ?.map((part) => (part.match ? `[${part.text}]` : part.text))
    .join('') ?? null;

test('a search ignores case, accents and character styles', () => {
  expect(fold('ZOË Müller 𝓛𝓮𝓷𝓪 ﬁt')).toBe('zoe muller lena fit');
  expect(fold('ΣΊΣΥΦΟΣ')).toBe('σισυφοσ');
});

test('words end at any character other than letters and digits', () => {
  expect(texts(`anna.fit_travel l'oreal 100% \\ "quoted"`)).toEqual([
    'anna',
    'fit',
    'travel',
    'l',
    'oreal',
    '100',
    'quoted',
  ]);
  expect(texts('%_\'"\\;--')).toEqual([]);
  expect(texts('anna ANNA')).toEqual(['anna']);
});

test('scripts without spaces are searched by character pairs, and an emoji is a word', () => {
  expect(texts('東京カメラ')).toEqual(['東京', '京カ', 'カメ', 'メラ']);
  expect(texts('🌱vegan👩🏽‍🍳')).toEqual(['🌱', 'vegan', '👩', '🍳']);
});

test('a single character of a spaceless script matches as a prefix; pairs and emoji match whole', () => {
  expect(searchTerms('東')).toEqual([{ text: '東', prefix: true, inName: false }]);
  expect(searchTerms('東京')).toEqual([{ text: '東京', prefix: false, inName: false }]);
  expect(searchTerms('🌱')).toEqual([{ text: '🌱', prefix: false, inName: false }]);
  expect(searchTerms('ab')).toEqual([{ text: 'ab', prefix: true, inName: false }]);
  expect(searchTerms('abc')).toEqual([{ text: 'abc', prefix: true, inName: true }]);
  expect(searchTerms('straße').map(({ inName }) => inName)).toEqual([false]);
  expect(searchTerms('ßabc abcß').map(({ inName }) => inName)).toEqual([false, false]);
});

test('the last word can be incomplete', () => {
  expect(searchTerms('slow trav').map(({ prefix }) => prefix)).toEqual([false, true]);
});

test('only alphanumeric words of at least three characters match inside names', () => {
  expect(searchTerms('fit ab مرحبا').map(({ inName }) => inName)).toEqual([true, false, false]);
});

test('marks matches in the original text', () => {
  expect(marked('Zoë’s VEGAN veganism', 'vegan zoe')).toBe('[Zoë]’s [VEGAN] [vegan]ism');
  expect(marked('annafit', 'fit')).toBeNull();
  expect(marked('annafit', 'fit', { anywhere: true })).toBe('anna[fit]');
  expect(marked('東京カメラ部', 'カメラ')).toBe('東京[カメラ]部');
  expect(marked('مرحبا بكم', 'بكم')).toBe('مرحبا [بكم]');
  expect(marked('I 🌱 you', '🌱')).toBe('I [🌱] you');
  expect(marked('<b>bold</b>', 'bold')).toBe('<b>[bold]</b>');
});

test('marks matches at the start and after characters of other scripts', () => {
  expect(marked('vegan', 'vegan')).toBe('[vegan]');
  expect(marked('xvegan vegan', 'vegan')).toBe('xvegan [vegan]');
  expect(marked('🌱vegan', 'vegan')).toBe('🌱[vegan]');
  expect(marked('a🌱', '🌱')).toBe('a[🌱]');
  expect(marked('a東京', '東京')).toBe('a[東京]');
  expect(marked('ëëvegan', 'vegan')).toBeNull();
  expect(marked('Zoë', 'zoe')).toBe('[Zoë]');
  expect(marked('Zoe\u0308\u0301 x', 'zoe')).toBe('[Zoe\u0308\u0301] x');
  expect(marked('\u0308é vegan', 'vegan')).toBe('\u0308é [vegan]');
});

test('truncates a text around the first match of any term', () => {
  const text = `${'x '.repeat(40)}late ${'y '.repeat(40)}`;
  const cutAt = (query: string, around: number) =>
    markTerms(`early ${text}`, searchTerms(query), { anywhere: false, around })
      ?.map((part) => part.text)
      .join('');
  expect(cutAt('late early', 20)).toBe('early x x x x x x x …');
  expect(cutAt('early late', 20)).toBe('early x x x x x x x …');
  expect(cutAt('late', 20)).toBe('… x x x late y y y y y …');
  expect(cutAt('early', 1000)).toBe(`early ${text}`);
});

test('truncates text without spaces between characters', () => {
  const cutAt = (text: string, query: string, around: number) =>
    markTerms(text, searchTerms(query), { anywhere: true, around })
      ?.map((part) => part.text)
      .join('');
  expect(cutAt(`${'x'.repeat(60)}needle${'y'.repeat(60)}`, 'needle', 30)).toBe(
    `… ${'x'.repeat(10)}needle${'y'.repeat(14)} …`,
  );
  expect(cutAt(`${'🍕'.repeat(30)}a needle`, 'needle', 33)?.isWellFormed()).toBe(true);
  expect(cutAt(`needle ${'🍕'.repeat(30)}`, 'needle', 30)?.isWellFormed()).toBe(true);
});

test('truncates long text around the match, at spaces', () => {
  const text = `${'before '.repeat(50)}needle ${'after '.repeat(50)}`;
  const parts = markTerms(text, searchTerms('needle'), { anywhere: false, around: 60 });
  expect(parts?.map((part) => part.text).join('')).toMatch(/^… (before )+needle (after )*after …$/);
  expect(parts?.filter((part) => part.match)).toEqual([{ text: 'needle', match: true }]);
});
