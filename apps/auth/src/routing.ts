import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PageError, Visit } from './visit.ts';

const FORM_BYTES = 64 * 1024;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** One page: `:name` in the pattern takes one part of the path. */
export interface Route {
  method: 'GET' | 'POST' | 'OPTIONS';
  pattern: string;
  handle: (visit: Visit) => void | Promise<void>;
}

/**
 * Serves pages and takes their forms, from pages of the same origin only. Other methods of a known path answer 405.
 * @param origin the public one of this host
 */
export function servePages(server: FastifyInstance, origin: string, routes: readonly Route[]): void {
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  // Read to its end and refused by the handler that asks for a form.
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_BYTES }, (_request, _body, done) =>
    done(null, null),
  );
  const methods = new Map<string, string[]>();
  for (const { method, pattern, handle } of routes) {
    methods.set(pattern, [...(methods.get(pattern) ?? []), method]);
    server.route({
      method,
      url: pattern,
      async onRequest(request) {
        if (method === 'POST' && isForeign(request, origin))
          throw new PageError(403, { kind: 'foreignForm' });
      },
      async handler(request, reply) {
        await handle(new Visit(request, reply, origin));
        return reply;
      },
    });
  }
  for (const [url, known] of methods) {
    server.route({
      method: METHODS.filter((method) => !known.includes(method)),
      url,
      async handler() {
        throw new PageError(405, { kind: 'missing' });
      },
    });
  }
}

/** Whether a form comes from a page of another origin. Browsers say so; programs need not. */
function isForeign({ headers }: FastifyRequest, own: string): boolean {
  const site = headers['sec-fetch-site'];
  return (
    (headers.origin !== undefined && headers.origin !== own) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none')
  );
}
