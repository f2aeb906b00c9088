import * as calls from '@troupe/contract/discovery/creator-list';
import type { Platform } from '@troupe/domain/discovery/creator';
import type { CreatorListItemsChange, StatusTag } from '@troupe/domain/discovery/creator-list';
import type { SafetyFilter } from '@troupe/domain/discovery/safety-flag';
import { newId } from '../../../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../../testing/test-api.ts';
import { creatorTable } from '../creator/creator.table.ts';

type CreatorValues = Partial<typeof creatorTable.$inferInsert>;

/** Starts the API with a brand, a member and helpers for list tests. */
export async function startListWorld() {
  const t = await startTestApi();
  const brandId = await t.brand();
  const person = await t.person({ brandId });
  return { t, brandId, person, ...verbs(t, brandId, person) };
}

function verbs(t: TestApi, brandId: string, person: TestPerson) {
  /** Creates a shared creator, unless `values.brandId` is set. */
  async function creator(values: CreatorValues = {}): Promise<string> {
    const id = newId();
    const username = values.username ?? `creator.${id}`;
    await t.api.db.insert(creatorTable).values({
      id,
      platform: 'instagram',
      username,
      profileUrl: `https://social.example/${username}`,
      ...values,
    });
    return id;
  }

  const newList = async (title = 'Autumn shortlist', by = person, of = brandId): Promise<string> =>
    (await by.call(calls.createCreatorList, { params: { brandId: of }, body: { title } })).id;

  const lists = async () => (await person.call(calls.listCreatorLists, { params: { brandId } })).lists;

  const page = (productListId: string, query: Partial<PageQuery> = {}, number = 1, by = person) =>
    by.call(calls.listCreatorListItems, {
      params: { brandId, productListId, page: number },
      query,
    });

  const add = (id: string, socialProfileIds: string[], by = person) =>
    by.call(calls.addToCreatorList, { params: { brandId, id }, body: { socialProfileIds } });

  /** Creates a list with creators; the first item returned was added first. */
  async function listWith(count: number, values: CreatorValues[] = []) {
    const listId = await newList();
    const creatorIds: string[] = [];
    for (let at = 0; at < count; at += 1) creatorIds.push(await creator(values[at]));
    await add(listId, creatorIds);
    const { items } = await page(listId);
    return { listId, creatorIds, items, item: items[0]! };
  }

  return {
    creator,
    newList,
    lists,
    page,
    add,
    listWith,
    save: (itemId: string, body: Change, by = person) =>
      by.call(calls.updateCreatorListItem, { params: { brandId, itemId }, body }),
    archive: (itemId: string, by = person) =>
      by.call(calls.archiveCreatorListItem, { params: { brandId, itemId } }),
    unarchive: (itemId: string, by = person) =>
      by.call(calls.unarchiveCreatorListItem, { params: { itemId } }),
    archived: async (number = 1) =>
      person.call(calls.listArchivedCreators, { params: { brandId }, query: { page: number } }),
    change: (body: CreatorListItemsChange, by = person) =>
      by.call(calls.changeCreatorListItems, { params: { brandId }, body }),
  };
}

interface PageQuery {
  search: string;
  tag: StatusTag[];
  platform: Platform[];
  safety: SafetyFilter[];
  sort: 'saved' | 'followers' | 'name' | 'updated';
  profile: 'whole' | 'summary';
}

interface Change {
  feedback?: string;
  tags?: StatusTag[];
  version?: number;
}
