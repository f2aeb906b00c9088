import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CSV_BOM, csvLine } from '@troupe/domain/csv';
import pg from 'pg';
import { ZipFile } from 'yazl';
import type { Files } from '../../../platform/files/files.ts';
import { EXPORTED, type ExportedNoun, HIDDEN_COLUMNS } from './brand-export.plan.ts';

type Row = Record<string, unknown>;

/** What making an archive is given. */
export interface ArchiveParts {
  /** A connection of its own, on which one transaction sees everything at one moment. */
  connection: pg.ClientBase;
  files: Files;
  brandId: string;
  withFiles: boolean;
  now: Date;
  /** Where the archive is written. */
  path: string;
  /** Told as it goes on, after every thousand rows and every file. */
  onProgress(done: number, total: number): Promise<void>;
}

const AT_ONCE = 1000;

/** Writes the archive of a brand; answers how many of each noun are in it. The transaction must be open. */
export async function writeArchive(parts: ArchiveParts): Promise<Record<string, number>> {
  const { connection, brandId, now, path, onProgress } = parts;
  const nouns = await tablesThatAre(connection);
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
    for (const { key, name } of kept)
      zip.addReadStreamLazy(name, { ...options, compress: false }, (opened) => {
        // One file that is lost must not cost the rest: its place stays empty.
        const stream = Readable.from(contentOf(parts.files, key, advance));
        counts.files = (counts.files ?? 0) + 1;
        opened(null, stream);
      });
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

/** The nouns of the plan whose tables this database has. */
async function tablesThatAre(connection: pg.ClientBase): Promise<ExportedNoun[]> {
  const { rows } = await connection.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const there = new Set(rows.map(({ name }) => name));
  return EXPORTED.filter(({ table }) => there.has(table));
}

const selection = ({ table, rows }: ExportedNoun, brandId: string) =>
  `from ${pg.escapeIdentifier(table)} t where ${rows.replaceAll('$brand', `${pg.escapeLiteral(brandId)}::uuid`)}`;

async function countAll(
  { connection, brandId, withFiles }: ArchiveParts,
  nouns: readonly ExportedNoun[],
): Promise<number> {
  let total = withFiles ? (await filesOf(connection, brandId)).length : 0;
  for (const noun of nouns) {
    const { rows } = await connection.query<{ count: number }>(`select count(*) ${selection(noun, brandId)}`);
    total += Number(rows[0]?.count ?? 0);
  }
  return total;
}

async function columnsOf(
  connection: pg.ClientBase,
  { table, columns }: ExportedNoun,
): Promise<readonly string[]> {
  if (columns) return columns;
  const { fields } = await connection.query(`select * from ${pg.escapeIdentifier(table)} limit 0`);
  return fields.map(({ name }) => name).filter((name) => !HIDDEN_COLUMNS.has(name));
}

/** The rows of a noun, some at a time, without the columns that nobody gets. */
async function* rowsOf(
  connection: pg.ClientBase,
  noun: ExportedNoun,
  brandId: string,
): AsyncGenerator<Row[]> {
  const columns = await columnsOf(connection, noun);
  const list = columns
    .map((column) => [
      noun.instead?.[column] ?? `t.${pg.escapeIdentifier(column)}`,
      pg.escapeIdentifier(column),
    ])
    .map(([value, name]) => `${value} as ${name}`)
    .join(', ');
  await connection.query(
    `declare exported no scroll cursor for select ${list} ${selection(noun, brandId)} order by ${noun.order ?? 't.id'}`,
  );
  try {
    for (;;) {
      const { rows } = await connection.query<Row>(`fetch ${AT_ONCE} from exported`);
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    await connection.query('close exported');
  }
}

function cell(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

/** Files of the brand that may be given out: looked through, and with rights that have not ended. */
async function filesOf(connection: pg.ClientBase, brandId: string): Promise<{ key: string; name: string }[]> {
  const { rows } = await connection.query<{ id: string; key: string; name: string; folder: string }>(
    `select id, file_key as key, name, 'uploads' as folder from upload
     where brand_id = $1 and scan in ('clean', 'off') and (usable_until is null or usable_until > now())
     union all
     select id, file_key, name, 'attachments' from attachment
     where brand_id = $1 and message_id is not null and scan in ('clean', 'off')
     order by folder, id`,
    [brandId],
  );
  return rows.map(({ id, key, name, folder }) => ({ key, name: `files/${folder}/${id}-${plainName(name)}` }));
}

/** A name that every system takes: no ways out of the folder, nothing invisible. */
const plainName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^\.+/, '')
    .slice(-100) || 'file';
