import { stopActing } from '../brand/acting.ts';
import { clearDrafts } from '../draft.ts';
import { forgetSession, sessionState } from './session.ts';

/** A path of this app to go to after a login; anything else becomes the start page. */
export function localPath(path: string | undefined): string {
  // Browsers drop tabs and line breaks from an address: behind them a second slash would lead elsewhere.
  return path && /^\/(?![/\\])\P{Cc}*$/u.test(path) ? path : '/';
}

const RETURN_KEY = 'troupe.returnTo';
/** Since when a tab is on its way to the login host's sign-out; in that tab's own storage too. */
const LEAVING_KEY = 'troupe.leaving';
/** A tab that does not come back from there, because it was closed, is waited for so long. */
const LONGEST_LEAVING_MS = 10_000;
let leaving = false;

/** Whether this page is on its way to the login host's sign-out. */
export const isLeaving = (): boolean => leaving;

const leavers = new Set<() => void>();

/** Does something when somebody signs out, before the page is left. Returns the way to stop. */
export function onLeaving(leaver: () => void): () => void {
  leavers.add(leaver);
  return () => leavers.delete(leaver);
}

/** Where this tab was when the API logged it out, once. */
export function takeReturnPath(): string | undefined {
  const path = sessionStorage.getItem(RETURN_KEY) ?? undefined;
  sessionStorage.removeItem(RETURN_KEY);
  return path;
}

/** Where this tab is, with filters, open drawer and section, to come back to. */
export const here = (): string => location.pathname + location.search + location.hash;

/**
 * Waits until another tab has come back from the sign-out: before that the login host still knows the session, and a
 * login would undo what the person has just asked for.
 */
export function signedOutElsewhere(): Promise<void> {
  if (sessionStorage.getItem(LEAVING_KEY)) {
    sessionStorage.removeItem(LEAVING_KEY);
    localStorage.removeItem(LEAVING_KEY);
  }
  const rest = Number(localStorage.getItem(LEAVING_KEY)) + LONGEST_LEAVING_MS - Date.now();
  if (rest <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('storage', look);
      resolve();
    };
    const look = () => localStorage.getItem(LEAVING_KEY) === null && done();
    const timer = setTimeout(done, rest);
    addEventListener('storage', look);
  });
}

/**
 * Logs out here and at the login host, in all tabs.
 * @param keepDrafts the person did not ask for it: keep what is typed and the address for their next login
 */
export async function logOut(keepDrafts = false): Promise<void> {
  if (leaving) return;
  leaving = true;
  for (const leaver of leavers) leaver();
  stopActing();
  if (keepDrafts) sessionStorage.setItem(RETURN_KEY, here());
  else clearDrafts();
  let next = '/login';
  try {
    if (sessionState().status !== 'none') {
      const { leaveForLogout } = await import('./oidc.ts');
      localStorage.setItem(LEAVING_KEY, String(Date.now()));
      sessionStorage.setItem(LEAVING_KEY, 'here');
      await leaveForLogout();
      return;
    }
  } catch {
    // The login host cannot be reached: at least this browser forgets the session.
    next = '/login?error=only_here';
  } finally {
    forgetSession();
  }
  location.assign(next);
}
