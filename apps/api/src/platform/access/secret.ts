import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = 's1.';

/** Derives a separate key for each use, so that output of one is invalid for another. */
const keyFor = (secretKey: string, use: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, 'troupe', use, 32));

/** Encrypts text at rest (AES-256-GCM); the result differs each time. */
export function sealText(secretKey: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretKey, 'seal'), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return SEALED + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts the output of {@link sealText}. Throws if the key differs or the text was modified. */
export function openText(secretKey: string, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(SEALED.length), 'base64url');
  if (!sealed.startsWith(SEALED) || bytes.length < IV_BYTES + TAG_BYTES) throw decryptionError();
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secretKey, 'seal'), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    throw decryptionError();
  }
}

const decryptionError = () =>
  new Error("A stored secret can't be decrypted. It was encrypted with another SECRET_KEY.");

/**
 * Returns a URL-safe signed token: `payload` (plain JSON) is readable but tamper-proof. Valid only for `purpose`, and
 * until `expires` if given.
 */
export function signToken(secretKey: string, purpose: string, payload: unknown, expires?: Date): string {
  const body = Buffer.from(
    JSON.stringify(expires ? { p: payload, e: expires.getTime() } : { p: payload }),
  ).toString('base64url');
  return `${body}.${signature(secretKey, purpose, body).toString('base64url')}`;
}

/** Returns the payload of a token from {@link signToken}, still to be validated; null if invalid or expired. */
export function readToken(secretKey: string, purpose: string, token: string, now = new Date()): unknown {
  const [body = '', signed = '', more] = token.split('.');
  const given = Buffer.from(signed, 'base64url');
  const wanted = signature(secretKey, purpose, body);
  // Reject other encodings of the same bytes, so that tokens can be compared as text.
  if (more !== undefined || signed !== given.toString('base64url')) return null;
  if (!sameBytes(given, wanted)) return null;
  const { p, e }: { p?: unknown; e?: number } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  return e !== undefined && e <= now.getTime() ? null : (p ?? null);
}

/**
 * Returns a URL-safe secret of 256 bits, always the same for a purpose and text: what it stands for can be found again
 * without storing it.
 */
export const deriveToken = (secretKey: string, purpose: string, text: string): string =>
  createHmac('sha256', keyFor(secretKey, `derive:${purpose}`))
    .update(text)
    .digest('base64url');

/** Compares bytes in constant time. */
export const sameBytes = (given: Uint8Array, wanted: Uint8Array): boolean =>
  given.length === wanted.length && timingSafeEqual(given, wanted);

/** Compares text in constant time. */
export const sameText = (given: string, wanted: string): boolean =>
  sameBytes(Buffer.from(given), Buffer.from(wanted));

const signature = (secretKey: string, purpose: string, body: string) =>
  createHmac('sha256', keyFor(secretKey, `token:${purpose}`))
    .update(body)
    .digest();
