import type {
  CreatorImport,
  ImportColumnChange,
  PreviewRow,
} from '@troupe/domain/discovery/creator-import/creator-import';
import {
  type ImportColumn,
  type ImportField,
  isFigure,
  REPEATABLE_FIELDS,
  SURE,
} from '@troupe/domain/discovery/creator-import/field';
import { joined } from '@troupe/i18n/language';
import { cellText, needText } from '../import-labels.ts';
import { t } from '../messages/messages.gen.ts';

/** Whether a person should check a column, because its field is a guess. */
export const isUnsure = (column: Pick<ImportColumn, 'field' | 'confidence'>): boolean =>
  column.field !== 'skip' && column.confidence < SURE;

/** Returns a column's header, or its letter (A, B, AA) if it has none. */
export const columnName = (column: Pick<ImportColumn, 'header' | 'index'>): string =>
  column.header.trim() || t('mapping.columnNumber', { number: column.index + 1 });

/**
 * Returns the changes that map a column to a field. If only one column can have the field, the other one is skipped.
 */
export function changesFor(
  columns: readonly ImportColumn[],
  index: number,
  field: ImportField,
): { changes: ImportColumnChange[]; skipped: ImportColumn | null } {
  const other = REPEATABLE_FIELDS.includes(field)
    ? undefined
    : columns.find((column) => column.index !== index && column.field === field);
  return {
    changes: [...(other ? [{ index: other.index, field: 'skip' as const }] : []), { index, field }],
    skipped: other ?? null,
  };
}

/** Applies changes to the columns before the server has responded. */
export function withChanges(
  columns: readonly ImportColumn[],
  changes: readonly ImportColumnChange[],
): ImportColumn[] {
  return columns.map((column) => {
    const change = changes.find(({ index }) => index === column.index);
    return change ? { ...column, ...change, confidence: 1, reason: t('mapping.chosen') } : column;
  });
}

/** Wider files hide the columns that are skipped. */
const MANY_COLUMNS = 30;

/** Returns the columns to show: all, or in a wide file those that have a field or were set by a person. */
export function shownColumns(columns: readonly ImportColumn[], all: boolean): readonly ImportColumn[] {
  if (all || columns.length <= MANY_COLUMNS) return columns;
  return columns.filter((column) => column.field !== 'skip' || column.confidence === 1);
}

/** Returns how a column's cells are read: 'a percentage with a decimal comma'. */
function readingText(column: ImportColumn): string {
  const { field, scale } = column;
  const reading =
    field === 'engagement'
      ? t(scale === 'fraction' ? 'reading.aFraction' : 'reading.aPercentage')
      : t(`noun.${field}`);
  const hasComma = isFigure(field) && column.decimal === 'comma';
  return hasComma ? t('reading.withComma', { field: reading }) : reading;
}

const plainDigits = (text: string) => text.replace(/\D/g, '');

/** Returns an example of a number that is formatted differently here: `48.200 followers reads as 48,200`. */
function example(columns: readonly ImportColumn[], preview: readonly PreviewRow[]): string | null {
  for (const row of preview)
    for (const [at, cell] of row.cells.entries()) {
      const column = columns[at];
      if (!column || typeof cell.value !== 'number' || !isFigure(column.field)) continue;
      const raw = cell.raw.trim();
      const shown = cellText(column.field, cell);
      if (raw === shown || raw === '' || (/^\d+$/.test(raw) && plainDigits(shown) === raw)) continue;
      if (column.field === 'engagement') continue;
      return t('mapping.example', { raw, field: t(`noun.${column.field}`), value: shown });
    }
  return null;
}

/** The note in the bar below the mapping. */
export interface MappingText {
  tone: 'needs' | 'check' | 'sure';
  title: string;
  text: string;
}

/** Returns the missing required field, else the field to check, else that all is fine. */
export function mappingText(
  { columns, needs }: Pick<CreatorImport, 'columns' | 'needs'>,
  preview: readonly PreviewRow[],
): MappingText {
  const unsure = columns.filter(isUnsure);
  const refused = preview.filter((row) => row.problem).length;
  const notes = [
    refused > 0 ? t('mapping.refused', { count: refused, total: preview.length }) : null,
    example(columns, preview),
  ].filter((note) => note !== null);
  if (needs.length > 0) {
    const [title = '', ...more] = needs.map((need) => t('need.sentence', { need: needText(need) }));
    return { tone: 'needs', title, text: more.join(' ') };
  }
  if (unsure.length > 0) {
    const named = unsure.slice(0, 3).map((column, at) =>
      t(at === 0 ? 'mapping.readsAs' : 'mapping.andAs', {
        column: columnName(column),
        reading: readingText(column),
      }),
    );
    const more = unsure.length - named.length;
    const reads =
      more > 0
        ? t('mapping.readsMore', { columns: joined(named), count: more })
        : t('mapping.reads', { columns: joined(named) });
    return {
      tone: 'check',
      title: t('mapping.toCheck', { count: unsure.length }),
      text: [reads, ...notes].join(' '),
    };
  }
  const used = columns.filter(({ field }) => field !== 'skip').length;
  const left = columns.length - used;
  return {
    tone: 'sure',
    title: t('mapping.used', { count: used }),
    text: [left > 0 ? t('mapping.skipped', { count: left }) : t('mapping.noneSkipped'), ...notes].join(' '),
  };
}
