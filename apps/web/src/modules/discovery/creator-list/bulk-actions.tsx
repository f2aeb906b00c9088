import { IconArchive, IconCopy, IconFolderSymlink, IconSend, IconTag, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Creator } from '@troupe/domain/discovery/creator';
import type { CreatorListItem, StatusTag } from '@troupe/domain/discovery/creator-list';
import { BulkBar } from '@troupe/ui/action/bulk-bar';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { PickList } from '@troupe/ui/field/pick-list';
import { Popover } from '@troupe/ui/overlay/popover';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { allListsOptions } from '../../../shared/screen/recruitment-frame.tsx';
import { useListWrites } from './creator-list-queries.ts';
import { statusOptions } from './item-status.tsx';
import { t } from './messages/messages.gen.ts';
import { useArchiving } from './use-archiving.ts';

const ListDialog = lazy(() => import('./list-dialog.tsx'));

interface BulkActionsProps {
  listId: string;
  chosen: readonly CreatorListItem[];
  /** Number of creators shown, for Select all. */
  shown: number;
  onInvite: (creators: Creator[]) => void;
  onChooseAll: () => void;
  onClear: () => void;
}

/** Others are compared with at most so many creators. */
const MOST_LIKE = 20;

type To = 'move' | 'copy';

/** The bulk actions on the chosen creators; every action can be undone from its notice. */
export function BulkActions(props: BulkActionsProps) {
  const { listId, chosen, shown, onInvite, onChooseAll, onClear } = props;
  const { changeItems } = useListWrites();
  const { archiveCreators } = useArchiving();
  const [newListFor, setNewListFor] = useState<To | null>(null);
  const itemIds = chosen.map(({ id }) => id);
  const failed = (error: unknown) => void notify.failure(errorText(error));

  const tag = (tags: StatusTag[], had: StatusTag[]) => {
    const add = tags.filter((one) => !had.includes(one));
    const remove = had.filter((one) => !tags.includes(one));
    changeItems.mutate(
      { action: 'tag', itemIds, add, remove },
      {
        onSuccess: ({ changed }) =>
          notify.success(t('bulk.statusChanged', { count: changed.length }), {
            id: 'bulk-tag',
            action: {
              label: t('action.undo'),
              onClick: () =>
                changeItems.mutate(
                  { action: 'tag', itemIds: changed, add: remove, remove: add },
                  { onError: failed },
                ),
            },
          }),
        onError: failed,
      },
    );
  };

  const send = (action: To, target: { id: string; title: string }) =>
    changeItems.mutate(
      { action, itemIds, listId: target.id },
      {
        onSuccess: ({ changed, already }) => {
          onClear();
          notify.success(
            t(action === 'move' ? 'bulk.moved' : 'bulk.copied', {
              count: changed.length,
              list: target.title,
            }),
            {
              ...(already.length > 0 ? { detail: t('bulk.already', { count: already.length }) } : {}),
              action: {
                label: t('action.undo'),
                onClick: () => void undo(action, changed, already).catch(failed),
              },
            },
          );
        },
        onError: failed,
      },
    );

  async function undo(action: To, changed: string[], already: string[]) {
    if (action === 'copy') {
      if (changed.length > 0) await changeItems.mutateAsync({ action: 'archive', itemIds: changed });
      return;
    }
    if (changed.length > 0) await changeItems.mutateAsync({ action: 'move', itemIds: changed, listId });
    if (already.length > 0) await changeItems.mutateAsync({ action: 'unarchive', itemIds: already });
  }

  const common = commonTags(chosen);
  return (
    <>
      <BulkBar count={chosen.length} onClear={onClear}>
        {chosen.length < shown && (
          <Button kind="quiet" onClick={onChooseAll}>
            {t('bulk.selectAll', { count: shown })}
          </Button>
        )}
        <Button
          kind="quiet"
          icon={<IconSend size={16} />}
          onClick={() => onInvite(chosen.map(({ socialProfile }) => socialProfile))}
        >
          {t('action.invite')}
        </Button>
        <Button
          kind="quiet"
          icon={<IconUsers size={16} />}
          href={`/creator-search/similar?${chosen
            .slice(0, MOST_LIKE)
            .map(({ socialProfile }) => `like=${socialProfile.id}`)
            .join('&')}`}
        >
          {shared('creator.findSimilar')}
        </Button>
        <Popover
          label={t('bulk.status')}
          side="top"
          width={232}
          trigger={
            <Button kind="quiet" icon={<IconTag size={16} />}>
              {t('table.status')}
            </Button>
          }
        >
          <PickList
            label={t('bulk.status')}
            options={statusOptions()}
            value={common}
            onChange={(value) => tag(value as StatusTag[], common)}
            multiple
          />
        </Popover>
        <ToList
          action="move"
          icon={<IconFolderSymlink size={16} />}
          listId={listId}
          onPick={send}
          onNew={setNewListFor}
        />
        <ToList
          action="copy"
          icon={<IconCopy size={16} />}
          listId={listId}
          onPick={send}
          onNew={setNewListFor}
        />
        <Button
          kind="quiet"
          icon={<IconArchive size={16} />}
          onClick={() => {
            void archiveCreators(itemIds);
            onClear();
          }}
        >
          {t('action.archive')}
        </Button>
      </BulkBar>
      {newListFor && (
        <Suspense>
          <ListDialog onClose={() => setNewListFor(null)} onCreated={(target) => send(newListFor, target)} />
        </Suspense>
      )}
    </>
  );
}

/** The tags that all of them have. */
const commonTags = (items: readonly CreatorListItem[]): StatusTag[] =>
  (items[0]?.tags ?? []).filter((tag) => items.every((item) => item.tags.includes(tag)));

interface ToListProps {
  action: To;
  icon: ReactNode;
  /** The current list, excluded from the options. */
  listId: string;
  onPick: (action: To, target: { id: string; title: string }) => void;
  onNew: (action: To) => void;
}

function ToList({ action, icon, listId, onPick, onNew }: ToListProps) {
  const { data } = useQuery(allListsOptions(useBrandId()));
  const lists = (data?.lists ?? []).filter(({ id }) => id !== listId);
  return (
    <Popover
      label={t(`bulk.toList.${action}`)}
      side="top"
      width={280}
      trigger={
        <Button kind="quiet" icon={icon}>
          {t(`bulk.action.${action}`)}
        </Button>
      }
    >
      {(close) => (
        <PickList
          label={t(`bulk.toList.${action}`)}
          searchable={lists.length > 8}
          placeholder={t('list.find')}
          options={lists.map(({ id, title, itemCount }) => ({ value: id, label: title, hint: itemCount }))}
          value={[]}
          onChange={([id]) => {
            const target = lists.find((list) => list.id === id);
            if (target) onPick(action, target);
          }}
          onDone={close}
          foot={
            <Button
              kind="quiet"
              size="row"
              onClick={() => {
                close();
                onNew(action);
              }}
            >
              {t(`bulk.toNewList.${action}`)}
            </Button>
          }
        />
      )}
    </Popover>
  );
}
