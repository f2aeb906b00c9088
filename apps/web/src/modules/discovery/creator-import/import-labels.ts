import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import {
  type CreatorImport,
  type ImportFileFacts,
  type ImportPictures,
  type ImportState,
  MAX_IMPORT_BYTES,
  type PreviewCell,
  type PreviewRow,
} from '@troupe/domain/discovery/creator-import/creator-import';
import type { ImportField } from '@troupe/domain/discovery/creator-import/field';
import { engagementRate } from '@troupe/domain/figure-text';
import { joined } from '@troupe/i18n/language';
import type { PillTone } from '@troupe/ui/content/pill';
import { exactNumber } from '@troupe/ui/lib/format';
import { t } from './messages/messages.gen.ts';
import { reasonText } from './reason-text.ts';

const BUSY: readonly ImportState[] = ['waiting', 'running', 'cancelling', 'undoing'];

/** Whether an import is running in the background. */
export const isBusy = (state: ImportState | undefined): boolean =>
  state !== undefined && BUSY.includes(state);

const TONES: Record<ImportState, PillTone> = {
  draft: 'neutral',
  waiting: 'iris',
  running: 'iris',
  cancelling: 'iris',
  cancelled: 'tangerine',
  done: 'green',
  failed: 'red',
  undoing: 'iris',
  undone: 'neutral',
};

/** Label and color of a state. */
export const stateLook = (state: ImportState): { label: string; tone: PillTone } => ({
  label: t(`state.${state}`),
  tone: TONES[state],
});

/** Label of a field of a creator. */
export const fieldName = (field: ImportField): string => t(`field.${field}`);

/** A requirement that keeps an import from starting, in words. */
export const needText = ({ field, message }: CreatorImport['needs'][number]): string =>
  field === 'platform' || field === 'columns' || field === 'listId' ? t(`need.${field}`) : message;

function delimiterName(delimiter: string): string {
  if (delimiter === ',') return t('delimiter.comma');
  if (delimiter === ';') return t('delimiter.semicolon');
  if (delimiter === '\t') return t('delimiter.tab');
  return delimiter === '|' ? t('delimiter.bar') : t('delimiter.other', { delimiter });
}

/** Whether the date of the figures is unknown: a given date is at midnight UTC. */
export const dayIsAssumed = ({ asOf }: Pick<CreatorImport, 'asOf'>): boolean =>
  !asOf.endsWith('T00:00:00.000Z');

/** Returns the format of a file: 'UTF-8, semicolon-separated', 'JSON Lines'. */
export function formatText({ format, encoding, delimiter }: ImportFileFacts): string {
  if (format === 'json-lines') return t('format.json-lines');
  if (format !== 'delimited') return format.toUpperCase();
  return delimiter === null ? encoding : joined([encoding, delimiterName(delimiter)]);
}

/** Whether files of this format can have header rows. */
export const hasHeaderRows = ({ format }: ImportFileFacts): boolean => !format.startsWith('json');

/** '412 rows, 9 columns, header in row 1'. */
export function tableSizeText({ counts, facts, headerRow }: CreatorImport): string {
  const size = t('size.plain', { rows: counts.rows, columns: facts.columns });
  if (!hasHeaderRows(facts)) return size;
  return headerRow === 0 ? t('size.noHeader', { size }) : t('size.header', { size, row: headerRow });
}

/** Progress of an import or its undoing; without a value if unknown. */
export function howFar({ state, counts, undo }: Pick<CreatorImport, 'state' | 'counts' | 'undo'>) {
  if (state === 'waiting') return { value: null, max: counts.rows };
  if (state !== 'undoing')
    return { value: counts.done, max: counts.rows, unit: t('unit.rows'), showCount: true };
  // Unlinking isn't counted.
  if (counts.added === 0) return { value: null, max: counts.rows };
  const { removed = 0, kept = 0 } = undo ?? {};
  return {
    value: Math.min(counts.added, removed + kept),
    max: counts.added,
    unit: t('unit.creators'),
    showCount: true,
  };
}

/** Formats a duration: 'under 1 s', '9 s', '2 min 5 s', '1 h 4 min'. */
export function durationText(started: string, finished: string): string {
  const seconds = Math.round((Date.parse(finished) - Date.parse(started)) / 1000);
  if (seconds < 1) return t('duration.short');
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** Formats a cell's parsed value: '48,200', '3.9%', 'Instagram', 'Yes'; a dash if empty. */
export function cellText(field: ImportField, { raw, value }: Pick<PreviewCell, 'raw' | 'value'>): string {
  if (field === 'skip') return raw;
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? t('cell.yes') : t('cell.no');
  if (typeof value === 'number') return field === 'engagement' ? engagementRate(value) : exactNumber(value);
  return field === 'platform' ? (PLATFORM_NAMES[value as Platform] ?? value) : value;
}

/** Progress of copying pictures, and why some couldn't be copied; null if the file has none. */
export function picturesSummary({
  waiting,
  copied,
  failed,
  reasons,
}: ImportPictures): { text: string; reasons: string[] } | null {
  const all = waiting + copied + failed;
  if (all === 0) return null;
  const text = [
    waiting > 0
      ? t('pictures.copying', { done: exactNumber(copied + failed), total: exactNumber(all) })
      : copied > 0
        ? t('pictures.copied', { count: copied })
        : null,
    failed > 0 ? t('pictures.failed', { count: failed }) : null,
  ];
  return {
    text: text.filter(Boolean).join(' '),
    reasons: reasons.map(({ reason, count }) => `${reason} (${exactNumber(count)})`),
  };
}

/** Summary of the first rows of a file: a sentence, and each row or value that won't be imported. */
export interface PreviewSummary {
  text: string;
  /** `reason` names the value; problems of values leave out the value, others the whole row. */
  problems: { row: number; reason: string }[];
}

/** Summarizes the first rows for people about to start the import. */
export function previewSummary(preview: readonly PreviewRow[]): PreviewSummary {
  const refused = preview.filter(({ problem }) => problem);
  const skipped = preview
    .filter(({ problem }) => !problem)
    .flatMap(({ row, cells }) =>
      cells.flatMap(({ problem }) =>
        problem ? [{ row, reason: t('preview.skipped', { problem: reasonText(problem) }) }] : [],
      ),
    );
  const problems = [
    ...refused.map(({ row, problem }) => ({ row, reason: reasonText(problem?.reason ?? '') })),
    ...skipped,
  ];
  const text = [
    refused.length === 0
      ? t('preview.allGood')
      : t('preview.some', { count: preview.length - refused.length, refused: refused.length }),
    skipped.length > 0 ? t('preview.values', { count: skipped.length }) : null,
  ];
  return { text: text.filter(Boolean).join(' '), problems: problems.sort((a, b) => a.row - b.row) };
}

/** Returns why a file can't be sent, or null. The server checks its content. */
export function refusalOf(file: { size: number }): string | null {
  if (file.size === 0) return t('file.empty');
  if (file.size > MAX_IMPORT_BYTES) return t('file.tooLarge');
  return null;
}
