import { CallError } from '@troupe/contract/client';
import { CreatorListChange, type CreatorListFields } from '@troupe/domain/discovery/creator-list';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraftFields } from '../../../shared/draft.ts';
import { filledIn, ListFields } from './creator-list-fields.tsx';
import { useListWrites } from './creator-list-queries.ts';

interface ListDialogProps {
  /** The list to change; without it a new one is made. */
  list?: (CreatorListFields & { id: string }) | undefined;
  onClose: () => void;
  onCreated?: ((list: { id: string; title: string }) => void) | undefined;
}

type Errors = Partial<Record<string, string>>;

/** What is filled in for a list, new or present. */
export default function ListDialog({ list, onClose, onCreated }: ListDialogProps) {
  const { create, update } = useListWrites();
  const draft = useDraftFields(`creator-list.${list?.id ?? 'new'}`, filledIn(list));
  const { values } = draft;
  const [errors, setErrors] = useState<Errors>({});
  const busy = create.isPending || update.isPending;
  const change = (part: Partial<CreatorListFields>) => {
    draft.change(part);
    setErrors({});
  };
  const failed = (error: unknown) => {
    const fields = error instanceof CallError ? error.body.fields : undefined;
    if (fields) setErrors(fields);
    else notify.failure(errorText(error));
  };
  const submit = () => {
    if (busy) return;
    const checked = CreatorListChange.safeParse(values);
    if (!checked.success) {
      setErrors(
        Object.fromEntries(checked.error.issues.map((issue) => [issue.path.join('.'), issue.message])),
      );
      return;
    }
    const done = () => {
      draft.discard();
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
  };
  return (
    <Dialog
      open
      title={list ? 'Edit list' : 'New list'}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" busy={busy}>
            {list ? 'Save' : 'Create list'}
          </Button>
        </>
      }
    >
      <ListFields values={values} errors={errors} onChange={change} />
    </Dialog>
  );
}
