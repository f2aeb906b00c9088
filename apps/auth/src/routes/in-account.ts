import { type Account, findAccountById } from '../accounts/accounts.ts';
import { noteReturn, noteSession, readSessionNote } from '../accounts/session-notes.ts';
import { type BrowserSession, findSession } from '../accounts/sessions.ts';
import { lifetimes } from '../config.ts';
import type { Host } from '../host.ts';
import { notSignedInPage } from '../pages/account.ts';
import { appReturn, homeOf } from '../provider/clients.ts';
import type { Route } from '../routing.ts';
import { PageError, type Visit } from '../visit.ts';

/** The signed-in person on their account pages. */
export interface OpenAccount {
  account: Account;
  session: BrowserSession;
  /** Binds forms to this session. */
  token: string;
  /** Where the person came from, or the start of their app. */
  backTo: string;
}

interface Rules {
  /** Requires a recent confirmation of the person's identity; otherwise asks for it. */
  recent?: boolean;
}

/** A page about the signed-in person's account. */
export function accountPage(
  host: Host,
  pattern: string,
  work: (visit: Visit, here: OpenAccount) => Promise<void>,
  rules: Rules = {},
): Route {
  return {
    method: 'GET',
    pattern,
    async handle(visit) {
      const here = await open(host, visit, rules.recent ? lifetimes.recent : undefined);
      if (here) await work(visit, here);
    },
  };
}

/** A form of such a page, rejected if it belongs to another session. */
export function accountForm(
  host: Host,
  pattern: string,
  work: (visit: Visit, here: OpenAccount, form: URLSearchParams) => Promise<void>,
  rules: Rules = {},
): Route {
  return {
    method: 'POST',
    pattern,
    async handle(visit) {
      const form = visit.form();
      const here = await open(host, visit, rules.recent ? lifetimes.recentForm : undefined);
      if (!here) return;
      if (!host.formTokenFits(`account:${here.session.uid}`, form.get('token'))) {
        throw new PageError(403, { kind: 'foreignForm' });
      }
      await work(visit, here, form);
    },
  };
}

/** @returns undefined if another page was shown instead */
async function open(
  host: Host,
  visit: Visit,
  recentSeconds: number | undefined,
): Promise<OpenAccount | undefined> {
  const { db, config } = host;
  const session = await findSession(host, visit);
  const account = session && (await findAccountById(db, session.accountId));
  const asked = appReturn(config, visit.url.searchParams.get('return_to'));
  if (!session || !account) {
    visit.page(200, notSignedInPage(config, asked));
    return undefined;
  }
  const { uid } = session;
  await noteSession(db, { uid, accountId: account.id, userAgent: visit.request.headers['user-agent'] });
  if (asked) await noteReturn(db, uid, asked);
  const note = await readSessionNote(db, uid);
  const provenAt = Math.max(session.signedInAt.getTime(), note?.confirmedAt?.getTime() ?? 0);
  if (recentSeconds !== undefined && Date.now() - provenAt > recentSeconds * 1000) {
    visit.redirect(`/account/confirm?next=${encodeURIComponent(visit.url.pathname)}`);
    return undefined;
  }
  const backTo = note?.returnTo ?? homeOf(config, account.role);
  return { account, session, token: host.formToken(`account:${uid}`), backTo };
}
