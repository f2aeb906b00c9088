import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { problem } from '@troupe/domain/problem';

/** One row of a file; `row` and `line` count from 1, `line` is null in formats without lines. */
export interface SourceRow {
  row: number;
  line: number | null;
  cells: string[];
  /** Why the row can't be read, instead of cells. */
  error?: string;
}

/** The rows of a file in order. Column names of JSON come first, as row 0. */
export type SourceRows = AsyncIterable<SourceRow>;

/** A file that can't be imported, with a message for the user. */
export class FileRefusal extends Error {}

/** Maximum characters per row. */
export const MAX_ROW_LENGTH = 1_000_000;

export const rowTooLong = () =>
  new FileRefusal(
    'One row of this file is longer than 1,000,000 characters. Check that the file is a table with one entry per row.',
  );

/** Maximum columns. */
export const MAX_COLUMNS = 500;

/** Returns the file of an upload. */
export async function fileOf(take: () => Promise<MultipartFile | undefined>): Promise<MultipartFile> {
  const file = await take().catch((error: { code?: string }) => {
    throw problem('invalid', { message: 'Send the file as multipart/form-data.', detail: error });
  });
  if (!file)
    throw problem('invalid', { message: 'Choose a file to import.', fields: { file: 'Choose a file' } });
  return file;
}

/** Saves an upload; returns its size in bytes. */
export async function saveUpload(file: MultipartFile, path: string): Promise<number> {
  let bytes = 0;
  file.file.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await pipeline(file.file, createWriteStream(path));
  if (file.file.truncated)
    throw problem('too_large', { message: 'This file is larger than 200 MB. Split it into smaller files.' });
  return bytes;
}

/** Returns a file's name without folders and control characters. */
export const plainName = (name: string): string =>
  name.split(/[\\/]/).at(-1)?.toWellFormed().replace(/\p{C}/gu, '').trim().slice(0, 200) || 'file';
