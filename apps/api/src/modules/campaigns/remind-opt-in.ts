import { remindOptIn } from '@troupe/contract/campaigns/opt-in';
import { deliverablesLabel } from '@troupe/domain/campaigns/campaign-brief';
import { NOT_REMINDABLE } from '@troupe/domain/campaigns/opt-in';
import { escapeHtml } from '@troupe/domain/html-text';
import { problem } from '@troupe/domain/problem';
import { inLanguage } from '@troupe/i18n/language';
import type { Api } from '../../platform/api.ts';
import { publish } from '../../platform/events.ts';
import { dayText, emailHtml } from '../../platform/language.ts';
import { readLanguages } from '../account/user/user.queries.ts';
import { suppressedAmong } from '../outreach/mail/mail.queries.ts';
import { noticeDomain, queueMails } from '../outreach/mail/mail-queue.queries.ts';
import { t } from './messages/messages.gen.ts';
import { addOptInEvents, optInChanged } from './opt-in/opt-in-change.queries.ts';
import { lockForReminder, markReminded } from './opt-in/opt-in-reminder.queries.ts';

const DAY = 86_400_000;

/** Registers the call that reminds creators by email of what is due. */
export function remindOptIns(api: Api): void {
  api.implement(remindOptIn, async ({ brandId, params: { optInId }, caller }) => {
    const now = api.clock.now();
    const refuse = (message: string) => problem('invalid_transition', { message });
    await api.db.transaction(async (tx) => {
      const found = await lockForReminder(tx, brandId, optInId);
      if (!found) throw problem('not_found');
      const { optIn, address } = found;
      if (optIn.status !== 'approved') throw refuse(NOT_REMINDABLE);
      if (optIn.remindedAt && Date.parse(optIn.remindedAt) > now.getTime() - DAY)
        throw refuse('This creator got a reminder in the last 24 hours. Try again tomorrow.');
      if (!address || optIn.removedAt) throw problem('no_contact');
      if ((await suppressedAmong(tx, brandId, [address.toLowerCase()])).size > 0) throw problem('suppressed');
      const link = `${api.config.PORTAL_ORIGIN}/opt-ins/${optInId}`;
      const languages = await readLanguages(tx, optIn.userId ? [optIn.userId] : []);
      const { html, plain, subject } = inLanguage(languages.get(optIn.userId ?? '') ?? 'en', () =>
        renderReminder(found, link),
      );
      await queueMails(
        tx,
        [
          {
            brandId,
            kind: 'notice',
            to: { address, name: found.fullname || found.username },
            subject,
            html,
            plain,
            dueAt: null,
            domain: noticeDomain(api),
            unsubscribable: false,
          },
        ],
        now,
      );
      await markReminded(tx, optInId, now);
      await addOptInEvents(
        tx,
        optInId,
        [{ kind: 'reminded', text: 'Reminder sent by email' }],
        caller.userId,
        now,
      );
      await publish(tx, optInChanged(optIn), now);
    });
    return { success: true };
  });
}

/** Renders the reminder in the current language. */
function renderReminder(
  { optIn, campaignTitle, brandName, fullname, username, submitted }: Reminded,
  link: string,
): { subject: string; html: string; plain: string } {
  const { deliverables, draftDue, liveDue } = optIn.agreement;
  const about = { brand: brandName, campaign: campaignTitle };
  const lines = [
    t('reminder.hello', { name: fullname || username }),
    t('reminder.intro', about),
    deliverables.length > 0 ? t('reminder.agreed', { content: deliverablesLabel(deliverables) }) : null,
    optIn.shipment.state === 'asked' ? t('reminder.address') : null,
    draftDue && !submitted ? t('reminder.draftDue', { day: dayText(draftDue, 'long') }) : null,
    liveDue ? t('reminder.liveDue', { day: dayText(liveDue, 'long') }) : null,
  ].filter((line) => line !== null);
  return {
    subject: t('reminder.subject', about),
    plain: `${[...lines, link].join('\n\n')}\n`,
    html: emailHtml([
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p><a href="${link}">${escapeHtml(t('mail.openCampaign'))}</a></p>`,
    ]),
  };
}

type Reminded = NonNullable<Awaited<ReturnType<typeof lockForReminder>>>;
