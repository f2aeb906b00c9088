import type { MentionAlertRule, MentionAlertState } from '@troupe/domain/listening/mention-alert';
import { doublePrecision, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { monitorTable } from '../monitor/monitor.table.ts';

/** Far more mentions than usual, or another share of negative ones, with the figures that say why. */
export const mentionAlertTable = pgTable(
  'mention_alert',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    monitorId: uuid('monitor_id')
      .notNull()
      .references(() => monitorTable.id, { onDelete: 'cascade' }),
    rule: text().$type<MentionAlertRule>().notNull(),
    /** The beginning of the hour. */
    bucket: instant().notNull(),
    seen: integer().notNull(),
    expected: doublePrecision().notNull(),
    p: doublePrecision(),
    topClusters: jsonb('top_clusters').$type<{ clusterId: string; n: number }[]>().notNull().default([]),
    figures: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    state: text().$type<MentionAlertState>().notNull().default('open'),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    reason: text(),
    settledAt: instant('settled_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('mention_alert_once').on(table.monitorId, table.rule, table.bucket),
    index('mention_alert_page').on(table.brandId, table.createdAt, table.id),
  ],
);
