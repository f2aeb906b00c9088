import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Problem, problem } from '@troupe/domain/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isHealthCheck } from './health.ts';

/** How often the delay of the event loop is read, in milliseconds. */
const SAMPLE_MS = 500;

/**
 * How long a refusal is held back, in milliseconds, so that callers that try again at once leave time for the admitted
 * requests: with 2,000 of them and 100 requests admitted, 710 to 758 requests a second succeeded instead of 289 to 442.
 */
export const HELD_MS = 500;

/** How much work a process takes on. */
export interface LoadLimits {
  /** How many requests are worked on at a time. */
  maxRequests: number;
  /** Requests are refused while the event loop runs later than this on average, in milliseconds; 0 never. */
  eventLoopDelayMs: number;
  /** Whether a request has limits of its own, as event streams and uploads do. */
  isOwnLimit(request: FastifyRequest): boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request counts against `maxRequests` now. */
    admitted: boolean;
  }
}

/**
 * Refuses requests with 503 and `Retry-After` while too many are being worked on, or the event loop is too late to
 * answer in good time. Health checks always pass. Requests do not count while their body comes in, which may be slow;
 * neither do event streams and uploads, which have limits of their own.
 */
export function shedLoad(
  server: FastifyInstance,
  { maxRequests, eventLoopDelayMs, isOwnLimit }: LoadLimits,
): void {
  let running = 0;
  const isLate = watchEventLoop(server, eventLoopDelayMs);

  function admit(request: FastifyRequest): boolean {
    if (running >= maxRequests) return false;
    running++;
    request.admitted = true;
    return true;
  }
  /** Passes the refusal on after a while: as soon as it is passed on, Fastify answers. */
  function refuse(next: (refusal: Problem) => void) {
    setTimeout(next, HELD_MS, BUSY);
  }
  function release(request: FastifyRequest) {
    if (!request.admitted) return;
    request.admitted = false;
    running--;
  }

  server.decorateRequest('admitted', false);
  server.addHook('onRequest', (request, reply, next) => {
    if (isHealthCheck(request.url)) return next();
    if (isLate() || !admit(request)) return refuse(next);
    reply.raw.once('close', () => release(request));
    next();
  });
  server.addHook('preParsing', (request, _reply, _payload, next) => {
    if (!request.raw.complete) release(request);
    next();
  });
  server.addHook('preValidation', (request, _reply, next) => {
    if (isOwnLimit(request)) {
      release(request);
      next();
    } else if (request.admitted || isHealthCheck(request.url) || admit(request)) next();
    else refuse(next);
  });
}

/** One for all: under load neither a stack trace nor a log line is made for each refused request. */
export const BUSY: Problem = problem('unavailable', {
  message: 'Troupe is busy right now. Try again in a few seconds.',
  retryAfter: 1,
});

/** Returns a check whether the event loop lately ran later than `limitMs` on average; 0 never is. */
function watchEventLoop(server: FastifyInstance, limitMs: number): () => boolean {
  if (limitMs === 0) return () => false;
  const histogram = monitorEventLoopDelay({ resolution: 10 });
  histogram.enable();
  let delay = 0;
  const sampling = setInterval(() => {
    delay = histogram.mean / 1e6;
    histogram.reset();
  }, SAMPLE_MS).unref();
  server.addHook('onClose', (_server, done) => {
    clearInterval(sampling);
    histogram.disable();
    done();
  });
  return () => delay > limitMs;
}
