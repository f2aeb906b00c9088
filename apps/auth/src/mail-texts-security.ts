import { findAccountByEmail, findAccountById } from './accounts.ts';
import { clientOrigin, portalClientId } from './clients.ts';
import type { Config } from './config.ts';
import type { Queryable } from './database.ts';
import { findEmailChangeOf, makeEmailLink } from './email-changes.ts';
import type { Mail, MailJobs, SecurityChange } from './mail-queue.ts';

export const paragraphs = (...texts: string[]): string => `${texts.join('\n\n')}\n`;

const changes: Record<SecurityChange, { subject: string; text: string }> = {
  'app-on': {
    subject: 'Two-step sign-in is on',
    text: 'an authenticator app was set up for your Troupe account. Signing in with your password asks for a code from now on.',
  },
  'app-off': {
    subject: 'The authenticator app was removed',
    text: 'the authenticator app of your Troupe account was removed. Signing in does not ask for its codes any more.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    text: 'a passkey was added to your Troupe account. Whoever holds it can sign in without a password.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    text: 'a passkey of your Troupe account was removed. It does not sign in any more.',
  },
  'passkey-step-on': {
    subject: 'Two-step sign-in is on',
    text: 'signing in to your Troupe account with the password asks for a passkey from now on.',
  },
  'passkey-step-off': {
    subject: 'Passkeys are not asked for after the password any more',
    text: 'signing in to your Troupe account with the password does not ask for a passkey any more.',
  },
  'codes-made': {
    subject: 'You have new recovery codes',
    text: 'new recovery codes were made for your Troupe account. Earlier ones do not work any more.',
  },
  'code-used': {
    subject: 'A recovery code was used',
    text: 'one of the recovery codes of your Troupe account was used to prove who you are. Each works once.',
  },
  'second-step-forgotten': {
    subject: 'Two-step sign-in was turned off for you',
    text: 'the people who run Troupe turned two-step sign-in off for your account, because they were asked to. Your password is enough to log in now; set the second step up again when you can.',
  },
};

/** Tells of a change of the account's protection. */
export async function securityMail(
  db: Queryable,
  config: Config,
  { accountId, change, name }: MailJobs['security'],
): Promise<Mail | undefined> {
  const account = await findAccountById(db, accountId);
  if (!account) return undefined;
  const { subject, text } = changes[change];
  return {
    to: account.email,
    subject,
    text: paragraphs(
      `Hello ${account.givenName},`,
      text,
      ...(name ? [`Its name: ${name}`] : []),
      ...ifNotYou(config, account.role),
    ),
  };
}

/** The mail to the new address; says so when that address has an account, which no page does. */
export async function emailConfirmMail(
  db: Queryable,
  config: Config,
  { accountId, email }: MailJobs['email-confirm'],
): Promise<Mail | undefined> {
  const change = await findEmailChangeOf(db, accountId);
  if (change?.email !== email) return undefined;
  if (await findAccountByEmail(db, email)) {
    return {
      to: email,
      subject: 'This email already has a Troupe account',
      text: paragraphs(
        'Somebody, probably you, wanted to use this email for another Troupe account. It has an account already, so nothing was changed.',
        'If this was not you, you need not do anything.',
      ),
    };
  }
  const token = await makeEmailLink(db, change);
  return {
    to: email,
    subject: 'Confirm your new email',
    text: paragraphs(
      'Somebody, probably you, wants to use this email for their Troupe account.',
      'Open this link in a browser in which you are signed in to Troupe:',
      `${config.issuer}/account/email/confirm?token=${token}`,
      'The link works once, for 24 hours.',
      'If this was not you, do not open it; without it nothing changes.',
    ),
  };
}

export async function emailAskedMail(
  db: Queryable,
  config: Config,
  { accountId, email }: MailJobs['email-asked'],
): Promise<Mail | undefined> {
  const account = await findAccountById(db, accountId);
  if (!account) return undefined;
  return {
    to: account.email,
    subject: 'Your email is about to change',
    text: paragraphs(
      `Hello ${account.givenName},`,
      `somebody signed in to your Troupe account asked to change its email to ${email}. It changes when the link sent there is opened.`,
      'If this was you, you need not do anything here.',
      ...ifNotYou(config, account.role),
    ),
  };
}

export async function emailChangedMail(
  db: Queryable,
  config: Config,
  { accountId, from }: MailJobs['email-changed'],
): Promise<Mail | undefined> {
  const account = await findAccountById(db, accountId);
  if (!account) return undefined;
  return {
    to: from,
    subject: 'Your email was changed',
    text: paragraphs(
      `Hello ${account.givenName},`,
      `the email of your Troupe account is now ${account.email}. This one does not sign in any more.`,
      `If this was not you, write to us at once: ${config.links.help}`,
    ),
  };
}

export function accountClosedMail(config: Config, { email, givenName }: MailJobs['account-closed']): Mail {
  return {
    to: email,
    subject: 'Your account is closed',
    text: paragraphs(
      `Hello ${givenName},`,
      'your Troupe account is closed. Its name, email, password, passkeys and codes were removed.',
      `If this was not you, write to us: ${config.links.help}`,
    ),
  };
}

function ifNotYou(config: Config, role: 'brand' | 'creator'): string[] {
  const app = clientOrigin(config, role === 'creator' ? portalClientId : undefined);
  return [
    `If this was not you, set a new password now: open ${app}/login and choose "Forgot password?". Then look through your sign-in settings: ${config.issuer}/account`,
  ];
}
