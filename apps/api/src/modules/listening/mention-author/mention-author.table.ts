import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { OptOutOrigin } from '@troupe/domain/listening/mention-author';
import { bigint, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';

/** Authors of mentions, shared by all brands. Those without mentions are deleted. */
export const mentionAuthorTable = pgTable(
  'mention_author',
  {
    id: uuid().primaryKey(),
    sourceKind: text('source_kind').$type<SourceKind>().notNull(),
    externalId: text('external_id').notNull(),
    /** Lower case without `@`; the id if the source tells no handle. */
    handle: text().notNull(),
    name: text(),
    url: text(),
    followers: bigint({ mode: 'number' }),
    /** When followers were counted. */
    asOf: instant('as_of'),
    firstSeenAt: instant('first_seen_at').notNull(),
  },
  (table) => [
    unique('mention_author_once').on(table.sourceKind, table.externalId),
    index('mention_author_handle').on(table.sourceKind, table.handle),
  ],
);

/** The creators that a brand made of authors or found them to be. */
export const authorCreatorTable = pgTable(
  'author_creator',
  {
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id')
      .notNull()
      .references(() => mentionAuthorTable.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.authorId] }),
    index('author_creator_of').on(table.creatorId),
  ],
);

/** Authors who don't want to be listened to, in any brand. Either column identifies them. */
export const authorOptOutTable = pgTable(
  'author_opt_out',
  {
    id: uuid().primaryKey(),
    sourceKind: text('source_kind').$type<SourceKind>().notNull(),
    /** Lower case without `@`. */
    handle: text().notNull(),
    /** Null until a post of theirs shows it; handles change, this doesn't. */
    externalId: text('external_id'),
    /** Who asked: an administrator on request, the creator in their app, or the deletion of a creator's account. */
    origin: text().$type<OptOutOrigin>().notNull().default('administrator'),
    /** The profile and the creator, if the creator asked. Their deletion leaves the opt-out. */
    creatorId: uuid('creator_id').references(() => creatorTable.id, { onDelete: 'set null' }),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('author_opt_out_once').on(table.sourceKind, table.handle),
    index('author_opt_out_external').on(table.sourceKind, table.externalId),
    index('author_opt_out_user').on(table.userId),
    index('author_opt_out_creator').on(table.creatorId),
  ],
);
