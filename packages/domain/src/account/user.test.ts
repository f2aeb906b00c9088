import { expect, test } from 'vitest';
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

test('[R4.041] without a saved brand the first brand profile is shown', () => {
  expect(shown(null)).toBe(first);
  expect(shown(null, 'administrator', [second])).toBe(second);
  expect(shown(null, 'brand', [])).toBeNull();
});

test('[R4.040] the saved brand is shown to whoever may see it', () => {
  expect(shown(second)).toBe(second);
  expect(shown(other)).toBe(first);
  expect(shown(other, 'administrator')).toBe(other);
  expect(shown(other, 'brand', [])).toBeNull();
});

test('the group admin makes an administrator', () => expect(ADMIN_GROUP).toBe('admin'));
