import { crc32, deflateSync } from 'node:zlib';
import { encode, renderSVG } from 'uqr';

/** Modules of free space around a code, as its standard wants. */
const BORDER = 4;
const OPTIONS = { ecc: 'M', border: BORDER } as const;

/** Returns the QR code of an address as SVG. */
export const qrSvg = (url: string): string => renderSVG(url, OPTIONS);

/**
 * Returns the QR code of an address as a PNG in black and white.
 * @param size its side in pixels at most; each module is a whole number of pixels, at least one
 */
export function qrPng(url: string, size: number): Buffer {
  const { data, size: modules } = encode(url, OPTIONS);
  const scale = Math.max(1, Math.floor(size / modules));
  const side = modules * scale;
  const rowBytes = Math.ceil(side / 8);
  const rows = data.flatMap((line) => {
    // Filter 0, then one bit per pixel: 1 is white.
    const row = Buffer.alloc(1 + rowBytes);
    for (let x = 0; x < side; x += 1)
      if (!line[Math.floor(x / scale)]) row[1 + (x >> 3)] = (row[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    return Array.from({ length: scale }, () => row);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit per pixel, gray.
  header[8] = 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
