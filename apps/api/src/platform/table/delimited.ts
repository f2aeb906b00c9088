import { createReadStream } from 'node:fs';
import type { Delimiter } from '@troupe/domain/discovery/creator-import/delimiter';
import { CsvError, parse } from 'csv-parse';
import iconv from 'iconv-lite';
import { FileRefusal, MAX_COLUMNS, MAX_ROW_LENGTH, rowTooLong, type SourceRow } from './source.ts';

interface Parsed {
  record: string[];
  info: { lines: number };
}

/** Parses delimited text; empty lines are counted but skipped. */
export async function* delimitedRows(
  path: string,
  encoding: string,
  delimiter: Delimiter,
): AsyncGenerator<SourceRow> {
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_ROW_LENGTH,
  });
  const source = createReadStream(path, { highWaterMark: 128 * 1024 });
  const decoder = iconv.decodeStream(encoding);
  source.on('error', (error) => parser.destroy(error));
  decoder.on('error', (error) => parser.destroy(error));
  source.pipe(decoder).pipe(parser);
  let row = 0;
  let line = 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      row++;
      const cells = record.map(readable);
      if (cells.length > MAX_COLUMNS && row < 100)
        throw new FileRefusal(
          `This table has ${cells.length} columns. Tables can have up to ${MAX_COLUMNS}.`,
        );
      if (cells.length > 1 || cells[0] !== '') yield { row, line, cells };
      line = info.lines + 1;
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw error.code === 'CSV_MAX_RECORD_SIZE'
        ? rowTooLong()
        : new FileRefusal(`Row ${row + 1} can't be read.`);
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** Strips characters that PostgreSQL can't store: NUL and lone surrogates. */
export const readable = (cell: string): string =>
  (cell.includes('\u0000') ? cell.replaceAll('\u0000', '') : cell).toWellFormed();
