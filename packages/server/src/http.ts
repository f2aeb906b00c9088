import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import { Problem, type ProblemCode, problem } from '@troupe/domain/problem';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from './error-code.ts';
import { isHealthCheck } from './health.ts';
import { BUSY, type LoadLimits, shedLoad } from './load-shedding.ts';
import { hostCheck } from './own-host.ts';
import { trackRequests } from './pool.ts';
import type { RateCounters } from './rate-counters.ts';
import { type BodyPace, endSlowBodies } from './slow-bodies.ts';

/** What a host is told about itself, and how it answers failures. */
export interface ServerOptions {
  /** Where the host is known to people; requests for other hosts are refused. */
  origin: string;
  /** Further names it answers to. */
  allowedHosts: readonly string[];
  /** Whose word on the visitor's address counts. */
  trustProxy: NonNullable<FastifyServerOptions['trustProxy']>;
  /** Security headers of every answer. */
  headers: Readonly<Record<string, string>>;
  /** Bytes of a body, unless a parser has its own limit. */
  bodyLimit: number;
  /** Milliseconds a request may take to come in. */
  receiveMs: number;
  log: Logger;
  /** Answers a failure; status and `Retry-After` are already set. */
  answer(known: Problem, request: FastifyRequest, reply: FastifyReply): void;
  routerOptions?: FastifyServerOptions['routerOptions'];
}

/** The failure of a request that names no host. */
export const NO_HOST: Problem = problem('invalid', { message: 'This names no host.' });

/** A server with request ids, host check, log line and failures; {@link limitRequests} adds the limits. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { headers, log, origin, allowedHosts } = options;
  const fail = (known: Problem, request: FastifyRequest, reply: FastifyReply) => {
    const retryAfter = known.retryAfter ?? RETRY_AFTER[known.code];
    if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter);
    options.answer(known, request, reply.code(known.status));
  };
  const server: FastifyInstance = Fastify({
    // Answered before any hook runs: a malformed URL, or a parameter that is too long.
    frameworkErrors: (error, request, reply) =>
      fail(asProblem(error), request, reply.headers(headers).header('cache-control', 'no-store')),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit,
    requestTimeout: options.receiveMs,
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000, ...options.routerOptions },
  });

  trackRequests(server);
  // Before anything else: whoever asks for another host learns nothing of this one.
  const verdictOf = hostCheck([origin], allowedHosts);
  server.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers).header('x-request-id', request.id).header('cache-control', 'no-store');
    const verdict = isHealthCheck(request.url)
      ? 'own'
      : verdictOf(request.headers.host, request.socket.remoteAddress);
    if (verdict === 'own') next();
    else if (verdict === 'unknown') next(problem('misdirected'));
    else next(NO_HOST);
  });
  server.addHook('onResponse', (request, reply, next) => {
    log.info({
      id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    });
    next();
  });
  server.setNotFoundHandler((request, reply) => fail(problem('not_found'), request, reply));
  server.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const known = asProblem(error);
    const detail = known.detail === error ? undefined : known.detail;
    if (known.status >= 500 && known !== BUSY) log.error({ id: request.id, err: error, detail }, known.code);
    fail(known, request, reply);
  });
  return server;
}

/** What a server takes on. */
export interface RequestLimits extends LoadLimits, BodyPace {
  rates: RateCounters;
  /** Requests of one network in a minute, for all processes together. */
  perMinute: number;
  /** Whether a request counts against `perMinute`. */
  counts(request: FastifyRequest): boolean;
}

/**
 * Sheds load, ends slow bodies and limits the requests of each network. In front of everything that comes after it,
 * access checks included: guessing tokens is limited too.
 */
export async function limitRequests(server: FastifyInstance, limits: RequestLimits): Promise<void> {
  shedLoad(server, limits);
  endSlowBodies(server, limits);
  await server.register(rateLimit, { global: false, store: sharedStore(limits.rates) });
  const limit = server.rateLimit({
    max: limits.perMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: () => problem('rate_limited'),
  });
  server.addHook('onRequest', async (request, reply) => {
    if (limits.counts(request)) await limit.call(server, request, reply);
  });
}

/** Lets the limit per network count for all processes together. */
const sharedStore = (rates: RateCounters) =>
  class implements FastifyRateLimitStore {
    incr: FastifyRateLimitStore['incr'] = (key, done, ms, max) => {
      const { count, leftMs } = rates.add(`network:${key}`, ms, max);
      done(null, { current: count, ttl: leftMs });
    };
    child = () => this;
  };

/** Seconds to wait where the failure itself names none. */
const RETRY_AFTER: Partial<Record<ProblemCode, number>> = { rate_limited: 60, unavailable: 2 };

const DATABASE_UNAVAILABLE = "Troupe can't reach its database right now. Try again in a few seconds.";

const BY_STATUS = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  414: 'url_too_long',
  415: 'unsupported_type',
  429: 'rate_limited',
  503: 'unavailable',
} as const;

function asProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseUnavailable(error))
    return problem('unavailable', { detail: error, message: DATABASE_UNAVAILABLE });
  const status = error.statusCode ?? 500;
  const code = BY_STATUS[status as keyof typeof BY_STATUS];
  if (code) return problem(code, { detail: error });
  if (status >= 400 && status < 500)
    return problem('invalid', { detail: error, message: 'This cannot be read.' });
  return problem('internal', { detail: error });
}

/**
 * Returns Helmet's headers, the same for each answer.
 * @param secure whether the host is reached over https, which browsers are then told to keep to
 * @param options unless given, those of a host that answers data and no pages
 */
export function securityHeaders(
  secure: boolean,
  options: Pick<HelmetOptions, 'contentSecurityPolicy' | 'frameguard' | 'referrerPolicy'> = {
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"] } },
  },
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  helmet({
    ...options,
    strictTransportSecurity: secure && { includeSubDomains: false },
  })({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}

const GROUPS = 8;

/**
 * The network an address belongs to, in which one person has all addresses: of IPv6 the first four groups, spelled
 * out; an IPv4 address is its own.
 */
export function networkOf(ip: string): string {
  if (ip.includes('.') || !ip.includes(':')) return ip;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'));
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const between = tail === undefined ? 0 : Math.max(0, GROUPS - first.length - last.length);
  const groups = [...first, ...Array.from({ length: between }, () => '0'), ...last];
  return groups
    .slice(0, GROUPS / 2)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
