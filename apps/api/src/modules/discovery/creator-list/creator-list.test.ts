import * as calls from '@troupe/contract/discovery/creator-list';
import { CreatorListItemValues, ITEM_FIELDS, StatusTag } from '@troupe/domain/discovery/creator-list';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../../../platform/id.ts';
import { creatorContactTable } from '../creator/creator.table.ts';
import { startListWorld } from './creator-list.fixture.ts';

let w: Awaited<ReturnType<typeof startListWorld>>;
beforeAll(async () => {
  w = await startListWorld();
});
afterAll(() => w.t.stop());

const profiles = (items: { socialProfile: { id: string } }[]) => items.map((item) => item.socialProfile.id);

describe('lists', () => {
  test('[R7.040] lists include a new list with counts and last change', async () => {
    const listId = await w.newList('Spring launch');
    const fetched = await w.creator({ contactsFetchedAt: '2026-11-01T00:00:00.000Z' });
    const brought = await w.creator({ contactsError: 'Private account' });
    await w.t.api.db
      .insert(creatorContactTable)
      .values({ id: newId(), brandId: w.brandId, creatorId: brought, email: 'hello@renn.example' });
    const failed = await w.creator({ contactsFetchedAt: '2026-11-01T00:00:00.000Z', contactsError: '' });
    w.t.setNow(new Date('2030-01-01T10:00:00Z'));
    await w.add(listId, [fetched, brought, failed, await w.creator()]);
    w.t.setNow(null);
    expect((await w.lists())[0]).toMatchObject({
      id: listId,
      title: 'Spring launch',
      description: '',
      itemCount: 4,
      contactCount: 2,
      updated: '2030-01-01T10:00:00.000Z',
      archived: false,
    });
  });

  test('[R7.041] a page of lists shows the newest creators of each', async () => {
    const { listId, creatorIds } = await w.listWith(7, [{ fullname: 'Inês Caldeira' }]);
    const answer = await w.person.call(calls.listCreatorListDetails, {
      params: { brandId: w.brandId, page: 1 },
    });
    const list = answer.lists.find(({ id }) => id === listId)!;
    expect(list.preview.map(({ id }) => id)).toEqual(creatorIds.slice(0, 5));
    expect(list.preview[0]!.fullname).toBe('Inês Caldeira');
    expect(answer).toMatchObject({ page: 1, pages: Math.ceil(answer.total / 24) });
  });

  test('lists can be searched by title and sorted', async () => {
    for (const title of ['Zebra 100% kit', 'apple 100% kit']) await w.newList(title);
    const answer = await w.person.call(calls.listCreatorListDetails, {
      params: { brandId: w.brandId, page: 1 },
      query: { search: '100% KIT', sort: 'title' },
    });
    expect(answer.lists.map(({ title }) => title)).toEqual(['apple 100% kit', 'Zebra 100% kit']);
  });

  test('[R7.043] changing the title keeps the description', async () => {
    const { id } = await w.person.call(calls.createCreatorList, {
      params: { brandId: w.brandId },
      body: { title: 'Draft', description: 'For the trail kit' },
    });
    await w.person.call(calls.updateCreatorList, {
      params: { brandId: w.brandId, id },
      body: { title: 'Final' },
    });
    expect((await w.lists()).find((list) => list.id === id)).toMatchObject({
      title: 'Final',
      description: 'For the trail kit',
    });
  });

  test('[R7.046] an archived list is hidden and can be restored', async () => {
    const id = await w.newList();
    const params = { brandId: w.brandId, id };
    const answer = await w.person.call(calls.archiveCreatorList, { params, body: {} });
    expect(answer).toMatchObject({ success: true, list: { archived: true } });
    expect((await w.lists()).some((list) => list.id === id)).toBe(false);
    const archived = await w.person.call(calls.listCreatorListDetails, {
      params: { brandId: w.brandId, page: 1 },
      query: { archived: 'true' },
    });
    expect(archived.lists[0]!.id).toBe(id);
    await w.person.call(calls.archiveCreatorList, { params, body: { archived: false } });
    expect((await w.lists()).some((list) => list.id === id)).toBe(true);
  });

  test('an archived list accepts no creators until it is restored', async () => {
    const { listId, item } = await w.listWith(1);
    const params = { brandId: w.brandId, id: listId };
    await w.person.call(calls.archiveCreatorList, { params, body: {} });
    await expect(w.add(listId, [await w.creator()])).rejects.toMatchObject({ code: 'invalid_transition' });
    await w.archive(item.id);
    await w.unarchive(item.id);
    expect((await w.page(listId)).list).toMatchObject({ archived: false, itemCount: 1 });
  });
});

