import { v7 as uuid } from 'uuid';
import type { Queryable } from '../database.ts';

/** A change of how an account is protected, which its owner is told of. */
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

/** What each kind of mail needs to know; who gets it and what it says is looked up when it leaves. */
export interface MailJobs {
  verify: { signUpId: string };
  reset: { email: string; interactionUid: string; clientId: string };
  'password-changed': { accountId: string; elsewhere?: boolean };
  security: { accountId: string; change: SecurityChange; name?: string };
  /** To the new email: the link that confirms it. */
  'email-confirm': { accountId: string; email: string };
  /** To the old email, before and after. */
  'email-asked': { accountId: string; email: string };
  'email-changed': { accountId: string; from: string };
  'account-closed': { email: string; givenName: string };
}

/** One mail, ready to be sent. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Puts a mail into the queue, inside the transaction of the change that causes it. */
export async function enqueueMail<K extends keyof MailJobs>(
  db: Queryable,
  kind: K,
  payload: MailJobs[K],
): Promise<void> {
  await db.query('insert into mail_job (id, kind, payload) values ($1, $2, $3)', [uuid(), kind, payload]);
}
