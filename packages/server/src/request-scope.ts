import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The asynchronous scope of the request; parsing a body leaves it. */
    scope: AsyncResource | null;
  }
}

const scope = new AsyncLocalStorage<true>();

/** Returns whether the running code works for an HTTP request, rather than for a job or another background task. */
export const isInRequest = (): boolean => scope.getStore() === true;

/** Marks everything a request starts, so that {@link isInRequest} can tell it from background work. */
export function trackRequests(server: FastifyInstance): void {
  server.decorateRequest('scope', null);
  server.addHook('onRequest', (request, _reply, next) => {
    scope.run(true, () => {
      request.scope = new AsyncResource('request');
      request.scope.runInAsyncScope(next);
    });
  });
  // Body parsers call back from the socket's events, which belong to no request.
  server.addHook('preValidation', (request, _reply, next) => {
    if (request.scope) request.scope.runInAsyncScope(next);
    else next();
  });
}
