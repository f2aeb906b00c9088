import { createSession } from '@troupe/browser/session';
import { useSessionOf } from '@troupe/browser/session-store';
import { config } from '../config.ts';

// A session that ended leaves the page open, so that nothing typed is lost.
const session = createSession({
  issuer: config.issuer,
  clientId: config.clientId,
  resource: config.resource,
  loginUrl: `${config.webOrigin}/login`,
  signedOutUrl: `${config.webOrigin}/login`,
  afterEnd: 'wait',
});

export const {
  sessionState,
  readSessionAgain,
  login,
  renew,
  accessToken,
  replacementFor,
  sessionAtStart,
  keepRenewed,
  leaveForLogin,
  finishLogin,
  signOut,
} = session;

/** The current session, kept up to date in a component. */
export const useSession = () => useSessionOf(session);
