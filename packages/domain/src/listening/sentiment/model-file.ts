import { z } from 'zod';
import type { SentimentModel } from './sentiment-model.ts';
import { CLASSES } from './softmax-regression.ts';
import { FEATURE_VERSION, FEATURES } from './text-features.ts';

/** The bytes "TRSM". */
const MAGIC = 0x4d_53_52_54;
const FORMAT = 1;
const PREFIX_BYTES = 20;
const MAX_HEADER = 4096;
const MAX_LEXICON = 50_000;

const Header = z.strictObject({
  language: z.string().regex(/^[a-z]{2,3}$/),
  version: z.int().min(1),
  features: z.literal(FEATURE_VERSION),
  scales: z.tuple([z.number().min(0), z.number().min(0)]),
  temperature: z.number().positive(),
  threshold: z.number().min(0).max(2),
  lexicon: z.int().min(0).max(MAX_LEXICON),
});

/** A file that isn't a model, is damaged, or belongs to another version of the features. */
export class UnreadableModel extends Error {
  override name = 'UnreadableModel';
}

/** Hashes bytes to 16 hexadecimal digits (two lanes of FNV-1a). It finds damage, not forgery. */
export function contentHash(bytes: Uint8Array): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x85ebca6b) ^ (b >>> 13);
  }
  return [a, b].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Returns the hash that a model's file has. */
export const hashOfModel = (model: Omit<SentimentModel, 'hash'>): string => contentHash(contentOf(model));

/** Header, lexicon and weights. */
function contentOf(model: Omit<SentimentModel, 'hash'>): Uint8Array {
  const { language, version, scales, temperature, threshold, lexicon, weights } = model;
  const fields = {
    language,
    version,
    features: FEATURE_VERSION,
    scales,
    temperature,
    threshold,
    lexicon: lexicon.size,
  };
  const header = new TextEncoder().encode(JSON.stringify(fields));
  const bytes = new Uint8Array(4 + header.length + lexicon.size * 5 + weights.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, header.length, true);
  bytes.set(header, 4);
  let at = 4 + header.length;
  for (const [key, polarity] of [...lexicon].sort(([a], [b]) => a - b)) {
    view.setInt32(at, key, true);
    view.setInt8(at + 4, polarity);
    at += 5;
  }
  bytes.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.length), at);
  return bytes;
}

/** Writes a model: magic number, format, length and hash, then header, lexicon and weights. */
export function serializeModel(model: SentimentModel): Uint8Array {
  const content = contentOf(model);
  const bytes = new Uint8Array(PREFIX_BYTES + content.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, FORMAT, true);
  view.setUint32(8, content.length, true);
  const hash = contentHash(content);
  view.setUint32(12, Number.parseInt(hash.slice(0, 8), 16), true);
  view.setUint32(16, Number.parseInt(hash.slice(8), 16), true);
  bytes.set(content, PREFIX_BYTES);
  return bytes;
}

/** Reads a model. @throws UnreadableModel with the reason */
export function readModel(bytes: Uint8Array): SentimentModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < PREFIX_BYTES + 4 || view.getUint32(0, true) !== MAGIC)
    throw new UnreadableModel('not a sentiment model');
  if (view.getUint32(4, true) !== FORMAT)
    throw new UnreadableModel('written in another format; train it again');
  const content = bytes.subarray(PREFIX_BYTES);
  if (view.getUint32(8, true) !== content.length) throw new UnreadableModel('cut off or too long');
  const hash = contentHash(content);
  const stored = [12, 16].map((at) => view.getUint32(at, true).toString(16).padStart(8, '0')).join('');
  if (hash !== stored) throw new UnreadableModel('damaged: its hash differs');
  const headerLength = view.getUint32(PREFIX_BYTES, true);
  if (headerLength > MAX_HEADER || 4 + headerLength > content.length)
    throw new UnreadableModel('header too long');
  const { lexicon: words, features: _, ...fields } = readHeader(content.subarray(4, 4 + headerLength));
  const start = 4 + headerLength;
  if (content.length !== start + words * 5 + FEATURES * CLASSES)
    throw new UnreadableModel('length differs from its header');
  const lexicon = new Map<number, number>();
  for (let at = PREFIX_BYTES + start; lexicon.size < words; at += 5) {
    const key = view.getInt32(at, true);
    if (lexicon.has(key)) throw new UnreadableModel('repeated word');
    lexicon.set(key, view.getInt8(at + 4));
  }
  // No slice(): that of a Node Buffer is a view of the whole file.
  const weights = new Int8Array(FEATURES * CLASSES);
  weights.set(
    new Int8Array(bytes.buffer, bytes.byteOffset + PREFIX_BYTES + start + words * 5, weights.length),
  );
  return {
    language: fields.language,
    version: fields.version,
    hash,
    lexicon,
    weights,
    scales: fields.scales,
    temperature: fields.temperature,
    threshold: fields.threshold,
  };
}

function readHeader(bytes: Uint8Array) {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new UnreadableModel('header is not JSON');
  }
  const header = Header.safeParse(json);
  if (header.success) return header.data;
  throw new UnreadableModel(`header: ${header.error.issues.map(({ path }) => path.join('.')).join(', ')}`);
}
