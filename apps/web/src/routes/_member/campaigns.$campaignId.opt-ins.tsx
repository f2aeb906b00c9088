import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';
import { type OptInsAddress, readOptInsAddress } from '../../modules/campaigns/opt-in/opt-in-address.ts';
import { optInsOptions } from '../../modules/campaigns/opt-in/opt-in-queries.ts';
import { OptInsScreen } from '../../modules/campaigns/opt-in/opt-ins-screen.tsx';

const OptInGifts = lazy(() => import('../../modules/commerce/gift/gift-status.tsx'));

export const Route = createFileRoute('/_member/campaigns/$campaignId/opt-ins')({
  validateSearch: readOptInsAddress,
  loaderDeps: ({ search }) => ({ ...readOptInsAddress({ ...search }), optIn: undefined }),
  loader: ({ context: { queryClient }, params: { campaignId }, deps }) =>
    void queryClient.prefetchInfiniteQuery(optInsOptions(campaignId, deps)),
  component: OptIns,
});

function OptIns() {
  const { campaignId } = Route.useParams();
  const address = Route.useSearch({ select: readAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  const change = useCallback(
    (part: Partial<OptInsAddress>) =>
      void navigate({
        search: (before) => readOptInsAddress({ ...before, ...part }),
        replace: 'q' in part,
        resetScroll: false,
      }),
    [navigate],
  );
  return (
    <OptInsScreen
      key={campaignId}
      campaignId={campaignId}
      address={address}
      onChange={change}
      gifts={(optInId) => (
        <Suspense>
          <OptInGifts key={optInId} campaignId={campaignId} optInId={optInId} />
        </Suspense>
      )}
    />
  );
}

const readAddress = (search: OptInsAddress) => readOptInsAddress({ ...search });
