import type { ApiKeyScope } from '@troupe/domain/account/api-key';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../brand/brand.table.ts';
import { userTable } from '../user/user.table.ts';

/**
 * Keys that open the API for a brand's programs. The key itself is not kept, only its SHA-256. `userId` is the row
 * under which the key stands in histories, with its name and without an account.
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
