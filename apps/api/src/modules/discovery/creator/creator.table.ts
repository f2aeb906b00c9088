import {
  Creator,
  FigureName,
  type FigureOrigin,
  FigureSource,
  type Platform,
  type ShopSales,
} from '@troupe/domain/discovery/creator';
import { getTableColumns, type InferSelectModel, type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  char,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { columnsSql, instant } from '../../../platform/column.ts';
import { newId } from '../../../platform/id.ts';
import {
  checkedJson,
  instantJson,
  isTrue,
  numberJson,
  type Raw,
  textJson,
  textsJson,
} from '../../../platform/raw-json.ts';
import { brandTable } from '../../account/brand/brand.table.ts';

/** Words as the search stores them, in the text form of PostgreSQL. */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * Creators, one row per profile. Rows without `brandId` are shared by all brands, others are
 * visible to that brand only. `figures` holds the origin of each figure, and averages without their
 * own column. `connectedAt` is when the profile was connected (engagement window). The initial
 * migration has the columns and indexes of the search.
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
    /** An invented profile of a brand's sample data: never looked up, read, emailed or reported on. */
    sample: boolean().notNull().default(false),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
    /** Topics derived from its texts, strongest first. */
    topics: text().array().notNull().default(sql`'{}'`),
    /** What the search finds it by beside handle, name and bio; see `topicColumns`. */
    topicWords: tsvector('topic_words'),
    /** The vocabulary its topics were derived with; null if its texts have changed since. */
    topicsVersion: integer('topics_version'),
    lastPostAt: instant('last_post_at'),
    /** Order of creators that match equally well; set by a trigger, see `creator_fit_key`. */
    fitKey: doublePrecision('fit_key').notNull().default(-1000),
  },
  (table) => [
    index('creator_topics_version').on(table.topicsVersion),
    index('creator_contact_email')
      .on(sql`lower(trim(${table.contactEmail}))`)
      .where(sql`${table.contactEmail} is not null`),
    // Starts with the ID, not the platform: the planner must not choose it for searches.
    index('creator_social_id').on(table.socialId, table.platform).where(sql`${table.socialId} is not null`),
    uniqueIndex('creator_shared_handle')
      .on(table.platform, sql`lower(${table.username})`)
      .where(sql`${table.brandId} is null`),
    uniqueIndex('creator_private_handle')
      .on(table.brandId, table.platform, sql`lower(${table.username})`)
      .where(sql`${table.brandId} is not null`),
  ],
);

/** Typical (median) engagement of shared creators of a platform and size, see `creator_size`. */
export const creatorPeerTable = pgTable(
  'creator_peer',
  {
    platform: text().$type<Platform>().notNull(),
    size: integer().notNull(),
    engagement: doublePrecision().notNull(),
    creators: integer().notNull(),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.platform, table.size] })],
);

/** Contact details a brand imported itself, visible to that brand only. */
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
    index('creator_contact_address').on(table.brandId, sql`lower(trim(${table.email}))`),
  ],
);

// Only addresses that are safe in an email header, because they come from imports and providers.
const MAILABLE = `'^[[:alnum:]!#$%&''*+/=?^_{|}~.-]+@[[:alnum:]-]+([.][[:alnum:]-]+)+$'`;
const mailable = (column: string) => `case when trim(${column}) ~ ${MAILABLE} then trim(${column}) end`;

/**
 * SQL for a creator's email address: the brand's own, else the shared one; null if neither is
 * usable, and always null for sample data.
 * @param brand the brand's id, as SQL (a column or parameter)
 * @param creator alias of the table `creator`
 */
export const mailAddressSql = (
  brand: string,
  creator = 'creator',
): string => `case when not ${creator}.sample then coalesce(
  (select ${mailable('own.email')} from creator_contact own
    where own.brand_id = ${brand} and own.creator_id = ${creator}.id),
  ${mailable(`${creator}.contact_email`)}) end`;

// Columns used only by the drawer, the search or email; all others belong to the entity.
const {
  contactEmail: _email,
  shop: _shop,
  channels: _channels,
  connectedAt: _connected,
  sample: _sample,
  topics: _topics,
  topicWords: _topicWords,
  topicsVersion: _topicsVersion,
  lastPostAt: _lastPost,
  fitKey: _fitKey,
  ...shown
} = getTableColumns(creatorTable);

/** The columns {@link toCreator} reads, for `select`. */
export const creatorColumns = shown;

/** The same for raw SQL with the table alias `alias`. */
export const creatorColumnsSql = (alias: string): string => columnsSql(creatorColumns, alias);

/** A row of {@link creatorColumns}. */
export type CreatorRow = Pick<InferSelectModel<typeof creatorTable>, keyof typeof creatorColumns>;

/** Condition for creators visible to a brand: shared ones and its own. */
export function visibleTo(brandId: string): SQL {
  return sql`(${creatorTable.brandId} is null or ${creatorTable.brandId} = ${brandId})`;
}

/**
 * SQL for whether a brand doesn't see a registered creator, because it has its own copy, which is the creator to it.
 * @param brand the brand's ID, as SQL (a column or parameter)
 * @param creator alias of the table `creator`
 */
export const hasCopySql = (brand: string, creator = 'creator'): string =>
  `(${creator}.brand_id is null and ${creator}.user_id is not null and exists (select from creator own where own.brand_id = ${brand}
    and own.platform = ${creator}.platform and lower(own.username) = lower(${creator}.username) and not own.sample))`;

