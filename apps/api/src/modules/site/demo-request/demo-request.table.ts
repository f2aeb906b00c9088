import type { HeldBack } from '@troupe/domain/site/demo-request';
import type { MarketingSource } from '@troupe/domain/site/marketing-source';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';

/** Visitors who want to be shown the product. */
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
    /** What led the visitor here. */
    source: jsonb().$type<MarketingSource>(),
    /** Hash of what the visitor wrote: the same form sent twice is one request. */
    fingerprint: text().notNull(),
    /** Why it is kept but mailed to nobody. */
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
