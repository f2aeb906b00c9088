import type { Account } from '../accounts/accounts.ts';
import { noteConfirmed } from '../accounts/session-notes.ts';
import type { Host } from '../host.ts';
import { countGuess } from '../limits/guesses.ts';
import { waitText } from '../limits/throttle.ts';
import { t } from '../messages/messages.gen.ts';
import { confirmPage } from '../pages/account-forms.ts';
import type { Faults } from '../pages/field.ts';
import { askForPasskey, readPasskeyAnswer } from '../proofs/passkey-questions.ts';
import { verifyPassword } from '../proofs/passwords.ts';
import { readSecondStep } from '../proofs/second-step.ts';
import { checkCode } from '../proofs/second-step-check.ts';
import type { Route } from '../routing.ts';
import type { Visit } from '../visit.ts';
import { accountForm, accountPage, type OpenAccount } from './in-account.ts';

/**
 * Asks for confirmation of the person's identity before sensitive changes if the sign-in isn't
 * recent.
 */
export function confirmRoutes(host: Host): Route[] {
  return [
    accountPage(host, '/account/confirm', (visit, here) =>
      show(host, visit, here, visit.url.searchParams.get('next')),
    ),
    accountForm(host, '/account/confirm', (visit, here, form) => confirm(host, visit, here, form)),
    accountForm(host, '/account/confirm/passkey', (visit, here, form) =>
      confirmByPasskey(host, visit, here, form),
    ),
  ];
}

/**
 * Verifies the password of the signed-in account.
 * @returns the error; undefined if it is correct
 */
export async function checkOwnPassword(
  host: Host,
  visit: Visit,
  account: Account,
  password: string,
): Promise<{ fault: string; status: 422 | 429 } | undefined> {
  if (!password) return { fault: t('fault.passwordCurrent'), status: 422 };
  const guess = await countGuess(host, visit, 'account', account.email, account.id);
  if (guess.wait) return { fault: t('limit.attempts', { when: waitText(guess.wait) }), status: 429 };
  if (!(await verifyPassword(password, account.passwordHash))) {
    return { fault: t('confirm.wrong'), status: 422 };
  }
  await guess.succeeded();
  return undefined;
}

/** Pages that require confirmation, the only allowed destinations afterwards. */
const nextPages = /^\/account\/(two-step|recovery-codes|passkeys|email|close)(?=\/|$)/;
const readNext = (next: string | null) => nextPages.exec(next ?? '')?.[0] ?? '/account';

const subjectOf = (here: OpenAccount) => `confirm:${here.session.uid}`;

async function show(
  host: Host,
  visit: Visit,
  here: OpenAccount,
  next: string | null,
  { faults = {}, status = 200 }: { faults?: Faults; status?: number } = {},
): Promise<void> {
  const { account } = here;
  const step = await readSecondStep(host.db, account.id);
  const question = step.passkeys > 0 ? await askForPasskey(host, subjectOf(here), account.id) : null;
  const view = { ...here, email: account.email, next: readNext(next), step, faults, question };
  visit.page(status, confirmPage(host.config, view));
}

async function confirm(host: Host, visit: Visit, here: OpenAccount, form: URLSearchParams): Promise<void> {
  const { account } = here;
  const next = form.get('next');
  const refuse = (faults: Faults, status: number) => show(host, visit, here, next, { faults, status });
  const wrong = await checkOwnPassword(host, visit, account, form.get('current') ?? '');
  if (wrong) return await refuse({ current: wrong.fault }, wrong.status);
  if ((await readSecondStep(host.db, account.id)).required) {
    const outcome = await checkCode(host, visit, account, form.get('code') ?? '');
    if (outcome.fault !== undefined) return await refuse({ code: outcome.fault }, outcome.status);
  }
  await noteConfirmed(host.db, here.session.uid);
  visit.redirect(readNext(next));
}

async function confirmByPasskey(
  host: Host,
  visit: Visit,
  here: OpenAccount,
  form: URLSearchParams,
): Promise<void> {
  const next = form.get('next');
  const accountId = await readPasskeyAnswer(host, subjectOf(here), form.get('answer') ?? '');
  if (accountId !== here.account.id) {
    const faults = { form: t('confirm.passkeyFailed') };
    return await show(host, visit, here, next, { faults, status: 422 });
  }
  await noteConfirmed(host.db, here.session.uid);
  visit.redirect(readNext(next));
}
