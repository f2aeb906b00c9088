import { Buffer } from 'node:buffer';
import sharp from 'sharp';

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

/** Returns an MP4 (or MOV, by brand) of this length and size, with filler bytes instead of frames. */
export function tinyVideo({ brand = 'isom', seconds = 12, width = 1080, height = 1920, bytes = 4000 } = {}) {
  const mvhd = Buffer.alloc(100);
  mvhd.writeUInt32BE(1000, 12);
  mvhd.writeUInt32BE(seconds * 1000, 16);
  const tkhd = Buffer.alloc(84);
  tkhd.writeUInt32BE(0x10000, 40);
  tkhd.writeUInt32BE(width * 0x10000, 76);
  tkhd.writeUInt32BE(height * 0x10000, 80);
  return Buffer.concat([
    box('ftyp', Buffer.from(brand.padEnd(4)), Buffer.alloc(4), Buffer.from(brand.padEnd(4))),
    box('mdat', Buffer.alloc(bytes, 7)),
    box('moov', box('mvhd', mvhd), box('trak', box('tkhd', tkhd))),
  ]);
}

/** Returns a plain picture of this size and color. */
export const tinyPicture = (format: 'jpeg' | 'png' | 'gif', { width = 80, height = 60, red = 200 } = {}) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 80, b: 40 } } })
    .toFormat(format)
    .toBuffer();

/** Returns a minimal tus client. */
export function tusClient(url: string, token: string) {
  const authorized = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  const create = (optInId: string, filename: string, length: number) =>
    fetch(`${url}/uploads`, {
      method: 'POST',
      headers: {
        ...authorized,
        'upload-length': String(length),
        'upload-metadata': `optInId ${base64(optInId)},filename ${base64(filename)}`,
      },
    });
  const at = (location: string) => url + new URL(location).pathname;
  const patch = (location: string, offset: number, bytes: Buffer) =>
    fetch(at(location), {
      method: 'PATCH',
      headers: {
        ...authorized,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      },
      body: new Uint8Array(bytes),
    });
  const head = (location: string) => fetch(at(location), { method: 'HEAD', headers: authorized });

  /** Uploads a file; returns its id or the failure. */
  async function send(optInId: string, filename: string, bytes: Buffer) {
    const created = await create(optInId, filename, bytes.length);
    const location = created.headers.get('location');
    if (!location) return { status: created.status, ...(await created.json()) };
    const sent = await patch(location, 0, bytes);
    return { status: sent.status, ...(await sent.json()) } as {
      status: number;
      uploadId?: string;
      code?: string;
      message?: string;
    };
  }
  return { create, patch, head, send, at };
}
