import type { AccountState } from '@troupe/domain/discovery/creator';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { creatorTable } from './creator.table.ts';

/**
 * How reading a creator from the platform goes: one row a creator that was ever asked for. `askedAt` is when it was
 * last asked for by a person, `nextAt` from when on that may be done again, `triedAt` when the platform last answered,
 * `readAt` when it last gave the profile out, `contentFrom` from when on all its posts are
 * stored (null: all that the platform lists), `state` and `message` what it said about the account the last time.
 */
export const creatorRefreshTable = pgTable(
  'creator_refresh',
  {
    creatorId: uuid('creator_id')
      .primaryKey()
      .references(() => creatorTable.id, { onDelete: 'cascade' }),
    askedAt: instant('asked_at'),
    nextAt: instant('next_at'),
    triedAt: instant('tried_at'),
    readAt: instant('read_at'),
    contentFrom: instant('content_from'),
    state: text().$type<AccountState>(),
    message: text(),
  },
  (table) => [index('creator_refresh_tried').on(table.triedAt)],
);

/**
 * A creator's account that its owner connected, so that the platform gives out what only the owner may read. Tokens
 * are sealed (platform/secret.ts). Without `withdrawnAt` the consent stands.
 */
export const creatorConnectionTable = pgTable('creator_connection', {
  creatorId: uuid('creator_id')
    .primaryKey()
    .references(() => creatorTable.id, { onDelete: 'cascade' }),
  openId: text('open_id').notNull(),
  accessToken: text('access_token').notNull(),
  accessExpiresAt: instant('access_expires_at').notNull(),
  refreshToken: text('refresh_token').notNull(),
  refreshExpiresAt: instant('refresh_expires_at').notNull(),
  withdrawnAt: instant('withdrawn_at'),
  createdAt: instant('created_at').notNull().default(sql`now()`),
});
