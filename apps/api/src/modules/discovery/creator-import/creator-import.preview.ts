import type { Platform } from '@troupe/domain/discovery/creator';
import {
  PREVIEW_ROWS,
  type PreviewCell,
  type PreviewRow,
} from '@troupe/domain/discovery/creator-import/creator-import';
import type { ImportColumn } from '@troupe/domain/discovery/creator-import/field';
import { readCell, rowReader } from '@troupe/domain/discovery/creator-import/row';
import type { Files } from '../../../platform/files/files.ts';
import type { SourceRow } from '../../../platform/table/source.ts';
import { FIRST_ROWS, SAMPLE } from './creator-import.detect.ts';
import { tableKey } from './creator-import.queries.ts';
import { readTable } from './creator-import.table-file.ts';

/** Returns the first rows of a stored table. */
export async function firstRows(files: Files, importId: string, count = SAMPLE): Promise<SourceRow[]> {
  const source = files.read(tableKey(importId));
  const rows: SourceRow[] = [];
  try {
    for await (const row of readTable(source)) {
      rows.push(row);
      if (rows.length > count) break;
    }
  } finally {
    source.destroy();
  }
  return rows;
}

/** Returns a preview of the first data rows. */
export async function previewOf(
  files: Files,
  stored: { id: string; headerRow: number; platform: Platform | null; columns: ImportColumn[] },
): Promise<PreviewRow[]> {
  const rows = await firstRows(files, stored.id, FIRST_ROWS + PREVIEW_ROWS);
  const read = rowReader(stored);
  return rows
    .filter(({ row }) => row > stored.headerRow)
    .slice(0, PREVIEW_ROWS)
    .map(({ row, cells, error }) => {
      const reading = read(cells);
      const draft = reading.kind === 'creator' ? reading.draft : null;
      const problem = reading.kind === 'rejected' ? reading.problem : null;
      return {
        row,
        cells: stored.columns.map((column) =>
          previewCell(column, cells[column.index] ?? '', draft?.platform ?? stored.platform, problem),
        ),
        platform: draft?.platform ?? null,
        username: draft?.username ?? null,
        engagement: draft?.engagement ?? null,
        problem: error
          ? { field: null, reason: error }
          : problem
            ? { field: problem.field, reason: problem.reason }
            : null,
      };
    });
}

const LONGEST_SHOWN = 200;

function previewCell(
  column: ImportColumn,
  cell: string,
  platform: Platform | null,
  problem: { field: string | null; reason: string } | null,
): PreviewCell {
  const read = readCell(column, cell, platform);
  const mine = problem?.field === column.field ? problem.reason : null;
  const raw = cell.slice(0, LONGEST_SHOWN);
  if (read.kind === 'refused') return { raw, value: null, problem: read.reason };
  if (read.kind === 'missing') return { raw, value: null, problem: mine };
  return { raw, value: shown(read.value), problem: null };
}

function shown(value: unknown): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text.slice(0, LONGEST_SHOWN);
}
