import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getListFields, updateListFields } from '@troupe/contract/discovery/creator-list';
import type { FieldKind, ListField } from '@troupe/domain/discovery/list-field';
import { FIELD_KINDS, MAX_CHOICES, MAX_FIELDS } from '@troupe/domain/discovery/list-field-limits';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { callOptions } from '../../../../shared/call/query.ts';
import { useDraftForm } from '../../../../shared/form.ts';
import { EntryActions, moved } from './entries.tsx';
import { t } from './messages/messages.gen.ts';
import './fields-dialog.css';

type Fields = ReturnType<typeof useFields>['fields'];

function useFields(listId: string) {
  const query = useQuery(callOptions(getListFields, { params: { brandId: useBrandId(), id: listId } }));
  return { query, fields: query.data?.fields };
}

interface FieldsDialogProps {
  list: { id: string; title: string };
  onClose: () => void;
}

/** The custom fields of a list: names, kinds, choices and their order. */
export default function FieldsDialog({ list, onClose }: FieldsDialogProps) {
  const { query, fields } = useFields(list.id);
  if (fields) return <FieldsForm list={list} stored={fields} onClose={onClose} />;
  return (
    <Dialog open title={t('fields.title')} onClose={onClose} width={560}>
      {query.error ? (
        <ErrorState
          title={t('fields.loadFailed')}
          text={errorText(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  );
}

interface FieldsFormProps extends FieldsDialogProps {
  stored: NonNullable<Fields>;
}

const plain = ({ id, name, kind, choices }: ListField): ListField => ({ id, name, kind, choices });

const newEntry = () => ({ id: crypto.randomUUID(), name: '' });

function FieldsForm({ list, stored, onClose }: FieldsFormProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const form = useDraftForm({
    draft: `creator-list.${list.id}.fields`,
    saved: { fields: stored.map(plain) },
  });
  const { fields } = form.values;
  const write = (next: ListField[]) => {
    form.setErrors({});
    form.change({ fields: next });
  };
  const lost = lostValues(stored, fields);
  const submit = form.submit(async ({ fields: typed }) => {
    try {
      await client.call(updateListFields, {
        params: { brandId, id: list.id },
        body: { fields: typed.map(withoutEmpty), seen: stored.map(({ id }) => id) },
      });
      form.discard();
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['creator-list'] });
    } catch (error) {
      if (!form.refused(error)) notify.failure(t('fields.notSaved'), { detail: errorText(error) });
    }
  });
  return (
    <Dialog
      open
      title={t('fields.title')}
      width={560}
      onClose={onClose}
      onSubmit={submit}
      foot={lost > 0 ? t('fields.lost', { count: lost }) : undefined}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <p className="t-ink2">{t('fields.text')}</p>
      {form.errors.fields && (
        <p className="fields-error" role="alert">
          {form.errors.fields}
        </p>
      )}
      <ol className="fields-list">
        {fields.map((field, at) => (
          <li key={field.id}>
            <FieldRow
              field={field}
              used={stored.find(({ id, kind }) => id === field.id && kind === field.kind)?.used ?? 0}
              at={at}
              count={fields.length}
              errorOf={(part) => form.errors[`fields.${at}.${part}`] ?? form.errors[`fields.${at}`]}
              onChange={(part) =>
                write(fields.map((one) => (one.id === field.id ? Object.assign({}, one, part) : one)))
              }
              onMove={(by) => write(moved(fields, at, at + by))}
              onRemove={() => write(fields.filter(({ id }) => id !== field.id))}
            />
          </li>
        ))}
      </ol>
      <Button
        icon={<IconPlus size={16} />}
        disabledReason={fields.length >= MAX_FIELDS ? t('fields.most', { count: MAX_FIELDS }) : undefined}
        onClick={() => write([...fields, { ...newEntry(), kind: 'text' as const, choices: [] }])}
      >
        {t('fields.add')}
      </Button>
    </Dialog>
  );
}

/** How many values saving deletes. */
function lostValues(stored: NonNullable<Fields>, fields: readonly ListField[]): number {
  let lost = 0;
  for (const { id, used, choicesUsed } of stored) {
    const field = fields.find((one) => one.id === id);
    if (!field) lost += used;
    else if (field.kind === 'choice')
      for (const [choice, count] of Object.entries(choicesUsed))
        if (!field.choices.some((one) => one.id === choice)) lost += count;
  }
  return lost;
}

const withoutEmpty = (field: ListField): ListField => ({
  id: field.id,
  name: field.name,
  kind: field.kind,
  choices: field.kind === 'choice' ? field.choices.filter(({ name }) => name.trim() !== '') : [],
});

interface FieldRowProps {
  field: ListField;
  /** Number of creators with a value. */
  used: number;
  at: number;
  count: number;
  errorOf: (part: string) => string | undefined;
  onChange: (part: Partial<ListField>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function FieldRow({ field, used, at, count, errorOf, onChange, onMove, onRemove }: FieldRowProps) {
  const name = field.name || t('fields.unnamed');
  const kinds: readonly FieldKind[] = FIELD_KINDS;
  return (
    <>
      <div className="fields-row">
        <TextField
          label={t('fields.name')}
          dir="auto"
          maxLength={60}
          value={field.name}
          error={errorOf('name')}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <SelectField
          label={t('fields.kind')}
          value={field.kind}
          options={kinds.map((kind) => ({
            value: kind,
            label: t(`kind.${kind}`),
            // Only text keeps the values of other kinds.
            disabled: used > 0 && kind !== 'text' && kind !== field.kind,
          }))}
          onChange={({ target }) => onChange({ kind: target.value as FieldKind })}
        />
        <EntryActions name={name} at={at} count={count} onMove={onMove} onRemove={onRemove} />
      </div>
      {used > 0 && <p className="t-12 t-ink3">{t('fields.used', { count: used })}</p>}
      {field.kind === 'choice' && (
        <Choices
          choices={field.choices}
          error={errorOf('choices') ?? errorOf('')}
          onChange={(choices) => onChange({ choices })}
        />
      )}
    </>
  );
}

interface ChoicesProps {
  choices: ListField['choices'];
  error: string | undefined;
  onChange: (choices: ListField['choices']) => void;
}

function Choices({ choices, error, onChange }: ChoicesProps) {
  return (
    <fieldset className="fields-choices">
      <legend className="t-12 t-ink2">{t('choices.title')}</legend>
      {error && (
        <p className="fields-error" role="alert">
          {error}
        </p>
      )}
      {choices.map((choice, at) => (
        <div key={choice.id} className="fields-choice">
          <TextField
            label={t('choices.name', { number: at + 1 })}
            hideLabel
            dir="auto"
            maxLength={60}
            value={choice.name}
            onChange={({ target }) =>
              onChange(
                choices.map((one) => (one.id === choice.id ? { id: one.id, name: target.value } : one)),
              )
            }
          />
          <IconButton
            size="row"
            label={t('choices.remove', { name: choice.name || String(at + 1) })}
            icon={<IconTrash size={16} />}
            onClick={() => onChange(choices.filter(({ id }) => id !== choice.id))}
          />
        </div>
      ))}
      <Button
        kind="quiet"
        size="row"
        icon={<IconPlus size={16} />}
        disabledReason={choices.length >= MAX_CHOICES ? t('choices.most', { count: MAX_CHOICES }) : undefined}
        onClick={() => onChange([...choices, newEntry()])}
      >
        {t('choices.add')}
      </Button>
    </fieldset>
  );
}
