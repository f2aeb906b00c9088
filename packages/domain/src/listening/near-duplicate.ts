import { tokenize } from './matching/tokenize.ts';

/** Texts of fewer words are duplicates only if they are equal. */
const FEWEST_WORDS = 6;
/** Words of a shingle. */
const SHINGLE = 3;
/** Fingerprints that differ in at most so many of 64 bits belong together. */
export const MAX_BITS = 3;
/** How far a post of a cluster is at most from another one. */
export const CLUSTER_MS = 7 * 24 * 3_600_000;

/** 64 bits, as two halves of 32. */
export interface Simhash {
  high: number;
  low: number;
}

/** What duplicates of a text have in common: a fingerprint, or the words themselves if there are few. */
export interface Fingerprint {
  /** The words without web addresses, separated by spaces. */
  canonical: string;
  /** Null for short texts. */
  simhash: Simhash | null;
}

/** Returns the words of a text that count for duplicates, in lower case without accents. */
function wordsOf(text: string): string[] {
  const stream = tokenize(text);
  const words: { form: string; start: number }[] = [];
  let end = -1;
  for (let token = 0; token < stream.size; token += 1) {
    const start = stream.start[token] as number;
    // Of `#tag` and `tag` the first one counts.
    if (start < end) continue;
    words.push({ form: stream.form[token] as string, start });
    end = stream.end[token] as number;
  }
  for (const { plain, offsets } of stream.runs)
    for (const [n, form] of plain.entries()) words.push({ form, start: offsets[n] as number });
  return words.sort((a, b) => a.start - b.start).map(({ form }) => form);
}

/** Returns the fingerprint of a text. Web addresses, case, accents and punctuation don't count. */
export function fingerprintOf(text: string): Fingerprint {
  const words = wordsOf(text);
  const canonical = words.join(' ');
  return { canonical, simhash: words.length < FEWEST_WORDS ? null : simhashOf(words) };
}

/**
 * Returns the 64-bit fingerprint of shingles of three words: each bit is what most shingles have there. Charikar (2002),
 * Similarity Estimation Techniques from Rounding Algorithms.
 */
function simhashOf(words: readonly string[]): Simhash {
  const sums = new Int32Array(64);
  const seen = new Set<string>();
  for (let at = 0; at + SHINGLE <= words.length; at += 1) {
    const shingle = words.slice(at, at + SHINGLE).join(' ');
    if (seen.has(shingle)) continue;
    seen.add(shingle);
    const halves = [hash(shingle, 0x811c9dc5), hash(shingle, 0x01000193)];
    for (let bit = 0; bit < 64; bit += 1) {
      const isSet = ((halves[bit >> 5] as number) >>> (bit & 31)) & 1;
      sums[bit] = (sums[bit] as number) + (isSet ? 1 : -1);
    }
  }
  let [high, low] = [0, 0];
  for (let bit = 0; bit < 32; bit += 1) {
    if ((sums[bit] as number) > 0) high |= 1 << bit;
    if ((sums[bit + 32] as number) > 0) low |= 1 << bit;
  }
  return { high: high >>> 0, low: low >>> 0 };
}

/** FNV-1a with the finalizer of MurmurHash3, which spreads it over all bits. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    value = Math.imul(value ^ (code & 0xff), 0x01000193);
    value = Math.imul(value ^ (code >>> 8), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Returns how many bits differ. */
export function hammingDistance(a: Simhash, b: Simhash): number {
  return bitsOf(a.high ^ b.high) + bitsOf(a.low ^ b.low);
}

function bitsOf(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns a fingerprint as a signed number of 64 bits, as databases store it. */
export const simhashToBigint = ({ high, low }: Simhash): bigint =>
  BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));

/** Returns a fingerprint from a signed or unsigned number of 64 bits. */
export function simhashFromBigint(value: bigint): Simhash {
  const unsigned = BigInt.asUintN(64, value);
  return { high: Number(unsigned >> 32n), low: Number(unsigned & 0xffffffffn) };
}

/**
 * Returns a fingerprint in four blocks of 16 bits, each with its place in the upper bits. Two that differ in at most three
 * bits have a block in common (Manku, Jain and Das Sarma 2007), so a look-up by blocks finds all of them.
 */
export const simhashBlocks = ({ high, low }: Simhash): [number, number, number, number] => [
  high >>> 16,
  0x10000 + (high & 0xffff),
  0x20000 + (low >>> 16),
  0x30000 + (low & 0xffff),
];
