import { findAccountByEmail, findAccountById } from '../accounts/accounts.ts';
import { findEmailChangeOf, makeEmailLink } from '../accounts/email-changes.ts';
import type { Config } from '../config.ts';
import type { Queryable } from '../database.ts';
import { clientOrigin, portalClientId } from '../provider/clients.ts';
import type { Mail, MailJobs, SecurityChange } from './mail-queue.ts';

export const paragraphs = (...texts: string[]): string => `${texts.join('\n\n')}\n`;

const changes: Record<SecurityChange, { subject: string; text: string }> = {
  'app-on': {
    subject: 'Two-step sign-in is on',
    text: 'An authenticator app was set up for your Troupe account. From now on, signing in with your password also asks for a code.',
  },
  'app-off': {
    subject: 'The authenticator app was removed',
    text: 'The authenticator app of your Troupe account was removed. Signing in no longer asks for its codes.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    text: 'A passkey was added to your Troupe account. Anyone who has it can sign in without a password.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    text: 'A passkey was removed from your Troupe account. It can no longer be used to sign in.',
  },
  'passkey-step-on': {
    subject: 'Two-step sign-in is on',
    text: 'From now on, signing in to your Troupe account with your password also asks for a passkey.',
  },
  'passkey-step-off': {
    subject: 'Passkeys are no longer a second step',
    text: 'Signing in to your Troupe account with your password no longer asks for a passkey.',
  },
  'codes-made': {
    subject: 'You have new recovery codes',
    text: 'New recovery codes were created for your Troupe account. Earlier codes no longer work.',
  },
  'code-used': {
    subject: 'A recovery code was used',
    text: 'One of your recovery codes was used to sign in to your Troupe account. Each code works once.',
  },
  'second-step-forgotten': {
    subject: 'Two-step sign-in was turned off for you',
    text: 'An administrator of Troupe turned off two-step sign-in for your account on request. You can now log in with your password alone. Set up the second step again when you can.',
  },
};

/** Composes the notice of a security change. */
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

/** Composes the email to the new address, which reveals if it already has an account. */
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
        'Someone, probably you, tried to use this email for another Troupe account. It already has one, so nothing changed.',
        "If this wasn't you, you can ignore this email.",
      ),
    };
  }
  const token = await makeEmailLink(db, change);
  return {
    to: email,
    subject: 'Confirm your new email',
    text: paragraphs(
      'Someone, probably you, wants to use this email for their Troupe account.',
      'Open this link in a browser in which you are signed in to Troupe:',
      `${config.issuer}/account/email/confirm?token=${token}`,
      'The link works once, for 24 hours.',
      "If this wasn't you, ignore this email. Nothing changes unless the link is opened.",
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
      `Someone signed in to your Troupe account asked to change its email to ${email}. It changes once the link we sent there is opened.`,
      "If this was you, you don't need to do anything.",
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
      `The email of your Troupe account is now ${account.email}. You can no longer sign in with this one.`,
      `If this wasn't you, contact us right away: ${config.links.help}`,
    ),
  };
}

export function accountClosedMail(config: Config, { email, givenName }: MailJobs['account-closed']): Mail {
  return {
    to: email,
    subject: 'Your account is closed',
    text: paragraphs(
      `Hello ${givenName},`,
      'Your Troupe account is closed. Its name, email, password, passkeys and codes were removed.',
      `If this wasn't you, contact us: ${config.links.help}`,
    ),
  };
}

function ifNotYou(config: Config, role: 'brand' | 'creator'): string[] {
  const app = clientOrigin(config, role === 'creator' ? portalClientId : undefined);
  return [
    `If this wasn't you, set a new password now: open ${app}/login and choose "Forgot password?". Then review your sign-in settings: ${config.issuer}/account`,
  ];
}
