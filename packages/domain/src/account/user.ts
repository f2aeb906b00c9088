import { z } from 'zod';
import { Id } from '../shape.ts';
import { BrandRole } from './brand-role.ts';
import { ProductUpdateId } from './product-update-id.ts';
import { LanguageTag, Locale } from './profile.ts';

/** Kind of user: internal staff, brand member or creator. */
export const Role = z.enum(['administrator', 'brand', 'creator']);
export type Role = z.infer<typeof Role>;

/** Token group that makes its holder an administrator. */
export const ADMIN_GROUP = 'admin';

// The schema has its own module: every page needs these rules, but not the schema library.
export type { BrandRole } from './brand-role.ts';

/** A user's membership in a brand. */
export const BrandProfile = z.object({
  brandId: Id,
  role: BrandRole,
  brand: z.object({ id: Id, name: z.string() }),
});
export type BrandProfile = z.infer<typeof BrandProfile>;

/** A signed-in user. */
export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
  brandProfiles: z.array(BrandProfile),
  extraData: z.object({
    selectedBrand: Id.nullable(),
    /** The newest product update the user has read; null before the first. */
    readUpdate: ProductUpdateId.nullable(),
  }),
  /** URL of the profile picture; null shows initials. */
  pictureUrl: z.string().nullable(),
  /** IANA time zone; null uses the browser's. */
  timeZone: z.string().nullable(),
  /** How dates and numbers are written for them; null follows the language. */
  locale: Locale.nullable(),
  /** The language of screens and emails; null is that of their browser, and English in emails. */
  language: LanguageTag.nullable(),
});
export type User = z.infer<typeof User>;

/**
 * Returns the brand to show first: the saved one if the user still has access, else their first
 * brand, else null. Administrators can see every brand.
 */
export function selectedBrandOf(
  user: Pick<User, 'role' | 'brandProfiles'> & { extraData: Pick<User['extraData'], 'selectedBrand'> },
): string | null {
  const saved = user.extraData.selectedBrand;
  if (
    saved &&
    (user.role === 'administrator' || user.brandProfiles.some((profile) => profile.brandId === saved))
  ) {
    return saved;
  }
  return user.brandProfiles[0]?.brandId ?? null;
}