/** A statement that copies the address that a brand may use for a claimed profile to its own copies that have none. */
export function copySharedContacts(brandId: string, copyIds: readonly string[], now: string): SQL {
  const copies = copyIds.map((copyId) => ({ id: newId(), copy_id: copyId }));
  return sql`
    insert into creator_contact (id, brand_id, creator_id, email, created_at)
    select v.id, own.brand_id, own.id, coalesce(k.email, shared.contact_email), coalesce(k.created_at, ${now}::timestamptz)
    from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as v(id uuid, copy_id uuid)
    join creator own on own.id = v.copy_id and own.brand_id = ${brandId}
    join creator shared on shared.brand_id is null and shared.platform = own.platform
      and lower(shared.username) = lower(own.username)
    left join creator_contact k on k.brand_id = own.brand_id and k.creator_id = shared.id
    where coalesce(k.email, shared.contact_email) is not null
      and exists (select from creator_claim c where c.creator_id = shared.id and c.claimed_at is not null)
    on conflict do nothing`;
}

/**
 * Converts a row to the entity. `ownContact` means the brand has its own contact details, which
 * count as fetched regardless of other lookups. An empty error is an error without message.
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

/** A row of {@link creatorColumns} as PostgreSQL writes it. */
export type RawCreator = Record<keyof CreatorRow, Raw>;

const oneOf = (values: readonly string[]) => values.join('|');
const ORIGIN = `"(asOf": (null|"[\\dTZ:.+-]+")|source": "(${oneOf(FigureSource.options)})"|value": -?[\\d.]+)`;
/** Figures as they are stored, with known keys only. */
const KNOWN_FIGURES = new RegExp(
  `^\\{("(${oneOf(FigureName.options)})": \\{${ORIGIN}(, ${ORIGIN})*\\}(, |(?=\\})))*\\}$`,
);

/** Writes figures: unchanged if all keys are known, which is faster than parsing. */
const figuresJson = (raw: Raw): string =>
  raw !== null && KNOWN_FIGURES.test(raw) ? raw : checkedJson(Creator.shape.figures, raw);

/** Writes the members of the object that {@link toCreator} returns, without braces. */
export function creatorMembers(row: RawCreator, ownContact: boolean): string {
  const socialId = textJson(row.socialId);
  const profileUrl = textJson(row.profileUrl);
  const verified = isTrue(row.verified);
  const failed = row.contactsError !== null && !ownContact;
  const fetched = ownContact || (!failed && row.contactsFetchedAt !== null);
  const error = failed ? `{"message":${textJson(row.contactsError || null)}}` : 'null';
  const name = `"username":${textJson(row.username)},"fullname":${textJson(row.fullname)},"bio":${textJson(row.bio)}`;
  const urls = `"profilePicUrl":${textJson(row.profilePicUrl)},"profileUrl":${profileUrl},"url":${profileUrl}`;
  const about = `"country":${textJson(row.country)},"language":${textJson(row.language)},"categories":${textsJson(row.categories)}`;
  const figures = `"followerCount":${numberJson(row.followerCount)},"engagement":${numberJson(row.engagement)},"avgViews":${numberJson(row.avgViews)},"figures":${figuresJson(row.figures)}`;
  const contact = `"metaData":{"is_verified":${verified},"contactsFetched":${fetched},"contactsError":${error}}`;
  return `"id":"${row.id}","socialId":${socialId},"instagramId":${row.platform === 'instagram' ? socialId : 'null'},"platform":"${row.platform}",${name},${urls},${about},${figures},"verified":${verified},"userId":${textJson(row.userId)},"private":${row.brandId !== null},"updated":${instantJson(row.updatedAt)},${contact}`;
}

/** Returns a creator reduced to its platform, because the owner deleted their account. */
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

/** Contact lookups in progress, one per creator, so concurrent requests pay once. */
export const creatorContactFetchTable = pgTable('creator_contact_fetch', {
  creatorId: uuid('creator_id')
    .primaryKey()
    .references(() => creatorTable.id, { onDelete: 'cascade' }),
  /** Id of the lookup, also used in the credit ledger. */
  id: uuid().notNull(),
  brandId: uuid('brand_id')
    .notNull()
    .references(() => brandTable.id, { onDelete: 'cascade' }),
  /** Credits reserved in the ledger. */
  credits: integer().notNull(),
  startedAt: instant('started_at').notNull(),
});

/** State of copying a picture. */
export type PictureState = 'waiting' | 'copied' | 'failed';

/**
 * Picture URLs from imports, one per creator, copied in the background because pages show only our
 * own copies. `reason` explains a failure.
 */
export const creatorPictureTable = pgTable(
  'creator_picture',
  {
    creatorId: uuid('creator_id')
      .primaryKey()
      .references(() => creatorTable.id, { onDelete: 'cascade' }),
    /** The import that named it. Not a foreign key, because imports reference creators. */
    importId: uuid('import_id').notNull(),
    url: text().notNull(),
    state: text().$type<PictureState>().notNull().default('waiting'),
    reason: text(),
    requestedAt: instant('requested_at').notNull(),
  },
  (table) => [index('creator_picture_import').on(table.importId, table.state)],
);
