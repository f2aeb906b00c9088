import * as calls from '@troupe/contract/discovery/creator-list';
import {
  type CreatorList,
  type CreatorListItemChange,
  ITEM_FIELDS,
} from '@troupe/domain/discovery/creator-list';
import { fieldValueOf, type ListField, mergeFields } from '@troupe/domain/discovery/list-field';
import { MAX_FIELDS } from '@troupe/domain/discovery/list-field-limits';
import type { SafetyCategory } from '@troupe/domain/discovery/safety-flag';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, CallContext, Caller, ChangeContext } from '../../../platform/api.ts';
import { sendCsv } from '../../../platform/csv/csv-file.ts';
import { JsonText } from '../../../platform/raw-json.ts';
import {
  insertList,
  isMember,
  readList,
  readListPage,
  readLists,
  repairListCounts,
  setListArchived,
  updateList,
} from './creator-list.queries.ts';
import { itemsCsv } from './creator-list-csv.ts';
import {
  countValues,
  lockListFields,
  readListFields,
  removeChoiceValues,
  removeFieldValues,
  turnValuesIntoText,
  writeListFields,
} from './creator-list-field.queries.ts';
import { fieldFiltersOf, fieldSortOf } from './creator-list-field-filter.ts';
import {
  addCreators,
  copyItems,
  type ItemWriter,
  moveItems,
  publishSave,
  readFieldsOfItem,
  type SavedRow,
  savedItem,
  saveItem,
  setItemsArchived,
  tagItems,
} from './creator-list-item.queries.ts';
import {
  type BreakdownReader,
  type ItemPageQuery,
  type ItemReader,
  type ItemSort,
  itemOfRow,
  readArchivedPage,
  readItem,
  readItemPage,
  readItemPageJson,
} from './creator-list-page.queries.ts';

/** Returns categories of open brand-safety flags by creator. */
type FlagReader = (brandId: string, creatorIds: readonly string[]) => Promise<Map<string, SafetyCategory[]>>;

/** Dependencies of the list routes. */
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
  implement(calls.getListFields, (context) => getFields(api, context));
  implementChange(calls.updateListFields, (context) => changeFields(api, context));
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
    ownerId: query.owner ?? null,
  });
  return { lists, ...pagesOf(params.page, total) };
}

async function createList(
  api: Api,
  { brandId, caller, body, commit }: ChangeContext<typeof calls.createCreatorList>,
) {
  const id = await commit((tx) => insertList(tx, { brandId, ownerId: caller.userId }, body, now(api)));
  return listOrNotFound(api, brandId, id);
}

