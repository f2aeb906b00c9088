import type { Queryable } from '../database.ts';

const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Returns a browser's name from its user agent: 'Chrome on Windows'. Only a hint, since browsers
 * can send anything.
 */
export function deviceName(userAgent: string): string {
  const named = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (!browser) return system ? `A browser on ${system}` : 'Unknown browser';
  return system ? `${browser} on ${system}` : browser;
}

/** Records the browser of a session. Keeps an existing record; ignores deleted accounts. */
export async function noteSession(
  db: Queryable,
  { uid, accountId, userAgent }: { uid: string; accountId: string; userAgent: string | undefined },
): Promise<void> {
  await db.query(
    `insert into session_note (session_uid, account_id, user_agent)
     select $1, id, $3 from account where id = $2
     on conflict (session_uid) do update set account_id = excluded.account_id, user_agent = excluded.user_agent,
       confirmed_at = case when session_note.account_id = excluded.account_id then session_note.confirmed_at end`,
    [uid, accountId, (userAgent ?? '').replace(/\p{Cc}/gu, '').slice(0, 400)],
  );
}

/** Recorded details of a session. */
export interface SessionNote {
  confirmedAt: Date | null;
  returnTo: string | null;
}

export async function readSessionNote(db: Queryable, uid: string): Promise<SessionNote | undefined> {
  const { rows } = await db.query<SessionNote>(
    'select confirmed_at as "confirmedAt", return_to as "returnTo" from session_note where session_uid = $1',
    [uid],
  );
  return rows[0];
}

/** Records that the person has just confirmed their identity. */
export async function noteConfirmed(db: Queryable, uid: string): Promise<void> {
  await db.query('update session_note set confirmed_at = now() where session_uid = $1', [uid]);
}

/** @param returnTo URL of one of our apps, already validated */
export async function noteReturn(db: Queryable, uid: string, returnTo: string): Promise<void> {
  await db.query('update session_note set return_to = $2 where session_uid = $1', [uid, returnTo]);
}
