import {
  type CreatorListItemChange,
  type CreatorListItemValues,
  ITEM_FIELDS,
  overwritesUnseen,
  type StatusTag,
} from '@troupe/domain/discovery/creator-list';
import type { FieldValue, ListField } from '@troupe/domain/discovery/list-field';
import { problem } from '@troupe/domain/problem';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Change, Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newId } from '../../../platform/id.ts';
import { personLabelSql } from '../../account/user/user.table.ts';
import { creatorTable, visibleTo } from '../creator/creator.table.ts';
import { lockLists, touchLists } from './creator-list.queries.ts';
import { creatorListItemTable as item, itemValueColumns } from './creator-list.table.ts';
import { type ChangedItemRow, changedItemSql, type ProfileSize } from './creator-list-page.queries.ts';

/** Who changes items, in which brand and when. */
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
 * Locks items of a brand, after their lists and the target list. Throws `not_found` unless the
 * brand has all of them, and `invalid_transition` if the target is archived.
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

/** Locks the target list together with others; an archived list accepts no items. */
async function lockTarget(db: Database, brandId: string, target: string | undefined, others: string[] = []) {
  const locked = await lockLists(db, brandId, [...others, ...(target === undefined ? [] : [target])]);
  if (target === undefined) return;
  const state = locked.find(({ id }) => id === target.toLowerCase());
  if (!state) throw problem('not_found');
  if (state.archived)
    throw problem('invalid_transition', { message: 'This list is archived. Restore it first.' });
}

/**
 * Adds creators to a list. Existing items are unchanged; archived ones are restored with their tags
 * and notes. Throws `not_found` and adds none unless all are visible to the brand.
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
  // The first creator gets the newest id, so it comes first in the list.
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
  await publishItemChange(
    tx,
    { brandId, now },
    added.map(({ id }) => id),
    'added',
  );
  return { added: added.length, already: ids.length - added.length };
}

/** Item values overwritten by someone's later save. */
export interface Overwritten extends CreatorListItemValues {
  custom: Record<string, FieldValue>;
  version: number;
  updatedBy: string | null;
}

/** A saved item, and the values its author hadn't seen. */
export interface SavedItem {
  row: ChangedItemRow;
  overwritten: Overwritten | null;
}

/** The editable columns of an item as JSON with API names. */
const valuesJson = (alias: string) =>
  Object.entries(itemValueColumns)
    .map(([name, column]) => `'${name}', ${alias}.${column.name}`)
    .join(', ');

/**
 * Locks the item and saves the given fields; a writer that waited sees the other's result. The list
 * is marked as changed first, unless someone else is changing it, and at most once a second if it
 * is already the most recent one, so that teammates saving items of one list don't block each
 * other.
 */
// Custom fields don't count as a new version: each is compared with the value that its author saw.
const saveSql = (fields: readonly (keyof CreatorListItemValues)[], custom: boolean) => `
  due as (
    select l.id from creator_list_item i join creator_list l on l.id = i.list_id
    where i.id = $2 and i.brand_id = $1 and l.brand_id = $1
      and (l.updated_at < $4::timestamptz - interval '1 second' or exists (
        select from creator_list other where other.brand_id = $1 and other.id <> l.id and other.updated_at >= l.updated_at))
    for no key update of l skip locked
  ), touched as (
    update creator_list l set updated_at = $4 from due where l.id = due.id returning l.id
  ), stood as (
    select i.id, i.version, i.updated_by, i.custom, json_build_object(${valuesJson('i')}) as values
    from creator_list_item i, (select count(*) from touched) first
    where i.id = $2 and i.brand_id = $1 for update of i
  ), saved as (
    update creator_list_item i set ${fields.map((name, at) => `${itemValueColumns[name].name} = $${at + 5},`).join(' ')}
      ${custom ? `custom = (i.custom || $${fields.length + 5}::jsonb) - $${fields.length + 6}::text[],` : ''}
      version = i.version + ${fields.length > 0 ? 1 : 0}, updated_at = $4, updated_by = $3
    from stood where i.id = stood.id
    returning i.*
  )`;

const savedSql = ({ columns, tables }: { columns: string; tables: string }) => `
  select ${columns}, stood.values as "stoodValues", stood.custom as "stoodCustom", stood.version as "stoodVersion", ${personLabelSql('editor')} as "stoodBy"
  from ${tables} join stood on true left join person editor on editor.id = stood.updated_by`;

