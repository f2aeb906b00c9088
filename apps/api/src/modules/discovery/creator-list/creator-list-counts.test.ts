import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { creatorContactTable, creatorTable } from '../creator/creator.table.ts';
import { startListWorld } from './creator-list.fixture.ts';
import { repairListCounts } from './creator-list.queries.ts';

let w: Awaited<ReturnType<typeof startListWorld>>;
beforeAll(async () => {
  w = await startListWorld();
});
afterAll(() => w.t.stop());

/** Returns the counts of a list, which its page and the overview share. */
async function counts(listId: string): Promise<[items: number, contacts: number]> {
  const { list, total } = await w.page(listId);
  expect((await w.lists()).find(({ id }) => id === listId)).toEqual(list);
  expect(total).toBe(list.itemCount);
  return [list.itemCount, list.contactCount];
}

const FETCHED = '2026-11-01T00:00:00.000Z';

const change = (creatorId: string, values: Partial<typeof creatorTable.$inferInsert>) =>
  w.t.api.db.update(creatorTable).set(values).where(eq(creatorTable.id, creatorId));

const bring = (creatorId: string, brandId = w.brandId) =>
  w.t.api.db
    .insert(creatorContactTable)
    .values({ id: newId(), brandId, creatorId, email: 'hello@renn.example' })
    .onConflictDoUpdate({
      target: [creatorContactTable.brandId, creatorContactTable.creatorId],
      set: { email: 'again@renn.example' },
    });

test('counts follow added, archived, restored, copied and moved items', async () => {
  const { listId: one, items } = await w.listWith(3, [{ contactsFetchedAt: FETCHED }]);
  const other = await w.newList('Other');
  const [a, b, c] = items.map(({ id }) => id) as [string, string, string];
  expect(await counts(one)).toEqual([3, 1]);
  await w.add(one, [items[0]!.socialProfile.id]);
  expect(await counts(one)).toEqual([3, 1]);
  await w.archive(a);
  expect(await counts(one)).toEqual([2, 0]);
  await w.add(one, [items[0]!.socialProfile.id]);
  expect(await counts(one)).toEqual([3, 1]);
  await w.archive(a);
  await w.unarchive(a);
  expect(await counts(one)).toEqual([3, 1]);
  await w.change({ action: 'copy', itemIds: [a, b], listId: other });
  expect([await counts(one), await counts(other)]).toEqual([
    [3, 1],
    [2, 1],
  ]);
  await w.change({ action: 'move', itemIds: [a, c], listId: other });
  // The first one was already there and is archived in place.
  expect([await counts(one), await counts(other)]).toEqual([
    [1, 0],
    [3, 1],
  ]);
  await w.save(b, { feedback: "A note doesn't count" });
  expect(await counts(one)).toEqual([1, 0]);
});

test('counts follow contact details becoming known and unknown', async () => {
  const { listId, creatorIds } = await w.listWith(2);
  const [fetched, own] = creatorIds as [string, string];
  await change(fetched, { contactsFetchedAt: FETCHED });
  expect(await counts(listId)).toEqual([2, 1]);
  await change(fetched, { contactsFetchedAt: '2026-11-02T00:00:00.000Z', contactEmail: 'a@renn.example' });
  expect(await counts(listId)).toEqual([2, 1]);
  await change(fetched, { contactsError: '' });
  expect(await counts(listId)).toEqual([2, 0]);
  await bring(own);
  await bring(own);
  expect(await counts(listId)).toEqual([2, 1]);
  // The brand already knew them.
  await change(own, { contactsFetchedAt: FETCHED });
  expect(await counts(listId)).toEqual([2, 1]);
  await w.t.api.db.delete(creatorContactTable).where(eq(creatorContactTable.creatorId, own));
  expect(await counts(listId)).toEqual([2, 1]);
  await change(own, { contactsFetchedAt: null });
  expect(await counts(listId)).toEqual([2, 0]);
});

test('excludes contact details of other brands and of archived items', async () => {
  const { listId, creatorIds, item } = await w.listWith(1);
  await bring(creatorIds[0]!, await w.t.brand('Fernwell'));
  expect(await counts(listId)).toEqual([1, 0]);
  await w.archive(item.id);
  await bring(creatorIds[0]!);
  expect(await counts(listId)).toEqual([0, 0]);
  await w.unarchive(item.id);
  expect(await counts(listId)).toEqual([1, 1]);
});

test('counts both of two concurrent adds', async () => {
  const listId = await w.newList();
  const creators = await Promise.all(
    Array.from({ length: 8 }, () => w.creator({ contactsFetchedAt: FETCHED })),
  );
  await Promise.all(creators.map((id) => w.add(listId, [id])));
  expect(await counts(listId)).toEqual([8, 8]);
});

test('deleting a brand deletes its lists with their counts', async () => {
  const brandId = await w.t.brand('Short-lived');
  const person = await w.t.person({ brandId });
  const listId = await w.newList('Gone', person, brandId);
  const creatorId = await w.creator();
  await w.t.api.db.execute(sql`insert into creator_list_item (id, brand_id, list_id, creator_id)
    values (${newId()}, ${brandId}, ${listId}, ${creatorId})`);
  await bring(creatorId, brandId);
  await w.t.api.db.execute(sql`delete from brand where id = ${brandId}`);
  const { rows } = await w.t.api.db.execute(
    sql`select (select count(*) from creator_list where id = ${listId})
      + (select count(*) from creator_list_contact_change where list_id = ${listId}) as left`,
  );
  expect(rows).toEqual([{ left: 0 }]);
});

test('the nightly check repairs wrong counts and merges changes', async () => {
  const { listId, creatorIds } = await w.listWith(3);
  const { listId: right, creatorIds: others } = await w.listWith(2);
  await change(creatorIds[0]!, { contactsFetchedAt: FETCHED });
  await change(others[0]!, { contactsFetchedAt: FETCHED });
  await w.t.api.db.execute(
    sql`update creator_list set item_count = 40, contact_count = 30 where id = ${listId}`,
  );
  expect(await repairListCounts(w.t.api.pool, AbortSignal.timeout(60_000))).toBe(1);
  expect([await counts(listId), await counts(right)]).toEqual([
    [3, 1],
    [2, 1],
  ]);
  const { rows } = await w.t.api.db.execute(sql`select count(*) as left from creator_list_contact_change`);
  expect(rows).toEqual([{ left: 0 }]);
  expect(await repairListCounts(w.t.api.pool, AbortSignal.timeout(60_000))).toBe(0);
});

test('a page beyond the end of a list is empty and still contains the list', async () => {
  const { listId } = await w.listWith(2);
  expect(await w.page(listId, {}, 5)).toMatchObject({
    items: [],
    total: 2,
    pages: 1,
    list: { itemCount: 2 },
  });
  expect(await w.page(listId, { search: 'nobody' })).toMatchObject({
    items: [],
    total: 0,
    list: { itemCount: 2 },
  });
});
