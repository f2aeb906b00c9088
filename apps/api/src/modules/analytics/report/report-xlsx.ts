import { inLanguage, type Language } from '@troupe/i18n/language';
import type { SheetData } from 'write-excel-file/node';
import { type FileCell, type FileSheet, type ReportFile, sheetsOf } from './report-file.ts';

/** Excel refuses longer cells, sheet names and sheets. */
const MOST_CHARACTERS = 32_767;
const MOST_NAME = 31;
const MOST_ROWS = 1_048_576;
const CUT = ' [cut]';

/** Returns a run as an Excel workbook: one sheet for each widget. Texts are never formulas. */
export async function reportXlsx(file: ReportFile, language: Language): Promise<Buffer> {
  return writeSheets(inLanguage(language, () => sheetsOf(file)));
}

/** Writes tables as a workbook. */
export async function writeSheets(sheets: readonly FileSheet[]): Promise<Buffer> {
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const names = new Set<string>();
  return writeXlsxFile(
    sheets.map(({ title, head, rows }) => ({
      sheet: sheetName(title, names),
      data: [
        ...(head.length > 0
          ? [head.map((value) => ({ value: cellText(value), fontWeight: 'bold' as const }))]
          : []),
        ...rows.slice(0, MOST_ROWS - 1).map((row) => row.map(toCell)),
      ] as SheetData,
      columns: widthsOf(head, rows),
      stickyRowsCount: head.length > 0 ? 1 : 0,
    })),
  ).toBuffer();
}

function toCell(cell: FileCell) {
  if (cell === null) return null;
  // As a string, whatever it begins with: Excel calculates formula cells only.
  if (typeof cell === 'string') return { value: cellText(cell), type: String };
  const { value, digits } = cell;
  return { value, type: Number, format: digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}` };
}

/** Removes what XML can't carry, and cuts texts that Excel would refuse, with a mark. */
export function cellText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
  const clean = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  if (clean.length <= MOST_CHARACTERS) return clean;
  return clean.slice(0, MOST_CHARACTERS - CUT.length).replace(/[\ud800-\udbff]$/, '') + CUT;
}

/** Makes a name that Excel accepts and that no other sheet has. */
function sheetName(title: string, taken: Set<string>): string {
  const plain = cellText(title)
    .replace(/[\\/?*[\]:\n\r\t]+/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim();
  const base = plain || 'Sheet';
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` (${number})`;
    const name = base.slice(0, MOST_NAME - end.length).trimEnd() + end;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

const WIDEST = 60;
const MEASURED_ROWS = 100;

function widthsOf(head: readonly string[], rows: readonly (readonly FileCell[])[]): { width: number }[] {
  const sample = rows.slice(0, MEASURED_ROWS);
  const count = Math.max(head.length, ...sample.map((row) => row.length), 0);
  return Array.from({ length: count }, (_, at) => {
    const lengths = sample.map((row) => {
      const cell = row[at];
      return typeof cell === 'string' ? cell.length : 12;
    });
    return { width: Math.min(WIDEST, Math.max(8, (head[at] ?? '').length + 2, ...lengths)) };
  });
}
