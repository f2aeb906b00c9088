import { CallError } from '@troupe/contract/client';
import { ErrorResponse, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { clearDrafts } from './draft.ts';
import { config } from './page-config.ts';

/** Tokens are renewed when they have less than this left, in seconds. */
const RENEW_BEFORE_SECONDS = 30;
const resource = config.resource ? { resource: config.resource } : {};

/** The OpenID client: who is signed in, kept in this browser's storage. */
export const userManager = new UserManager({
  authority: config.issuer,
  client_id: config.clientId,
  redirect_uri: `${config.portalOrigin}/login`,
  post_logout_redirect_uri: `${config.portalOrigin}/`,
  response_type: 'code',
  scope: 'openid profile email offline_access',
  ...resource,
  automaticSilentRenew: false,
  monitorSession: false,
  userStore: new WebStorageStateStore({ prefix: 'troupe.', store: localStorage }),
  stateStore: new WebStorageStateStore({ prefix: 'troupe.login.', store: localStorage }),
});

let ended = false;

/** Whether a session of this tab ended without the person asking for it. */
export const sessionHasEnded = (): boolean => ended;

/** The session is over: forgotten here, while what was typed stays for the next login. */
export async function endSession(): Promise<void> {
  ended = true;
  await userManager.removeUser();
}

/** Refresh tokens may be used once only, so tabs take turns. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('troupe-renew', work) : work();
}

/**
 * The token for a call, renewed when it is about to expire. Null when nobody is signed in, or no longer: then
 * the session is forgotten too.
 * @throws CallError status 0 when the login host does not answer
 */
export function accessToken(): Promise<string | null> {
  return inTurn(async () => {
    const user = await userManager.getUser();
    if (!user) return null;
    if ((user.expires_in ?? 0) > RENEW_BEFORE_SECONDS) return user.access_token;
    const renewed = await renew(user.refresh_token);
    return renewed?.access_token ?? null;
  });
}

/** Trades the refresh token. Ends the session when the login host refuses it. */
async function renew(refreshToken: string | undefined): Promise<User | null> {
  try {
    const renewed = refreshToken ? await userManager.signinSilent(resource) : null;
    if (renewed) return renewed;
  } catch (error) {
    if (!(error instanceof ErrorResponse)) {
      throw new CallError(0, {}, "We can't reach the login host. Check your connection and try again.");
    }
  }
  await endSession();
  return null;
}

/**
 * Renews the tokens after the API refused one that has not expired, such as one signed with a revoked key. Another tab
 * may have done so already.
 * @returns the new token; null when the session has ended
 */
export function replacementFor(refused: string): Promise<string | null> {
  return inTurn(async () => {
    const user = await userManager.getUser();
    if (!user) return null;
    if (user.access_token !== refused) return user.access_token;
    const renewed = await renew(user.refresh_token);
    return renewed?.access_token ?? null;
  });
}

/**
 * Leaves for the login host; `create` starts with making an account. `returnTo` is the path to come back to, `email` is
 * filled in there and can be changed. Throws when it does not answer.
 */
export async function leaveForLogin(create: boolean, returnTo = '/', email = ''): Promise<void> {
  void userManager.clearStaleState();
  await userManager.signinRedirect({
    state: { returnTo },
    ...(email ? { login_hint: email } : {}),
    // A sign-up is finished from an email, maybe in another browser: the login host needs to know the way back too.
    ...(create ? { prompt: 'create', extraQueryParams: { return_to: returnTo } } : {}),
  });
}

/** The path a login was begun on; home when none is known. */
export function returnPathOf(state: unknown): string {
  const path = (state as { returnTo?: unknown } | null | undefined)?.returnTo;
  return typeof path === 'string' ? path : '/';
}

/** Logs out here and at the login host; when that cannot be reached, at least here. */
export async function logOut(): Promise<void> {
  clearDrafts();
  const user = await userManager.getUser();
  try {
    if (user) {
      // Apart from the sign-out, which has to happen also where the login host's answer to this cannot be read.
      await userManager.revokeTokens(['refresh_token']).catch(() => {});
      return await userManager.signoutRedirect();
    }
  } catch {
    await userManager.removeUser();
  }
  location.replace('/');
}
