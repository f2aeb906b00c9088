import type { ListField } from '@troupe/domain/discovery/list-field';
import { AddChip, Chip } from '@troupe/ui/action/chip';
import { Checkbox } from '@troupe/ui/field/choice';
import { DateField } from '@troupe/ui/field/date-field';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { PickList } from '@troupe/ui/field/pick-list';
import { Popover } from '@troupe/ui/overlay/popover';
import { useState } from 'react';
import { valueText } from './custom-cell.tsx';
import { t } from './messages/messages.gen.ts';
import './field-filters.css';

interface FieldFiltersProps {
  fields: readonly ListField[];
  /** Filters as the API takes them: `<field ID>.min.5`. */
  where: readonly string[];
  onChange: (where: string[] | undefined) => void;
}

interface Condition {
  op: string;
  value: string;
}

const conditionsOf = (where: readonly string[], id: string): Condition[] =>
  where
    .filter((one) => one.startsWith(`${id}.`))
    .map((one) => {
      const [, op = '', ...rest] = one.split('.');
      return { op, value: rest.join('.') };
    });

/** The filters by custom fields: one chip each, and one to add another. */
export default function FieldFilters({ fields, where, onChange }: FieldFiltersProps) {
  const [adding, setAdding] = useState<string>(fields[0]?.id ?? '');
  const set = (field: ListField, conditions: Condition[]) => {
    const rest = where.filter((one) => !one.startsWith(`${field.id}.`));
    const own = conditions
      .filter(({ op, value }) => op === 'empty' || value !== '')
      .map(({ op, value }) => (op === 'empty' ? `${field.id}.empty` : `${field.id}.${op}.${value}`));
    const next = [...rest, ...own];
    onChange(next.length > 0 ? next : undefined);
  };
  const used = fields.filter(({ id }) => conditionsOf(where, id).length > 0);
  const chosen = fields.find(({ id }) => id === adding) ?? fields[0];
  return (
    <>
      {used.map((field) => {
        const conditions = conditionsOf(where, field.id);
        return (
          <Popover
            key={field.id}
            label={field.name}
            width={280}
            trigger={
              <Chip
                name={field.name}
                value={conditions.map((one) => conditionText(field, one)).join(', ')}
                onRemove={() => set(field, [])}
              />
            }
          >
            <Editor field={field} conditions={conditions} onChange={(next) => set(field, next)} />
          </Popover>
        );
      })}
      <Popover label={t('filter.add')} width={280} trigger={<AddChip>{t('filter.field')}</AddChip>}>
        {chosen && (
          <div className="field-filter">
            <SelectField
              label={t('filter.field')}
              value={chosen.id}
              options={fields.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ target }) => setAdding(target.value)}
            />
            <Editor
              key={chosen.id}
              field={chosen}
              conditions={conditionsOf(where, chosen.id)}
              onChange={(next) => set(chosen, next)}
            />
          </div>
        )}
      </Popover>
    </>
  );
}

function conditionText(field: ListField, { op, value }: Condition): string {
  const text = field.kind === 'number' ? value : valueText(field, value);
  if (op === 'empty') return t('filter.empty');
  if (op === 'min') return t('filter.from', { value: text });
  if (op === 'max') return t('filter.upTo', { value: text });
  return text;
}

interface EditorProps {
  field: ListField;
  conditions: readonly Condition[];
  onChange: (conditions: Condition[]) => void;
}

function Editor({ field, conditions, onChange }: EditorProps) {
  const boundOf = (op: string) => conditions.find((one) => one.op === op)?.value ?? '';
  const put = (op: string, value: string) =>
    onChange([...conditions.filter((one) => one.op !== op && one.op !== 'empty'), { op, value }]);
  const isEmpty = conditions.some(({ op }) => op === 'empty');
  return (
    <div className="field-filter">
      {field.kind === 'choice' && (
        <PickList
          label={field.name}
          options={field.choices.map(({ id, name }) => ({ value: id, label: name }))}
          value={conditions.filter(({ op }) => op === 'is').map(({ value }) => value)}
          onChange={(values) => onChange(values.map((value) => ({ op: 'is', value })))}
          multiple
        />
      )}
      {field.kind === 'text' && (
        <TypedBound
          label={t('filter.contains')}
          value={boundOf('has')}
          onChange={(value) => put('has', value)}
        />
      )}
      {field.kind === 'number' && (
        <div className="field-filter-bounds">
          <TypedBound
            numeric
            label={t('filter.min')}
            value={boundOf('min')}
            onChange={(value) => put('min', value)}
          />
          <TypedBound
            numeric
            label={t('filter.max')}
            value={boundOf('max')}
            onChange={(value) => put('max', value)}
          />
        </div>
      )}
      {field.kind === 'date' && (
        <>
          <DateField label={t('filter.first')} value={boundOf('min')} onChange={(day) => put('min', day)} />
          <DateField label={t('filter.latest')} value={boundOf('max')} onChange={(day) => put('max', day)} />
        </>
      )}
      <Checkbox
        label={t('filter.empty')}
        checked={isEmpty}
        onChange={({ target }) => onChange(target.checked ? [{ op: 'empty', value: '' }] : [])}
      />
    </div>
  );
}

interface TypedBoundProps {
  label: string;
  value: string;
  numeric?: boolean;
  onChange: (value: string) => void;
}

/** A text that filters once the person leaves the field or presses Enter. */
function TypedBound({ label, value, numeric, onChange }: TypedBoundProps) {
  const [typed, setTyped] = useState(value);
  const read = numeric ? typed.trim().replace(',', '.') : typed.trim();
  const isWrong = numeric && read !== '' && !Number.isFinite(Number(read));
  const apply = () => {
    if (!isWrong && read !== value) onChange(read);
  };
  return (
    <TextField
      label={label}
      dir="auto"
      maxLength={120}
      value={typed}
      error={isWrong ? t('notNumber') : undefined}
      {...(numeric ? { inputMode: 'decimal' as const } : {})}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={apply}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply();
      }}
    />
  );
}
