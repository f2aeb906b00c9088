import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PageError, Visit } from './visit.ts';

const FORM_BYTES = 64 * 1024;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** A page; `:name` in the pattern matches one path segment. */
export interface Route {
  method: 'GET' | 'POST' | 'OPTIONS';
  pattern: string;
  /**
   * For forms sent to a path that has no page: the page with the form, relative to the path. The folder of the
   * path unless given.
   */
  formOn?: string;
  handle: (visit: Visit) => void | Promise<void>;
}

/**
 * Serves pages and accepts their forms, from the same origin only. Other methods of a known path
 * return 405.
 * @param origin public origin of this host
 */
export function servePages(server: FastifyInstance, origin: string, routes: readonly Route[]): void {
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  // Read completely and rejected by the handler that expects a form.
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_BYTES }, (_request, _body, done) =>
    done(null, null),
  );
  const methods = new Map<string, string[]>();
  const pages = new Set(routes.filter(({ method }) => method === 'GET').map(({ pattern }) => pattern));
  for (const { method, pattern, formOn, handle } of routes) {
    methods.set(pattern, [...(methods.get(pattern) ?? []), method]);
    server.route({
      method,
      url: pattern,
      config: pages.has(pattern) ? {} : { formOn: formOn ?? '.' },
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

/**
 * Returns whether a form comes from another origin. Browsers send the origin; other clients
 * needn't.
 */
function isForeign({ headers }: FastifyRequest, own: string): boolean {
  const site = headers['sec-fetch-site'];
  return (
    (headers.origin !== undefined && headers.origin !== own) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none')
  );
}
