import type { ReportForm, ReportSnapshot } from '@troupe/domain/analytics/report';
import type { RunOutcome } from '@troupe/domain/analytics/report-run';
import type { ReportFormat, ReportScheduleForm } from '@troupe/domain/analytics/report-schedule';
import type { ShareAgent, ShareView } from '@troupe/domain/analytics/report-share';
import { sql } from 'drizzle-orm';
import {
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';

const ofBrand = () =>
  uuid('brand_id')
    .notNull()
    .references(() => brandTable.id, { onDelete: 'cascade' });
const byUser = () => uuid('user_id').references(() => userTable.id, { onDelete: 'set null' });

/** Reports. What a report shows is in its latest version. */
export const reportTable = pgTable(
  'report',
  {
    id: uuid().primaryKey(),
    brandId: ofBrand(),
    version: integer().notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [index('report_page').on(table.brandId, table.changedAt.desc(), table.id.desc())],
);

const ofReport = () =>
  uuid('report_id')
    .notNull()
    .references(() => reportTable.id, { onDelete: 'cascade' });

/** Versions of reports; they never change. */
export const reportVersionTable = pgTable(
  'report_version',
  {
    reportId: ofReport(),
    version: integer().notNull(),
    brandId: ofBrand(),
    form: jsonb().$type<ReportForm>().notNull(),
    at: instant().notNull(),
    userId: byUser(),
  },
  (table) => [
    primaryKey({ columns: [table.reportId, table.version] }),
    index('report_version_brand').on(table.brandId),
  ],
);

/** When reports are sent. */
export const reportScheduleTable = pgTable(
  'report_schedule',
  {
    id: uuid().primaryKey(),
    brandId: ofBrand(),
    reportId: ofReport(),
    version: integer().notNull(),
    form: jsonb().$type<ReportScheduleForm>().notNull(),
    /** User ids of recipients who were members when the schedule was saved, by address. */
    members: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Addresses of recipients who left the team since. A trigger takes them off the schedule. */
    former: jsonb().$type<string[]>().notNull().default([]),
    /** Null while paused. */
    nextAt: instant('next_at'),
    lastSlot: instant('last_slot'),
    lastOutcome: text('last_outcome').$type<Exclude<RunOutcome, 'kept'>>(),
    /** Why the latest attempt failed, and when to try again. */
    failure: text(),
    retryAt: instant('retry_at'),
    attempts: integer().notNull().default(0),
    changedAt: instant('changed_at').notNull(),
    userId: byUser(),
  },
  (table) => [
    unique('report_schedule_one').on(table.reportId),
    index('report_schedule_due').on(table.nextAt).where(sql`${table.nextAt} is not null`),
    index('report_schedule_brand').on(table.brandId),
  ],
);

/** What figures were calculated from, by figure, currency and item: to tell what changed at the next run. */
export type RunItems = Record<string, { cut: boolean; items: [kind: string, id: string, amount: number][] }>;

/** Frozen reports; they never change. */
export const reportRunTable = pgTable(
  'report_run',
  {
    id: uuid().primaryKey(),
    brandId: ofBrand(),
    reportId: ofReport(),
    version: integer().notNull(),
    /** The time of the schedule; null if a person ran it. */
    slot: instant(),
    /** The `Idempotency-Key` of the call. */
    requestKey: text('request_key'),
    asOf: instant('as_of').notNull(),
    from: date('from_day', { mode: 'string' }).notNull(),
    to: date('to_day', { mode: 'string' }).notNull(),
    zone: text().notNull(),
    snapshot: jsonb().$type<ReportSnapshot>().notNull(),
    items: jsonb().$type<RunItems>().notNull(),
    sha256: text().notNull(),
    outcome: text().$type<RunOutcome>().notNull(),
    corrections: integer().notNull(),
    previousRunId: uuid('previous_run_id'),
    createdAt: instant('created_at').notNull(),
    userId: byUser(),
  },
  (table) => [
    unique('report_run_slot').on(table.reportId, table.slot),
    unique('report_run_request').on(table.reportId, table.requestKey),
    index('report_run_page').on(table.reportId, table.createdAt.desc(), table.id.desc()),
    index('report_run_brand').on(table.brandId),
  ],
);

/** Emails that runs are attached to. */
export const reportMailTable = pgTable(
  'report_mail',
  {
    mailId: uuid('mail_id')
      .primaryKey()
      .references(() => mailTable.id, { onDelete: 'cascade' }),
    brandId: ofBrand(),
    runId: uuid('run_id')
      .notNull()
      .references(() => reportRunTable.id, { onDelete: 'cascade' }),
    formats: jsonb().$type<ReportFormat[]>().notNull(),
  },
  (table) => [index('report_mail_run').on(table.runId), index('report_mail_brand').on(table.brandId)],
);

/** Links to reports. Tokens are derived from the secret key; only their hash is stored. */
export const reportShareTable = pgTable(
  'report_share',
  {
    id: uuid().primaryKey(),
    brandId: ofBrand(),
    reportId: ofReport(),
    /** A frozen run; null shows the report live. */
    runId: uuid('run_id').references(() => reportRunTable.id, { onDelete: 'cascade' }),
    label: text().notNull(),
    tokenSha256: text('token_sha256').notNull(),
    /** Counts up with each new link. */
    generation: integer().notNull(),
    passwordHash: text('password_hash'),
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
    viewLimit: integer('view_limit'),
    views: integer().notNull().default(0),
    lastSeenAt: instant('last_seen_at'),
    createdAt: instant('created_at').notNull(),
    rotatedAt: instant('rotated_at'),
    userId: byUser(),
  },
  (table) => [
    uniqueIndex('report_share_token').on(table.tokenSha256),
    index('report_share_page').on(table.brandId, table.createdAt.desc(), table.id.desc()),
    index('report_share_report').on(table.reportId),
    index('report_share_run').on(table.runId),
  ],
);

/** When links were opened. No addresses are stored. */
export const reportShareViewTable = pgTable(
  'report_share_view',
  {
    id: uuid().primaryKey(),
    brandId: ofBrand(),
    shareId: uuid('share_id')
      .notNull()
      .references(() => reportShareTable.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
    agent: text().$type<ShareAgent>().notNull(),
    browser: text().notNull(),
    kind: text().$type<ShareView['kind']>().notNull(),
  },
  (table) => [
    index('report_share_view_page').on(table.shareId, table.at.desc()),
    index('report_share_view_brand').on(table.brandId),
    index('report_share_view_at').on(table.at),
  ],
);

/** Logos of brands on their reports: PNG in base64. */
export const reportLogoTable = pgTable('report_logo', {
  brandId: ofBrand().primaryKey(),
  png: text().notNull(),
  /** Part of its URL. */
  name: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  changedAt: instant('changed_at').notNull(),
});
