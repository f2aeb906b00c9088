import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { and, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { subscriptionTable } from '../../billing/subscription/subscription.table.ts';
import { creatorListTable } from '../../discovery/creator-list/creator-list.table.ts';
import { emailDomainTable } from '../../outreach/email-domain/email-domain.table.ts';
import { mailPaceTable, mailTable } from '../../outreach/mail/mail.table.ts';
import { mailboxTable } from '../../outreach/mailbox/mailbox.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';

/** Facts that decide whether a brand can invite. */
export interface InviteBasis {
  brandName: string;
  subscribed: boolean;
  pastDue: boolean;
  /** The domain of the mailbox that the brand sends from, else its verified email domain; null without either. */
  domain: string | null;
  /** The zone of its affiliate program, otherwise of the owner who joined first, otherwise UTC. */
  zone: string;
}

/** Serializes inviting per brand: what one request reads stays true until its transaction ends. */
export async function lockInvites(tx: Database, brandId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invite:${brandId}`}, 0))`);
}

/**
 * Serializes first contacts across the brands of an account: brands of one account share an owner, so they share a
 * lock. Locks are taken in one order.
 */
export async function lockContacts(tx: Database, brandId: string): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('contact:' || owner.user_id, 0)) from (
      select user_id from brand_member where brand_id = ${brandId} and role = 'owner' order by user_id offset 0) owner`);
}

/** Reads the invite basis of a brand. */
export async function readInviteBasis(db: Database, brandId: string): Promise<InviteBasis> {
  const plans = sql`from ${subscriptionTable} where ${subscriptionTable.brandId} = ${brandTable.id}
    and ${subscriptionTable.status} = 'active'`;
  const [row] = await db
    .select({
      brandName: brandTable.name,
      subscribed: sql<boolean>`exists (select ${plans} and ${subscriptionTable.kind} = 'plan')`,
      pastDue: sql<boolean>`exists (select ${plans} and ${subscriptionTable.pastDue})`,
      // Literal SQL: Drizzle drops the table name of columns in single-table selects.
      domain: sql<string | null>`coalesce(
        (select split_part(x.address, '@', 2) from mailbox x where x.brand_id = ${brandTable.id} and x.is_sender),
        ${emailDomainTable.domain})`,
      // Literal SQL: the table of programs belongs to a later module.
      zone: sql<string>`coalesce(
        (select p.rules->>'zone' from affiliate_program p where p.brand_id = ${brandTable.id}),
        (select u.time_zone from brand_member m join person u on u.id = m.user_id
          where m.brand_id = ${brandTable.id} and m.role = 'owner' and u.time_zone is not null
          order by m.created_at, u.id limit 1), 'UTC')`,
    })
    .from(brandTable)
    .leftJoin(
      emailDomainTable,
      and(eq(emailDomainTable.brandId, brandTable.id), eq(emailDomainTable.status, 'verified')),
    )
    .where(eq(brandTable.id, brandId));
  return row ?? { brandName: '', subscribed: false, pastDue: false, domain: null, zone: 'UTC' };
}

/** Returns a campaign and locks its status for the transaction; null if not found. */
export async function lockCampaignStatus(
  db: Database,
  brandId: string,
  campaignId: string,
): Promise<{ title: string; status: CampaignStatus } | null> {
  const [row] = await db
    .select({ title: campaignTable.title, status: campaignTable.status })
    .from(campaignTable)
    .where(and(eq(campaignTable.id, campaignId), eq(campaignTable.brandId, brandId)))
    .for('share');
  return row ?? null;
}

/** Returns whether the brand has this list. */
export async function hasList(db: Database, brandId: string, listId: string): Promise<boolean> {
  const rows = await db
    .select({ id: creatorListTable.id })
    .from(creatorListTable)
    .where(and(eq(creatorListTable.id, listId), eq(creatorListTable.brandId, brandId)));
  return rows.length > 0;
}

/** Returns how fast the brand sends and how many emails are queued before `until`; null without a domain. */
export async function readWaitingMail(db: Database, brandId: string, until: string) {
  const [row] = await db
    .select({
      dailyCap: sql<number>`coalesce(${mailboxTable.dailyCap}, ${emailDomainTable.dailyCap})`.mapWith(Number),
      spacingSeconds:
        sql<number>`coalesce(${mailboxTable.spacingSeconds}, ${emailDomainTable.spacingSeconds})`.mapWith(
          Number,
        ),
      day: mailPaceTable.day,
      sent: mailPaceTable.sent,
      nextAt: mailPaceTable.nextAt,
      waiting: db.$count(
        mailTable,
        and(
          eq(mailTable.brandId, brandId),
          inArray(mailTable.status, ['queued', 'deferred']),
          lte(mailTable.dueAt, until),
        ),
      ),
    })
    .from(brandTable)
    .leftJoin(emailDomainTable, eq(emailDomainTable.brandId, brandTable.id))
    .leftJoin(mailboxTable, and(eq(mailboxTable.brandId, brandTable.id), mailboxTable.isSender))
    .leftJoin(mailPaceTable, eq(mailPaceTable.brandId, brandTable.id))
    .where(and(eq(brandTable.id, brandId), or(isNotNull(emailDomainTable.id), isNotNull(mailboxTable.id))));
  if (!row) return null;
  const { waiting, dailyCap, spacingSeconds, day, sent, nextAt } = row;
  return {
    waiting,
    pace: { dailyCap, spacingSeconds, day: day ?? '', sent: sent ?? 0, nextAt: new Date(nextAt ?? 0) },
  };
}
