import { createFileRoute } from '@tanstack/react-router';
import { writeAddressQuery } from '@troupe/browser/address';
import { usePreload } from '@troupe/ui/hooks';
import { lazy, Suspense, useCallback, useState } from 'react';
import {
  type ItemsAddress,
  type ListsAddress,
  readListsAddress,
  readView,
  viewQueryOf,
} from '../../modules/discovery/creator-list/creator-list-address.ts';
import { itemsOptions, listsOptions } from '../../modules/discovery/creator-list/creator-list-queries.ts';
import { ListDetail } from '../../modules/discovery/creator-list/list-detail.tsx';
import { ListOverview } from '../../modules/discovery/creator-list/list-overview.tsx';
import { SavedSearchMenu } from '../../modules/discovery/saved-search/saved-search-menu.tsx';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';
import { type InviteRequest, InviteStep } from './-invite-step.tsx';

const loadPanels = () => import('./-creator-panels.tsx');
const CreatorPanels = lazy(loadPanels);

export const Route = createFileRoute('/_member/creator-search/lists')({
  validateSearch: readListsAddress,
  loaderDeps: ({ search: { creator: _creator, breakdown: _breakdown, insights: _insights, ...asked } }) =>
    asked,
  loader: ({ context: { queryClient }, deps }) =>
    warmForBrand(queryClient, (brandId) =>
      deps.list
        ? queryClient.prefetchInfiniteQuery(itemsOptions(brandId, deps.list, deps as ItemsAddress))
        : // The lists of the person are read once it is known who they are.
          deps.owner
          ? undefined
          : queryClient.prefetchInfiniteQuery(listsOptions(brandId, deps as ListsAddress)),
    ),
  component: Lists,
});

function Lists() {
  return (
    <BrandScreen>
      <Screen />
    </BrandScreen>
  );
}

function Screen() {
  const address = Route.useSearch({ structuralSharing: true });
  const navigate = Route.useNavigate();
  const [inviting, setInviting] = useState<InviteRequest | null>(null);
  const change = useCallback(
    (part: Partial<ItemsAddress> | Partial<ListsAddress>, replace = 'q' in part) =>
      void navigate({
        search: (before) => readListsAddress({ ...before, ...part }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  usePreload(loadPanels);
  if (!address.list) {
    return (
      <>
        <DocumentTitle>{t('lists.title')}</DocumentTitle>
        <ListOverview
          address={address as ListsAddress}
          onChange={change}
          onOpen={(list) => void navigate({ search: { list } })}
        />
      </>
    );
  }
  return (
    <>
      <ListDetail
        key={address.list}
        listId={address.list}
        address={address as ItemsAddress}
        onChange={change}
        onLeave={() => void navigate({ search: {} })}
        onInvite={(creator) => setInviting({ creator, creatorListId: address.list })}
        onInviteSeveral={setInviting}
        onInsights={(creator) => change({ creator: creator.id, breakdown: undefined, insights: 'open' })}
        views={<Views list={address.list} address={address as ItemsAddress} />}
        drawer={(creatorId, steps) => (
          <Suspense>
            <CreatorPanels
              creatorId={creatorId}
              breakdown={address.breakdown === 'open'}
              insights={address.insights === 'open'}
              onChange={change}
              onInvite={(creator) => setInviting({ creator, creatorListId: address.list })}
              {...steps}
            />
          </Suspense>
        )}
      />
      <InviteStep request={inviting} onClose={() => setInviting(null)} />
    </>
  );
}

/** Saves list views for the team and opens saved ones. */
function Views({ list, address }: { list: string; address: ItemsAddress }) {
  const query = viewQueryOf(address);
  return (
    <SavedSearchMenu
      screen="creator-list"
      query={query}
      filtered={query !== ''}
      isCurrent={(other) => viewQueryOf(readView(other)) === query}
      hrefOf={(other) => `/creator-search/lists${writeAddressQuery({ list, ...readView(other) })}`}
    />
  );
}
