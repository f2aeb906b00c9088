import { createHash } from 'node:crypto';
import type { ThrottleRule } from '../config.ts';
import type { Queryable } from '../database.ts';
import { t } from '../messages/messages.gen.ts';

/** Scopes of attempt counters. */
export type ThrottleScope = 'account' | 'place' | 'second' | 'address' | 'sign-up' | 'mail';

const hash = (key: string) => createHash('sha256').update(key).digest();

/**
 * Counts an attempt unless blocked. Counts before the attempt, so concurrent ones can't slip
 * through.
 * @returns 0 if allowed, else the seconds to wait
 */
export async function countAttempt(
  db: Queryable,
  scope: ThrottleScope,
  key: string,
  rule: ThrottleRule,
): Promise<number> {
  // The exponent is capped to prevent overflow; least() limits the delay. The clock, not now(): a statement that
  // waited for another attempt began before it, and would find itself blocked.
  const { rowCount } = await db.query(
    `insert into throttle as t (scope, key, count, last_at, blocked_until) values ($1, $2, 1, now(), now())
     on conflict (scope, key) do update set
       count = case when t.last_at < now() - make_interval(secs => $3) then 1 else t.count + 1 end,
       last_at = now(),
       blocked_until = now() + case
         when t.last_at < now() - make_interval(secs => $3) or t.count + 1 < $4 then interval '0'
         else make_interval(secs => least($5 * power(2, least(t.count + 1 - $4, 30)), $6)) end
     where t.blocked_until <= clock_timestamp()`,
    [scope, hash(key), rule.window, rule.free, rule.delay, rule.cap],
  );
  return rowCount ? 0 : Math.max(1, await secondsBlocked(db, scope, key));
}

/** Returns for how many seconds attempts are blocked; 0 if they aren't. Counts nothing. */
export async function secondsBlocked(db: Queryable, scope: ThrottleScope, key: string): Promise<number> {
  const { rows } = await db.query<{ wait: number }>(
    `select ceil(extract(epoch from blocked_until - now()))::int as wait from throttle
     where scope = $1 and key = $2 and blocked_until > now()`,
    [scope, hash(key)],
  );
  return rows[0]?.wait ?? 0;
}

/** Returns the number of attempts counted for a key. */
export async function countAttempts(db: Queryable, scope: ThrottleScope, key: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count from throttle where scope = $1 and key = $2',
    [scope, hash(key)],
  );
  return rows[0]?.count ?? 0;
}

/** Resets the attempts of a key after a success. */
export async function resetAttempts(db: Queryable, scope: ThrottleScope, key: string): Promise<void> {
  await db.query('delete from throttle where scope = $1 and key = $2', [scope, hash(key)]);
}

/** Removes one attempt: a success doesn't erase other failures. */
export async function uncountAttempt(db: Queryable, scope: ThrottleScope, key: string): Promise<void> {
  await db.query(
    `update throttle set count = greatest(count - 1, 0), blocked_until = now() where scope = $1 and key = $2`,
    [scope, hash(key)],
  );
}

/** Returns the wait as text after 'Try again'. @param seconds more than 0 */
export function waitText(seconds: number): string {
  if (seconds < 60) return t('limit.seconds', { count: seconds });
  return t('limit.minutes', { count: Math.ceil(seconds / 60) });
}

/** The sentence for too many attempts. @param seconds more than 0 */
export const attemptsText = (seconds: number): string => t('limit.attempts', { when: waitText(seconds) });
