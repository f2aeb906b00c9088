import type { DomainEventOf } from '@troupe/domain/domain-event';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { readCampaignTitle } from '../campaigns/campaign/campaign.queries.ts';
import { readProfileOf } from '../campaigns/campaign-content/live-post.queries.ts';
import { t } from './messages/messages.gen.ts';
import { t as team } from './notification/messages/messages.gen.ts';
import { notify, notifyPeople, settleDecided } from './notification/notification.queries.ts';

/** Notifies teams of content to review, and creators of decisions. */
export function subscribeContentNotices({ events }: Pick<Api, 'events'>): void {
  events.subscribe('content.submitted', async (tx, published, now) => {
    for (const event of published) if (event.data.by === 'creator') await notifyTeam(tx, event, now);
  });
  events.subscribe(['content.approved', 'content.change_requested'], async (tx, published, now) => {
    for (const event of published) await notifyCreator(tx, event, now);
  });
  events.subscribe('untagged_post.changed', async (tx, published, now) => {
    for (const event of published) if (event.data.found > 0) await notifyOfUntagged(tx, event, now);
  });
}

/** Notifies the team of untagged posts, once a day and campaign. */
async function notifyOfUntagged(
  tx: Database,
  { brandId, data: { campaignId } }: DomainEventOf<'untagged_post.changed'>,
  now: Date,
): Promise<void> {
  const campaign = await readCampaignTitle(tx, brandId, campaignId);
  await notify(tx, {
    brandId,
    kind: 'content',
    now,
    write: () => ({
      title: team('untagged.title', { campaign: campaign ?? '' }),
      text: team('untagged.text'),
    }),
    href: `/campaigns/${campaignId}/shoutouts`,
    reference: `untagged:${campaignId}:${now.toISOString().slice(0, 10)}`,
  });
}

async function notifyTeam(
  tx: Database,
  { brandId, data: { optInId, campaignId, previewId, kind, again } }: DomainEventOf<'content.submitted'>,
  now: Date,
): Promise<void> {
  const profile = await readProfileOf(tx, optInId);
  await notify(tx, {
    brandId,
    kind: 'content',
    now,
    write: () => ({
      title: team(`content.${kind}`, { username: profile?.username ?? '' }),
      text: again ? team('review.again') : team('review.first'),
    }),
    href: `/campaigns/${campaignId}/content-previews`,
    reference: `content:${previewId}:${now.getTime()}`,
  });
}

async function notifyCreator(
  tx: Database,
  { brandId, type, data }: DomainEventOf<'content.approved' | 'content.change_requested'>,
  now: Date,
): Promise<void> {
  const { optInId, previewId, version, creatorUserId, comment, reopened } = data;
  await settleDecided(tx, { brandId, of: `content:${previewId}:` }, now);
  await notifyPeople(tx, creatorUserId ? [creatorUserId] : [], {
    brandId,
    kind: 'content',
    now,
    write: () => ({
      title: reopened
        ? t('content.reopened')
        : type === 'content.approved'
          ? t('content.approved')
          : t('content.changes'),
      text: comment || t('content.postNow'),
    }),
    href: `/opt-ins/${optInId}`,
    reference: `content:${previewId}:${version}:${type.slice('content.'.length)}`,
  });
}
