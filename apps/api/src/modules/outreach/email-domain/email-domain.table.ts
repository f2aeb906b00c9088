import type { DomainStop, PlacementFolder } from '@troupe/domain/outreach/domain-health';
import type { DomainRecord, DomainStatus } from '@troupe/domain/outreach/email-domain';
import { sql } from 'drizzle-orm';
import {
  doublePrecision,
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

/** The last findings per record, keyed by `purpose`, or `dkim:<selector>` for keys. */
export type RecordStates = Record<string, Pick<DomainRecord, 'status' | 'found' | 'problem'>>;

/** Test emails that were queued to connected mailboxes at one time, and where they arrived. */
export interface PlacementTest {
  sent: string;
  results: { mailId: string; mailboxId: string; address: string; folder: PlacementFolder | null }[];
}

/** Sending domains, one per brand. */
export const emailDomainTable = pgTable(
  'email_domain',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    domain: text().notNull(),
    fromName: text('from_name').notNull(),
    fromAddress: text('from_address').notNull(),
    status: text().$type<DomainStatus>().notNull().default('pending'),
    states: jsonb().$type<RecordStates>().notNull().default({}),
    dailyCap: integer('daily_cap').notNull(),
    spacingSeconds: doublePrecision('spacing_seconds').notNull(),
    checkedAt: instant('checked_at'),
    verifiedAt: instant('verified_at'),
    /** Why invites and follow-ups wait for a person to resume them; null while they are sent. */
    stopped: jsonb().$type<DomainStop>(),
    /** When they were last resumed. Bounces and complaints before don't stop them again. */
    resumedAt: instant('resumed_at'),
    resumedBy: uuid('resumed_by').references(() => userTable.id, { onDelete: 'set null' }),
    /** The latest test; null before the first with a connected mailbox. */
    placement: jsonb().$type<PlacementTest>(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('email_domain_brand').on(table.brandId),
    index('email_domain_checked').on(table.checkedAt),
  ],
);

/** DKIM keys of a domain. Private keys are stored encrypted and never leave the server. */
export const emailDomainKeyTable = pgTable(
  'email_domain_key',
  {
    id: uuid().primaryKey(),
    domainId: uuid('domain_id')
      .notNull()
      .references(() => emailDomainTable.id, { onDelete: 'cascade' }),
    selector: text().notNull(),
    publicKey: text('public_key').notNull(),
    privateKey: text('private_key').notNull(),
    state: text().$type<'next' | 'active' | 'retired'>().notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    retiredAt: instant('retired_at'),
  },
  (table) => [uniqueIndex('email_domain_key_selector').on(table.domainId, table.selector)],
);
