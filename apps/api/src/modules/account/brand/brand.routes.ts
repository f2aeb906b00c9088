import { createBrand, updateBrand } from '@troupe/contract/account/brand';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../../platform/api.ts';
import { insertBrand, writeBrand } from './brand.queries.ts';

/** Brands: made by administrators, changed by their owners. */
export function brandRoutes(api: Api): void {
  api.implement(updateBrand, async ({ brandId, body }) => {
    const { name, website, description } = body;
    const details = { name: name.trim(), website, description: description.trim() };
    if (!(await writeBrand(api.db, brandId, details))) throw problem('not_found');
    return details;
  });

  api.implement(createBrand, async ({ body }) => ({ brandId: await insertBrand(api.db, body) }));
}
