import { useNavigate } from '@tanstack/react-router';
import type { CampaignSummary } from '@troupe/domain/campaigns/campaign';
import { Link } from '@troupe/ui/action/link';
import { Count, Pill } from '@troupe/ui/content/pill';
import { useArrowList } from '@troupe/ui/hooks';
import { CardGrid, RecordCard } from '@troupe/ui/layout/record-card';
import { dayText } from '@troupe/ui/lib/date';
import { compactCount, exactNumber } from '@troupe/ui/lib/format';
import { useState } from 'react';
import { LoadMore } from '../../../shared/list/list-pages.tsx';
import { t } from '../messages/messages.gen.ts';
import type { CampaignAction } from './campaign-dialogs.tsx';
import { offerText, statusLook, titleOf } from './campaign-fields.ts';
import { CampaignMenu } from './campaign-menu.tsx';
import { CampaignChannels, CampaignCover } from './campaign-parts.tsx';

const FIRST = 48;
const STEP = 24;

interface CampaignCardsProps {
  campaigns: readonly CampaignSummary[];
  onAction: (action: CampaignAction) => void;
}

/** Campaigns as cards; more are rendered on scrolling. */
export function CampaignCards({ campaigns, onAction }: CampaignCardsProps) {
  const navigate = useNavigate();
  const first = campaigns[0]?.id;
  const [more, setMore] = useState({ first, count: FIRST });
  // A different list starts at its top.
  const drawn = more.first === first ? more.count : FIRST;
  const shown = campaigns.slice(0, drawn);
  const open = (campaignId: string) =>
    void navigate({ to: '/campaigns/$campaignId', params: { campaignId } });
  const { rowProps } = useArrowList({ keys: shown.map(({ id }) => id), onOpen: open, grid: true });
  return (
    <>
      <CardGrid>
        {shown.map((campaign) => (
          <CampaignCard
            key={campaign.id}
            campaign={campaign}
            row={rowProps(campaign.id)}
            onOpen={() => open(campaign.id)}
            onAction={onAction}
          />
        ))}
      </CardGrid>
      <LoadMore
        left={campaigns.length - shown.length}
        busy={false}
        failed={false}
        onMore={() => setMore({ first, count: drawn + STEP })}
      />
    </>
  );
}

interface CampaignCardProps {
  campaign: CampaignSummary;
  row: ReturnType<ReturnType<typeof useArrowList>['rowProps']>;
  onOpen: () => void;
  onAction: (action: CampaignAction) => void;
}

function CampaignCard({ campaign, row, onOpen, onAction }: CampaignCardProps) {
  const look = statusLook(campaign.status);
  const { optInCount, pendingCount, unseenCount, unreadMessageCount, liveDue } = campaign;
  return (
    <RecordCard
      {...row}
      label={titleOf(campaign)}
      onOpen={onOpen}
      who={
        <span className="campaign-card-who">
          <CampaignCover src={campaign.coverUrl} seed={campaign.title} size="card" />
          <span className="campaign-card-name">
            <Link href={`/campaigns/${campaign.id}`} tabIndex={-1} className="t-name t-ellipsis">
              {titleOf(campaign)}
            </Link>
            <span className="t-row">
              <Pill tone={look.tone} dot={campaign.status === 'publish'}>
                {look.label}
              </Pill>
              <CampaignChannels channels={campaign.socialChannels} />
            </span>
          </span>
        </span>
      }
      aside={<CampaignMenu campaign={campaign} onAction={onAction} />}
      reason={
        <dl className="campaign-card-facts">
          <div>
            <dt>{t('campaigns.optIns')}</dt>
            <dd>{exactNumber(optInCount)}</dd>
          </div>
          <div>
            <dt>{t('campaigns.toReview')}</dt>
            <dd>
              <Count attention={unseenCount > 0} label={t('campaigns.notSeen', { count: unseenCount })}>
                {exactNumber(pendingCount)}
              </Count>
            </dd>
          </div>
          <div>
            <dt>{t('campaigns.unread')}</dt>
            <dd>
              <Count
                attention={unreadMessageCount > 0}
                label={t('campaigns.unreadMessages', { count: unreadMessageCount })}
              >
                {compactCount(unreadMessageCount)}
              </Count>
            </dd>
          </div>
          <div className="campaign-card-foot">
            <dt className="t-hidden">{t('campaigns.offerAndDay')}</dt>
            <dd className="t-12 t-ink3">
              {[offerText(campaign), liveDue && t('campaigns.contentDue', { date: dayText(liveDue) })]
                .filter(Boolean)
                .join(' · ')}
            </dd>
          </div>
        </dl>
      }
    />
  );
}
