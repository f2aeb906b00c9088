const SUPPORTED = 4;

/** The quarter a day is in, some quarters away: `2026-10`. */
function quarterOf(at: Date, away = 0): string {
  const quarters = at.getUTCFullYear() * 4 + Math.floor(at.getUTCMonth() / 3) + away;
  return `${Math.floor(quarters / 4)}-${String((quarters % 4) * 3 + 1).padStart(2, '0')}`;
}

/** The newest stable version. */
export const currentVersion = (now = new Date()): string => quarterOf(now);

/** The version after the newest stable one: its release candidate. */
export const nextVersion = (now = new Date()): string => quarterOf(now, 1);

/**
 * The version that answers: the one asked for, or the oldest supported one where that has expired.
 * Null where there is no such version.
 */
export function answeringVersion(asked: string, now = new Date()): string | null {
  if (asked === 'unstable') return asked;
  if (!/^20\d\d-(01|04|07|10)$/.test(asked) || asked > nextVersion(now)) return null;
  const oldest = quarterOf(now, 1 - SUPPORTED);
  return asked < oldest ? oldest : asked;
}
