import { useQuery } from '@tanstack/react-query';
import { makeMentionCreator } from '@troupe/contract/listening/mention';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { Checkbox } from '@troupe/ui/field/choice';
import { SelectField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { useListeningWrite } from '../../../shared/listening/listening-queries.ts';
import { t } from '../../../shared/listening/messages/messages.gen.ts';
import { allListsOptions } from '../../../shared/screen/recruitment-frame.tsx';

interface MakeCreatorDialogProps {
  mentionId: string;
  /** The author's name. */
  name: string;
  onInvite: (creatorId: string) => void;
  onClose: () => void;
}

/** Makes a creator of an author, puts them on a list, and continues to the invite. */
export default function MakeCreatorDialog({ mentionId, name, onInvite, onClose }: MakeCreatorDialogProps) {
  const brandId = useBrandId();
  const lists = useQuery(allListsOptions(brandId)).data?.lists ?? [];
  const [listId, setListId] = useState('');
  const [invite, setInvite] = useState(true);
  const make = useListeningWrite(
    () =>
      client.call(makeMentionCreator, {
        params: { brandId, mentionId },
        body: { listId: listId || null },
      }),
    { failed: t('author.makeFailed') },
  );
  const submit = () => {
    if (make.isPending) return;
    make.mutate(undefined, {
      onSuccess: ({ creatorId, created, listItemId }) => {
        const list = lists.find(({ id }) => id === listId);
        notify.success(t(created ? 'author.made' : 'author.found', { name }), {
          ...(listItemId && list ? { detail: t('author.onList', { list: list.title }) } : {}),
        });
        onClose();
        if (invite) onInvite(creatorId);
      },
    });
  };
  return (
    <Dialog
      open
      title={t('author.makeTitle', { name })}
      foot={t('author.makeFoot')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={make.isPending}>
            {t('author.makeCreator')}
          </Button>
        </>
      }
    >
      <div className="listening-stack">
        <p className="t-ink2">{t('author.makeText')}</p>
        <SelectField
          label={t('author.list')}
          size="form"
          value={listId}
          onChange={(event) => setListId(event.target.value)}
          options={[
            { value: '', label: t('author.noList') },
            ...lists.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
        <Checkbox
          label={t('author.inviteNext')}
          checked={invite}
          onChange={(event) => setInvite(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
