import { findAccountById } from '../accounts.ts';
import { listSessions } from '../adapter.ts';
import type { Host } from '../host.ts';
import { noSessionPage, sessionsPage } from '../pages/sessions.ts';
import { signedOutPage } from '../pages/sign-out.ts';
import type { Route } from '../router.ts';
import { endEverySession, findSession } from '../sessions.ts';
import { PageError, type Visit } from '../visit.ts';

/** The page that shows where an account is signed in and ends all of it. */
export function accountRoutes(host: Host): Route[] {
  return [
    { method: 'GET', pattern: '/account/sessions', handle: (visit) => showSessions(host, visit) },
    { method: 'POST', pattern: '/account/sessions', handle: (visit) => signOutEverywhere(host, visit) },
  ];
}

async function showSessions(host: Host, visit: Visit): Promise<void> {
  const session = await findSession(host, visit);
  const account = session && (await findAccountById(host.db, session.accountId));
  if (!session || !account) return visit.page(200, noSessionPage(host.config));
  const sessions = await listSessions(host.db, account.id);
  visit.page(
    200,
    sessionsPage(host.config, {
      email: account.email,
      token: host.formToken(`sessions:${session.uid}`),
      lines: sessions.map((one) => ({ ...one, current: one.uid === session.uid })),
    }),
  );
}

async function signOutEverywhere(host: Host, visit: Visit): Promise<void> {
  const form = await visit.form();
  const session = await findSession(host, visit);
  if (!session) return visit.page(200, noSessionPage(host.config));
  if (!host.formTokenFits(`sessions:${session.uid}`, form.get('token'))) {
    throw new PageError(403, { kind: 'foreignForm' });
  }
  await endEverySession(host, visit, session.accountId);
  visit.page(200, signedOutPage(host.config, { everywhere: true }));
}
