import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkOf } from '@troupe/domain/network';
import type { PageFailure } from './pages/error.ts';

const bodyLimit = 64 * 1024;

/** Thrown to show the page of a failure instead of the asked one. */
export class PageError extends Error {
  readonly status: number;
  readonly failure: PageFailure;

  constructor(status: number, failure: PageFailure) {
    super(failure.kind);
    this.status = status;
    this.failure = failure;
  }
}

/** One request to our own pages, with what a handler needs to answer it. */
export class Visit {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly url: URL;
  /** Network address the limits count under; never logged. */
  readonly address: string;
  /** Parts of the path named in the route. */
  params: Record<string, string> = {};

  constructor(req: IncomingMessage, res: ServerResponse, origin: string, address: string) {
    this.req = req;
    this.res = res;
    this.url = parseUrl(req.url ?? '/', origin);
    this.address = address;
  }

  /** Answers with a page. Pages are never kept by browsers: they hold what a person typed. */
  page(status: number, body: string): void {
    this.send(status, 'text/html; charset=utf-8', body, 'no-store');
  }

  send(status: number, type: string, body: string | Buffer, cache: string): void {
    this.res.statusCode = status;
    this.res.setHeader('Content-Type', type);
    this.res.setHeader('Content-Length', Buffer.byteLength(body));
    this.res.setHeader('Cache-Control', cache);
    this.res.end(this.req.method === 'HEAD' ? undefined : body);
  }

  redirect(location: string): void {
    this.res.statusCode = 303;
    this.res.setHeader('Location', location);
    this.res.setHeader('Cache-Control', 'no-store');
    this.res.end();
  }

  /**
   * Reads a sent form.
   * @throws PageError 413 when it is over 64 KiB, 415 when it is no form
   */
  async form(): Promise<URLSearchParams> {
    const type = this.req.headers['content-type'] ?? '';
    if (!type.startsWith('application/x-www-form-urlencoded')) {
      throw new PageError(415, { kind: 'foreignForm' });
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of this.req as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bodyLimit) {
        this.res.setHeader('Connection', 'close');
        throw new PageError(413, { kind: 'tooLarge' });
      }
      chunks.push(chunk);
    }
    return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
  }
}

function parseUrl(path: string, origin: string): URL {
  // A path such as //evil.example/ would otherwise be read as another host.
  const plain = path.replace(/^\/+/, '/');
  return URL.parse(plain, origin) ?? new URL(origin);
}

/**
 * The address limits count under: of an IPv6 address the network, since one household holds 2^64 of them.
 * @param address of the visitor, as told by the connection or a trusted proxy
 */
export function limitAddress(address: string | undefined): string {
  return networkOf((address || 'unknown').replace(/^::ffff:(?=\d+\.)/i, ''));
}

/** An id for the log lines of one request. */
export const newRequestId = (): string => randomUUID();
