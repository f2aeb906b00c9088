import {
  IconArchive,
  IconColumnInsertRight,
  IconColumns3,
  IconDownload,
  IconFileImport,
  IconLayoutGrid,
  IconLayoutKanban,
  IconPencil,
  IconSearch,
  IconSend,
  IconTable,
  IconThumbUp,
  IconUserPlus,
  IconUserSearch,
  IconUsers,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { saveBlob } from '@troupe/browser/save-blob';
import { CallError } from '@troupe/contract/client';
import { exportCreatorList } from '@troupe/contract/discovery/creator-list';
import type { Creator } from '@troupe/domain/discovery/creator';
import type { CreatorList, CreatorListItem, StatusTag } from '@troupe/domain/discovery/creator-list';
import { ITEM_COLUMN_IDS } from '@troupe/domain/discovery/creator-list-columns';
import type { ListField } from '@troupe/domain/discovery/list-field';
import type { SafetyFilter } from '@troupe/domain/discovery/safety-flag';
import { problems } from '@troupe/domain/problem';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { PartBoundary } from '@troupe/ui/feedback/missing-part';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { PickList } from '@troupe/ui/field/pick-list';
import { Segmented } from '@troupe/ui/field/segmented';
import { useIsPhone } from '@troupe/ui/hooks';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { exactNumber } from '@troupe/ui/lib/format';
import { DrawerLayout } from '@troupe/ui/overlay/drawer';
import { Menu } from '@troupe/ui/overlay/menu';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { Popover } from '@troupe/ui/overlay/popover';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { FilterChip, PlatformFilter } from '../../../shared/list/filter-chip.tsx';
import { FindField, SortMenu } from '../../../shared/list/list-controls.tsx';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { OpenFlags } from '../../../shared/safety-flag/open-flags.tsx';
import { DocumentTitle, GenericError, LoadState } from '../../../shared/screen/screen.tsx';
import {
  columnsOf,
  type ItemSort,
  type ItemsAddress,
  isNarrowed,
  itemSortNames,
  NO_FILTERS,
  SAFETY_STATES,
  shownFieldsOf,
} from './creator-list-address.ts';
import { itemsOptions } from './creator-list-queries.ts';
import { ItemList } from './item-list.tsx';
import { statusOptions } from './item-status.tsx';
import { t } from './messages/messages.gen.ts';
import { useArchiving } from './use-archiving.ts';
import './list-detail.css';

const ListDialog = lazy(() => import('./list-dialog.tsx'));
const FieldsDialog = lazy(() => import('./custom/fields-dialog.tsx'));
const ReviewLinksDialog = lazy(() => import('./review/review-links-dialog.tsx'));
const BoardView = lazy(() => import('./board/board-view.tsx'));
const FieldFilters = lazy(() => import('./custom/field-filters.tsx'));

const { status, message } = problems.not_found;
const NO_LIST = new CallError(status, { code: 'not_found', message }, message);

const REFRESH_MS = 20_000;
/** Longer lists are refetched only when the user returns to them. */
const REFRESHED_PAGES = 3;

const NO_FIELDS: readonly ListField[] = [];

/** How the open creator's drawer steps through the list. */
export interface DrawerSteps {
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

interface ListDetailProps {
  listId: string;
  address: ItemsAddress;
  onChange: (part: Partial<ItemsAddress>, replace?: boolean) => void;
  onLeave: () => void;
  onInvite: (creator: Creator) => void;
  /** Several creators, or everyone on the list. */
  onInviteSeveral: (
    request:
      | { creators: Creator[]; onSent: () => void }
      | { list: Pick<CreatorList, 'id' | 'title' | 'itemCount'> },
  ) => void;
  onInsights: (creator: Creator) => void;
  /** The menu of saved views. */
  views: ReactNode;
  /** The drawer of the open creator. */
  drawer: (creatorId: string, steps: DrawerSteps) => ReactNode;
}

/** One list with the creators on it, their status and notes. */
export function ListDetail(props: ListDetailProps) {
  const { listId, address, onChange, drawer } = props;
  const query = useInfiniteQuery({
    ...itemsOptions(useBrandId(), listId, address),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[3] === listId ? before : undefined),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= REFRESHED_PAGES ? REFRESH_MS : false),
    refetchOnWindowFocus: true,
  });
  const { data, error, isPlaceholderData } = query;
  const [finding, setFinding] = useState(false);
  const list = data?.pages[0]?.list;
  const fields = data?.pages[0]?.fields ?? NO_FIELDS;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  if (error && !data && (error.status === 404 || error.status === 422))
    return <GenericError error={NO_LIST} />;
  const open = items.findIndex((item) => item.socialProfile.id === address.creator);
  const step = (by: number) => {
    const next = open < 0 ? undefined : items[open + by];
    return next ? () => onChange({ creator: next.socialProfile.id, breakdown: undefined }, true) : null;
  };
  const steps = { onPrevious: step(-1), onNext: step(1) };
  return (
    <DrawerLayout drawer={address.creator ? drawer(address.creator, steps) : null}>
      <div className="t-page list-detail">
        <DocumentTitle>{list?.title ?? t('list.untitled')}</DocumentTitle>
        <Head
          list={list}
          fields={fields}
          withDrawer={Boolean(address.creator)}
          onLeave={props.onLeave}
          onInvite={(list) => props.onInviteSeveral({ list })}
          onFind={() => setFinding(!finding)}
        />
        {list && (list.itemCount > 0 || isNarrowed(address)) && (
          <ListToolbar
            list={list}
            fields={fields}
            address={address}
            busy={isPlaceholderData}
            finding={finding}
            onChange={onChange}
            views={props.views}
          />
        )}
        <LoadState what={t('items.what')} query={query} note={t('items.note')}>
          <SkeletonRows rows={8} />
        </LoadState>
        {list && items.length === 0 && (address.view !== 'board' || list.itemCount === 0) && (
          <Nothing list={list} address={address} onChange={onChange} />
        )}
        {list && address.view === 'board' && list.itemCount > 0 && (
          <PartBoundary>
            <Suspense fallback={<SkeletonRows rows={6} />}>
              <BoardView
                list={list}
                fields={shownFieldsOf(address, fields)}
                onOpen={(creator) => onChange({ creator, breakdown: undefined })}
              />
            </Suspense>
          </PartBoundary>
        )}
        {list && items.length > 0 && address.view !== 'board' && (
          <Items {...props} query={query} items={items} fields={fields} />
        )}
      </div>
    </DrawerLayout>
  );
}

