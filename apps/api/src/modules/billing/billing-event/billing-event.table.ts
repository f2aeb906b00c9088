import type { Difference } from '@troupe/domain/billing/billing-event';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { inboxColumns } from '../../../platform/incoming/inbox.queries.ts';
import { brandTable } from '../../account/brand/brand.table.ts';

/** Raw events from the billing provider, stored once per id. */
export const billingEventTable = pgTable(
  'billing_event',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    brandId: uuid('brand_id').references(() => brandTable.id, { onDelete: 'set null' }),
    occurredAt: instant('occurred_at').notNull(),
    ...inboxColumns(),
  },
  (table) => [
    index('billing_event_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('billing_event_received').on(table.receivedAt.desc(), table.id.desc()),
    index('billing_event_brand').on(table.brandId),
  ],
);

/** Reconciliations with the provider. */
export const reconciliationTable = pgTable(
  'reconciliation',
  {
    id: uuid().primaryKey(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    compared: integer().notNull().default(0),
    differences: jsonb().$type<Difference[]>().notNull().default([]),
    failure: text(),
  },
  (table) => [index('reconciliation_started').on(table.startedAt.desc())],
);
