import { createFileRoute } from '@tanstack/react-router';
import type { Creator } from '@troupe/domain/discovery/creator';
import { DrawerLayout } from '@troupe/ui/overlay/drawer';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../modules/discovery/creator/similar/messages/messages.gen.ts';
import {
  readSimilarAddress,
  type SimilarAddress,
} from '../../modules/discovery/creator/similar/similar-address.ts';
import { SimilarScreen, similarOptions } from '../../modules/discovery/creator/similar/similar-screen.tsx';
import { SaveToList } from '../../modules/discovery/creator-list/save-to-list.tsx';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { RecruitmentFrame } from '../../shared/screen/recruitment-frame.tsx';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';
import { type InviteRequest, InviteStep } from './-invite-step.tsx';

const CreatorPanels = lazy(() => import('./-creator-panels.tsx'));

export const Route = createFileRoute('/_member/creator-search/similar')({
  validateSearch: readSimilarAddress,
  loader: ({ context: { queryClient }, location }) =>
    warmForBrand(queryClient, (brandId) => {
      void queryClient.prefetchQuery(similarOptions(brandId, readSimilarAddress(location.search)));
    }),
  component: SimilarRoute,
});

function SimilarRoute() {
  return (
    <BrandScreen>
      <DocumentTitle>{t('title')}</DocumentTitle>
      <Similar />
    </BrandScreen>
  );
}

function Similar() {
  const address = Route.useSearch({ select: readSimilarAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  const [inviting, setInviting] = useState<InviteRequest | null>(null);
  const change = (part: Partial<SimilarAddress>) =>
    void navigate({ search: (before) => readSimilarAddress({ ...before, ...part }), resetScroll: false });
  const invite = (creator: Creator) => setInviting({ creator });
  return (
    <DrawerLayout
      drawer={
        address.creator && (
          <Suspense>
            <CreatorPanels
              creatorId={address.creator}
              breakdown={address.breakdown === 'open'}
              insights={address.insights === 'open'}
              onChange={change}
              onInvite={invite}
            />
          </Suspense>
        )
      }
    >
      <RecruitmentFrame tab="search">
        <SimilarScreen
          address={address}
          onChange={change}
          onInvite={invite}
          saveButton={(creator) => <SaveToList creatorIds={[creator.id]} />}
        />
      </RecruitmentFrame>
      <InviteStep request={inviting} onClose={() => setInviting(null)} />
    </DrawerLayout>
  );
}
