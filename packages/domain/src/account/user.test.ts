import { expect, test } from 'vitest';
import { LOCALES, MAX_PICTURE_BYTES, ProfileChange, TimeZone } from './profile.ts';
import { ADMIN_GROUP, selectedBrandOf } from './user.ts';

const [first, second, other] = [
  '0198c2f0-0000-7000-8000-000000000001',
  '0198c2f0-0000-7000-8000-000000000002',
  '0198c2f0-0000-7000-8000-000000000003',
];
const profile = (brandId: string) => ({
  brandId,
  role: 'member' as const,
  brand: { id: brandId, name: 'A' },
});
const shown = (
  selectedBrand: string | null,
  role: 'brand' | 'administrator' = 'brand',
  brands = [first, second],
) => selectedBrandOf({ role, brandProfiles: brands.map(profile), extraData: { selectedBrand } });

test('[R4.041] shows the first brand if none is saved', () => {
  expect(shown(null)).toBe(first);
  expect(shown(null, 'administrator', [second])).toBe(second);
  expect(shown(null, 'brand', [])).toBeNull();
});

test('[R4.040] shows the saved brand to anyone with access', () => {
  expect(shown(second)).toBe(second);
  expect(shown(other)).toBe(first);
  expect(shown(other, 'administrator')).toBe(other);
  expect(shown(other, 'brand', [])).toBeNull();
});

test('administrators belong to the group admin', () => expect(ADMIN_GROUP).toBe('admin'));

const read = (change: object) => ProfileChange.safeParse(change);

test('supports five formats for dates and numbers', () => {
  expect(LOCALES).toEqual(['en-GB', 'en-US', 'de-DE', 'fr-FR', 'es-ES']);
  expect(MAX_PICTURE_BYTES).toBe(5_242_880);
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

test('a profile update contains at least one known field and no others', () => {
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
    { path: ['lastName'], message: "Don't include URLs or email addresses" },
  ]);
});
