import type { FollowUpState, FollowUpStop } from '@troupe/domain/campaigns/follow-up';
import type { ZoneSource } from '@troupe/domain/outreach/send-time';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';
import { sequenceTable } from '../../outreach/sequence/sequence.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';
import { inviteTable } from '../invite/invite.table.ts';

/** The follow-ups of invites, one row per invite. Steps come from the sequence as it is when they are due. */
export const followUpTable = pgTable(
  'follow_up',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    inviteId: uuid('invite_id')
      .notNull()
      .references(() => inviteTable.id, { onDelete: 'cascade' }),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaignTable.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id),
    sequenceId: uuid('sequence_id')
      .notNull()
      .references(() => sequenceTable.id, { onDelete: 'cascade' }),
    state: text().$type<FollowUpState>().notNull().default('running'),
    stop: text().$type<FollowUpStop>(),
    zone: text().notNull(),
    zoneSource: text('zone_source').$type<ZoneSource>().notNull(),
    /** The email that the next delay counts from: the invite or the last follow-up. */
    lastMailId: uuid('last_mail_id')
      .notNull()
      .references(() => mailTable.id),
    /** When the last step was skipped; the next delay counts from here if it is later than the last email. */
    skippedAt: instant('skipped_at'),
    /** When the next step is due; null while the last email is on its way. */
    nextAt: instant('next_at'),
    startedBy: uuid('started_by').references(() => userTable.id, { onDelete: 'set null' }),
    startedAt: instant('started_at').notNull().default(sql`now()`),
    /** The last change by a person. */
    changedBy: uuid('changed_by').references(() => userTable.id, { onDelete: 'set null' }),
    changedAt: instant('changed_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('follow_up_invite').on(table.inviteId),
    index('follow_up_due').on(table.nextAt).where(sql`${table.state} = 'running'`),
    index('follow_up_on_its_way')
      .on(table.lastMailId)
      .where(sql`${table.state} = 'running' and ${table.nextAt} is null`),
    index('follow_up_creator').on(table.creatorId),
    index('follow_up_campaign').on(table.campaignId),
    index('follow_up_sequence').on(table.sequenceId),
    index('follow_up_brand').on(table.brandId, table.startedAt),
  ],
);

/** Decided steps: sent as an email, or skipped. One row per step and creator, so that no step is sent twice. */
export const followUpStepTable = pgTable(
  'follow_up_step',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    followUpId: uuid('follow_up_id')
      .notNull()
      .references(() => followUpTable.id, { onDelete: 'cascade' }),
    /** ID of the step in the sequence. */
    stepId: uuid('step_id').notNull(),
    number: integer().notNull(),
    condition: text().notNull(),
    /** Null if it was skipped. */
    mailId: uuid('mail_id').references(() => mailTable.id),
    decidedAt: instant('decided_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('follow_up_step_once').on(table.followUpId, table.stepId),
    uniqueIndex('follow_up_step_mail').on(table.mailId),
    index('follow_up_step_brand').on(table.brandId),
  ],
);
