import { Readable } from 'node:stream';
import { escapeHtml } from '@troupe/domain/html-text';
import { inLanguage, type Language } from '@troupe/i18n/language';
import { ZipFile } from 'yazl';
import { type FileCell, type FileSheet, type ReportFile, sheetsOf } from './report-file.ts';

/** Excel refuses longer cells, sheet names and sheets. */
const MOST_CHARACTERS = 32_767;
const MOST_NAME = 31;
const MOST_ROWS = 1_048_576;
const CUT = ' [cut]';
/** Decimals of numbers that there are styles for. */
const MOST_DIGITS = 4;
/** Styles: plain, bold, then numbers by their decimals. */
const BOLD = 1;
const NUMBERS = 2;
/** Characters that are written at a time. */
const CHUNK = 64 * 1024;

/** A table to write: rows may come one by one. */
export interface SheetInput {
  title: string;
  head: readonly string[];
  rows: Iterable<readonly FileCell[]>;
  /** Widths of columns, in characters. */
  widths: readonly number[];
}

/** Returns a run as an Excel workbook: one sheet for each widget. Texts are never formulas. */
export function reportXlsx(file: ReportFile, language: Language): Readable {
  const sheets = inLanguage(language, () => sheetsOf(file));
  return writeSheets(sheets.map((sheet) => Object.assign(sheet, { widths: widthsOf(sheet) })));
}

/** Writes tables as a workbook, row by row: however many there are, only a few are in memory. */
function writeSheets(sheets: readonly SheetInput[]): Readable {
  const zip = new ZipFile();
  const names = new Set<string>();
  const titles = sheets.map(({ title }) => sheetName(title, names));
  for (const [path, xml] of Object.entries(packageFiles(titles)))
    zip.addBuffer(Buffer.from(HEADER + xml), path);
  for (const [at, sheet] of sheets.entries())
    zip.addReadStreamLazy(`xl/worksheets/sheet${at + 1}.xml`, (done) =>
      done(null, Readable.from(chunked(sheetXml(sheet)), { objectMode: false })),
    );
  zip.end();
  return zip.outputStream as Readable;
}

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Returns the files of a workbook beside its sheets. */
function packageFiles(titles: readonly string[]): Record<string, string> {
  const each = (write: (number: number, title: string) => string) =>
    titles.map((title, at) => write(at + 1, title)).join('');
  const formats = Array.from({ length: MOST_DIGITS + 1 }, (_, digits) => digits);
  const numberFormat = (digits: number) => (digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`);
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${CONTENT}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((number, title) => `<sheet name="${escapeHtml(title)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${each((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${titles.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.map((digits) => `<numFmt numFmtId="${164 + digits}" formatCode="${numberFormat(digits)}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${NUMBERS + formats.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${formats.map((digits) => `<xf numFmtId="${164 + digits}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
  };
}

function* sheetXml({ head, rows, widths }: SheetInput): Generator<string> {
  yield `${HEADER}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`;
  if (head.length > 0)
    yield '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  if (widths.length > 0)
    yield `<cols>${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`;
  yield '<sheetData>';
  let count = 0;
  if (head.length > 0) {
    count += 1;
    yield `<row>${head.map((text) => textCell(text, BOLD)).join('')}</row>`;
  }
  for (const row of rows) {
    count += 1;
    if (count > MOST_ROWS) break;
    yield `<row>${row.map(cellXml).join('')}</row>`;
  }
  yield '</sheetData><pageSetup orientation="landscape" fitToHeight="0"/></worksheet>';
}

/** Joins pieces, so that not every row is passed on alone. */
function* chunked(pieces: Iterable<string>): Generator<string> {
  let held: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    held.push(piece);
    length += piece.length;
    if (length < CHUNK) continue;
    yield held.join('');
    held = [];
    length = 0;
  }
  if (length > 0) yield held.join('');
}

function cellXml(cell: FileCell): string {
  if (cell === null) return '<c/>';
  // As a text in the cell, whatever it begins with: Excel calculates formula cells only.
  if (typeof cell === 'string') return textCell(cell, 0);
  return `<c s="${NUMBERS + Math.min(cell.digits, MOST_DIGITS)}"><v>${cell.value}</v></c>`;
}

const textCell = (text: string, style: number): string =>
  `<c t="inlineStr"${style > 0 ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escapeHtml(cellText(text))}</t></is></c>`;

/** Removes what XML can't carry, and cuts texts that Excel would refuse, with a mark. */
function cellText(text: string): string {
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

function widthsOf({ head, rows }: FileSheet): number[] {
  const sample = rows.slice(0, MEASURED_ROWS);
  const count = Math.max(head.length, ...sample.map((row) => row.length), 0);
  return Array.from({ length: count }, (_, at) => {
    const lengths = sample.map((row) => {
      const cell = row[at];
      return typeof cell === 'string' ? cell.length : 12;
    });
    return Math.min(WIDEST, Math.max(8, (head[at] ?? '').length + 2, ...lengths));
  });
}
