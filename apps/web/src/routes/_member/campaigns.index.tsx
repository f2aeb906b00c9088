import { createFileRoute } from '@tanstack/react-router';
import type { CampaignStatus } from '@troupe/domain/campaign';
import { readStatus } from '../../features/campaign/campaign-fields.ts';
import { CampaignList } from '../../features/campaign/campaign-list.tsx';
import { campaignsOptions } from '../../features/campaign/campaign-queries.ts';
import { BrandScreen } from '../../shared/brand-screen.tsx';
import { warmForBrand } from '../../shared/current-brand.ts';
import { DocumentTitle } from '../../shared/document-title.tsx';

export const Route = createFileRoute('/_member/campaigns/')({
  validateSearch: ({ status }: Record<string, unknown>): { status?: CampaignStatus | undefined } => ({
    status: readStatus(status),
  }),
  loader: ({ context: { queryClient } }) =>
    warmForBrand(queryClient, (brandId) => void queryClient.prefetchQuery(campaignsOptions(brandId))),
  component: Campaigns,
});

function Campaigns() {
  return (
    <BrandScreen>
      <DocumentTitle>Campaigns</DocumentTitle>
      <CampaignList status={Route.useSearch().status} />
    </BrandScreen>
  );
}
