import { whenIdle } from '../when-idle.ts';
import { forgetSession, markEnded, onSessionChange, readSessionAgain, sessionState } from './session.ts';
import type { Session } from './stored-session.ts';

/** Tokens are renewed when they have less than this left. */
const RENEW_BEFORE_SECONDS = 60;

const secondsLeft = (session: Session) => session.expiresAt - Date.now() / 1000;

let renewing: Promise<'renewed' | 'refused' | 'unreachable'> | null = null;

/**
 * Renews the tokens, once at a time over all tabs: refresh tokens may be used once only, so a tab that waited
 * for its turn first looks whether another one has renewed meanwhile.
 * @param rejected a token that the API no longer takes although it has not expired
 */
export function renew(rejected?: string): Promise<'renewed' | 'refused' | 'unreachable'> {
  renewing ??= inTurn(async () => {
    const now = readSessionAgain();
    if (now.status !== 'open') return 'refused' as const;
    const fresh =
      secondsLeft(now.session) > RENEW_BEFORE_SECONDS &&
      (rejected === undefined || now.session.token !== rejected);
    if (fresh) return 'renewed' as const;
    const result = await renewAtHost();
    if (result === 'renewed') readSessionAgain();
    return result;
  }).finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renewAtHost(): Promise<'renewed' | 'refused' | 'unreachable'> {
  try {
    const { renewTokens } = await import('./oidc.ts');
    return await renewTokens();
  } catch {
    // The code for it could not be fetched.
    return 'unreachable';
  }
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('troupe-renew', work) : work();
}

/**
 * The token for a call. Renews one that is about to expire; when the login host refuses, waits until the
 * person has logged in again, so that what they were saving goes through then.
 */
export async function accessToken(): Promise<string | null> {
  const now = sessionState();
  if (now.status === 'none') return null;
  if (now.status === 'ended') return newLogin();
  if (secondsLeft(now.session) > RENEW_BEFORE_SECONDS / 2) return now.session.token;
  const result = await renew();
  if (result === 'refused') {
    markEnded();
    return newLogin();
  }
  const after = sessionState();
  return after.status === 'open' ? after.session.token : null;
}

/** The API does not take this token: a renewed one, or the one of a new login. */
export async function replacementFor(token: string): Promise<string | null> {
  const result = await renew(token);
  if (result === 'unreachable') return null;
  if (result === 'refused') markEnded();
  return accessToken();
}

function newLogin(): Promise<string | null> {
  return new Promise((resolve) => {
    const stop = onSessionChange(() => {
      const now = sessionState();
      if (now.status === 'ended') return;
      stop();
      resolve(now.status === 'open' ? now.session.token : null);
    });
  });
}

/**
 * Before a page is shown: whether somebody is signed in. An expired session is renewed first; at this point
 * nothing has been typed, so a refused one is simply over and forgotten.
 * @returns `unreachable` when the login host does not answer
 */
export async function sessionAtStart(): Promise<'open' | 'none' | 'unreachable'> {
  const now = sessionState();
  if (now.status === 'none') return 'none';
  if (now.status === 'ended' || secondsLeft(now.session) > 0) return 'open';
  const result = await renew();
  if (result === 'renewed') return 'open';
  if (result === 'unreachable') return 'unreachable';
  forgetSession();
  return 'none';
}

let timer: ReturnType<typeof setTimeout> | undefined;

function renewInTime(): void {
  clearTimeout(timer);
  const now = sessionState();
  if (now.status !== 'open') return;
  const wait = Math.max(5, secondsLeft(now.session) - RENEW_BEFORE_SECONDS);
  timer = setTimeout(async () => {
    const result = await renew();
    if (result === 'refused') markEnded();
    else if (result === 'unreachable') timer = setTimeout(renewInTime, 15_000);
  }, Math.min(wait, 86_400) * 1000);
}

/** Keeps the session renewed while a page is open, also after the machine slept. */
export function keepRenewed(): void {
  onSessionChange(renewInTime);
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') renewInTime();
  });
  renewInTime();
  // A build that replaces this one takes the code for renewing away: it is here before it is needed.
  if (sessionState().status === 'open') void whenIdle().then(() => import('./oidc.ts').catch(() => {}));
}