describe('items of a list', () => {
  test('[R1.011] a list accepts TikTok Shop creators', async () => {
    const { items } = await w.listWith(1, [{ platform: 'tiktok-shop', username: 'shop.mila' }]);
    expect(items[0]?.socialProfile).toMatchObject({ platform: 'tiktok-shop', username: 'shop.mila' });
  });

  test('[R7.042, R3.009, R3.012, R3.013] come 24 a page with tags, notes and profile, most recently saved first', async () => {
    const { listId, creatorIds } = await w.listWith(26, [
      {
        fullname: 'Inês Caldeira',
        username: 'inesoutside',
        socialId: '178414',
        verified: true,
        followerCount: 84_213,
        engagement: 4.561,
        categories: ['outdoor'],
        figures: { followerCount: { source: 'platform', asOf: '2026-11-18T00:00:00.000Z' } },
      },
    ]);
    const first = await w.page(listId);
    expect(first).toMatchObject({ page: 1, pages: 2, total: 26, list: { id: listId, itemCount: 26 } });
    expect(profiles(first.items)).toEqual(creatorIds.slice(0, 24));
    expect(first.items[0]).toMatchObject({
      tags: [],
      feedback: '',
      savedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      version: 1,
      archived: false,
      updatedBy: 'Alva Berg',
      creatorList: { id: listId, title: 'Autumn shortlist' },
      socialProfile: {
        username: 'inesoutside',
        fullname: 'Inês Caldeira',
        platform: 'instagram',
        instagramId: '178414',
        followerCount: 84_213,
        engagement: 4.561,
        categories: ['outdoor'],
        figures: { followerCount: { source: 'platform', asOf: '2026-11-18T00:00:00.000Z' } },
        verified: true,
      },
    });
    expect(profiles((await w.page(listId, {}, 2)).items)).toEqual(creatorIds.slice(24));
    expect(await w.page(listId, {}, 100_000)).toMatchObject({ items: [], total: 26, pages: 2 });
  });

  test('can be searched by name, username and note, and filtered by tag and platform', async () => {
    const { listId, items, creatorIds } = await w.listWith(3, [
      { fullname: 'Maya Okonjo', username: `maya.${newId()}` },
      { platform: 'youtube', fullname: 'Dario Bellandi' },
      { platform: 'tiktok', fullname: 'Tobias_Renn' },
    ]);
    await w.save(items[1]!.id, { feedback: 'Usage rights capped', tags: ['In negotiation'] });
    await w.save(items[2]!.id, { tags: ['Approved', 'Invited'] });
    const found = async (query: Parameters<typeof w.page>[1]) =>
      profiles((await w.page(listId, query)).items);
    expect(await found({ search: 'MAYA.' })).toEqual([creatorIds[0]]);
    expect(await found({ search: 'rights' })).toEqual([creatorIds[1]]);
    expect(await found({ search: '_' })).toEqual([creatorIds[2]]);
    expect(await found({ tag: ['In negotiation'] })).toEqual([creatorIds[1]]);
    expect(await found({ tag: ['In negotiation', 'Invited'] })).toEqual(creatorIds.slice(1));
    expect(await found({ platform: ['youtube', 'instagram'] })).toEqual(creatorIds.slice(0, 2));
    expect(await w.page(listId, { platform: ['youtube'] })).toMatchObject({
      total: 1,
      list: { itemCount: 3 },
    });
  });

  test('can be sorted by followers, name and last change', async () => {
    const { listId, items, creatorIds } = await w.listWith(3, [
      { fullname: 'beta', followerCount: 10 },
      { fullname: 'Alpha', followerCount: null },
      { fullname: '', username: `zz-${newId()}`, followerCount: 30 },
    ]);
    const order = async (sort: 'followers' | 'name' | 'updated') =>
      profiles((await w.page(listId, { sort })).items).map((id) => creatorIds.indexOf(id));
    expect(await order('followers')).toEqual([2, 0, 1]);
    expect(await order('name')).toEqual([1, 0, 2]);
    await w.save(items[1]!.id, { feedback: 'latest' });
    expect((await order('updated'))[0]).toBe(1);
  });

  test('show the contact state: fetched, failed with or without a message, or not fetched', async () => {
    const at = '2026-11-01T00:00:00.000Z';
    const { items } = await w.listWith(4, [
      { contactsFetchedAt: at },
      { contactsError: 'The account is private' },
      { contactsError: '' },
      {},
    ]);
    expect(items.map((item) => item.socialProfile.metaData)).toEqual([
      { is_verified: false, contactsFetched: true, contactsError: null },
      { is_verified: false, contactsFetched: false, contactsError: { message: 'The account is private' } },
      { is_verified: false, contactsFetched: false, contactsError: { message: null } },
      { is_verified: false, contactsFetched: false, contactsError: null },
    ]);
  });
});

