import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';
import {
  type MetricsAddress,
  readMetricsAddress,
} from '../../modules/campaigns/campaign-metrics/metrics-address.ts';
import { MetricsScreen } from '../../modules/campaigns/campaign-metrics/metrics-screen.tsx';

const CampaignSales = lazy(() => import('../../modules/affiliate/sales/campaign-sales.tsx'));

export const Route = createFileRoute('/_member/campaigns/$campaignId/metrics')({
  validateSearch: readMetricsAddress,
  component: Metrics,
});

function Metrics() {
  const { campaignId } = Route.useParams();
  const address = Route.useSearch({ select: readAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  const change = useCallback(
    (part: Partial<MetricsAddress>) =>
      void navigate({ search: (before) => readMetricsAddress({ ...before, ...part }), resetScroll: false }),
    [navigate],
  );
  return (
    <MetricsScreen
      campaignId={campaignId}
      address={address}
      onChange={change}
      sales={
        <Suspense>
          <CampaignSales campaignId={campaignId} />
        </Suspense>
      }
    />
  );
}

const readAddress = (search: MetricsAddress) => readMetricsAddress({ ...search });
