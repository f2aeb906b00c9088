import type { MailStatus } from '@troupe/domain/outreach/mail';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';
import { inviteTable } from './invite.table.ts';

/** Locks and returns an invite that isn't canceled, with the status of its email. */
export async function lockInvite(
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

/** Marks an invite as canceled; its creator can be invited again. */
export async function markCancelled(db: Database, brandId: string, id: string, now: string): Promise<void> {
  await db
    .update(inviteTable)
    .set({ cancelledAt: now })
    .where(and(eq(inviteTable.id, id), eq(inviteTable.brandId, brandId)));
}

/**
 * Locks and returns a canceled invite whose email was never sent, and whether its creator has a newer invite to the
 * campaign.
 */
export async function lockCancelled(
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

/** Undoes the cancellation of an invite. */
export async function unmarkCancelled(db: Database, brandId: string, id: string): Promise<void> {
  await db
    .update(inviteTable)
    .set({ cancelledAt: null })
    .where(and(eq(inviteTable.id, id), eq(inviteTable.brandId, brandId)));
}

/** Cancels a campaign's unsent invites when it closes. */
export async function cancelWaitingInvites(
  db: Database,
  brandId: string,
  campaignId: string,
  now: string,
): Promise<void> {
  // Lock invites before emails, as single cancellations do: any other order can deadlock.
  await db.execute(sql`
    with waiting as (
      select invite.mail_id from invite join mail on mail.id = invite.mail_id
      where invite.campaign_id = ${campaignId} and invite.brand_id = ${brandId}
        and invite.cancelled_at is null and mail.status in ('queued', 'deferred')
      for update of invite
    ), stopped as (
      update mail set status = 'cancelled', status_reason = 'The campaign is no longer open.'
      from waiting where mail.id = waiting.mail_id and mail.status in ('queued', 'deferred')
      returning mail.id
    )
    update invite set cancelled_at = ${now} from stopped where invite.mail_id = stopped.id`);
}

/** SQL condition on `mail`: its invite belongs to a campaign that is no longer open. */
export const inviteClosed = sql`exists (select from invite join campaign on campaign.id = invite.campaign_id
  where invite.mail_id = mail.id and campaign.status <> 'publish')`;

/** Cancels an invite of a closed campaign and its email; false while another transaction holds the invite. */
export async function cancelClosed(tx: Database, mailId: string, moment: string): Promise<boolean> {
  // Others lock invites before emails: waiting here could deadlock.
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
    .set({ status: 'cancelled', statusReason: 'The campaign is no longer open.' })
    .where(eq(mailTable.id, mailId));
  return true;
}

/** Returns whether a scheduled, unsent invite uses a template. */
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
