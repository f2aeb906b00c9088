import { IconArchive, IconPencil, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Checkbox } from '@troupe/ui/field/choice';
import { useArrowList } from '@troupe/ui/hooks';
import { RowActions, Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { lazy, Suspense, useState } from 'react';
import { useBrandId, useMe } from '../../../shared/brand/current-brand.ts';
import { FindField, SortMenu } from '../../../shared/list/list-controls.tsx';
import { LoadMore } from '../../../shared/list/list-pages.tsx';
import { RecruitmentFrame } from '../../../shared/screen/recruitment-frame.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { type ListsAddress, listSortNames } from './creator-list-address.ts';
import { LIST_COLUMNS } from './creator-list-fields.tsx';
import { type ListRow, listsOptions } from './creator-list-queries.ts';
import { t } from './messages/messages.gen.ts';
import { useArchiving } from './use-archiving.ts';
import './list-overview.css';

const ListDialog = lazy(() => import('./list-dialog.tsx'));

interface ListOverviewProps {
  address: ListsAddress;
  onChange: (part: Partial<ListsAddress>) => void;
  onOpen: (listId: string) => void;
}

/** The brand's lists with counts and last change. */
export function ListOverview({ address, onChange, onOpen }: ListOverviewProps) {
  const me = useMe();
  const mine = address.owner === 'me';
  const query = useInfiniteQuery({
    ...listsOptions(useBrandId(), Object.assign({}, address, { ownerId: mine ? me?.id : undefined })),
    enabled: !mine || me !== undefined,
    placeholderData: (before) => before,
  });
  const { data, isPlaceholderData } = query;
  const [editing, setEditing] = useState<ListRow | 'new' | null>(null);
  const lists = data?.pages.flatMap((page) => page.lists) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const sort = address.sort ?? 'updated';
  const none = data !== undefined && lists.length === 0 && !address.q && !mine;
  return (
    <RecruitmentFrame
      tab="lists"
      actions={
        <Button
          kind={none ? 'second' : 'main'}
          icon={<IconPlus size={16} />}
          onClick={() => setEditing('new')}
        >
          {t('list.new')}
        </Button>
      }
    >
      <div className="list-overview">
        {data && !none && (
          <div className="list-overview-tools">
            <div className="list-overview-find">
              <FindField
                label={t('list.find')}
                value={address.q}
                busy={isPlaceholderData}
                onChange={(q) => onChange({ q })}
              />
            </div>
            <Checkbox
              label={t('overview.mine')}
              checked={mine}
              onChange={({ target }) => onChange({ owner: target.checked ? 'me' : undefined })}
            />
            <span className="list-overview-sort">
              <SortMenu
                names={listSortNames()}
                value={sort}
                onChange={(next) => onChange({ sort: next === 'updated' ? undefined : next })}
              />
            </span>
          </div>
        )}
        <LoadState what={t('overview.what')} query={query}>
          <SkeletonRows rows={6} />
        </LoadState>
        {lists.length > 0 && <ListTable lists={lists} onOpen={onOpen} onEdit={setEditing} />}
        <LoadMore
          left={query.hasNextPage ? total - lists.length : 0}
          busy={query.isFetchingNextPage}
          failed={query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
        {none && (
          <EmptyState
            title={t('overview.none')}
            text={t('overview.noneText')}
            actions={
              <>
                <Button kind="main" onClick={() => setEditing('new')}>
                  {t('list.create')}
                </Button>
                <Button href="/creator-search">{t('overview.findCreators')}</Button>
              </>
            }
          />
        )}
        {data && lists.length === 0 && mine && !address.q && (
          <EmptyState
            title={t('overview.noneMine')}
            drawing="seats"
            actions={<Button onClick={() => onChange({ owner: undefined })}>{t('overview.showAll')}</Button>}
          />
        )}
        {data && lists.length === 0 && address.q && (
          <EmptyState
            title={t('overview.noMatch', { query: address.q })}
            drawing="seats"
            actions={
              <Button onClick={() => onChange({ q: undefined, owner: undefined })}>
                {t('overview.showAll')}
              </Button>
            }
          />
        )}
      </div>
      {editing && (
        <Suspense>
          <ListDialog
            list={editing === 'new' ? undefined : editing}
            onClose={() => setEditing(null)}
            onCreated={({ id }) => onOpen(id)}
          />
        </Suspense>
      )}
    </RecruitmentFrame>
  );
}

interface ListTableProps {
  lists: readonly ListRow[];
  onOpen: (listId: string) => void;
  onEdit: (list: ListRow) => void;
}

function ListTable({ lists, onOpen, onEdit }: ListTableProps) {
  const { archiveList } = useArchiving();
  const { rowProps } = useArrowList({ keys: lists.map(({ id }) => id), onOpen });
  return (
    <Table label={t('overview.label')} bleed className="list-table">
      <thead>
        <tr>
          <Th>{t('table.list')}</Th>
          {LIST_COLUMNS.map(({ head, wide, numeric }) => (
            <Th key={head} data-wide={wide} numeric={numeric}>
              {t(`overview.${head}`)}
            </Th>
          ))}
          <Th>
            <span className="t-hidden">{t('table.actions')}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {lists.map((list) => (
          <Tr key={list.id} {...rowProps(list.id)} onOpen={() => onOpen(list.id)}>
            <Td className="list-table-title">
              <Link
                href={`/creator-search/lists?list=${list.id}`}
                tabIndex={-1}
                className="t-name t-ellipsis"
                dir="auto"
              >
                {list.title}
              </Link>
              {list.description && (
                <span className="t-12 t-ink3 t-ellipsis" dir="auto">
                  {list.description}
                </span>
              )}
            </Td>
            {LIST_COLUMNS.map(({ head, wide, numeric, cell }) => (
              <Td key={head} data-wide={wide} numeric={numeric}>
                {cell(list)}
              </Td>
            ))}
            <Td className="list-table-actions">
              <RowActions>
                <IconButton
                  size="row"
                  label={t('list.editNamed', { title: list.title })}
                  icon={<IconPencil size={18} />}
                  onClick={() => onEdit(list)}
                />
                <IconButton
                  size="row"
                  label={t('list.archiveNamed', { title: list.title })}
                  icon={<IconArchive size={18} />}
                  onClick={() => void archiveList(list.id)}
                />
              </RowActions>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
