import { changePassword, closeAccount, emailError, readEmail } from '../accounts/accounts.ts';
import {
  findEmailChange,
  findEmailChangeOf,
  finishEmailChange,
  forgetEmailChange,
  startEmailChange,
} from '../accounts/email-changes.ts';
import { endEverySession } from '../accounts/sessions.ts';
import { inTransaction } from '../database.ts';
import type { Host } from '../host.ts';
import { rememberPlace } from '../limits/known-places.ts';
import { countAttempt, waitText } from '../limits/throttle.ts';
import { enqueueMail } from '../mail/mail-queue.ts';
import { t } from '../messages/messages.gen.ts';
import {
  changePasswordPage,
  closedPage,
  closePage,
  confirmEmailPage,
  emailPage,
} from '../pages/account-forms.ts';
import type { Faults } from '../pages/field.ts';
import { hashPassword, passwordError } from '../proofs/passwords.ts';
import { endOtherSessions } from '../provider/adapter.ts';
import type { Route } from '../routing.ts';
import { PageError, type Visit } from '../visit.ts';
import { checkOwnPassword } from './confirm.ts';
import { accountForm, accountPage, type OpenAccount } from './in-account.ts';

const recent = { recent: true };

/** Routes for changing password and email, and closing the account. */
export function accountChangeRoutes(host: Host): Route[] {
  const { config } = host;
  return [
    accountPage(host, '/account/password', async (visit, here) => {
      visit.page(200, changePasswordPage(config, { ...here, email: here.account.email, faults: {} }));
    }),
    accountForm(host, '/account/password', (visit, here, form) => setPassword(host, visit, here, form)),
    accountPage(host, '/account/email', (visit, here) => showEmail(host, visit, here), recent),
    accountForm(
      host,
      '/account/email',
      (visit, here, form) => askForEmail(host, visit, here, form.get('email') ?? ''),
      recent,
    ),
    accountForm(host, '/account/email/cancel', async (visit, here) => {
      await forgetEmailChange(host.db, here.account.id);
      visit.redirect('/account/email');
    }),
    accountPage(host, '/account/email/confirm', (visit, here) => openEmailLink(host, visit, here)),
    accountForm(host, '/account/email/confirm', (visit, here, form) =>
      useEmail(host, visit, here, form.get('link') ?? ''),
    ),
    accountPage(
      host,
      '/account/close',
      async (visit, here) => {
        refuseBrands(here);
        visit.page(200, closePage(config, { ...here, email: here.account.email, faults: {} }));
      },
      recent,
    ),
    accountForm(
      host,
      '/account/close',
      (visit, here, form) => close(host, visit, here, form.get('confirm') ?? ''),
      recent,
    ),
  ];
}

async function setPassword(
  host: Host,
  visit: Visit,
  here: OpenAccount,
  form: URLSearchParams,
): Promise<void> {
  const { account, session } = here;
  const password = form.get('password') ?? '';
  const fault = passwordError(password, account.email);
  const checked = fault ? undefined : await checkOwnPassword(host, visit, account, form.get('current') ?? '');
  const faults: Faults = {
    ...(form.get('current') ? {} : { current: t('fault.passwordCurrent') }),
    ...(checked ? { current: checked.fault } : {}),
    ...(fault ? { password: fault } : {}),
  };
  if (Object.keys(faults).length > 0) {
    const view = { ...here, email: account.email, faults };
    return visit.page(checked?.status ?? 422, changePasswordPage(host.config, view));
  }
  const passwordHash = await hashPassword(password);
  await inTransaction(host.db, async (client) => {
    await changePassword(client, account.id, passwordHash, session.uid);
    await enqueueMail(client, 'password-changed', { accountId: account.id, elsewhere: true });
  });
  await rememberPlace(host, visit, account.id);
  host.mail.wake();
  visit.redirect('/account?done=password');
}

async function showEmail(
  host: Host,
  visit: Visit,
  here: OpenAccount,
  { typed = '', faults = {}, status = 200 }: { typed?: string; faults?: Faults; status?: number } = {},
): Promise<void> {
  const pending = await findEmailChangeOf(host.db, here.account.id);
  const notice = visit.url.searchParams.has('sent') ? t('notice.linkSent') : undefined;
  const view = { email: here.account.email, pending: pending?.email, typed, faults, notice };
  visit.page(status, emailPage(host.config, { ...here, ...view }));
}

/** Sends a link to the new address. Only the email reveals whether it has an account. */
async function askForEmail(host: Host, visit: Visit, here: OpenAccount, typed: string): Promise<void> {
  const { db, config } = host;
  const { account } = here;
  const email = readEmail(typed);
  const refuse = (fault: string, status: number) =>
    showEmail(host, visit, here, { typed, faults: { email: fault }, status });
  if (!email) return await refuse(emailError(typed), 422);
  if (email === account.email) return await refuse(t('fault.ownEmail'), 422);
  const wait =
    (await countAttempt(db, 'sign-up', visit.address, config.limits.signUp)) ||
    (await countAttempt(db, 'mail', email, config.limits.mail)) ||
    (await countAttempt(db, 'mail', account.email, config.limits.mail));
  if (wait) return await refuse(t('limit.attempts', { when: waitText(wait) }), 429);
  await inTransaction(db, async (client) => {
    await startEmailChange(client, { accountId: account.id, email });
    await enqueueMail(client, 'email-confirm', { accountId: account.id, email });
    await enqueueMail(client, 'email-asked', { accountId: account.id, email });
  });
  host.mail.wake();
  visit.redirect('/account/email?sent=1');
}

async function openEmailLink(host: Host, visit: Visit, here: OpenAccount): Promise<void> {
  const link = visit.url.searchParams.get('token') ?? '';
  const change = await findEmailChange(host.db, link);
  if (change?.accountId !== here.account.id) throw new PageError(410, { kind: 'usedLink' });
  visit.page(200, confirmEmailPage(host.config, { ...here, email: change.email, link }));
}

async function useEmail(host: Host, visit: Visit, here: OpenAccount, link: string): Promise<void> {
  const { id } = here.account;
  const changed = await inTransaction(host.db, async (client) => {
    const done = await finishEmailChange(client, id, link);
    if (!done) return undefined;
    await enqueueMail(client, 'email-changed', { accountId: id, from: done.from });
    await endOtherSessions(client, id, here.session.uid);
    return done;
  }).catch(nobodyElse);
  if (!changed) throw new PageError(410, { kind: 'usedLink' });
  host.mail.wake();
  visit.redirect('/account?done=email');
}

/** Two people may take the same email concurrently; the database allows one. */
function nobodyElse(error: { code?: string }): undefined {
  if (error.code !== '23505') throw error;
}

async function close(host: Host, visit: Visit, here: OpenAccount, typed: string): Promise<void> {
  refuseBrands(here);
  const { account } = here;
  if (typed.trim().toUpperCase() !== 'CLOSE') {
    const view = {
      ...here,
      email: account.email,
      faults: { confirm: t('close.confirm', { word: 'CLOSE' }) },
    };
    return visit.page(422, closePage(host.config, view));
  }
  await inTransaction(host.db, async (client) => {
    await closeAccount(client, account.id);
    const { email, givenName, language } = account;
    await enqueueMail(client, 'account-closed', { email, givenName, language });
  });
  await endEverySession(host, visit, account.id);
  host.mail.wake();
  visit.page(200, closedPage(host.config));
}

/** Members manage brand data, so they leave through their brand. */
function refuseBrands({ account }: OpenAccount): void {
  if (account.role !== 'creator') throw new PageError(404, { kind: 'missing' });
}
