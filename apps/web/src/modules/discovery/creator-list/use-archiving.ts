import { notify } from '@troupe/ui/feedback/notify';
import { useRef } from 'react';
import { useListWrites } from './creator-list-queries.ts';

const wentWrong = () => void notify.failure('Something went wrong.');

/** Archiving and bringing back, each with a notice that undoes it; a second press on the same does nothing. */
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
        notify.success('Creator has been archived.', {
          detail: name,
          action: { label: 'Undo', onClick: () => unarchiveItem.mutate(itemId, { onError: wentWrong }) },
        });
      });
    },
    archiveCreators: (itemIds: string[]) =>
      once('several', async () => {
        const { changed } = await changeItems.mutateAsync({ action: 'archive', itemIds });
        const many = changed.length !== 1;
        notify.success(
          many ? `${changed.length} creators have been archived.` : 'Creator has been archived.',
          {
            action: {
              label: 'Undo',
              onClick: () =>
                changeItems.mutate({ action: 'unarchive', itemIds: changed }, { onError: wentWrong }),
            },
          },
        );
      }),
    recoverCreators: (itemIds: string[], text: string) =>
      once('several', async () => {
        const [only, ...others] = itemIds;
        if (only !== undefined && others.length === 0) await unarchiveItem.mutateAsync(only);
        else await changeItems.mutateAsync({ action: 'unarchive', itemIds });
        notify.success(text, {
          action: {
            label: 'Undo',
            onClick: () => changeItems.mutate({ action: 'archive', itemIds }, { onError: wentWrong }),
          },
        });
      }),
    archiveList: (id: string, then?: () => void) =>
      once(id, async () => {
        await archiveList.mutateAsync({ id, archived: true });
        then?.();
        notify.success('List has been archived.', {
          action: {
            label: 'Undo',
            onClick: () => archiveList.mutate({ id, archived: false }, { onError: wentWrong }),
          },
        });
      }),
    recoverList: (id: string) =>
      once(id, async () => {
        await archiveList.mutateAsync({ id, archived: false });
        notify.success('List restored.', {
          action: {
            label: 'Undo',
            onClick: () => archiveList.mutate({ id, archived: true }, { onError: wentWrong }),
          },
        });
      }),
  };
}
