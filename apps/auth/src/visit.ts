import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkOf } from '@troupe/server/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageFailure } from './pages/error.ts';

/** Thrown to show an error page. */
export class PageError extends Error {
  readonly statusCode: number;
  readonly failure: PageFailure;

  constructor(statusCode: number, failure: PageFailure) {
    super(failure.kind);
    this.statusCode = statusCode;
    this.failure = failure;
  }
}

/** A request to one of our pages with its response helpers. */
export class Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly url: URL;

  constructor(request: FastifyRequest, reply: FastifyReply, origin: string) {
    this.request = request;
    this.reply = reply;
    this.url = urlOf(request, origin);
  }

  /** For the OpenID Connect library, which reads and writes cookies. */
  get req(): IncomingMessage {
    return this.request.raw;
  }

  get res(): ServerResponse {
    return this.reply.raw;
  }

  /** Network address for throttling; never logged. */
  get address(): string {
    return limitAddress(this.request.ip);
  }

  /** Route parameters. */
  get params(): Record<string, string> {
    return this.request.params as Record<string, string>;
  }

  /** Sends a page. Pages aren't cached because they contain input. */
  page(status: number, body: string): void {
    this.send(status, 'text/html; charset=utf-8', body, 'no-store');
  }

  send(status: number, type: string, body: string | Buffer, cache: string): void {
    this.reply.code(status).type(type).header('cache-control', cache).send(body);
  }

  redirect(location: string): void {
    this.reply.code(303).header('location', location).send();
  }

  /**
   * Returns the submitted form.
   * @throws PageError 415 if it isn't a form
   */
  form(): URLSearchParams {
    const { body } = this.request;
    if (body instanceof URLSearchParams) return body;
    throw new PageError(415, { kind: 'foreignForm' });
  }
}

/** Returns the URL of a request, regardless of its host. */
export function urlOf(request: FastifyRequest, origin: string): URL {
  // A path such as //evil.example/ would be parsed as another host.
  return URL.parse(request.url.replace(/^\/+/, '/'), origin) ?? new URL(origin);
}

/**
 * Returns the address for throttling: for IPv6 the network, since a household has 2^64 addresses.
 * @param address of the visitor, from the connection or a trusted proxy
 */
function limitAddress(address: string | undefined): string {
  return networkOf((address || 'unknown').replace(/^::ffff:(?=\d+\.)/i, ''));
}
