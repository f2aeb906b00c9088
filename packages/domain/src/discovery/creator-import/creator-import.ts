import { z } from 'zod';
import { Id, Instant } from '../../shape.ts';
import { Platform } from '../creator.ts';
import { ColumnReading, ImportColumn, ImportField, REPEATABLE_FIELDS } from './field.ts';

/**
 * State of an import.
 * - `draft`: uploaded; the column mapping can be edited
 * - `waiting`, `running`: started; rows are imported in the background
 * - `cancelling`: stops after the current batch
 * - `cancelled`: stopped by a person; imported rows are kept until undone
 * - `done`: every row has an outcome
 * - `failed`: stopped by an error, see `error`
 * - `undoing`, `undone`: reverted
 */
export const ImportState = z.enum([
  'draft',
  'waiting',
  'running',
  'cancelling',
  'cancelled',
  'done',
  'failed',
  'undoing',
  'undone',
]);
export type ImportState = z.infer<typeof ImportState>;

/**
 * Outcome of a row. Imported: `added` (a new profile). Merged: `linked` (the profile existed; its
 * figures were kept unless the file has newer ones from the same source). Skipped: `already` (the
 * brand had this profile on the list), `repeated` (a duplicate within the file; the first row
 * counts). Not imported: `rejected`. The five add up to the rows of the file.
 */
export const ImportOutcome = z.enum(['added', 'linked', 'already', 'repeated', 'rejected']);
export type ImportOutcome = z.infer<typeof ImportOutcome>;

