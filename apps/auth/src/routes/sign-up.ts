import { nameError } from '@troupe/domain/account/account-name';
import { language, numberLocale } from '@troupe/i18n/language';
import { emailError, findAccountByEmail, readEmail, type SignUpBrand } from '../accounts/accounts.ts';
import { findMailLink } from '../accounts/mail-links.ts';
import { startSession } from '../accounts/sessions.ts';
import {
  awaitsBrand,
  type BrandDetails,
  findSignUp,
  findSignUpOf,
  finishSignUp,
  resendSignUp,
  type SignUp,
  setBrand,
  startSignUp,
} from '../accounts/sign-ups.ts';
import type { Host } from '../host.ts';
import { countGuess } from '../limits/guesses.ts';
import { rememberPlace } from '../limits/known-places.ts';
import { attemptsText, countAttempt, waitText } from '../limits/throttle.ts';
import { t } from '../messages/messages.gen.ts';
import type { Faults, Values } from '../pages/field.ts';
import { alreadyConfirmedPage, checkMailPage, verifyPage } from '../pages/mail-steps.ts';
import { brandPage, offerLabel, type SignUpPurpose, signUpPage } from '../pages/sign-up.ts';
import { hashPassword, passwordError, verifyPassword } from '../proofs/passwords.ts';
import { continueAddress } from '../provider/clients.ts';
import { chosenLanguage } from '../request-language.ts';
import type { Route } from '../routing.ts';
import { PageError, type Visit } from '../visit.ts';
import { findOpenLogin, finishLogin, type OpenLogin, openLogin, readLoginForm } from './open-login.ts';

/** Sign-up routes until the email is confirmed. */
export function signUpRoutes(host: Host): Route[] {
  return [
    {
      method: 'GET',
      pattern: '/interaction/:uid/signup',
      handle: (visit) => openSignUp(host, visit),
    },
    { method: 'POST', pattern: '/interaction/:uid/signup', handle: (visit) => signUp(host, visit) },
    { method: 'GET', pattern: '/interaction/:uid/brand', handle: (visit) => showBrand(host, visit) },
    { method: 'POST', pattern: '/interaction/:uid/brand', handle: (visit) => takeBrand(host, visit) },
    { method: 'GET', pattern: '/interaction/:uid/check-mail', handle: (visit) => checkMail(host, visit) },
    {
      method: 'POST',
      pattern: '/interaction/:uid/resend',
      formOn: 'check-mail',
      handle: (visit) => resend(host, visit),
    },
    { method: 'GET', pattern: '/interaction/:uid/verify', handle: (visit) => openLink(host, visit) },
    { method: 'POST', pattern: '/interaction/:uid/verify', handle: (visit) => confirm(host, visit) },
  ];
}

/** The sign-up form; input is kept when returning, except the password. */
async function openSignUp(host: Host, visit: Visit): Promise<void> {
  const login = await openLogin(host, visit);
  const signedUp = await findSignUpOf(host.db, login.uid);
  if (!signedUp || signedUp.accountId) return showSignUp(host, visit, login);
  const { givenName, familyName, email } = signedUp;
  showSignUp(host, visit, login, { values: { firstName: givenName, lastName: familyName, email } });
}

/** Shows the sign-up form, with input and errors if there are any. */
export function showSignUp(
  host: Host,
  visit: Visit,
  login: OpenLogin,
  { values, faults = {}, status = 200 }: { values?: Values; faults?: Faults; status?: number } = {},
): void {
  const view = { ...login, values: values ?? { email: login.loginHint }, faults };
  const chosen = login.forCreators ? null : offerLabel(login.returnTo);
  visit.page(status, signUpPage(host.config, { ...view, purpose: purposeOf(login), chosen }));
}

/** Purpose of the sign-up: people invited to a team don't need their own brand. */
function purposeOf({ forCreators, returnTo }: OpenLogin): SignUpPurpose {
  if (forCreators) return 'creator';
  return returnTo?.startsWith('/team-invite/') ? 'team' : 'brand';
}

async function signUp(host: Host, visit: Visit): Promise<void> {
  const login = await openLogin(host, visit);
  const form = await readLoginForm(host, visit, login);
  const needsBrand = purposeOf(login) === 'brand';
  const read = readPerson(form);
  if (read.faults) {
    return showSignUp(host, visit, login, { values: read.values, faults: read.faults, status: 422 });
  }
  const { db, config } = host;
  const wait =
    (await countAttempt(db, 'sign-up', visit.address, config.limits.signUp)) ||
    (needsBrand ? 0 : await countAttempt(db, 'mail', read.person.email, config.limits.mail));
  if (wait) {
    const faults = { form: attemptsText(wait) };
    return showSignUp(host, visit, login, { values: read.values, faults, status: 429 });
  }
  const before = needsBrand ? await findSignUpOf(db, login.uid) : undefined;
  await startSignUp(db, {
    ...read.person,
    passwordHash: await hashPassword(read.password),
    role: login.forCreators ? 'creator' : 'brand',
    clientId: login.clientId,
    returnTo: login.returnTo,
    interactionUid: login.uid,
    brand: before?.brand ? { ...before.brand, draft: true } : null,
    needsBrand,
    language: language(),
    chosenLanguage: chosenLanguage(),
  });
  if (needsBrand) return visit.redirect(`${login.base}/brand`);
  host.mail.wake();
  visit.redirect(`${login.base}/check-mail`);
}

