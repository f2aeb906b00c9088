import { readFile } from 'node:fs/promises';
import { canonicalAmount, type DecimalSign, decimalSignOf } from '@troupe/domain/commerce/amount-format';
import { detectDelimiter } from '@troupe/domain/discovery/creator-import/delimiter';
import iconv from 'iconv-lite';
import { delimitedRows } from '../../../platform/table/delimited.ts';
import { sniffFile } from '../../../platform/table/sniff.ts';
import { FileRefusal, type SourceRow } from '../../../platform/table/source.ts';
import type { Cells, ImportEntry, OrderFile, Place } from './order-import.entry.ts';
import { hasId, readExport } from './order-import.export.ts';
import { objectsIn, readObject, type StoreReader } from './order-import.json.ts';
import { KNOWN_TABLES, type KnownTable, ORDER_COLUMNS } from './order-import.tables.ts';

/** Documents are parsed in memory. */
const LARGEST_DOCUMENT = 16 * 1024 * 1024;
const EXPORT_COLUMNS = ['name', 'financial status', 'created at', 'total', 'lineitem name'];

const NO_ORDERS =
  'This file has no order column. Upload a Shopify order export, a Shopify table exported from a data warehouse as CSV, or JSON from the Shopify API.';

/**
 * Detects the format of an order file and counts its rows. Throws {@link FileRefusal} if
 * unsupported.
 */
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
    kind: needsStore ? `${opened.kind}, with orders identified by name` : opened.kind,
    rows,
    needsStore,
    needsCurrency: opened.form === 'table' && opened.table.needsCurrency === true,
  };
}

/** Reads a file's entries in order. @param currency of amounts in a file that names none */
export async function* readOrderFile(
  path: string,
  reader: StoreReader,
  currency: string,
): AsyncGenerator<ImportEntry> {
  const opened = await openFile(path);
  if (opened.form === 'json') {
    for (const [at, thing] of opened.things.entries()) yield readObject(reader, thing, at + 1, currency);
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
  if (kind === 'xlsx') throw new FileRefusal('This is a workbook. Save it as CSV and upload the CSV file.');
  if (/^\s*[[{]/.test(head))
    return { form: 'json', kind: 'Shopify JSON', things: await things(path, encoding) };
  const { delimiter } = detectDelimiter(head);
  const source = () => delimitedRows(path, encoding, delimiter);
  const first = await source().next();
  const columns = namesOf(first.value ?? undefined);
  const has = (wanted: readonly string[]) => wanted.every((column) => columns.has(column));
  const rows: Rows = () => withAmounts(() => rowsBelow(source(), columns), columns);
  if (has(EXPORT_COLUMNS)) return { form: 'export', kind: 'Shopify orders export', rows };
  const table = KNOWN_TABLES.find(({ columns: wanted }) => has(wanted));
  if (!table) {
    const missing = ORDER_COLUMNS.filter((column) => !columns.has(column));
    if (ORDER_COLUMNS.length - missing.length < 3) throw new FileRefusal(NO_ORDERS);
    throw new FileRefusal(
      `This looks like an orders table, but these columns are missing: ${missing.join(', ')}.`,
    );
  }
  return { form: 'table', kind: table.kind, table, rows };
}

/** Column positions by lowercase name; the first of duplicate names counts. */
function namesOf(header: SourceRow | undefined): Map<string, number> {
  const cells = header?.cells ?? [];
  const names = new Map<string, number>();
  const add = (name: string, at: number) => {
    if (name !== '' && !names.has(name)) names.set(name, at);
  };
  for (const [at, cell] of cells.entries()) add(cell.trim().toLowerCase(), at);
  for (const [at, cell] of cells.entries()) add(restName(cell.trim()), at);
  return names;
}

/**
 * Converts a GraphQL column name to its REST name: `total_price_set_shop_amount` and
 * `totalPriceSet.shopMoney.amount` become `total_price`, `display_financial_status` becomes
 * `financial_status`.
 */
function restName(name: string): string {
  const snake = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[.\s]+/g, '_')
    .toLowerCase();
  if (/^(?:currency_code|(?:total|subtotal)_price_set_shop_(?:money_)?currency(?:_code)?)$/.test(snake))
    return 'currency';
  const amount = /^(?:current_)?(.+)_set_shop_(?:money_)?amount$/.exec(snake)?.[1];
  return (amount ?? snake).replace(/^display_/, '');
}

const AMOUNT_COLUMNS = [
  ...['total', 'subtotal', 'shipping', 'taxes', 'discount amount', 'refunded amount', 'outstanding balance'],
  ...['lineitem price', 'lineitem discount', 'total_price', 'subtotal_price', 'total_tax', 'total_discounts'],
  ...['total_outstanding', 'amount', 'price', 'total_discount', 'revenue'],
];

/** Converts amounts to machine notation, which depends on the whole column. */
async function* withAmounts(rows: Rows, columns: ReadonlyMap<string, number>): ReturnType<Rows> {
  const present = AMOUNT_COLUMNS.filter((column) => columns.has(column));
  const signs = new Map<string, DecimalSign>();
  for await (const { cells } of rows())
    for (const column of present) signs.set(column, decimalSignOf(signs.get(column) ?? null, cells(column)));
  const told = new Set([...signs.values()].filter((sign) => sign !== null));
  const ofFile = told.size === 1 ? ([...told][0] ?? null) : null;
  for await (const { place, cells } of rows()) {
    const read: Cells = (column) =>
      present.includes(column)
        ? canonicalAmount(cells(column), signs.get(column) ?? ofFile, cells('currency'))
        : cells(column);
    yield { place, cells: read };
  }
}

async function* rowsBelow(source: AsyncGenerator<SourceRow>, columns: ReadonlyMap<string, number>) {
  for await (const { row, line, cells } of source) {
    if (row === 1) continue;
    const read: Cells = (column) => (cells[columns.get(column) ?? -1] ?? '').toWellFormed().trim();
    yield { place: { row: row - 1, line }, cells: read };
  }
}

/** Groups rows of the same order; only the first has more than its name and a line item. */
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
    throw new FileRefusal('This JSON file is too large. Split it into smaller files.');
  const text = iconv.decode(bytes, encoding).replace(/^\ufeff/, '');
  const whole = parsed(text);
  if (whole !== undefined) return objectsIn(whole);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const each = lines.map(parsed);
  if (lines.length < 2 || each.includes(undefined))
    throw new FileRefusal("This looks like JSON, but it's incomplete. Upload the complete file.");
  return each.flatMap(objectsIn);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
