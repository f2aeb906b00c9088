import { ErrorResponse, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { STORAGE_PREFIX } from './stored-session.ts';

/** Who the login host knows this app as, and where it sends people back to. */
export interface LoginSettings {
  issuer: string;
  clientId: string;
  resource: string;
  /** Where a login comes back to. */
  loginUrl: string;
  /** Where a sign-out comes back to. */
  signedOutUrl: string;
}

/** Data that a login carries along and brings back. */
export interface LoginState {
  returnTo: string;
  /** The login happens in its own tab, for another tab that waits. */
  forOtherTab?: boolean;
}

export interface LoginOptions {
  signUp?: boolean;
  /** Filled in at the login host; people can change it. */
  email?: string | undefined;
}

/** `refused`: the login host will not renew; `unreachable`: no answer, try later. */
export type Renewal = 'renewed' | 'refused' | 'unreachable';

/** Makes the OpenID client of an app. It is loaded on demand: screens of signed-in people seldom need it. */
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
    /** Leaves for the login host. Throws when it doesn't answer. */
    async leaveForLogin(state: LoginState, { signUp, email }: LoginOptions = {}): Promise<void> {
      void manager.clearStaleState();
      await manager.signinRedirect({
        state,
        ...(email ? { login_hint: email } : {}),
        // A sign-up is finished from an email, maybe in another browser: the login host needs the return path too.
        ...(signUp ? { prompt: 'create', extraQueryParams: { return_to: state.returnTo } } : {}),
      });
    },
    /**
     * Takes what the login host sent back in the URL.
     * @returns what the login carried along, and when the account was created in seconds since 1970, 0 if unknown
     */
    async finishLogin(): Promise<LoginState & { signedUpAt: number }> {
      const user = await manager.signinRedirectCallback();
      const state = (user.state as LoginState | undefined) ?? { returnTo: '/' };
      return { ...state, signedUpAt: Number(user.profile.troupe_signed_up_at ?? 0) };
    },
    /** Trades the refresh token for new tokens. */
    async renewTokens(): Promise<Renewal> {
      const user = await manager.getUser();
      if (!user?.refresh_token) return 'refused';
      try {
        await manager.signinSilent(requested);
        return 'renewed';
      } catch (error) {
        return error instanceof ErrorResponse ? 'refused' : 'unreachable';
      }
    },
    /** Leaves for the login host's sign-out. Throws when it doesn't answer. */
    async leaveForLogout(): Promise<void> {
      // Some login hosts can't revoke access tokens; those are short-lived.
      await manager.revokeTokens(['refresh_token']).catch(() => {});
      await manager.signoutRedirect();
    },
  };
}

export type Login = ReturnType<typeof createLogin>;
