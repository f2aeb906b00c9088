import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { FileRefusal } from './source.ts';

/** The detected type of a file, whatever its name. */
export interface SniffedFile {
  kind: 'text' | 'xlsx';
  /** The encoding's name in iconv. */
  encoding: string;
  /** Its decoded start; '' for workbooks. */
  head: string;
}

const HEAD = 256 * 1024;

const SIGNATURES: [string, string][] = [
  ['89504e47', 'an image (PNG)'],
  ['ffd8ff', 'an image (JPEG)'],
  ['47494638', 'an image (GIF)'],
  ['424d', 'an image (BMP)'],
  ['49492a00', 'an image (TIFF)'],
  ['4d4d002a', 'an image (TIFF)'],
  ['25504446', 'a PDF'],
  ['1f8b', 'a compressed file (gzip)'],
  ['52617221', 'a compressed file (RAR)'],
  ['377abcaf', 'a compressed file (7z)'],
  ['425a68', 'a compressed file (bzip2)'],
  ['7f454c46', 'an executable file'],
  ['4d5a9000', 'an executable file'],
  ['53514c697465', 'a database'],
  ['50415231', 'a Parquet file'],
];

const ACCEPTED_FORMATS = 'Upload a CSV, TSV, JSON, JSON Lines or XLSX file.';

/** Detects a file's type from its first bytes. Throws {@link FileRefusal} if it isn't a table. */
export async function sniffFile(path: string): Promise<SniffedFile> {
  const bytes = await firstBytes(path);
  if (bytes.length === 0) throw new FileRefusal('This file is empty.');
  const hex = bytes.subarray(0, 12).toString('hex');
  if (hex.startsWith('504b0304') || hex.startsWith('504b0506'))
    return { kind: 'xlsx', encoding: 'UTF-8', head: '' };
  if (hex.startsWith('d0cf11e0'))
    throw new FileRefusal(
      'This is an old Excel workbook (.xls). Save it as .xlsx or CSV and upload the new file.',
    );
  const isWebp = hex.startsWith('52494646') && bytes.subarray(8, 12).toString('latin1') === 'WEBP';
  const [, type = null] = isWebp
    ? ['', 'an image (WebP)']
    : (SIGNATURES.find(([signature]) => hex.startsWith(signature) && isBinary(bytes)) ?? []);
  if (type) throw new FileRefusal(`This is ${type}. Upload a CSV, TSV, JSON, JSON Lines or XLSX file.`);
  const encoding = await encodingOf(path, bytes);
  const head = iconv.decode(bytes, encoding).replace(/^\ufeff/, '');
  const controls = head.match(CONTROLS)?.length ?? 0;
  if (controls > Math.max(4, head.length * 0.01))
    throw new FileRefusal(`This file contains no readable text. ${ACCEPTED_FORMATS}`);
  if (head.trim() === '') throw new FileRefusal('This file is empty.');
  return { kind: 'text', encoding, head };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: text tables contain none of these
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g;

const isBinary = (bytes: Buffer) =>
  bytes.subarray(0, 4096).some((byte) => byte < 9 || (byte > 13 && byte < 27));

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Detects the encoding: by byte order mark, else valid UTF-8, else statistically from the first part that isn't. */
async function encodingOf(path: string, head: Buffer): Promise<string> {
  const hex = head.subarray(0, 3).toString('hex');
  if (hex === 'efbbbf') return 'UTF-8';
  if (hex.startsWith('fffe')) return 'UTF-16LE';
  if (hex.startsWith('feff')) return 'UTF-16BE';
  const nulls = head.subarray(0, 4096).reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  const sampled = Math.min(head.length, 4096);
  if (nulls > sampled * 0.3) return head[0] === 0 ? 'UTF-16BE' : 'UTF-16LE';
  const odd = await firstInvalidPart(path);
  if (!odd) return 'UTF-8';
  const guesses = analyse(odd).filter(
    ({ name }) => name !== 'UTF-8' && name !== 'ASCII' && iconv.encodingExists(name),
  );
  const best = guesses[0];
  // Assume Windows-1252 for Western text; ISO-8859-1 differs only in characters that names don't use.
  if (!best || best.confidence < 25 || best.name === 'ISO-8859-1') return 'windows-1252';
  return best.name;
}

/** Returns the part of a file around its first bytes that aren't UTF-8; null if it is UTF-8. */
async function firstInvalidPart(path: string): Promise<Buffer | null> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: HEAD })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const whole = bytes.length - incompleteTail(bytes);
    if (!isUtf8(bytes.subarray(0, whole))) return bytes;
    rest = bytes.subarray(whole);
  }
  return rest.length ? rest : null;
}

/** Returns how many trailing bytes are the start of a truncated character. */
function incompleteTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0)
      return byte >= 0xf0
        ? back < 4
          ? back
          : 0
        : byte >= 0xe0
          ? back < 3
            ? back
            : 0
          : back < 2
            ? back
            : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}
