import type {
  CreatorImport,
  ImportColumnChange,
  PreviewRow,
} from '@troupe/domain/discovery/creator-import/creator-import';
import {
  IMPORT_FIELD_LABELS,
  type ImportColumn,
  type ImportField,
  isFigure,
  REPEATABLE_FIELDS,
  SURE,
} from '@troupe/domain/discovery/creator-import/field';
import { counted } from '@troupe/ui/lib/format';
import { cellText } from '../import-labels.ts';

/** Whether a person should look at a column: what it means is a guess. */
export const isUnsure = (column: Pick<ImportColumn, 'field' | 'confidence'>): boolean =>
  column.field !== 'skip' && column.confidence < SURE;

/** Returns a column's header, or its letter (A, B, AA) if it has none. */
export const columnName = (column: Pick<ImportColumn, 'header' | 'index'>): string =>
  column.header.trim() || `Column ${column.index + 1}`;

/**
 * The changes that give a column a meaning. Another column that has a meaning only one can have is left out.
 */
export function changesFor(
  columns: readonly ImportColumn[],
  index: number,
  field: ImportField,
): { changes: ImportColumnChange[]; leftOut: ImportColumn | null } {
  const other = REPEATABLE_FIELDS.includes(field)
    ? undefined
    : columns.find((column) => column.index !== index && column.field === field);
  return {
    changes: [...(other ? [{ index: other.index, field: 'skip' as const }] : []), { index, field }],
    leftOut: other ?? null,
  };
}

/** The columns as they are after changes, before the server has answered. */
export function withChanges(
  columns: readonly ImportColumn[],
  changes: readonly ImportColumnChange[],
): ImportColumn[] {
  return columns.map((column) => {
    const change = changes.find(({ index }) => index === column.index);
    return change ? { ...column, ...change, confidence: 1, reason: 'Chosen by you' } : column;
  });
}

/** From this many columns on, those left out are folded away. */
const MANY_COLUMNS = 30;

/** The columns to show: all of them, or in a wide file those that mean something or were set by the person. */
export function shownColumns(columns: readonly ImportColumn[], all: boolean): readonly ImportColumn[] {
  if (all || columns.length <= MANY_COLUMNS) return columns;
  return columns.filter((column) => column.field !== 'skip' || column.confidence === 1);
}

/** How a column's cells are read, beyond its meaning: ' with a decimal comma'. */
function readingText(column: ImportColumn): string {
  const label = IMPORT_FIELD_LABELS[column.field].toLowerCase();
  const comma = isFigure(column.field) && column.decimal === 'comma';
  if (column.field === 'engagement')
    return `${column.scale === 'fraction' ? 'a fraction' : 'a percentage'}${comma ? ' with a decimal comma' : ''}`;
  return comma ? `${label} with a decimal comma` : label;
}

const plainDigits = (text: string) => text.replace(/\D/g, '');

/** The first cell whose number was written in another way than it is shown here: `48.200 followers reads as 48,200`. */
function example(columns: readonly ImportColumn[], preview: readonly PreviewRow[]): string | null {
  for (const row of preview)
    for (const [at, cell] of row.cells.entries()) {
      const column = columns[at];
      if (!column || typeof cell.value !== 'number' || !isFigure(column.field)) continue;
      const raw = cell.raw.trim();
      const shown = cellText(column.field, cell);
      if (raw === shown || raw === '' || (/^\d+$/.test(raw) && plainDigits(shown) === raw)) continue;
      if (column.field === 'engagement') continue;
      return `${raw} ${IMPORT_FIELD_LABELS[column.field].toLowerCase()} reads as ${shown}.`;
    }
  return null;
}

/** What the bar at the foot of the mapping says. */
export interface MappingText {
  tone: 'needs' | 'check' | 'sure';
  title: string;
  text: string;
}

/** Says what to settle, else what to check, else that all is well. */
export function mappingText(
  { columns, needs }: Pick<CreatorImport, 'columns' | 'needs'>,
  preview: readonly PreviewRow[],
): MappingText {
  const unsure = columns.filter(isUnsure);
  const refused = preview.filter((row) => row.problem).length;
  const notes = [
    refused > 0
      ? `${refused} of the first ${preview.length} rows ${refused === 1 ? 'is' : 'are'} not imported as ${refused === 1 ? 'it is' : 'they are'}.`
      : null,
    example(columns, preview),
  ].filter((note) => note !== null);
  const [need, ...more] = needs;
  if (need)
    return {
      tone: 'needs',
      title: `${need.message}.`,
      text: more.map(({ message }) => `${message}.`).join(' '),
    };
  if (unsure.length > 0) {
    const named = unsure.slice(0, 3).map((column, at) => {
      const reads = readingText(column);
      return at === 0 ? `${columnName(column)} reads as ${reads}` : `${columnName(column)} as ${reads}`;
    });
    if (unsure.length > named.length) named.push(`and ${unsure.length - named.length} more`);
    return {
      tone: 'check',
      title: `${counted(unsure.length, 'column')} to check.`,
      text: [`${named.join(', ')}.`, ...notes].join(' '),
    };
  }
  const used = columns.filter(({ field }) => field !== 'skip').length;
  const left = columns.length - used;
  return {
    tone: 'sure',
    title: `${counted(used, 'column')} will be read.`,
    text: [left > 0 ? `${counted(left, 'column')} left out.` : 'None left out.', ...notes].join(' '),
  };
}
