import {
  duplicateField,
  type ImportColumnChange,
} from '@troupe/domain/discovery/creator-import/creator-import';
import { IMPORT_FIELD_LABELS, type ImportColumn } from '@troupe/domain/discovery/creator-import/field';
import { problem } from '@troupe/domain/problem';

/** Applies a person's changes to columns with full confidence. */
export function corrected(
  columns: readonly ImportColumn[],
  changes: readonly ImportColumnChange[],
): ImportColumn[] {
  const next = columns.map((column) => {
    const change = changes.findLast(({ index }) => index === column.index);
    if (!change) return column;
    const { decimal = column.decimal, scale = column.scale } = change;
    const { decimal: _, scale: __, ...rest } = column;
    return {
      ...rest,
      field: change.field,
      ...(decimal ? { decimal } : {}),
      ...(scale ? { scale } : {}),
      confidence: 1,
      reason: 'Chosen by you',
    };
  });
  const unknown = changes.findIndex(({ index }) => !columns.some((column) => column.index === index));
  if (unknown >= 0) throw problem('invalid', { fields: { [`columns.${unknown}.index`]: 'Unknown column' } });
  const doubled = duplicateField(next);
  if (doubled) {
    const message = `Only one column can be ${IMPORT_FIELD_LABELS[doubled]}. Set the other to Skip.`;
    throw problem('invalid', { message, fields: { columns: message } });
  }
  return next;
}

/** Appends corrected values as columns that replace the file's. */
export function withValues(
  columns: readonly ImportColumn[],
  cells: readonly string[],
  values: Partial<Record<string, string>>,
): { cells: string[]; columns: { index: number; field: ImportColumn['field'] }[] } {
  const given = Object.entries(values).filter(
    (entry): entry is [ImportColumn['field'], string] => entry[1] !== undefined,
  );
  const width = Math.max(cells.length, ...columns.map(({ index }) => index + 1));
  const kept = columns.map((column) =>
    given.some(([field]) => field === column.field)
      ? { index: column.index, field: 'skip' as const }
      : column,
  );
  const next = Array.from({ length: width }, (_, at) => cells[at] ?? '');
  const added = given.map(([field, value], at) => {
    next[width + at] = value;
    return { index: width + at, field };
  });
  return { cells: next, columns: [...kept, ...added] };
}
