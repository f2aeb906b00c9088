import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import {
  type CampaignsAddress,
  readCampaignsAddress,
} from '../../modules/campaigns/campaign/campaign-address.ts';
import { CampaignList } from '../../modules/campaigns/campaign/campaign-list.tsx';
import { campaignsOptions } from '../../modules/campaigns/campaign/campaign-queries.ts';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/_member/campaigns/')({
  validateSearch: readCampaignsAddress,
  loaderDeps: ({ search }) => {
    const { view: _view, ...asked } = readCampaignsAddress(search);
    return asked;
  },
  loader: ({ context: { queryClient }, deps }) =>
    warmForBrand(queryClient, (brandId) => queryClient.prefetchQuery(campaignsOptions(brandId, deps))),
  component: Campaigns,
});

function Campaigns() {
  const address = Route.useSearch({ select: readCampaignsAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  const change = useCallback(
    (part: Partial<CampaignsAddress>) =>
      void navigate({
        search: (before) => readCampaignsAddress({ ...before, ...part }),
        replace: 'q' in part,
        resetScroll: false,
      }),
    [navigate],
  );
  return (
    <BrandScreen>
      <DocumentTitle>{t('campaigns.title')}</DocumentTitle>
      <CampaignList address={address} onChange={change} />
    </BrandScreen>
  );
}
