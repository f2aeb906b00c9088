import { getOpenCampaign } from '@troupe/contract/campaigns/creator-app';
import { Button } from '@troupe/ui/action/button';
import { ErrorPage } from '@troupe/ui/feedback/error-page';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, Skeleton, SkeletonText } from '@troupe/ui/feedback/skeleton';
import type { ReactNode } from 'react';
import type { OpenCampaign } from '../../../shared/creator-nouns.ts';
import { DocumentTitle } from '../../../shared/document-title.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { CampaignBrief } from './campaign-brief.tsx';
import { OptInForm } from './opt-in-form.tsx';
import './campaign-page.css';

interface CampaignPageProps {
  campaignId: string;
  inviteToken: string | null;
  subject: string;
  /** Where profiles are claimed, for the platforms of the campaign. */
  claim: (campaign: OpenCampaign) => ReactNode;
}

/** Why nobody can opt in now, in a sentence. */
function closedText({ status, brief, brand }: OpenCampaign): string {
  if (status === 'paused')
    return `This campaign is paused. ${brand.name} isn't accepting creators right now. Check back later.`;
  if (status === 'publish' && brief.closes) return 'The application deadline has passed.';
  return 'This campaign is over.';
}

function Waiting() {
  return (
    <Loading label="Loading the campaign">
      <div className="campaign-text">
        <Skeleton width="100%" height={160} />
        <Skeleton width="60%" height={28} />
        <SkeletonText lines={4} />
      </div>
    </Loading>
  );
}

/** A campaign: what it offers and asks for, and the form to take part. */
export function CampaignPage({ campaignId, inviteToken, subject, claim }: CampaignPageProps) {
  const { loaded, retry } = useCall(getOpenCampaign, {
    params: { campaignId },
    query: inviteToken ? { invite: inviteToken } : {},
  });
  if (loaded.state === 'missing') {
    return (
      <ErrorPage
        status={404}
        title="We can't find this campaign."
        subtitle="It may have been withdrawn. If a brand invited you, open the link in its email again."
        actions={<Button href="/">Go Home</Button>}
      />
    );
  }
  if (loaded.state !== 'known') {
    return (
      <article className="campaign">
        <DocumentTitle>Campaign</DocumentTitle>
        <h1 className="t-hidden" tabIndex={-1}>
          Campaign
        </h1>
        {loaded.state === 'loading' ? (
          <Waiting />
        ) : (
          <ErrorState title="Couldn't load the campaign." text={loaded.text} onRetry={retry} />
        )}
      </article>
    );
  }
  const campaign = loaded.value;
  return (
    <article className="campaign">
      <DocumentTitle>{`${campaign.brief.title}, by ${campaign.brand.name}`}</DocumentTitle>
      <CampaignBrief campaign={campaign} />
      {campaign.optInId ? (
        <div className="campaign-foot">
          <Button kind="main" size="form" full href={`/opt-ins/${campaign.optInId}`}>
            View Your Collaboration
          </Button>
        </div>
      ) : campaign.open ? (
        <OptInForm
          key={`${subject} ${campaign.id}`}
          campaign={campaign}
          inviteToken={inviteToken}
          subject={subject}
          claim={claim(campaign)}
        />
      ) : (
        <p className="t-panel campaign-closed" role="status">
          {closedText(campaign)}
        </p>
      )}
    </article>
  );
}
