import { createHmac } from 'node:crypto';
import { sameBytes } from '../../platform/access/secret.ts';

/** Whether a query is signed with the app's secret. Names that occur twice make it nobody's. */
export function isSignedQuery(secret: string, query: string): boolean {
  const parts = partsOf(query);
  const given = parts?.find(({ name }) => name === 'hmac')?.value ?? '';
  if (!parts || secret === '' || !/^[0-9a-f]{64}$/i.test(given)) return false;
  const wanted = Buffer.from(given, 'hex');
  const signed = parts.filter(({ name }) => name !== 'hmac' && name !== 'signature');
  let found = false;
  // Whoever builds the address may encode what the signature was made over: all spellings of the same parts count.
  for (const message of [plain(signed), raw(signed), encoded(signed)])
    if (sameBytes(createHmac('sha256', secret).update(message).digest(), wanted)) found = true;
  return found;
}

interface Part {
  name: string;
  value: string;
  /** As it stood in the address. */
  text: string;
}

/** The parts of a query by name; null when it cannot be read, or names one twice. */
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

/** `+` stands for a blank in queries. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

// What would make one part look like two is written out, so that each message has one meaning.
const plain = (parts: readonly Part[]): string =>
  parts.map(({ name, value }) => `${escaped(name).replaceAll('=', '%3D')}=${escaped(value)}`).join('&');

const escaped = (text: string) => text.replaceAll('%', '%25').replaceAll('&', '%26');

const raw = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('&');

const encoded = (parts: readonly Part[]): string =>
  new URLSearchParams(parts.map(({ name, value }): [string, string] => [name, value])).toString();

const BRACE = 0x7b;

/**
 * Whether a body is signed with one of the app's secrets; the former one may sign for a while after a change. The same
 * secret signs queries, which anybody with a store of their own gets: no text of a query begins with a brace, and what
 * stores tell always does.
 */
export function isSignedBody(secrets: readonly string[], body: Buffer, signature: string): boolean {
  if (body[0] !== BRACE) return false;
  const given = Buffer.from(signature, 'base64');
  // Other spellings of the same bytes are nobody's.
  if (given.toString('base64') !== signature) return false;
  let found = false;
  for (const secret of secrets.filter(Boolean)) {
    if (sameBytes(given, createHmac('sha256', secret).update(body).digest())) found = true;
  }
  return found;
}
