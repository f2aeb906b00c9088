import { sendTestMail } from '@troupe/contract/outreach/email-domain';
import { escapeHtml } from '@troupe/domain/html-text';
import { MAX_TEST_MAILBOXES, MAX_TESTS_PER_DAY } from '@troupe/domain/outreach/domain-health';
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
import { AHEAD_OF_INVITES, queueMails } from './mail/mail-queue.queries.ts';
import { countTests, startPlacementTest } from './mail/placement.queries.ts';
import { readMailboxes } from './mailbox/mailbox.queries.ts';
import { t } from './messages/messages.gen.ts';

const DAY = 86_400_000;

/**
 * Registers the call that sends the caller and the brand's connected mailboxes a test email from the brand's domain, the
 * way invites are sent. The mailboxes are then searched for it.
 */
export function testMailRoutes(api: Api): void {
  api.implement(sendTestMail, (context) => sendTest(api, context));
}

async function sendTest(api: Api, { brandId, caller }: CallContext<typeof sendTestMail>) {
  const identity = await signingIdentityOf(api.db, api.config.SECRET_KEY, brandId);
  if (!identity)
    throw problem('email_domain_required', { message: 'Verify your email domain to send email.' });
  const [user, brandName, mailboxes] = await Promise.all([
    readUser(api.db, caller.userId, caller.role),
    readBrandName(api.db, brandId),
    readMailboxes(api.db, brandId),
  ]);
  if (!user || brandName === null) throw problem('not_found');
  // An email from a mailbox says nothing about the domain.
  const isFromDomain = !mailboxes.some(({ isSender }) => isSender);
  const connected = isFromDomain ? mailboxes.filter(({ status }) => status === 'connected') : [];
  const addresses = connected.map(({ address }) => address);
  const suppressed = await suppressedAmong(api.db, brandId, [user.email, ...addresses]);
  if (suppressed.has(user.email.toLowerCase()))
    throw problem('suppressed', { message: `${user.email} bounced earlier or unsubscribed.` });
  const searched = connected
    .filter(({ address }) => !suppressed.has(address.toLowerCase()))
    .slice(0, MAX_TEST_MAILBOXES);
  const recipients = [
    { address: user.email, name: `${user.firstName} ${user.lastName}`.trim() },
    ...searched.filter(({ address }) => !isSame(address, user.email)),
  ];
  const language = (await readLanguages(api.db, [caller.userId])).get(caller.userId) ?? 'en';
  const content = inLanguage(language, () => renderTest(brandName, identity));
  const { domain } = identity;
  await withTransaction(api.pool, async (tx) => {
    const dayAgo = new Date(api.clock.now().getTime() - DAY);
    if ((await countTests(tx, brandId, dayAgo)) >= MAX_TESTS_PER_DAY)
      throw problem('rate_limited', {
        message: `Your brand can send up to ${MAX_TESTS_PER_DAY} test emails a day. Try again tomorrow.`,
      });
    // Read once the lock is held: tests are told apart by their time.
    const now = api.clock.now();
    const mails = recipients.map(({ address, name }) => ({
      ...content,
      brandId,
      kind: 'test' as const,
      purpose: 'test' as const,
      to: { address, name },
      // Its result is wanted before the invites that wait.
      dueAt: AHEAD_OF_INVITES,
      domain,
      unsubscribable: false,
    }));
    const ids = await queueMails(tx, mails, now);
    if (searched.length === 0) return;
    const results = searched.map(({ id: mailboxId, address }) => ({
      mailId: ids[recipients.findIndex((to) => isSame(to.address, address))] ?? '',
      mailboxId,
      address,
      folder: null,
    }));
    await startPlacementTest(tx, brandId, domain, { sent: now.toISOString(), results });
  });
  return { success: true, to: user.email, mailboxes: searched.length };
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Renders the test email in the current language. */
function renderTest(brandName: string, { fromAddress, domain }: { fromAddress: string; domain: string }) {
  const lines = [t('test.intro', { brand: brandName, address: fromAddress }), t('test.setUp', { domain })];
  return {
    subject: t('test.subject', { brand: brandName }),
    html: emailHtml(lines.map((line) => `<p>${escapeHtml(line)}</p>`)),
    plain: lines.join('\n\n'),
  };
}
