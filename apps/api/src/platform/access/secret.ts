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

/** A key of its own for each use, so that what is made for one is worth nothing for another. */
const keyFor = (secretKey: string, use: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, 'troupe', use, 32));

/** Encrypts a text for keeping (AES-256-GCM); the same text gives another result each time. */
export function sealText(secretKey: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretKey, 'seal'), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return SEALED + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Opens what {@link sealText} made. Throws when it was made with another key, or changed since. */
export function openText(secretKey: string, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(SEALED.length), 'base64url');
  if (!sealed.startsWith(SEALED) || bytes.length < IV_BYTES + TAG_BYTES) throw cannotOpen();
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secretKey, 'seal'), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    throw cannotOpen();
  }
}

const cannotOpen = () => new Error('A kept secret cannot be opened. It was made with another SECRET_KEY.');

/**
 * A token for a link: `payload` (plain JSON) can be read by anybody and changed by nobody. It counts for `purpose`
 * alone, and until `expires` where given. Safe in addresses.
 */
export function signToken(secretKey: string, purpose: string, payload: unknown, expires?: Date): string {
  const body = Buffer.from(
    JSON.stringify(expires ? { p: payload, e: expires.getTime() } : { p: payload }),
  ).toString('base64url');
  return `${body}.${signature(secretKey, purpose, body).toString('base64url')}`;
}

/** The payload of a token of {@link signToken}, still to be validated; null when it does not count (any more). */
export function readToken(secretKey: string, purpose: string, token: string, now = new Date()): unknown {
  const [body = '', signed = '', more] = token.split('.');
  const given = Buffer.from(signed, 'base64url');
  const wanted = signature(secretKey, purpose, body);
  // Other spellings of the same bytes are refused, so that a token can be compared as text.
  if (more !== undefined || signed !== given.toString('base64url')) return null;
  if (!sameBytes(given, wanted)) return null;
  const { p, e }: { p?: unknown; e?: number } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  return e !== undefined && e <= now.getTime() ? null : (p ?? null);
}

/** Whether bytes are the same, without telling by the time it takes how many of them are. */
export const sameBytes = (given: Uint8Array, wanted: Uint8Array): boolean =>
  given.length === wanted.length && timingSafeEqual(given, wanted);

/** The same of texts. */
export const sameText = (given: string, wanted: string): boolean =>
  sameBytes(Buffer.from(given), Buffer.from(wanted));

const signature = (secretKey: string, purpose: string, body: string) =>
  createHmac('sha256', keyFor(secretKey, `token:${purpose}`))
    .update(body)
    .digest();
