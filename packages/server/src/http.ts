import { randomUUID } from 'node:crypto';
import { createServer as createNodeServer, type IncomingMessage, type ServerResponse } from 'node:http';
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
import type { Metrics } from './metrics.ts';
import { hostCheck } from './own-host.ts';
import { trackRequests } from './pool.ts';
import type { RateCounters } from './rate-counters.ts';
import { type BodyPace, endSlowBodies } from './slow-bodies.ts';
import { endSpan } from './tracing.ts';

/** Configuration of a server. */
export interface ServerOptions {
  /** The public origin; requests for other hosts are rejected. */
  origin: string;
  /** Additional accepted host names. */
  allowedHosts: readonly string[];
  /** Proxies trusted to report the client address. */
  trustProxy: NonNullable<FastifyServerOptions['trustProxy']>;
  /** Security headers of every response. */
  headers: Readonly<Record<string, string>>;
  /** Maximum body size in bytes, unless a parser has its own limit. */
  bodyLimit: number;
  /** Maximum time to receive a request, in milliseconds. */
  receiveMs: number;
  /** Maximum time to receive its header. */
  headerMs?: number;
  log: Logger;
  /** Sends an error response; status and `Retry-After` are already set. */
  answer(known: Problem, request: FastifyRequest, reply: FastifyReply): void;
  routerOptions?: FastifyServerOptions['routerOptions'];
  /** Answers bare requests before everything else, limits included, or returns false to pass them on. */
  front?: RawHandler | undefined;
  metrics?: Metrics | null;
  /** Names the call of a request for metrics and traces; its route by default. */
  callOf?(request: FastifyRequest): string | undefined;
}

/** Answers a request, or returns false to leave it to others. */
export type RawHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The error for a request without a valid host. */
export const NO_HOST: Problem = problem('invalid', { message: 'This names no host.' });

/**
 * Creates a server with request IDs, host check, access log and error handling; {@link limitRequests} adds the
 * limits.
 */
export function createServer(options: ServerOptions): FastifyInstance {
  const { headers, log, origin, allowedHosts } = options;
  const fail = (known: Problem, request: FastifyRequest, reply: FastifyReply) => {
    const retryAfter = known.retryAfter ?? RETRY_AFTER[known.code];
    if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter);
    options.answer(known, request, reply.code(known.status));
  };
  const server: FastifyInstance = Fastify({
    // Handles errors before any hook: a malformed URL or an oversized parameter.
    frameworkErrors: (error, request, reply) =>
      fail(asProblem(error), request, reply.headers(headers).header('cache-control', 'no-store')),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit,
    requestTimeout: options.receiveMs,
    http: connectionTimes(options.headerMs),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy,
    schemaController: NO_COMPILERS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000, ...options.routerOptions },
    ...(options.front && { serverFactory: serveBehind(options.front, connectionTimes(options.headerMs)) }),
  });

  trackRequests(server);
  // Before anything else: requests for other hosts must learn nothing.
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
    const { id, method, span, routeOptions } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = routeOptions.url ?? null;
    const trace = span && { trace: span.spanContext().traceId };
    log.info({ id, method, route, status, ms: Math.round(elapsedTime * 10) / 10, ...trace });
    const call = options.callOf?.(request) ?? route ?? 'unknown';
    if (!isHealthCheck(request.url)) options.metrics?.countRequest(call, method, status, elapsedTime / 1000);
    if (span) {
      span.updateName(call).setAttribute('http.response.status_code', status);
      if (route) span.setAttribute('http.route', route);
      endSpan(span, status >= 500 ? new Error(String(status)) : undefined);
    }
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

const withoutCompiler = () => {
  throw new Error('a route with a schema needs a compiler of its server');
};

/** Servers bring their own compilers. Fastify loads its own for JSON schema otherwise, which take memory. */
const NO_COMPILERS = {
  compilersFactory: { buildValidator: withoutCompiler, buildSerializer: withoutCompiler },
};

/**
 * Limits the time that the header of a request may take. By default, Node closes a connection that sends a byte now and
 * then only after 90 seconds.
 */
export const connectionTimes = (headerMs = 10_000) => ({
  headersTimeout: headerMs,
  connectionsCheckingInterval: Math.min(2_000, headerMs),
});

/** Makes servers that ask `front` first, with the timeouts that Fastify gives its own. */
const serveBehind =
  (
    front: RawHandler,
    times: ReturnType<typeof connectionTimes>,
  ): NonNullable<FastifyServerOptions['serverFactory']> =>
  (handler, { keepAliveTimeout, requestTimeout }) => {
    const server = createNodeServer(times, (request, response) => {
      if (!front(request, response)) handler(request, response);
    });
    server.keepAliveTimeout = Number(keepAliveTimeout);
    server.requestTimeout = Number(requestTimeout);
    return server;
  };

/** Connections of a process: its event streams, and as many others. */
const MAX_CONNECTIONS = 10_000;

/** Limits of a server. */
export interface RequestLimits extends LoadLimits, BodyPace {
  maxConnections?: number;
  rates: RateCounters;
  /** Requests per network and minute, across all processes. */
  perMinute: number;
  /** Returns whether a request counts against `perMinute`. */
  counts(request: FastifyRequest): boolean;
}

/**
 * Sheds load, ends slow bodies and limits requests per network. Runs before access checks, so that guessing tokens is
 * limited too.
 */
export async function limitRequests(server: FastifyInstance, limits: RequestLimits): Promise<void> {
  shedLoad(server, limits);
  endSlowBodies(server, limits);
  // Beyond this, connections are closed at once: each takes memory, whatever it asks.
  server.server.maxConnections = limits.maxConnections ?? MAX_CONNECTIONS;
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

/** Adapts the shared counters for the rate limit plugin. */
const sharedStore = (rates: RateCounters) =>
  class implements FastifyRateLimitStore {
    incr: FastifyRateLimitStore['incr'] = (key, done, ms, max) => {
      const { count, leftMs } = rates.add(`network:${key}`, ms, max);
      done(null, { current: count, ttl: leftMs });
    };
    child = () => this;
  };

/** Default `Retry-After` in seconds. */
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
    return problem('invalid', { detail: error, message: "This can't be read." });
  return problem('internal', { detail: error });
}

/**
 * Returns Helmet's headers.
 * @param secure whether the host uses https, which adds HSTS
 * @param options defaults to those of a host that serves data but no pages
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
 * Returns the network of an address that one person may control: the first four groups of an IPv6 address, spelled
 * out; an IPv4 address itself.
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
