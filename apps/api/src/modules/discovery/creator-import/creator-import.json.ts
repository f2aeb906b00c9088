import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import {
  flattenRecord,
  type JsonValue,
  parseJson,
  recordsOf,
} from '@troupe/domain/discovery/creator-import/flatten';
import iconv from 'iconv-lite';
import { readable } from '../../../platform/table/delimited.ts';
import {
  FileRefusal,
  MAX_COLUMNS,
  MAX_ROW_LENGTH,
  rowTooLong,
  type SourceRow,
} from '../../../platform/table/source.ts';

/** Number of records that define the columns; fields that occur only later are left out. */
const RECORDS_FOR_COLUMNS = 1000;
/** Documents other than plain lists are parsed in memory, so their size is limited. */
const LARGEST_DOCUMENT = 16 * 1024 * 1024;

const NOT_JSON = "This looks like JSON, but it's incomplete. Upload the complete file.";

/** Detects JSON and its kind from the start of a text. */
export function jsonKind(head: string): 'json' | 'json-lines' | null {
  const text = head.trimStart();
  if (text.startsWith('[')) return /^\[\s*(?:[[{\]"\d-]|true|false|null)/.test(text) ? 'json' : null;
  if (!/^\{\s*["}]/.test(text)) return null;
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const second = lines[1];
  return second !== undefined && isWhole(lines[0] ?? '') && second.startsWith('{') ? 'json-lines' : 'json';
}

function isWhole(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads JSON or JSON Lines as a table: nested values get dotted column names, row 0 holds the
 * names.
 */
export async function* jsonRows(
  path: string,
  encoding: string,
  kind: 'json' | 'json-lines',
): AsyncGenerator<SourceRow> {
  const records = kind === 'json-lines' ? lineRecords(path, encoding) : documentRecords(path, encoding);
  const first: Flat[] = [];
  let columns: string[] | null = null;
  for await (const record of records) {
    const flat = {
      ...record,
      cells: record.value === undefined ? new Map<string, string>() : flattenRecord(record.value),
    };
    if (columns) {
      yield tableRow(flat, columns);
      continue;
    }
    first.push(flat);
    if (first.length < RECORDS_FOR_COLUMNS) continue;
    columns = columnsOf(first);
    yield* table(first, columns);
  }
  if (!columns) yield* table(first, columnsOf(first));
}

interface JsonRecord {
  row: number;
  line: number | null;
  value: JsonValue | undefined;
  error?: string;
}
type Flat = Omit<JsonRecord, 'value'> & { cells: Map<string, string> };

function columnsOf(records: readonly Flat[]): string[] {
  const columns = [...new Set(records.flatMap(({ cells }) => [...cells.keys()]))].slice(0, MAX_COLUMNS);
  if (columns.length === 0)
    throw new FileRefusal('No creators found in this JSON. Upload a list of objects.');
  return columns;
}

function* table(records: readonly Flat[], columns: readonly string[]): Generator<SourceRow> {
  yield { row: 0, line: null, cells: columns.map(readable) };
  for (const record of records) yield tableRow(record, columns);
}

const tableRow = ({ row, line, error, cells }: Flat, columns: readonly string[]): SourceRow => ({
  row,
  line,
  cells: columns.map((column) => readable(cells.get(column) ?? '')),
  ...(error ? { error } : {}),
});

async function* decoded(path: string, encoding: string): AsyncGenerator<string> {
  const source = createReadStream(path, { highWaterMark: 128 * 1024 });
  const decoder = iconv.decodeStream(encoding);
  source.on('error', (error) => decoder.emit('error', error));
  yield* source.pipe(decoder) as AsyncIterable<string>;
}

async function* lineRecords(path: string, encoding: string): AsyncGenerator<JsonRecord> {
  let line = 0;
  let row = 0;
  let good = 0;
  for await (const text of linesOf(decoded(path, encoding))) {
    line++;
    if (text.trim() === '') continue;
    row++;
    let value: JsonValue | undefined;
    try {
      value = parseJson(text);
      good++;
    } catch {
      if (row > 20 && good === 0) throw new FileRefusal(NOT_JSON);
    }
    yield { row, line, value, ...(value === undefined ? { error: 'Incomplete JSON' } : {}) };
  }
  if (good === 0) throw new FileRefusal(NOT_JSON);
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.length > MAX_ROW_LENGTH) throw rowTooLong();
      yield line;
    }
    if (rest.length > MAX_ROW_LENGTH) throw rowTooLong();
  }
  if (rest !== '') yield rest;
}

async function* documentRecords(path: string, encoding: string): AsyncGenerator<JsonRecord> {
  let row = 0;
  const { size } = await stat(path);
  if (size > LARGEST_DOCUMENT) {
    for await (const text of elementsOf(decoded(path, encoding))) {
      row++;
      yield { row, line: null, value: parsedOrRefused(text) };
    }
    return;
  }
  const text = iconv.decode(await readFile(path), encoding);
  for (const value of recordsOf(parsedOrRefused(text))) yield { row: ++row, line: null, value };
}

function parsedOrRefused(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    throw new FileRefusal(NOT_JSON);
  }
}

/** Yields the elements of a top-level list, each as text, without reading the whole. */
async function* elementsOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let depth = 0;
  let inText = false;
  let escaped = false;
  let element = '';
  let started = false;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const sign = chunk.charCodeAt(at);
      if (inText) {
        if (escaped) escaped = false;
        else if (sign === 0x5c) escaped = true;
        else if (sign === 0x22) inText = false;
        continue;
      }
      if (sign === 0x22) inText = true;
      else if (sign === 0x5b || sign === 0x7b) {
        if (depth === 0) {
          if (sign !== 0x5b)
            throw new FileRefusal(
              'This JSON file is too large. Upload it as a JSON array or in JSON Lines format.',
            );
          started = true;
          from = at + 1;
        }
        depth++;
      } else if (sign === 0x5d || sign === 0x7d) {
        depth--;
        if (depth === 0) {
          const last = element + chunk.slice(from, at);
          if (last.trim() !== '') yield last;
          return;
        }
      } else if (sign === 0x2c && depth === 1) {
        yield element + chunk.slice(from, at);
        element = '';
        from = at + 1;
      }
    }
    if (started) element += chunk.slice(from);
    if (element.length > MAX_ROW_LENGTH) throw rowTooLong();
  }
  throw new FileRefusal(NOT_JSON);
}
