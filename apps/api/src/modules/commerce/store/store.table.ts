import type { StorePlatform, StoreStatus } from '@troupe/domain/commerce/store';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { inboxColumns } from '../../../platform/incoming/inbox.queries.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/**
 * Stores, one permanent row per brand and shop. Tokens are encrypted. The partial unique index on
 * connected stores ensures that only one brand has a shop at a time.
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
    /** Previous refresh token, valid until the current one is used. */
    formerRefreshToken: text('former_refresh_token'),
    /** Increases with each new pair of tokens. */
    tokenVersion: integer('token_version').notNull().default(0),
    connectedBy: uuid('connected_by').references(() => userTable.id, { onDelete: 'set null' }),
    connectedAt: instant('connected_at').notNull(),
    /** When the connection ended, for any reason. */
    endedAt: instant('ended_at'),
    /** Whether webhooks are subscribed. */
    subscribed: boolean().notNull().default(false),
    /** All orders changed up to this time have been imported. */
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

/** Exchanged authorization codes: each is exchanged once, and repeated requests find its store. */
export const storeCodeTable = pgTable('store_code', {
  /** SHA-256 of shop and code. */
  hash: text().primaryKey(),
  storeId: uuid('store_id')
    .notNull()
    .references(() => storeTable.id, { onDelete: 'cascade' }),
  createdAt: instant('created_at').notNull(),
});

/** Leases for exclusive work, such as refreshing a store's tokens. They expire. */
export const storeLeaseTable = pgTable('store_lease', {
  name: text().primaryKey(),
  holder: uuid().notNull(),
  until: instant().notNull(),
});

/**
 * Store events with their exact bodies, which are deleted after processing because they contain
 * personal data. Unique by event and topic.
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

/** Legally required privacy requests and what was done. Kept after the store is deleted. */
export const privacyRequestTable = pgTable(
  'store_privacy_request',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    shop: text().notNull(),
    kind: text().$type<'data_request' | 'customer_redact' | 'shop_redact'>().notNull(),
    /** Number of orders concerned. */
    orders: integer().notNull(),
    note: text().notNull(),
    requestedAt: instant('requested_at').notNull(),
    doneAt: instant('done_at').notNull(),
  },
  (table) => [index('store_privacy_request_brand').on(table.brandId, table.doneAt.desc())],
);
