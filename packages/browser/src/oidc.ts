import { language } from '@troupe/i18n/language';
import { ErrorResponse, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { chosenLanguage } from './language.ts';
import { STORAGE_PREFIX } from './stored-session.ts';

/** The app's client at the login host, and its return URLs. */
export interface LoginSettings {
  issuer: string;
  clientId: string;
  resource: string;
  /** Return URL after login. */
  loginUrl: string;
  /** Return URL after sign-out. */
  signedOutUrl: string;
}

/** State that a login carries through. */
export interface LoginState {
  returnTo: string;
  /** The login runs in its own tab, for another tab that waits. */
  forOtherTab?: boolean;
}

export interface LoginOptions {
  signUp?: boolean;
  /** Prefills the email; people can change it. */
  email?: string | undefined;
}

/** `refused`: the login host won't renew; `unreachable`: no response, retry later. */
export type Renewal = 'renewed' | 'refused' | 'unreachable';

/** Errors of a login host that can't answer now (RFC 6749, 4.1.2.1); the session may still be good. */
const TEMPORARY = new Set(['server_error', 'temporarily_unavailable']);

/** Creates the app's OpenID client. Loaded on demand, because logged-in screens rarely need it. */
export function createLogin({ issuer, clientId, resource, loginUrl, signedOutUrl }: LoginSettings) {
  const requested = resource ? { resource } : {};
  const manager = new UserManager({
    authority: issuer,
    client_id: clientId,
    redirect_uri: loginUrl,
    post_logout_redirect_uri: signedOutUrl,
    response_type: 'code',
    scope: 'openid profile email offline_access',
    ...requested,
    automaticSilentRenew: false,
    monitorSession: false,
    userStore: new WebStorageStateStore({ prefix: STORAGE_PREFIX, store: localStorage }),
    stateStore: new WebStorageStateStore({ prefix: `${STORAGE_PREFIX}login.`, store: localStorage }),
  });

  return {
    /** Redirects to the login host. Throws if it doesn't respond. */
    async leaveForLogin(state: LoginState, { signUp, email }: LoginOptions = {}): Promise<void> {
      void manager.clearStaleState();
      await manager.signinRedirect({
        state,
        ...(email ? { login_hint: email } : {}),
        // Without a choice the login host follows the browser.
        ...(chosenLanguage() ? { ui_locales: language() } : {}),
        // Sign-up is finished from an email, possibly in another browser, so the login host needs the return
        // path too.
        ...(signUp ? { prompt: 'create', extraQueryParams: { return_to: state.returnTo } } : {}),
      });
    },
    /**
     * Processes the login host's response in the URL.
     * @returns the carried state, and the account's creation time in seconds since 1970, 0 if unknown
     */
    async finishLogin(): Promise<LoginState & { signedUpAt: number }> {
      const user = await manager.signinRedirectCallback();
      const state = (user.state as LoginState | undefined) ?? { returnTo: '/' };
      return { ...state, signedUpAt: Number(user.profile.troupe_signed_up_at ?? 0) };
    },
    /** Exchanges the refresh token for new tokens. */
    async renewTokens(): Promise<Renewal> {
      const user = await manager.getUser();
      if (!user?.refresh_token) return 'refused';
      try {
        await manager.signinSilent(requested);
        return 'renewed';
      } catch (error) {
        const refused = error instanceof ErrorResponse && !TEMPORARY.has(error.error ?? '');
        return refused ? 'refused' : 'unreachable';
      }
    },
    /** Redirects to the login host's sign-out. Throws if it doesn't respond. */
    async leaveForLogout(): Promise<void> {
      // Some login hosts can't revoke access tokens; they expire soon.
      await manager.revokeTokens(['refresh_token']).catch(() => {});
      await manager.signoutRedirect();
    },
  };
}

export type Login = ReturnType<typeof createLogin>;
