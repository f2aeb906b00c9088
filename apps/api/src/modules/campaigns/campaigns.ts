import { shareCampaign } from '@troupe/contract/campaigns/campaign';
import { escapeHtml } from '@troupe/domain/html-text';
import { problem } from '@troupe/domain/problem';
import { inLanguage } from '@troupe/i18n/language';
import type { Api } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import type { Files } from '../../platform/files/files.ts';
import { idOf, newId } from '../../platform/id.ts';
import { emailHtml } from '../../platform/language.ts';
import { readBrandName } from '../account/brand/brand.queries.ts';
import { readUser } from '../account/brand/brand-member.queries.ts';
import { readLanguages, readLanguagesOfEmails } from '../account/user/user.queries.ts';
import { holdsPlan } from '../billing/subscription/subscription.queries.ts';
import { countShares, knownMails, suppressedAmong } from '../outreach/mail/mail.queries.ts';
import { noticeDomain, queueMails } from '../outreach/mail/mail-queue.queries.ts';
import { isSampleCampaign, readCampaign } from './campaign/campaign.queries.ts';
import { campaignRoutes } from './campaign/campaign.routes.ts';
import { cancelWaitingInvites } from './invite/invite-change.queries.ts';
import { t } from './messages/messages.gen.ts';

const DAY_MS = 86_400_000;
/** Daily limit per brand: these emails share one sender reputation across brands. */
const MAX_PER_DAY = 60;

/** Registers campaign calls, including sharing a campaign with teammates by email. */
export function campaigns(api: Api, files: Files): void {
  campaignRoutes({ api, files, holdsPlan, stopInvites: cancelWaitingInvites });

  api.implement(shareCampaign, async ({ brandId, params, body, caller, idempotencyKey }) => {
    const now = api.clock.now();
    const [campaign, brandName, sender] = await Promise.all([
      readCampaign(api.pool, brandId, params.campaignId, api.config.API_ORIGIN, now),
      readBrandName(api.db, brandId),
      readUser(api.db, caller.userId, caller.role),
    ]);
    if (!campaign || brandName === null) throw problem('not_found');
    if (await isSampleCampaign(api.db, brandId, params.campaignId)) throw problem('sample_data');
    const addresses = [...new Set(body.emails.map((address) => address.trim().toLowerCase()))];
    const suppressed = await suppressedAmong(api.db, brandId, addresses);
    const name = [sender?.firstName, sender?.lastName].filter(Boolean).join(' ');
    const link = `${api.config.WEB_ORIGIN}/campaigns/${campaign.id}`;
    const about = { name, brand: brandName, campaign: campaign.title };
    const [languages, own] = await Promise.all([
      readLanguagesOfEmails(api.db, addresses),
      readLanguages(api.db, [caller.userId]),
    ]);
    const mails = addresses
      .filter((address) => !suppressed.has(address))
      .map((address) => ({
        // A retry with the same key sends the same email.
        id: idempotencyKey
          ? idOf(`share:${caller.userId}:${campaign.id}:${idempotencyKey}:${address}`)
          : newId(),
        brandId,
        kind: 'notice' as const,
        purpose: 'share' as const,
        to: { address, name: '' },
        // People without an account probably work with the person who shares it.
        ...inLanguage(languages.get(address) ?? own.get(caller.userId) ?? 'en', () =>
          renderShare(about, link),
        ),
        dueAt: null,
        domain: noticeDomain(api),
        unsubscribable: false,
      }));
    const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
    await withTransaction(api.pool, async (tx) => {
      const shared = await countShares(tx, brandId, dayAgo);
      const known = await knownMails(
        tx,
        brandId,
        mails.map(({ id }) => id),
      );
      const missing = mails.filter(({ id }) => !known.has(id));
      if (missing.length > 0 && shared + missing.length > MAX_PER_DAY)
        throw problem('rate_limited', { message: 'Daily sharing limit reached. Copy the link instead.' });
      await queueMails(tx, missing, now);
    });
    return { success: true, sent: mails.length };
  });
}

/** Renders the email that shares a campaign, in the current language. */
function renderShare(about: { name: string; brand: string; campaign: string }, link: string) {
  const intro = about.name ? t('share.intro', about) : t('share.introByColleague', about);
  return {
    subject: t('share.subject', about).replace(/[\r\n]+/g, ' '),
    html: emailHtml([
      `<p>${escapeHtml(intro)}</p>`,
      `<p><a href="${link}">${escapeHtml(t('mail.openCampaign'))}</a></p>`,
    ]),
    plain: `${intro}\n\n${link}\n`,
  };
}
