import { IconSend, IconUpload } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import type { Creator } from '@troupe/domain/creator';
import type { CreatorResult } from '@troupe/domain/creator-search';
import { BulkBar } from '@troupe/ui/bulk-bar';
import { Button } from '@troupe/ui/button';
import { DrawerLayout } from '@troupe/ui/drawer';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { filtersOf, queryOf, readCreatorAddress } from '../../features/creator/creator-address.ts';
import type { CreatorActions } from '../../features/creator/creator-card.tsx';
import { facetsOptions, searchOptions } from '../../features/creator/creator-queries.ts';
import { CreatorSearch } from '../../features/creator/creator-search.tsx';
import { SaveToList } from '../../features/creator-list/save-to-list.tsx';
import { SavedSearchMenu } from '../../features/saved-search/saved-search-menu.tsx';
import { writeAddressQuery } from '../../shared/address.ts';
import { BrandScreen } from '../../shared/brand-screen.tsx';
import { warmForBrand } from '../../shared/current-brand.ts';
import { DocumentTitle } from '../../shared/document-title.tsx';
import { RecruitmentFrame } from '../../shared/recruitment-frame.tsx';
import { NextStep, type NextStepAction } from './-next-step.tsx';

const CreatorPanels = lazy(() => import('./-creator-panels.tsx'));

export const Route = createFileRoute('/_member/creator-search/')({
  validateSearch: readCreatorAddress,
  loaderDeps: ({ search }) => queryOf(search),
  loader: ({ context: { queryClient }, deps }) =>
    warmForBrand(queryClient, (brandId) => {
      void queryClient.prefetchInfiniteQuery(searchOptions(brandId, deps));
      void queryClient.prefetchQuery(facetsOptions(brandId));
    }),
  component: CreatorSearchRoute,
});

function CreatorSearchRoute() {
  return (
    <BrandScreen>
      <DocumentTitle>Creator Recruitment</DocumentTitle>
      <Search />
    </BrandScreen>
  );
}

function Search() {
  const address = Route.useSearch();
  const navigate = Route.useNavigate();
  const [selected, setSelected] = useState<ReadonlyMap<string, CreatorResult>>(new Map());
  const [shown, setShown] = useState<CreatorResult[]>([]);
  const [nextStep, setNextStep] = useState<{ action: NextStepAction; creator: Creator } | null>(null);

  const change = useCallback(
    (part: Partial<typeof address>, replace = false) =>
      void navigate({
        search: (before) => readCreatorAddress({ ...before, ...part }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  const onSelect = useCallback(
    (creators: CreatorResult[], chosen: boolean) =>
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
        change({ creator: creator.id, breakdown: breakdown ? 'open' : undefined }),
      invite: (creator) => setNextStep({ action: 'invite', creator }),
      insights: (creator) => setNextStep({ action: 'insights', creator }),
      select: (id, chosen) =>
        onSelect(
          shown.filter((creator) => creator.id === id),
          chosen,
        ),
      saveButton: ([creator]) =>
        creator && <SaveToList creatorIds={[creator.id]} on={creator.lists.map(({ id }) => id)} />,
    }),
    [change, onSelect, shown],
  );
  const at = shown.findIndex(({ id }) => id === address.creator);
  const step = (offset: number) => {
    const other = at < 0 ? undefined : shown[at + offset];
    return other ? () => change({ creator: other.id, breakdown: undefined }, true) : null;
  };
  return (
    <DrawerLayout
      drawer={
        address.creator && (
          <Suspense>
            <CreatorPanels
              creatorId={address.creator}
              breakdown={address.breakdown === 'open'}
              onChange={(part) => change(part)}
              onPrevious={step(-1)}
              onNext={step(1)}
              onNextStep={(action, creator) => setNextStep({ action, creator })}
            />
          </Suspense>
        )
      }
    >
      <RecruitmentFrame
        tab="search"
        actions={
          <>
            <Button href="/creator-search/import" icon={<IconUpload size={16} />}>
              Import
            </Button>
            <SavedSearchMenu query={writeAddressQuery(filtersOf(address)).replace(/^\?/, '')} />
          </>
        }
      >
        <CreatorSearch
          address={address}
          onChange={change}
          actions={actions}
          selected={useMemo(() => new Set(selected.keys()), [selected])}
          onSelect={onSelect}
          onShown={setShown}
        />
      </RecruitmentFrame>
      <BulkBar count={selected.size} onClear={() => setSelected(new Map())}>
        <SaveToList
          creatorIds={[...selected.keys()]}
          kind="main"
          label="Add to list"
          onSaved={() => setSelected(new Map())}
        />
        <Button
          kind="quiet"
          icon={<IconSend size={16} />}
          onClick={() => {
            const first = [...selected.values()][0];
            if (first) setNextStep({ action: 'invite', creator: first });
          }}
        >
          Invite
        </Button>
      </BulkBar>
      <NextStep step={nextStep} onClose={() => setNextStep(null)} />
    </DrawerLayout>
  );
}
