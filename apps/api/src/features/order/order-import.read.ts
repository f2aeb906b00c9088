import { readFile } from 'node:fs/promises';
import { detectDelimiter } from '@troupe/domain/creator-import/delimiter';
import iconv from 'iconv-lite';
import { delimitedRows } from '../../platform/table/delimited.ts';
import { FileRefusal } from '../../platform/table/refusal.ts';
import { sniffFile } from '../../platform/table/sniff.ts';
import type { SourceRow } from '../../platform/table/source.ts';
import type { Cells, ImportEntry, OrderFile, Place } from './order-import.entry.ts';
import { hasId, readExport } from './order-import.export.ts';
import { readThing, type StoreReader, thingsOf } from './order-import.json.ts';
import { KNOWN_TABLES, type KnownTable } from './order-import.tables.ts';

/** A document is read at once. */
const LARGEST_DOCUMENT = 16 * 1024 * 1024;
const EXPORT_COLUMNS = ['name', 'financial status', 'created at', 'total', 'lineitem name'];

const NO_ORDERS =
  'No column of this file names an order. Send an orders export of Shopify, one of its tables, or JSON of its API.';

/** Looks at a file of orders and counts its rows. Throws {@link FileRefusal} for what is none. */
export async function inspectOrderFile(path: string): Promise<OrderFile> {
  const opened = await openFile(path);
  let rows = 0;
  let needsStore = false;
  if (opened.form === 'json') rows = opened.things.length;
  else
    for await (const { cells } of opened.rows()) {
      rows += 1;
      needsStore ||= opened.form === 'export' && cells('currency') !== '' && !hasId(cells);
    }
  if (rows === 0) throw new FileRefusal('There are no orders in this file.');
  return {
    kind: needsStore ? `${opened.kind}, in which orders of one name are one order` : opened.kind,
    rows,
    needsStore,
    needsCurrency: opened.form === 'table' && opened.table.needsCurrency === true,
  };
}

/** What a file says, in its order. @param currency of amounts where the file does not say it */
export async function* readOrderFile(
  path: string,
  reader: StoreReader,
  currency: string,
): AsyncGenerator<ImportEntry> {
  const opened = await openFile(path);
  if (opened.form === 'json') {
    for (const [at, thing] of opened.things.entries()) yield readThing(reader, thing, at + 1, currency);
  } else if (opened.form === 'table') {
    for await (const { place, cells } of opened.rows()) yield opened.table.read(cells, place, currency);
  } else yield* exportEntries(opened.rows());
}

type Rows = () => AsyncGenerator<{ place: Place; cells: Cells }>;
type Opened =
  | { form: 'json'; kind: string; things: { what: string; value: unknown }[] }
  | { form: 'table'; kind: string; table: KnownTable; rows: Rows }
  | { form: 'export'; kind: string; rows: Rows };

async function openFile(path: string): Promise<Opened> {
  const { kind, encoding, head } = await sniffFile(path);
  if (kind === 'xlsx') throw new FileRefusal('This is a workbook. Save it as CSV and send that.');
  if (/^\s*[[{]/.test(head))
    return { form: 'json', kind: 'JSON of Shopify', things: await things(path, encoding) };
  const { delimiter } = detectDelimiter(head);
  const source = () => delimitedRows(path, encoding, delimiter);
  const first = await source().next();
  const columns = namesOf(first.value ?? undefined);
  const has = (wanted: readonly string[]) => wanted.every((column) => columns.has(column));
  const rows: Rows = () => rowsBelow(source(), columns);
  if (has(EXPORT_COLUMNS)) return { form: 'export', kind: 'Shopify orders export', rows };
  const table = KNOWN_TABLES.find(({ columns: wanted }) => has(wanted));
  if (!table) throw new FileRefusal(NO_ORDERS);
  return { form: 'table', kind: table.kind, table, rows };
}

/** Columns by their names in small letters; of two that are called the same the first counts. */
function namesOf(header: SourceRow | undefined): Map<string, number> {
  const names = new Map<string, number>();
  for (const [at, cell] of (header?.cells ?? []).entries()) {
    const name = cell.trim().toLowerCase();
    if (name !== '' && !names.has(name)) names.set(name, at);
  }
  return names;
}

async function* rowsBelow(source: AsyncGenerator<SourceRow>, columns: ReadonlyMap<string, number>) {
  for await (const { row, line, cells } of source) {
    if (row === 1) continue;
    const read: Cells = (column) => (cells[columns.get(column) ?? -1] ?? '').toWellFormed().trim();
    yield { place: { row: row - 1, line }, cells: read };
  }
}

/** Rows of one order follow each other; only the first says more than its name and a product. */
async function* exportEntries(rows: ReturnType<Rows>): AsyncGenerator<ImportEntry> {
  let order: { place: Place; cells: Cells }[] = [];
  for await (const row of rows) {
    const begins = row.cells('name') !== order[0]?.cells('name') || row.cells('currency') !== '';
    if (begins && order.length > 0) {
      yield readExport(order);
      order = [];
    }
    order.push(row);
  }
  if (order.length > 0) yield readExport(order);
}

async function things(path: string, encoding: string): Promise<{ what: string; value: unknown }[]> {
  const bytes = await readFile(path);
  if (bytes.length > LARGEST_DOCUMENT)
    throw new FileRefusal('This JSON is too large to be read at once. Send it in parts.');
  const text = iconv.decode(bytes, encoding).replace(/^\ufeff/, '');
  const whole = parsed(text);
  if (whole !== undefined) return thingsOf(whole);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const each = lines.map(parsed);
  if (lines.length < 2 || each.includes(undefined))
    throw new FileRefusal('This looks like JSON, but it is not complete.');
  return each.flatMap(thingsOf);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