interface ItemsProps extends ListDetailProps {
  items: CreatorListItem[];
  fields: readonly ListField[];
  query: {
    data?: { pages: { total: number }[] } | undefined;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    isPlaceholderData: boolean;
    hasNextPage: boolean;
    fetchNextPage: () => unknown;
  };
}

function Items(props: ItemsProps) {
  const { query, items, fields, listId, address, onChange, onInvite, onInviteSeveral, onInsights } = props;
  const isPhone = useIsPhone();
  // Memoized rows render again when these change.
  const { columns: chosen } = address;
  const columns = useMemo(() => columnsOf({ columns: chosen }), [chosen]);
  const shown = useMemo(() => shownFieldsOf({ columns: chosen }, fields), [chosen, fields]);
  const total = query.data?.pages[0]?.total ?? items.length;
  return (
    <>
      {isNarrowed(address) && (
        <p className="t-12 t-ink3 list-detail-count" role="status">
          {t('items.found', { count: total })}
        </p>
      )}
      <ItemList
        listId={listId}
        items={items}
        openCreator={address.creator}
        view={isPhone || address.view === 'cards' ? 'cards' : 'table'}
        columns={columns}
        fields={shown}
        sort={address.sort ?? 'saved'}
        onSort={(sort) => onChange({ sort: sort === 'saved' ? undefined : sort })}
        faded={query.isPlaceholderData}
        left={query.hasNextPage ? total - items.length : 0}
        busy={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        onMore={() => void query.fetchNextPage()}
        onOpen={(creator) => onChange({ creator: creator.id, breakdown: undefined })}
        onInvite={onInvite}
        onInviteSeveral={onInviteSeveral}
        onInsights={onInsights}
      />
    </>
  );
}

interface HeadProps {
  list: CreatorList | undefined;
  fields: readonly ListField[];
  withDrawer: boolean;
  onLeave: () => void;
  onInvite: (list: CreatorList) => void;
  onFind: () => void;
}

function Head({ list, fields, withDrawer, onLeave, onInvite, onFind }: HeadProps) {
  const [editing, setEditing] = useState<'list' | 'fields' | 'reviews' | null>(null);
  const { archiveList, recoverList } = useArchiving();
  const add = list && [
    { label: t('list.searchCreators'), icon: <IconUserSearch size={18} />, href: '/creator-search' },
    {
      label: t('list.importFile'),
      icon: <IconFileImport size={18} />,
      href: `/creator-search/import?list=${list.id}`,
    },
  ];
  return (
    <>
      <PageHeader
        title={<span dir="auto">{list?.title ?? t('list.untitled')}</span>}
        crumbs={[{ label: t('list.all'), href: '/creator-search/lists' }]}
        subtitle={
          list && (
            <>
              <div className="list-detail-meta">
                <span className="t-num">
                  {t('list.counts', {
                    count: list.itemCount,
                    contacts: exactNumber(list.contactCount),
                  })}
                  {list.owner && (
                    <>
                      {' · '}
                      <bdi>{t('list.owner', { name: list.owner.name })}</bdi>
                    </>
                  )}
                </span>
                {!list.archived && <OpenFlags of={{ listId: list.id }} />}
              </div>
              {list.archived && <span> {t('list.isArchived')}</span>}
              {list.description && (
                <span className="list-detail-description" dir="auto">
                  {list.description}
                </span>
              )}
            </>
          )
        }
        actions={
          list &&
          add && (
            <>
              <span className="list-detail-find">
                <IconButton label={t('items.find')} icon={<IconSearch size={18} />} onClick={onFind} />
              </span>
              {list.archived ? (
                <Button kind="main" onClick={() => void recoverList(list.id)}>
                  {t('action.recover')}
                </Button>
              ) : (
                <span className="list-detail-add">
                  <Menu
                    label={t('list.add')}
                    align="end"
                    trigger={
                      <Button kind={withDrawer ? 'second' : 'main'} icon={<IconUserPlus size={16} />}>
                        {t('list.add')}
                      </Button>
                    }
                    items={add}
                  />
                </span>
              )}
              <MoreMenu
                label={t('list.actions')}
                size="md"
                items={[
                  {
                    label: t('list.editAction'),
                    icon: <IconPencil size={18} />,
                    onClick: () => setEditing('list'),
                  },
                  {
                    label: t('list.fields'),
                    icon: <IconColumnInsertRight size={18} />,
                    onClick: () => setEditing('fields'),
                  },
                  ...(list.archived
                    ? []
                    : [
                        {
                          label: t('list.reviews'),
                          icon: <IconThumbUp size={18} />,
                          onClick: () => setEditing('reviews'),
                        },
                      ]),
                  ...add,
                  ...(list.archived || list.itemCount === 0
                    ? []
                    : [
                        {
                          label: shared('creator.findSimilar'),
                          icon: <IconUsers size={18} />,
                          href: `/creator-search/similar?list=${list.id}`,
                        },
                        {
                          label: t('list.inviteAll'),
                          icon: <IconSend size={18} />,
                          onClick: () => onInvite(list),
                        },
                      ]),
                  ...(list.archived
                    ? []
                    : ([
                        'divider',
                        {
                          label: t('list.archive'),
                          icon: <IconArchive size={18} />,
                          danger: true,
                          onClick: () => void archiveList(list.id, onLeave),
                        },
                      ] as const)),
                ]}
              />
            </>
          )
        }
      />
      {editing && list && (
        <Suspense>
          {editing === 'list' && <ListDialog list={list} onClose={() => setEditing(null)} />}
          {editing === 'fields' && <FieldsDialog list={list} onClose={() => setEditing(null)} />}
          {editing === 'reviews' && (
            <ReviewLinksDialog list={list} fields={fields} onClose={() => setEditing(null)} />
          )}
        </Suspense>
      )}
    </>
  );
}

interface NothingProps {
  list: CreatorList;
  address: ItemsAddress;
  onChange: (part: Partial<ItemsAddress>, replace?: boolean) => void;
}

function Nothing({ list, address, onChange }: NothingProps) {
  if (isNarrowed(address)) {
    return (
      <EmptyState
        title={t('items.noMatch')}
        drawing="seats"
        actions={<Button onClick={() => onChange(NO_FILTERS)}>{t('items.clearFilters')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={t('items.none')}
      text={t('items.noneText')}
      actions={
        <>
          <Button kind="main" href="/creator-search">
            {t('items.search')}
          </Button>
          <Button href={`/creator-search/import?list=${list.id}`}>{t('items.import')}</Button>
        </>
      }
    />
  );
}

interface ListToolbarProps {
  list: CreatorList;
  fields: readonly ListField[];
  views: ReactNode;
  address: ItemsAddress;
  busy: boolean;
  /** Whether phones show the search field. */
  finding: boolean;
  onChange: (part: Partial<ItemsAddress>, replace?: boolean) => void;
}

/** Find, filters, sorting, columns, views and export of the creators on a list. */
function ListToolbar({ list, fields, views, address, busy, finding, onChange }: ListToolbarProps) {
  const isPhone = useIsPhone();
  // A board shows all creators, so filters are hidden.
  const onBoard = address.view === 'board';
  const byField = Object.fromEntries(fields.map(({ id, name }) => [`field.${id}`, name]));
  const sorts: Record<string, string> = Object.assign(itemSortNames(), byField);
  const sort: ItemSort = address.sort && sorts[address.sort] ? address.sort : 'saved';
  return (
    <div className="list-toolbar" data-finding={finding || address.q !== undefined || undefined}>
      {!onBoard && (
        <>
          <div className="list-toolbar-find">
            <FindField
              label={t('items.find')}
              value={address.q}
              busy={busy}
              onChange={(q) => onChange({ q })}
            />
          </div>
          <FilterChip
            name={t('table.status')}
            options={statusOptions()}
            value={address.status ?? []}
            onChange={(status) => onChange({ status: status as StatusTag[] })}
          />
          <PlatformFilter value={address.platform ?? []} onChange={(platform) => onChange({ platform })} />
          <FilterChip
            name={t('filter.safety')}
            options={SAFETY_STATES.map((value) => ({ value, label: t(`filter.safety.${value}`) }))}
            value={address.safety ?? []}
            onChange={(safety) => onChange({ safety: safety as SafetyFilter[] })}
          />
          {fields.length > 0 && (
            <Suspense>
              <FieldFilters
                fields={fields}
                where={address.where ?? []}
                onChange={(where) => onChange({ where })}
              />
            </Suspense>
          )}
          <span className="list-toolbar-sort">
            <SortMenu
              names={sorts}
              value={sort}
              onChange={(next) => onChange({ sort: next === 'saved' ? undefined : (next as ItemSort) })}
            />
          </span>
        </>
      )}
      {views}
      {address.view === undefined && (
        <span className="list-toolbar-columns">
          <Popover
            label={t('columns.label')}
            width={232}
            align="end"
            trigger={
              <IconButton look="edged" label={t('columns.choose')} icon={<IconColumns3 size={18} />} />
            }
          >
            <PickList
              label={t('columns.label')}
              options={[
                ...ITEM_COLUMN_IDS.map((id) => ({ value: id as string, label: t(`column.${id}`) })),
                ...fields.map(({ id, name }) => ({ value: `field.${id}`, label: name })),
              ]}
              value={[
                ...columnsOf(address),
                ...shownFieldsOf(address, fields).map(({ id }) => `field.${id}`),
              ]}
              onChange={(columns) =>
                onChange(
                  { columns: columns.length > 0 ? (columns as ItemsAddress['columns']) : undefined },
                  true,
                )
              }
              multiple
            />
          </Popover>
        </span>
      )}
      {!onBoard && <ExportButton list={list} fields={fields} address={address} />}
      <span className="list-toolbar-view">
        <Segmented
          label={t('view.label')}
          value={address.view ?? (isPhone ? 'cards' : 'table')}
          onChange={(view) =>
            onChange({ view: view === 'board' || (view === 'cards' && !isPhone) ? view : undefined }, true)
          }
          iconsOnly
          options={[
            // Phones have no tables.
            ...(isPhone
              ? []
              : [{ value: 'table' as const, label: t('view.table'), icon: <IconTable size={16} /> }]),
            { value: 'cards', label: t('view.cards'), icon: <IconLayoutGrid size={16} /> },
            { value: 'board', label: t('view.board'), icon: <IconLayoutKanban size={16} /> },
          ]}
        />
      </span>
    </div>
  );
}

/** Downloads the creators on the list that match the filters, with the shown columns. */
function ExportButton({ list, fields, address }: Pick<ListToolbarProps, 'list' | 'fields' | 'address'>) {
  const brandId = useBrandId();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { q: search, status: tag, platform, safety, where, sort } = address;
      const field = shownFieldsOf(address, fields).map(({ id }) => id);
      const file = await client.download(exportCreatorList, {
        params: { brandId, id: list.id },
        query: { search, tag, platform, safety, where, sort, column: columnsOf(address), field },
      });
      saveBlob(file, `${list.title.replace(/[^\p{L}\p{N}]+/gu, '-') || 'creator-list'}.csv`);
    } catch (error) {
      notify.failure(t('export.failed'), { detail: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconButton
      look="edged"
      label={t('export.action')}
      icon={<IconDownload size={18} />}
      aria-busy={busy || undefined}
      onClick={() => void save()}
    />
  );
}
