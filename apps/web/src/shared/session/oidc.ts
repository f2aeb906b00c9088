import { ErrorResponse, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { config } from '../config.ts';
import { readSessionAgain } from './session.ts';
import { STORAGE_PREFIX } from './stored-session.ts';

/** What a login carries along and brings back. */
export interface LoginState {
  returnTo: string;
  /** The login happens in a tab of its own, for the sake of another tab that waits. */
  forOtherTab?: boolean;
}

const manager = new UserManager({
  authority: config.issuer,
  client_id: config.clientId,
  redirect_uri: `${config.webOrigin}/login`,
  post_logout_redirect_uri: `${config.webOrigin}/login`,
  response_type: 'code',
  scope: 'openid profile email offline_access',
  ...(config.resource ? { resource: config.resource } : {}),
  automaticSilentRenew: false,
  monitorSession: false,
  userStore: new WebStorageStateStore({ prefix: STORAGE_PREFIX, store: localStorage }),
  stateStore: new WebStorageStateStore({ prefix: `${STORAGE_PREFIX}login.`, store: localStorage }),
});

/** Leaves for the login host; `email` is filled in there. */
export async function leaveForLogin(state: LoginState, signUp: boolean, email?: string): Promise<void> {
  void manager.clearStaleState();
  await manager.signinRedirect({
    state,
    ...(email ? { login_hint: email } : {}),
    // A sign-up is finished from a mail, maybe elsewhere: the login host needs to know the way back too.
    ...(signUp ? { prompt: 'create', extraQueryParams: { return_to: state.returnTo } } : {}),
  });
}

/** An account younger than this has just been made. */
const NEW_FOR_SECONDS = 15 * 60;

/** Takes what the login host sent back in the address. A new account that asked for no page starts at Welcome. */
export async function finishLogin(): Promise<LoginState> {
  const user = await manager.signinRedirectCallback();
  readSessionAgain();
  const state = (user.state as LoginState | undefined) ?? { returnTo: '/' };
  const age = Date.now() / 1000 - Number(user.profile.troupe_signed_up_at ?? 0);
  return age < NEW_FOR_SECONDS
    ? { ...state, returnTo: state.returnTo.replace(/^\/(?=$|[?#])/, '/welcome') }
    : state;
}

/** `refused`: the login host will not renew; `unreachable`: no answer, try later. */
export type Renewal = 'renewed' | 'refused' | 'unreachable';

/** Trades the refresh token for new tokens. */
export async function renewTokens(): Promise<Renewal> {
  const user = await manager.getUser();
  if (!user?.refresh_token) return 'refused';
  try {
    await manager.signinSilent(config.resource ? { resource: config.resource } : {});
    return 'renewed';
  } catch (error) {
    return error instanceof ErrorResponse ? 'refused' : 'unreachable';
  }
}

/** Leaves for the login host's sign-out, which comes back to the login. */
export async function leaveForLogout(): Promise<void> {
  // Access tokens of a login host may be such that cannot be revoked; they live short.
  await manager.revokeTokens(['refresh_token']).catch(() => {});
  await manager.signoutRedirect();
}
