import { type HostConfig, pageConfig, readHosts } from '@troupe/browser/host-config';
import { createSession } from '@troupe/browser/session';
import { useSessionOf } from '@troupe/browser/session-store';

/** This instance's hosts, read once from the page. */
export const config = readHosts(pageConfig<HostConfig>(), 'portal', location);

// An ended session leads to the landing page, which explains it; drafts are kept.
const session = createSession({
  issuer: config.issuer,
  clientId: config.clientId,
  resource: config.resource,
  loginUrl: `${config.portalOrigin}/login`,
  signedOutUrl: `${config.portalOrigin}/`,
  afterEnd: 'forget',
});

export const {
  sessionState,
  onSessionChange,
  readSessionAgain,
  markEnded,
  forgetSession,
  login,
  accessToken,
  replacementFor,
  finishLogin,
  signOut,
} = session;

/** The current session, kept up to date in a component. */
export const useSession = () => useSessionOf(session);

/**
 * Leaves for the login host. Throws when it doesn't answer.
 * @param create starts with creating an account
 * @param returnTo the path to come back to
 * @param email filled in there; people can change it
 */
export const leaveForLogin = (create: boolean, returnTo = '/', email = ''): Promise<void> =>
  session.leaveForLogin(() => ({ returnTo }), { signUp: create, email });
