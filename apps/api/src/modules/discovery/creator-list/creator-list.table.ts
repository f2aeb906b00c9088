import type { CreatorListItemValues, StatusTag } from '@troupe/domain/discovery/creator-list';
import { getTableColumns, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { creatorTable } from '../creator/creator.table.ts';

/**
 * A brand's lists. Triggers keep `itemCount`, the items that are not archived, and with
 * {@link creatorListContactChangeTable} `contactCount`, those whose contact details are known.
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
    itemCount: integer('item_count').notNull().default(0),
    contactCount: integer('contact_count').notNull().default(0),
  },
  (table) => [index('creator_list_brand').on(table.brandId, table.updatedAt.desc())],
);

/**
 * Contact details that became known, or unknown again, of creators on a list. Added up rather than written to the list:
 * whoever looks up the details of a creator must not wait for the lists of all brands.
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
  ...filledIn
} = getTableColumns(creatorListTable);

/** The columns of a list as the entity names them, for `select`, without {@link contactCountSql}. */
export const creatorListColumns = {
  ...filledIn,
  created: createdAt,
  updated: updatedAt,
  archivedDate: archivedAt,
};

/** How many contact details of a list are known, as SQL; `list` is what the statement calls the table. */
export const contactCountSql = (list = 'creator_list'): string =>
  `(${list}.contact_count + coalesce((select sum(change.by) from creator_list_contact_change change
    where change.list_id = ${list}.id), 0))::int`;

/** A creator on a list, with the brand's tags and notes. `version` grows with each save. */
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
  },
  (table) => [
    uniqueIndex('creator_list_item_once').on(table.listId, table.creatorId),
    index('creator_list_item_page')
      .on(table.listId, table.savedAt.desc(), table.id.desc())
      .where(sql`${table.archivedAt} is null`),
    // The search reads the lists of a page of creators from it alone.
    index('creator_list_item_creator').on(
      table.brandId,
      table.creatorId,
      table.savedAt.desc(),
      table.archivedAt,
      table.listId,
    ),
    index('creator_list_item_creator_id').on(table.creatorId),
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
  ...edited
} = getTableColumns(creatorListItemTable);

/** The columns of an item that people edit, as the entity names them. */
export const itemValueColumns = edited satisfies Record<keyof CreatorListItemValues, AnyPgColumn>;
