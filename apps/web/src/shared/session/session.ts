import { useSyncExternalStore } from 'react';
import { type Session, sessionKey, storedSession } from './stored-session.ts';

/**
 * - `none`: nobody is signed in
 * - `open`: signed in
 * - `ended`: was signed in, the login host no longer renews it; the page stays so that nothing typed is lost
 */
export type SessionState =
  | { status: 'none' }
  | { status: 'open'; session: Session }
  | { status: 'ended'; session: Session };

function stateFromStorage(): SessionState {
  const session = storedSession();
  return session ? { status: 'open', session } : { status: 'none' };
}

let state: SessionState = stateFromStorage();
const listeners = new Set<() => void>();

/** The session of this moment. */
export function sessionState(): SessionState {
  return state;
}

/** Calls back after every change of the session; returns the way to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Reads the storage again: another tab may have renewed, or signed in or out. */
export function readSessionAgain(): SessionState {
  const next = stateFromStorage();
  const known = state.status === 'none' ? null : state.session.token;
  if (state.status === 'ended' && next.status === 'open' && next.session.token === known) return state;
  if (next.status !== state.status || (next.status === 'open' && next.session.token !== known)) change(next);
  return state;
}

/** The login host refused to renew: the page stays, calls wait for a new login. */
export function markEnded(): void {
  if (state.status === 'open') change({ status: 'ended', session: state.session });
}

/** Forgets the session in this browser, in all its tabs. */
export function forgetSession(): void {
  localStorage.removeItem(sessionKey);
  change({ status: 'none' });
}

/** The session of this moment, kept up to date. */
export function useSession(): SessionState {
  return useSyncExternalStore(onSessionChange, sessionState);
}

addEventListener('storage', (event) => {
  if (event.key !== sessionKey && event.key !== null) return;
  const before = state.status === 'none' ? null : state.session.subject;
  const next = stateFromStorage();
  const now = next.status === 'none' ? null : next.session.subject;
  if (before !== null && now !== null && before !== now) location.assign('/');
  else readSessionAgain();
});
