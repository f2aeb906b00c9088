import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { Button } from '@troupe/ui/action/button';
import { type FigureProps, LabelledFigure } from '@troupe/ui/content/figure';
import { Pill } from '@troupe/ui/content/pill';
import { compactCount, exactNumber } from '@troupe/ui/lib/format';
import type { ReactNode } from 'react';
import { BriefCard } from './brief/brief-card.tsx';
import { CampaignFunnel } from './campaign-funnel.tsx';
import { CampaignHistory } from './campaign-history.tsx';
import './campaign-overview.css';

interface CampaignOverviewProps {
  campaign: CampaignDetails;
  /** The opt-ins that wait for a decision. */
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
            label="Collaborations"
            count={used}
            under={limit === null ? 'this month, no limit' : `of ${limit} in the plan`}
            builtFrom="Opt-ins approved this month across all campaigns of this brand"
            items={{ label: 'View approved', href: `${base}/opt-ins?status=approved` }}
          />
          <Cell
            label="Opt-ins"
            count={counts.optIns}
            under={pendingCount > 0 ? `${exactNumber(pendingCount)} pending` : 'none pending'}
            builtFrom="All opt-ins of this campaign"
            items={{ label: 'View opt-ins', href: `${base}/opt-ins` }}
          />
          <Cell
            label="Uploads"
            count={counts.uploads}
            under={`${exactNumber(counts.contentPreviews)} content previews`}
            builtFrom="Files that creators uploaded for this campaign"
            items={{ label: 'View uploads', href: `${base}/uploads` }}
          />
          <Cell
            label="Live content"
            count={counts.shoutouts + counts.stories}
            under={`${exactNumber(counts.shoutouts)} shoutouts, ${exactNumber(counts.stories)} stories`}
            builtFrom="Live posts and stories in this campaign"
            items={{ label: 'View shoutouts', href: `${base}/shoutouts` }}
          />
          <Cell
            label="Unread"
            count={campaign.unreadMessageCount}
            under="messages"
            builtFrom="Messages from creators in this campaign that no teammate has read"
            items={{ label: 'Open the inbox', href: `/inbox/${id}/` }}
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
            Opt-ins to review
          </h2>
          <Pill>{exactNumber(pendingCount)} pending</Pill>
          {unseenCount > 0 && <Pill tone="tangerine">{exactNumber(unseenCount)} new</Pill>}
          <span className="t-grow" />
          {counts.optIns > 0 && (
            <Button kind="quiet" href={`${base}/opt-ins${pendingCount > 0 ? '?status=pending' : ''}`}>
              See all {compactCount(counts.optIns)}
            </Button>
          )}
        </div>
        {pendingCount === 0 ? <p className="t-ink2">No opt-ins to review.</p> : deciding}
      </section>
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
