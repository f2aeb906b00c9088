import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Host } from '../host.ts';
import { urlOf } from '../visit.ts';

const PATHS = [
  '/auth',
  '/auth/:uid',
  '/token',
  '/token/revocation',
  '/me',
  '/jwks',
  '/session/end',
  '/session/end/confirm',
  '/session/end/success',
  '/.well-known/:document',
];

/** Forwards OpenID Connect requests to the provider, which parses bodies and responds itself. */
export function serveProvider(server: FastifyInstance, host: Host): void {
  const issuer = new URL(host.config.issuer);
  const callbacks = new WeakMap<Provider, ReturnType<Provider['callback']>>();
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _body, done) => done(null));
  for (const path of PATHS) {
    server.all(path, async (request, reply) => {
      const { raw } = request;
      const { pathname, search } = urlOf(request, issuer.origin);
      // The provider builds URLs from the host, so it must always be the issuer's.
      raw.headers.host = issuer.host;
      raw.headers['x-forwarded-host'] = issuer.host;
      raw.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
      raw.url = `${pathname.replace(/\/+$/, '')}${search}`;
      const { provider } = host;
      const callback = callbacks.get(provider) ?? provider.callback();
      callbacks.set(provider, callback);
      // The provider sets its own caching headers.
      reply.removeHeader('cache-control');
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.hijack();
      await callback(raw, reply.raw);
    });
  }
}
