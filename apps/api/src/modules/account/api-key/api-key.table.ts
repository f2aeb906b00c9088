import type { ApiKeyScope } from '@troupe/domain/account/api-key';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../brand/brand.table.ts';
import { userTable } from '../user/user.table.ts';

/**
 * API keys of brands. Only the SHA-256 of a key is stored. `userId` is a person row without an account, under which
 * the key appears in histories.
 */
export const apiKeyTable = pgTable(
  'api_key',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    scope: text().$type<ApiKeyScope>().notNull(),
    /** SHA-256 of the key, in hex. */
    hash: text().notNull(),
    hint: text().notNull(),
    createdBy: uuid('created_by').references(() => userTable.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    uniqueIndex('api_key_hash').on(table.hash),
    uniqueIndex('api_key_user').on(table.userId),
    index('api_key_brand').on(table.brandId, table.id.desc()),
  ],
);
