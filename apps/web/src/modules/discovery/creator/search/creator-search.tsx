import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import type { CreatorResult, CreatorSort } from '@troupe/domain/discovery/creator-search';
import { SEARCHED_PLATFORMS } from '@troupe/domain/discovery/platforms';
import { Button } from '@troupe/ui/action/button';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading } from '@troupe/ui/feedback/skeleton';
import { useArrowList } from '@troupe/ui/hooks';
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { errorText } from '../../../../shared/call/error-text.ts';
import { useInvited } from '../../../../shared/creator/invited.ts';
import { type CreatorAddress, isFiltered, mayBeSentence } from '../creator-address.ts';
import type { CreatorActions } from '../creator-menu.tsx';
import { t } from '../messages/messages.gen.ts';
import { CreatorCards, useFirstOnes } from './creator-cards.tsx';
import { CardsSkeleton, TableSkeleton } from './creator-skeleton.tsx';
import { FilterBar } from './filter-bar.tsx';
import { MoreResults } from './more-results.tsx';
import { SearchField } from './search-field.tsx';
import { SearchStatus } from './search-status.tsx';
import type { CreatorSearchState } from './use-creator-search.ts';
import './creator-search.css';

const CreatorTable = lazy(() => import('./creator-table.tsx'));
const SearchAdvice = lazy(() => import('./advice/search-advice.tsx'));
const SearchNote = lazy(() =>
  import('./advice/search-advice.tsx').then(({ SearchNote: Note }) => ({ default: Note })),
);
const OutsideSearch = lazy(() => import('../outside/outside-search.tsx'));
const Sentence = lazy(() => import('../sentence/sentence-search.tsx'));
const SentenceOffer = lazy(() =>
  import('../sentence/sentence-search.tsx').then(({ SentenceOffer: Offer }) => ({ default: Offer })),
);

interface CreatorSearchProps {
  /** The search. Pass the same object while it is unchanged: the filters are memoized. */
  address: CreatorAddress;
  /** The creator in the drawer. */
  openId: string | undefined;
  /** Changes the address; `replace` leaves no step in the history. */
  onChange: (change: Partial<CreatorAddress>, replace?: boolean) => void;
  search: CreatorSearchState;
  actions: CreatorActions;
  selected: ReadonlyMap<string, CreatorResult>;
  onSelect: (creators: readonly CreatorResult[], selected: boolean) => void;
}

const NOTHING: readonly CreatorResult[] = [];

