import { afterEach, expect, test } from 'vitest';
import { addMessages, catalog } from './catalog.ts';
import {
  acceptedLanguages,
  compareTexts,
  findLanguage,
  inLanguage,
  joined,
  language,
  matchLanguage,
  setLanguage,
} from './language.ts';

afterEach(() => setLanguage('en'));

test('the first wanted language that is offered is chosen', () => {
  expect(matchLanguage(['de-AT', 'en'])).toBe('de');
  expect(matchLanguage(['pt', 'es'])).toBe('pt-BR');
  expect(matchLanguage(['nl', 'fr-CA'])).toBe('fr');
  expect(matchLanguage(['ja'], ['en', 'de', 'es'])).toBe('en');
  expect(matchLanguage([])).toBe('en');
  expect(findLanguage(['nl', ''])).toBeNull();
});

test('an Accept-Language header lists tags by weight and leaves out refused ones', () => {
  expect(acceptedLanguages('en;q=0.5, ar-EG, de;q=0.9, fr;q=0')).toEqual(['ar-EG', 'de', 'en']);
  expect(acceptedLanguages(undefined)).toEqual([]);
  expect(acceptedLanguages('<script>, *;q=1, ja;q=x')).toEqual([]);
  expect(acceptedLanguages(`${'a-'.repeat(9000)}`)).toEqual([]);
});

test('a text is written in the language of a scope, which ends with an error too', () => {
  expect(inLanguage('ar', language)).toBe('ar');
  expect(() =>
    inLanguage('ja', () => {
      throw new Error('refused');
    }),
  ).toThrow('refused');
  expect(language()).toBe('en');
});

test('names are sorted the way the language does, and numbers by value', () => {
  const names = ['Zoe', 'Ñora', 'Nuria', 'Öğe', 'Oz 10', 'Oz 9'];
  expect(inLanguage('es', () => names.toSorted(compareTexts))).toEqual([
    'Nuria',
    'Ñora',
    'Öğe',
    'Oz 9',
    'Oz 10',
    'Zoe',
  ]);
  expect(inLanguage('en', () => ['Nz', 'Ñora', 'Na'].toSorted(compareTexts))).toEqual(['Na', 'Ñora', 'Nz']);
});

const english = {
  greeting: 'Hello {name}',
  unread: '{count, plural, one {# new message} other {# new messages}}',
  link: 'Read <link>the terms</link> first',
};
interface Messages {
  greeting: { name: string };
  unread: { count: number };
  link: { link: (words: never) => unknown };
}
const t = catalog<Messages>('test/catalog', english);

test('plurals follow the rules of the language', () => {
  addMessages('ar', {
    'test/catalog': {
      unread:
        '{count, plural, zero {لا رسائل} one {رسالة واحدة} two {رسالتان} few {# رسائل} many {# رسالة} other {# رسالة}}',
    },
  });
  expect([1, 1234].map((count) => t('unread', { count }))).toEqual(['1 new message', '1,234 new messages']);
  setLanguage('ar');
  expect([0, 1, 2, 3, 11].map((count) => t('unread', { count }))).toEqual([
    'لا رسائل',
    'رسالة واحدة',
    'رسالتان',
    '3 رسائل',
    '11 رسالة',
  ]);
});

test('a message that a language lacks is written in English', () => {
  addMessages('de', { 'test/catalog': { greeting: 'Hallo {name}' } });
  setLanguage('de');
  expect(t('greeting', { name: 'Cleo' })).toBe('Hallo Cleo');
  expect(t('unread', { count: 2 })).toBe('2 new messages');
});

test('names keep their own direction inside Arabic', () => {
  addMessages('ar', { 'test/catalog': { greeting: 'مرحبًا {name}' } });
  setLanguage('ar');
  expect(t('greeting', { name: 'Cleo' })).toBe('مرحبًا \u2068Cleo\u2069');
  expect(joined(['a', '', null, 'b'])).toBe('\u2068a\u2069، \u2068b\u2069');
});

test('tags become the parts that the caller makes of them', () => {
  expect(t.rich('link', { link: (words) => ({ words }) })).toEqual([
    'Read ',
    { words: ['the terms'] },
    ' first',
  ]);
});
