import { createHmac } from 'node:crypto';
import { sameBytes } from '../../platform/access/secret.ts';

/** Verifies a query's signature with the app's secret. Repeated names are invalid. */
export function isSignedQuery(secret: string, query: string): boolean {
  const parts = partsOf(query);
  const given = parts?.find(({ name }) => name === 'hmac')?.value ?? '';
  if (!parts || secret === '' || !/^[0-9a-f]{64}$/i.test(given)) return false;
  const wanted = Buffer.from(given, 'hex');
  const signed = parts.filter(({ name }) => name !== 'hmac' && name !== 'signature');
  let found = false;
  // The sender may encode the URL after signing, so all encodings of the same parts are accepted.
  for (const message of [plain(signed), raw(signed), encoded(signed)])
    if (sameBytes(createHmac('sha256', secret).update(message).digest(), wanted)) found = true;
  return found;
}

interface Part {
  name: string;
  value: string;
  /** The part as in the URL. */
  text: string;
}

/** Parses a query's parts by name; null if unreadable or if a name repeats. */
function partsOf(query: string): Part[] | null {
  const parts: Part[] = [];
  for (const text of query.replace(/^\?/, '').split('&').filter(Boolean)) {
    const at = text.indexOf('=');
    const name = decoded(at < 0 ? text : text.slice(0, at));
    const value = decoded(at < 0 ? '' : text.slice(at + 1));
    if (name === null || value === null) return null;
    parts.push({ name, value, text });
  }
  if (new Set(parts.map(({ name }) => name)).size !== parts.length) return null;
  return parts.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** `+` is a space in queries. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

// Escapes separators, so each message has one meaning.
const plain = (parts: readonly Part[]): string =>
  parts.map(({ name, value }) => `${escaped(name).replaceAll('=', '%3D')}=${escaped(value)}`).join('&');

const escaped = (text: string) => text.replaceAll('%', '%25').replaceAll('&', '%26');

const raw = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('&');

const encoded = (parts: readonly Part[]): string =>
  new URLSearchParams(parts.map(({ name, value }): [string, string] => [name, value])).toString();

const BRACE = 0x7b;

/**
 * Verifies a body's signature with one of the app's secrets; the previous one stays valid for a
 * while after a rotation. The same secret signs queries, which anyone with a store can obtain, but
 * a query never starts with a brace and a webhook always does.
 */
export function isSignedBody(secrets: readonly string[], body: Buffer, signature: string): boolean {
  if (body[0] !== BRACE) return false;
  const given = Buffer.from(signature, 'base64');
  // Reject other encodings of the same bytes.
  if (given.toString('base64') !== signature) return false;
  let found = false;
  for (const secret of secrets.filter(Boolean)) {
    if (sameBytes(given, createHmac('sha256', secret).update(body).digest())) found = true;
  }
  return found;
}
