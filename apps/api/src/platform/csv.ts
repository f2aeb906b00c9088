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