describe('adding creators to a list', () => {
  test('reports how many are new or already there, and restores archived ones', async () => {
    const { listId, creatorIds, item } = await w.listWith(2);
    await w.save(item.id, { feedback: 'Prefers email', tags: ['Interested'] });
    await w.archive(item.id);
    const fresh = await w.creator();
    expect(await w.add(listId, [creatorIds[0]!, creatorIds[1]!, fresh, fresh])).toEqual({
      added: 2,
      already: 1,
    });
    const { items } = await w.page(listId, { search: 'Prefers' });
    expect(items).toMatchObject([
      { id: item.id, feedback: 'Prefers email', tags: ['Interested'], archived: false },
    ]);
  });

  test("accepts the brand's own creators but not another brand's", async () => {
    const listId = await w.newList();
    const other = await w.t.brand('Other');
    const [own, foreign] = [await w.creator({ brandId: w.brandId }), await w.creator({ brandId: other })];
    await expect(w.add(listId, [own, foreign])).rejects.toMatchObject({ status: 404 });
    expect((await w.page(listId)).total).toBe(0);
    expect(await w.add(listId, [own])).toEqual({ added: 1, already: 0 });
    expect((await w.page(listId)).items[0]!.socialProfile.private).toBe(true);
  });
});

describe('tags and notes', () => {
  test('[R7.045, R3.010, R3.011] are saved separately and read back', async () => {
    const { listId, item } = await w.listWith(1);
    const answer = await w.save(item.id, {
      feedback: 'Wants moss',
      tags: ['Invited', 'Approved', 'Invited'],
    });
    expect(answer).toMatchObject({ overwritten: null, item: { version: 2, feedback: 'Wants moss' } });
    await w.save(item.id, { feedback: 'Wants moss in M' });
    expect((await w.page(listId)).items[0]).toMatchObject({
      feedback: 'Wants moss in M',
      tags: ['Invited', 'Approved'],
      version: 3,
    });
  });

  test('[R4.001, R4.002, R4.005] tags can be combined and changed in any order', async () => {
    const { listId, item } = await w.listWith(1);
    for (const tag of ['Approved', 'Awaiting response', 'Rejected'] as const) {
      expect((await w.save(item.id, { tags: [tag] })).item.tags).toEqual([tag]);
    }
    await w.save(item.id, { tags: [...StatusTag.options].reverse() });
    expect((await w.page(listId)).items[0]!.tags).toEqual([
      'Awaiting response',
      'Interested',
      'Not interested',
      'In discussion',
      'In negotiation',
      'To be approved',
      'Invited',
      'Approved',
      'Rejected',
    ]);
  });

  test('the later of two saves wins and its author sees what it overwrote', async () => {
    const { listId, item } = await w.listWith(1);
    const other = await w.t.person({ brandId: w.brandId });
    await w.save(item.id, { feedback: 'Hers', version: 1 });
    const later = await w.save(item.id, { feedback: 'His', version: 1 }, other);
    expect(later).toMatchObject({
      item: { feedback: 'His', version: 3 },
      overwritten: { feedback: 'Hers', tags: [], updatedBy: 'Alva Berg', version: 2 },
    });
    expect((await w.page(listId)).items[0]!.feedback).toBe('His');
  });

  test('a save of the newest version or of another field overwrites nothing unseen', async () => {
    const { item } = await w.listWith(1);
    const { item: now } = await w.save(item.id, { feedback: 'First' });
    expect((await w.save(item.id, { feedback: 'Second', version: now.version })).overwritten).toBeNull();
    expect((await w.save(item.id, { tags: ['Invited'], version: 1 })).overwritten).toMatchObject({
      tags: [],
    });
    expect((await w.save(item.id, { feedback: 'Second', version: 1 })).overwritten).toBeNull();
  });

  test('two concurrent saves both succeed, and one reports the other', async () => {
    const { item } = await w.listWith(1);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => w.save(item.id, { feedback: `note ${at}`, version: 1 })),
    );
    expect(answers.filter(({ overwritten }) => overwritten === null)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.item.version)).size).toBeGreaterThan(0);
    expect((await w.save(item.id, {})).item.version).toBe(9);
  });
});

