import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import { type Call, JSON_BODY_LIMIT } from '@troupe/contract/call';
import { ACTING_HEADER } from '@troupe/domain/acting-header';
import { MAX_IMPORT_BYTES } from '@troupe/domain/creator-import';
import { FLAG_HEADER } from '@troupe/domain/feature-flag';
import { networkOf } from '@troupe/domain/network';
import { hostCheck } from '@troupe/domain/own-host';
import { Problem, type ProblemCode, problem } from '@troupe/domain/problem';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { z } from 'zod';
import type { Config } from './config.ts';
import { isDatabaseUnavailable } from './error-code.ts';
import { isHealthCheck } from './health-check.ts';
import { createLimiter } from './limiter.ts';
import { BUSY, shedLoad } from './load-shedding.ts';
import type { Logger } from './log.ts';
import type { RateCounters } from './rate-counters.ts';
import { trackRequests } from './request-scope.ts';
import { securityHeaders } from './security-headers.ts';
import { endSlowBodies } from './slow-bodies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call;
  }
}

/** How long a request may take to come in: the largest file over a slow line. */
const RECEIVE_MS = 15 * 60_000;

/** The HTTP server with everything that surrounds each call, but without calls. */
export async function createHttpServer(
  config: Config,
  log: Logger,
  rates: RateCounters,
): Promise<FastifyInstance> {
  const headers = securityHeaders(config.API_ORIGIN.startsWith('https:'));
  const server = Fastify({
    // Answered before any hook runs: a malformed URL, or a parameter that is too long.
    frameworkErrors: (error, request, reply) =>
      answerProblem(asProblem(error), request, reply.headers(headers).header('cache-control', 'no-store')),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_BODY_LIMIT,
    requestTimeout: RECEIVE_MS,
    genReqId: () => randomUUID(),
    trustProxy: config.TRUST_PROXY,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
  });

  trackRequests(server);
  // Before anything else: whoever asks for another host learns nothing of this one.
  const verdictOf = hostCheck([config.API_ORIGIN], config.ALLOWED_HOSTS);
  server.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers).header('x-request-id', request.id).header('cache-control', 'no-store');
    const verdict = isHealthCheck(request.url)
      ? 'own'
      : verdictOf(request.headers.host, request.socket.remoteAddress);
    if (verdict === 'own') next();
    else if (verdict === 'unknown') next(problem('misdirected'));
    else next(problem('invalid', { message: 'This names no host.' }));
  });

  // JSON and uploads are all that is taken; plain text would only be a way around the CORS preflight.
  server.removeContentTypeParser('text/plain');
  server.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data) => {
    const result = schema.safeParse(httpPart === 'body' ? (data ?? {}) : data);
    if (result.success) return { value: result.data };
    // What is no id at all names nothing, like an id that nothing has.
    const noId = httpPart === 'params' && result.error.issues.some(isNoId);
    return { error: noId ? problem('not_found') : invalid(result.error) };
  });
  server.setSerializerCompiler<z.ZodType>(
    ({ schema }) =>
      (data) =>
        JSON.stringify(schema.parse(data)),
  );

  await server.register(cors, {
    origin: [config.WEB_ORIGIN, config.PORTAL_ORIGIN],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      ...['authorization', 'content-type', 'idempotency-key', 'last-event-id', FLAG_HEADER, ACTING_HEADER],
      ...['tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset'],
    ],
    exposedHeaders: ['content-disposition', 'retry-after', 'x-request-id'],
    maxAge: 86_400,
  });
  shedLoad(server, config);
  endSlowBodies(server, {
    jsonMs: config.REQUEST_BODY_TIMEOUT_MS,
    bytesPerSecond: config.UPLOAD_BYTES_PER_SECOND,
  });
  await server.register(rateLimit, { global: false, store: sharedStore(rates) });
  // In front of everything, the access check included: guessing tokens is limited too.
  const limit = server.rateLimit({
    max: config.RATE_LIMIT_PER_MINUTE,
    timeWindow: '1 minute',
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: () => problem('rate_limited'),
  });
  // Nobody has to log in for these, and their bodies are still unread here.
  const limitPublic = createLimiter(rates, 'public', config.PUBLIC_WRITES_PER_MINUTE);
  server.addHook('onRequest', async (request, reply) => {
    // They come in bursts of thousands from one address, and each is signed.
    const { call } = request.routeOptions.config;
    if (call?.access === 'public' && call.method !== 'GET') await limitPublic(networkOf(request.ip));
    if (request.url !== '/webhooks/shopify' && !isHealthCheck(request.url))
      await limit.call(server, request, reply);
  });
  await server.register(compress, {
    threshold: 2048,
    encodings: ['gzip', 'identity'],
    globalDecompression: false,
  });
  await server.register(multipart, { limits: { fileSize: MAX_IMPORT_BYTES, files: 1, fields: 10 } });

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
  server.setNotFoundHandler((request, reply) => answerProblem(problem('not_found'), request, reply));
  server.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const known = asProblem(error);
    const detail = known.detail === error ? undefined : known.detail;
    if (known.status >= 500 && known !== BUSY) log.error({ id: request.id, err: error, detail }, known.code);
    answerProblem(known, request, reply);
  });
  return server;
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

function answerProblem(known: Problem, request: FastifyRequest, reply: FastifyReply): void {
  const field = request.routeOptions.config?.call?.messageField;
  const body = known.toBody();
  const retryAfter = known.retryAfter ?? RETRY_AFTER[known.code];
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter);
  // The answer's own schema must not filter a failure.
  reply
    .code(known.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(field ? { ...body, [field]: known.message } : body);
}

const isNoId = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_format' && issue.format === 'uuid';

/** The library's own sentence, which is for those who write programs. */
const isMissing = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_type' && /^Invalid input: .*received undefined$/.test(issue.message);

function invalid(error: z.ZodError): Problem {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.join('.');
    fields[path] ??= isMissing(issue) ? 'This is needed' : issue.message;
  }
  const first = Object.values(fields)[0];
  return problem('invalid', { fields, ...(first && error.issues.length === 1 ? { message: first } : {}) });
}

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
