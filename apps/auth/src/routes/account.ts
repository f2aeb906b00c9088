import { passwordChangedAt } from '../accounts/accounts.ts';
import { findEmailChangeOf } from '../accounts/email-changes.ts';
import { deviceName } from '../accounts/session-notes.ts';
import { endEverySession } from '../accounts/sessions.ts';
import type { Host } from '../host.ts';
import { t } from '../messages/messages.gen.ts';
import { overviewPage } from '../pages/account.ts';
import { sessionsPage } from '../pages/sessions.ts';
import { signedOutPage } from '../pages/sign-out.ts';
import { readSecondStep } from '../proofs/second-step.ts';
import { endOtherSessions, endSession, listSessions } from '../provider/adapter.ts';
import type { Route } from '../routing.ts';
import type { Visit } from '../visit.ts';
import { accountForm, accountPage, type OpenAccount } from './in-account.ts';

/** Notices by a key in the URL. */
const notices: Record<string, () => string> = {
  password: () => t('notice.password'),
  email: () => t('notice.email'),
  'app-off': () => t('notice.app-off'),
};

/** Notices after ending sessions, by a key in the URL. */
const ENDED = new Map([
  ['1', () => t('notice.one')],
  ['others', () => t('notice.others')],
]);

/** Routes for account security and sessions. */
export function accountRoutes(host: Host): Route[] {
  return [
    accountPage(host, '/account', (visit, here) => showOverview(host, visit, here)),
    accountPage(host, '/account/sessions', (visit, here) => showSessions(host, visit, here)),
    accountForm(host, '/account/sessions', async (visit, { account }) => {
      await endEverySession(host, visit, account.id);
      visit.page(200, signedOutPage(host.config, { everywhere: true }));
    }),
    accountForm(host, '/account/sessions/end', async (visit, here, form) => {
      await endSession(host.db, here.account.id, form.get('session') ?? '');
      visit.redirect('/account/sessions?ended=1');
    }),
    accountForm(host, '/account/sessions/end-others', async (visit, here) => {
      await endOtherSessions(host.db, here.account.id, here.session.uid);
      visit.redirect('/account/sessions?ended=others');
    }),
  ];
}

async function showOverview(host: Host, visit: Visit, here: OpenAccount): Promise<void> {
  const { db, config } = host;
  const { account } = here;
  const [step, pending, sessions, changedAt] = await Promise.all([
    readSecondStep(db, account.id),
    findEmailChangeOf(db, account.id),
    listSessions(db, account.id),
    passwordChangedAt(db, account.id),
  ]);
  visit.page(
    200,
    overviewPage(config, {
      ...here,
      email: account.email,
      pendingEmail: pending?.email,
      passwordChangedAt: changedAt,
      step,
      sessions: sessions.length,
      mayClose: account.role === 'creator',
      notice: notices[visit.url.searchParams.get('done') ?? '']?.(),
    }),
  );
}

async function showSessions(host: Host, visit: Visit, here: OpenAccount): Promise<void> {
  const sessions = await listSessions(host.db, here.account.id);
  visit.page(
    200,
    sessionsPage(host.config, {
      ...here,
      email: here.account.email,
      lines: sessions.map(({ userAgent, ...one }) => ({
        ...one,
        device: deviceName(userAgent),
        current: one.uid === here.session.uid,
      })),
      notice: ENDED.get(visit.url.searchParams.get('ended') ?? '')?.(),
    }),
  );
}
