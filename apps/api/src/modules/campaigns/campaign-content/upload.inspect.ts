import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';
import { ACCEPTED_TYPES, acceptedNames, type UPLOAD_TYPES } from '@troupe/domain/file-type';
import { problem } from '@troupe/domain/problem';

/** More pixels than any phone takes: such a picture would only exhaust memory. */
const MAX_PIXELS = 250_000_000;
/** Lower limit for images that must be decoded whole, such as progressive JPEGs. */
const MAX_PIXELS_WHOLE = 60_000_000;
const THUMBNAIL_WIDTH = 640;

type Kind = 'video' | 'image';
const ENDINGS: Record<string, { kind: Kind; ending: string; others: string[] }> = {
  'video/mp4': { kind: 'video', ending: 'mp4', others: ['m4v'] },
  'video/quicktime': { kind: 'video', ending: 'mov', others: ['qt'] },
  'image/jpeg': { kind: 'image', ending: 'jpg', others: ['jpeg', 'jpe'] },
  'image/png': { kind: 'image', ending: 'png', others: [] },
};
const KIND_OF_ENDING = new Map(
  Object.values(ENDINGS).flatMap(({ kind, ending, others }) =>
    [ending, ...others].map((each) => [each, kind] as const),
  ),
);

const WANTED = `Upload ${acceptedNames('content')}.`;
/** Returns a problem that lists the accepted file types. */
const refuse = (message: string) =>
  problem('unsupported_type', { message, extra: { accepted: ACCEPTED_TYPES.content } });

/** The result of inspecting a file. */
export interface Inspected {
  type: (typeof UPLOAD_TYPES)[number];
  /** The file extension for the detected type. */
  ending: string;
  /** The file name with the correct extension. */
  name: string;
  hash: string;
  width: number | null;
  height: number | null;
  seconds: number | null;
}

/**
 * Detects a file's type from its content, plus its dimensions and, for videos, its length.
 * @throws unsupported_type when the type isn't accepted, doesn't match the name, or the file is damaged
 */
export async function inspectUpload(path: string, name: string): Promise<Inspected> {
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path);
  const known = found && ENDINGS[found.mime];
  if (!found || !known)
    throw refuse(
      found
        ? `“${name}” is in ${found.ext.toUpperCase()} format. ${WANTED}`
        : `We can't tell what kind of file “${name}” is. ${WANTED}`,
    );
  const given = extname(name).slice(1).toLowerCase();
  const claimed = KIND_OF_ENDING.get(given);
  if (claimed && claimed !== known.kind)
    throw refuse(
      claimed === 'video'
        ? `“${name}” has a video file extension, but it's an image. Change the extension and upload it again.`
        : `“${name}” has an image file extension, but it's a video. Change the extension and upload it again.`,
    );
  const inspect = known.kind === 'image' ? inspectPicture(path, name) : inspectVideo(path);
  const [size, hash] = await Promise.all([inspect, hashOf(path)]);
  const right = given === known.ending || known.others.includes(given);
  return {
    type: found.mime as Inspected['type'],
    ending: known.ending,
    name: right ? name : `${name.slice(0, given ? -given.length - 1 : undefined)}.${known.ending}`,
    hash,
    ...size,
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk);
  return hash.digest('hex');
}

async function inspectPicture(path: string, name: string) {
  const { default: sharp } = await import('sharp');
  const meta = await sharp(path, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .catch(() => null);
  if (!meta?.width || !meta.height)
    throw refuse(`“${name}” is damaged. Save it again, then upload it again.`);
  const turned = (meta.orientation ?? 1) > 4;
  return {
    width: turned ? meta.height : meta.width,
    height: turned ? meta.width : meta.height,
    seconds: null,
  };
}

let drawing: Promise<unknown> = Promise.resolve();

/**
 * Returns a small upright JPEG without metadata; null when the picture can't be decoded or would need too much
 * memory. Runs one at a time: each may take hundreds of megabytes.
 */
export function thumbnailOf(picture: string | Buffer): Promise<Buffer | null> {
  const drawn = drawing.then(() => drawThumbnail(picture)).catch(() => null);
  drawing = drawn;
  return drawn;
}

async function drawThumbnail(picture: string | Buffer): Promise<Buffer | null> {
  const { default: sharp } = await import('sharp');
  const image = sharp(picture, { limitInputPixels: MAX_PIXELS });
  const { isProgressive, width, height } = await image.metadata();
  if (isProgressive && width * height > MAX_PIXELS_WHOLE) return null;
  return image
    .rotate()
    .resize({ width: THUMBNAIL_WIDTH, height: THUMBNAIL_WIDTH, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 78 })
    .toBuffer();
}

const UNKNOWN = { width: null, height: null, seconds: null };
const MAX_BOXES = 500;

interface Box {
  type: string;
  from: number;
  to: number;
}

/** Reads the length and dimensions of an MP4 or MOV from its `moov` box; null where missing. */
async function inspectVideo(path: string) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const moov = (await boxesOf(file, 0, size)).find(({ type }) => type === 'moov');
    if (!moov) return UNKNOWN;
    const inside = await boxesOf(file, moov.from, moov.to);
    const header = inside.find(({ type }) => type === 'mvhd');
    const seconds = header ? await secondsOf(file, header) : null;
    for (const track of inside.filter(({ type }) => type === 'trak')) {
      const tkhd = (await boxesOf(file, track.from, track.to)).find(({ type }) => type === 'tkhd');
      const frame = tkhd && (await frameOf(file, tkhd));
      if (frame) return { ...frame, seconds };
    }
    return { ...UNKNOWN, seconds };
  } catch {
    return UNKNOWN;
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function boxesOf(file: FileHandle, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= to && boxes.length < MAX_BOXES) {
    const head = await bytesAt(file, at, 16);
    if (head.length < 8) break;
    const short = head.readUInt32BE(0);
    const long = short === 1 && head.length === 16;
    const size = short === 0 ? to - at : long ? Number(head.readBigUInt64BE(8)) : short;
    if (size < 8) break;
    boxes.push({
      type: head.toString('latin1', 4, 8),
      from: at + (long ? 16 : 8),
      to: Math.min(at + size, to),
    });
    at += size;
  }
  return boxes;
}

async function secondsOf(file: FileHandle, { from }: Box): Promise<number | null> {
  const head = await bytesAt(file, from, 32);
  const wide = head[0] === 1;
  const scale = head.readUInt32BE(wide ? 20 : 12);
  const units = wide ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16);
  return scale > 0 && units > 0 && units < 2 ** 32 - 1 ? Math.round((units / scale) * 100) / 100 : null;
}

/** Returns the display width and height of a track, rotated by its matrix; null for audio tracks. */
async function frameOf(file: FileHandle, { from, to }: Box) {
  const wide = (await bytesAt(file, from, 1))[0] === 1;
  const matrix = from + (wide ? 52 : 40);
  if (matrix + 44 > to) return null;
  const bytes = await bytesAt(file, matrix, 44);
  const [width, height] = [bytes.readUInt32BE(36) >>> 16, bytes.readUInt32BE(40) >>> 16];
  if (width === 0 || height === 0) return null;
  const turned = bytes.readInt32BE(0) === 0 && bytes.readInt32BE(4) !== 0;
  return turned ? { width: height, height: width } : { width, height };
}
