import type { ReviewColumn, ReviewVote } from '@troupe/domain/discovery/list-review';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { creatorListItemTable, creatorListTable } from '../creator-list/creator-list.table.ts';

const ofBrand = () =>
  uuid('brand_id')
    .notNull()
    .references(() => brandTable.id, { onDelete: 'cascade' });
const ofItem = () =>
  uuid('item_id')
    .notNull()
    .references(() => creatorListItemTable.id, { onDelete: 'cascade' });
const byUser = () => uuid('user_id').references(() => userTable.id, { onDelete: 'set null' });

/** Links with which people without an account review a list. Only the hash of a token is stored. */
export const listReviewTable = pgTable(
  'list_review',
  {
    id: uuid().primaryKey(),
    brandId: ofBrand(),
    listId: uuid('list_id')
      .notNull()
      .references(() => creatorListTable.id, { onDelete: 'cascade' }),
    label: text().notNull(),
    tokenSha256: text('token_sha256').notNull(),
    /** Counts up with each new link. */
    generation: integer().notNull().default(1),
    passwordHash: text('password_hash'),
    /** What reviewers see of each creator. */
    shows: jsonb().$type<ReviewColumn[]>().notNull(),
    expiresAt: instant('expires_at').notNull(),
    closedAt: instant('closed_at'),
    createdAt: instant('created_at').notNull(),
    userId: byUser(),
  },
  (table) => [
    uniqueIndex('list_review_token').on(table.tokenSha256),
    index('list_review_list').on(table.listId, table.createdAt.desc(), table.id.desc()),
    index('list_review_brand').on(table.brandId),
    index('list_review_user').on(table.userId),
  ],
);

/** People who review with a link, by the name they gave. They stay when the link is deleted. */
export const listReviewerTable = pgTable(
  'list_reviewer',
  {
    id: uuid().primaryKey(),
    brandId: ofBrand(),
    reviewId: uuid('review_id').references(() => listReviewTable.id, { onDelete: 'set null' }),
    name: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('list_reviewer_review').on(table.reviewId),
    index('list_reviewer_brand').on(table.brandId),
  ],
);

const byReviewer = () => uuid('reviewer_id').references(() => listReviewerTable.id, { onDelete: 'cascade' });

/** One vote of a member or reviewer for a creator on a list. */
export const listVoteTable = pgTable(
  'list_vote',
  {
    id: uuid().primaryKey(),
    brandId: ofBrand(),
    itemId: ofItem(),
    userId: byUser(),
    reviewerId: byReviewer(),
    vote: text().$type<ReviewVote>().notNull(),
    votedAt: instant('voted_at').notNull(),
  },
  (table) => [
    uniqueIndex('list_vote_user').on(table.itemId, table.userId).where(sql`${table.userId} is not null`),
    uniqueIndex('list_vote_reviewer')
      .on(table.itemId, table.reviewerId)
      .where(sql`${table.reviewerId} is not null`),
    index('list_vote_by_user').on(table.userId),
    index('list_vote_by_reviewer').on(table.reviewerId),
    index('list_vote_brand').on(table.brandId),
  ],
);

/** Comments of members and reviewers on a creator of a list. */
export const listCommentTable = pgTable(
  'list_comment',
  {
    id: uuid().primaryKey(),
    brandId: ofBrand(),
    itemId: ofItem(),
    userId: byUser(),
    reviewerId: byReviewer(),
    text: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('list_comment_item').on(table.itemId, table.createdAt, table.id),
    index('list_comment_user').on(table.userId),
    index('list_comment_reviewer').on(table.reviewerId),
    index('list_comment_brand').on(table.brandId),
  ],
);
