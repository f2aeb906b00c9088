import { notify } from '@troupe/ui/feedback/notify';
import { useRef } from 'react';
import { useListWrites } from './creator-list-queries.ts';
import { t } from './messages/messages.gen.ts';

const wentWrong = () => void notify.failure(t('failed'));

/** Archives and restores, each with a notice that can undo it; ignores a second click while one is running. */
export function useArchiving() {
  const { archiveItem, unarchiveItem, archiveList, changeItems } = useListWrites();
  const underWay = useRef(new Set<string>());

  const once = async (key: string, work: () => Promise<void>) => {
    if (underWay.current.has(key)) return;
    underWay.current.add(key);
    try {
      await work();
    } catch {
      wentWrong();
    } finally {
      underWay.current.delete(key);
    }
  };

  return {
    archiveCreator: async (itemId: string, name: string) => {
      await once(itemId, async () => {
        await archiveItem.mutateAsync(itemId);
        notify.success(t('archiving.creator'), {
          detail: name,
          action: {
            label: t('action.undo'),
            onClick: () => unarchiveItem.mutate(itemId, { onError: wentWrong }),
          },
        });
      });
    },
    archiveCreators: (itemIds: string[]) =>
      once('several', async () => {
        const { changed } = await changeItems.mutateAsync({ action: 'archive', itemIds });
        const many = changed.length !== 1;
        notify.success(many ? t('archiving.creators', { count: changed.length }) : t('archiving.creator'), {
          action: {
            label: t('action.undo'),
            onClick: () =>
              changeItems.mutate({ action: 'unarchive', itemIds: changed }, { onError: wentWrong }),
          },
        });
      }),
    recoverCreators: (itemIds: string[], text: string) =>
      once('several', async () => {
        const [only, ...others] = itemIds;
        if (only !== undefined && others.length === 0) await unarchiveItem.mutateAsync(only);
        else await changeItems.mutateAsync({ action: 'unarchive', itemIds });
        notify.success(text, {
          action: {
            label: t('action.undo'),
            onClick: () => changeItems.mutate({ action: 'archive', itemIds }, { onError: wentWrong }),
          },
        });
      }),
    archiveList: (id: string, then?: () => void) =>
      once(id, async () => {
        await archiveList.mutateAsync({ id, archived: true });
        then?.();
        notify.success(t('archiving.list'), {
          action: {
            label: t('action.undo'),
            onClick: () => archiveList.mutate({ id, archived: false }, { onError: wentWrong }),
          },
        });
      }),
    recoverList: (id: string) =>
      once(id, async () => {
        await archiveList.mutateAsync({ id, archived: false });
        notify.success(t('archiving.listRestored'), {
          action: {
            label: t('action.undo'),
            onClick: () => archiveList.mutate({ id, archived: true }, { onError: wentWrong }),
          },
        });
      }),
  };
}
