import { deleteSavedSearch, listSavedSearches, saveSearch } from '@troupe/contract/discovery/creator';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../../platform/api.ts';
import { readSavedSearches, removeSavedSearch, upsertSavedSearch } from './saved-search.queries.ts';

/** Registers the saved search routes. */
export function savedSearchRoutes(api: Api): void {
  api.implement(listSavedSearches, async ({ brandId, caller: { userId }, query }) => ({
    savedSearches: await readSavedSearches(api.db, { brandId, userId }, query.screen),
  }));

  api.implement(saveSearch, ({ brandId, caller: { userId }, body }) =>
    upsertSavedSearch(
      api.db,
      { brandId, userId },
      {
        personal: body.personal,
        screen: body.screen,
        name: body.name.trim(),
        query: body.query.replace(/^\?/, ''),
      },
    ),
  );

  api.implement(deleteSavedSearch, async ({ brandId, caller: { userId }, params }) => {
    if (!(await removeSavedSearch(api.db, { brandId, userId }, params.savedSearchId)))
      throw problem('not_found');
    return { success: true };
  });
}
