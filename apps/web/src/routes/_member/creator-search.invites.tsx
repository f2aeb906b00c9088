import { createFileRoute } from '@tanstack/react-router';
import { DrawerLayout } from '@troupe/ui/overlay/drawer';
import { lazy, Suspense, useCallback, useState } from 'react';
import { type InvitesAddress, readInvitesAddress } from '../../modules/campaigns/invite/invite-address.ts';
import { invitesOptions, queueOptions } from '../../modules/campaigns/invite/invite-queries.ts';
import { InvitesScreen, useInvites } from '../../modules/campaigns/invite/invites-screen.tsx';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';
import { type InviteRequest, InviteStep } from './-invite-step.tsx';

const CreatorPanels = lazy(() => import('./-creator-panels.tsx'));

export const Route = createFileRoute('/_member/creator-search/invites')({
  validateSearch: readInvitesAddress,
  loaderDeps: ({ search }) => {
    const {
      creator: _creator,
      breakdown: _breakdown,
      insights: _insights,
      ...asked
    } = readInvitesAddress(search);
    return asked;
  },
  loader: ({ context: { queryClient }, deps }) =>
    warmForBrand(queryClient, (brandId) => {
      void queryClient.prefetchInfiniteQuery(invitesOptions(brandId, deps));
      void queryClient.prefetchQuery(queueOptions(brandId));
    }),
  component: Invites,
});

function Invites() {
  return (
    <BrandScreen>
      <DocumentTitle>{t('invites.title')}</DocumentTitle>
      <Screen />
    </BrandScreen>
  );
}

function Screen() {
  const address = Route.useSearch({ select: readInvitesAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  const query = useInvites(address);
  const [inviting, setInviting] = useState<InviteRequest | null>(null);
  const change = useCallback(
    (part: Partial<InvitesAddress>, replace = 'q' in part) =>
      void navigate({
        search: (before) => readInvitesAddress({ ...before, ...part }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  const creators = [...new Set(query.invites.map(({ socialProfileId }) => socialProfileId))];
  const at = creators.indexOf(address.creator ?? '');
  const step = (to: number) => {
    const creator = at < 0 ? undefined : creators[to];
    return creator ? () => change({ creator, breakdown: undefined }, true) : null;
  };
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
              onPrevious={step(at - 1)}
              onNext={step(at + 1)}
              onInvite={(creator) => setInviting({ creator })}
            />
          </Suspense>
        )
      }
    >
      <InvitesScreen address={address} query={query} onChange={change} />
      <InviteStep request={inviting} onClose={() => setInviting(null)} />
    </DrawerLayout>
  );
}
