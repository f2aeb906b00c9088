import { IconArrowsSort, IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { CreatorResult, CreatorSort } from '@troupe/domain/creator-search';
import { Button } from '@troupe/ui/button';
import { EmptyState } from '@troupe/ui/empty-state';
import { ErrorState } from '@troupe/ui/error-state';
import { useArrowList } from '@troupe/ui/hooks';
import { exactNumber } from '@troupe/ui/lib/format';
import { Menu } from '@troupe/ui/menu';
import { CardGrid } from '@troupe/ui/record-card';
import { Segmented } from '@troupe/ui/segmented';
import { Loading, SkeletonCard } from '@troupe/ui/skeleton';
import { SourceLegend } from '@troupe/ui/source-mark';
import { useEffect, useMemo, useRef } from 'react';
import { useBrandId } from '../../shared/current-brand.ts';
import { errorText } from '../../shared/error-text.ts';
import { type CreatorAddress, isFiltered, queryOf, SORTS } from './creator-address.ts';
import { type CreatorActions, CreatorCard } from './creator-card.tsx';
import { searchOptions } from './creator-queries.ts';
import './creator-search.css';
import { CreatorTable } from './creator-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { PlatformToggles } from './platform-toggles.tsx';
import { SearchField } from './search-field.tsx';

interface CreatorSearchProps {
  address: CreatorAddress;
  /** Changes the address; `replace` leaves no step in the history. */
  onChange: (change: Partial<CreatorAddress>, replace?: boolean) => void;
  actions: CreatorActions;
  selected: ReadonlySet<string>;
  onSelect: (creators: CreatorResult[], selected: boolean) => void;
  /** Tells what is shown, in order, so that the drawer can step through it. */
  onShown: (creators: CreatorResult[]) => void;
}

const NOTHING: CreatorResult[] = [];

/** Finds creators: what is asked for stands in the address, results come as cards or as a table. */
export function CreatorSearch({
  address,
  onChange,
  actions,
  selected,
  onSelect,
  onShown,
}: CreatorSearchProps) {
  const query = useMemo(() => queryOf(address), [address]);
  const search = useInfiniteQuery(searchOptions(useBrandId(), query));
  const pages = search.data?.pages;
  const creators = useMemo(() => pages?.flatMap((page) => page.creators) ?? NOTHING, [pages]);
  useEffect(() => onShown(creators), [creators, onShown]);
  const byId = useMemo(() => new Map(creators.map((creator) => [creator.id, creator])), [creators]);
  const list = useArrowList({
    keys: [...byId.keys()],
    onOpen: (id) => actions.open(byId.get(id) as CreatorResult),
    onSelect: (id) => actions.select(id, !selected.has(id)),
  });
  const sort = address.sort ?? (address.q ? 'relevance' : 'followers');
  const setSort = (next: CreatorSort) => onChange({ sort: next });
  return (
    <div className="creator-search">
      <div className="creator-search-top">
        <SearchField
          value={address.q ?? ''}
          busy={search.isFetching && !search.isFetchingNextPage}
          onChange={(q) => onChange({ q: q || undefined }, true)}
        />
        <PlatformToggles value={address.platform ?? []} onChange={(platform) => onChange({ platform })} />
      </div>
      <FilterBar address={address} onChange={onChange} onClear={() => onChange(clearedFilters(address))} />
      <div className="creator-search-status">
        <Total page={pages?.[0]} />
        <span className="t-grow" />
        <span className="creator-search-legend t-12">
          <SourceLegend />
        </span>
        <Menu
          label="Sort by"
          trigger={
            <Button kind="quiet" icon={<IconArrowsSort size={16} />}>
              {SORTS.find(({ value }) => value === sort)?.label}
            </Button>
          }
          items={SORTS.map(({ value, label }) => ({
            label,
            checked: value === sort,
            onClick: () => setSort(value),
          }))}
        />
        <Segmented
          label="Show as"
          value={address.view ?? 'cards'}
          onChange={(view) => onChange({ view: view === 'table' ? 'table' : undefined }, true)}
          iconsOnly
          options={[
            { value: 'cards', label: 'Cards', icon: <IconLayoutGrid size={16} /> },
            { value: 'table', label: 'Table', icon: <IconTable size={16} /> },
          ]}
        />
      </div>
      {search.error && (
        <ErrorState
          title="The search could not be run."
          text={pages ? `${errorText(search.error)} Showing what was found before.` : errorText(search.error)}
          busy={search.isFetching}
          onRetry={() => void search.refetch()}
        />
      )}
      {!pages && !search.error && (
        <Loading label="Searching">
          <CardGrid>
            {['one', 'two', 'three', 'four', 'five', 'six'].map((key) => (
              <SkeletonCard key={key} />
            ))}
          </CardGrid>
        </Loading>
      )}
      {pages && creators.length === 0 && !search.error && (
        <NothingFound address={address} onClear={() => onChange(clearedFilters(address))} />
      )}
      {creators.length > 0 && (
        <div className="creator-search-results" data-stale={search.isPlaceholderData || undefined}>
          {address.view === 'table' ? (
            <CreatorTable
              creators={creators}
              actions={actions}
              selected={selected}
              openId={address.creator}
              sort={sort}
              onSort={setSort}
              onSelectAll={(all) => onSelect(creators, all)}
              rowProps={list.rowProps}
            />
          ) : (
            <CardGrid>
              {creators.map((creator) => (
                <CreatorCard
                  key={creator.id}
                  creator={creator}
                  actions={actions}
                  open={address.creator === creator.id}
                  selected={selected.has(creator.id)}
                  row={list.rowProps(creator.id)}
                />
              ))}
            </CardGrid>
          )}
          {search.hasNextPage && (
            <More
              busy={search.isFetchingNextPage}
              shown={creators.length}
              onMore={() => void search.fetchNextPage()}
            />
          )}
        </div>
      )}
    </div>
  );
}

const clearedFilters = (address: CreatorAddress): Partial<CreatorAddress> =>
  Object.fromEntries(
    Object.keys(address)
      .filter((name) => !['view', 'sort', 'creator', 'breakdown'].includes(name))
      .map((name) => [name, undefined]),
  );

function Total({ page }: { page: { total: number; totalIsExact: boolean } | undefined }) {
  if (!page) return null;
  const count = exactNumber(page.total);
  const noun = page.total === 1 ? 'creator' : 'creators';
  return (
    <p className="creator-search-total" role="status">
      <span className="t-name">{page.totalIsExact ? `${count} ${noun}` : `About ${count} ${noun}`}</span>
      <span className="t-ink3"> {page.totalIsExact ? 'exact count' : 'estimated'}</span>
    </p>
  );
}

/** Pages that come by themselves when their place is reached; after these a press asks for more. */
const AUTOMATIC = 96;

function More({ busy, shown, onMore }: { busy: boolean; shown: number; onMore: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const automatic = shown < AUTOMATIC;
  useEffect(() => {
    if (!automatic || busy || !place.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), {
      rootMargin: '600px',
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [automatic, busy, onMore]);
  return (
    <div ref={place} className="creator-search-more">
      <Button busy={busy} onClick={onMore}>
        Show more
      </Button>
    </div>
  );
}

function NothingFound({ address, onClear }: { address: CreatorAddress; onClear: () => void }) {
  if (!isFiltered(address)) {
    return (
      <EmptyState
        title="There are no creators yet."
        text="Bring your own from a spreadsheet."
        actions={
          <Button kind="main" href="/creator-search/import">
            Import
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title="No creator matches all of this."
      text="Take a filter away, or write less."
      drawing="seats"
      actions={<Button onClick={onClear}>Clear filters</Button>}
    />
  );
}
