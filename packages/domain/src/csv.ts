/** Spreadsheet programs run cells that begin like this; a leading apostrophe keeps them text. Plain numbers stay. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d[\d.,]*$/;

export type CsvCell = string | number | null | undefined;

/** One cell of a CSV file: quoted where needed, never a formula. */
function csvCell(value: CsvCell): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of a CSV file. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Spreadsheet programs take a file for UTF-8 when it begins with this. */
export const CSV_BOM = '\ufeff';

/** Rows as a whole CSV file, which spreadsheet programs read as UTF-8. */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string => CSV_BOM + rows.map(csvLine).join('');

/** Minor units as a plain number of their currency: (49550, 'USD') is '495.50', (500, 'JPY') is '500'. */
export function csvAmount(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return (minor / 10 ** digits).toFixed(digits);
}
