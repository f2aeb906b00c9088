import { useSyncExternalStore } from 'react';

/** The screens of this app. */
export type Screen = 'home' | 'login' | 'logout' | 'invite' | 'campaign' | 'opt-in' | 'account' | 'connect';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const ofObject = new RegExp(`^/(campaigns|opt-ins)/(${UUID.source})/?$`, 'i');

/** The screen of a path; a trailing slash makes no difference, and what is unknown is home. */
export function screenOf(pathname: string): Screen {
  const path = pathname.replace(/\/+$/, '');
  if (inviteTokenOf(path)) return 'invite';
  const folder = ofObject.exec(path)?.[1]?.toLowerCase();
  if (folder) return folder === 'campaigns' ? 'campaign' : 'opt-in';
  if (['/login', '/logout', '/account', '/connect'].includes(path)) return path.slice(1) as Screen;
  return 'home';
}

/** The token of a personal link (`/invite/TOKEN`), or null for any other path. */
export function inviteTokenOf(pathname: string): string | null {
  return /^\/invite\/([\w-]{1,100})\/?$/.exec(pathname)?.[1] ?? null;
}

/** The id in `/campaigns/ID` and `/opt-ins/ID`, or null for any other path. */
export function idOf(pathname: string): string | null {
  return ofObject.exec(pathname)?.[2] ?? null;
}

/** Where a campaign is; with the personal link that led there, if one did. */
export const campaignAddress = (campaignId: string, inviteToken: string | null = null): string =>
  `/campaigns/${campaignId}${inviteToken ? `?invite=${encodeURIComponent(inviteToken)}` : ''}`;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

const tell = () => {
  for (const listener of listeners) listener();
};

/** Goes to an address of this app without loading the page again. */
export function navigate(href: string): void {
  history.pushState(null, '', href);
  scrollTo(0, 0);
  tell();
}

/** Puts another address of this app in the place of the present one; only a path of this host is taken. */
export function replaceAddress(href: string): void {
  history.replaceState(null, '', /^\/(?![/\\])/.test(href) ? href : '/');
  tell();
}

/** Puts home in the place of the present address. */
export const goHome = (): void => replaceAddress('/');

/** Path and query of the present address. */
export function useAddress(): string {
  return useSyncExternalStore(subscribe, () => location.pathname + location.search);
}
