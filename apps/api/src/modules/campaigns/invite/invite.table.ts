import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { personNameSql, userTable } from '../../account/user/user.table.ts';
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

/** The parameters of {@link contactSql}, as SQL. */
interface ContactOf {
  /** The creator's ID and address. */
  creator: string;
  address: string;
  /** The reader's brand and ID. */
  brand: string;
  user: string;
  /** Emails sent before don't count. */
  since: string;
  /** Brands whose names the reader may know: an array of IDs. */
  known: string;
}

/**
 * SQL for who else wrote to a creator lately, as JSON of `RecentContact`, newest first: teammates of the reader, and
 * other brands of the account, which are those that share an owner. By creator, and by address, because brands can have
 * their own profiles of one person. Queued emails count whatever their age.
 */
export function contactSql(of: ContactOf): string {
  const account = `array(select other.brand_id from brand_member mine
    join brand_member other on other.user_id = mine.user_id
    where mine.brand_id = ${of.brand} and mine.role = 'owner' and other.role = 'owner' union select ${of.brand}::uuid)`;
  return `
  select json_build_object('kind', x.kind, 'at', to_char(x.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'otherBrand', x.brand_id <> ${of.brand},
      'brand', case when x.brand_id <> ${of.brand} and x.brand_id = any(${of.known}::uuid[]) then b.name end,
      'name', case when x.brand_id = any(${of.known}::uuid[]) then ${personNameSql('u')} end) as contact
  from (
    select 'follow-ups' as kind, f.started_by as user_id, f.brand_id, f.started_at as at
    from follow_up f where f.creator_id = ${of.creator} and f.brand_id = any(${account}) and f.state = 'running'
    union all
    select 'email', i.saved_by, i.brand_id, coalesce(e.sent_at, i.saved_at)
    from invite i join mail e on e.id = i.mail_id
    where i.creator_id = ${of.creator} and i.brand_id = any(${account}) and i.cancelled_at is null
      and (e.status in ('queued', 'deferred', 'sending')
        or coalesce(e.sent_at, i.saved_at) > ${of.since} and e.status in ('sent', 'uncertain'))
    union all
    select 'email', said.user_id, v.brand_id, said.created_at
    from conversation v join message said on said.conversation_id = v.id join mail e on e.id = said.mail_id
    where v.creator_id = ${of.creator} and v.brand_id = any(${account}) and said.created_at > ${of.since} and said.kind = 'brand'
      and e.kind = 'email' and e.status in ('queued', 'deferred', 'sending', 'sent', 'uncertain')
    union all
    select 'email', coalesce(i.saved_by, said.user_id), e.brand_id, coalesce(e.sent_at, e.created_at)
    from mail e left join invite i on i.mail_id = e.id left join message said on said.mail_id = e.id
    where e.brand_id = any(${account}) and lower(e.to_address) = lower(${of.address}) and e.kind in ('invite', 'email')
      and e.created_at > ${of.since} and e.purpose is null and e.status in ('queued', 'deferred', 'sending', 'sent', 'uncertain')
  ) x join brand b on b.id = x.brand_id left join person u on u.id = x.user_id
  where x.brand_id <> ${of.brand} or x.user_id is distinct from ${of.user}
  order by x.kind = 'follow-ups' desc, x.at desc limit 1`;
}

/**
 * SQL for why the follow-ups `f` of an invite `i` with its email `m` and campaign `g` must stop; null if they may go
 * on. Facts decide, not events, so that nothing is missed between queueing and sending.
 */
export const STOP_SQL = `case
  when exists (select from opt_in o where o.campaign_id = f.campaign_id and o.creator_id = f.creator_id)
    then 'opted-in'
  when m.replied_at is not null or exists (
    select from conversation v join message said on said.conversation_id = v.id
    where v.brand_id = f.brand_id and v.creator_id = f.creator_id and said.kind = 'creator'
      and said.created_at >= i.saved_at) then 'replied'
  when exists (select from suppression s where s.brand_id = f.brand_id
    and lower(s.address) = lower(m.to_address) and s.reason <> 'bounce') or m.unsubscribed_at is not null
    then 'unsubscribed'
  when m.status = 'bounced' or exists (select from suppression s where s.brand_id = f.brand_id
    and lower(s.address) = lower(m.to_address)) or exists (
    select from follow_up_step done join mail e on e.id = done.mail_id
    where done.follow_up_id = f.id and e.status = 'bounced') then 'bounced'
  when g.status not in ('publish', 'paused') then 'campaign-closed'
  when i.cancelled_at is not null or m.status = 'cancelled' then 'invite-canceled'
  when exists (
    select from conversation v join message said on said.conversation_id = v.id
    where v.brand_id = f.brand_id and v.creator_id = f.creator_id and said.kind = 'brand' and said.user_id is not null
      and said.number is not null and said.created_at > f.started_at
      and (said.mail_id is null or not exists (select from invite other where other.mail_id = said.mail_id)
        and not exists (select from follow_up_step own where own.mail_id = said.mail_id))) then 'taken-over'
  when exists (select from mail last where last.id = f.last_mail_id and last.status in ('failed', 'suppressed'))
    then 'not-sent'
end`;

/** SQL to join what {@link STOP_SQL} needs to follow-ups `f`. */
export const STOP_JOINS = `join invite i on i.id = f.invite_id join mail m on m.id = i.mail_id
  join campaign g on g.id = f.campaign_id`;
