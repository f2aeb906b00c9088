import { CallError } from '@troupe/contract/client';
import type { Login, Renewal } from './oidc.ts';
import type { SessionSettings, SessionStore } from './session-store.ts';
import { isUsable, secondsLeft } from './stored-session.ts';

/** Tokens are renewed when less than this remains. */
const RENEW_BEFORE_SECONDS = 60;

/** Refresh tokens work once, so tabs take turns. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('troupe-renew', work) : work();

/** Creates the function that renews the tokens of a session. */
function tokenRenewal({ readSessionAgain }: SessionStore, login: () => Promise<Login>) {
  let renewing: Promise<Renewal> | null = null;

  /** Returns the result of a renewal if none is needed: the session was closed or renewed by another tab. */
  function resultWithout(rejected: string | undefined): Renewal | null {
    const now = readSessionAgain();
    if (now.status !== 'open') return 'refused';
    const fresh =
      secondsLeft(now.session) > RENEW_BEFORE_SECONDS &&
      (rejected === undefined || now.session.token !== rejected);
    return fresh ? 'renewed' : null;
  }

  /**
   * Renews the tokens, one tab at a time: after waiting, a tab first checks whether another one has renewed.
   * @param rejected a token that the API rejects although it has not expired
   */
  return function renew(rejected?: string): Promise<Renewal> {
    renewing ??= inTurn(async (): Promise<Renewal> => {
      const before = resultWithout(rejected);
      if (before) return before;
      // If the code can't be loaded, treat the host as unreachable.
      const client = await login().catch(() => null);
      if (!client) return 'unreachable';
      // Another tab may have renewed it. If this tab used the new refresh token, the login host would refuse
      // the old one, which a third tab may be sending right now.
      const result = resultWithout(rejected) ?? (await client.renewTokens());
      if (result === 'renewed') readSessionAgain();
      return result;
    }).finally(() => {
      renewing = null;
    });
    return renewing;
  };
}

/** Returns the token of the next login; null after a sign-out. */
function nextLogin({ sessionState, onSessionChange }: SessionStore): Promise<string | null> {
  return new Promise((resolve) => {
    const stop = onSessionChange(() => {
      const now = sessionState();
      if (now.status === 'ended') return;
      stop();
      resolve(now.status === 'open' ? now.session.token : null);
    });
  });
}

/** Creates a timer that renews the session while a page is open, also after the machine was asleep. */
function renewalTimer(
  { sessionState, onSessionChange, markEnded }: SessionStore,
  renew: () => Promise<Renewal>,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function renewInTime(): void {
    clearTimeout(timer);
    const now = sessionState();
    if (now.status !== 'open') return;
    const wait = Math.max(5, secondsLeft(now.session) - RENEW_BEFORE_SECONDS);
    const go = async () => {
      const result = await renew();
      if (result === 'refused') markEnded();
      else if (result === 'unreachable') timer = setTimeout(renewInTime, 15_000);
    };
    timer = setTimeout(go, Math.min(wait, 86_400) * 1000);
  }

  return function keepRenewed(): void {
    onSessionChange(renewInTime);
    addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') renewInTime();
    });
    renewInTime();
  };
}

/** Provides the tokens of a session and renews them. */
export function createTokens(
  { afterEnd }: Pick<SessionSettings, 'afterEnd'>,
  store: SessionStore,
  login: () => Promise<Login>,
) {
  const { sessionState, markEnded, forgetSession } = store;
  const renew = tokenRenewal(store, login);
  const keepRenewed = renewalTimer(store, renew);
  // Calls that wait for a new login get its token.
  const newLogin = () => (afterEnd === 'forget' ? Promise.resolve(null) : nextLogin(store));

  /**
   * Returns a call's token, renewed if it is about to expire; null when signed out. If the login host refuses
   * to renew, the session ends.
   * @throws CallError status 0 when the token has expired and the login host doesn't respond
   */
  async function accessToken(): Promise<string | null> {
    const now = sessionState();
    if (now.status === 'none') return null;
    if (now.status === 'ended') return newLogin();
    if (isUsable(now.session)) return now.session.token;
    const result = await renew();
    if (result === 'refused') {
      markEnded();
      return newLogin();
    }
    const after = sessionState();
    if (after.status !== 'open') return null;
    if (result === 'unreachable' && secondsLeft(after.session) <= 0)
      throw new CallError(0, {}, "We can't reach the login page. Check your connection and try again.");
    return after.session.token;
  }

  /** Returns a new token when the API rejects this one; null if there is none. */
  async function replacementFor(token: string): Promise<string | null> {
    const result = await renew(token);
    if (result === 'unreachable') return null;
    if (result === 'refused') markEnded();
    return accessToken();
  }

  /**
   * Returns whether a user is signed in, before a page is shown. An expired session is renewed first; if that
   * is refused, it is deleted, because nothing has been typed yet. `unreachable` if the login host doesn't
   * respond.
   */
  async function sessionAtStart(): Promise<'open' | 'none' | 'unreachable'> {
    const now = sessionState();
    if (now.status === 'none') return 'none';
    if (now.status === 'ended' || secondsLeft(now.session) > 0) return 'open';
    const result = await renew();
    if (result === 'renewed') return 'open';
    if (result === 'unreachable') return 'unreachable';
    forgetSession();
    return 'none';
  }

  return { renew, accessToken, replacementFor, sessionAtStart, keepRenewed };
}

export type Tokens = ReturnType<typeof createTokens>;

export interface RenewalOptions extends Pick<Tokens, 'replacementFor'> {
  /** Called first on a rejected request; true stops the retry. */
  onRejected?: (url: string, method: string | undefined) => boolean;
  /** The retry was rejected too. */
  onRejectedAgain?: () => void;
}

/**
 * Creates a `fetch` that replaces the token once when the API rejects it, and retries. If that needs a new
 * login, the request waits for it.
 * @param sendOnce sends a single request
 */
export function withRenewal(sendOnce: typeof fetch, options: RenewalOptions): typeof fetch {
  const { replacementFor, onRejected, onRejectedAgain } = options;
  return async (input, init = {}) => {
    const answer = await sendOnce(input, init);
    const headers = new Headers(init.headers);
    const token = headers.get('authorization')?.slice('Bearer '.length);
    if (answer.status !== 401 || !token || onRejected?.(String(input), init.method)) return answer;
    const replacement = await replacementFor(token);
    if (!replacement || init.signal?.aborted) return answer;
    headers.set('authorization', `Bearer ${replacement}`);
    const repeated = await sendOnce(input, { ...init, headers });
    if (repeated.status === 401) onRejectedAgain?.();
    return repeated;
  };
}