/** Creator search: the query is in the URL, results are cards or a table. */
export function CreatorSearch({
  address,
  openId,
  onChange,
  search,
  actions,
  selected,
  onSelect,
}: CreatorSearchProps) {
  const creators = search.creators ?? NOTHING;
  const table = address.view === 'table';
  const { drawn, partial } = useFirstOnes(creators);
  const byId = useMemo(() => new Map(creators.map((creator) => [creator.id, creator])), [creators]);
  const invited = useInvited(creators);
  const reach = useRef<((key: string) => void) | null>(null);
  const list = useArrowList({
    keys: useMemo(() => [...byId.keys()], [byId]),
    grid: !table,
    onOpen: (id) => actions.open(byId.get(id) as CreatorResult),
    onSelect: (id) => onSelect([byId.get(id) as CreatorResult], !selected.has(id)),
    onReach: (id) => reach.current?.(id),
  });
  const waits = search.searching || (search.stale && !search.error);
  const setLeaving = useLeaving(address.q ?? '', waits, list.focus);
  const [entered, setEntered] = useState<string>();
  const [described, setDescribed] = useState(() => mayBeSentence(address.q ?? ''));
  const [offered, setOffered] = useState<string>();
  const offers = described && offered !== undefined && offered === address.q;
  const sort = address.sort ?? 'relevance';
  const setSort = useCallback((next: CreatorSort) => onChange({ sort: next }), [onChange]);
  const setView = useCallback(
    (view: 'cards' | 'table') => onChange({ view: view === 'table' ? 'table' : undefined }, true),
    [onChange],
  );
  const clear = useCallback(() => onChange(clearedFilters(address)), [onChange, address]);
  const understood = search.first?.understood;
  const note = understood && (understood.widened || understood.corrected.length > 0) && understood;
  const skeleton = table ? <TableSkeleton /> : <CardsSkeleton />;
  const more = search.hasMore && !search.stale && <MoreResults search={search} shown={creators.length} />;
  return (
    <div className="creator-search">
      <FollowOpened openId={openId} focus={list.focus} show={list.show} />
      <div className="creator-search-top">
        <SearchField
          value={address.q ?? ''}
          busy={search.searching}
          onChange={(q) => {
            setLeaving(undefined);
            setEntered(undefined);
            if (mayBeSentence(q)) setDescribed(true);
            onChange({ q: q || undefined }, true);
          }}
          onEnter={setEntered}
          onLeave={setLeaving}
        />
        <PlatformToggles value={address.platform ?? []} onChange={(platform) => onChange({ platform })} />
      </div>
      {described && (
        <Suspense>
          <Sentence text={address.q ?? ''} entered={entered} onChange={onChange} onOffer={setOffered} />
        </Suspense>
      )}
      <FilterBar address={address} onChange={onChange} onClear={clear} />
      <SearchStatus
        page={search.first}
        sort={sort}
        onSort={setSort}
        view={address.view ?? 'cards'}
        onView={setView}
      />
      {search.error && (
        <ErrorState
          title={t('search.failed')}
          text={
            search.creators
              ? t('search.stale', { failure: errorText(search.error) })
              : errorText(search.error)
          }
          busy={search.searching}
          onRetry={search.retry}
        />
      )}
      {!search.creators && !search.error && <Loading label={t('search.running')}>{skeleton}</Loading>}
      {search.creators && creators.length === 0 && !search.error && (
        <NothingFound address={address} onChange={onChange} onClear={clear} offers={offers} />
      )}
      {note && creators.length > 0 && (
        <Suspense>
          <SearchNote understood={note} />
        </Suspense>
      )}
      {creators.length > 0 && (
        <Results
          stale={search.stale}
          onEscape={selected.size > 0 ? () => onSelect([...selected.values()], false) : undefined}
        >
          {table ? (
            <Suspense fallback={<Loading label={t('search.loadingTable')}>{skeleton}</Loading>}>
              <CreatorTable
                creators={creators}
                actions={actions}
                invited={invited}
                selected={selected}
                openId={openId}
                sort={sort}
                onSort={setSort}
                onSelectAll={(all) => onSelect(creators, all)}
                list={list}
                reach={reach}
              />
              {more}
            </Suspense>
          ) : (
            <>
              <CreatorCards
                drawn={drawn}
                lacksPosts={search.lacksPosts}
                actions={actions}
                invited={invited}
                selected={selected}
                openId={openId}
                rowProps={list.rowProps}
              />
              {!partial && more}
            </>
          )}
        </Results>
      )}
      {search.first && !search.stale && !offers && isFiltered(address) && (
        <Suspense>
          <OutsideSearch
            address={address}
            onOpen={(creator) => onChange({ creator, breakdown: undefined, insights: undefined })}
            saveButton={actions.saveCreators}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The results; they fade while a newer search is slow, and Escape clears the selection. */
function Results(props: { stale: boolean; onEscape: (() => void) | undefined; children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !props.onEscape) return;
    event.preventDefault();
    props.onEscape();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside have the roles and the focus
    <div
      className="creator-search-results"
      data-stale={props.stale || undefined}
      aria-busy={props.stale || undefined}
      onKeyDown={onKeyDown}
    >
      {props.children}
    </div>
  );
}

type FollowOpenedProps = Pick<ReturnType<typeof useArrowList>, 'focus' | 'show'> & {
  openId: string | undefined;
};

/** Keeps the row of the creator in the drawer visible, and focuses it when the drawer closes. */
function FollowOpened({ openId, focus, show }: FollowOpenedProps) {
  const before = useRef<string | undefined>(undefined);
  // Deferred like the drawer, which leaves less room for rows.
  const drawn = useDeferredValue(openId);
  const followed = openId && drawn;
  useEffect(() => {
    const closed = before.current;
    before.current = followed;
    if (followed) show(followed);
    else if (closed && isFree(document.activeElement)) focus(closed);
  }, [followed, focus, show]);
  return null;
}

/** Focuses the results of the typed search once they load, unless the focus has moved. */
function useLeaving(shown: string, waits: boolean, focus: () => void) {
  const [leaving, setLeaving] = useState<string>();
  useEffect(() => {
    if (leaving !== shown || waits) return;
    setLeaving(undefined);
    if (document.activeElement?.matches('[type=search]')) focus();
  }, [leaving, shown, waits, focus]);
  return setLeaving;
}

/** Whether the focus is lost, in the drawer, or on the row that the drawer was opened from. */
const isFree = (now: Element | null) =>
  now === null || now === document.body || now.matches('[data-row]') || now.closest('.t-drawer') !== null;

const clearedFilters = (address: CreatorAddress): Partial<CreatorAddress> =>
  Object.fromEntries(
    Object.keys(address)
      .filter((name) => !['view', 'sort', 'campaign', 'creator', 'breakdown'].includes(name))
      .map((name) => [name, undefined]),
  );

function NothingFound(
  props: Pick<CreatorSearchProps, 'address' | 'onChange'> & { onClear: () => void; offers: boolean },
) {
  const { address, offers } = props;
  if (offers) {
    return (
      <Suspense>
        <SentenceOffer />
      </Suspense>
    );
  }
  if (!isFiltered(address)) {
    return (
      <EmptyState
        title={t('search.none')}
        text={t('search.noneText')}
        actions={
          <Button kind="main" href="/creator-search/import">
            {t('search.import')}
          </Button>
        }
      />
    );
  }
  return (
    <Suspense>
      <SearchAdvice {...props} />
    </Suspense>
  );
}

/** Platforms to search; none pressed means all. */
function PlatformToggles(props: { value: string[]; onChange: (value: string[] | undefined) => void }) {
  const toggle = (platform: Platform) => {
    const next = props.value.includes(platform)
      ? props.value.filter((value) => value !== platform)
      : SEARCHED_PLATFORMS.filter((value) => value === platform || props.value.includes(value));
    props.onChange(next.length > 0 ? next : undefined);
  };
  return (
    <fieldset className="platform-toggles">
      <legend className="t-hidden">{t('search.platforms')}</legend>
      {SEARCHED_PLATFORMS.map((platform) => (
        <button
          key={platform}
          type="button"
          className="platform-toggle"
          aria-pressed={props.value.includes(platform)}
          onClick={() => toggle(platform)}
        >
          <PlatformIcon platform={platform} size={16} />
          {PLATFORM_NAMES[platform]}
        </button>
      ))}
    </fieldset>
  );
}
