import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { creatorListTable } from '../../discovery/creator-list/creator-list.table.ts';
import { emailTemplateTable } from '../../outreach/email-template/email-template.table.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';

/** Maps the status of the opt-in `joined` to the invite's status; null without one. */
const JOINED_SQL = `(select case joined.status
    when 'pending' then 'opted_in'
    when 'rejected' then 'declined'
    when 'approved' then case
      when exists (select from content_preview p where p.opt_in_id = joined.id and p.live_url is not null)
        or exists (select from live_post p where p.opt_in_id = joined.id) then 'posted'
      when joined.shipment->>'state' in ('shipped', 'received')
        or exists (select from content_preview p where p.opt_in_id = joined.id) then 'collaborating'
      else 'approved' end
    else joined.status end
  from opt_in joined where joined.campaign_id = i.campaign_id and joined.creator_id = i.creator_id)`;

/**
 * SQL for the status of an invite `i` with its email `m`, so that filters, counts and pages agree. The resulting
 * opt-in takes precedence over the email's status.
 * @param now the current time, as SQL (a parameter)
 */
export const inviteStatusSql = (now: string): string => `case
  when i.cancelled_at is not null or m.status = 'cancelled' then 'cancelled'
  else coalesce(${JOINED_SQL}, case
    when m.unsubscribed_at is not null then 'unsubscribed'
    when m.replied_at is not null then 'replied'
    when m.bounced_at is not null or m.status = 'bounced' then 'bounced'
    when m.status in ('failed', 'suppressed') then 'failed'
    when m.status in ('sent', 'uncertain', 'deferred') then m.status
    when i.scheduled_for > ${now} then 'scheduled'
    else 'queued' end) end`;

/** Invites of creators to campaigns. Delivery status is on the email. `token` is the personal link. */
export const inviteTable = pgTable(
  'invite',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaignTable.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id),
    listId: uuid('list_id').references(() => creatorListTable.id, { onDelete: 'set null' }),
    templateId: uuid('template_id').references(() => emailTemplateTable.id, { onDelete: 'set null' }),
    mailId: uuid('mail_id')
      .notNull()
      .references(() => mailTable.id),
    token: text().notNull(),
    /** The request's `Idempotency-Key`: a repeated request yields the same invite. */
    requestKey: text('request_key'),
    savedBy: uuid('saved_by').references(() => userTable.id, { onDelete: 'set null' }),
    savedAt: instant('saved_at').notNull().default(sql`now()`),
    scheduledFor: instant('scheduled_for'),
    visitedAt: instant('visited_at'),
    cancelledAt: instant('cancelled_at'),
  },
  (table) => [
    // One invite per creator and campaign, not counting canceled ones.
    uniqueIndex('invite_once').on(table.campaignId, table.creatorId).where(sql`${table.cancelledAt} is null`),
    uniqueIndex('invite_token').on(table.token),
    uniqueIndex('invite_mail').on(table.mailId),
    index('invite_page').on(table.brandId, table.savedAt.desc(), table.id.desc()),
    index('invite_request').on(table.brandId, table.requestKey).where(sql`${table.requestKey} is not null`),
    index('invite_creator_id').on(table.creatorId),
    index('invite_creator').on(table.brandId, table.creatorId, table.savedAt.desc()),
  ],
);
