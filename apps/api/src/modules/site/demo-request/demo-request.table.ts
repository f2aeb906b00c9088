import type { HeldBack } from '@troupe/domain/site/demo-request';
import type { MarketingSource } from '@troupe/domain/site/marketing-source';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';

/** Demo requests of visitors. */
export const demoRequestTable = pgTable(
  'demo_request',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    company: text().notNull(),
    website: text().notNull(),
    budget: text().notNull(),
    message: text().notNull(),
    /** The visitor's marketing source. */
    source: jsonb().$type<MarketingSource>(),
    /** Hash of the content, to detect duplicates. */
    fingerprint: text().notNull(),
    /** Why it was stored but not emailed. */
    heldBack: text('held_back').$type<HeldBack>(),
    mailId: uuid('mail_id').references(() => mailTable.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    index('demo_request_created').on(table.createdAt, table.id),
    index('demo_request_fingerprint').on(table.fingerprint, table.createdAt),
    index('demo_request_mail').on(table.mailId),
  ],
);
