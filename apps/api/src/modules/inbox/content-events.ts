import { CONTENT_KIND_NAMES, type ContentKind } from '@troupe/domain/campaigns/campaign-brief';
import type { DomainEventOf } from '@troupe/domain/domain-event';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { readProfileOf } from '../campaigns/campaign-content/live-post.queries.ts';
import { notify, notifyPeople, settleDecided } from './notification/notification.queries.ts';

const withArticle = (kind: ContentKind) => `a ${CONTENT_KIND_NAMES[kind][0]}`;

/** Notifies teams of content to review, and creators of decisions. */
export function subscribeContentNotices({ events }: Pick<Api, 'events'>): void {
  events.subscribe('content.submitted', async (tx, published, now) => {
    for (const event of published) if (event.data.by === 'creator') await notifyTeam(tx, event, now);
  });
  events.subscribe(['content.approved', 'content.change_requested'], async (tx, published, now) => {
    for (const event of published) await notifyCreator(tx, event, now);
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
    title: `@${profile?.username ?? ''} submitted ${withArticle(kind)}`,
    text: again ? 'A new version is ready for review.' : 'Ready for review.',
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
  const title = reopened
    ? 'Approval revoked: changes requested'
    : type === 'content.approved'
      ? 'Your content is approved'
      : 'Changes requested';
  await notifyPeople(tx, creatorUserId ? [creatorUserId] : [], {
    brandId,
    kind: 'content',
    now,
    title,
    text: comment || 'You can post it now, then submit the link.',
    href: `/opt-ins/${optInId}`,
    reference: `content:${previewId}:${version}:${type.slice('content.'.length)}`,
  });
}
