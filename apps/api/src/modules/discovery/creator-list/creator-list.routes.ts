import * as calls from '@troupe/contract/discovery/creator-list';
import type { CreatorList } from '@troupe/domain/discovery/creator-list';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, Caller } from '../../../platform/api.ts';
import type { BreakdownReader } from './creator-list.port.ts';
import {
  insertList,
  readList,
  readListPage,
  readLists,
  setListArchived,
  updateList,
} from './creator-list.queries.ts';
import {
  addCreators,
  copyItems,
  type ItemWriter,
  moveItems,
  saveItem,
  setItemsArchived,
  tagItems,
} from './creator-list-item.queries.ts';
import { type ItemReader, readArchivedPage, readItem, readItemPage } from './creator-list-page.queries.ts';

/** Lists of creators and what stands on them. */
export function creatorListRoutes(api: Api, content: BreakdownReader): void {
  const now = () => api.clock.now().toISOString();
  const writer = (brandId: string, caller: Caller): ItemWriter => ({
    brandId,
    userId: caller.userId,
    now: now(),
  });
  const reader = (brandId: string): ItemReader => ({
    pool: api.pool,
    brandId,
    content,
    now: api.clock.now(),
  });
  async function listOrNotFound(brandId: string, id: string): Promise<CreatorList> {
    const list = await readList(api.db, brandId, id);
    if (!list) throw problem('not_found');
    return list;
  }

  api.implement(calls.listCreatorLists, async ({ brandId }) => ({ lists: await readLists(api.db, brandId) }));

  api.implement(calls.listCreatorListDetails, async ({ brandId, params, query }) => {
    const { lists, total } = await readListPage(api.db, brandId, {
      page: params.page,
      archived: query.archived ?? false,
      search: query.search ?? '',
      sort: query.sort ?? 'updated',
    });
    return { lists, ...pagesOf(params.page, total) };
  });

  api.implement(calls.createCreatorList, async ({ brandId, body }) =>
    listOrNotFound(brandId, await insertList(api.db, brandId, body, now())),
  );

  api.implement(calls.updateCreatorList, async ({ brandId, params, body }) => {
    if (!(await updateList(api.db, brandId, params.id, body, now()))) throw problem('not_found');
    return listOrNotFound(brandId, params.id);
  });

  api.implement(calls.archiveCreatorList, async ({ brandId, params, body }) => {
    if (!(await setListArchived(api.db, brandId, params.id, body.archived, now())))
      throw problem('not_found');
    return {
      success: true,
      message: body.archived ? 'Creator list archived.' : 'Creator list recovered.',
      list: await listOrNotFound(brandId, params.id),
    };
  });

  api.implement(calls.listCreatorListItems, async ({ brandId, params, query }) => {
    const found = await readItemPage(reader(brandId), params.productListId, {
      page: params.page,
      search: query.search ?? '',
      tags: query.tag,
      platforms: query.platform,
      sort: query.sort ?? 'saved',
    });
    if (!found) throw problem('not_found');
    const { list, items, total } = found;
    return { list, items, ...pagesOf(params.page, total) };
  });

  api.implement(calls.addToCreatorList, async ({ brandId, caller, params, body }) =>
    addCreators(api.db, writer(brandId, caller), params.id, body.socialProfileIds),
  );

  api.implement(calls.updateCreatorListItem, async ({ brandId, caller, params, body }) => {
    const overwritten = await saveItem(api.db, writer(brandId, caller), params.itemId, body);
    const item = await readItem(reader(brandId), params.itemId);
    if (overwritten === undefined || !item) throw problem('not_found');
    return { item, overwritten };
  });

  api.implement(calls.changeCreatorListItems, async ({ brandId, caller, body }) => {
    const by = writer(brandId, caller);
    switch (body.action) {
      case 'archive':
      case 'unarchive':
        return setItemsArchived(api.db, by, body.itemIds, body.action === 'archive');
      case 'tag':
        return tagItems(api.db, by, body.itemIds, body.add, body.remove);
      case 'copy':
        return copyItems(api.db, by, body.itemIds, body.listId);
      case 'move':
        return moveItems(api.db, by, body.itemIds, body.listId);
    }
  });

  api.implement(calls.archiveCreatorListItem, async ({ brandId, caller, params }) => {
    await setItemsArchived(api.db, writer(brandId, caller), [params.itemId], true);
    return { success: true, message: 'Creator list item archived.' };
  });

  api.implement(calls.unarchiveCreatorListItem, async ({ brandId, caller, params }) => {
    await setItemsArchived(api.db, writer(brandId, caller), [params.itemId], false);
    return { success: true, message: 'Creator list item recovered.' };
  });

  api.implement(calls.listArchivedCreators, async ({ brandId, query }) => {
    const { items, total } = await readArchivedPage(reader(brandId), query.page);
    return { items, ...pagesOf(query.page, total) };
  });
}
