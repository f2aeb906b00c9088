import { createFileRoute } from '@tanstack/react-router';
import type { BuilderStep } from '@troupe/domain/campaigns/campaign-brief';
import { lazy, Suspense, useCallback, useState } from 'react';
import { readStep } from '../../modules/campaigns/campaign/builder/builder-nav.tsx';
import { CampaignBuilder } from '../../modules/campaigns/campaign/builder/campaign-builder.tsx';
import { NewCampaign } from '../../modules/campaigns/campaign/builder/new-campaign.tsx';
import { CampaignAccess } from '../../modules/campaigns/campaign/campaign-parts.tsx';
import { campaignOptions, categoriesOptions } from '../../modules/campaigns/campaign/campaign-queries.ts';
import { BrandScreen } from '../../shared/screen/screen.tsx';

const CommissionNote = lazy(() => import('../../modules/affiliate/sales/commission-note.tsx'));

/** Stands for a campaign that doesn't exist yet. */
const NEW = 'new';

export const Route = createFileRoute('/_member/campaign-builder/$campaignId')({
  validateSearch: ({ step }: Record<string, unknown>): { step?: string | undefined } => ({
    step: typeof step === 'string' && step !== '' ? step : undefined,
  }),
  loader: ({ context: { queryClient }, params: { campaignId } }) => {
    void queryClient.prefetchQuery(categoriesOptions());
    if (campaignId !== NEW) void queryClient.prefetchQuery(campaignOptions(campaignId));
  },
  component: Builder,
});

function Builder() {
  const { campaignId } = Route.useParams();
  const step: BuilderStep = Route.useSearch({ select: (search) => readStep(search.step) });
  const navigate = Route.useNavigate();
  const [created, setCreated] = useState<string | null>(null);
  const onCreated = useCallback(
    (id: string) => {
      setCreated(id);
      void navigate({ params: { campaignId: id }, search: {}, replace: true });
    },
    [navigate],
  );
  if (campaignId === NEW) {
    return (
      <BrandScreen>
        <NewCampaign onCreated={onCreated} />
      </BrandScreen>
    );
  }
  return (
    <CampaignAccess campaignId={campaignId}>
      {({ id }) => (
        <CampaignBuilder
          key={id}
          campaignId={id}
          step={step}
          startsInTitle={id === created}
          commissionNote={(percent) => (
            <Suspense>
              <CommissionNote percent={percent} />
            </Suspense>
          )}
          onPublished={() => void navigate({ to: '/campaigns/$campaignId', params: { campaignId: id } })}
        />
      )}
    </CampaignAccess>
  );
}
