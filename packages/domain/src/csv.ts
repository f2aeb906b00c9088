import { toDecimal } from './money.ts';

/**
 * Spreadsheets run cells that start like this; a leading apostrophe makes them text. Plain numbers
 * are unchanged.
 */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d[\d.,]*$/;

export type CsvCell = string | number | null | undefined;

/** Formats a CSV cell: quoted if needed, never a formula. */
function csvCell(value: CsvCell): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats a CSV line. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Marks a file as UTF-8 for spreadsheet programs. */
export const CSV_BOM = '\ufeff';

/** Formats rows as a CSV file with BOM. */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string => CSV_BOM + rows.map(csvLine).join('');

/** Formats minor units as a plain number: (49550, 'USD') is '495.50', (500, 'JPY') is '500'. */
export const csvAmount = (minor: number, currency: string): string => toDecimal(minor, currency);
