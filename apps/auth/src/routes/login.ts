import { emailError, findAccountByEmail, readEmail } from '../accounts/accounts.ts';
import { awaitsBrand, findOpenSignUp, resendSignUp } from '../accounts/sign-ups.ts';
import type { Host } from '../host.ts';
import { countGuess } from '../limits/guesses.ts';
import { countAttempt, waitText } from '../limits/throttle.ts';
import { t } from '../messages/messages.gen.ts';
import type { Faults, Values } from '../pages/field.ts';
import { loginPage } from '../pages/login.ts';
import { askForPasskey } from '../proofs/passkey-questions.ts';
import { verifyPassword } from '../proofs/passwords.ts';
import type { Route } from '../routing.ts';
import type { Visit } from '../visit.ts';
import { answerLogin, type OpenLogin, openLogin, passPassword, readLoginForm } from './open-login.ts';
import { showSignUp } from './sign-up.ts';

/** Login routes. */
export function loginRoutes(host: Host): Route[] {
  return [
    { method: 'GET', pattern: '/interaction/:uid', handle: (visit) => begin(host, visit) },
    {
      method: 'GET',
      pattern: '/interaction/:uid/login',
      handle: async (visit) => showLogin(host, visit, await openLogin(host, visit)),
    },
    { method: 'POST', pattern: '/interaction/:uid/login', handle: (visit) => logIn(host, visit) },
    { method: 'GET', pattern: '/interaction/:uid/cancel', handle: (visit) => cancel(host, visit) },
  ];
}

/** The first page of a login: log in or sign up, as the app requested. */
async function begin(host: Host, visit: Visit): Promise<void> {
  const login = await openLogin(host, visit);
  if (login.prompt === 'consent') {
    await answerLogin(host, visit, { consent: {} });
    return;
  }
  if (login.wantsSignUp) showSignUp(host, visit, login);
  else await showLogin(host, visit, login);
}

/** Shows the form with a new passkey challenge. */
export async function showLogin(
  host: Host,
  visit: Visit,
  login: OpenLogin,
  { values, faults = {}, status = 200 }: { values?: Values; faults?: Faults; status?: number } = {},
): Promise<void> {
  const question = await askForPasskey(host, `login:${login.uid}`);
  const view = { ...login, values: values ?? { email: login.loginHint }, faults, question };
  visit.page(status, loginPage(host.config, view));
}

async function logIn(host: Host, visit: Visit): Promise<void> {
  const login = await openLogin(host, visit);
  const form = await readLoginForm(host, visit, login);
  const typed = form.get('email') ?? '';
  const password = form.get('password') ?? '';
  const email = readEmail(typed);
  const values = { email: typed };
  const faults: Faults = {
    ...(email ? {} : { email: emailError(typed) }),
    ...(password ? {} : { password: t('fault.password') }),
  };
  if (!email || !password) return await showLogin(host, visit, login, { values, faults, status: 422 });

  const { db, config } = host;
  // Always reads both and compares one password, so timing reveals nothing.
  const [account, signUp] = await Promise.all([findAccountByEmail(db, email), findOpenSignUp(db, email)]);
  const guess = await countGuess(host, visit, 'account', email, account?.id);
  if (guess.wait) {
    const text = t('limit.attemptsReset', { when: waitText(guess.wait) });
    return await showLogin(host, visit, login, { values, faults: { form: text }, status: 429 });
  }
  if (!(await verifyPassword(password, account?.passwordHash ?? signUp?.passwordHash))) {
    const text = t('fault.login');
    return await showLogin(host, visit, login, { values, faults: { form: text }, status: 422 });
  }
  await guess.succeeded();
  if (account) return await passPassword(host, visit, login, account.id);
  if (signUp) {
    if (awaitsBrand(signUp)) {
      await resendSignUp(db, signUp.id, login.uid);
      return visit.redirect(`${login.base}/brand`);
    }
    if (!(await countAttempt(db, 'mail', email, config.limits.mail))) {
      await resendSignUp(db, signUp.id, login.uid);
      host.mail.wake();
    }
    visit.redirect(`${login.base}/check-mail`);
  }
}

async function cancel(host: Host, visit: Visit): Promise<void> {
  await openLogin(host, visit);
  await answerLogin(host, visit, {
    error: 'access_denied',
    error_description: 'The login was cancelled',
  });
}
