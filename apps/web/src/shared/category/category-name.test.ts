import path from 'node:path';
import { CATEGORIES } from '@troupe/domain/discovery/creator-category';
import { addMessages } from '@troupe/i18n/catalog';
import { readCatalogs } from '@troupe/i18n/catalog-files';
import { inLanguage } from '@troupe/i18n/language';
import { beforeAll, expect, test } from 'vitest';
import { categoryName, categoryOptions, NAMED } from './category-name.ts';

beforeAll(() => {
  const repository = path.resolve(import.meta.dirname, '../../../../..');
  for (const { id, texts } of readCatalogs(repository, ['apps/web']))
    addMessages('de', { [id]: texts.de ?? {} });
});

test('categories are written and sorted in the language of the page; others stay as they are', () => {
  const options = () => categoryOptions(['Home', 'Running', 'Vintage bikes']).map(({ label }) => label);
  expect(inLanguage('en', options)).toEqual(['Home', 'Running', 'Vintage bikes']);
  expect(inLanguage('de', options)).toEqual(['Laufen', 'Vintage bikes', 'Wohnen']);
  expect([...NAMED]).toEqual([...CATEGORIES]);
  expect(inLanguage('de', () => categoryName('constructor'))).toBe('constructor');
});