describe('archiving', () => {
  test('[R7.047, R7.048, R7.050, R4.010] archives a list item with its message', async () => {
    const { listId, item } = await w.listWith(1);
    expect(await w.archive(item.id)).toEqual({ success: true, message: 'Creator list item archived.' });
    expect((await w.page(listId)).items).toEqual([]);
    const { items } = await w.archived();
    expect(items[0]).toMatchObject({ id: item.id, archived: true, creatorList: { id: listId } });
  });

  test('[R7.049, R4.011] restores an item to its list with tags and notes', async () => {
    const { listId, item } = await w.listWith(1);
    await w.save(item.id, { feedback: 'Kept', tags: ['Approved'] });
    await w.archive(item.id);
    expect(await w.unarchive(item.id)).toMatchObject({ success: true });
    expect((await w.page(listId)).items[0]).toMatchObject({
      id: item.id,
      feedback: 'Kept',
      tags: ['Approved'],
    });
    expect((await w.archived()).items.some(({ id }) => id === item.id)).toBe(false);
  });

  test('a double click archives once', async () => {
    const { item } = await w.listWith(1);
    const before = (await w.archived()).total;
    const answers = await Promise.all([w.archive(item.id), w.archive(item.id)]);
    expect(answers.map(({ message }) => message)).toEqual(Array(2).fill('Creator list item archived.'));
    const { items, total } = await w.archived();
    expect(total).toBe(before + 1);
    expect(items[0]).toMatchObject({ id: item.id, version: 2 });
  });
});

describe('bulk changes', () => {
  test('archive and restore items', async () => {
    const { listId, items } = await w.listWith(3);
    const itemIds = items.slice(0, 2).map(({ id }) => id);
    await w.archive(itemIds[0]!);
    expect(await w.change({ action: 'archive', itemIds })).toEqual({
      changed: [itemIds[1]],
      already: [itemIds[0]],
    });
    expect((await w.page(listId)).total).toBe(1);
    await w.change({ action: 'unarchive', itemIds });
    expect((await w.page(listId)).total).toBe(3);
  });

  test('add and remove a tag', async () => {
    const { listId, items } = await w.listWith(2);
    const itemIds = items.map(({ id }) => id);
    await w.save(itemIds[0]!, { tags: ['Rejected', 'Invited'] });
    expect(await w.change({ action: 'tag', itemIds, add: ['Invited'] })).toEqual({
      changed: [itemIds[1]],
      already: [itemIds[0]],
    });
    await w.change({ action: 'tag', itemIds, add: ['Interested'], remove: ['Invited'] });
    const tags = (await w.page(listId)).items.map((item) => item.tags);
    expect(tags).toEqual([['Interested', 'Rejected'], ['Interested']]);
  });

  test('copy items to another list with tags and notes', async () => {
    const { items, creatorIds } = await w.listWith(2);
    const target = await w.newList('Target');
    await w.save(items[0]!.id, { feedback: 'Good fit', tags: ['Approved'] });
    await w.add(target, [creatorIds[1]!]);
    const answer = await w.change({ action: 'copy', itemIds: items.map(({ id }) => id), listId: target });
    expect(answer).toMatchObject({ changed: [expect.any(String)], already: [items[1]!.id] });
    const copied = await w.page(target);
    expect(copied.total).toBe(2);
    expect(copied.items.find(({ id }) => id === answer.changed[0])).toMatchObject({
      feedback: 'Good fit',
      tags: ['Approved'],
    });
  });

  test('move items to another list, leaving existing ones unchanged', async () => {
    const { listId, items, creatorIds } = await w.listWith(2);
    const target = await w.newList('Target');
    await w.save(items[0]!.id, { feedback: 'Comes along' });
    await w.add(target, [creatorIds[1]!]);
    const answer = await w.change({ action: 'move', itemIds: items.map(({ id }) => id), listId: target });
    expect(answer).toEqual({ changed: [items[0]!.id], already: [items[1]!.id] });
    expect((await w.page(listId)).total).toBe(0);
    const { items: moved } = await w.page(target);
    expect(profiles(moved).sort()).toEqual([...creatorIds].sort());
    expect(moved.find(({ id }) => id === items[0]!.id)?.feedback).toBe('Comes along');
  });
});

