import { shareCampaign } from '@troupe/contract/campaigns/campaign';
import { escapeHtml } from '@troupe/domain/html-text';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import type { Files } from '../../platform/files/files.ts';
import { idOf, newId } from '../../platform/id.ts';
import { readBrandName } from '../account/brand/brand.queries.ts';
import { readUser } from '../account/brand/brand-member.queries.ts';
import { holdsPlan } from '../billing/subscription/subscription.queries.ts';
import { countShares, knownMails, suppressedAmong } from '../outreach/mail/mail.queries.ts';
import { noticeDomain, queueMails } from '../outreach/mail/mail-queue.queries.ts';
import { readCampaign } from './campaign/campaign.queries.ts';
import { campaignRoutes } from './campaign/campaign.routes.ts';
import { cancelWaitingInvites } from './invite/invite-change.queries.ts';

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
    const addresses = [...new Set(body.emails.map((address) => address.trim().toLowerCase()))];
    const suppressed = await suppressedAmong(api.db, brandId, addresses);
    const name = [sender?.firstName, sender?.lastName].filter(Boolean).join(' ') || 'A colleague';
    const link = `${api.config.WEB_ORIGIN}/campaigns/${campaign.id}`;
    const intro = `${name} shared the ${brandName} campaign “${campaign.title}” with you.`;
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
        subject: `${campaign.title} by ${brandName}`.replace(/[\r\n]+/g, ' '),
        html: `<p>${escapeHtml(intro)}</p>\n<p><a href="${link}">Open the campaign</a></p>`,
        plain: `${intro}\n\n${link}\n`,
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
