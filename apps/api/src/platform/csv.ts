/** Spreadsheet programs run cells that begin like this; a leading apostrophe keeps them text. Plain numbers stay. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d[\d.,]*$/;

/** One cell of a CSV file: quoted where needed, never a formula. */
function csvCell(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of a CSV file. */
export const csvLine = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;

/** Spreadsheet programs take a file for UTF-8 when it begins with this. */
export const CSV_BOM = '\ufeff';

/** Minor units as a plain number of their currency: (49550, 'USD') is '495.50', (500, 'JPY') is '500'. */
export function csvAmount(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return (minor / 10 ** digits).toFixed(digits);
}
