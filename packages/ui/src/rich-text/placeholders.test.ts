import { expect, test } from 'vitest';
import { offeredPlaceholders, openedPlaceholder, placeholderSpots } from './placeholders.ts';

const names = ['Name', 'Username', 'Brand Name'];

test('a name between braces is found whatever its case and blanks; others are told apart', () => {
  expect(placeholderSpots('Hi {{Name}}, {{ brand  name }} and {{Nmae}}.', names)).toEqual([
    { from: 3, to: 11, name: 'Name' },
    { from: 13, to: 30, name: 'Brand Name' },
    { from: 35, to: 43, name: null },
  ]);
});

test('two braces before the caret open the offers, until they are closed or the line ends', () => {
  expect(openedPlaceholder('Hi {{')).toEqual({ from: 3, query: '' });
  expect(openedPlaceholder('Hi {{brand n')).toEqual({ from: 3, query: 'brand n' });
  expect(openedPlaceholder('Hi {{Name}}')).toBeNull();
  expect(openedPlaceholder('Hi {Name')).toBeNull();
  expect(openedPlaceholder('Hi {{\nName')).toBeNull();
});

test('names that start with what was typed are offered first', () => {
  expect(offeredPlaceholders('', names)).toEqual(names);
  expect(offeredPlaceholders('na', names)).toEqual(['Name', 'Username', 'Brand Name']);
  expect(offeredPlaceholders('u', names)).toEqual(['Username']);
  expect(offeredPlaceholders('zz', names)).toEqual([]);
});
