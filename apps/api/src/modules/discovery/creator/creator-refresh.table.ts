import type { AccountState } from '@troupe/domain/discovery/creator';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { creatorTable } from './creator.table.ts';

/**
 * Refresh state, one row per creator. `askedAt` is the last manual request, `nextAt` when the next
 * one is allowed, `triedAt` when the platform last responded, `readAt` when it last returned the
 * profile, `contentFrom` since when all posts are stored (null: everything listed), `state` and
 * `message` its last statement about the account.
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
 * Accounts connected by their owners, which gives access to data only the owner can see. Tokens are
 * encrypted (platform/secret.ts). The consent is valid unless `withdrawnAt` is set.
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
  /** Permissions that the owner granted; null if the platform didn't say. */
  scopes: text().array(),
  createdAt: instant('created_at').notNull().default(sql`now()`),
});
