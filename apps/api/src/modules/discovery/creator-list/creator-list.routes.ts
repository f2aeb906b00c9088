import { Readable } from 'node:stream';
import * as calls from '@troupe/contract/discovery/creator-list';
import { type CreatorList, ITEM_FIELDS } from '@troupe/domain/discovery/creator-list';
import type { SafetyCategory } from '@troupe/domain/discovery/safety-flag';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, CallContext, Caller, ChangeContext } from '../../../platform/api.ts';
import { JsonText } from '../../../platform/raw-json.ts';
import {
  insertList,
  readList,
  readListPage,
  readLists,
  repairListCounts,
  setListArchived,
  updateList,
} from './creator-list.queries.ts';
import { itemsCsv } from './creator-list-csv.ts';
import {
  addCreators,
  copyItems,
  type ItemWriter,
  moveItems,
  publishSave,
  type SavedRow,
  savedItem,
  saveItem,
  setItemsArchived,
  tagItems,
} from './creator-list-item.queries.ts';
import {
  type BreakdownReader,
  type ItemReader,
  itemOfRow,
  readArchivedPage,
  readItem,
  readItemPage,
  readItemPageJson,
} from './creator-list-page.queries.ts';

/** Dependencies of the list routes. */
/** Returns categories of open brand-safety flags by creator. */
type FlagReader = (brandId: string, creatorIds: readonly string[]) => Promise<Map<string, SafetyCategory[]>>;

interface ListParts {
  api: Api;
  content: BreakdownReader;
  flags: FlagReader;
}

/** Registers the routes of creator lists and their items. */
export function creatorListRoutes(api: Api, content: BreakdownReader, flags: FlagReader): void {
  const { implement, implementChange } = api;
  const parts = { api, content, flags };
  implement(calls.listCreatorLists, (context) => listLists(api, context));
  implement(calls.listCreatorListDetails, (context) => listDetails(api, context));
  implementChange(calls.createCreatorList, (context) => createList(api, context));
  implementChange(calls.updateCreatorList, (context) => changeList(api, context));
  implementChange(calls.archiveCreatorList, (context) => archiveList(api, context));
  implement(calls.listCreatorListItems, (context) => listItems(parts, context));
  implement(calls.exportCreatorList, (context) => exportItems(parts, context));
  implementChange(calls.addToCreatorList, (context) => addToList(api, context));
  implementChange(calls.updateCreatorListItem, (context) => changeItem(parts, context));
  implementChange(calls.changeCreatorListItems, (context) => changeItems(api, context));
  implementChange(calls.archiveCreatorListItem, (context) => archiveItem(api, context));
  implementChange(calls.unarchiveCreatorListItem, (context) => unarchiveItem(api, context));
  implement(calls.listArchivedCreators, (context) => listArchivedItems(parts, context));
}

/** Checks list counts every night. */
export function creatorListJobs({ jobs, pool, log }: Api): void {
  jobs.every('50 3 * * *', 'creator-list.counts', async (signal) => {
    const wrong = await repairListCounts(pool, signal);
    if (wrong > 0) log.warn({ lists: wrong }, 'repaired counts of creator lists');
  });
}

const now = (api: Api): string => api.clock.now().toISOString();

const writer = (api: Api, brandId: string, caller: Caller): ItemWriter => ({
  brandId,
  userId: caller.userId,
  now: now(api),
});

const reader = ({ api, content }: ListParts, brandId: string): ItemReader => ({
  pool: api.pool,
  brandId,
  content,
  now: api.clock.now(),
});

async function listOrNotFound(api: Api, brandId: string, id: string): Promise<CreatorList> {
  const list = await readList(api.db, brandId, id);
  if (!list) throw problem('not_found');
  return list;
}

async function listLists(api: Api, { brandId }: CallContext<typeof calls.listCreatorLists>) {
  return { lists: await readLists(api.db, brandId) };
}

async function listDetails(
  api: Api,
  { brandId, params, query }: CallContext<typeof calls.listCreatorListDetails>,
) {
  const { lists, total } = await readListPage(api.db, brandId, {
    page: params.page,
    archived: query.archived ?? false,
    search: query.search ?? '',
    sort: query.sort ?? 'updated',
  });
  return { lists, ...pagesOf(params.page, total) };
}

async function createList(
  api: Api,
  { brandId, body, commit }: ChangeContext<typeof calls.createCreatorList>,
) {
  const id = await commit((tx) => insertList(tx, brandId, body, now(api)));
  return listOrNotFound(api, brandId, id);
}

async function changeList(
  api: Api,
  { brandId, params, body, commit }: ChangeContext<typeof calls.updateCreatorList>,
) {
  await commit(async (tx) => {
    if (!(await updateList(tx, brandId, params.id, body, now(api)))) throw problem('not_found');
  });
  return listOrNotFound(api, brandId, params.id);
}

