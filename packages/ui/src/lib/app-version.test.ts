import { expect, test } from 'vitest';
import { isMissingPart, isOtherBuild } from './app-version.ts';

test('a page of another build is known by the script it begins with', () => {
  const page = '<script type="module" crossorigin src="/assets/index-BxY1.js"></script>';
  expect(isOtherBuild(page, '/assets/index-BxY1.js')).toBe(false);
  expect(isOtherBuild(page, '/assets/index-BxY2.js')).toBe(true);
});

test('a part that could not be fetched is told from other failures, in the words of each browser', () => {
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
