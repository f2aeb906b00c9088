import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkOf } from '@troupe/server/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageFailure } from './pages/error.ts';

/** Thrown to show the page of a failure instead of the asked one. */
export class PageError extends Error {
  readonly statusCode: number;
  readonly failure: PageFailure;

  constructor(statusCode: number, failure: PageFailure) {
    super(failure.kind);
    this.statusCode = statusCode;
    this.failure = failure;
  }
}

/** One request to our own pages, with what a handler needs to answer it. */
export class Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly url: URL;

  constructor(request: FastifyRequest, reply: FastifyReply, origin: string) {
    this.request = request;
    this.reply = reply;
    this.url = urlOf(request, origin);
  }

  /** For the OpenID Connect library, which reads and writes cookies here. */
  get req(): IncomingMessage {
    return this.request.raw;
  }

  get res(): ServerResponse {
    return this.reply.raw;
  }

  /** Network address the limits count under; never logged. */
  get address(): string {
    return limitAddress(this.request.ip);
  }

  /** Parts of the path named in the route. */
  get params(): Record<string, string> {
    return this.request.params as Record<string, string>;
  }

  /** Answers with a page. Pages are never kept by browsers: they hold what a person typed. */
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
   * The sent form.
   * @throws PageError 415 when it is none
   */
  form(): URLSearchParams {
    const { body } = this.request;
    if (body instanceof URLSearchParams) return body;
    throw new PageError(415, { kind: 'foreignForm' });
  }
}

/** The URL of a request, whatever host it was sent to. */
export function urlOf(request: FastifyRequest, origin: string): URL {
  // A path such as //evil.example/ would otherwise be read as another host.
  return URL.parse(request.url.replace(/^\/+/, '/'), origin) ?? new URL(origin);
}

/**
 * The address limits count under: of an IPv6 address the network, since one household holds 2^64 of them.
 * @param address of the visitor, as told by the connection or a trusted proxy
 */
export function limitAddress(address: string | undefined): string {
  return networkOf((address || 'unknown').replace(/^::ffff:(?=\d+\.)/i, ''));
}
