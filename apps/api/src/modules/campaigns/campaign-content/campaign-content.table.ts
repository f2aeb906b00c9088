import type { ContentKind } from '@troupe/domain/campaigns/campaign-brief';
import type { ContentStatus, Shoutout } from '@troupe/domain/campaigns/campaign-content';
import type { Platform } from '@troupe/domain/discovery/creator';
import { sql } from 'drizzle-orm';
import {
  bigint,
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
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';
import { optInTable } from '../opt-in/opt-in.table.ts';

const ofOptIn = {
  brandId: uuid('brand_id')
    .notNull()
    .references(() => brandTable.id, { onDelete: 'cascade' }),
  campaignId: uuid('campaign_id')
    .notNull()
    .references(() => campaignTable.id, { onDelete: 'cascade' }),
  optInId: uuid('opt_in_id')
    .notNull()
    .references(() => optInTable.id, { onDelete: 'cascade' }),
};

/** Content previews: content submitted for approval. */
export const contentPreviewTable = pgTable(
  'content_preview',
  {
    id: uuid().primaryKey(),
    ...ofOptIn,
    kind: text().$type<ContentKind>().notNull(),
    caption: text().notNull().default(''),
    status: text().$type<ContentStatus>().notNull().default('preview'),
    version: integer().notNull().default(1),
    liveUrl: text('live_url'),
    liveAt: instant('live_at'),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
  },
  (table) => [
    index('content_preview_page').on(table.campaignId, table.createdAt.desc(), table.id.desc()),
    index('content_preview_opt_in').on(table.optInId),
  ],
);

/**
 * Earlier versions of previews. Files are referenced by key: they can be submitted again and are gone once the
 * creator deletes them.
 */
export const contentVersionTable = pgTable(
  'content_version',
  {
    previewId: uuid('preview_id')
      .notNull()
      .references(() => contentPreviewTable.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    kind: text().$type<ContentKind>().notNull(),
    caption: text().notNull(),
    fileKeys: text('file_keys').array().notNull(),
    /** When the current version was submitted. */
    createdAt: instant('created_at').notNull(),
    replacedAt: instant('replaced_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.previewId, table.version] })],
);

/** Comments on a preview. */
export const previewCommentTable = pgTable(
  'preview_comment',
  {
    id: uuid().primaryKey(),
    previewId: uuid('preview_id')
      .notNull()
      .references(() => contentPreviewTable.id, { onDelete: 'cascade' }),
    side: text().$type<'brand' | 'creator'>().notNull(),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    authorName: text('author_name').notNull(),
    text: text().notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [index('preview_comment_of').on(table.previewId, table.id)],
);

/**
 * Files that creators uploaded. `previewId` is null until they are submitted; `hash` detects duplicates. A file used
 * in several previews has one row per preview, all with the same `fileKey`.
 */
export const uploadTable = pgTable(
  'upload',
  {
    id: uuid().primaryKey(),
    ...ofOptIn,
    previewId: uuid('preview_id').references(() => contentPreviewTable.id, { onDelete: 'set null' }),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    name: text().notNull(),
    type: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    hash: text().notNull(),
    fileKey: text('file_key').notNull(),
    thumbnailKey: text('thumbnail_key'),
    width: integer(),
    height: integer(),
    seconds: doublePrecision(),
    scan: text().$type<'waiting' | 'clean' | 'infected' | 'off'>().notNull().default('waiting'),
    usableUntil: instant('usable_until'),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    index('upload_page').on(table.campaignId, table.createdAt.desc(), table.id.desc()),
    uniqueIndex('upload_once').on(table.optInId, table.hash).where(sql`${table.previewId} is null`),
    index('upload_same').on(table.optInId, table.hash),
    index('upload_file').on(table.fileKey),
    index('upload_preview').on(table.previewId).where(sql`${table.previewId} is not null`),
    index('upload_waiting').on(table.createdAt).where(sql`${table.scan} = 'waiting'`),
    index('upload_rights').on(table.usableUntil).where(sql`${table.usableUntil} is not null`),
  ],
);

/** Live posts and stories with their latest figures; a count that the platform doesn't report is null. */
export const livePostTable = pgTable(
  'live_post',
  {
    id: uuid().primaryKey(),
    ...ofOptIn,
    previewId: uuid('preview_id').references(() => contentPreviewTable.id, { onDelete: 'set null' }),
    kind: text().$type<ContentKind>().notNull(),
    platform: text().$type<Platform>().notNull(),
    url: text().notNull(),
    title: text().notNull().default(''),
    thumbnailUrl: text('thumbnail_url'),
    publishedAt: instant('published_at'),
    /** Stories: when the platform removes them. */
    expiresAt: instant('expires_at'),
    figures: jsonb().$type<Shoutout['figures']>().notNull(),
    /** Earlier readings of the figures, oldest first. */
    history: jsonb().$type<Shoutout['history']>().notNull().default([]),
    asOf: instant('as_of'),
    source: text().notNull(),
    failure: text(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('live_post_once').on(table.campaignId, table.url),
    index('live_post_page').on(table.campaignId, table.createdAt.desc(), table.id.desc()),
    index('live_post_opt_in').on(table.optInId),
    index('live_post_preview').on(table.previewId),
    index('live_post_published').on(table.brandId, table.publishedAt),
  ],
);

/**
 * Posts of participants that social listening heard and that aren't campaign content: offered to the brand, or dismissed. Text and
 * figures stay with the mention. One row per campaign and post, so a dismissed post isn't offered again.
 */
export const untaggedPostTable = pgTable(
  'untagged_post',
  {
    id: uuid().primaryKey(),
    ...ofOptIn,
    /** The post in social listening, which may be gone. */
    mentionId: uuid('mention_id').notNull(),
    platform: text().$type<Platform>().notNull(),
    /** Canonical, as of live posts. */
    url: text().notNull(),
    publishedAt: instant('published_at').notNull(),
    dismissedAt: instant('dismissed_at'),
    dismissedBy: uuid('dismissed_by').references(() => userTable.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('untagged_post_once').on(table.campaignId, table.url),
    index('untagged_post_opt_in').on(table.optInId),
  ],
);
