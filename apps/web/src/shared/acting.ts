import type { Acting } from '@troupe/domain/acting';
import { ACTING_HEADER } from '@troupe/domain/acting-header';

const KEY = 'troupe.acting';

/** As whom the administrator acts in this tab; null when they are themselves. It ends with the tab at the latest. */
export function actingNow(): Acting | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Acting | null;
  } catch {
    return null;
  }
}

/** The header that says so to the API. */
export function actingHeaders(): Record<string, string> {
  const acting = actingNow();
  return acting ? { [ACTING_HEADER]: acting.id } : {};
}

/** Keeps as whom this tab acts. */
export function keepActing(acting: Acting): void {
  sessionStorage.setItem(KEY, JSON.stringify(acting));
}

/** Begins to act in this tab. Nothing that was read before is shown to the other person: the page loads anew. */
export function beginActing(acting: Acting): void {
  keepActing(acting);
  location.assign('/');
}

/** This tab is its administrator again. */
export function stopActing(): void {
  sessionStorage.removeItem(KEY);
}

/** The API no longer takes it: the page loads anew for whoever is signed in. */
export function leaveEndedActing(): void {
  if (!actingNow()) return;
  stopActing();
  location.assign('/');
}
