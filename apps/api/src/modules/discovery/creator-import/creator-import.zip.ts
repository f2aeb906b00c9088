import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { FileRefusal } from '../../../platform/table/source.ts';

/** A file inside an archive. */
export interface ZipEntry {
  name: string;
  packedSize: number;
  size: number;
  offset: number;
  packed: boolean;
}

/** Limits for unpacking: total bytes, and the compression ratio of each file. */
const MAX_UNPACKED = 2_000_000_000;
const MOST_RATIO = 400;
const SMALL = 8_000_000;
const MOST_ENTRIES = 5000;

const NOT_A_WORKBOOK = "This workbook can't be opened. Open it in a spreadsheet app and save it again.";
const BOMB = 'This workbook is too large when unpacked. Save it again, or upload a CSV file.';

/** Returns the files of an archive by name, from its central directory. Rejects zip bombs. */
export async function zipEntries(path: string): Promise<Map<string, ZipEntry>> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const tail = await bytesAt(file, Math.max(0, size - 66_000), Math.min(size, 66_000));
    const at = tail.lastIndexOf(Buffer.from('504b0506', 'hex'));
    if (at < 0) throw new FileRefusal(NOT_A_WORKBOOK);
    const count = tail.readUInt16LE(at + 10);
    const length = tail.readUInt32LE(at + 12);
    const start = tail.readUInt32LE(at + 16);
    if (count > MOST_ENTRIES || start + length > size) throw new FileRefusal(NOT_A_WORKBOOK);
    return entriesOf(await bytesAt(file, start, length), count);
  } catch (error) {
    throw error instanceof RangeError ? new FileRefusal(NOT_A_WORKBOOK) : error;
  } finally {
    await file.close();
  }
}

async function bytesAt(
  file: Awaited<ReturnType<typeof open>>,
  start: number,
  length: number,
): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

function entriesOf(directory: Buffer, count: number): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>();
  let total = 0;
  for (let index = 0, at = 0; index < count; index++) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw new FileRefusal(NOT_A_WORKBOOK);
    const nameLength = directory.readUInt16LE(at + 28);
    const entry = {
      name: directory.subarray(at + 46, at + 46 + nameLength).toString('utf8'),
      packed: directory.readUInt16LE(at + 10) === 8,
      packedSize: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    };
    total += entry.size;
    if (total > MAX_UNPACKED || (entry.size > SMALL && entry.size > entry.packedSize * MOST_RATIO))
      throw new FileRefusal(BOMB);
    entries.set(entry.name, entry);
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * Streams the text of a file in an archive. Rejects files larger than their directory entry states.
 */
export async function* zipText(path: string, entry: ZipEntry): AsyncGenerator<string> {
  const file = await open(path);
  let start: number;
  try {
    const header = await bytesAt(file, entry.offset, 30);
    if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) throw new FileRefusal(NOT_A_WORKBOOK);
    start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await file.close();
  }
  if (entry.packedSize === 0) return;
  const packed = createReadStream(path, {
    start,
    end: start + entry.packedSize - 1,
    highWaterMark: 64 * 1024,
  });
  const bytes = entry.packed ? packed.pipe(createInflateRaw()) : packed;
  if (bytes !== packed) packed.on('error', (error) => bytes.destroy(error));
  const decoder = new TextDecoder('utf-8');
  let read = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read > entry.size + 1024) throw new FileRefusal(BOMB);
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw isZlib(error) ? new FileRefusal(NOT_A_WORKBOOK) : error;
  } finally {
    packed.destroy();
    bytes.destroy();
  }
}

const isZlib = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^Z_|ERR_BUFFER/.test(String(error.code));
