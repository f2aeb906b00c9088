import type { StorePlatform, StoreStatus } from '@troupe/domain/commerce/store';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { inboxColumns } from '../../../platform/incoming/inbox.queries.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/**
 * Stores of brands, one row a brand and store for good. Tokens are sealed. A store is held by one brand at a time:
 * the index on those that are connected sees to it.
 */
export const storeTable = pgTable(
  'store',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    platform: text().$type<StorePlatform>().notNull(),
    shop: text().notNull(),
    name: text().notNull(),
    currency: text(),
    status: text().$type<StoreStatus>().notNull(),
    scopes: text().array().notNull().default(sql`'{}'`),
    accessToken: text('access_token'),
    accessExpiresAt: instant('access_expires_at'),
    refreshToken: text('refresh_token'),
    refreshExpiresAt: instant('refresh_expires_at'),
    /** The one before, which works until the present one was used. */
    formerRefreshToken: text('former_refresh_token'),
    /** Grows with each new pair of tokens. */
    tokenVersion: integer('token_version').notNull().default(0),
    connectedBy: uuid('connected_by').references(() => userTable.id, { onDelete: 'set null' }),
    connectedAt: instant('connected_at').notNull(),
    /** When the connection ended, whoever ended it. */
    endedAt: instant('ended_at'),
    /** The platform was asked to tell us what happens. */
    subscribed: boolean().notNull().default(false),
    /** Up to which change all orders were read. */
    syncedTo: instant('synced_to'),
    lastSyncAt: instant('last_sync_at'),
    error: text(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('store_of_brand').on(table.brandId, table.platform, table.shop),
    uniqueIndex('store_held')
      .on(table.platform, table.shop)
      .where(sql`${table.status} in ('connected', 'needs_reconnect')`),
    index('store_shop').on(table.shop),
  ],
);

/** Codes of consent pages that were exchanged, so that each is exchanged once and asking again finds its store. */
export const storeCodeTable = pgTable('store_code', {
  /** SHA-256 of shop and code. */
  hash: text().primaryKey(),
  storeId: uuid('store_id')
    .notNull()
    .references(() => storeTable.id, { onDelete: 'cascade' }),
  createdAt: instant('created_at').notNull(),
});

/** Who alone may do something for a while, such as changing the tokens of a store. Ends by itself. */
export const storeLeaseTable = pgTable('store_lease', {
  name: text().primaryKey(),
  holder: uuid().notNull(),
  until: instant().notNull(),
});

/**
 * What stores told, byte for byte until it was worked through: then the body, which names people, is let go. The key
 * is the event with its topic; it is stored once.
 */
export const storeEventTable = pgTable(
  'store_event',
  {
    key: text().primaryKey(),
    shop: text().notNull(),
    topic: text().notNull(),
    triggeredAt: instant('triggered_at').notNull(),
    brandId: uuid('brand_id').references(() => brandTable.id, { onDelete: 'set null' }),
    ...inboxColumns(),
  },
  (table) => [
    index('store_event_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('store_event_received').on(table.receivedAt),
    index('store_event_brand').on(table.brandId),
  ],
);

/** What was asked for by law about a store's customers, and what was done. Kept when the store is gone. */
export const privacyRequestTable = pgTable(
  'store_privacy_request',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    shop: text().notNull(),
    kind: text().$type<'data_request' | 'customer_redact' | 'shop_redact'>().notNull(),
    /** Orders that it was about. */
    orders: integer().notNull(),
    note: text().notNull(),
    requestedAt: instant('requested_at').notNull(),
    doneAt: instant('done_at').notNull(),
  },
  (table) => [index('store_privacy_request_brand').on(table.brandId, table.doneAt.desc())],
);
