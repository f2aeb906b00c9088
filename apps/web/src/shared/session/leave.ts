import { clearDrafts } from '../draft.ts';
import { forgetSession, sessionState } from './session.ts';

/** A path of this app to go to after a login; anything else becomes the start page. */
export function localPath(path: string | undefined): string {
  return path && /^\/(?![/\\])/.test(path) ? path : '/';
}

/** The login's address, with the way back. */
export function loginAddress(returnTo: string): string {
  return `/login?returnTo=${encodeURIComponent(returnTo)}`;
}

let leaving = false;

/**
 * Logs out here and at the login host, in all tabs.
 * @param keepDrafts keep what is typed and not saved, for the same person's next login
 */
export async function logOut(keepDrafts = false): Promise<void> {
  if (leaving) return;
  leaving = true;
  if (!keepDrafts) clearDrafts();
  try {
    if (sessionState().status !== 'none') {
      const { leaveForLogout } = await import('./oidc.ts');
      await leaveForLogout();
      return;
    }
  } catch {
    // The login host cannot be reached: at least this browser forgets the session.
  } finally {
    forgetSession();
  }
  location.assign('/login');
}
