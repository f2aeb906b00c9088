import { expect, test } from 'vitest';
import { isMissingPart, isOtherBuild } from './app-version.ts';

test('recognizes a page of another build by its first script', () => {
  const page = '<script type="module" crossorigin src="/assets/index-BxY1.js"></script>';
  expect(isOtherBuild(page, '/assets/index-BxY1.js')).toBe(false);
  expect(isOtherBuild(page, '/assets/index-BxY2.js')).toBe(true);
});

test('tells failed code loading from other errors, in the wording of each browser', () => {
  for (const text of [
    'Failed to fetch dynamically imported module: https://x/assets/a.js',
    'error loading dynamically imported module: https://x/assets/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])
    expect(isMissingPart(new Error(text))).toBe(true);
  expect(isMissingPart(new TypeError('Cannot read properties of undefined'))).toBe(false);
  expect(isMissingPart('Failed to fetch dynamically imported module')).toBe(false);
});
