import type { CreatorListItemValues, StatusTag } from '@troupe/domain/discovery/creator-list';
import type { ListField, ListStage, ReviewCounts } from '@troupe/domain/discovery/list-field';
import { getTableColumns, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { personLabelSql, userTable } from '../../account/user/user.table.ts';
import { creatorTable } from '../creator/creator.table.ts';

/**
 * Creator lists. Triggers maintain `itemCount` (items that aren't archived) and, with {@link
 * creatorListContactChangeTable}, `contactCount` (those with known contact details).
 */
export const creatorListTable = pgTable(
  'creator_list',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text().notNull().default(''),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
    archivedAt: instant('archived_at'),
    /** Part of the brand's sample data. */
    sample: boolean().notNull().default(false),
    itemCount: integer('item_count').notNull().default(0),
    contactCount: integer('contact_count').notNull().default(0),
    /** A member who left is replaced by an owner of the brand when lists are read. */
    ownerId: uuid('owner_id').references(() => userTable.id, { onDelete: 'set null' }),
    /** Custom fields in order; values are in `custom` of the items. */
    fields: jsonb().$type<ListField[]>().notNull().default([]),
    /** Stages of the pipeline board in order. */
    stages: jsonb().$type<ListStage[]>().notNull().default([]),
  },
  (table) => [
    index('creator_list_brand').on(table.brandId, table.updatedAt.desc()),
    index('creator_list_owner').on(table.ownerId),
  ],
);

/**
 * Pending changes to `contactCount`. Kept separate so contact lookups don't wait for locks on the
 * lists of all brands.
 */
export const creatorListContactChangeTable = pgTable(
  'creator_list_contact_change',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    listId: uuid('list_id')
      .notNull()
      .references(() => creatorListTable.id, { onDelete: 'cascade' }),
    by: integer().notNull(),
  },
  (table) => [index('creator_list_contact_change_list').on(table.listId)],
);

const {
  brandId: _brand,
  createdAt,
  updatedAt,
  archivedAt,
  contactCount: _contactCount,
  sample: _sample,
  ownerId: _owner,
  fields: _fields,
  stages: _stages,
  ...filledIn
} = getTableColumns(creatorListTable);

/** Columns of a list with API names, for `select`, without {@link contactCountSql}. */
export const creatorListColumns = {
  ...filledIn,
  created: createdAt,
  updated: updatedAt,
  archivedDate: archivedAt,
};

/** SQL for a list's `contactCount`; `list` is the table alias. */
export const contactCountSql = (list = 'creator_list'): string =>
  `(${list}.contact_count + coalesce((select sum(change.by) from creator_list_contact_change change
    where change.list_id = ${list}.id), 0))::int`;

/**
 * SQL for a list's `owner` as JSON: the member it names, else the first owner of the brand; `list` is the table alias.
 */
export const listOwnerSql = (list = 'creator_list'): string => `(
  select json_build_object('id', owner.id, 'name', ${personLabelSql('owner')})
  from brand_member m join person owner on owner.id = m.user_id
  where m.brand_id = ${list}.brand_id and (m.user_id = ${list}.owner_id or m.role = 'owner')
  order by m.user_id = ${list}.owner_id desc nulls last, m.created_at, m.user_id limit 1)`;

/** Creators on lists with the brand's tags and notes. `version` increases with each save. */
export const creatorListItemTable = pgTable(
  'creator_list_item',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    listId: uuid('list_id')
      .notNull()
      .references(() => creatorListTable.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id),
    tags: text().array().$type<StatusTag[]>().notNull().default(sql`'{}'`),
    feedback: text().notNull().default(''),
    version: integer().notNull().default(1),
    savedAt: instant('saved_at').notNull().default(sql`now()`),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
    updatedBy: uuid('updated_by').references(() => userTable.id, { onDelete: 'set null' }),
    archivedAt: instant('archived_at'),
    /** Values of custom fields by their ID. Those of fields that the list doesn't have are ignored. */
    custom: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    /** The stage of the board; one that the list doesn't have counts as none. */
    stageId: uuid('stage_id'),
    /** Position within the stage. */
    stageRank: doublePrecision('stage_rank'),
    /** Counted with each vote and comment; null before the first. */
    review: jsonb().$type<ReviewCounts>(),
  },
  (table) => [
    uniqueIndex('creator_list_item_once').on(table.listId, table.creatorId),
    index('creator_list_item_page')
      .on(table.listId, table.savedAt.desc(), table.id.desc())
      .where(sql`${table.archivedAt} is null`),
    // Covers the search's lookup of lists for a page of creators.
    index('creator_list_item_creator').on(
      table.brandId,
      table.creatorId,
      table.savedAt.desc(),
      table.archivedAt,
      table.listId,
    ),
    index('creator_list_item_creator_id').on(table.creatorId),
    index('creator_list_item_stage')
      .on(table.listId, table.stageId, table.stageRank, table.id)
      .where(sql`${table.archivedAt} is null and ${table.stageId} is not null`),
    index('creator_list_item_archived')
      .on(table.brandId, table.archivedAt.desc())
      .where(sql`${table.archivedAt} is not null`),
  ],
);

const {
  id: _id,
  brandId: _itemBrand,
  listId: _list,
  creatorId: _creator,
  version: _version,
  savedAt: _saved,
  updatedAt: _updated,
  updatedBy: _editor,
  archivedAt: _archived,
  custom: _custom,
  stageId: _stage,
  stageRank: _rank,
  review: _review,
  ...edited
} = getTableColumns(creatorListItemTable);

/** Editable columns of an item with API names. */
export const itemValueColumns = edited satisfies Record<keyof CreatorListItemValues, AnyPgColumn>;
