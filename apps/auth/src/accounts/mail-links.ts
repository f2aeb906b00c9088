import { createHash, randomBytes } from 'node:crypto';
import { lifetimes } from '../config.ts';
import type { Queryable } from '../database.ts';

/** An emailed link without its secret. */
export interface MailLink {
  purpose: 'verify' | 'reset';
  signUpId: string | null;
  accountId: string | null;
  interactionUid: string;
  clientId: string;
}

const hash = (token: string) => createHash('sha256').update(token).digest();
const columns = `purpose, sign_up_id as "signUpId", account_id as "accountId",
  interaction_uid as "interactionUid", client_id as "clientId"`;

/** Creates a link. @returns its secret, which isn't stored */
export async function createMailLink(db: Queryable, link: MailLink): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query(
    `insert into mail_link (token_hash, purpose, sign_up_id, account_id, interaction_uid, client_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [
      hash(token),
      link.purpose,
      link.signUpId,
      link.accountId,
      link.interactionUid,
      link.clientId,
      link.purpose === 'verify' ? lifetimes.verifyLink : lifetimes.resetLink,
    ],
  );
  return token;
}

/** Returns the link with this secret if it is still valid. */
export async function findMailLink(
  db: Queryable,
  purpose: MailLink['purpose'],
  token: string,
): Promise<MailLink | undefined> {
  const { rows } = await db.query<MailLink>(
    `select ${columns} from mail_link
     where token_hash = $1 and purpose = $2 and used_at is null and expires_at > now()`,
    [hash(token), purpose],
  );
  return rows[0];
}

/**
 * Uses a password link and invalidates the account's other ones.
 * @returns the link, or undefined if it was used, replaced or expired
 */
export async function useResetLink(db: Queryable, token: string): Promise<MailLink | undefined> {
  const { rows } = await db.query<MailLink>(
    `update mail_link set used_at = now() where token_hash = $1 and purpose = 'reset' and used_at is null
       and expires_at > now() returning ${columns}`,
    [hash(token)],
  );
  const link = rows[0];
  if (link) {
    await db.query(
      `update mail_link set used_at = now() where account_id = $1 and purpose = 'reset' and used_at is null`,
      [link.accountId],
    );
  }
  return link;
}
