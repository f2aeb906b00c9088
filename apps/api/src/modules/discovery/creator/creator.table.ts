import type {
  Creator,
  FigureName,
  FigureOrigin,
  Platform,
  ShopSales,
} from '@troupe/domain/discovery/creator';
import { getTableColumns, type InferSelectModel, type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  char,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { columnsSql, instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';

/**
 * Creators: one row a profile on a platform. A row without `brandId` is shared by all brands; one with it is
 * seen by that brand alone. `figures` says who measured each figure and when, and holds the averages that have
 * no column. `connectedAt` is when the profile was connected to the product (engagement window). What only the
 * search needs (columns for its order and words, its indexes) is made by the migration `creator_search`.
 */
export const creatorTable = pgTable(
  'creator',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id').references(() => brandTable.id, { onDelete: 'cascade' }),
    platform: text().$type<Platform>().notNull(),
    socialId: text('social_id'),
    username: text().notNull(),
    fullname: text().notNull().default(''),
    bio: text().notNull().default(''),
    profilePicUrl: text('profile_pic_url'),
    profileUrl: text('profile_url').notNull(),
    country: char({ length: 2 }),
    language: text(),
    categories: text().array().notNull().default(sql`'{}'`),
    followerCount: bigint('follower_count', { mode: 'number' }),
    engagement: doublePrecision(),
    avgViews: bigint('avg_views', { mode: 'number' }),
    figures: jsonb()
      .$type<Partial<Record<FigureName, FigureOrigin & { value?: number }>>>()
      .notNull()
      .default({}),
    verified: boolean().notNull().default(false),
    userId: text('user_id'),
    contactEmail: text('contact_email'),
    contactsFetchedAt: instant('contacts_fetched_at'),
    contactsError: text('contacts_error'),
    shop: jsonb().$type<ShopSales>(),
    channels: jsonb().$type<{ platform: Platform; username: string; url: string }[]>().notNull().default([]),
    connectedAt: instant('connected_at'),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('creator_shared_handle')
      .on(table.platform, sql`lower(${table.username})`)
      .where(sql`${table.brandId} is null`),
    uniqueIndex('creator_private_handle')
      .on(table.brandId, table.platform, sql`lower(${table.username})`)
      .where(sql`${table.brandId} is not null`),
  ],
);

/** Contact details a brand brought along itself; seen by that brand alone. */
export const creatorContactTable = pgTable(
  'creator_contact',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('creator_contact_once').on(table.brandId, table.creatorId),
    index('creator_contact_creator').on(table.creatorId),
  ],
);

// Addresses come from imports and providers: what could not stand in the head of a mail is none.
const MAILABLE = `'^[[:alnum:]!#$%&''*+/=?^_{|}~.-]+@[[:alnum:]-]+([.][[:alnum:]-]+)+$'`;
const mailable = (column: string) => `case when trim(${column}) ~ ${MAILABLE} then trim(${column}) end`;

/**
 * Where mail to a creator goes, as SQL: what the brand knows itself, else what is known to all; null when neither can
 * be mailed.
 * @param brand the brand's id, as SQL (a column or a parameter)
 * @param creator what the statement calls the table `creator`
 */
export const mailAddressSql = (brand: string, creator = 'creator'): string => `coalesce(
  (select ${mailable('own.email')} from creator_contact own
    where own.brand_id = ${brand} and own.creator_id = ${creator}.id),
  ${mailable(`${creator}.contact_email`)})`;

// What only the drawer, the search or mail reads; every other column belongs to the entity.
const {
  contactEmail: _email,
  shop: _shop,
  channels: _channels,
  connectedAt: _connected,
  ...shown
} = getTableColumns(creatorTable);

/** The columns that {@link toCreator} reads, for `select`. */
export const creatorColumns = shown;

/** The same for statements that are kept as text and call the table `alias`. */
export const creatorColumnsSql = (alias: string): string => columnsSql(creatorColumns, alias);

/** A row of {@link creatorColumns}. */
export type CreatorRow = Pick<InferSelectModel<typeof creatorTable>, keyof typeof creatorColumns>;

/** The creators a brand may see: those shared by all, and its own. */
export function visibleTo(brandId: string): SQL {
  return sql`(${creatorTable.brandId} is null or ${creatorTable.brandId} = ${brandId})`;
}

/**
 * A row as the entity. `ownContact` says that the asking brand brought contact details of its own along,
 * which count as fetched whatever became of fetching others. An empty error text is an error without message.
 */
export function toCreator(row: CreatorRow, ownContact = false): Creator {
  const failed = row.contactsError !== null && !ownContact;
  return {
    id: row.id,
    socialId: row.socialId,
    instagramId: row.platform === 'instagram' ? row.socialId : null,
    platform: row.platform,
    username: row.username,
    fullname: row.fullname,
    bio: row.bio,
    profilePicUrl: row.profilePicUrl,
    profileUrl: row.profileUrl,
    url: row.profileUrl,
    country: row.country,
    language: row.language,
    categories: row.categories,
    followerCount: row.followerCount,
    engagement: row.engagement,
    avgViews: row.avgViews,
    figures: row.figures,
    verified: row.verified,
    userId: row.userId,
    private: row.brandId !== null,
    updated: row.updatedAt,
    metaData: {
      is_verified: row.verified,
      contactsFetched: ownContact || (!failed && row.contactsFetchedAt !== null),
      contactsError: failed ? { message: row.contactsError || null } : null,
    },
  };
}

/** A row of which nothing is told but its platform: its owner has removed their account. */
export function namelessCreator(row: CreatorRow): Creator {
  const { id, platform, metaData } = toCreator(row);
  return {
    id,
    platform,
    metaData,
    username: 'removed',
    fullname: 'Removed creator',
    bio: '',
    socialId: null,
    instagramId: null,
    profilePicUrl: null,
    profileUrl: '',
    url: '',
    country: null,
    language: null,
    categories: [],
    followerCount: null,
    engagement: null,
    avgViews: null,
    figures: {},
    verified: false,
    userId: null,
    private: false,
    updated: null,
  };
}

/** Look-ups of contact details on their way: one a creator, so that two people asking at once pay once. */
export const creatorContactFetchTable = pgTable('creator_contact_fetch', {
  creatorId: uuid('creator_id')
    .primaryKey()
    .references(() => creatorTable.id, { onDelete: 'cascade' }),
  /** Names this look-up, also in the credit ledger. */
  id: uuid().notNull(),
  brandId: uuid('brand_id')
    .notNull()
    .references(() => brandTable.id, { onDelete: 'cascade' }),
  /** Credits held for it in the ledger. */
  credits: integer().notNull(),
  startedAt: instant('started_at').notNull(),
});

/** How far the copy of a picture is. */
export type PictureState = 'waiting' | 'copied' | 'failed';

/**
 * Pictures that an import names by URL, one for each creator. Pages show copies of our own only, so they are copied in
 * the background. `reason` says why one could not be.
 */
export const creatorPictureTable = pgTable(
  'creator_picture',
  {
    creatorId: uuid('creator_id')
      .primaryKey()
      .references(() => creatorTable.id, { onDelete: 'cascade' }),
    /** The import that named it. Imports refer to creators, so nothing is enforced here. */
    importId: uuid('import_id').notNull(),
    url: text().notNull(),
    state: text().$type<PictureState>().notNull().default('waiting'),
    reason: text(),
    requestedAt: instant('requested_at').notNull(),
  },
  (table) => [index('creator_picture_import').on(table.importId, table.state)],
);
