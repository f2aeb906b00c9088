import { stopActing } from '../brand/acting.ts';
import { clearDrafts } from '../draft.ts';
import { signOut } from './session.ts';

const RETURN_KEY = 'troupe.returnTo';
let leaving = false;

/** Whether this page is on its way to the login host's sign-out. */
export const isLeaving = (): boolean => leaving;

const leavers = new Set<() => void>();

/** Calls back before the page is left on sign-out. Returns an unsubscribe function. */
export function onLeaving(leaver: () => void): () => void {
  leavers.add(leaver);
  return () => leavers.delete(leaver);
}

/** Returns where this tab was when the API logged it out, once. */
export function takeReturnPath(): string | undefined {
  const path = sessionStorage.getItem(RETURN_KEY) ?? undefined;
  sessionStorage.removeItem(RETURN_KEY);
  return path;
}

/** Where this tab is, with filters, open drawer and section, to come back to. */
export const here = (): string => location.pathname + location.search + location.hash;

/**
 * Logs out here and at the login host, in all tabs.
 * @param keepDrafts the person didn't ask to log out: keep drafts and the URL for their next login
 */
export async function logOut(keepDrafts = false): Promise<void> {
  if (leaving) return;
  leaving = true;
  for (const leaver of leavers) leaver();
  stopActing();
  if (keepDrafts) sessionStorage.setItem(RETURN_KEY, here());
  else clearDrafts();
  await signOut('/login', '/login?error=only_here');
}
