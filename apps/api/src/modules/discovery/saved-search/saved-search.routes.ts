import { deleteSavedSearch, listSavedSearches, saveSearch } from '@troupe/contract/discovery/creator';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../../platform/api.ts';
import { readSavedSearches, removeSavedSearch, upsertSavedSearch } from './saved-search.queries.ts';

/** Registers the saved search routes. */
export function savedSearchRoutes(api: Api): void {
  api.implement(listSavedSearches, async ({ brandId, query }) => ({
    savedSearches: await readSavedSearches(api.db, brandId, query.screen),
  }));

  api.implement(saveSearch, ({ brandId, body }) =>
    upsertSavedSearch(api.db, brandId, {
      screen: body.screen,
      name: body.name.trim(),
      query: body.query.replace(/^\?/, ''),
    }),
  );

  api.implement(deleteSavedSearch, async ({ brandId, params }) => {
    if (!(await removeSavedSearch(api.db, brandId, params.savedSearchId))) throw problem('not_found');
    return { success: true };
  });
}
