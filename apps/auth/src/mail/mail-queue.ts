import type { Language } from '@troupe/i18n/language';
import { v7 as uuid } from 'uuid';
import type { Queryable } from '../database.ts';

/** A security change the account's owner is notified of. */
export type SecurityChange =
  | 'app-on'
  | 'app-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-step-on'
  | 'passkey-step-off'
  | 'codes-made'
  | 'code-used'
  | 'second-step-forgotten';

/** Data of each email kind; recipient and content are determined when it is sent. */
export interface MailJobs {
  verify: { signUpId: string };
  reset: { email: string; interactionUid: string; clientId: string };
  'password-changed': { accountId: string; elsewhere?: boolean };
  security: { accountId: string; change: SecurityChange; name?: string };
  /** Confirmation link, sent to the new email. */
  'email-confirm': { accountId: string; email: string };
  /** Notices to the old email, before and after. */
  'email-asked': { accountId: string; email: string };
  'email-changed': { accountId: string; from: string };
  'account-closed': { email: string; givenName: string; language: Language | null };
}

/** An email ready to send. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Queues an email in the caller's transaction. */
export async function enqueueMail<K extends keyof MailJobs>(
  db: Queryable,
  kind: K,
  payload: MailJobs[K],
): Promise<void> {
  await db.query('insert into mail_job (id, kind, payload) values ($1, $2, $3)', [uuid(), kind, payload]);
}
