import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';

/** Bytes from which an encoding is guessed. */
const SAMPLE = 64 * 1024;
const LEAST_CONFIDENCE = 25;

/** Labels that feeds use and iconv doesn't know. */
const ALIASES: Record<string, string> = { 'unicode-1-1-utf-8': 'utf8', 'x-sjis': 'shift_jis' };

/**
 * Decodes a feed. A byte order mark counts first, then valid UTF-8, then the declared encoding, then a guess:
 * declarations are often wrong, and bytes that are valid UTF-8 by chance are rare.
 */
export function decodeFeed(bytes: Buffer, contentType = ''): string {
  return iconv.decode(bytes, encodingOf(bytes, contentType)).replace(/^\ufeff/, '');
}

function encodingOf(bytes: Buffer, contentType: string): string {
  const hex = bytes.subarray(0, 4).toString('hex');
  if (hex.startsWith('efbbbf')) return 'utf8';
  if (hex.startsWith('0000feff') || hex === '0000003c') return 'utf-32be';
  if (hex === 'fffe0000' || hex === '3c000000') return 'utf-32le';
  if (hex.startsWith('fffe') || hex === '3c003f00' || hex === '3c007200') return 'utf-16le';
  if (hex.startsWith('feff') || hex === '003c003f' || hex === '003c0072') return 'utf-16be';
  const head = bytes.subarray(0, 1024).toString('latin1');
  const inXml = /<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head)?.[1];
  const inHeader = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1];
  // ISO-2022 and UTF-7 are plain ASCII bytes.
  const seven = [inXml, inHeader].find((name) => name && /^(iso-2022|utf-7|hz-gb)/i.test(name));
  if (seven && iconv.encodingExists(seven)) return seven;
  if (isUtf8(bytes)) return 'utf8';
  for (const name of [inXml, inHeader]) {
    const known = name && (ALIASES[name.toLowerCase()] ?? name);
    // Declared as UTF-8 or ASCII, and isn't.
    if (known && !/^(utf-?8|us-ascii|ascii)$/i.test(known) && iconv.encodingExists(known)) return known;
  }
  return guess(bytes);
}

function guess(bytes: Buffer): string {
  // Markup is ASCII, so only lines with other bytes tell anything.
  const lines: Buffer[] = [];
  let size = 0;
  for (let from = 0; from < bytes.length && size < SAMPLE; ) {
    const end = bytes.indexOf(10, from);
    const line = bytes.subarray(from, end < 0 ? bytes.length : end + 1);
    if (line.some((byte) => byte > 127)) size += lines.push(line.subarray(0, SAMPLE)) && line.length;
    from += line.length;
  }
  const best = analyse(Buffer.concat(lines)).find(
    ({ name }) => name !== 'UTF-8' && name !== 'ASCII' && iconv.encodingExists(name),
  );
  return best && best.confidence >= LEAST_CONFIDENCE ? best.name : 'windows-1252';
}
