import { expect, test } from 'vitest';
import { LinkSlug, randomSlug, slugOf } from './link-slug.ts';

test('accepts a-z, 0-9 and single hyphens', () => {
  for (const slug of ['mara', 'mara-10', '2026', 'a1b', 'x'.repeat(64)])
    expect(LinkSlug.safeParse(slug).success).toBe(true);
});

test.each([
  ...['', 'ab', 'Mara', 'mara_10', 'mara--10', '-mara', 'mara-', 'xn--mra-8na', 'x'.repeat(65)],
  ...[
    'mаra',
    'marа',
    'ｍａｒａ',
    'ma\u200dra',
    'mara.',
    '../mara',
    'mara%2f',
    'ma ra',
    'mara\0',
    'ımara',
    'mara\u212a',
  ],
])('refuses the slug %j', (slug) => {
  expect(LinkSlug.safeParse(slug).success).toBe(false);
});

test('finds a slug in a requested path in any case, and nothing in what needs decoding', () => {
  expect(slugOf('MARA-Tent')).toBe('mara-tent');
  for (const segment of [
    '',
    'ab',
    'mara%2Ftent',
    '..',
    'mara\0',
    'x'.repeat(64_000),
    'marа',
    'xn--mra-8na',
    'mara\u212ax',
  ])
    expect(slugOf(segment)).toBeNull();
});

test('new slugs are valid, unique and unambiguous', () => {
  const slugs = Array.from({ length: 5000 }, randomSlug);
  expect(new Set(slugs).size).toBe(5000);
  for (const slug of slugs) {
    expect(LinkSlug.safeParse(slug).success).toBe(true);
    expect(slug).not.toMatch(/[01aeilouy]/);
  }
});
