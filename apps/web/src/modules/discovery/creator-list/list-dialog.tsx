import { useQuery } from '@tanstack/react-query';
import { getTeam } from '@troupe/contract/account/team';
import {
  type CreatorList,
  CreatorListChange,
  type CreatorListFields,
} from '@troupe/domain/discovery/creator-list';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useBrandId, useMe } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { errorsOf } from '../../../shared/call/field-errors.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { filledIn, ListFields } from './creator-list-fields.tsx';
import { useListWrites } from './creator-list-queries.ts';
import { t } from './messages/messages.gen.ts';

interface ListDialogProps {
  /** The list to change; without it a new one is made. */
  list?: (CreatorListFields & { id: string; owner: CreatorList['owner'] }) | undefined;
  onClose: () => void;
  onCreated?: ((list: { id: string; title: string }) => void) | undefined;
}

/** Form values of a new or existing list. */
export default function ListDialog({ list, onClose, onCreated }: ListDialogProps) {
  const { create, update } = useListWrites();
  const form = useDraftForm({
    draft: `creator-list.${list?.id ?? 'new'}`,
    saved: Object.assign(filledIn(list), { ownerId: list?.owner?.id ?? '' }),
    // A new list has no owner to choose; the API checks that of others.
    validate: ({ ownerId: _owner, ...typed }) => errorsOf(CreatorListChange, typed),
  });
  const busy = create.isPending || update.isPending;
  const change = (part: Partial<CreatorListFields>) => {
    form.change(part);
    form.setErrors({});
  };
  const failed = (error: unknown) => {
    if (!form.refused(error)) notify.failure(errorText(error));
  };
  const submit = form.submit(({ ownerId, ...values }) => {
    if (busy) return;
    const done = () => {
      form.discard();
      onClose();
    };
    if (list)
      update.mutate(Object.assign({ id: list.id, ...(ownerId ? { ownerId } : {}) }, values), {
        onSuccess: done,
        onError: failed,
      });
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
      {list && (
        <OwnerField
          owner={list.owner}
          value={form.values.ownerId}
          error={form.errors.ownerId}
          onChange={(ownerId) => {
            form.change({ ownerId });
            form.setErrors({});
          }}
        />
      )}
    </Dialog>
  );
}

interface OwnerFieldProps {
  owner: CreatorList['owner'];
  value: string;
  error: string | undefined;
  onChange: (ownerId: string) => void;
}

/** Who looks after the list: changed by them and by owners of the brand. */
function OwnerField({ owner, value, error, onChange }: OwnerFieldProps) {
  const brandId = useBrandId();
  const me = useMe();
  const team = useQuery(callOptions(getTeam, { params: { brandId } }));
  const isOwner =
    me?.role === 'administrator' ||
    me?.brandProfiles.some((profile) => profile.brandId === brandId && profile.role === 'owner');
  if (!isOwner && owner?.id !== me?.id)
    return <TextField label={t('field.owner')} size="form" readOnly value={owner?.name ?? ''} />;
  const members = team.data?.members ?? [];
  const known = members.some(({ userId }) => userId === value);
  return (
    <SelectField
      label={t('field.owner')}
      size="form"
      value={value}
      error={error}
      loading={team.isPending}
      options={[
        ...(known || !owner ? [] : [{ value: owner.id, label: owner.name }]),
        ...members.map(({ userId, firstName, lastName, email }) => ({
          value: userId,
          label: `${firstName} ${lastName}`.trim() || email,
        })),
      ]}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
