import { changePassword, emailError, findAccountById, readEmail } from '../accounts/accounts.ts';
import { findMailLink, useResetLink } from '../accounts/mail-links.ts';
import { inTransaction } from '../database.ts';
import type { Host } from '../host.ts';
import { countGuess } from '../limits/guesses.ts';
import { attemptsText, countAttempt, resetAttempts } from '../limits/throttle.ts';
import { enqueueMail } from '../mail/mail-queue.ts';
import { forgotPage, forgotSentPage, resetDonePage, resetPage } from '../pages/mail-steps.ts';
import { hashPassword, passwordError } from '../proofs/passwords.ts';
import { continueAddress } from '../provider/clients.ts';
import type { Route } from '../routing.ts';
import { PageError, type Visit } from '../visit.ts';
import { findOpenLogin, openLogin, passPassword, readLoginForm } from './open-login.ts';

/** Routes for resetting a password. */
export function passwordRoutes(host: Host): Route[] {
  return [
    { method: 'GET', pattern: '/interaction/:uid/forgot', handle: (visit) => showForgot(host, visit) },
    { method: 'POST', pattern: '/interaction/:uid/forgot', handle: (visit) => askForLink(host, visit) },
    { method: 'GET', pattern: '/interaction/:uid/reset', handle: (visit) => openLink(host, visit) },
    { method: 'POST', pattern: '/interaction/:uid/reset', handle: (visit) => setPassword(host, visit) },
  ];
}

async function showForgot(host: Host, visit: Visit): Promise<void> {
  const login = await openLogin(host, visit);
  if (visit.url.searchParams.get('sent') === '1') return visit.page(200, forgotSentPage(host.config, login));
  visit.page(200, forgotPage(host.config, { ...login, email: login.loginHint, faults: {} }));
}

/** Sends a link. Only the email queue checks whether the account exists, after the response. */
async function askForLink(host: Host, visit: Visit): Promise<void> {
  const login = await openLogin(host, visit);
  const form = await readLoginForm(host, visit, login);
  const typed = form.get('email') ?? '';
  const email = readEmail(typed);
  if (!email) {
    const view = { ...login, email: typed, faults: { email: emailError(typed) } };
    return visit.page(422, forgotPage(host.config, view));
  }
  const { db, config } = host;
  const wait =
    (await countAttempt(db, 'sign-up', visit.address, config.limits.signUp)) ||
    (await countAttempt(db, 'mail', email, config.limits.mail));
  if (wait) {
    const faults = { form: attemptsText(wait) };
    return visit.page(429, forgotPage(config, { ...login, email: typed, faults }));
  }
  await enqueueMail(db, 'reset', { email, interactionUid: login.uid, clientId: login.clientId });
  host.mail.wake();
  visit.redirect(`${login.base}/forgot?sent=1`);
}

async function openLink(host: Host, visit: Visit): Promise<void> {
  const token = visit.url.searchParams.get('token') ?? '';
  const { account } = await findLinked(host, token);
  visit.page(200, resetPage(host.config, { ...formOf(visit, token), email: account.email, faults: {} }));
}

async function setPassword(host: Host, visit: Visit): Promise<void> {
  const form = visit.form();
  const token = form.get('token') ?? '';
  const password = form.get('password') ?? '';
  const { account } = await findLinked(host, token);
  const fault = passwordError(password, account.email);
  if (fault) {
    const view = { ...formOf(visit, token), email: account.email, faults: { password: fault } };
    return visit.page(422, resetPage(host.config, view));
  }
  const login = await findOpenLogin(host, visit);
  const passwordHash = await hashPassword(password);
  const link = await inTransaction(host.db, async (client) => {
    const used = await useResetLink(client, token);
    if (!used) return undefined;
    await changePassword(client, account.id, passwordHash);
    await enqueueMail(client, 'password-changed', { accountId: account.id });
    return used;
  });
  if (!link) throw new PageError(410, { kind: 'usedLink' });
  // The mailbox has proven their identity, so others' guesses no longer throttle them in this
  // network.
  const guess = await countGuess(host, visit, 'account', account.email, account.id);
  await guess.succeeded();
  await resetAttempts(host.db, 'account', account.email);
  host.mail.wake();
  // A login started inside a session has just ended with it.
  if (login?.uid === link.interactionUid && !login.inSession) {
    return await passPassword(host, visit, login, account.id);
  }
  visit.page(200, resetDonePage(host.config, continueAddress(host.config, link.clientId, null)));
}

async function findLinked(host: Host, token: string) {
  const link = await findMailLink(host.db, 'reset', token);
  const account = link?.accountId ? await findAccountById(host.db, link.accountId) : undefined;
  if (!account) throw new PageError(410, { kind: 'usedLink' });
  return { account };
}

const formOf = (visit: Visit, token: string) => ({
  action: `/interaction/${encodeURIComponent(visit.params.uid ?? '')}/reset`,
  token,
});
