import type { MailStatus } from '@troupe/domain/outreach/mail';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';
import { inviteTable } from './invite.table.ts';

/** An invite that is not cancelled, and where its mail stands; nobody else changes it until the transaction ends. */
export async function holdInvite(
  db: Database,
  brandId: string,
  id: string,
): Promise<{ campaignId: string; mailId: string; toAddress: string; mailStatus: MailStatus } | null> {
  const [row] = await db
    .select({
      campaignId: inviteTable.campaignId,
      mailId: inviteTable.mailId,
      toAddress: mailTable.toAddress,
      mailStatus: mailTable.status,
    })
    .from(inviteTable)
    .innerJoin(mailTable, eq(mailTable.id, inviteTable.mailId))
    .where(and(eq(inviteTable.id, id), eq(inviteTable.brandId, brandId), isNull(inviteTable.cancelledAt)))
    .for('update', { of: inviteTable });
  return row ?? null;
}

/** Marks an invite as taken back; its creator can be invited again. */
export async function markCancelled(db: Database, brandId: string, id: string, now: string): Promise<void> {
  await db
    .update(inviteTable)
    .set({ cancelledAt: now })
    .where(and(eq(inviteTable.id, id), eq(inviteTable.brandId, brandId)));
}

/**
 * A cancelled invite whose mail was taken back, and whether its creator has another one to that campaign by now; nobody
 * else changes it until the transaction ends.
 */
export async function holdCancelled(
  db: Database,
  brandId: string,
  id: string,
): Promise<{ campaignId: string; mailId: string; toAddress: string; again: boolean } | null> {
  const [row] = await db
    .select({
      campaignId: inviteTable.campaignId,
      mailId: inviteTable.mailId,
      toAddress: mailTable.toAddress,
      again: sql<boolean>`exists (select from invite other where other.campaign_id = ${inviteTable.campaignId}
        and other.creator_id = ${inviteTable.creatorId} and other.cancelled_at is null)`,
    })
    .from(inviteTable)
    .innerJoin(mailTable, eq(mailTable.id, inviteTable.mailId))
    .where(
      and(
        eq(inviteTable.id, id),
        eq(inviteTable.brandId, brandId),
        isNotNull(inviteTable.cancelledAt),
        eq(mailTable.status, 'cancelled'),
      ),
    )
    .for('update', { of: inviteTable });
  return row ?? null;
}

/** The cancelling of an invite did not happen. */
export async function unmarkCancelled(db: Database, brandId: string, id: string): Promise<void> {
  await db
    .update(inviteTable)
    .set({ cancelledAt: null })
    .where(and(eq(inviteTable.id, id), eq(inviteTable.brandId, brandId)));
}

/** Takes back the invites of a campaign whose mails have not left: nobody is invited to what is not open. */
export async function cancelWaitingInvites(
  db: Database,
  brandId: string,
  campaignId: string,
  now: string,
): Promise<void> {
  // Invites before their mails, like whoever takes a single one back: otherwise each could wait for the other.
  await db.execute(sql`
    with waiting as (
      select invite.mail_id from invite join mail on mail.id = invite.mail_id
      where invite.campaign_id = ${campaignId} and invite.brand_id = ${brandId}
        and invite.cancelled_at is null and mail.status in ('queued', 'deferred')
      for update of invite
    ), stopped as (
      update mail set status = 'cancelled', status_reason = 'The campaign is not open any more.'
      from waiting where mail.id = waiting.mail_id and mail.status in ('queued', 'deferred')
      returning mail.id
    )
    update invite set cancelled_at = ${now} from stopped where invite.mail_id = stopped.id`);
}

/** SQL condition on `mail`: it carries an invite to a campaign that is not open anymore. */
export const inviteClosed = sql`exists (select from invite join campaign on campaign.id = invite.campaign_id
  where invite.mail_id = mail.id and campaign.status <> 'publish')`;

/** Cancels an invite whose campaign has closed, with its email; false while somebody else holds that invite. */
export async function cancelClosed(tx: Database, mailId: string, moment: string): Promise<boolean> {
  // Elsewhere invites are held before their mails: waiting for one here could be waiting for each other.
  const [held] = await tx
    .select({ id: inviteTable.id })
    .from(inviteTable)
    .where(eq(inviteTable.mailId, mailId))
    .for('update', { skipLocked: true });
  if (!held) return false;
  await tx
    .update(inviteTable)
    .set({ cancelledAt: sql`coalesce(${inviteTable.cancelledAt}, ${moment})` })
    .where(eq(inviteTable.id, held.id));
  await tx
    .update(mailTable)
    .set({ status: 'cancelled', statusReason: 'The campaign is not open any more.' })
    .where(eq(mailTable.id, mailId));
  return true;
}

/** Whether a scheduled invite that has not been sent uses a template. */
export async function needTemplate(db: Database, brandId: string, templateId: string): Promise<boolean> {
  const waiting = await db
    .select({ id: inviteTable.id })
    .from(inviteTable)
    .innerJoin(mailTable, eq(mailTable.id, inviteTable.mailId))
    .where(
      and(
        eq(inviteTable.brandId, brandId),
        eq(inviteTable.templateId, templateId),
        isNull(inviteTable.cancelledAt),
        isNotNull(inviteTable.scheduledFor),
        inArray(mailTable.status, ['queued', 'deferred']),
      ),
    )
    .limit(1);
  return waiting.length > 0;
}
