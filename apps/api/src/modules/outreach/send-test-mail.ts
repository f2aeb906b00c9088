import { sendTestMail } from '@troupe/contract/outreach/email-domain';
import { escapeHtml } from '@troupe/domain/html-text';
import { problem } from '@troupe/domain/problem';
import { inLanguage } from '@troupe/i18n/language';
import type { Api, CallContext } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { emailHtml } from '../../platform/language.ts';
import { readBrandName } from '../account/brand/brand.queries.ts';
import { readUser } from '../account/brand/brand-member.queries.ts';
import { readLanguages } from '../account/user/user.queries.ts';
import { signingIdentityOf } from './email-domain/email-domain.queries.ts';
import { suppressedAmong } from './mail/mail.queries.ts';
import { queueMails } from './mail/mail-queue.queries.ts';
import { t } from './messages/messages.gen.ts';

/** Registers the call that sends the caller a test email from the brand's domain, the way invites are sent. */
export function testMailRoutes(api: Api): void {
  api.implement(sendTestMail, (context) => sendTest(api, context));
}

async function sendTest(api: Api, { brandId, caller }: CallContext<typeof sendTestMail>) {
  const identity = await signingIdentityOf(api.db, api.config.SECRET_KEY, brandId);
  if (!identity)
    throw problem('email_domain_required', { message: 'Verify your email domain to send email.' });
  const [user, brandName] = await Promise.all([
    readUser(api.db, caller.userId, caller.role),
    readBrandName(api.db, brandId),
  ]);
  if (!user || brandName === null) throw problem('not_found');
  const suppressed = await suppressedAmong(api.db, brandId, [user.email]);
  if (suppressed.size > 0)
    throw problem('suppressed', { message: `${user.email} bounced earlier or unsubscribed.` });
  const language = (await readLanguages(api.db, [caller.userId])).get(caller.userId) ?? 'en';
  const content = inLanguage(language, () => renderTest(brandName, identity));
  await withTransaction(api.pool, (tx) =>
    queueMails(
      tx,
      [
        {
          brandId,
          kind: 'test',
          to: { address: user.email, name: `${user.firstName} ${user.lastName}`.trim() },
          ...content,
          dueAt: null,
          domain: identity.domain,
          unsubscribable: false,
        },
      ],
      api.clock.now(),
    ),
  );
  return { success: true, to: user.email };
}

/** Renders the test email in the current language. */
function renderTest(brandName: string, { fromAddress, domain }: { fromAddress: string; domain: string }) {
  const lines = [t('test.intro', { brand: brandName, address: fromAddress }), t('test.setUp', { domain })];
  return {
    subject: t('test.subject', { brand: brandName }),
    html: emailHtml(lines.map((line) => `<p>${escapeHtml(line)}</p>`)),
    plain: lines.join('\n\n'),
  };
}
