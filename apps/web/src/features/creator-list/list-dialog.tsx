import { CallError } from '@troupe/contract/client';
import { CreatorListChange } from '@troupe/domain/creator-list';
import { Button } from '@troupe/ui/button';
import { Dialog } from '@troupe/ui/dialog';
import { TextArea, TextField } from '@troupe/ui/field';
import { notify } from '@troupe/ui/notify';
import { useState } from 'react';
import { useDraft } from '../../shared/draft.ts';
import { errorText } from '../../shared/error-text.ts';
import { useListWrites } from './creator-list-queries.ts';

interface ListDialogProps {
  /** The list to change; without it a new one is made. */
  list?: { id: string; title: string; description: string } | undefined;
  onClose: () => void;
  onCreated?: ((list: { id: string; title: string }) => void) | undefined;
}

type Fields = { title: string; description: string };
type Errors = Partial<Record<string, string>>;

/** Title and description of a list, new or present. */
export default function ListDialog({ list, onClose, onCreated }: ListDialogProps) {
  const { create, update } = useListWrites();
  const saved: Fields = { title: list?.title ?? '', description: list?.description ?? '' };
  const draft = useDraft(`creator-list.${list?.id ?? 'new'}`, JSON.stringify(saved));
  const values = JSON.parse(draft.text) as Fields;
  const [errors, setErrors] = useState<Errors>({});
  const busy = create.isPending || update.isPending;
  const change = (part: Partial<Fields>) => {
    draft.change(JSON.stringify({ ...values, ...part }));
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
      <TextField
        label="Title"
        size="form"
        dir="auto"
        value={values.title}
        error={errors.title}
        data-autofocus
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextArea
        label="Description"
        rows={3}
        dir="auto"
        value={values.description}
        error={errors.description}
        onChange={(event) => change({ description: event.target.value })}
      />
    </Dialog>
  );
}
