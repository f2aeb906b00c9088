import type { Login, LoginOptions, LoginState } from './oidc.ts';
import { createSessionStore, type SessionSettings, type SessionStore } from './session-store.ts';
import { createTokens } from './session-tokens.ts';

/** Since when a tab is on its way to the login host's sign-out; in that tab's own storage too. */
const LEAVING_KEY = 'troupe.leaving';
/** How long other tabs wait for a tab that was closed before it came back from there. */
const MAX_LEAVING_MS = 10_000;

/** A path of this app to go to after a login; anything else becomes the start page. */
export function localPath(path: string | undefined): string {
  // Browsers drop tabs and line breaks from URLs: a second slash behind them would lead elsewhere.
  return path && /^\/(?![/\\])\P{Cc}*$/u.test(path) ? path : '/';
}

/**
 * Waits until another tab has come back from the sign-out: before that the login host still knows the session, and a
 * login would undo the sign-out.
 */
function signedOutElsewhere(): Promise<void> {
  if (sessionStorage.getItem(LEAVING_KEY)) {
    sessionStorage.removeItem(LEAVING_KEY);
    localStorage.removeItem(LEAVING_KEY);
  }
  const rest = Number(localStorage.getItem(LEAVING_KEY)) + MAX_LEAVING_MS - Date.now();
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

/** Signs people in and out at the login host. */
function createSignIn(settings: SessionSettings, store: SessionStore) {
  let loaded: Promise<Login> | undefined;

  /** Loads the OpenID client. */
  function login(): Promise<Login> {
    loaded ??= import('./oidc.ts').then(({ createLogin }) => createLogin(settings));
    // A connection that was lost may be back the next time.
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  }

  /**
   * Leaves for the login host. Throws when it doesn't answer.
   * @param carry what the login brings back; made once this tab may leave
   */
  async function leaveForLogin(
    carry: () => LoginState | Promise<LoginState>,
    options?: LoginOptions,
  ): Promise<void> {
    const { leaveForLogin } = await login();
    await signedOutElsewhere();
    await leaveForLogin(await carry(), options);
  }

  /** Takes what the login host sent back in the URL. Throws when the login failed or was already used. */
  async function finishLogin() {
    const { finishLogin } = await login();
    const found = await finishLogin();
    store.readSessionAgain();
    return found;
  }

  /**
   * Signs out here and at the login host, in all tabs.
   * @param next where to go when there is nothing to sign out of
   * @param onlyHere where to go when the login host can't be reached, so that only this browser forgets the session
   */
  async function signOut(next: string, onlyHere = next): Promise<void> {
    let target = next;
    try {
      if (store.sessionState().status !== 'none') {
        const { leaveForLogout } = await login();
        localStorage.setItem(LEAVING_KEY, String(Date.now()));
        sessionStorage.setItem(LEAVING_KEY, 'here');
        return await leaveForLogout();
      }
    } catch {
      target = onlyHere;
    } finally {
      store.forgetSession();
    }
    location.assign(target);
  }

  return { login, leaveForLogin, finishLogin, signOut };
}

/** Makes the session of an app: who is signed in, their tokens, login and sign-out. */
export function createSession(settings: SessionSettings) {
  const store = createSessionStore(settings);
  const signIn = createSignIn(settings, store);
  return { ...store, ...signIn, ...createTokens(settings, store, signIn.login) };
}
