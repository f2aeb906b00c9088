import { useQueryClient } from '@tanstack/react-query';
import { updateCreatorListItem } from '@troupe/contract/discovery/creator-list';
import type { CreatorListItem } from '@troupe/domain/discovery/creator-list';
import type { FieldValue, ListField } from '@troupe/domain/discovery/list-field';
import { notify } from '@troupe/ui/feedback/notify';
import { DateField } from '@troupe/ui/field/date-field';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { dayText } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import { type KeyboardEvent, useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { useDraft } from '../../../../shared/draft.ts';
import { patchItems } from '../creator-list-queries.ts';
import { t } from './messages/messages.gen.ts';
import './custom-cell.css';

type Value = FieldValue | null;

/** Returns a value as people read it. */
export function valueText({ kind, choices }: ListField, value: Value | undefined): string {
  if (value === null || value === undefined) return '';
  if (kind === 'choice') return choices.find(({ id }) => id === value)?.name ?? '';
  if (kind === 'date') return dayText(String(value));
  return typeof value === 'number' ? exactNumber(value) : value;
}

/** Saves a custom field of an item; `value` is shown until then. */
function useSaving(item: CreatorListItem, field: ListField) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<{ value: Value } | null>(null);
  const stored = item.custom[field.id] ?? null;
  const save = async (value: Value, seen: Value = stored): Promise<boolean> => {
    setSent({ value });
    try {
      const { item: saved, overwritten } = await client.call(updateCreatorListItem, {
        params: { brandId, itemId: item.id },
        query: { profile: 'summary' },
        body: { custom: { [field.id]: value }, customSeen: { [field.id]: seen } },
      });
      patchItems(queryClient, (other) =>
        other.id === item.id
          ? Object.assign({}, other, { custom: saved.custom, updated: saved.updated })
          : other,
      );
      if (overwritten) {
        const theirs = overwritten.custom[field.id] ?? null;
        notify.warning(t('replaced', { field: field.name, name: overwritten.updatedBy ?? t('someone') }), {
          detail: theirs === null ? t('replacedEmpty') : valueText(field, theirs),
          action: { label: t('useTheirs'), onClick: () => void save(theirs, value) },
        });
      }
      return true;
    } catch (error) {
      notify.failure(t('notSaved', { field: field.name }), {
        detail: errorText(error),
        action: { label: t('retry'), onClick: () => void save(value, seen) },
      });
      return false;
    } finally {
      setSent(null);
    }
  };
  return { value: sent ? sent.value : stored, save };
}

interface CustomCellProps {
  item: CreatorListItem;
  field: ListField;
  /** Name of the creator. */
  name: string;
  /** Shows the field's name above it. */
  labelled?: boolean;
}

/** Shows and edits one custom field of a creator on a list. */
export default function CustomCell({ item, field, name, labelled }: CustomCellProps) {
  const { value, save } = useSaving(item, field);
  const label = labelled ? field.name : t('label', { field: field.name, name });
  const common = { label, hideLabel: !labelled };
  if (field.kind === 'choice')
    return (
      <SelectField
        {...common}
        className="custom-select"
        placeholder="–"
        value={field.choices.some(({ id }) => id === value) ? String(value) : ''}
        options={field.choices.map(({ id, name: choice }) => ({ value: id, label: choice }))}
        onChange={({ target }) => void save(target.value || null)}
      />
    );
  if (field.kind === 'date')
    return (
      <DateField
        {...common}
        value={value === null ? '' : String(value)}
        onChange={(day) => void save(day || null)}
      />
    );
  return <Typed {...common} item={item} field={field} value={value} onSave={save} />;
}

interface TypedProps {
  label: string;
  hideLabel: boolean;
  item: CreatorListItem;
  field: ListField;
  value: Value;
  onSave: (value: Value) => Promise<boolean>;
}

/** Text and numbers: saved when the person leaves the field or presses Enter; Escape restores the value. */
function Typed({ label, hideLabel, item, field, value, onSave }: TypedProps) {
  const written = value === null ? '' : String(value);
  const draft = useDraft(`creator-list-item.${item.id}.${field.id}`, written);
  const [refused, setRefused] = useState(false);
  const isNumber = field.kind === 'number';
  const commit = async () => {
    const typed = draft.text.trim();
    if (typed === written.trim()) return draft.discard();
    const number = Number(typed.replace(',', '.'));
    if (isNumber && typed !== '' && !Number.isFinite(number)) return setRefused(true);
    const next = typed === '' ? null : isNumber ? number : typed;
    if (await onSave(next)) draft.discard();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    setRefused(false);
    draft.discard();
  };
  return (
    <TextField
      label={label}
      hideLabel={hideLabel}
      dir="auto"
      maxLength={1000}
      placeholder="–"
      {...(isNumber ? { inputMode: 'decimal' as const, className: 'custom-number' } : {})}
      value={draft.text}
      error={refused ? t('notNumber') : undefined}
      onChange={({ target }) => {
        setRefused(false);
        draft.change(target.value);
      }}
      onBlur={() => void commit()}
      onKeyDown={onKeyDown}
    />
  );
}
