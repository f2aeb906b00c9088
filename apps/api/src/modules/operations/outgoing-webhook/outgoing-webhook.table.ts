import type {
  WebhookAttempt,
  WebhookDeliveryStatus,
  WebhookEventType,
} from '@troupe/domain/operations/outgoing-webhook';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

const brandId = () =>
  uuid('brand_id')
    .notNull()
    .references(() => brandTable.id, { onDelete: 'cascade' });

/** Webhook endpoints of brands. Secrets are encrypted; the previous one keeps signing until `formerSecretUntil`. */
export const outgoingWebhookTable = pgTable(
  'outgoing_webhook',
  {
    id: uuid().primaryKey(),
    brandId: brandId(),
    url: text().notNull(),
    description: text().notNull().default(''),
    events: text().array().$type<WebhookEventType[]>().notNull(),
    enabled: boolean().notNull().default(true),
    disabledReason: text('disabled_reason'),
    failingSince: instant('failing_since'),
    secret: text().notNull(),
    formerSecret: text('former_secret'),
    formerSecretUntil: instant('former_secret_until'),
    createdBy: uuid('created_by').references(() => userTable.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [index('outgoing_webhook_brand').on(table.brandId)],
);

/** Webhook events, written in the transaction of the change. */
export const webhookEventTable = pgTable(
  'webhook_event',
  {
    id: uuid().primaryKey(),
    brandId: brandId(),
    type: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [index('webhook_event_age').on(table.createdAt), index('webhook_event_brand').on(table.brandId)],
);

/** Deliveries of an event to one endpoint. During an attempt, `dueAt` is when another process may retry. */
export const webhookDeliveryTable = pgTable(
  'webhook_delivery',
  {
    id: uuid().primaryKey(),
    /** The order of insertion, which pages follow. */
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    brandId: brandId(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => outgoingWebhookTable.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id')
      .notNull()
      .references(() => webhookEventTable.id, { onDelete: 'cascade' }),
    status: text().$type<WebhookDeliveryStatus>().notNull().default('pending'),
    attempts: integer().notNull().default(0),
    /** Finished attempts, oldest first. */
    log: jsonb().$type<WebhookAttempt[]>().notNull().default([]),
    dueAt: instant('due_at').notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    index('webhook_delivery_due').on(table.dueAt).where(sql`${table.status} = 'pending'`),
    index('webhook_delivery_of').on(table.webhookId, table.number.desc()),
    index('webhook_delivery_event').on(table.eventId),
  ],
);