/** Progress of an import: `rows` in the file, `done` processed, and the number of each outcome. */
export const ImportCounts = z.object({
  rows: z.int(),
  done: z.int(),
  added: z.int(),
  linked: z.int(),
  already: z.int(),
  repeated: z.int(),
  rejected: z.int(),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

/** Detected properties of an uploaded file. */
export const ImportFileFacts = z.object({
  format: z.enum(['delimited', 'json', 'json-lines', 'xlsx']),
  /** Character encoding; always `UTF-8` for XLSX and JSON. */
  encoding: z.string(),
  /** Delimiter of a text file. */
  delimiter: z.string().nullable(),
  bytes: z.int(),
  columns: z.int(),
});
export type ImportFileFacts = z.infer<typeof ImportFileFacts>;

/**
 * Result of undoing an import: creators removed, list items removed, and creators kept because they
 * are used elsewhere.
 */
export const ImportUndo = z.object({ removed: z.int(), unlisted: z.int(), kept: z.int() });
export type ImportUndo = z.infer<typeof ImportUndo>;

/** Maximum number of pictures copied per file. */
export const MAX_IMPORT_PICTURES = 5000;

/**
 * Progress of copying pictures in the background: pending, copied and failed, with the most common
 * reasons first. Creators without a picture show their initials.
 */
export const ImportPictures = z.object({
  waiting: z.int(),
  copied: z.int(),
  failed: z.int(),
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
});
export type ImportPictures = z.infer<typeof ImportPictures>;

/** An import of creators from a file. */
export const CreatorImport = z.object({
  id: Id,
  fileName: z.string(),
  state: ImportState,
  facts: ImportFileFacts,
  /** One-based; 0 if the file has no header row. */
  headerRow: z.int().min(0),
  /** Platform of rows that don't name one; null if unknown. */
  platform: Platform.nullable(),
  /** Whether every row names its platform. */
  platformPerRow: z.boolean(),
  platformReason: z.string(),
  columns: z.array(ImportColumn),
  /** Date of the figures. */
  asOf: Instant,
  /** Whether the import is for all brands; administrators only. */
  forEveryone: z.boolean(),
  list: z.object({ id: Id, title: z.string() }).nullable(),
  /** Open requirements before the import can start. */
  needs: z.array(z.object({ field: z.string(), message: z.string() })),
  counts: ImportCounts,
  pictures: ImportPictures,
  error: z.string().nullable(),
  undo: ImportUndo.nullable(),
  created: Instant,
  started: Instant.nullable(),
  finished: Instant.nullable(),
});
export type CreatorImport = z.infer<typeof CreatorImport>;

/** A change to a column's mapping. */
export const ImportColumnChange = ColumnReading.extend({ index: z.int().min(0).max(1000) });
export type ImportColumnChange = z.infer<typeof ImportColumnChange>;

/** A preview cell: the original value, the imported value and any problem. */
export const PreviewCell = z.object({
  raw: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  problem: z.string().nullable(),
});
export type PreviewCell = z.infer<typeof PreviewCell>;

/** A preview row. `problem` explains why the row wouldn't be imported. */
export const PreviewRow = z.object({
  /** One-based row number in the file, including the header row. */
  row: z.int(),
  cells: z.array(PreviewCell),
  platform: Platform.nullable(),
  username: z.string().nullable(),
  engagement: z.number().nullable(),
  problem: z.object({ field: ImportField.nullable(), reason: z.string() }).nullable(),
});
export type PreviewRow = z.infer<typeof PreviewRow>;

/** Number of rows in the preview. */
export const PREVIEW_ROWS = 20;

/** Maximum number of imports that haven't been started, per person and per brand. */
export const MAX_DRAFT_IMPORTS = { person: 20, brand: 50 };

/** Maximum file size in bytes. */
export const MAX_IMPORT_BYTES = 200 * 1024 * 1024;

/** A row and its outcome. */
export const ImportRow = z.object({
  row: z.int(),
  /** Line of the text file where the row starts; null for workbooks. */
  line: z.int().nullable(),
  outcome: ImportOutcome,
  name: z.string(),
  platform: Platform.nullable(),
  username: z.string().nullable(),
  creatorId: Id.nullable(),
  /** Why the row was rejected, or which values were skipped. */
  reason: z.string().nullable(),
  /** Field to correct in a rejected row. */
  field: ImportField.nullable(),
  suggestion: z.string().nullable(),
  /** Whether a person dismissed the rejected row. */
  dismissed: z.boolean(),
});
export type ImportRow = z.infer<typeof ImportRow>;

/**
 * Returns what is missing before an import can start: whom each row is about, and on which
 * platform.
 */
export function importNeeds(plan: {
  platform: Platform | null;
  platformPerRow: boolean;
  columns: readonly Pick<ImportColumn, 'field'>[];
  /** Whether a list is chosen, which notes and tags require. */
  hasList: boolean;
}): { field: string; message: string }[] {
  const has = (field: ImportField) => plan.columns.some((column) => column.field === field);
  const namesItself = has('platform') || has('profileUrl') || (plan.platformPerRow && has('socialId'));
  const needs: { field: string; message: string }[] = [];
  if (!plan.platform && !namesItself)
    needs.push({ field: 'platform', message: 'Choose the platform these creators are on' });
  const onYoutube = plan.platform === 'youtube' || (!plan.platform && namesItself);
  if (!has('username') && !has('profileUrl') && !(onYoutube && (has('fullname') || has('socialId'))))
    needs.push({ field: 'columns', message: 'Choose the column that holds the usernames' });
  if (!plan.hasList && (has('notes') || has('tags')))
    needs.push({ field: 'listId', message: 'Choose a list for the notes and tags, or skip those columns' });
  return needs;
}

/** Returns the first field assigned to several columns although it allows only one, or null. */
export function duplicateField(columns: readonly Pick<ImportColumn, 'field'>[]): ImportField | null {
  const seen = new Set<ImportField>();
  for (const { field } of columns) {
    if (REPEATABLE_FIELDS.includes(field)) continue;
    if (seen.has(field)) return field;
    seen.add(field);
  }
  return null;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const FIRST_YEAR = 2005;

/**
 * Returns the date of a file's figures from its name: `ig_2022-06.csv`, `export-2024-03-15.csv`,
 * `influencers sep-2022.csv`, `youtube_2023.csv`. A month or year means its last day. Null if there
 * is no date or it is after `now`.
 */
export function asOfFileName(fileName: string, now: Date): Date | null {
  const name = fileName.toLowerCase().replace(/\.[a-z0-9]{2,5}$/, '');
  const day = /(?<!\d)(20\d\d)[-_. ]?(0[1-9]|1[0-2])[-_. ]?(0[1-9]|[12]\d|3[01])(?!\d)/.exec(name);
  const month = /(?<!\d)(20\d\d)[-_. ](0[1-9]|1[0-2])(?![\d])/.exec(name);
  const named = new RegExp(`(?<![a-z])(${MONTHS.join('|')})[a-z]*[-_. ]*(20\\d\\d)(?!\\d)`).exec(name);
  const year = /(?<!\d)(20\d\d)(?!\d)/.exec(name);
  const found = day
    ? new Date(Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3])))
    : month
      ? new Date(Date.UTC(Number(month[1]), Number(month[2]), 0))
      : named
        ? new Date(Date.UTC(Number(named[2]), MONTHS.indexOf(named[1] ?? '') + 1, 0))
        : year
          ? new Date(Date.UTC(Number(year[1]), 11, 31))
          : null;
  if (!found || found.getUTCFullYear() < FIRST_YEAR || found > now) return null;
  return found;
}
