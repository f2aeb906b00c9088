import { findAccountByEmail, findAccountById } from '../accounts/accounts.ts';
import { createMailLink } from '../accounts/mail-links.ts';
import { findSignUp } from '../accounts/sign-ups.ts';
import type { Config } from '../config.ts';
import type { Queryable } from '../database.ts';
import { clientOrigin } from '../provider/clients.ts';
import type { Mail, MailJobs } from './mail-queue.ts';
import {
  accountClosedMail,
  emailAskedMail,
  emailChangedMail,
  emailConfirmMail,
  paragraphs,
  securityMail,
} from './mail-texts-security.ts';

type Writer<K extends keyof MailJobs> = (
  db: Queryable,
  config: Config,
  payload: MailJobs[K],
) => Promise<Mail | undefined> | Mail;

const writers: { [K in keyof MailJobs]: Writer<K> } = {
  verify: verifyMail,
  reset: resetMail,
  'password-changed': changedMail,
  security: securityMail,
  'email-confirm': emailConfirmMail,
  'email-asked': emailAskedMail,
  'email-changed': emailChangedMail,
  'account-closed': (_db, config, payload) => accountClosedMail(config, payload),
};

/**
 * Composes an email when it is sent.
 * @returns undefined if there is no longer a recipient
 */
export async function composeMail<K extends keyof MailJobs>(
  db: Queryable,
  config: Config,
  kind: K,
  payload: MailJobs[K],
): Promise<Mail | undefined> {
  return await writers[kind](db, config, payload);
}

async function verifyMail(db: Queryable, config: Config, { signUpId }: MailJobs['verify']) {
  const signUp = await findSignUp(db, signUpId);
  if (!signUp) return undefined;
  const app = clientOrigin(config, signUp.clientId);
  if (await findAccountByEmail(db, signUp.email)) {
    return {
      to: signUp.email,
      subject: 'You already have a Troupe account',
      text: paragraphs(
        'Someone, probably you, tried to sign up for Troupe with this email. You already have an account, so nothing changed.',
        `Log in here: ${app}/login`,
        'If you forgot your password, choose "Forgot password?" on that page.',
        "If this wasn't you, you can ignore this email.",
      ),
    };
  }
  const token = await createMailLink(db, {
    purpose: 'verify',
    signUpId,
    accountId: null,
    interactionUid: signUp.interactionUid,
    clientId: signUp.clientId,
  });
  return {
    to: signUp.email,
    subject: 'Confirm your email to finish signing up',
    text: paragraphs(
      `Hello ${signUp.givenName},`,
      'Open this link in the browser you signed up with. It confirms your email and continues your sign-up:',
      `${config.issuer}/interaction/${signUp.interactionUid}/verify?token=${token}`,
      'The link works for 24 hours.',
      "If you didn't sign up for Troupe, ignore this email. No account is created unless the link is opened.",
    ),
  };
}

async function resetMail(db: Queryable, config: Config, payload: MailJobs['reset']) {
  const account = await findAccountByEmail(db, payload.email);
  if (!account) return undefined;
  const token = await createMailLink(db, {
    purpose: 'reset',
    signUpId: null,
    accountId: account.id,
    interactionUid: payload.interactionUid,
    clientId: payload.clientId,
  });
  return {
    to: account.email,
    subject: 'Set a new password',
    text: paragraphs(
      `Hello ${account.givenName},`,
      'Open this link to set a new password for Troupe:',
      `${config.issuer}/interaction/${payload.interactionUid}/reset?token=${token}`,
      'The link works once, for 1 hour. Setting a new password signs you out everywhere.',
      "If you didn't ask for this, ignore this email. Your password stays the same.",
    ),
  };
}

async function changedMail(
  db: Queryable,
  config: Config,
  { accountId, elsewhere }: MailJobs['password-changed'],
) {
  const account = await findAccountById(db, accountId);
  if (!account) return undefined;
  return {
    to: account.email,
    subject: 'Your password was changed',
    text: paragraphs(
      `Hello ${account.givenName},`,
      `The password of your Troupe account was changed, and you were signed out everywhere${elsewhere ? ' else' : ''}.`,
      `If this wasn't you, set a new one now: open ${config.webOrigin}/login and choose "Forgot password?".`,
    ),
  };
}
