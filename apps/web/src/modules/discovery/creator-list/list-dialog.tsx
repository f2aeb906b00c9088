import { CreatorListChange, type CreatorListFields } from '@troupe/domain/discovery/creator-list';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { errorText } from '../../../shared/call/error-text.ts';
import { errorsOf, useDraftForm } from '../../../shared/form.ts';
import { filledIn, ListFields } from './creator-list-fields.tsx';
import { useListWrites } from './creator-list-queries.ts';
import { t } from './messages/messages.gen.ts';

interface ListDialogProps {
  /** The list to change; without it a new one is made. */
  list?: (CreatorListFields & { id: string }) | undefined;
  onClose: () => void;
  onCreated?: ((list: { id: string; title: string }) => void) | undefined;
}

/** Form values of a new or existing list. */
export default function ListDialog({ list, onClose, onCreated }: ListDialogProps) {
  const { create, update } = useListWrites();
  const form = useDraftForm({
    draft: `creator-list.${list?.id ?? 'new'}`,
    saved: filledIn(list),
    validate: (typed) => errorsOf(CreatorListChange, typed),
  });
  const busy = create.isPending || update.isPending;
  const change = (part: Partial<CreatorListFields>) => {
    form.change(part);
    form.setErrors({});
  };
  const failed = (error: unknown) => {
    if (!form.refused(error)) notify.failure(errorText(error));
  };
  const submit = form.submit((values) => {
    if (busy) return;
    const done = () => {
      form.discard();
      onClose();
    };
    if (list) update.mutate({ id: list.id, ...values }, { onSuccess: done, onError: failed });
    else {
      create.mutate(values, {
        onSuccess: (made) => {
          done();
          onCreated?.(made);
        },
        onError: failed,
      });
    }
  });
  return (
    <Dialog
      open
      title={list ? t('list.edit') : t('list.new')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={busy}>
            {list ? t('action.save') : t('list.create')}
          </Button>
        </>
      }
    >
      <ListFields values={form.values} errors={form.errors} onChange={change} />
    </Dialog>
  );
}