/** Row returned by {@link saveItem}, for {@link savedItem}. */
export interface SavedRow extends ChangedItemRow {
  stoodValues: CreatorListItemValues;
  stoodCustom: Record<string, FieldValue>;
  stoodVersion: number;
  stoodBy: string | null;
}

/**
 * Saves at least one field of an item; the later save wins. Returns no row if the brand has no such
 * item.
 * @param size how much of the profile to return
 */
export function saveItem(
  { brandId, userId, now }: ItemWriter,
  id: string,
  values: CreatorListItemChange,
  size: ProfileSize,
): Change {
  const fields = ITEM_FIELDS.filter((name) => values[name] !== undefined);
  const { custom } = values;
  const given = Object.entries(custom ?? {});
  const customValues = custom
    ? [
        JSON.stringify(Object.fromEntries(given.filter(([, value]) => value !== null))),
        given.filter(([, value]) => value === null).map(([field]) => field),
      ]
    : [];
  return {
    part: {
      name: `item-save-${fields.join('-')}${custom ? '-custom' : ''}-${size}`,
      expressions: saveSql(fields, custom !== undefined),
      values: [brandId, id, userId, now, ...fields.map((name) => values[name]), ...customValues],
    },
    select: savedSql(changedItemSql('saved', size)),
    changed: 'saved',
  };
}

/** Publishes an event for an item being saved. */
export const publishSave = (tx: Database, writer: ItemWriter, id: string): Promise<void> =>
  publishItemChange(tx, writer, [id], 'edited');

/** Returns a saved item, and the values it overwrote unseen. */
export function savedItem(
  { stoodValues, stoodCustom, stoodVersion: version, stoodBy: updatedBy, ...row }: SavedRow,
  change: CreatorListItemChange,
): SavedItem {
  const custom: Record<string, FieldValue> = {};
  for (const id of Object.keys(change.custom ?? {})) {
    const value = stoodCustom[id];
    if (value !== undefined) custom[id] = value;
  }
  const stood = Object.assign({}, stoodValues, { custom, version, updatedBy });
  return { row, overwritten: overwritesUnseen(stood, change) ? stood : null };
}

/** Returns the custom fields of the list that an item is on; null if the brand has no such item. */
export async function readFieldsOfItem(
  pool: pg.Pool,
  brandId: string,
  itemId: string,
): Promise<ListField[] | null> {
  const { rows } = await pool.query<{ fields: ListField[] }>({
    name: 'creator-list-fields-of-item',
    text: `select l.fields from creator_list_item i join creator_list l on l.id = i.list_id
      where i.id = $1 and i.brand_id = $2`,
    values: [itemId, brandId],
  });
  return rows[0]?.fields ?? null;
}

/** Changed items, and those that needed no change. */
export interface ItemsChanged {
  changed: string[];
  already: string[];
}

const split = (all: string[], changed: string[]): ItemsChanged => {
  const set = new Set(changed);
  return { changed, already: all.filter((id) => !set.has(id)) };
};

/**
 * Archives or restores items. Restoring also restores an archived list, where people expect to find
 * the item. Idempotent.
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
    await publishItemChange(tx, { brandId, now }, changed, archived ? 'archived' : 'recovered');
  }
  return split(
    rows.map(({ id }) => id),
    changed,
  );
}

/** Adds and removes tags of several items; other tags are kept. */
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
  await publishItemChange(
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
 * Copies items with tags and notes to another list. `changed` are new items (or restored archived
 * ones), `already` those whose creator is on the target list.
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
  await publishItemChange(
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
 * Moves items with tags and notes to another list. `already` are those whose creator is on the
 * target list: the other item is unchanged (or restored if archived), and this one is archived.
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
  await publishItemChange(tx, { brandId, now }, moved, 'moved');
  return { changed: moved, already: left };
}

/** Kinds of item changes in webhooks. */
type ItemChange = 'added' | 'edited' | 'archived' | 'recovered' | 'tagged' | 'copied' | 'moved';

/** Publishes an event for items changed together, sent once the transaction commits. */
async function publishItemChange(
  tx: Database,
  { brandId, now }: { brandId: string; now: string },
  itemIds: readonly string[],
  change: ItemChange,
): Promise<void> {
  if (itemIds.length === 0) return;
  const event = { brandId, type: 'creator_list_item.changed' as const, data: { itemIds, change } };
  await publish(tx, [event], new Date(now));
}
