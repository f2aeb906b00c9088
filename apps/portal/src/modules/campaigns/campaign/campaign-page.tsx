import { useQuery } from '@tanstack/react-query';
import { getOpenCampaign } from '@troupe/contract/campaigns/creator-app';
import { Button } from '@troupe/ui/action/button';
import { ErrorPage } from '@troupe/ui/feedback/error-page';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, Skeleton, SkeletonText } from '@troupe/ui/feedback/skeleton';
import type { ReactNode } from 'react';
import { callOptions, errorText, isMissing } from '../../../shared/api.ts';
import type { OpenCampaign } from '../../../shared/campaign-words.ts';
import { DocumentTitle } from '../../../shared/shell.tsx';
import { CampaignBrief } from './campaign-brief.tsx';
import { OptInForm } from './opt-in-form.tsx';
import './campaign-page.css';
import { t } from '../messages/messages.gen.ts';

interface CampaignPageProps {
  campaignId: string;
  inviteToken: string | null;
  /** Where profiles are claimed, for the platforms of the campaign. */
  claim: (campaign: OpenCampaign) => ReactNode;
}

/** Explains why opting in isn't possible. */
function closedText({ status, brief, brand }: OpenCampaign): string {
  if (status === 'paused') return t('campaign.closed.paused', { brand: brand.name });
  if (status === 'publish' && brief.closes) return t('campaign.closed.passed');
  return t('campaign.closed.over');
}

function Waiting() {
  return (
    <Loading label={t('campaign.loading')}>
      <div className="campaign-text">
        <Skeleton width="100%" height={160} />
        <Skeleton width="60%" height={28} />
        <SkeletonText lines={4} />
      </div>
    </Loading>
  );
}

/** A campaign: what it offers and asks for, and the form to take part. */
export function CampaignPage({ campaignId, inviteToken, claim }: CampaignPageProps) {
  const { data, error, isPending, refetch } = useQuery(
    callOptions(getOpenCampaign, {
      params: { campaignId },
      query: inviteToken ? { invite: inviteToken } : {},
    }),
  );
  if (isMissing(error)) {
    return (
      <ErrorPage
        status={404}
        title={t('campaign.missing')}
        subtitle={t('campaign.missingText')}
        actions={<Button href="/">{t('action.goHome')}</Button>}
      />
    );
  }
  if (!data) {
    return (
      <article className="campaign">
        <DocumentTitle>{t('campaign.title')}</DocumentTitle>
        <h1 className="t-hidden" tabIndex={-1}>
          {t('campaign.title')}
        </h1>
        {isPending ? (
          <Waiting />
        ) : (
          <ErrorState
            title={t('campaign.loadFailed')}
            text={errorText(error)}
            onRetry={() => void refetch()}
          />
        )}
      </article>
    );
  }
  const campaign = data;
  return (
    <article className="campaign">
      <DocumentTitle>
        {t('byBrand', { title: campaign.brief.title, brand: campaign.brand.name })}
      </DocumentTitle>
      <CampaignBrief campaign={campaign} />
      {campaign.optInId ? (
        <div className="campaign-foot" data-action-bar>
          <Button kind="main" size="form" full href={`/opt-ins/${campaign.optInId}`}>
            {t('campaign.view')}
          </Button>
        </div>
      ) : campaign.open ? (
        <OptInForm key={campaign.id} campaign={campaign} inviteToken={inviteToken} claim={claim(campaign)} />
      ) : (
        <p className="t-panel campaign-closed" role="status">
          {closedText(campaign)}
        </p>
      )}
    </article>
  );
}