async function archiveList(
  api: Api,
  { brandId, params, body, commit }: ChangeContext<typeof calls.archiveCreatorList>,
) {
  await commit(async (tx) => {
    if (!(await setListArchived(tx, brandId, params.id, body.archived, now(api)))) throw problem('not_found');
  });
  return {
    success: true,
    message: body.archived ? 'Creator list archived.' : 'Creator list recovered.',
    list: await listOrNotFound(api, brandId, params.id),
  };
}

async function listItems(
  parts: ListParts,
  { brandId, params, query }: CallContext<typeof calls.listCreatorListItems>,
) {
  const { page } = params;
  const { search = '', tag: tags, platform: platforms, safety, sort = 'saved' } = query;
  const { profile = 'whole' } = query;
  const asked = { page, search, tags, platforms, safety, sort, profile };
  const by = reader(parts, brandId);
  if (profile === 'summary') {
    const found = await readItemPageJson(by, params.productListId, asked);
    if (!found) throw problem('not_found');
    const { pages, total } = pagesOf(page, found.total);
    const list = JSON.stringify(found.list);
    return new JsonText(
      `{"list":${list},"items":${found.items},"page":${page},"pages":${pages},"total":${total}}`,
    );
  }
  const found = await readItemPage(by, params.productListId, asked);
  if (!found) throw problem('not_found');
  const { list, items, total } = found;
  return { list, items, ...pagesOf(page, total) };
}

async function exportItems(
  parts: ListParts,
  { brandId, params, query, reply }: CallContext<typeof calls.exportCreatorList>,
) {
  const { search = '', tag: tags, platform: platforms, safety, sort = 'saved' } = query;
  const read = (page: number) => {
    const asked = { page, search, tags, platforms, safety, sort, profile: 'summary' as const };
    return readItemPage(reader(parts, brandId), params.id, asked);
  };
  const first = await read(1);
  if (!first) throw problem('not_found');
  async function* pages() {
    for (let page = 1, found = first; found && found.items.length > 0; found = await read(page)) {
      yield found.items;
      page += 1;
    }
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="creator-list.csv"')
    .send(Readable.from(itemsCsv(pages(), query.column, (ids) => parts.flags(brandId, ids))));
}

async function addToList(
  api: Api,
  { brandId, caller, params, body, commit }: ChangeContext<typeof calls.addToCreatorList>,
) {
  return commit((tx) => addCreators(tx, writer(api, brandId, caller), params.id, body.socialProfileIds));
}

async function changeItem(
  parts: ListParts,
  { brandId, caller, params, query, body, commit }: ChangeContext<typeof calls.updateCreatorListItem>,
) {
  const { api } = parts;
  const { profile = 'whole' } = query;
  const read = reader(parts, brandId);
  if (ITEM_FIELDS.every((name) => body[name] === undefined)) {
    const item = await readItem(read, params.itemId);
    if (!item) throw problem('not_found');
    return { item, overwritten: null };
  }
  const by = writer(api, brandId, caller);
  const [saved] = await commit.statement<SavedRow>(saveItem(by, params.itemId, body, profile), (tx) =>
    publishSave(tx, by, params.itemId),
  );
  if (!saved) throw problem('not_found');
  const { row, overwritten } = savedItem(saved, body);
  return { item: await itemOfRow(read, row, profile), overwritten };
}

async function changeItems(
  api: Api,
  { brandId, caller, body, commit }: ChangeContext<typeof calls.changeCreatorListItems>,
) {
  const by = writer(api, brandId, caller);
  return commit(async (tx) => {
    switch (body.action) {
      case 'archive':
      case 'unarchive':
        return setItemsArchived(tx, by, body.itemIds, body.action === 'archive');
      case 'tag':
        return tagItems(tx, by, body.itemIds, body.add, body.remove);
      case 'copy':
        return copyItems(tx, by, body.itemIds, body.listId);
      case 'move':
        return moveItems(tx, by, body.itemIds, body.listId);
    }
  });
}

async function archiveItem(
  api: Api,
  { brandId, caller, params, commit }: ChangeContext<typeof calls.archiveCreatorListItem>,
) {
  await commit((tx) => setItemsArchived(tx, writer(api, brandId, caller), [params.itemId], true));
  return { success: true, message: 'Creator list item archived.' };
}

async function unarchiveItem(
  api: Api,
  { brandId, caller, params, commit }: ChangeContext<typeof calls.unarchiveCreatorListItem>,
) {
  await commit((tx) => setItemsArchived(tx, writer(api, brandId, caller), [params.itemId], false));
  return { success: true, message: 'Creator list item recovered.' };
}

async function listArchivedItems(
  parts: ListParts,
  { brandId, query }: CallContext<typeof calls.listArchivedCreators>,
) {
  const { items, total } = await readArchivedPage(reader(parts, brandId), query.page);
  return { items, ...pagesOf(query.page, total) };
}