async function showBrand(host: Host, visit: Visit): Promise<void> {
  const login = await openLogin(host, visit);
  const signedUp = await findSignUpOf(host.db, login.uid);
  if (!signedUp) return visit.redirect(`${login.base}/signup`);
  const { name, website, description } = signedUp.brand ?? {};
  const values = {
    brandName: name ?? '',
    brandWebsite: website ?? '',
    brandDescription: description ?? '',
  };
  answerBrand(host, visit, login, { values });
}

function answerBrand(
  host: Host,
  visit: Visit,
  login: OpenLogin,
  { values, faults = {}, status = 200 }: { values: Values; faults?: Faults; status?: number },
): void {
  visit.page(
    status,
    brandPage(host.config, { ...login, values, faults, chosen: offerLabel(login.returnTo) }),
  );
}

async function takeBrand(host: Host, visit: Visit): Promise<void> {
  const login = await openLogin(host, visit);
  const form = await readLoginForm(host, visit, login);
  const signedUp = await findSignUpOf(host.db, login.uid);
  if (!signedUp || signedUp.accountId || !signedUp.needsBrand) return visit.redirect(`${login.base}/signup`);
  const { values, faults, brand } = readBrand(form);
  if (form.has('back')) {
    await setBrand(host.db, signedUp.id, draftOf(values));
    return visit.redirect(`${login.base}/signup`);
  }
  if (faults) return answerBrand(host, visit, login, { values, faults, status: 422 });
  const wait = await countAttempt(host.db, 'mail', signedUp.email, host.config.limits.mail);
  if (wait) {
    const limited = { form: attemptsText(wait) };
    return answerBrand(host, visit, login, { values, faults: limited, status: 429 });
  }
  await setBrand(host.db, signedUp.id, brand);
  await resendSignUp(host.db, signedUp.id, login.uid);
  host.mail.wake();
  visit.redirect(`${login.base}/check-mail`);
}

async function checkMail(host: Host, visit: Visit): Promise<void> {
  const login = await openLogin(host, visit);
  const signedUp = await findSignUpOf(host.db, login.uid);
  if (!signedUp) return visit.redirect(`${login.base}/signup`);
  if (awaitsBrand(signedUp)) return visit.redirect(`${login.base}/brand`);
  const sent = visit.url.searchParams.get('sent') === '1';
  const view = { ...login, email: signedUp.email, ...(sent ? { notice: t('notice.resent') } : {}) };
  visit.page(200, checkMailPage(host.config, view));
}

async function resend(host: Host, visit: Visit): Promise<void> {
  const login = await openLogin(host, visit);
  await readLoginForm(host, visit, login);
  const signedUp = await findSignUpOf(host.db, login.uid);
  if (!signedUp) return visit.redirect(`${login.base}/signup`);
  if (awaitsBrand(signedUp)) return visit.redirect(`${login.base}/brand`);
  const wait = await countAttempt(host.db, 'mail', signedUp.email, host.config.limits.mail);
  if (wait) {
    const notice = t('limit.sent', { when: waitText(wait) });
    return visit.page(429, checkMailPage(host.config, { ...login, email: signedUp.email, notice }));
  }
  await resendSignUp(host.db, signedUp.id, login.uid);
  host.mail.wake();
  visit.redirect(`${login.base}/check-mail?sent=1`);
}

/**
 * The emailed link. In the browser that signed up it finishes the login. Elsewhere the password is
 * required, because mail scanners open links and a stranger may have entered your email.
 */
async function openLink(host: Host, visit: Visit): Promise<void> {
  const token = visit.url.searchParams.get('token') ?? '';
  const found = await findLinked(host, token);
  if (await isConfirmed(host, found.signUp)) return showConfirmed(host, visit, found.signUp);
  const login = await findOpenLogin(host, visit);
  if (login?.uid !== found.interactionUid) {
    return showVerify(host, visit, { token, signUp: found.signUp });
  }
  const accountId = await finishSignUp(host.db, found.signUp);
  if (!accountId) return showConfirmed(host, visit, found.signUp);
  await finishLogin(host, visit, accountId);
}

