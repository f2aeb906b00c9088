import { IconPencil, IconPlayerPause, IconPlayerPlay, IconSend, IconShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { Tabs } from '@troupe/ui/layout/tabs';
import { dayText } from '@troupe/ui/lib/date';
import { compactCount } from '@troupe/ui/lib/format';
import { type ReactNode, useState } from 'react';
import { DocumentTitle, GenericError, PageLoading, SheetHead } from '../../../shared/screen/screen.tsx';
import { CAMPAIGN_TABS, type CampaignTab, TAB_NAMES, tabCount } from './campaign-address.ts';
import { type CampaignAction, CampaignDialogs } from './campaign-dialogs.tsx';
import { statusLooks, titleOf } from './campaign-fields.ts';
import { payText, productText } from './campaign-labels.ts';
import { CampaignMenu } from './campaign-menu.tsx';
import { CampaignCover } from './campaign-parts.tsx';
import { campaignOptions } from './campaign-queries.ts';
import { useCampaignStatus } from './use-campaign-status.ts';
import './campaign-frame.css';

interface CampaignFrameProps {
  campaignId: string;
  tab: CampaignTab;
  children: ReactNode;
}

/** The head and the tabs of a campaign; what stands below is the tab's own. */
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
          label="Campaign"
          items={CAMPAIGN_TABS.map((one) => {
            const count = tabCount(one, campaign.counts);
            return {
              label: TAB_NAMES[one],
              href: one === 'overview' ? base : `${base}/${one}`,
              active: one === tab,
              ...(count === undefined ? {} : { count: compactCount(count) }),
            };
          })}
        />
      </SheetHead>
      {children}
    </>
  );
}

/** Since when it runs and what is due, as far as it is known. */
function sentence(campaign: CampaignDetails): string {
  const { published, brief } = campaign;
  const pay = payText({ ...brief, commissionPercent: null });
  return [
    published && campaign.status !== 'draft'
      ? `Live since ${dayText(published)}`
      : `Created ${dayText(campaign.created)}`,
    brief.closes &&
      (Date.parse(brief.closes) > Date.now()
        ? `Open until ${dayText(brief.closes)}`
        : `Closed ${dayText(brief.closes)}`),
    brief.liveDue && `Content due ${dayText(brief.liveDue)}`,
    pay ? `Paid, ${pay.toLowerCase()} per creator` : productText(brief) ? 'Gifted' : null,
  ]
    .filter(Boolean)
    .join(' · ');
}

function Head({ campaign }: { campaign: CampaignDetails }) {
  const [action, setAction] = useState<CampaignAction | null>(null);
  const { move, busyId } = useCampaignStatus();
  const { status, id } = campaign;
  const look = statusLooks[status];
  const busy = busyId === id;
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
            <Button
              kind="quiet"
              icon={<IconShare size={16} />}
              onClick={() => setAction({ kind: 'share', campaign })}
            >
              Share
            </Button>
            {status === 'publish' && (
              <Button
                icon={<IconPlayerPause size={16} />}
                busy={busy}
                onClick={() => void move(campaign, 'paused')}
              >
                Pause
              </Button>
            )}
            {status === 'paused' && (
              <Button
                icon={<IconPlayerPlay size={16} />}
                busy={busy}
                onClick={() => void move(campaign, 'publish')}
              >
                Publish again
              </Button>
            )}
            {status !== 'archived' && (
              <Button
                kind={status === 'draft' ? 'main' : 'second'}
                icon={<IconPencil size={16} />}
                href={`/campaign-builder/${id}`}
              >
                {status === 'draft' ? 'Continue editing' : 'Edit'}
              </Button>
            )}
            {status === 'publish' && (
              <Button kind="main" icon={<IconSend size={16} />} href={`/creator-search?campaign=${id}`}>
                Invite creators
              </Button>
            )}
            {status === 'archived' && (
              <Button kind="main" busy={busy} onClick={() => void move(campaign, 'draft')}>
                Restore
              </Button>
            )}
            <CampaignMenu
              campaign={campaign}
              look="edged"
              without={['edit', 'share', 'pause']}
              onAction={setAction}
            />
          </>
        }
      />
      <CampaignDialogs action={action} onClose={() => setAction(null)} />
    </>
  );
}
