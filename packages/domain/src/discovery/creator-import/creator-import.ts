import { z } from 'zod';
import { Id, Instant } from '../../shape.ts';
import { Platform } from '../creator.ts';
import { ColumnReading, ImportColumn, ImportField, REPEATABLE_FIELDS } from './field.ts';

/**
 * Where an import stands.
 * - `draft`: uploaded; columns are proposed and can be corrected
 * - `waiting`, `running`: started, its rows are taken over in the background
 * - `cancelling`: stops after the rows in hand
 * - `cancelled`: stopped by a person; what was taken over stays until undone
 * - `done`: every row is accounted for
 * - `failed`: stopped by a failure, `error` says which
 * - `undoing`, `undone`: taken back
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
 * What became of a row. Imported: `added` (a new profile). Merged: `linked` (the profile was known; its
 * figures were kept unless the file's are newer from the same source). Skipped: `already` (the brand had this
 * profile, and it was on the list), `repeated` (the file holds the creator twice, the first row counts).
 * Not imported: `rejected`. The five add up to the rows of the file.
 */
export const ImportOutcome = z.enum(['added', 'linked', 'already', 'repeated', 'rejected']);
export type ImportOutcome = z.infer<typeof ImportOutcome>;

/** What people call each outcome, with a line that explains it. */
export const IMPORT_OUTCOME_LABELS: Record<ImportOutcome, { label: string; hint: string }> = {
  added: { label: 'Added', hint: 'New here' },
  linked: { label: 'Linked', hint: 'Profile known before' },
  already: { label: 'Already there', hint: 'Nothing new in the row' },
  repeated: { label: 'Repeated', hint: 'Twice in the file, first kept' },
  rejected: { label: 'Not imported', hint: 'Need you' },
};

/** How far an import is: `rows` in the file, `done` of them read, and what became of those. */
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

/** What was found out about an uploaded file. */
export const ImportFileFacts = z.object({
  format: z.enum(['delimited', 'json', 'json-lines', 'xlsx']),
  /** Name of the character encoding; for XLSX and JSON always `UTF-8`. */
  encoding: z.string(),
  /** The sign between cells, for delimited text. */
  delimiter: z.string().nullable(),
  bytes: z.int(),
  columns: z.int(),
});
export type ImportFileFacts = z.infer<typeof ImportFileFacts>;

/** What undoing did: creators removed, list items taken off, and creators kept because something else uses them. */
export const ImportUndo = z.object({ removed: z.int(), unlisted: z.int(), kept: z.int() });
export type ImportUndo = z.infer<typeof ImportUndo>;

/** At most so many pictures of one file are copied. */
export const MAX_IMPORT_PICTURES = 5000;

/**
 * Pictures that a file names, copied in the background: how many wait, were copied, and could not be, with the reasons,
 * the commonest first. Creators without a copy show their initials.
 */
export const ImportPictures = z.object({
  waiting: z.int(),
  copied: z.int(),
  failed: z.int(),
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
});
export type ImportPictures = z.infer<typeof ImportPictures>;

/** A file of creators on its way into the product. */
export const CreatorImport = z.object({
  id: Id,
  fileName: z.string(),
  state: ImportState,
  facts: ImportFileFacts,
  /** Row of the headers, counted from 1; 0 when the file has none. */
  headerRow: z.int().min(0),
  /** The platform of rows that do not name one; null while unknown. */
  platform: Platform.nullable(),
  /** Every row names its own platform. */
  platformPerRow: z.boolean(),
  platformReason: z.string(),
  columns: z.array(ImportColumn),
  /** The day the figures are from. */
  asOf: Instant,
  /** Administrators can import for all brands. */
  forEveryone: z.boolean(),
  list: z.object({ id: Id, title: z.string() }).nullable(),
  /** What a person has to settle before it can start. */
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

/** A correction of what a column means. */
export const ImportColumnChange = ColumnReading.extend({ index: z.int().min(0).max(1000) });
export type ImportColumnChange = z.infer<typeof ImportColumnChange>;

/** One cell of the preview: as it stands in the file, as it will be read, and what is wrong with it. */
export const PreviewCell = z.object({
  raw: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  problem: z.string().nullable(),
});
export type PreviewCell = z.infer<typeof PreviewCell>;

/** One row of the preview; `problem` says why the row would not be imported. */
export const PreviewRow = z.object({
  /** Number of the row in the file, the header row counted, from 1. */
  row: z.int(),
  cells: z.array(PreviewCell),
  platform: Platform.nullable(),
  username: z.string().nullable(),
  engagement: z.number().nullable(),
  problem: z.object({ field: ImportField.nullable(), reason: z.string() }).nullable(),
});
export type PreviewRow = z.infer<typeof PreviewRow>;

/** How many rows the preview shows. */
export const PREVIEW_ROWS = 20;

/** How many uploaded imports that nobody started may one person, and one brand, have at a time. */
export const MAX_DRAFT_IMPORTS = { person: 20, brand: 50 };

/** The largest file, in bytes. */
export const MAX_IMPORT_BYTES = 200 * 1024 * 1024;

/** A row with what became of it. */
export const ImportRow = z.object({
  row: z.int(),
  /** Line of the text file on which the row begins; null for workbooks. */
  line: z.int().nullable(),
  outcome: ImportOutcome,
  name: z.string(),
  platform: Platform.nullable(),
  username: z.string().nullable(),
  creatorId: Id.nullable(),
  /** Why it was rejected, or what was left out of it. */
  reason: z.string().nullable(),
  /** The field to correct in a rejected row. */
  field: ImportField.nullable(),
  suggestion: z.string().nullable(),
  /** A person decided to leave a rejected row out. */
  dismissed: z.boolean(),
});
export type ImportRow = z.infer<typeof ImportRow>;

/**
 * What still has to be settled before an import can start: who a row is about, and on which platform.
 */
export function importNeeds(plan: {
  platform: Platform | null;
  platformPerRow: boolean;
  columns: readonly Pick<ImportColumn, 'field'>[];
  /** Notes and tags belong to the items of a list. */
  hasList: boolean;
}): { field: string; message: string }[] {
  const has = (field: ImportField) => plan.columns.some((column) => column.field === field);
  const namesItself = has('platform') || has('profileUrl') || (plan.platformPerRow && has('socialId'));
  const needs: { field: string; message: string }[] = [];
  if (!plan.platform && !namesItself)
    needs.push({ field: 'platform', message: 'Choose the platform of these creators' });
  const onYoutube = plan.platform === 'youtube' || (!plan.platform && namesItself);
  if (!has('username') && !has('profileUrl') && !(onYoutube && (has('fullname') || has('socialId'))))
    needs.push({ field: 'columns', message: 'Choose the column that holds the usernames' });
  if (!plan.hasList && (has('notes') || has('tags')))
    needs.push({ field: 'listId', message: 'Choose a list for the notes and tags, or skip their columns' });
  return needs;
}

/** The first meaning that more than one column was given although only one can have it, or null. */
export function doubledField(columns: readonly Pick<ImportColumn, 'field'>[]): ImportField | null {
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
 * The day the figures of a file are from, as far as its name tells: `ig_2022-06.csv`, `export-2024-03-15.csv`,
 * `influencers sep-2022.csv`, `youtube_2023.csv`. A month or a year means its last day. Null when the name tells
 * nothing or names a day after `now`.
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
