import type { Queryable } from './database.ts';

/** Takes away what has run out. Several processes may do it at once. */
export async function cleanUp(db: Queryable): Promise<void> {
  await db.query('delete from oidc_model where expires_at < now()');
  await db.query(`delete from mail_link where expires_at < now() - interval '7 days'`);
  await db.query('delete from sign_up where expires_at < now()');
  await db.query('delete from half_login where expires_at < now()');
  await db.query('delete from passkey_question where expires_at < now()');
  await db.query('delete from email_change where expires_at < now()');
  await db.query(
    `delete from session_note n where noted_at < now() - interval '1 day'
       and not exists (select from oidc_model m where m.model = 'Session' and m.uid = n.session_uid)`,
  );
  await db.query(
    `delete from revocation where revoked_at < now() - case kind when 'key' then interval '30 days' else interval '1 day' end`,
  );
  await db.query(`delete from known_place where seen_at < now() - interval '1 year'`);
  await db.query(`delete from throttle where last_at < now() - interval '2 days' and blocked_until < now()`);
}
