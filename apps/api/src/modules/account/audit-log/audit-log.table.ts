import type { AuditActorKind, AuditOutcome } from '@troupe/domain/account/audit-log';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';

/**
 * Who did what in a brand. An entry is written before the work starts and gets its outcome once; the database rejects
 * any other change. An entry without an outcome was left by a process that died in between.
 */
export const auditEntryTable = pgTable(
  'audit_entry',
  {
    id: uuid().primaryKey(),
    // No foreign keys: they would lock the brand's row on every change. Triggers on brands and people clean up, and a
    // nightly job removes the rest.
    brandId: uuid('brand_id').notNull(),
    /** The person, or the person row of the API key. */
    userId: uuid('user_id'),
    /** The member an administrator acted as. No reference, so that the entry never changes. */
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
