import type { Creator } from '@troupe/domain/discovery/creator';
import type { CreatorListItem } from '@troupe/domain/discovery/creator-list';
import type { ItemColumn } from '@troupe/domain/discovery/creator-list-columns';
import type { ListField } from '@troupe/domain/discovery/list-field';
import { useArrowList } from '@troupe/ui/hooks';
import { rowsInWindow, useFirstRows } from '@troupe/ui/lib/first-screen';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { useInvited } from '../../../shared/creator/invited.ts';
import { useChosenRows } from '../../../shared/list/list-controls.tsx';
import { LoadMore } from '../../../shared/list/list-pages.tsx';
import { BulkActions } from './bulk-actions.tsx';
import type { ItemSort } from './creator-list-address.ts';
import { type ItemActions, ItemCard } from './item-card.tsx';
import { ItemTable } from './item-table.tsx';
import { useArchiving } from './use-archiving.ts';

const ItemReviewDialog = lazy(() => import('./review/item-review-dialog.tsx'));

/** Longer lists render only what is near the viewport. */
const ALL_RENDERED = 100;
const CHUNK = 24;
/** Cards that fit a large window. */
const CARDS_IN_SIGHT = 8;
/** Height of a row, and the minimum height of what is above the first one, in pixels. */
const ROW = 44;
const ABOVE = 200;

const chunksOf = (items: CreatorListItem[]): CreatorListItem[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, at) =>
    items.slice(at * CHUNK, (at + 1) * CHUNK),
  );

interface ItemListProps {
  listId: string;
  items: CreatorListItem[];
  openCreator: string | undefined;
  view: 'cards' | 'table';
  columns: readonly ItemColumn[];
  /** The custom fields that are shown. */
  fields: readonly ListField[];
  sort: ItemSort;
  onSort: (sort: ItemSort) => void;
  /** Whether the items are those of an earlier search. */
  faded: boolean;
  left: number;
  busy: boolean;
  failed: boolean;
  onMore: () => void;
  onOpen: (creator: Creator) => void;
  onInvite: (creator: Creator) => void;
  onInviteSeveral: (request: { creators: Creator[]; onSent: () => void }) => void;
  onInsights: (creator: Creator) => void;
}

/** The creators on a list, as cards or a table: arrow keys move, Enter opens, X selects, Escape clears the selection. */
export function ItemList(props: ItemListProps) {
  const { listId, items, openCreator, view, faded, left, busy, failed, onMore } = props;
  const { archiveCreator } = useArchiving();
  const { ids: chosen, choose, chooseOnly, clear } = useChosenRows();
  const invited = useInvited(useMemo(() => items.map(({ socialProfile }) => socialProfile), [items]));
  const [reviewing, setReviewing] = useState<CreatorListItem | null>(null);
  const drawn = useFirstRows(items, view === 'cards' ? CARDS_IN_SIGHT : rowsInWindow(ABOVE, ROW));
  const chosenItems = items.filter(({ id }) => chosen.has(id));

  const latest = useRef({ props, archiveCreator });
  useEffect(() => {
    latest.current = { props, archiveCreator };
  });
  const actions: ItemActions = useMemo(
    () => ({
      onOpen: (item) => latest.current.props.onOpen(item.socialProfile),
      onInvite: (item) => latest.current.props.onInvite(item.socialProfile),
      onInsights: (item) => latest.current.props.onInsights(item.socialProfile),
      onArchive: (item) => void latest.current.archiveCreator(item.id, creatorName(item.socialProfile)),
      onReview: setReviewing,
      onSelect: (item, selected) => choose([item.id], selected),
    }),
    [choose],
  );

  const place = useRef<HTMLDivElement>(null);
  const reach = useRef<((key: string) => void) | null>(null);
  const toggle = (id: string) => {
    const item = items.find((one) => one.id === id);
    if (item) actions.onSelect(item, !chosen.has(id));
  };
  const { rowProps, active } = useArrowList({
    keys: items.map(({ id }) => id),
    onOpen: (id) => {
      const item = items.find((one) => one.id === id);
      if (item) actions.onOpen(item);
    },
    onSelect: toggle,
    onEscape: chosen.size > 0 ? clear : undefined,
    onReach: (id) => {
      reach.current?.(id);
      const at = items.findIndex((one) => one.id === id);
      place.current?.children[Math.floor(at / CHUNK)]?.scrollIntoView({ block: 'nearest' });
    },
  });
  const card = (item: CreatorListItem) => (
    <ItemCard
      key={item.id}
      {...rowProps(item.id)}
      item={item}
      fields={props.fields}
      actions={actions}
      invited={invited.has(item.socialProfile.username)}
      selected={chosen.has(item.id)}
      open={item.socialProfile.id === openCreator}
    />
  );

  const chooseAll = () => chooseOnly(items.map(({ id }) => id));
  return (
    <>
      {view === 'table' ? (
        <ItemTable
          items={drawn}
          whole={drawn === items}
          columns={props.columns}
          fields={props.fields}
          sort={props.sort}
          onSort={props.onSort}
          actions={actions}
          invited={invited}
          chosen={chosen}
          onChooseAll={(all) => (all ? chooseAll() : clear())}
          openCreator={openCreator}
          faded={faded}
          rowProps={rowProps}
          active={active}
          reach={reach}
        />
      ) : (
        <div ref={place} className="list-items" aria-busy={faded || undefined}>
          {items.length <= ALL_RENDERED
            ? drawn.map(card)
            : chunksOf(items).map((chunk, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is a range of the list
                <NearView key={at} className="list-items-chunk">
                  {() => chunk.map(card)}
                </NearView>
              ))}
        </div>
      )}
      {reviewing && (
        <Suspense>
          <ItemReviewDialog
            itemId={reviewing.id}
            name={creatorName(reviewing.socialProfile)}
            onClose={() => setReviewing(null)}
          />
        </Suspense>
      )}
      <LoadMore left={drawn.length < items.length ? 0 : left} busy={busy} failed={failed} onMore={onMore} />
      <BulkActions
        listId={listId}
        chosen={chosenItems}
        shown={items.length}
        onInvite={(creators) => props.onInviteSeveral({ creators, onSent: clear })}
        onChooseAll={chooseAll}
        onClear={clear}
      />
    </>
  );
}

interface NearViewProps {
  className: string;
  children: () => ReactNode;
}

/** Renders its children only near the viewport; otherwise keeps their height. */
function NearView({ className, children }: NearViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setLeft(null);
        // Keep rows that are being edited.
        else if (entry && !node.contains(document.activeElement)) setLeft(entry.boundingClientRect.height);
      },
      { rootMargin: '1500px' },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className={className} style={left === null ? undefined : { height: left }}>
      {left === null && children()}
    </div>
  );
}
