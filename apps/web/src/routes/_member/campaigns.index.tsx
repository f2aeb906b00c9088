import { createFileRoute } from '@tanstack/react-router';
import { listCampaigns } from '@troupe/contract/campaign';
import { CampaignList } from '../../features/campaign/campaign-list.tsx';
import { BrandScreen } from '../../shared/brand-screen.tsx';
import { warmForBrand } from '../../shared/current-brand.ts';
import { DocumentTitle } from '../../shared/document-title.tsx';
import { callOptions } from '../../shared/query.ts';

export const Route = createFileRoute('/_member/campaigns/')({
  loader: ({ context: { queryClient } }) =>
    warmForBrand(queryClient, (brandId) =>
      queryClient.prefetchQuery(callOptions(listCampaigns, { params: { brandId } })),
    ),
  component: Campaigns,
});

function Campaigns() {
  return (
    <BrandScreen>
      <DocumentTitle>Campaigns</DocumentTitle>
      <CampaignList />
    </BrandScreen>
  );
}
