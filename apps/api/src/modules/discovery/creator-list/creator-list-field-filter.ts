import type { FieldKind, FieldValue, ListField } from '@troupe/domain/discovery/list-field';
import { containing } from '../../../platform/database.ts';

/** A condition on a custom field, as {@link fieldFilterSql} reads it. */
interface FieldFilter {
  id: string;
  op: 'is' | 'min' | 'max' | 'has' | 'empty' | 'never';
  value: FieldValue | string[];
}

/** Conditions on custom fields; all must be true. */
export type FieldFilters = FieldFilter[];

/** A sort by a custom field, with the values of its parameters. */
export interface FieldSort {
  by: 'field-text' | 'field-value' | 'field-choice';
  values: unknown[];
}

const FIELD = 'field.'.length;

/** Returns a sort by a custom field; null if the list has no such field. */
export function fieldSortOf(fields: readonly ListField[], sort: string): FieldSort | null {
  const field = fields.find(({ id }) => id === sort.slice(FIELD));
  if (!field) return null;
  if (field.kind === 'choice')
    return { by: 'field-choice', values: [field.id, field.choices.map(({ id }) => id)] };
  return { by: field.kind === 'text' ? 'field-text' : 'field-value', values: [field.id] };
}

const isNumeric = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

/** What a bound of a number or date is compared with; null if it can't be one. */
function boundOf(kind: FieldKind, text: string): FieldValue | null {
  if (kind === 'number') return isNumeric(text) ? Number(text) : null;
  return kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
}

/**
 * Reads filters such as `<field ID>.min.5`. A filter by a field that the list doesn't have, or that its kind can't be
 * filtered by, is never true, except `empty`. Null for no filters.
 */
export function fieldFiltersOf(fields: readonly ListField[], given: readonly string[]): FieldFilters | null {
  const choices = new Map<string, string[]>();
  const filters: FieldFilters = [];
  for (const text of given) {
    const [id = '', op = '', ...rest] = text.split('.');
    const value = rest.join('.');
    const kind = fields.find((field) => field.id === id)?.kind;
    const bound = kind && (op === 'min' || op === 'max') ? boundOf(kind, value) : null;
    if (op === 'empty') filters.push({ id, op, value: '' });
    else if (op === 'is' && kind === 'choice') choices.set(id, [...(choices.get(id) ?? []), value]);
    else if (op === 'has' && kind === 'text') filters.push({ id, op, value: containing(value) });
    else if (bound !== null) filters.push({ id, op: op as 'min' | 'max', value: bound });
    else filters.push({ id, op: 'never', value: '' });
  }
  for (const [id, value] of choices) filters.push({ id, op: 'is', value });
  return filters.length > 0 ? filters : null;
}
