import { readable } from '../../../platform/table/delimited.ts';
import {
  FileRefusal,
  MAX_COLUMNS,
  MAX_ROW_LENGTH,
  rowTooLong,
  type SourceRow,
} from '../../../platform/table/source.ts';
import { type ZipEntry, zipEntries, zipText } from './creator-import.zip.ts';

// Workbooks are streamed: a library that builds the whole sheet needed 430 MB for 100,000 rows.

const MAX_SHARED_TEXT = 40_000_000;
const SMALL_PART = 8_000_000;

/** Reads the first non-empty sheet of a workbook. Numbers keep their original digits. */
export async function* xlsxRows(path: string): AsyncGenerator<SourceRow> {
  const entries = await zipEntries(path);
  if (!entries.has('xl/workbook.xml')) {
    if (![...entries.keys()].some((name) => name.endsWith('workbook.xml')))
      throw new FileRefusal(
        'This is a compressed archive, not a workbook. Unpack it and upload the table inside.',
      );
  }
  const texts = await sharedTexts(path, entries);
  const percents = await percentStyles(path, entries);
  for (const sheet of await sheetsInOrder(path, entries)) {
    let any = false;
    for await (const row of sheetRows(path, sheet, texts, percents)) {
      any = true;
      yield row;
    }
    if (any) return;
  }
  throw new FileRefusal('This workbook has no rows.');
}

const XML_SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
      if (name) return XML_SIGNS[String(name).toLowerCase()] ?? whole;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(/_x([0-9A-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/** Returns the text inside `<t>` elements, without phonetic hints. */
const textOf = (piece: string): string =>
  [
    ...piece
      .replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '')
      .matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?t>/g),
  ]
    .map((match) => unescaped(match[1] ?? ''))
    .join('');

async function wholeText(path: string, entry: ZipEntry | undefined): Promise<string> {
  if (!entry || entry.size > SMALL_PART) return '';
  let text = '';
  for await (const part of zipText(path, entry)) text += part;
  return text;
}

/** Yields complete `<name ...>...</name>` elements of an XML stream. */
async function* elements(parts: AsyncIterable<string>, name: string): AsyncGenerator<string> {
  const begin = new RegExp(`<(?:\\w+:)?${name}(?=[\\s>/])`, 'g');
  const end = new RegExp(`</(?:\\w+:)?${name}>`, 'g');
  let text = '';
  for await (const part of parts) {
    text += part;
    let done = 0;
    for (;;) {
      begin.lastIndex = done;
      const first = begin.exec(text);
      if (!first) {
        done = Math.max(done, text.length - 64);
        break;
      }
      const close = text.indexOf('>', first.index);
      if (close >= 0 && text[close - 1] === '/') {
        yield text.slice(first.index, close + 1);
        done = close + 1;
        continue;
      }
      end.lastIndex = first.index;
      const last = end.exec(text);
      if (!last) {
        done = first.index;
        break;
      }
      yield text.slice(first.index, end.lastIndex);
      done = end.lastIndex;
    }
    text = text.slice(done);
    if (text.length > MAX_ROW_LENGTH) throw rowTooLong();
  }
}

async function sharedTexts(path: string, entries: Map<string, ZipEntry>): Promise<string[]> {
  const entry = entries.get('xl/sharedStrings.xml');
  const texts: string[] = [];
  if (!entry) return texts;
  let total = 0;
  for await (const piece of elements(zipText(path, entry), 'si')) {
    const text = textOf(piece);
    total += text.length + 8;
    if (total > MAX_SHARED_TEXT)
      throw new FileRefusal('This workbook contains too much text. Save it as CSV and upload the CSV file.');
    texts.push(text);
  }
  return texts;
}

/** Returns the cell styles that show a percentage: `3.9%` is stored as 0.039. */
async function percentStyles(path: string, entries: Map<string, ZipEntry>): Promise<Set<number>> {
  const xml = await wholeText(path, entries.get('xl/styles.xml'));
  const formats = new Set([9, 10]);
  for (const [tag] of xml.matchAll(/<(?:\w+:)?numFmt\b[^>]*>/g))
    if (/formatCode="[^"]*%/.test(tag)) formats.add(Number(/numFmtId="(\d+)"/.exec(tag)?.[1]));
  const cells = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(xml)?.[0] ?? '';
  const styles = new Set<number>();
  let index = 0;
  for (const [tag] of cells.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)) {
    if (formats.has(Number(/numFmtId="(\d+)"/.exec(tag)?.[1] ?? 0))) styles.add(index);
    index++;
  }
  return styles;
}

