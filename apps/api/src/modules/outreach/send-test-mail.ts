import { sendTestMail } from '@troupe/contract/outreach/email-domain';
import { escapeHtml } from '@troupe/domain/html-text';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { readBrandName } from '../account/brand/brand.queries.ts';
import { readUser } from '../account/brand/brand-member.queries.ts';
import { signingIdentityOf } from './email-domain/email-domain.queries.ts';
import { suppressedAmong } from './mail/mail.queries.ts';
import { queueMails } from './mail/mail-queue.queries.ts';

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
  const lines = [
    `This is a test email from ${brandName}, sent from ${identity.fromAddress}.`,
    `If it reached your inbox, email from ${identity.domain} is set up: signed, with a working return path.`,
  ];
  await withTransaction(api.pool, (tx) =>
    queueMails(
      tx,
      [
        {
          brandId,
          kind: 'test',
          to: { address: user.email, name: `${user.firstName} ${user.lastName}`.trim() },
          subject: `Test email from ${brandName}`,
          html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n'),
          plain: lines.join('\n\n'),
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
