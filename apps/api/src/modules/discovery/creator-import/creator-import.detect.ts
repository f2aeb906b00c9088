import { detectColumns } from '@troupe/domain/discovery/creator-import/columns';
import type { ImportFileFacts } from '@troupe/domain/discovery/creator-import/creator-import';
import { detectDelimiter } from '@troupe/domain/discovery/creator-import/delimiter';
import type { ImportColumn } from '@troupe/domain/discovery/creator-import/field';
import { columnLetters, detectHeaderRow } from '@troupe/domain/discovery/creator-import/header-rules';
import { type DetectedPlatform, detectPlatform } from '@troupe/domain/discovery/creator-import/platform';
import { delimitedRows } from '../../../platform/table/delimited.ts';
import { sniffFile } from '../../../platform/table/sniff.ts';
import { FileRefusal, type SourceRow, type SourceRows } from '../../../platform/table/source.ts';
import { jsonKind, jsonRows } from './creator-import.json.ts';
import { writeTable } from './creator-import.table-file.ts';
import { xlsxRows } from './creator-import.xlsx.ts';

/** Number of sampled rows for detecting columns. */
export const SAMPLE = 1000;
/** Number of first rows searched for headers. */
export const FIRST_ROWS = 50;

/** Detected properties of an uploaded file and its table. */
export interface PreparedFile extends DetectedTable {
  facts: ImportFileFacts;
  /** Total rows, including those above the data. */
  records: number;
}

/** Detected table for a header row (one-based; 0: none, or named by JSON). */
export interface DetectedTable {
  headerRow: number;
  platform: DetectedPlatform;
  columns: ImportColumn[];
  /** Number of rows up to and including the headers. */
  above: number;
}

/**
 * Reads the file at `path`, writes its table to `tablePath` and returns the detected properties.
 */
export async function prepareFile(
  path: string,
  tablePath: string,
  fileName: string,
  bytes: number,
): Promise<PreparedFile> {
  const { rows, facts } = await rowsOfFile(path);
  const sample: SourceRow[] = [];
  let records = 0;
  let columns = 0;
  await writeTable(tablePath, rows, (row) => {
    if (row.row > 0) records++;
    columns = Math.max(columns, row.cells.length);
    if (sample.length <= SAMPLE) sample.push(row);
  });
  const first = sample[0];
  if (!first || records === 0) throw new FileRefusal('No rows found in this file.');
  const named = first.row === 0;
  const at = named ? 0 : detectHeaderRow(sample.slice(0, FIRST_ROWS).map((row) => row.cells));
  const headerRow = named ? 0 : at >= 0 ? (sample[at]?.row ?? 0) : 0;
  const table = detectTable(fileName, sample, headerRow);
  if (records - table.above < 1) throw new FileRefusal('This file has headers, but no rows below them.');
  return { ...table, records, facts: { ...facts, bytes, columns } };
}

async function rowsOfFile(
  path: string,
): Promise<{ rows: SourceRows; facts: Omit<ImportFileFacts, 'bytes' | 'columns'> }> {
  const { kind, encoding, head } = await sniffFile(path);
  if (kind === 'xlsx') return { rows: xlsxRows(path), facts: { format: 'xlsx', encoding, delimiter: null } };
  const json = jsonKind(head);
  if (json)
    return { rows: jsonRows(path, encoding, json), facts: { format: json, encoding, delimiter: null } };
  if (/^\s*<(?:!doctype|html|\?xml|svg)/i.test(head))
    throw new FileRefusal(
      'This is a web page or XML file. Upload a CSV, TSV, JSON, JSON Lines or XLSX file.',
    );
  const { delimiter } = detectDelimiter(head);
  return {
    rows: delimitedRows(path, encoding, delimiter),
    facts: { format: 'delimited', encoding, delimiter },
  };
}

/** Detects a table from its first rows. */
export function detectTable(
  fileName: string,
  sample: readonly SourceRow[],
  headerRow: number,
): DetectedTable {
  const header = sample.find((row) => row.row === headerRow);
  const data = sample.filter((row) => row.row > headerRow);
  const width = sample.reduce((most, row) => Math.max(most, row.cells.length), 0);
  const letters = columnLetters(width);
  const named = header?.cells.map((cell) => cell.trim() !== '') ?? [];
  const last = Math.max(
    named.lastIndexOf(true) + 1,
    ...data.map((row) => row.cells.findLastIndex((cell) => cell.trim() !== '') + 1),
  );
  const headers = letters
    .slice(0, last)
    .map((letter, at) => (named[at] ? (header?.cells[at] ?? letter) : letter));
  const rows = data.map((row) => row.cells);
  const platform = detectPlatform(fileName, headers, rows);
  return {
    headerRow,
    platform,
    columns: detectColumns(headers, rows, platform.platform),
    above: sample.filter((row) => row.row > 0 && row.row <= headerRow).length,
  };
}
