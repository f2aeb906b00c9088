import type { MailStatus } from '@troupe/domain/mail';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { mailTable } from '../mail/mail.table.ts';
import { inviteTable } from './invite.table.ts';

/** An invite that is not cancelled, and where its mail stands; nobody else changes it until the transaction ends. */
export async function holdInvite(
  db: Database,
  brandId: string,
  id: string,
): Promise<{ mailId: string; toAddress: string; mailStatus: MailStatus } | null> {
  const [row] = await db
    .select({ mailId: inviteTable.mailId, toAddress: mailTable.toAddress, mailStatus: mailTable.status })
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