describe('every field of an item', () => {
  const schemas = CreatorListItemValues.shape;
  // Text for text fields, otherwise the first choice.
  const sample = (name: keyof typeof schemas, text: string) =>
    schemas[name] instanceof z.ZodString ? text : StatusTag.options.slice(0, 1);

  test.each(ITEM_FIELDS)('%s is saved, copied, and reported when overwritten unseen', async (name) => {
    const { item } = await w.listWith(1);
    const { version } = (await w.save(item.id, { [name]: sample(name, 'first') })).item;
    const { overwritten } = await w.save(item.id, {
      [name]: schemas[name] instanceof z.ZodString ? 'second' : [],
      version: version - 1,
    });
    expect(overwritten).toMatchObject({ [name]: sample(name, 'first'), version });
    const [saved] = (await w.page(item.creatorList.id)).items;
    const other = await w.newList();
    await w.change({ action: 'copy', itemIds: [item.id], listId: other });
    const [copied] = (await w.page(other)).items;
    expect(copied?.[name]).toEqual(saved?.[name]);
    expect(saved?.[name]).toEqual(schemas[name] instanceof z.ZodString ? 'second' : []);
  });

  test.each(ITEM_FIELDS.filter((name) => schemas[name] instanceof z.ZodString))(
    'the search of a list covers %s',
    async (name) => {
      const { listId, item } = await w.listWith(2);
      await w.save(item.id, { [name]: 'Quokka 42' });
      expect((await w.page(listId, { search: 'quokka' })).items.map(({ id }) => id)).toEqual([item.id]);
    },
  );
});

describe('export', () => {
  const csv = async (id: string, query: Record<string, string | string[]> = {}, by = w.person) => {
    const file = await by.download(calls.exportCreatorList, { params: { brandId: w.brandId, id }, query });
    return (await file.text()).replace('\ufeff', '').trimEnd().split('\r\n');
  };

  test('exports a long list with each creator once, exact figures, sources and notes', async () => {
    const { listId, creatorIds, item } = await w.listWith(30, [
      {
        fullname: 'Mara Lind',
        username: 'mara.lind',
        followerCount: 48213,
        engagement: 4.5612,
        figures: { followerCount: { source: 'brand-import', asOf: '2026-10-01T00:00:00.000Z' } },
      },
    ]);
    await w.save(item.id, { tags: ['Approved', 'Invited'], feedback: '=SUM(1), two "reels"' });
    const [head, first, ...rest] = await csv(listId);
    expect(head).toBe(
      'Name,Username,Platform,Profile,Followers,Followers: source,Followers: updated,Engagement %,Engagement %: source,Engagement %: updated,Avg views,Avg views: source,Avg views: updated,Status,Note,Contact info,Open flags',
    );
    expect(first).toBe(
      `Mara Lind,mara.lind,Instagram,https://social.example/mara.lind,48213,Your import,2026-10-01T00:00:00.000Z,4.5612,,,,,,"Invited; Approved","'=SUM(1), two ""reels""",Not fetched,`,
    );
    expect(rest).toHaveLength(creatorIds.length - 1);
    expect(new Set(rest).size).toBe(creatorIds.length - 1);
  });

  test('an export follows filters, sort and chosen columns, in the order of the table', async () => {
    const { listId } = await w.listWith(3, [
      { fullname: 'Ann', username: 'ann', country: 'PT', followerCount: 10 },
      { fullname: 'Bea', username: 'bea', country: 'ES', followerCount: 30 },
      { fullname: 'Cleo', username: 'cleo', platform: 'tiktok', followerCount: 20 },
    ]);
    expect(
      await csv(listId, { column: ['status', 'country'], platform: ['instagram'], sort: 'followers' }),
    ).toEqual([
      'Name,Username,Platform,Profile,Country,Status,Open flags',
      'Bea,bea,Instagram,https://social.example/bea,ES,,',
      'Ann,ann,Instagram,https://social.example/ann,PT,,',
    ]);
  });

  test("rejects another brand's list and an unknown column", async () => {
    const other = await w.t.brand();
    const stranger = await w.t.person({ brandId: other });
    const listId = await w.newList();
    await expect(csv(listId, {}, stranger)).rejects.toMatchObject({ status: 403 });
    await expect(
      stranger.download(calls.exportCreatorList, { params: { brandId: other, id: listId } }),
    ).rejects.toMatchObject({ status: 404 });
    await expect(csv(listId, { column: 'password' })).rejects.toMatchObject({ status: 422 });
  });
});
