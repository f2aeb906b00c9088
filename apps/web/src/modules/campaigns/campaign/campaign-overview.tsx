import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { Button } from '@troupe/ui/action/button';
import { type FigureProps, LabelledFigure } from '@troupe/ui/content/figure';
import { Pill } from '@troupe/ui/content/pill';
import { whenIdle } from '@troupe/ui/hooks';
import { compactCount, exactNumber } from '@troupe/ui/lib/format';
import { lazy, type ReactNode, Suspense } from 'react';
import { BriefCard } from './brief/brief-card.tsx';
import { CampaignFunnel } from './campaign-funnel.tsx';
import { CampaignHistory } from './campaign-history.tsx';
import './campaign-overview.css';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';

// Below the opt-ins, where it moves nothing that is already shown.
const StoryPreflight = lazy(() => whenIdle('soon').then(() => import('./story/story-preflight.tsx')));

interface CampaignOverviewProps {
  campaign: CampaignDetails;
  /** The pending opt-ins. */
  deciding?: ReactNode;
}

/** The overview of a campaign. */
export function CampaignOverview({ campaign, deciding }: CampaignOverviewProps) {
  const { counts, collaborations, id, pendingCount, unseenCount } = campaign;
  const base = `/campaigns/${id}`;
  const { used, limit } = collaborations;
  return (
    <div className="t-page campaign-overview">
      <div className="campaign-overview-main">
        <div className="campaign-figures">
          <Cell
            label={t('usage.collaborations')}
            count={used}
            under={limit === null ? t('overview.noLimit') : t('overview.ofLimit', { limit })}
            builtFrom={t('overview.collaborationsFrom')}
            items={{ label: t('overview.viewApproved'), href: `${base}/opt-ins?status=approved` }}
          />
          <Cell
            label={t('campaigns.optIns')}
            count={counts.optIns}
            under={
              pendingCount > 0
                ? t('overview.pending', { count: exactNumber(pendingCount) })
                : t('overview.nonePending')
            }
            builtFrom={t('overview.optInsFrom')}
            items={{ label: t('overview.viewOptIns'), href: `${base}/opt-ins` }}
          />
          <Cell
            label={t('overview.uploads')}
            count={counts.uploads}
            under={t('overview.previews', { count: counts.contentPreviews })}
            builtFrom={t('overview.uploadsFrom')}
            items={{ label: t('overview.viewUploads'), href: `${base}/uploads` }}
          />
          <Cell
            label={t('overview.live')}
            count={counts.shoutouts + counts.stories}
            under={t('overview.liveParts', {
              shoutouts: counts.shoutouts,
              stories: counts.stories,
            })}
            builtFrom={t('overview.liveFrom')}
            items={{ label: t('overview.viewShoutouts'), href: `${base}/shoutouts` }}
          />
          <Cell
            label={t('campaigns.unread')}
            count={campaign.unreadMessageCount}
            under={t('overview.messages', { count: campaign.unreadMessageCount })}
            builtFrom={t('overview.unreadFrom')}
            items={{ label: t('overview.openInbox'), href: `/inbox/${id}/` }}
          />
        </div>
        <CampaignFunnel campaign={campaign} />
      </div>
      <div className="campaign-overview-side">
        <BriefCard campaign={campaign} />
      </div>
      <section className="campaign-deciding" aria-labelledby="campaign-deciding">
        <div className="t-row t-wrap">
          <h2 id="campaign-deciding" className="t-16">
            {t('optIns.toReview')}
          </h2>
          <Pill>{t('overview.pending', { count: exactNumber(pendingCount) })}</Pill>
          {unseenCount > 0 && (
            <Pill tone="tangerine">{t('overview.new', { count: exactNumber(unseenCount) })}</Pill>
          )}
          <span className="t-grow" />
          {counts.shoutouts + counts.stories > 0 && (
            <Button kind="quiet" href={`/creator-search/similar?campaign=${id}`}>
              {shared('creator.findSimilar')}
            </Button>
          )}
          {counts.optIns > 0 && (
            <Button kind="quiet" href={`${base}/opt-ins${pendingCount > 0 ? '?status=pending' : ''}`}>
              {t('overview.seeAll', { count: compactCount(pendingCount || counts.optIns) })}
            </Button>
          )}
        </div>
        {pendingCount === 0 ? <p className="t-ink2">{t('overview.noneToReview')}</p> : deciding}
      </section>
      {(campaign.status === 'publish' || campaign.status === 'paused') && (
        <Suspense>
          <StoryPreflight campaignId={id} />
        </Suspense>
      )}
      <CampaignHistory campaignId={id} currency={campaign.currency} />
    </div>
  );
}

function Cell({ count, under, ...figure }: Omit<FigureProps, 'value'> & { count: number; under: string }) {
  return (
    <LabelledFigure
      {...figure}
      size={20}
      value={compactCount(count)}
      exact={exactNumber(count)}
      foot={<span className="t-12 t-ink3">{under}</span>}
    />
  );
}
