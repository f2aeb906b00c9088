import { createHash, randomBytes } from 'node:crypto';
import { lifetimes } from '../config.ts';
import type { Queryable } from '../database.ts';

/** A pending change of an account's email. */
export interface EmailChange {
  accountId: string;
  email: string;
}

const hash = (token: string) => createHash('sha256').update(token).digest();
const columns = 'account_id as "accountId", email';

/** Starts a change, replacing an earlier one and its link. */
export async function startEmailChange(db: Queryable, { accountId, email }: EmailChange): Promise<void> {
  await db.query(
    `insert into email_change (account_id, email, expires_at)
     values ($1, $2, now() + make_interval(secs => $3))
     on conflict (account_id) do update set email = excluded.email, token_hash = null, created_at = now(),
       expires_at = excluded.expires_at`,
    [accountId, email, lifetimes.emailLink],
  );
}

/** Creates the link of a change when its email is sent. @returns its secret, which isn't stored */
export async function makeEmailLink(db: Queryable, { accountId, email }: EmailChange): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query('update email_change set token_hash = $3 where account_id = $1 and email = $2', [
    accountId,
    email,
    hash(token),
  ]);
  return token;
}

export async function findEmailChangeOf(db: Queryable, accountId: string): Promise<EmailChange | undefined> {
  const { rows } = await db.query<EmailChange>(
    `select ${columns} from email_change where account_id = $1 and expires_at > now()`,
    [accountId],
  );
  return rows[0];
}

/** Returns the change of a valid link. */
export async function findEmailChange(db: Queryable, token: string): Promise<EmailChange | undefined> {
  const { rows } = await db.query<EmailChange>(
    `select ${columns} from email_change where token_hash = $1 and expires_at > now()`,
    [hash(token)],
  );
  return rows[0];
}

export async function forgetEmailChange(db: Queryable, accountId: string): Promise<void> {
  await db.query('delete from email_change where account_id = $1', [accountId]);
}

/**
 * Sets the account's new email and invalidates password links sent to the old one.
 * @returns the previous email; undefined if the link was used or the email is taken
 */
export async function finishEmailChange(
  db: Queryable,
  accountId: string,
  token: string,
): Promise<{ from: string; to: string } | undefined> {
  const { rows } = await db.query<EmailChange>(
    `delete from email_change where token_hash = $1 and account_id = $2 and expires_at > now() returning ${columns}`,
    [hash(token), accountId],
  );
  const change = rows[0];
  if (!change) return undefined;
  const { rows: changed } = await db.query<{ from: string }>(
    `update account a set email = $2 from (select id, email from account where id = $1 for update) old
     where a.id = old.id and not exists (select from account where email = $2 and id <> $1)
     returning old.email as "from"`,
    [accountId, change.email],
  );
  if (!changed[0]) return undefined;
  await db.query(`delete from mail_link where account_id = $1 and purpose = 'reset'`, [accountId]);
  return { from: changed[0].from, to: change.email };
}
