import { type Account, findAccountById } from '../accounts/accounts.ts';
import type { Host } from '../host.ts';
import { attemptsText, countAttempt, uncountAttempt } from '../limits/throttle.ts';
import { t } from '../messages/messages.gen.ts';
import type { Faults } from '../pages/field.ts';
import { secondStepPage } from '../pages/second-step.ts';
import { askForPasskey, readPasskeyAnswer } from '../proofs/passkey-questions.ts';
import { findHalfLogin, readSecondStep } from '../proofs/second-step.ts';
import { checkCode } from '../proofs/second-step-check.ts';
import type { Route } from '../routing.ts';
import type { Visit } from '../visit.ts';
import { showLogin } from './login.ts';
import { finishLogin, type OpenLogin, openLogin, readLoginForm } from './open-login.ts';

/** Routes of the second step, and of passkeys, which replace both steps. */
export function secondStepRoutes(host: Host): Route[] {
  return [
    { method: 'GET', pattern: '/interaction/:uid/second', handle: (visit) => showStep(host, visit) },
    { method: 'POST', pattern: '/interaction/:uid/second', handle: (visit) => takeCode(host, visit) },
    {
      method: 'POST',
      pattern: '/interaction/:uid/passkey',
      // It leads on to the login page unless a password was entered before.
      formOn: 'second',
      handle: (visit) => takePasskey(host, visit),
    },
  ];
}

async function halfLoggedIn(host: Host, login: OpenLogin): Promise<Account | undefined> {
  const accountId = await findHalfLogin(host.db, login.uid);
  return accountId ? await findAccountById(host.db, accountId) : undefined;
}

async function showStep(host: Host, visit: Visit): Promise<void> {
  const login = await openLogin(host, visit);
  const account = await halfLoggedIn(host, login);
  if (!account) return visit.redirect(`${login.base}/login`);
  await answerStep(host, visit, login, account);
}

async function answerStep(
  host: Host,
  visit: Visit,
  login: OpenLogin,
  account: Account,
  { faults = {}, status = 200 }: { faults?: Faults; status?: number } = {},
): Promise<void> {
  const step = await readSecondStep(host.db, account.id);
  const question = step.passkeys > 0 ? await askForPasskey(host, `login:${login.uid}`, account.id) : null;
  visit.page(status, secondStepPage(host.config, { ...login, step, faults, question }));
}

async function takeCode(host: Host, visit: Visit): Promise<void> {
  const login = await openLogin(host, visit);
  const form = await readLoginForm(host, visit, login);
  const account = await halfLoggedIn(host, login);
  if (!account) return visit.redirect(`${login.base}/login`);
  const outcome = await checkCode(host, visit, account, form.get('code') ?? '');
  if (outcome.fault !== undefined) {
    const { fault, status } = outcome;
    return await answerStep(host, visit, login, account, { faults: { code: fault }, status });
  }
  await finishLogin(host, visit, account.id, outcome.amr);
}

/** A passkey verifies its owner (by finger, face or PIN), so it counts as both steps. */
async function takePasskey(host: Host, visit: Visit): Promise<void> {
  const login = await openLogin(host, visit);
  const form = await readLoginForm(host, visit, login);
  const half = await halfLoggedIn(host, login);
  const refuse = (text: string, status: number) => {
    if (half) return answerStep(host, visit, login, half, { faults: { form: text }, status });
    return showLogin(host, visit, login, { faults: { form: text }, status });
  };
  // Passkeys can't be guessed, so only the work of verifying is limited.
  const place = `passkey|${visit.address}`;
  const wait = await countAttempt(host.db, 'place', place, host.config.limits.address);
  if (wait) return await refuse(attemptsText(wait), 429);
  const accountId = await readPasskeyAnswer(host, `login:${login.uid}`, form.get('answer') ?? '');
  if (!accountId || (half && half.id !== accountId)) {
    return await refuse(t('passkeys.noMatch'), 422);
  }
  await uncountAttempt(host.db, 'place', place);
  await finishLogin(host, visit, accountId, ['hwk', 'user', 'mfa']);
}
