import { expect, test } from 'vitest';
import { fold, markTerms, searchTerms } from './creator-words.ts';

const texts = (query: string) => searchTerms(query).map(({ text }) => text);
const marked = (text: string, query: string, options = { anywhere: false }) =>
  markTerms(text, searchTerms(query), options)
    ?.map((part) => (part.match ? `[${part.text}]` : part.text))
    .join('') ?? null;

test('a search does not mind case, accents or styled letters', () => {
  expect(fold('ZOË Müller 𝓛𝓮𝓷𝓪 ﬁt')).toBe('zoe muller lena fit');
  expect(fold('ΣΊΣΥΦΟΣ')).toBe('σισυφοσ');
});

test('words end at anything that is no letter or digit', () => {
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

test('scripts without spaces are searched by pairs of characters, an emoji is a word', () => {
  expect(texts('東京カメラ')).toEqual(['東京', '京カ', 'カメ', 'メラ']);
  expect(texts('🌱vegan👩🏽‍🍳')).toEqual(['🌱', 'vegan', '👩', '🍳']);
});

test('the last word may be unfinished', () => {
  expect(searchTerms('slow trav').map(({ prefix }) => prefix)).toEqual([false, true]);
});

test('only plain words of three characters or more are looked for in the middle of names', () => {
  expect(searchTerms('fit ab مرحبا').map(({ inName }) => inName)).toEqual([true, false, false]);
});

test('matches are marked in the text as it was written', () => {
  expect(marked('Zoë’s VEGAN veganism', 'vegan zoe')).toBe('[Zoë]’s [VEGAN] [vegan]ism');
  expect(marked('annafit', 'fit')).toBeNull();
  expect(marked('annafit', 'fit', { anywhere: true })).toBe('anna[fit]');
  expect(marked('東京カメラ部', 'カメラ')).toBe('東京[カメラ]部');
  expect(marked('مرحبا بكم', 'بكم')).toBe('مرحبا [بكم]');
  expect(marked('I 🌱 you', '🌱')).toBe('I [🌱] you');
  expect(marked('<b>bold</b>', 'bold')).toBe('<b>[bold]</b>');
});

test('a long text is cut to the place that matches, at spaces', () => {
  const text = `${'before '.repeat(50)}needle ${'after '.repeat(50)}`;
  const parts = markTerms(text, searchTerms('needle'), { anywhere: false, around: 60 });
  expect(parts?.map((part) => part.text).join('')).toMatch(/^… (before )+needle (after )*after …$/);
  expect(parts?.filter((part) => part.match)).toEqual([{ text: 'needle', match: true }]);
});
