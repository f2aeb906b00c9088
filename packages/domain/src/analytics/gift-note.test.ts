import path from 'node:path';
import { addMessages } from '@troupe/i18n/catalog';
import { readCatalogs } from '@troupe/i18n/catalog-files';
import { inLanguage } from '@troupe/i18n/language';
import { beforeAll, expect, test } from 'vitest';
import { costNote, productNote, shippingNote } from './gift-note.ts';

beforeAll(() => {
  const repository = path.resolve(import.meta.dirname, '../../../..');
  for (const { id, texts } of readCatalogs(repository, ['packages/domain']))
    for (const of of ['de', 'es'] as const) addMessages(of, { [id]: texts[of] ?? {} });
});

test.each([
  [productNote('#1004', ['Camp Mug, Moss'], false), 'Geschenk #1004: Camp Mug, Moss'],
  [productNote('#1004', ['Mug', 'Kit: two'], true), 'Geschenk #1004: Mug; Kit: two (Verkaufspreis)'],
  ['Gift #1004', 'Geschenk #1004'],
  ['Paid in cash', 'Paid in cash'],
])('a gift cost noted as %j reads %j in German', (note, german) => {
  expect(costNote({ source: 'gift', note })).toBe(note);
  expect(inLanguage('de', () => costNote({ source: 'gift', note }))).toBe(german);
});

test('a gift cost for shipping is named in the language of the reader', () => {
  const read = () => costNote({ source: 'gift', note: shippingNote('#1004') });
  expect(inLanguage('en', read)).toBe('Shipping for gift #1004');
  expect(inLanguage('de', read)).toBe('Versand von Geschenk #1004');
});

test('a note that a person wrote about another cost stays as it is', () => {
  const note = 'Shipping of gift #1004';
  expect(inLanguage('es', () => costNote({ source: 'hand', note }))).toBe(note);
  expect(inLanguage('es', () => costNote({ source: 'gift', note }))).toBe('Envío del regalo #1004');
});
