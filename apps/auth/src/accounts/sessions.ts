import { lifetimes } from '../config.ts';
import type { Host } from '../host.ts';
import { endAllSessions } from '../provider/adapter.ts';
import type { Visit } from '../visit.ts';

/** Options of all cookies this host sets. */
export const cookieOptions = { httpOnly: true, sameSite: 'lax', overwrite: true, signed: true } as const;

/** Returns the signed cookies of this browser. */
export function cookiesOf(host: Host, visit: Visit) {
  return host.provider.createContext(visit.req, visit.res).cookies;
}

/** A logged-in session in one browser. */
export interface BrowserSession {
  uid: string;
  accountId: string;
  signedInAt: Date;
}

/** Returns this browser's session, if logged in. */
export async function findSession(host: Host, visit: Visit): Promise<BrowserSession | undefined> {
  const { provider } = host;
  const session = await provider.Session.get(provider.createContext(visit.req, visit.res));
  const { uid, accountId, loginTs } = session;
  return accountId ? { uid, accountId, signedInAt: new Date((loginTs ?? 0) * 1000) } : undefined;
}

/** Logs an account in outside an app's login; the next login of an app then needs no input. */
export async function startSession(host: Host, visit: Visit, accountId: string): Promise<void> {
  const { provider } = host;
  const old = await provider.Session.get(provider.createContext(visit.req, visit.res));
  if (old.accountId) await old.destroy();
  const session = new provider.Session();
  session.loginAccount({ accountId, amr: ['pwd'] });
  await session.save(lifetimes.session);
  cookiesOf(host, visit).set(provider.cookieName('session'), session.jti, {
    ...cookieOptions,
    maxAge: lifetimes.session * 1000,
  });
}

/** Signs an account out everywhere, including this browser. */
export async function endEverySession(host: Host, visit: Visit, accountId: string): Promise<void> {
  await endAllSessions(host.db, accountId);
  cookiesOf(host, visit).set(host.provider.cookieName('session'), null, cookieOptions);
}
