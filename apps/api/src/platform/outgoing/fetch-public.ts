import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { bytesWithin } from './fetch-json.ts';
import { isLoopback, NotPublic, publicOnly } from './public-address.ts';

/** A response of an address that a person typed, whatever its status. */
export interface PublicResponse {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  bytes: Buffer;
  /** Where it came from after redirects. */
  url: string;
  /** The new address if all redirects were permanent. */
  movedTo: string | null;
}

export interface PublicLimits {
  /** Timeout for all hops and the complete response. */
  timeoutMs: number;
  /** Of the unpacked body. */
  mostBytes: number;
  mostRedirects: number;
  /** Also allows this machine, for the sandbox. */
  fromLoopback: boolean;
  signal?: AbortSignal;
}

/** An address that gave no response. The message is a sentence for people. */
export class Unfetchable extends Error {
  /** Whether a later attempt may succeed. */
  readonly temporary: boolean;

  constructor(message: string, temporary = true) {
    super(message);
    this.name = 'Unfetchable';
    this.temporary = temporary;
  }
}

const UNPACK: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const SENTENCES: Record<string, string> = {
  ENOTFOUND: "The host doesn't exist.",
  EAI_AGAIN: "The host couldn't be resolved.",
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate isn't trusted.",
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
};

/**
 * Gets an address that a person typed: from public addresses only, checked at each redirect, within limits of time and
 * size. Sends headers such as validators and keys to the first host only.
 * @throws Unfetchable
 */
export async function fetchPublic(
  url: string,
  headers: Record<string, string>,
  limits: PublicLimits,
): Promise<PublicResponse> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal ? AbortSignal.any([timeout, limits.signal]) : timeout;
  try {
    return await follow(url, headers, limits, signal);
  } catch (error) {
    if (error instanceof Unfetchable) throw error;
    if (timeout.aborted)
      throw new Unfetchable(`It didn't respond within ${Math.ceil(limits.timeoutMs / 1000)} seconds.`);
    if (error instanceof NotPublic) throw new Unfetchable('The address is in a private network.', false);
    const code = (error as { code?: string }).code ?? '';
    if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR'))
      throw new Unfetchable("Its compressed response couldn't be unpacked.");
    throw new Unfetchable(SENTENCES[code] ?? 'The connection failed.');
  }
}

async function follow(
  url: string,
  headers: Record<string, string>,
  limits: PublicLimits,
  signal: AbortSignal,
): Promise<PublicResponse> {
  const first = URL.parse(url);
  let address = first;
  let movedTo: string | null = null;
  let permanent = true;
  for (let hop = 0; hop <= limits.mostRedirects; hop++) {
    if (!address || !/^https?:$/.test(address.protocol) || address.username !== '')
      throw new Unfetchable("It redirects to something that isn't a web address.", false);
    const isFirstHost = address.origin === first?.origin;
    const response = await request(address, isFirstHost ? headers : withoutSecrets(headers), limits, signal);
    const { statusCode: status = 0 } = response;
    const { location } = response.headers;
    if (![301, 302, 303, 307, 308].includes(status) || !location) {
      try {
        const bytes = status === 304 ? Buffer.alloc(0) : await unpacked(response, limits.mostBytes);
        return { status, headers: plainHeaders(response), bytes, url: address.href, movedTo };
      } finally {
        response.destroy();
      }
    }
    response.destroy();
    address = URL.parse(location, address);
    permanent &&= status === 301 || status === 308;
    movedTo = permanent && address ? address.href : movedTo;
  }
  throw new Unfetchable('It redirects too often.');
}

function request(
  address: URL,
  headers: Record<string, string>,
  { fromLoopback }: PublicLimits,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const own = fromLoopback && isLoopback(address.hostname);
  const options = { signal, headers, agent: false, ...(own ? {} : publicOnly(address)) };
  return new Promise((resolve, reject) => {
    const get = address.protocol === 'https:' ? https.get : http.get;
    get(address, options, resolve).once('error', reject);
  });
}

/** Reads a body, unpacked. Stops as soon as it is too large, so that packed bombs cost no memory. */
async function unpacked(response: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const coding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  const unpack = UNPACK[coding];
  if (coding !== '' && coding !== 'identity' && !unpack)
    throw new Unfetchable('Its response is compressed in an unknown way.');
  // The callback is required; errors also end the iteration below.
  const source = unpack ? pipeline(response, unpack(), () => {}) : response;
  const bytes = await bytesWithin(source as AsyncIterable<Uint8Array>, mostBytes);
  if (bytes) return bytes;
  throw new Unfetchable(`Its response is larger than ${mostBytes / 1_000_000} MB.`, false);
}

function plainHeaders({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(entries);
}

const SECRET = new Set(['authorization', 'cookie', 'if-none-match', 'if-modified-since']);

const withoutSecrets = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !SECRET.has(name)));
