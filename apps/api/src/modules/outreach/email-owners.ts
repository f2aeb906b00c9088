import { escapeHtml } from '@troupe/domain/html-text';
import { inLanguage } from '@troupe/i18n/language';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { emailHtml } from '../../platform/language.ts';
import { readOwners } from '../account/brand/brand-member.queries.ts';
import { readLanguagesOfEmails } from '../account/user/user.queries.ts';
import { suppressedAmong } from './mail/mail.queries.ts';
import { noticeDomain, queueMails } from './mail/mail-queue.queries.ts';

/** An email to a brand's owners. */
export interface BrandEmail {
  /** Writes it in the current language, that of each reader: `text` are paragraphs of plain text. */
  write: () => { subject: string; text: readonly string[]; label: string };
  /** Where its link goes. */
  href: string;
}

/** Queues an email to every owner of a brand, in the transaction of its cause. */
export async function emailOwners(
  api: Pick<Api, 'config' | 'clock'>,
  tx: Database,
  brandId: string,
  email: BrandEmail,
): Promise<void> {
  await emailPeople(api, tx, brandId, await readOwners(tx, brandId), email);
}

/** Queues an email about a brand to the given people. */
export async function emailPeople(
  { config, clock }: Pick<Api, 'config' | 'clock'>,
  tx: Database,
  brandId: string,
  people: readonly { email: string; name: string }[],
  { write, href }: BrandEmail,
): Promise<void> {
  const addresses = people.map(({ email }) => email.toLowerCase());
  const languages = await readLanguagesOfEmails(tx, addresses);
  const suppressed = await suppressedAmong(tx, brandId, addresses);
  const mails = people
    .filter(({ email }) => email !== '' && !suppressed.has(email.toLowerCase()))
    .map(({ email, name }) => ({
      ...inLanguage(languages.get(email.toLowerCase()) ?? 'en', () => render(write(), href)),
      brandId,
      kind: 'notice' as const,
      to: { address: email, name },
      dueAt: null,
      domain: noticeDomain({ config }),
      unsubscribable: false,
    }));
  await queueMails(tx, mails, clock.now());
}

const render = ({ subject, text, label }: ReturnType<BrandEmail['write']>, href: string) => ({
  subject,
  plain: [...text, `${label}:\n${href}\n`].join('\n\n'),
  html: emailHtml([
    ...text.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    `<p><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></p>`,
  ]),
});
