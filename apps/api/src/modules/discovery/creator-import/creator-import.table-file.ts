import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { SourceRow, SourceRows } from '../../../platform/table/source.ts';

// Uploads are stored in one format: a JSON list per line, [row, line, error, ...cells]. The import
// can read it from any byte offset, to resume where a killed process stopped.

/** A row of the stored table with the byte offset of the next one. */
export interface StoredRow extends SourceRow {
  next: number;
}

const rowText = ({ row, line, error, cells }: SourceRow): string =>
  `${JSON.stringify([row, line, error ?? null, ...cells])}\n`;

/** Writes rows to a file, calling back for each. */
export async function writeTable(
  path: string,
  rows: SourceRows,
  seen: (row: SourceRow) => void,
): Promise<void> {
  const file = createWriteStream(path);
  const done = finished(file);
  done.catch(() => {});
  try {
    let part = '';
    for await (const row of rows) {
      seen(row);
      part += rowText(row);
      if (part.length < 64 * 1024) continue;
      if (!file.write(part)) await Promise.race([once(file, 'drain'), done]);
      part = '';
    }
    file.end(part);
  } catch (error) {
    file.destroy();
    throw error;
  }
  await done;
}

/** Reads rows from a stored table; `from` is the byte offset where `source` starts. */
export async function* readTable(source: Readable, from = 0): AsyncGenerator<StoredRow> {
  let next = from;
  let rest: Buffer[] = [];
  for await (const chunk of source as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10, start); end >= 0; end = chunk.indexOf(10, start)) {
      const line = rest.length
        ? Buffer.concat([...rest, chunk.subarray(start, end)])
        : chunk.subarray(start, end);
      rest = [];
      start = end + 1;
      next += line.length + 1;
      const [row, at, error, ...cells] = JSON.parse(line.toString('utf8')) as [
        number,
        number | null,
        string | null,
        ...string[],
      ];
      yield { row, line: at, cells, next, ...(error ? { error } : {}) };
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
}