async function sheetsInOrder(path: string, entries: Map<string, ZipEntry>): Promise<ZipEntry[]> {
  const workbook = await wholeText(path, entries.get('xl/workbook.xml'));
  const links = await wholeText(path, entries.get('xl/_rels/workbook.xml.rels'));
  const targets = new Map(
    [...links.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].map(([tag]) => [
      /\bId="([^"]*)"/.exec(tag)?.[1] ?? '',
      /\bTarget="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]),
  );
  const named = [...workbook.matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)]
    .filter(([tag]) => !/state="(?:hidden|veryHidden)"/.test(tag))
    .map(
      ([tag]) => targets.get(/\br?:?id="([^"]*)"/.exec(tag.replace(/sheetId="[^"]*"/, ''))?.[1] ?? '') ?? '',
    )
    .map((target) => entries.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`))
    .filter((entry) => entry !== undefined);
  if (named.length > 0) return named;
  return [...entries.values()].filter(({ name }) => /^xl\/worksheets\/[^/]+\.xml$/.test(name));
}

/** Converts a column reference: `C` -> 2, `AA` -> 26. */
function columnOf(reference: string): number {
  let column = 0;
  for (const sign of reference.toUpperCase()) {
    const letter = sign.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

async function* sheetRows(
  path: string,
  sheet: ZipEntry,
  texts: readonly string[],
  percents: ReadonlySet<number>,
): AsyncGenerator<SourceRow> {
  let row = 0;
  for await (const piece of elements(zipText(path, sheet), 'row')) {
    const given = Number(/^<(?:\w+:)?row\b[^>]*?\br="(\d+)"/.exec(piece)?.[1] ?? row + 1);
    row = given > row && given < 1e9 ? given : row + 1;
    const cells: string[] = [];
    for (const match of piece.matchAll(/<(?:\w+:)?c(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g)) {
      const attributes = match[1] ?? '';
      const reference = /\br="([A-Za-z]+)\d*"/.exec(attributes)?.[1];
      const at = reference ? columnOf(reference) : cells.length;
      if (at < 0 || at >= MAX_COLUMNS) continue;
      while (cells.length < at) cells.push('');
      cells[at] = readable(cellText(attributes, match[2] ?? '', texts, percents));
    }
    if (cells.some((cell) => cell !== '')) yield { row, line: null, cells };
  }
}

function cellText(
  attributes: string,
  inner: string,
  texts: readonly string[],
  percents: ReadonlySet<number>,
): string {
  const type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n';
  if (type === 'inlineStr') return textOf(inner);
  const raw = unescaped(/<(?:\w+:)?v(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?v>/.exec(inner)?.[1] ?? '');
  if (type === 's') return texts[Number(raw)] ?? '';
  if (type === 'b') return raw === '1' ? 'true' : 'false';
  if (type !== 'n' || raw === '') return raw;
  const style = Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? -1);
  if (percents.has(style)) return `${Number((Number(raw) * 100).toPrecision(12))}%`;
  // Workbooks write integers of up to 15 digits in full; 5.0E7 is one of them.
  const number = Number(raw);
  return /e/i.test(raw) && Number.isSafeInteger(number) && Math.abs(number) < 1e15 ? String(number) : raw;
}
