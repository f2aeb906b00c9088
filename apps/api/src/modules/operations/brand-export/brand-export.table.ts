import type { BrandExportStatus } from '@troupe/domain/operations/brand-export';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/** Exports of a brand's data. `beatAt` is the last heartbeat of the process running it. */
export const brandExportTable = pgTable(
  'brand_export',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    status: text().$type<BrandExportStatus>().notNull().default('waiting'),
    withFiles: boolean('with_files').notNull(),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    counts: jsonb().$type<Record<string, number>>().notNull().default({}),
    fileKey: text('file_key'),
    bytes: bigint({ mode: 'number' }),
    /** The number of attempts. */
    tries: integer().notNull().default(0),
    beatAt: instant('beat_at'),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    finishedAt: instant('finished_at'),
    expiresAt: instant('expires_at'),
  },
  (table) => [
    index('brand_export_brand').on(table.brandId, table.id.desc()),
    uniqueIndex('brand_export_one').on(table.brandId).where(sql`${table.status} in ('waiting', 'running')`),
  ],
);
