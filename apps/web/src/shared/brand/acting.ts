import { ACTING_HEADER } from '@troupe/contract/headers';
import type { Acting } from '@troupe/domain/account/acting';

const KEY = 'troupe.acting';
/** The page that acted was left: the next one does not. */
const LEFT = 'troupe.actingLeft';

try {
  if (sessionStorage.getItem(LEFT) !== null) {
    sessionStorage.removeItem(KEY);
    sessionStorage.removeItem(LEFT);
  }
} catch {
  // Storage is unavailable, so acting is off.
}

/** As whom the administrator acts in this tab; null when they are themselves. It ends with the tab at the latest. */
export function actingNow(): Acting | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Acting | null;
  } catch {
    return null;
  }
}

/** The API header of the acting permission. */
export function actingHeaders(): Record<string, string> {
  const acting = actingNow();
  return acting ? { [ACTING_HEADER]: acting.id } : {};
}

/** Starts acting in this tab and reloads the page, so that cached data isn't shown to the other user. */
export function beginActing(acting: Acting): void {
  sessionStorage.setItem(KEY, JSON.stringify(acting));
  location.assign('/');
}

/**
 * Ends acting from the next page load on. Requests still pending on this page are sent as the member and refused;
 * otherwise they would run with an administrator's rights.
 */
export function stopActing(): void {
  if (actingNow()) sessionStorage.setItem(LEFT, '');
}

/** Leaves the page that acted. */
export function leaveActing(path: string): void {
  stopActing();
  location.assign(path);
}

let afterwards = '/';

/**
 * Sets where the administrator goes when acting ends. Call it before asking the API to end it: other requests of this
 * page are refused from then on, and may be answered first.
 */
export function goAfterActing(path: string): void {
  afterwards = path;
}

/** The API rejected the permission: reload once as the signed-in user. */
export function leaveEndedActing(): void {
  if (actingNow() && sessionStorage.getItem(LEFT) === null) leaveActing(afterwards);
}
