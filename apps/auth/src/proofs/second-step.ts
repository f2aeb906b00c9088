import { lifetimes } from '../config.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { enqueueMail } from '../mail/mail-queue.ts';
import { removeApp } from './authenticator-app.ts';
import { removeRecoveryCodes } from './recovery-codes.ts';

/** An account's second-step methods. */
export interface SecondStep {
  /** Whether an authenticator app is set up. */
  app: boolean;
  passkeys: number;
  /** Whether a passkey is required after the password. */
  passkeyAfterPassword: boolean;
  /** Number of unused recovery codes. */
  codesLeft: number;
  /** Whether the password alone isn't enough. */
  required: boolean;
}

export async function readSecondStep(db: Queryable, accountId: string): Promise<SecondStep> {
  const { rows } = await db.query<Omit<SecondStep, 'required'>>(
    `select exists (select from authenticator_app where account_id = a.id and confirmed_at is not null) as app,
       (select count(*)::int from passkey where account_id = a.id) as passkeys,
       passkey_after_password as "passkeyAfterPassword",
       (select count(*)::int from recovery_code where account_id = a.id and used_at is null) as "codesLeft"
     from account a where id = $1`,
    [accountId],
  );
  const found = rows[0] ?? { app: false, passkeys: 0, passkeyAfterPassword: false, codesLeft: 0 };
  return { ...found, required: found.app || (found.passkeyAfterPassword && found.passkeys > 0) };
}

export async function askPasskeyAfterPassword(db: Queryable, accountId: string, on: boolean): Promise<void> {
  await db.query('update account set passkey_after_password = $2 where id = $1', [accountId, on]);
}

/**
 * Turns off two-step login for someone who lost all methods, after an operator has verified their
 * identity. Passkeys stay, and the owner is notified.
 */
export async function disableSecondStep(db: Database, accountId: string): Promise<void> {
  await inTransaction(db, async (client) => {
    await removeApp(client, accountId);
    await removeRecoveryCodes(client, accountId);
    await askPasskeyAfterPassword(client, accountId, false);
    await enqueueMail(client, 'security', { accountId, change: 'second-step-forgotten' });
  });
}

/** Records that a login's password was correct. The browser's cookie proves the login. */
export async function saveHalfLogin(db: Queryable, interactionUid: string, accountId: string): Promise<void> {
  await db.query(
    `insert into half_login (interaction_uid, account_id, expires_at)
     values ($1, $2, now() + make_interval(secs => $3))
     on conflict (interaction_uid) do update set account_id = excluded.account_id, expires_at = excluded.expires_at`,
    [interactionUid, accountId, lifetimes.halfLogin],
  );
}

/** Returns the account whose password was given in a login that lacks its second step. */
export async function findHalfLogin(db: Queryable, interactionUid: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    'select account_id as id from half_login where interaction_uid = $1 and expires_at > now()',
    [interactionUid],
  );
  return rows[0]?.id;
}

export async function forgetHalfLogin(db: Queryable, interactionUid: string): Promise<void> {
  await db.query('delete from half_login where interaction_uid = $1', [interactionUid]);
}

/** Restarts logins between the steps that used an old password. */
export async function deleteHalfLogins(db: Queryable, accountId: string): Promise<void> {
  await db.query('delete from half_login where account_id = $1', [accountId]);
}
