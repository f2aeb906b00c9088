import { IconChartDonut3, IconDownload, IconSend, IconUpload, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { parseAddressQuery, writeAddressQuery } from '@troupe/browser/address';
import type { Creator } from '@troupe/domain/discovery/creator';
import type { CreatorResult } from '@troupe/domain/discovery/creator-search';
import { BulkBar, Cost } from '@troupe/ui/action/bulk-bar';
import { Button } from '@troupe/ui/action/button';
import { usePreload } from '@troupe/ui/hooks';
import { DrawerLayout } from '@troupe/ui/overlay/drawer';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import {
  type CreatorAddress,
  filtersOf,
  isFiltered,
  queryOf,
  readCreatorAddress,
} from '../../modules/discovery/creator/creator-address.ts';
import type { CreatorActions } from '../../modules/discovery/creator/creator-menu.tsx';
import {
  creatorOptions,
  facetsOptions,
  searchOptions,
} from '../../modules/discovery/creator/creator-queries.ts';
import { CreatorSearch } from '../../modules/discovery/creator/search/creator-search.tsx';
import {
  type CreatorSearchState,
  useCreatorSearch,
} from '../../modules/discovery/creator/search/use-creator-search.ts';
import { SaveToList } from '../../modules/discovery/creator-list/save-to-list.tsx';
import { SavedSearchMenu } from '../../modules/discovery/saved-search/saved-search-menu.tsx';
import { useBrandId, warmForBrand } from '../../shared/brand/current-brand.ts';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { RecruitmentFrame } from '../../shared/screen/recruitment-frame.tsx';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';
import { type InviteRequest, InviteStep } from './-invite-step.tsx';

const loadPanels = () => import('./-creator-panels.tsx');
const CreatorPanels = lazy(loadPanels);
const InvitingBar = lazy(() => import('../../modules/campaigns/invite/inviting-bar.tsx'));
const BuySeveralDialog = lazy(() => import('../../modules/discovery/audience-report/buy-several-dialog.tsx'));

export const Route = createFileRoute('/_member/creator-search/')({
  validateSearch: readCreatorAddress,
  // No `loaderDeps`: another search would be another page to the router, which hides a page that is slow to load and
  // takes the focus out of the search field.
  loader: ({ context: { queryClient }, location }) =>
    warmForBrand(queryClient, (brandId) => {
      const address = readCreatorAddress(location.search);
      void queryClient.prefetchQuery(facetsOptions(brandId));
      return queryClient.prefetchInfiniteQuery(searchOptions(brandId, queryOf(address), address.view));
    }),
  component: CreatorSearchRoute,
});

function CreatorSearchRoute() {
  return (
    <BrandScreen>
      <DocumentTitle>{shared('recruitment')}</DocumentTitle>
      <Search />
    </BrandScreen>
  );
}

type Change = (part: Partial<CreatorAddress>, replace?: boolean) => void;

/** Reads the search and its view from the URL, without the open creator. */
const readSearched = (raw: Parameters<typeof readCreatorAddress>[0]): CreatorAddress => ({
  ...readCreatorAddress(raw),
  creator: undefined,
  breakdown: undefined,
  insights: undefined,
});

function Search() {
  // The router leaves what is no part of an address in it; reading it again leaves that out.
  const address = Route.useSearch({ select: readCreatorAddress, structuralSharing: true });
  // Stays the same when a creator opens or closes, so little is rendered again.
  const searched = Route.useSearch({ select: readSearched, structuralSharing: true });
  const navigate = useNavigate();
  const search = useCreatorSearch(searched);
  usePreload(loadPanels);
  const [selected, setSelected] = useState<ReadonlyMap<string, CreatorResult>>(new Map());
  const [buying, setBuying] = useState<readonly Creator[]>([]);
  const [inviting, setInviting] = useState<InviteRequest | null>(null);

  const change: Change = useCallback(
    (part, replace = false) =>
      void navigate({
        to: '/creator-search',
        search: (before) => readCreatorAddress({ ...before, ...part }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  const select = useCallback(
    (creators: readonly CreatorResult[], chosen: boolean) =>
      setSelected((before) => {
        const next = new Map(before);
        for (const creator of creators) {
          if (chosen) next.set(creator.id, creator);
          else next.delete(creator.id);
        }
        return next;
      }),
    [],
  );
  const actions: CreatorActions = useMemo(
    () => ({
      open: (creator, breakdown) =>
        change({ creator: creator.id, breakdown: breakdown ? 'open' : undefined, insights: undefined }),
      invite: (creator) => setInviting({ creator }),
      insights: (creator) => change({ creator: creator.id, breakdown: undefined, insights: 'open' }),
      select: (creator, chosen) => select([creator], chosen),
      saveButton: (creator) => (
        <SaveToList creatorIds={[creator.id]} on={creator.lists.map(({ id }) => id)} />
      ),
      saveCreators: (creatorIds, label) => (
        <SaveToList creatorIds={creatorIds} {...(label ? { label } : {})} />
      ),
    }),
    [change, select],
  );
  return (
    <DrawerLayout
      drawer={
        address.creator && (
          <Opened
            id={address.creator}
            breakdown={address.breakdown === 'open'}
            insights={address.insights === 'open'}
            search={search}
            onChange={change}
            onInvite={(creator) => setInviting({ creator })}
          />
        )
      }
    >
      <RecruitmentFrame tab="search" actions={useMemo(() => <Actions address={searched} />, [searched])}>
        {address.campaign && (
          <Suspense>
            <InvitingBar
              campaignId={address.campaign}
              onClose={() => change({ campaign: undefined }, true)}
            />
          </Suspense>
        )}
        <CreatorSearch
          address={searched}
          openId={address.creator}
          onChange={change}
          search={search}
          actions={actions}
          selected={selected}
          onSelect={select}
        />
      </RecruitmentFrame>
      <SelectionBar
        selected={selected}
        onClear={() => setSelected(new Map())}
        onInvite={(creators) => setInviting({ creators, onSent: () => setSelected(new Map()) })}
        onInsights={setBuying}
      />
      <InviteStep request={inviting} campaignId={address.campaign} onClose={() => setInviting(null)} />
      {buying.length > 0 && (
        <Suspense>
          <BuySeveralDialog creators={buying} onClose={() => setBuying([])} />
        </Suspense>
      )}
    </DrawerLayout>
  );
}

const written = (address: CreatorAddress) => writeAddressQuery(address).replace(/^\?/, '');
const kept = (query: string) => filtersOf(readCreatorAddress(parseAddressQuery(query)));

function Actions({ address }: { address: CreatorAddress }) {
  const query = written(filtersOf(address));
  return (
    <>
      <Button href="/creator-search/import" icon={<IconUpload size={16} />}>
        {t('creators.import')}
      </Button>
      <SavedSearchMenu
        screen="creator-search"
        query={query}
        filtered={isFiltered(address)}
        isCurrent={(other) => written(kept(other)) === query}
        hrefOf={(other) =>
          `/creator-search?${written({ ...kept(other), view: address.view, campaign: address.campaign })}`
        }
      />
    </>
  );
}

interface OpenedProps {
  id: string;
  breakdown: boolean;
  insights: boolean;
  search: CreatorSearchState;
  onChange: Change;
  onInvite: (creator: Creator) => void;
}

/** The drawer of the creator in the address; its arrows step through the results. */
function Opened({ id, breakdown, insights, search, onChange, onInvite }: OpenedProps) {
  const creators = search.creators ?? [];
  const at = creators.findIndex((creator) => creator.id === id);
  const before = at > 0 ? creators[at - 1] : undefined;
  const after = at >= 0 ? creators[at + 1] : undefined;
  useFetchedAhead([before?.id, after?.id]);
  const go = (other: CreatorResult | undefined) =>
    other && onChange({ creator: other.id, breakdown: undefined, insights: undefined }, true);
  const further = async () => {
    const all = await search.loadMore();
    go(all[all.findIndex((creator) => creator.id === id) + 1]);
  };
  const more = at >= 0 && !after && search.hasMore && !search.stale;
  return (
    <Suspense>
      <CreatorPanels
        creatorId={id}
        known={creators[at]}
        breakdown={breakdown}
        insights={insights}
        onChange={onChange}
        onPrevious={before ? () => go(before) : null}
        onNext={after ? () => go(after) : more ? () => void further() : null}
        onInvite={onInvite}
      />
    </Suspense>
  );
}

/** Fetches the neighbours of an open creator, so that stepping on does not wait. */
function useFetchedAhead([before, after]: [string | undefined, string | undefined]) {
  const queryClient = useQueryClient();
  const brandId = useBrandId();
  useEffect(() => {
    for (const id of [after, before]) if (id) void queryClient.prefetchQuery(creatorOptions(brandId, id));
  }, [queryClient, brandId, before, after]);
}

/** Others are compared with at most so many creators. */
const MOST_LIKE = 20;

interface SelectionBarProps {
  selected: ReadonlyMap<string, CreatorResult>;
  onClear: () => void;
  onInvite: (creators: CreatorResult[]) => void;
  onInsights: (creators: CreatorResult[]) => void;
}

/** What can be done with the creators chosen in the search; they may come from several searches. */
function SelectionBar({ selected, onClear, onInvite, onInsights }: SelectionBarProps) {
  const chosen = [...selected.values()];
  const download = async () => {
    const { exportCreators } = await import('../../modules/discovery/creator/search/creator-export.ts');
    exportCreators(chosen, new Date());
  };
  return (
    <BulkBar count={selected.size} onClear={onClear}>
      <SaveToList
        creatorIds={[...selected.keys()]}
        kind="main"
        label={t('creators.addToList')}
        onSaved={onClear}
      />
      <Button kind="quiet" icon={<IconSend size={16} />} onClick={() => onInvite(chosen)}>
        {t('creators.invite')}
      </Button>
      <Button kind="quiet" icon={<IconChartDonut3 size={16} />} onClick={() => onInsights(chosen)}>
        {t.rich('creators.getInsights', {
          count: selected.size,
          cost: (words) => <Cost key="cost">{words}</Cost>,
        })}
      </Button>
      <Button
        kind="quiet"
        icon={<IconUsers size={16} />}
        href={`/creator-search/similar?${chosen
          .slice(0, MOST_LIKE)
          .map(({ id }) => `like=${id}`)
          .join('&')}`}
      >
        {shared('creator.findSimilar')}
      </Button>
      <Button kind="quiet" icon={<IconDownload size={16} />} onClick={() => void download()}>
        {t('creators.export')}
      </Button>
    </BulkBar>
  );
}
