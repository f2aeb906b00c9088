import { expect, test } from 'vitest';
import { DEFAULT_LOCALE, LOCALES, MOST_PICTURE_BYTES, ProfileChange, TimeZone } from './profile.ts';

const read = (change: object) => ProfileChange.safeParse(change);

test('dates and numbers have five formats', () => {
  expect(LOCALES).toEqual(['en-GB', 'en-US', 'de-DE', 'fr-FR', 'es-ES']);
  expect([DEFAULT_LOCALE, MOST_PICTURE_BYTES]).toEqual(['en-GB', 5_242_880]);
});

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['america/new_york', true],
  ['+01:00', false],
  ['Europe/Nowhere', false],
  ['', false],
])('%j is a time zone: %s', (zone, known) => {
  expect(TimeZone.safeParse(zone).success).toBe(known);
});

test('a person changes one thing at least, and nothing else', () => {
  expect(read({ firstName: '  Ása ' }).data).toEqual({ firstName: 'Ása' });
  expect(read({ lastName: '' }).data).toEqual({ lastName: '' });
  expect(read({ timeZone: null, locale: null, pictureUrl: null }).success).toBe(true);
  expect(read({ locale: 'de-DE', timeZone: 'UTC' }).success).toBe(true);
  for (const refused of [
    ...[{}, { role: 'administrator' }, { firstName: ' ' }, { firstName: 'a\nb' }, { lastName: 'a\u0007' }],
    ...[{ firstName: 'x'.repeat(81) }, { lastName: 'x'.repeat(81) }, { locale: 'pl-PL' }],
    ...[{ timeZone: 'x' }, { pictureUrl: 'https://a.example/a.png' }],
  ])
    expect(read(refused).success, JSON.stringify(refused).slice(0, 60)).toBe(false);
  expect(read({ firstName: 'x'.repeat(80) }).success).toBe(true);
  expect(read({ lastName: 'evil.com' }).error?.issues).toMatchObject([
    { path: ['lastName'], message: 'Leave out web and email addresses' },
  ]);
});
