import type { Database } from '../../../platform/database.ts';
import { slugsLike } from './campaign.queries.ts';

const LONGEST = 60;

/** A title as the end of an address: small letters, digits and dashes. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '') || 'campaign';

/** The first of `slug`, `slug-2`, `slug-3` ... that no campaign of the brand has. */
export async function freeSlug(db: Database, brandId: string, slug: string): Promise<string> {
  const taken = await slugsLike(db, brandId, slug);
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`;
}
