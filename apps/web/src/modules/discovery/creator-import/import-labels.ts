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
import type { PillTone } from '@troupe/ui/content/pill';
import { counted, engagementRate, exactNumber } from '@troupe/ui/lib/format';

const BUSY: readonly ImportState[] = ['waiting', 'running', 'cancelling', 'undoing'];

/** Whether an import works in the background at this moment. */
export const isBusy = (state: ImportState | undefined): boolean =>
  state !== undefined && BUSY.includes(state);

/** What people call the states, and how they are coloured. */
export const STATE_WORDS: Record<ImportState, { label: string; tone: PillTone }> = {
  draft: { label: 'Not started', tone: 'neutral' },
  waiting: { label: 'Waiting', tone: 'iris' },
  running: { label: 'Importing', tone: 'iris' },
  cancelling: { label: 'Stopping', tone: 'iris' },
  cancelled: { label: 'Canceled', tone: 'tangerine' },
  done: { label: 'Done', tone: 'green' },
  failed: { label: 'Stopped', tone: 'red' },
  undoing: { label: 'Undoing', tone: 'iris' },
  undone: { label: 'Undone', tone: 'neutral' },
};

const DELIMITERS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };
const FORMATS = { json: 'JSON', 'json-lines': 'JSON lines', xlsx: 'XLSX' } as const;

/** Whether the date of the figures is unknown: a given date is at midnight UTC. */
export const dayIsAssumed = ({ asOf }: Pick<CreatorImport, 'asOf'>): boolean =>
  !asOf.endsWith('T00:00:00.000Z');

/** How the file is written: 'UTF-8, semicolons', 'JSON lines'. */
export function formatText({ format, encoding, delimiter }: ImportFileFacts): string {
  if (format !== 'delimited') return FORMATS[format];
  return delimiter === null ? encoding : `${encoding}, ${DELIMITERS[delimiter] ?? `split at ${delimiter}`}`;
}

/** Whether the file has rows of headers at all. */
export const hasHeaderRows = ({ format }: ImportFileFacts): boolean => !format.startsWith('json');

/** '412 rows, 9 columns, header in row 1'. */
export function tableSizeText({ counts, facts, headerRow }: CreatorImport): string {
  const size = `${counted(counts.rows, 'row')}, ${counted(facts.columns, 'column')}`;
  if (!hasHeaderRows(facts)) return size;
  return headerRow === 0 ? `${size}, no header row` : `${size}, header in row ${headerRow}`;
}

/** A size as people say it: '98 kB', '12.4 MB'. Units of 1,000 would not meet the limit of 200 MB. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

/** How far an import or its undoing is; without a value where that is not known. */
export function howFar({ state, counts, undo }: Pick<CreatorImport, 'state' | 'counts' | 'undo'>) {
  if (state === 'waiting') return { value: null, max: counts.rows };
  if (state !== 'undoing') return { value: counts.done, max: counts.rows, unit: 'rows', showCount: true };
  // What was only linked is let go of uncounted.
  if (counts.added === 0) return { value: null, max: counts.rows };
  const { removed = 0, kept = 0 } = undo ?? {};
  return {
    value: Math.min(counts.added, removed + kept),
    max: counts.added,
    unit: 'creators',
    showCount: true,
  };
}

/** How long an import took: 'under 1 s', '9 s', '2 min 5 s', '1 h 4 min'. */
export function durationText(started: string, finished: string): string {
  const seconds = Math.round((Date.parse(finished) - Date.parse(started)) / 1000);
  if (seconds < 1) return 'under 1 s';
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** Formats a cell's parsed value: '48,200', '3.9%', 'Instagram', 'Yes'; a dash if empty. */
export function cellText(field: ImportField, { raw, value }: Pick<PreviewCell, 'raw' | 'value'>): string {
  if (field === 'skip') return raw;
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return field === 'engagement' ? engagementRate(value) : exactNumber(value);
  return field === 'platform' ? (PLATFORM_NAMES[value as Platform] ?? value) : value;
}

/** How far the pictures of an import are: a sentence, and why some could not be copied; null where it names none. */
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
      ? `Copying pictures: ${exactNumber(copied + failed)} of ${exactNumber(all)}.`
      : copied > 0
        ? `${counted(copied, 'picture')} copied.`
        : null,
    failed > 0 ? `Couldn't copy ${counted(failed, 'picture')}. Initials are shown instead.` : null,
  ];
  return {
    text: text.filter(Boolean).join(' '),
    reasons: reasons.map(({ reason, count }) => `${reason} (${exactNumber(count)})`),
  };
}

/** What the first rows of a file come to: a sentence, and each row or value that will not be imported. */
export interface PreviewSummary {
  text: string;
  /** `reason` names the value; values are left out, rows stay out as a whole. */
  problems: { row: number; reason: string }[];
}

/** Returns what a person should know about the first rows before they start the import. */
export function previewSummary(preview: readonly PreviewRow[]): PreviewSummary {
  const refused = preview.filter(({ problem }) => problem);
  const leftOut = preview
    .filter(({ problem }) => !problem)
    .flatMap(({ row, cells }) =>
      cells.flatMap(({ problem }) => (problem ? [{ row, reason: `${problem}, left out` }] : [])),
    );
  const problems = [
    ...refused.map(({ row, problem }) => ({ row, reason: problem?.reason ?? '' })),
    ...leftOut,
  ];
  const text = [
    refused.length === 0
      ? 'All rows can be imported.'
      : `${counted(preview.length - refused.length, 'row')} can be imported, ${exactNumber(refused.length)} can't. You can correct ${refused.length === 1 ? 'it' : 'them'} after the import.`,
    leftOut.length > 0 ? `${counted(leftOut.length, 'value')} can't be read and will be left out.` : null,
  ];
  return { text: text.filter(Boolean).join(' '), problems: problems.sort((a, b) => a.row - b.row) };
}

/** Why a file cannot even be sent, or null. What is inside is for the server to judge. */
export function refusalOf(file: { size: number }): string | null {
  if (file.size === 0) return 'This file is empty. Choose one with at least one row of creators.';
  if (file.size > MAX_IMPORT_BYTES) return 'This file is larger than 200 MB. Split it into smaller ones.';
  return null;
}
