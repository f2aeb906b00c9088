import { useQuery } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { problems } from '@troupe/domain/problem';
import type { ReactNode } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { BrandScreen } from '../../../shared/screen/brand-screen.tsx';
import { GenericError } from '../../../shared/screen/generic-error.tsx';
import { PageLoading } from '../../../shared/screen/page-loading.tsx';

interface CampaignAccessProps {
  campaignId: string;
  children: (campaign: { id: string; title: string }) => ReactNode;
}

/** The brand-access check of one campaign's screens: a campaign that is not this brand's does not exist here. */
export function CampaignAccess(props: CampaignAccessProps) {
  return (
    <BrandScreen>
      <OwnCampaign {...props} />
    </BrandScreen>
  );
}

function OwnCampaign({ campaignId, children }: CampaignAccessProps) {
  const { data: brand } = useQuery(brandOptions(useBrandId()));
  if (!brand) return <PageLoading />;
  const campaign = brand.campaigns.find(({ id }) => id === campaignId);
  if (campaign) return children(campaign);
  const { status, message } = problems.not_found;
  return <GenericError error={new CallError(status, { code: 'not_found', message }, message)} />;
}
