import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Problem, problem } from '@troupe/domain/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isHealthCheck } from './health.ts';

/** How often the event loop delay is sampled, in milliseconds. */
const SAMPLE_MS = 500;
/** After this many samples without a request, 30 seconds, sampling pauses until the next one. */
const UNASKED_SAMPLES = 60;

/**
 * How long a rejection is delayed, in milliseconds, so that clients that retry at once leave time for admitted
 * requests: with 2,000 of them and 100 requests admitted, 710 to 758 requests per second succeeded instead of 289 to
 * 442.
 */
export const REFUSAL_DELAY_MS = 500;

/** Load limits of a process. */
export interface LoadLimits {
  /** Maximum concurrent requests. */
  maxRequests: number;
  /** Requests are rejected while the average event loop delay exceeds this, in milliseconds; 0 disables it. */
  eventLoopDelayMs: number;
  /** Returns whether a request has its own limits, as event streams and uploads do. */
  isOwnLimit(request: FastifyRequest): boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request currently counts against `maxRequests`. */
    admitted: boolean;
  }
}

/**
 * Rejects requests with 503 and `Retry-After` while too many are in progress or the event loop is too slow. Health
 * checks always pass. Requests don't count while their body arrives, which may be slow; event streams and uploads
 * have their own limits.
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
  /** Delays the rejection; Fastify responds once it is passed on. */
  function refuse(next: (refusal: Problem) => void) {
    setTimeout(next, REFUSAL_DELAY_MS, BUSY);
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

/** Shared, so that rejecting under load needs neither a stack trace nor a log line. */
export const BUSY: Problem = problem('unavailable', {
  message: 'Troupe is busy right now. Try again in a few seconds.',
  retryAfter: 1,
});

/**
 * Returns a check of whether the average event loop delay exceeds `limitMs`; never with 0. It is measured while requests
 * arrive: the measurement wakes the process 100 times a second, which was a third of what an idle API cost.
 */
function watchEventLoop(server: FastifyInstance, limitMs: number): () => boolean {
  if (limitMs === 0) return () => false;
  const histogram = monitorEventLoopDelay({ resolution: 10 });
  let delay = 0;
  let unasked = 0;
  let sampling: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(sampling);
    sampling = undefined;
    histogram.disable();
  };
  const sample = () => {
    delay = histogram.mean / 1e6;
    histogram.reset();
    if (++unasked > UNASKED_SAMPLES) {
      delay = 0;
      stop();
    }
  };
  server.addHook('onClose', (_server, done) => {
    stop();
    done();
  });
  return () => {
    unasked = 0;
    if (!sampling) {
      histogram.enable();
      sampling = setInterval(sample, SAMPLE_MS).unref();
    }
    return delay > limitMs;
  };
}
