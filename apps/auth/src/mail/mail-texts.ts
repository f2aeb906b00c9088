import type { Language } from '@troupe/i18n/language';
import { findAccountByEmail, findAccountById } from '../accounts/accounts.ts';
import { createMailLink } from '../accounts/mail-links.ts';
import { findSignUp } from '../accounts/sign-ups.ts';
import type { Config } from '../config.ts';
import type { Queryable } from '../database.ts';
import { t } from '../messages/messages.gen.ts';
import { clientOrigin } from '../provider/clients.ts';
import { runInLanguage } from '../request-language.ts';
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
  const language = await languageOf(db, payload);
  return await runInLanguage(language, async () => await writers[kind](db, config, payload));
}

/** The language of the person whom an email is about. */
async function languageOf(db: Queryable, payload: MailJobs[keyof MailJobs]): Promise<Language | null> {
  if ('language' in payload) return payload.language;
  if ('signUpId' in payload) return (await findSignUp(db, payload.signUpId))?.language ?? null;
  if ('accountId' in payload) return (await findAccountById(db, payload.accountId))?.language ?? null;
  return (await findAccountByEmail(db, payload.email))?.language ?? null;
}

async function verifyMail(db: Queryable, config: Config, { signUpId }: MailJobs['verify']) {
  const signUp = await findSignUp(db, signUpId);
  if (!signUp) return undefined;
  const app = clientOrigin(config, signUp.clientId);
  if (await findAccountByEmail(db, signUp.email)) {
    return {
      to: signUp.email,
      subject: t('mail.exists.subject'),
      text: paragraphs(
        t('mail.exists.text'),
        t('mail.exists.logIn', { login: `${app}/login` }),
        t('mail.exists.forgot'),
        t('mail.ifNotYou'),
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
    subject: t('mail.verify.subject'),
    text: paragraphs(
      t('mail.hello', { name: signUp.givenName }),
      t('mail.verify.open'),
      `${config.issuer}/interaction/${signUp.interactionUid}/verify?token=${token}`,
      t('mail.verify.works'),
      t('mail.verify.ignore'),
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
    subject: t('mail.reset.subject'),
    text: paragraphs(
      t('mail.hello', { name: account.givenName }),
      t('mail.reset.open'),
      `${config.issuer}/interaction/${payload.interactionUid}/reset?token=${token}`,
      t('mail.reset.works'),
      t('mail.reset.ignore'),
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
    subject: t('reset.done'),
    text: paragraphs(
      t('mail.hello', { name: account.givenName }),
      elsewhere ? t('mail.changed.else') : t('mail.changed.everywhere'),
      t('mail.changed.ifNotYou', { login: `${config.webOrigin}/login` }),
    ),
  };
}
