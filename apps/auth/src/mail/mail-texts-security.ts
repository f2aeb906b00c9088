import { findAccountByEmail, findAccountById } from '../accounts/accounts.ts';
import { findEmailChangeOf, makeEmailLink } from '../accounts/email-changes.ts';
import type { Config } from '../config.ts';
import type { Queryable } from '../database.ts';
import { t } from '../messages/messages.gen.ts';
import { clientOrigin, portalClientId } from '../provider/clients.ts';
import type { Mail, MailJobs } from './mail-queue.ts';

export const paragraphs = (...texts: string[]): string => `${texts.join('\n\n')}\n`;

/** Composes the notice of a security change. */
export async function securityMail(
  db: Queryable,
  config: Config,
  { accountId, change, name }: MailJobs['security'],
): Promise<Mail | undefined> {
  const account = await findAccountById(db, accountId);
  if (!account) return undefined;
  return {
    to: account.email,
    subject: t(`mail.security.${change}.subject`),
    text: paragraphs(
      t('mail.hello', { name: account.givenName }),
      t(`mail.security.${change}.text`),
      ...(name ? [t('mail.itsName', { name })] : []),
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
      subject: t('mail.emailTaken.subject'),
      text: paragraphs(t('mail.emailTaken.text'), t('mail.ifNotYou')),
    };
  }
  const token = await makeEmailLink(db, change);
  return {
    to: email,
    subject: t('email.confirmTitle'),
    text: paragraphs(
      t('mail.emailConfirm.intro'),
      t('mail.emailConfirm.open'),
      `${config.issuer}/account/email/confirm?token=${token}`,
      t('mail.emailConfirm.works'),
      t('mail.emailConfirm.ignore'),
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
    subject: t('mail.emailAsked.subject'),
    text: paragraphs(
      t('mail.hello', { name: account.givenName }),
      t('mail.emailAsked.text', { email }),
      t('mail.emailAsked.you'),
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
    subject: t('mail.emailChanged.subject'),
    text: paragraphs(
      t('mail.hello', { name: account.givenName }),
      t('mail.emailChanged.text', { email: account.email }),
      t('mail.contactNow', { help: config.links.help }),
    ),
  };
}

export function accountClosedMail(config: Config, { email, givenName }: MailJobs['account-closed']): Mail {
  return {
    to: email,
    subject: t('mail.closed.subject'),
    text: paragraphs(
      t('mail.hello', { name: givenName }),
      t('mail.closed.text'),
      t('mail.contact', { help: config.links.help }),
    ),
  };
}

function ifNotYou(config: Config, role: 'brand' | 'creator'): string[] {
  const app = clientOrigin(config, role === 'creator' ? portalClientId : undefined);
  return [t('mail.secure', { login: `${app}/login`, account: `${config.issuer}/account` })];
}
