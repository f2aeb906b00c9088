import { IconPencil, IconPlayerPause, IconPlayerPlay, IconSend, IconShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { money } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { useIsPhone } from '@troupe/ui/hooks';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { Tabs } from '@troupe/ui/layout/tabs';
import { dayText } from '@troupe/ui/lib/date';
import { compactCount } from '@troupe/ui/lib/format';
import { memo, type ReactNode, useState } from 'react';
import { DocumentTitle, GenericError, PageLoading, SheetHead } from '../../../shared/screen/screen.tsx';
import { CAMPAIGN_TABS, type CampaignTab, tabCount, tabName } from './campaign-address.ts';
import { type CampaignAction, CampaignDialogs } from './campaign-dialogs.tsx';
import { statusLook, titleOf } from './campaign-fields.ts';
import { productText } from './campaign-labels.ts';
import { CampaignMenu } from './campaign-menu.tsx';
import { CampaignCover } from './campaign-parts.tsx';
import { campaignOptions } from './campaign-queries.ts';
import { useCampaignStatus } from './use-campaign-status.ts';
import './campaign-frame.css';
import { t } from '../messages/messages.gen.ts';

interface CampaignFrameProps {
  campaignId: string;
  tab: CampaignTab;
  children: ReactNode;
}

/** The header and tabs of a campaign, with the content of the tab below. */
export function CampaignFrame({ campaignId, tab, children }: CampaignFrameProps) {
  const { data: campaign, error } = useQuery({ ...campaignOptions(campaignId), refetchOnWindowFocus: true });
  if (!campaign) return error ? <GenericError error={error} /> : <PageLoading />;
  const base = `/campaigns/${campaign.id}`;
  return (
    <>
      <DocumentTitle>{titleOf(campaign)}</DocumentTitle>
      <SheetHead>
        <Head campaign={campaign} />
        <Tabs
          label={t('invite.campaign')}
          items={CAMPAIGN_TABS.map((one) => {
            const count = tabCount(one, campaign.counts);
            return {
              label: tabName(one),
              href: one === 'overview' ? base : `${base}/${one}`,
              active: one === tab,
              ...(count === undefined ? {} : { count: countText(one, count, campaign) }),
            };
          })}
        />
      </SheetHead>
      {children}
    </>
  );
}

/** The number of entries; for live posts, with those that are offered. */
function countText(tab: CampaignTab, count: number, { counts: { untaggedPosts } }: CampaignDetails): string {
  if (tab !== 'shoutouts' || untaggedPosts === 0) return compactCount(count);
  return t('campaign.tab.untagged', { count: compactCount(count), untagged: compactCount(untaggedPosts) });
}

/** `Live since 3 Nov 2026 · Open until 4 Dec 2026 · Paid, up to $640 per creator`. */
function sentence(campaign: CampaignDetails): string {
  const { published, brief } = campaign;
  const { maxPaidAmount, currency } = brief;
  return [
    published && campaign.status !== 'draft'
      ? t('campaign.liveSince', { date: dayText(published) })
      : t('campaign.created', { date: dayText(campaign.created) }),
    brief.closes &&
      (Date.parse(brief.closes) > Date.now()
        ? t('campaign.openUntil', { date: dayText(brief.closes) })
        : t('campaign.closed', { date: dayText(brief.closes) })),
    brief.liveDue && t('campaigns.contentDue', { date: dayText(brief.liveDue) }),
    maxPaidAmount !== null
      ? t('campaign.paid', { amount: money(maxPaidAmount, currency) })
      : productText(brief) && t('optIn.gifted'),
  ]
    .filter(Boolean)
    .join(' · ');
}

// Memoized: switching tabs renders the frame again.
const Head = memo(function Head({ campaign }: { campaign: CampaignDetails }) {
  const [action, setAction] = useState<CampaignAction | null>(null);
  const { move, busyId } = useCampaignStatus();
  const { status, id } = campaign;
  const look = statusLook(status);
  const busy = busyId === id;
  // On phones the menu has the actions that don't fit beside the main one.
  const isPhone = useIsPhone();
  return (
    <>
      <PageHeader
        media={<CampaignCover src={campaign.coverUrl} seed={campaign.title} size="head" />}
        title={titleOf(campaign)}
        aside={
          <Pill tone={look.tone} dot={status === 'publish'}>
            {look.label}
          </Pill>
        }
        subtitle={
          <span className="campaign-facts">
            <span className="campaign-channels t-row">
              {campaign.socialChannels.map((platform) => (
                <PlatformIcon key={platform} platform={platform} label={PLATFORM_NAMES[platform]} />
              ))}
            </span>
            <span>{sentence(campaign)}</span>
          </span>
        }
        actions={
          <>
            {!isPhone && (
              <Button
                kind="quiet"
                icon={<IconShare size={16} />}
                onClick={() => setAction({ kind: 'share', campaign })}
              >
                {t('campaign.share')}
              </Button>
            )}
            {status === 'publish' && !isPhone && (
              <Button
                icon={<IconPlayerPause size={16} />}
                busy={busy}
                onClick={() => void move(campaign, 'paused')}
              >
                {t('campaign.pause')}
              </Button>
            )}
            {status === 'paused' && !isPhone && (
              <Button
                icon={<IconPlayerPlay size={16} />}
                busy={busy}
                onClick={() => void move(campaign, 'publish')}
              >
                {t('campaign.publishAgain')}
              </Button>
            )}
            {status !== 'archived' && (
              <Button
                kind={status === 'draft' ? 'main' : 'second'}
                icon={<IconPencil size={16} />}
                href={`/campaign-builder/${id}`}
              >
                {status === 'draft' ? t('campaign.continueEditing') : t('action.edit')}
              </Button>
            )}
            {status === 'publish' && (
              <Button kind="main" icon={<IconSend size={16} />} href={`/creator-search?campaign=${id}`}>
                {t('review.invite')}
              </Button>
            )}
            {status === 'archived' && (
              <Button kind="main" busy={busy} onClick={() => void move(campaign, 'draft')}>
                {t('action.restore')}
              </Button>
            )}
            <CampaignMenu
              campaign={campaign}
              look="edged"
              without={isPhone ? ['edit'] : ['edit', 'share', 'pause']}
              onAction={setAction}
            />
          </>
        }
      />
      <CampaignDialogs action={action} onClose={() => setAction(null)} />
    </>
  );
});
