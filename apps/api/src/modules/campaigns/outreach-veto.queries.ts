import { sql } from 'drizzle-orm';
import type { MailVeto } from '../outreach/mail/mail-sending.queries.ts';
import { followUpWithheld, isFollowUpMail, withdrawStep } from './follow-up/follow-up-send.queries.ts';
import { cancelClosed, inviteClosed } from './invite/invite-change.queries.ts';

/** Withholds invites to closed campaigns, and follow-ups that stopped or aren't needed any more. */
export const outreachVeto: MailVeto = {
  dropped: sql`(${inviteClosed} or ${followUpWithheld})`,
  cancel: async (tx, mailId, moment) =>
    (await isFollowUpMail(tx, mailId)) ? withdrawStep(tx, mailId, moment) : cancelClosed(tx, mailId, moment),
};
