import {
  type CreatorListItemChange,
  type CreatorListItemValues,
  ITEM_FIELDS,
  overwritesUnseen,
  type StatusTag,
} from '@troupe/domain/discovery/creator-list';
import { problem } from '@troupe/domain/problem';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Change, Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newId } from '../../../platform/id.ts';
import { personLabelSql } from '../../account/user/user.table.ts';
import { creatorTable, visibleTo } from '../creator/creator.table.ts';
import { lockLists, touchLists } from './creator-list.queries.ts';
import { creatorListItemTable as item, itemValueColumns } from './creator-list.table.ts';
import { type ChangedItemRow, changedItemSql, type ProfileSize } from './creator-list-page.queries.ts';

/** Who changes items, in which brand, and when. */
export interface ItemWriter {
  brandId: string;
  userId: string;
  now: string;
}

interface Locked {
  id: string;
  listId: string;
  creatorId: string;
  archivedAt: string | null;
}

const unique = (ids: string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

/**
 * Locks items of a brand against others' changes, after their lists and the one they go to. `not_found` unless
 * the brand has all of them; `invalid_transition` when the target is archived.
 */
async function lockItems(db: Database, brandId: string, ids: string[], target?: string): Promise<Locked[]> {
  const wanted = unique(ids);
  const where = and(inArray(item.id, wanted), eq(item.brandId, brandId));
  const lists = await db.selectDistinct({ id: item.listId }).from(item).where(where);
  await lockTarget(
    db,
    brandId,
    target,
    lists.map(({ id }) => id),
  );
  const rows = await db
    .select({ id: item.id, listId: item.listId, creatorId: item.creatorId, archivedAt: item.archivedAt })
    .from(item)
    .where(where)
    .orderBy(item.id)
    .for('update');
  if (rows.length !== wanted.length) throw problem('not_found');
  return rows;
}

/** Locks the list that new items go to, with others; an archived list takes none. */
async function lockTarget(db: Database, brandId: string, target: string | undefined, others: string[] = []) {
  const locked = await lockLists(db, brandId, [...others, ...(target === undefined ? [] : [target])]);
  if (target === undefined) return;
  const state = locked.find(({ id }) => id === target.toLowerCase());
  if (!state) throw problem('not_found');
  if (state.archived)
    throw problem('invalid_transition', { message: 'This list is archived. Bring it back first.' });
}

/**
 * Puts creators on a list: those already on it stay as they are, archived ones come back with their tags and
 * notes. All must be visible to the brand, else none is added and the failure is `not_found`.
 */
export async function addCreators(
  tx: Database,
  { brandId, userId, now }: ItemWriter,
  listId: string,
  profileIds: string[],
): Promise<{ added: number; already: number }> {
  const ids = unique(profileIds);
  await lockTarget(tx, brandId, listId);
  const visible = await tx.$count(creatorTable, and(inArray(creatorTable.id, ids), visibleTo(brandId)));
  if (visible !== ids.length) throw problem('not_found');
  // The first one named gets the newest id, so that it stands first on the list.
  const rows = ids
    .map(() => newId())
    .reverse()
    .map((id, at) => ({
      id,
      brandId,
      listId,
      creatorId: ids[at]!,
      savedAt: now,
      updatedAt: now,
      updatedBy: userId,
    }));
  const added = await tx
    .insert(item)
    .values(rows)
    .onConflictDoUpdate({
      target: [item.listId, item.creatorId],
      set: {
        archivedAt: null,
        savedAt: now,
        updatedAt: now,
        updatedBy: userId,
        version: sql`${item.version} + 1`,
      },
      setWhere: sql`${item.archivedAt} is not null`,
    })
    .returning({ id: item.id });
  if (added.length > 0) await touchLists(tx, brandId, [listId], now);
  await emitItems(
    tx,
    { brandId, now },
    added.map(({ id }) => id),
    'added',
  );
  return { added: added.length, already: ids.length - added.length };
}

/** The values of an item that someone's later save replaced. */
export interface Overwritten extends CreatorListItemValues {
  version: number;
  updatedBy: string | null;
}

/** A saved item, and what its author had not seen of it. */
export interface SavedItem {
  row: ChangedItemRow;
  overwritten: Overwritten | null;
}

/** The columns of an item that people edit, as JSON under the names of the entity. */
const valuesJson = (alias: string) =>
  Object.entries(itemValueColumns)
    .map(([name, column]) => `'${name}', ${alias}.${column.name}`)
    .join(', ');

/**
 * Locks the item and saves the fields named. A row that waited for another writer is read as that one left it. Its list
 * is marked as changed before that, but not while somebody else changes the list, and once a second at most where it was
 * the last one changed anyway: teammates who save items of one list need not wait for each other.
 */
const saveSql = (fields: readonly (keyof CreatorListItemValues)[]) => `
  due as (
    select l.id from creator_list_item i join creator_list l on l.id = i.list_id
    where i.id = $2 and i.brand_id = $1 and l.brand_id = $1
      and (l.updated_at < $4::timestamptz - interval '1 second' or exists (
        select from creator_list other where other.brand_id = $1 and other.id <> l.id and other.updated_at >= l.updated_at))
    for no key update of l skip locked
  ), touched as (
    update creator_list l set updated_at = $4 from due where l.id = due.id returning l.id
  ), stood as (
    select i.id, i.version, i.updated_by, json_build_object(${valuesJson('i')}) as values
    from creator_list_item i, (select count(*) from touched) first
    where i.id = $2 and i.brand_id = $1 for update of i
  ), saved as (
    update creator_list_item i set ${fields.map((name, at) => `${itemValueColumns[name].name} = $${at + 5}`).join(', ')},
      version = i.version + 1, updated_at = $4, updated_by = $3
    from stood where i.id = stood.id
    returning i.*
  )`;

const savedSql = ({ columns, tables }: { columns: string; tables: string }) => `
  select ${columns}, stood.values as "stoodValues", stood.version as "stoodVersion", ${personLabelSql('editor')} as "stoodBy"
  from ${tables} join stood on true left join person editor on editor.id = stood.updated_by`;

/** What {@link saveItem} returns, for {@link savedItem}. */
export interface SavedRow extends ChangedItemRow {
  stoodValues: CreatorListItemValues;
  stoodVersion: number;
  stoodBy: string | null;
}

/**
 * Saves fields of an item, at least one; the later save wins. Returns no row when the brand has no such item.
 * @param size how much of its profile is returned
 */
export function saveItem(
  { brandId, userId, now }: ItemWriter,
  id: string,
  values: CreatorListItemChange,
  size: ProfileSize,
): Change {
  const fields = ITEM_FIELDS.filter((name) => values[name] !== undefined);
  return {
    part: {
      name: `item-save-${fields.join('-')}-${size}`,
      expressions: saveSql(fields),
      values: [brandId, id, userId, now, ...fields.map((name) => values[name])],
    },
    select: savedSql(changedItemSql('saved', size)),
    changed: 'saved',
  };
}

/** Tells of an item that is being saved. */
export const publishSave = (tx: Database, writer: ItemWriter, id: string): Promise<void> =>
  emitItems(tx, writer, [id], 'edited');

/** Returns a saved item, and the values it replaced when its author had not seen them. */
export function savedItem(
  { stoodValues, stoodVersion: version, stoodBy: updatedBy, ...row }: SavedRow,
  { version: seen, ...values }: CreatorListItemChange,
): SavedItem {
  const stood = { ...stoodValues, version, updatedBy };
  return { row, overwritten: overwritesUnseen(stood, { ...values, version: seen }) ? stood : null };
}

/** Items a change touched, and those that needed nothing. */
export interface ItemsChanged {
  changed: string[];
  already: string[];
}

const split = (all: string[], changed: string[]): ItemsChanged => {
  const set = new Set(changed);
  return { changed, already: all.filter((id) => !set.has(id)) };
};

/**
 * Archives items or brings them back, and then their list as well if it is archived: who brings a creator back
 * looks for it there. Done twice, the first time counts.
 */
export async function setItemsArchived(
  tx: Database,
  { brandId, userId, now }: ItemWriter,
  ids: string[],
  archived: boolean,
): Promise<ItemsChanged> {
  const rows = await lockItems(tx, brandId, ids);
  const changing = rows.filter((row) => (row.archivedAt !== null) !== archived);
  const changed = changing.map(({ id }) => id);
  if (changed.length > 0) {
    await tx
      .update(item)
      .set({
        archivedAt: archived ? now : null,
        updatedAt: now,
        updatedBy: userId,
        version: sql`${item.version} + 1`,
      })
      .where(and(inArray(item.id, changed), eq(item.brandId, brandId)));
    await touchLists(tx, brandId, [...new Set(changing.map(({ listId }) => listId))], now, !archived);
    await emitItems(tx, { brandId, now }, changed, archived ? 'archived' : 'recovered');
  }
  return split(
    rows.map(({ id }) => id),
    changed,
  );
}

/** Adds and removes tags of several items; what they are tagged with besides stays. */
export async function tagItems(
  tx: Database,
  { brandId, userId, now }: ItemWriter,
  ids: string[],
  add: StatusTag[],
  remove: StatusTag[],
): Promise<ItemsChanged> {
  const rows = await lockItems(tx, brandId, ids);
  const all = rows.map(({ id }) => id);
  const array = (tags: StatusTag[]) => sql`${sql.param(tags)}::text[]`;
  const changed = await tx
    .update(item)
    .set({
      tags: sql`array(select distinct tag from unnest(${item.tags} || ${array(add)}) as tag where not tag = any(${array(remove)}))`,
      updatedAt: now,
      updatedBy: userId,
      version: sql`${item.version} + 1`,
    })
    .where(
      and(
        inArray(item.id, all),
        eq(item.brandId, brandId),
        sql`(not ${item.tags} @> ${array(add.filter((tag) => !remove.includes(tag)))} or ${item.tags} && ${array(remove)})`,
      ),
    )
    .returning({ id: item.id, listId: item.listId });
  await touchLists(tx, brandId, [...new Set(changed.map(({ listId }) => listId))], now);
  await emitItems(
    tx,
    { brandId, now },
    changed.map(({ id }) => id),
    'tagged',
  );
  return split(
    all,
    changed.map(({ id }) => id),
  );
}

const valueNames = (prefix = '') =>
  sql.raw(
    Object.values(itemValueColumns)
      .map(({ name }) => prefix + name)
      .join(', '),
  );

/**
 * Puts the creators of several items on another list too, with tags and notes. `changed` are the new items (or
 * archived ones that came back as they were), `already` those whose creator stands there.
 */
export async function copyItems(
  tx: Database,
  { brandId, userId, now }: ItemWriter,
  ids: string[],
  listId: string,
): Promise<ItemsChanged> {
  const rows = await lockItems(tx, brandId, ids, listId);
  const sources = rows.map((row) => ({ sourceId: row.id, id: newId(), creatorId: row.creatorId }));
  const { rows: made } = await tx.execute<{ id: string; creatorId: string }>(sql`
    insert into ${item} (id, brand_id, list_id, creator_id, ${valueNames()}, saved_at, updated_at, updated_by)
    select distinct on (i.creator_id) s.id, i.brand_id, ${listId}::uuid, i.creator_id, ${valueNames('i.')},
      ${now}::timestamptz, ${now}::timestamptz, ${userId}::uuid
    from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb) as s("sourceId" uuid, id uuid)
    join ${item} i on i.id = s."sourceId"
    order by i.creator_id, i.id
    on conflict (list_id, creator_id) do update
      set archived_at = null, saved_at = excluded.saved_at, updated_at = excluded.updated_at,
        updated_by = excluded.updated_by, version = ${sql.identifier('creator_list_item')}.version + 1
      where ${sql.identifier('creator_list_item')}.archived_at is not null
    returning id, creator_id as "creatorId"`);
  if (made.length > 0) await touchLists(tx, brandId, [listId], now);
  await emitItems(
    tx,
    { brandId, now },
    made.map(({ id }) => id),
    'copied',
  );
  const creators = new Set(made.map(({ creatorId }) => creatorId));
  return {
    changed: made.map(({ id }) => id),
    already: rows.filter(({ creatorId }) => !creators.has(creatorId)).map(({ id }) => id),
  };
}

/**
 * Takes items to another list, with tags and notes. `already` are those whose creator stands on the other list:
 * the other item stays as it is (and comes back when archived), this one is archived.
 */
export async function moveItems(
  tx: Database,
  writer: ItemWriter,
  ids: string[],
  target: string,
): Promise<ItemsChanged> {
  const { brandId, userId, now } = writer;
  const listId = target.toLowerCase();
  const rows = (await lockItems(tx, brandId, ids, listId)).filter((row) => row.listId !== listId);
  const standing = await tx
    .select({ id: item.id, creatorId: item.creatorId, archivedAt: item.archivedAt })
    .from(item)
    .where(
      and(
        eq(item.listId, listId),
        eq(item.brandId, brandId),
        inArray(
          item.creatorId,
          rows.map((row) => row.creatorId),
        ),
      ),
    )
    .orderBy(item.id)
    .for('update');
  const taken = new Set(standing.map(({ creatorId }) => creatorId));
  const moved: string[] = [];
  for (const row of rows) {
    if (taken.has(row.creatorId)) continue;
    taken.add(row.creatorId);
    moved.push(row.id);
  }
  const left = split(
    rows.map(({ id }) => id),
    moved,
  ).already;
  const change = { updatedAt: now, updatedBy: userId, version: sql`${item.version} + 1` };
  const set = (
    of: string[],
    values: Partial<{ listId: string; archivedAt: string | null; savedAt: string }>,
  ) =>
    of.length === 0
      ? undefined
      : tx
          .update(item)
          .set({ ...change, ...values })
          .where(and(inArray(item.id, of), eq(item.brandId, brandId)));
  await set(moved, { listId, archivedAt: null, savedAt: now });
  await set(
    standing.filter(({ archivedAt }) => archivedAt !== null).map(({ id }) => id),
    { archivedAt: null, savedAt: now },
  );
  await set(left, { archivedAt: now });
  await touchLists(tx, brandId, [...new Set([listId, ...rows.map((row) => row.listId)])], now);
  await emitItems(tx, { brandId, now }, moved, 'moved');
  return { changed: moved, already: left };
}

/** What happened to items of lists, as a brand's own programs are told. */
type ItemChange = 'added' | 'edited' | 'archived' | 'recovered' | 'tagged' | 'copied' | 'moved';

/** Tells of items that changed together, once the transaction commits. */
async function emitItems(
  tx: Database,
  { brandId, now }: { brandId: string; now: string },
  itemIds: readonly string[],
  change: ItemChange,
): Promise<void> {
  if (itemIds.length === 0) return;
  const event = { brandId, type: 'creator_list_item.changed' as const, data: { itemIds, change } };
  await publish(tx, [event], new Date(now));
}
