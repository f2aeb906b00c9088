import { useSyncExternalStore } from 'react';
import type { LoginSettings } from './oidc.ts';
import { type Session, sessionKeyOf, storedSession } from './stored-session.ts';

/**
 * - `none`: signed out
 * - `open`: signed in
 * - `ended`: was signed in, and the login host no longer renews the session
 */
export type SessionState =
  | { status: 'none' }
  | { status: 'open'; session: Session }
  | { status: 'ended'; session: Session };

export interface SessionSettings extends LoginSettings {
  /**
   * What to do when the login host no longer renews a session. `wait`: the page stays, and calls wait for a
   * new login. `forget`: this browser deletes the session, and calls continue without a token.
   */
  afterEnd: 'wait' | 'forget';
}

/** Stores this browser's session, shared by all its tabs. */
export function createSessionStore(settings: SessionSettings) {
  const sessionKey = sessionKeyOf(settings);
  const fromStorage = (): SessionState => {
    const session = storedSession(sessionKey);
    return session ? { status: 'open', session } : { status: 'none' };
  };
  let state = fromStorage();
  const listeners = new Set<() => void>();

  function change(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  /** The current session. */
  const sessionState = (): SessionState => state;

  /** Subscribes to session changes. Returns an unsubscribe function. */
  function onSessionChange(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Rereads the storage: another tab may have renewed the session, or signed in or out. */
  function readSessionAgain(): SessionState {
    const next = fromStorage();
    const known = state.status === 'none' ? null : state.session.token;
    if (state.status === 'ended' && next.status === 'open' && next.session.token === known) return state;
    if (next.status !== state.status || (next.status === 'open' && next.session.token !== known))
      change(next);
    return state;
  }

  /** Marks the session as ended: the login host refused to renew it. */
  function markEnded(): void {
    if (state.status !== 'open') return;
    if (settings.afterEnd === 'forget') localStorage.removeItem(sessionKey);
    change({ status: 'ended', session: state.session });
  }

  /** Deletes the session in this browser, in all its tabs. */
  function forgetSession(): void {
    localStorage.removeItem(sessionKey);
    change({ status: 'none' });
  }

  addEventListener('storage', (event) => {
    if (event.key !== sessionKey && event.key !== null) return;
    const before = state.status === 'none' ? null : state.session.subject;
    const next = fromStorage();
    const now = next.status === 'none' ? null : next.session.subject;
    if (before !== null && now !== null && before !== now) location.assign('/');
    else readSessionAgain();
  });

  return {
    sessionState,
    onSessionChange,
    readSessionAgain,
    markEnded,
    forgetSession,
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Returns the current session, updated on change. */
export const useSessionOf = ({
  onSessionChange,
  sessionState,
}: Pick<SessionStore, 'onSessionChange' | 'sessionState'>): SessionState =>
  useSyncExternalStore(onSessionChange, sessionState);
