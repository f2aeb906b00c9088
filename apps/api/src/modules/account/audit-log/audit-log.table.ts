import type { AuditActorKind, AuditOutcome } from '@troupe/domain/account/audit-log';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';

/**
 * Who did what in a brand. A row is written before the work begins and told its outcome once; the database refuses
 * any other change. A row without an outcome was left by a process that ended in between.
 */
export const auditEntryTable = pgTable(
  'audit_entry',
  {
    id: uuid().primaryKey(),
    // No foreign keys: all who change something in a brand would lock its row. Triggers of brands and people delete and
    // clear (migration 0003), and each night what they could not see.
    brandId: uuid('brand_id').notNull(),
    /** The person, or the row of the key. */
    userId: uuid('user_id'),
    /** The member as whom an administrator acted. No reference, so that the row stays as it was written. */
    asUserId: uuid('as_user_id'),
    actorKind: text('actor_kind').$type<AuditActorKind>().notNull(),
    action: text().notNull(),
    title: text().notNull(),
    objectKind: text('object_kind'),
    objectId: uuid('object_id'),
    outcome: text().$type<AuditOutcome>(),
    problem: text(),
    ip: text().notNull(),
    agent: text().notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    index('audit_entry_page').on(table.brandId, table.id.desc()),
    index('audit_entry_user').on(table.brandId, table.userId, table.id.desc()),
    index('audit_entry_action').on(table.brandId, table.action, table.id.desc()),
    index('audit_entry_age').on(table.createdAt),
  ],
);
