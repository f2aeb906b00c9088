import { escapeHtml } from '@troupe/domain/html-text';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { readOwners } from '../account/brand/brand-member.queries.ts';
import { suppressedAmong } from './mail/mail.queries.ts';
import { noticeDomain, queueMails } from './mail/mail-queue.queries.ts';

/** An email to a brand's owners. */
export interface BrandEmail {
  subject: string;
  /** Paragraphs of plain text. */
  text: readonly string[];
  link: { href: string; label: string };
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
  { subject, text, link }: BrandEmail,
): Promise<void> {
  const addresses = people.map(({ email }) => email.toLowerCase());
  const suppressed = await suppressedAmong(tx, brandId, addresses);
  const mails = people
    .filter(({ email }) => email !== '' && !suppressed.has(email.toLowerCase()))
    .map(({ email, name }) => ({
      brandId,
      kind: 'notice' as const,
      to: { address: email, name },
      subject,
      plain: [...text, `${link.label}:\n${link.href}\n`].join('\n\n'),
      html: [
        ...text.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
        `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>`,
      ].join('\n'),
      dueAt: null,
      domain: noticeDomain({ config }),
      unsubscribable: false,
    }));
  await queueMails(tx, mails, clock.now());
}