async function changeList(
  api: Api,
  { brandId, caller, params, body, commit }: ChangeContext<typeof calls.updateCreatorList>,
) {
  await commit(async (tx) => {
    if (body.ownerId !== undefined) {
      const list = await readList(tx, brandId, params.id);
      if (!list) throw problem('not_found');
      const mayChange =
        list.owner?.id === caller.userId ||
        caller.administrator ||
        caller.memberships.get(brandId) === 'owner';
      if (list.owner?.id !== body.ownerId) {
        if (!mayChange)
          throw problem('forbidden', {
            message: "Only the list's owner and brand owners can change who owns it.",
          });
        if (!(await isMember(tx, brandId, body.ownerId)))
          throw problem('invalid', { fields: { ownerId: 'Choose a member of your team' } });
      }
    }
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

type ItemsRequest = CallContext<typeof calls.listCreatorListItems>['query'];

/**
 * Returns the query for pages of a list. The definitions of fields are read only if they are sorted or filtered by;
 * a sort by a field that no longer exists counts as none.
 */
async function pageQueryOf(
  { api }: ListParts,
  { brandId, listId, query }: { brandId: string; listId: string; query: Omit<ItemsRequest, 'profile'> },
): Promise<Omit<ItemPageQuery, 'page' | 'profile'>> {
  const { search = '', tag: tags, platform: platforms, safety, where, sort = 'saved' } = query;
  const byField = sort.startsWith('field.');
  const fields = byField || where.length > 0 ? await readListFields(api.pool, brandId, listId) : [];
  const fieldSort = byField ? fieldSortOf(fields ?? [], sort) : null;
  return {
    search,
    tags,
    platforms,
    safety,
    where: fieldFiltersOf(fields ?? [], where),
    sort: byField ? (fieldSort ?? 'saved') : (sort as ItemSort),
  };
}

async function listItems(
  parts: ListParts,
  { brandId, params, query }: CallContext<typeof calls.listCreatorListItems>,
) {
  const { page, productListId: listId } = params;
  const { profile = 'whole' } = query;
  const asked = Object.assign(await pageQueryOf(parts, { brandId, listId, query }), { page, profile });
  const by = reader(parts, brandId);
  if (profile === 'summary') {
    const found = await readItemPageJson(by, listId, asked);
    if (!found) throw problem('not_found');
    const { pages, total } = pagesOf(page, found.total);
    const list = JSON.stringify(found.list);
    const definitions = `"fields":${JSON.stringify(found.fields)},"stages":${JSON.stringify(found.stages)}`;
    return new JsonText(
      `{"list":${list},${definitions},"items":${found.items},"page":${page},"pages":${pages},"total":${total}}`,
    );
  }
  const found = await readItemPage(by, listId, asked);
  if (!found) throw problem('not_found');
  const { list, fields, stages, items, total } = found;
  return { list, fields, stages, items, ...pagesOf(page, total) };
}

async function exportItems(parts: ListParts, context: CallContext<typeof calls.exportCreatorList>) {
  const { brandId, params, query } = context;
  const asked = await pageQueryOf(parts, { brandId, listId: params.id, query });
  const read = (page: number) =>
    readItemPage(
      reader(parts, brandId),
      params.id,
      Object.assign({}, asked, { page, profile: 'summary' as const }),
    );
  const first = await read(1);
  if (!first) throw problem('not_found');
  async function* pages() {
    for (let page = 1, found = first; found && found.items.length > 0; found = await read(page)) {
      yield found.items;
      page += 1;
    }
  }
  const all = query.field.length === 0 && query.column.length === 0;
  const fields = first.fields.filter(({ id }) => all || query.field.includes(id));
  const flags = (ids: readonly string[]) => parts.flags(brandId, ids);
  return sendCsv(context, itemsCsv(pages(), { columns: query.column, fields }, flags));
}

async function getFields(api: Api, { brandId, params }: CallContext<typeof calls.getListFields>) {
  const fields = await readListFields(api.pool, brandId, params.id);
  if (!fields) throw problem('not_found');
  const counts = await countValues(api.pool, { brandId, listId: params.id, fields });
  return {
    fields: fields.map((field) => {
      const own = counts.filter(({ fieldId }) => fieldId === field.id);
      const choicesUsed = own.flatMap(({ choiceId, count }) =>
        choiceId !== null && field.choices.some(({ id }) => id === choiceId) ? [[choiceId, count]] : [],
      );
      return Object.assign({}, field, {
        used: own.reduce((sum, { count }) => sum + count, 0),
        choicesUsed: Object.fromEntries(choicesUsed),
      });
    }),
  };
}

async function changeFields(
  api: Api,
  { brandId, params, body, commit }: ChangeContext<typeof calls.updateListFields>,
) {
  const fields = await commit(async (_tx, connection) => {
    const before = await lockListFields(connection, brandId, params.id);
    if (!before) throw problem('not_found');
    const merged = mergeFields(before, body);
    if (!merged) throw problem('too_many', { message: `A list can have up to ${MAX_FIELDS} fields.` });
    const { fields, removed } = merged;
    const turned = fields.flatMap((field) => {
      const old = before.find(({ id }) => id === field.id);
      return old && old.kind !== field.kind ? [{ field, old }] : [];
    });
    const used =
      turned.length > 0
        ? await countValues(connection, { brandId, listId: params.id, fields: turned.map(({ old }) => old) })
        : [];
    for (const { field, old } of turned) {
      if (!used.some(({ fieldId }) => fieldId === field.id)) continue;
      if (field.kind !== 'text')
        throw problem('invalid_transition', {
          message: `“${old.name}” has values, so it can only be changed to a text field. Add a new field instead.`,
        });
      const names = Object.fromEntries(old.choices.map(({ id, name }) => [id, name]));
      await turnValuesIntoText(connection, { brandId, fieldId: field.id, names });
    }
    await removeFieldValues(connection, brandId, removed);
    for (const { id: fieldId, kind, choices } of fields) {
      const kept = new Set(choices.map(({ id }) => id));
      const old = kind === 'choice' ? (before.find(({ id }) => id === fieldId)?.choices ?? []) : [];
      const choiceIds = old.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
      await removeChoiceValues(connection, { brandId, fieldId, choiceIds });
    }
    await writeListFields(connection, { brandId, listId: params.id, fields }, now(api));
    return fields;
  });
  return { fields };
}

/** Checks values against the fields of an item's list. */
function checkedValues(fields: readonly ListField[], given: NonNullable<CreatorListItemChange['custom']>) {
  const refused: Record<string, string> = {};
  const values: NonNullable<CreatorListItemChange['custom']> = {};
  for (const [id, value] of Object.entries(given)) {
    const field = fields.find((one) => one.id === id);
    // Removing a value of a field that someone just deleted is fine.
    const read = value === null ? { value } : field ? fieldValueOf(field, value) : null;
    if (read === null) refused[`custom.${id}`] = 'This field no longer exists';
    else if ('refused' in read) refused[`custom.${id}`] = read.refused;
    else values[id] = read.value;
  }
  if (Object.keys(refused).length > 0) throw problem('invalid', { fields: refused });
  return values;
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
  if (ITEM_FIELDS.every((name) => body[name] === undefined) && body.custom === undefined) {
    const item = await readItem(read, params.itemId);
    if (!item) throw problem('not_found');
    return { item, overwritten: null };
  }
  const by = writer(api, brandId, caller);
  const change = Object.assign({}, body);
  if (body.custom !== undefined) {
    const fields = await readFieldsOfItem(api.pool, brandId, params.itemId);
    if (!fields) throw problem('not_found');
    change.custom = checkedValues(fields, body.custom);
  }
  const [saved] = await commit.statement<SavedRow>(saveItem(by, params.itemId, change, profile), (tx) =>
    publishSave(tx, by, params.itemId),
  );
  if (!saved) throw problem('not_found');
  const { row, overwritten } = savedItem(saved, change);
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
