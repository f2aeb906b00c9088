import { useSyncExternalStore } from 'react';

/** The screens of this app. */
export type Screen = 'home' | 'login' | 'logout' | 'invite';

/** The screen of a path; a trailing slash makes no difference, and what is unknown is home. */
export function screenOf(pathname: string): Screen {
  const path = pathname.replace(/\/+$/, '');
  if (inviteTokenOf(path)) return 'invite';
  return path === '/login' ? 'login' : path === '/logout' ? 'logout' : 'home';
}

/** The token of a personal link (`/invite/TOKEN`), or null for any other path. */
export function inviteTokenOf(pathname: string): string | null {
  return /^\/invite\/([\w-]{1,100})\/?$/.exec(pathname)?.[1] ?? null;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

/** Puts home in the place of the present address. */
export function goHome(): void {
  history.replaceState(null, '', '/');
  for (const listener of listeners) listener();
}

/** The screen of the present address. */
export function useScreen(): Screen {
  return useSyncExternalStore(subscribe, () => screenOf(location.pathname));
}
