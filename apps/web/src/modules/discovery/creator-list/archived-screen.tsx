import { IconArchiveOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { CreatorListItem } from '@troupe/domain/discovery/creator-list';
import { BulkBar } from '@troupe/ui/action/bulk-bar';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { StatusTags } from '@troupe/ui/content/status-tag';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Segmented } from '@troupe/ui/field/segmented';
import { useArrowList } from '@troupe/ui/hooks';
import { SelectTd, SelectTh, Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { exactNumber } from '@troupe/ui/lib/format';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { CreatorWho } from '../../../shared/creator/creator-who.tsx';
import { useChosenRows } from '../../../shared/list/list-controls.tsx';
import { LoadMore } from '../../../shared/list/list-pages.tsx';
import { RecruitmentFrame } from '../../../shared/screen/recruitment-frame.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { archivedOptions, listsOptions } from './creator-list-queries.ts';
import { nameOf } from './item-card.tsx';
import { shownTags } from './item-status.tsx';
import { t } from './messages/messages.gen.ts';
import { useArchiving } from './use-archiving.ts';
import './archived-screen.css';

interface ArchivedScreenProps {
  show: 'creators' | 'lists';
  onShow: (show: 'creators' | 'lists') => void;
}

/** Archived items, with Restore. */
export function ArchivedScreen({ show, onShow }: ArchivedScreenProps) {
  return (
    <RecruitmentFrame tab="archived">
      <div className="archived">
        <div>
          <Segmented
            label={t('archived.label')}
            value={show}
            onChange={(value) => onShow(value === 'lists' ? 'lists' : 'creators')}
            options={[
              { value: 'creators', label: t('archived.creators') },
              { value: 'lists', label: t('archived.lists') },
            ]}
          />
        </div>
        {show === 'lists' ? <ArchivedLists /> : <ArchivedCreators />}
      </div>
    </RecruitmentFrame>
  );
}

function ArchivedCreators() {
  const query = useInfiniteQuery(archivedOptions(useBrandId()));
  const { recoverCreators } = useArchiving();
  const { ids: chosen, choose, chooseOnly, clear } = useChosenRows();
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const chosenItems = items.filter(({ id }) => chosen.has(id));
  const recover = (these: CreatorListItem[]) => {
    const [only] = these;
    const text =
      these.length === 1 && only
        ? t('archived.restoredTo', { name: nameOf(only), list: only.creatorList.title })
        : t('archived.restored', { count: these.length });
    clear();
    void recoverCreators(
      these.map(({ id }) => id),
      text,
    );
  };
  const { rowProps } = useArrowList({
    keys: items.map(({ id }) => id),
    onSelect: (id) => choose([id], !chosen.has(id)),
  });
  return (
    <>
      <LoadState what={t('archived.whatCreators')} query={query}>
        <SkeletonRows rows={6} />
      </LoadState>
      {query.data && !query.error && items.length === 0 && (
        <EmptyState
          title={t('archived.none')}
          text={t('archived.noneText')}
          actions={<Button href="/creator-search/lists">{t('archived.openLists')}</Button>}
        />
      )}
      {items.length > 0 && (
        <Table label={t('archived.creatorsTable')} bleed className="archived-table">
          <thead>
            <tr>
              <SelectTh
                label={t('select.everything')}
                checked={chosenItems.length === items.length}
                indeterminate={chosenItems.length > 0 && chosenItems.length < items.length}
                onChange={(all) => chooseOnly(all ? items.map(({ id }) => id) : [])}
              />
              <Th>{t('table.creator')}</Th>
              <Th data-wide>{t('table.list')}</Th>
              <Th data-wide>{t('table.status')}</Th>
              <Th numeric data-wide>
                {t('table.archived')}
              </Th>
              <Th>
                <span className="t-hidden">{t('table.actions')}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <Tr key={item.id} {...rowProps(item.id)} selected={chosen.has(item.id)}>
                <SelectTd
                  label={t('select.one', { name: nameOf(item) })}
                  checked={chosen.has(item.id)}
                  onChange={(selected) => choose([item.id], selected)}
                />
                <Td className="archived-who">
                  <CreatorWho creator={item.socialProfile} size={28} />
                </Td>
                <Td data-wide className="archived-list">
                  <Link
                    href={`/creator-search/lists?list=${item.creatorList.id}`}
                    className="t-ellipsis"
                    dir="auto"
                  >
                    {item.creatorList.title}
                  </Link>
                </Td>
                <Td data-wide>
                  <StatusTags tags={shownTags(item.tags)} />
                </Td>
                <Td data-wide numeric className="t-ink2">
                  <Ago at={item.archivedDate ?? item.updated} />
                </Td>
                <Td className="archived-actions">
                  <Button size="row" icon={<IconArchiveOff size={16} />} onClick={() => recover([item])}>
                    {t('action.recover')}
                  </Button>
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      <LoadMore
        left={query.hasNextPage ? (query.data?.pages[0]?.total ?? 0) - items.length : 0}
        busy={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        onMore={() => void query.fetchNextPage()}
      />
      <BulkBar count={chosenItems.length} onClear={clear}>
        <Button kind="quiet" icon={<IconArchiveOff size={16} />} onClick={() => recover(chosenItems)}>
          {t('action.recover')}
        </Button>
      </BulkBar>
    </>
  );
}

function ArchivedLists() {
  const query = useInfiniteQuery(listsOptions(useBrandId(), { archived: true }));
  const { recoverList } = useArchiving();
  const lists = query.data?.pages.flatMap((page) => page.lists) ?? [];
  return (
    <>
      <LoadState what={t('archived.whatLists')} query={query}>
        <SkeletonRows rows={6} />
      </LoadState>
      {query.data && !query.error && lists.length === 0 && (
        <EmptyState
          title={t('archived.noLists')}
          actions={<Button href="/creator-search/lists">{t('archived.openLists')}</Button>}
        />
      )}
      {lists.length > 0 && (
        <Table label={t('archived.listsTable')} bleed className="archived-table">
          <thead>
            <tr>
              <Th>{t('table.list')}</Th>
              <Th numeric>{t('table.creators')}</Th>
              <Th data-wide numeric>
                {t('table.updated')}
              </Th>
              <Th>
                <span className="t-hidden">{t('table.actions')}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {lists.map((list) => (
              <Tr key={list.id}>
                <Td className="archived-list">
                  <Link
                    href={`/creator-search/lists?list=${list.id}`}
                    className="t-name t-ellipsis"
                    dir="auto"
                  >
                    {list.title}
                  </Link>
                </Td>
                <Td numeric>{exactNumber(list.itemCount)}</Td>
                <Td data-wide numeric className="t-ink2">
                  <Ago at={list.archivedDate ?? list.updated} />
                </Td>
                <Td className="archived-actions">
                  <Button
                    size="row"
                    icon={<IconArchiveOff size={16} />}
                    onClick={() => void recoverList(list.id)}
                  >
                    {t('action.recover')}
                  </Button>
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}
