import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { problem } from '@troupe/domain/problem';

/** One row as a file holds it; `row` and `line` count from 1, `line` is null where there are no lines. */
export interface SourceRow {
  row: number;
  line: number | null;
  cells: string[];
  /** Why the row cannot be read at all, in place of its cells. */
  error?: string;
}

/** The rows of a file, one after the other. Column names of JSON come first, as row 0. */
export type SourceRows = AsyncIterable<SourceRow>;

/** A file that cannot be taken, with the reason a person reads. */
export class FileRefusal extends Error {}

/** No row is longer than this many characters; a longer one is no row. */
export const LONGEST_ROW = 1_000_000;

export const rowTooLong = () =>
  new FileRefusal(
    'One row of this file is longer than 1,000,000 characters. Check that it is a table with one entry a row.',
  );

/** More columns than this are no table anybody works with. */
export const MOST_COLUMNS = 500;

/** The file of an upload. */
export async function fileOf(take: () => Promise<MultipartFile | undefined>): Promise<MultipartFile> {
  const file = await take().catch((error: { code?: string }) => {
    throw problem('invalid', { message: 'Send the file as multipart/form-data.', detail: error });
  });
  if (!file)
    throw problem('invalid', { message: 'Choose a file to import.', fields: { file: 'Choose a file' } });
  return file;
}

/** Saves the upload as it comes in; answers its size in bytes. */
export async function saveUpload(file: MultipartFile, path: string): Promise<number> {
  let bytes = 0;
  file.file.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await pipeline(file.file, createWriteStream(path));
  if (file.file.truncated)
    throw problem('too_large', { message: 'This file is larger than 200 MB. Split it into smaller ones.' });
  return bytes;
}

/** A file's name without folders and without signs that cannot be shown. */
export const plainName = (name: string): string =>
  name.split(/[\\/]/).at(-1)?.toWellFormed().replace(/\p{C}/gu, '').trim().slice(0, 200) || 'file';
