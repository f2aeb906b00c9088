import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CSV_BOM, csvLine } from '@troupe/domain/csv';
import type pg from 'pg';
import { ZipFile } from 'yazl';
import type { Files } from '../../../platform/files/files.ts';
import { EXPORTED_TABLES, type ExportedTable } from './brand-export.plan.ts';
import { columnsOf, countRows, filesOf, rowsOf, tablesOf } from './brand-export.queries.ts';

/** The inputs of an archive. */
export interface ArchiveParts {
  /** A dedicated connection with an open snapshot transaction. */
  connection: pg.ClientBase;
  files: Files;
  brandId: string;
  withFiles: boolean;
  now: Date;
  /** The output file. */
  path: string;
  /** Called after every thousand rows and every file. */
  onProgress(done: number, total: number): Promise<void>;
}

/** Writes a brand's archive; returns the row count of each table. The transaction must be open. */
export async function writeArchive(parts: ArchiveParts): Promise<Record<string, number>> {
  const { connection, brandId, now, path, onProgress } = parts;
  const there = await tablesOf(connection);
  const nouns = EXPORTED_TABLES.filter(({ table }) => there.has(table));
  const total = await countAll(parts, nouns);
  const counts: Record<string, number> = {};
  let done = 0;
  const advance = async (by: number) => {
    done += by;
    await onProgress(done, total);
  };
  const zip = new ZipFile();
  const options = { mtime: now };
  const add = (name: string, text: () => AsyncGenerator<string>) =>
    zip.addReadStreamLazy(name, options, (opened) => opened(null, Readable.from(text())));

  for (const noun of nouns) {
    add(`csv/${noun.name}.csv`, async function* () {
      const columns = await columnsOf(connection, noun);
      yield CSV_BOM + csvLine(columns);
      for await (const rows of rowsOf(connection, noun, brandId)) {
        yield rows.map((row) => csvLine(columns.map((column) => cell(row[column])))).join('');
        await advance(0);
      }
    });
    add(`jsonl/${noun.name}.jsonl`, async function* () {
      counts[noun.name] = 0;
      for await (const rows of rowsOf(connection, noun, brandId)) {
        yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
        counts[noun.name] = (counts[noun.name] ?? 0) + rows.length;
        await advance(rows.length);
      }
    });
  }
  if (parts.withFiles) {
    const kept = await filesOf(connection, brandId);
    for (const { id, key, name, folder } of kept)
      zip.addReadStreamLazy(
        `files/${folder}/${id}-${plainName(name)}`,
        { ...options, compress: false },
        (opened) => {
          // Skip a missing file rather than failing the export.
          const stream = Readable.from(contentOf(parts.files, key, advance));
          counts.files = (counts.files ?? 0) + 1;
          opened(null, stream);
        },
      );
  }
  add('manifest.json', async function* () {
    yield `${JSON.stringify({ brandId, made: now.toISOString(), withFiles: parts.withFiles, counts }, null, 2)}\n`;
  });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return counts;
}

async function* contentOf(
  files: Files,
  key: string,
  advance: (by: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  const parts = files.read(key)[Symbol.asyncIterator]();
  for (;;) {
    const next = await parts.next().catch(() => ({ done: true, value: undefined }));
    if (next.done) break;
    yield next.value as Buffer;
    await advance(0);
  }
  await advance(1);
}

async function countAll(
  { connection, brandId, withFiles }: ArchiveParts,
  nouns: readonly ExportedTable[],
): Promise<number> {
  let total = withFiles ? (await filesOf(connection, brandId)).length : 0;
  for (const noun of nouns) total += await countRows(connection, noun, brandId);
  return total;
}

function cell(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

/** Makes a name safe on every system: no path separators, no invisible characters. */
const plainName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^\.+/, '')
    .slice(-100) || 'file';