async function confirm(host: Host, visit: Visit): Promise<void> {
  const form = visit.form();
  const token = form.get('token') ?? '';
  const found = await findLinked(host, token);
  if (await isConfirmed(host, found.signUp)) return showConfirmed(host, visit, found.signUp);
  const { email } = found.signUp;
  const guess = await countGuess(host, visit, 'account', email, undefined);
  if (guess.wait) {
    const fault = t('limit.attempts', { when: waitText(guess.wait) });
    return showVerify(host, visit, { token, signUp: found.signUp, fault, status: 429 });
  }
  if (!(await verifyPassword(form.get('password') ?? '', found.signUp.passwordHash))) {
    const fault = t('verify.wrong');
    return showVerify(host, visit, { token, signUp: found.signUp, fault, status: 422 });
  }
  await guess.succeeded();
  const accountId = await finishSignUp(host.db, found.signUp);
  if (!accountId) return showConfirmed(host, visit, found.signUp);
  await startSession(host, visit, accountId);
  await rememberPlace(host, visit, accountId);
  visit.redirect(continueAddress(host.config, found.signUp.clientId, found.signUp.returnTo));
}

async function findLinked(host: Host, token: string): Promise<{ signUp: SignUp; interactionUid: string }> {
  const link = await findMailLink(host.db, 'verify', token);
  const signUp = link?.signUpId ? await findSignUp(host.db, link.signUpId) : undefined;
  if (!link || !signUp) throw new PageError(410, { kind: 'usedLink' });
  return { signUp, interactionUid: link.interactionUid };
}

async function isConfirmed(host: Host, signUp: SignUp): Promise<boolean> {
  return Boolean(signUp.accountId ?? (await findAccountByEmail(host.db, signUp.email)));
}

function showConfirmed(host: Host, visit: Visit, signUp: SignUp): void {
  const address = continueAddress(host.config, signUp.clientId, signUp.returnTo);
  visit.page(200, alreadyConfirmedPage(host.config, address));
}

function showVerify(
  host: Host,
  visit: Visit,
  view: { token: string; signUp: SignUp; fault?: string; status?: number },
): void {
  visit.page(
    view.status ?? 200,
    verifyPage(host.config, {
      action: `/interaction/${encodeURIComponent(visit.params.uid ?? '')}/verify`,
      token: view.token,
      email: view.signUp.email,
      faults: view.fault ? { password: view.fault } : {},
    }),
  );
}

/** Reads single-line fields, with errors by field name. */
function lineReader(form: URLSearchParams) {
  const faults: Faults = {};
  const values: Values = {};
  const line = (name: string, missing: string, max: number, of?: 'person' | 'brand') => {
    const value = (form.get(name) ?? '').trim();
    values[name] = value;
    const named = of && nameError(value, of);
    if (value === '') faults[name] = missing;
    else if (value.length > max)
      faults[name] = t('password.max', { max: max.toLocaleString(numberLocale()) });
    else if (named) faults[name] = named;
    else if (/[\p{Cc}\p{Co}\p{Cn}]/u.test(value.replace(/[\r\n\t]/g, ''))) {
      faults[name] = t('signUp.badCharacters');
    }
    return value;
  };
  return { faults, values, line };
}

type ReadPerson =
  | { faults: Faults; values: Values }
  | {
      faults?: undefined;
      values: Values;
      password: string;
      person: { email: string; givenName: string; familyName: string };
    };

/** Validates the sign-up form and returns all errors. */
function readPerson(form: URLSearchParams): ReadPerson {
  const { faults, values, line } = lineReader(form);
  const givenName = line('firstName', t('fault.firstName'), 80, 'person');
  const familyName = line('lastName', t('fault.lastName'), 80, 'person');
  const email = readEmail(line('email', emailError(''), 254));
  if (!email) faults.email ??= emailError(values.email ?? '');
  const password = form.get('password') ?? '';
  const fault = passwordError(password, email ?? '');
  if (fault) faults.password = fault;
  if (!email || Object.keys(faults).length > 0) return { faults, values };
  return { values, password, person: { email, givenName, familyName } };
}

/** Validates the brand form. */
function readBrand(form: URLSearchParams) {
  const { faults, values, line } = lineReader(form);
  const brand: SignUpBrand = {
    name: line('brandName', t('fault.brandName'), 120, 'brand'),
    website: readWebsite(line('brandWebsite', t('fault.brandWebsite'), 2000), faults),
    description: line('brandDescription', t('fault.brandDescription'), 4000),
  };
  return { values, brand, faults: Object.keys(faults).length > 0 ? faults : undefined };
}

/** Returns the brand input unchanged. */
function draftOf({ brandName = '', brandWebsite = '', brandDescription = '' }: Values): BrandDetails {
  return {
    name: brandName.slice(0, 120),
    website: brandWebsite.slice(0, 2000),
    description: brandDescription.slice(0, 4000),
    draft: true,
  };
}

function readWebsite(typed: string, faults: Faults): string {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`;
  const url = URL.parse(address);
  const usable =
    url && /^https?:$/.test(url.protocol) && (url.hostname.includes('.') || url.hostname === 'localhost');
  if (!usable) faults.brandWebsite ??= t('fault.website');
  return address;
}
