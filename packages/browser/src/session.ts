import type { Login, LoginOptions, LoginState } from './oidc.ts';
import { createSessionStore, type SessionSettings, type SessionStore } from './session-store.ts';
import { createTokens } from './session-tokens.ts';

/** When a tab left for the login host's sign-out; also stored in that tab. */
const LEAVING_KEY = 'troupe.leaving';
/** How long other tabs wait for a tab that was closed during sign-out. */
const MAX_LEAVING_MS = 10_000;

/** Returns a path of this app to open after login; anything else becomes the start page. */
export function localPath(path: string | undefined): string {
  // Browsers drop tabs and line breaks from URLs, so a second slash behind them would lead to another site.
  return path && /^\/(?![/\\])\P{Cc}*$/u.test(path) ? path : '/';
}

/**
 * Waits until another tab has returned from sign-out: until then the login host still has the session, and a
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

/** Signs users in and out at the login host. */
function createSignIn(settings: SessionSettings, store: SessionStore) {
  let loaded: Promise<Login> | undefined;

  /** Loads the OpenID client. */
  function login(): Promise<Login> {
    loaded ??= import('./oidc.ts').then(({ createLogin }) => createLogin(settings));
    // Retry loading on the next call.
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  }

  /**
   * Redirects to the login host. Throws if it doesn't respond.
   * @param carry state to carry through; created right before leaving
   */
  async function leaveForLogin(
    carry: () => LoginState | Promise<LoginState>,
    options?: LoginOptions,
  ): Promise<void> {
    const { leaveForLogin } = await login();
    await signedOutElsewhere();
    await leaveForLogin(await carry(), options);
  }

  /** Processes the login host's response in the URL. Throws if the login failed or was already used. */
  async function finishLogin() {
    const { finishLogin } = await login();
    const found = await finishLogin();
    store.readSessionAgain();
    return found;
  }

  /**
   * Signs out in the app and at the login host, in all tabs.
   * @param next where to go if there is no session
   * @param onlyHere where to go if the login host can't be reached, so that only this browser's session is
   * deleted
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

/** Creates an app's session: the logged-in user, their tokens, login and sign-out. */
export function createSession(settings: SessionSettings) {
  const store = createSessionStore(settings);
  const signIn = createSignIn(settings, store);
  return { ...store, ...signIn, ...createTokens(settings, store, signIn.login) };
}
