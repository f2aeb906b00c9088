import { z } from 'zod';
import { Id } from '../shape.ts';
import { BrandRole } from './brand-role.ts';
import { ProductUpdateId } from './product-update-id.ts';
import { Locale } from './profile.ts';

/** What a person is to the product: internal staff, member of brands, or a creator. */
export const Role = z.enum(['administrator', 'brand', 'creator']);
export type Role = z.infer<typeof Role>;

/** The group that makes the holder of a token an administrator. */
export const ADMIN_GROUP = 'admin';

// Its schema is a module of its own: every page of the app needs rules of this one, and none of them a schema.
export type { BrandRole } from './brand-role.ts';

/** A user's membership of one brand. */
export const BrandProfile = z.object({
  brandId: Id,
  role: BrandRole,
  brand: z.object({ id: Id, name: z.string() }),
});
export type BrandProfile = z.infer<typeof BrandProfile>;

/** The person behind the token. */
export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
  brandProfiles: z.array(BrandProfile),
  extraData: z.object({
    selectedBrand: Id.nullable(),
    /** The newest product update they saw; null before the first. */
    readUpdate: ProductUpdateId.nullable(),
  }),
  /** Address of their picture, null for initials. */
  pictureUrl: z.string().nullable(),
  /** IANA time zone for what they are shown; null is that of their browser. */
  timeZone: z.string().nullable(),
  /** How dates and numbers are written for them; null is the product's own way. */
  locale: Locale.nullable(),
});
export type User = z.infer<typeof User>;

/**
 * The brand to show first: the saved one when the user may still see it, else the first brand profile,
 * else nothing. Administrators may see every brand.
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
