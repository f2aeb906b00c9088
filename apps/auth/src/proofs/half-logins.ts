import { lifetimes } from '../config.ts';
import type { Queryable } from '../database.ts';

/** Remembers that the password of a login was right. The login itself is proven by its browser's cookie. */
export async function keepHalfLogin(db: Queryable, interactionUid: string, accountId: string): Promise<void> {
  await db.query(
    `insert into half_login (interaction_uid, account_id, expires_at)
     values ($1, $2, now() + make_interval(secs => $3))
     on conflict (interaction_uid) do update set account_id = excluded.account_id, expires_at = excluded.expires_at`,
    [interactionUid, accountId, lifetimes.halfLogin],
  );
}

/** The account whose password was given in a login, while its second step is missing. */
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

/** Whoever is between the steps with an old password has to begin again. */
export async function forgetHalfLoginsOf(db: Queryable, accountId: string): Promise<void> {
  await db.query('delete from half_login where account_id = $1', [accountId]);
}
