import compress from '@fastify/compress';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import { type Call, JSON_BODY_LIMIT } from '@troupe/contract/call';
import { ACTING_HEADER, FLAG_HEADER } from '@troupe/contract/headers';
import { MAX_IMPORT_BYTES } from '@troupe/domain/discovery/creator-import/creator-import';
import { type Problem, problem } from '@troupe/domain/problem';
import { isHealthCheck } from '@troupe/server/health-check';
import { createServer, limitRequests } from '@troupe/server/http';
import { createLimiter } from '@troupe/server/limiter';
import type { Logger } from '@troupe/server/log';
import { networkOf } from '@troupe/server/network';
import type { RateCounters } from '@troupe/server/rate-counters';
import { securityHeaders } from '@troupe/server/security-headers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Config } from './config.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call;
  }
}

/** How long a request may take to come in: the largest file over a slow line. */
const RECEIVE_MS = 15 * 60_000;

const isUpload = (request: FastifyRequest) => request.url.startsWith('/uploads');

/** The HTTP server with everything that surrounds each call, but without calls. */
export async function createHttpServer(
  config: Config,
  log: Logger,
  rates: RateCounters,
): Promise<FastifyInstance> {
  const server = createServer({
    origin: config.API_ORIGIN,
    allowedHosts: config.ALLOWED_HOSTS,
    trustProxy: config.TRUST_PROXY,
    headers: securityHeaders(config.API_ORIGIN.startsWith('https:')),
    bodyLimit: JSON_BODY_LIMIT,
    receiveMs: RECEIVE_MS,
    log,
    answer: answerProblem,
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
  await limitRequests(server, {
    rates,
    maxRequests: config.MAX_REQUESTS,
    eventLoopDelayMs: config.EVENT_LOOP_DELAY_MS,
    isOwnLimit(request) {
      const { call } = request.routeOptions.config;
      return Boolean(call?.multipart || call?.file) || isUpload(request);
    },
    bodyMs: config.REQUEST_BODY_TIMEOUT_MS,
    bytesPerSecond: config.UPLOAD_BYTES_PER_SECOND,
    isFile: (request) => /^multipart\//i.test(request.headers['content-type'] ?? '') || isUpload(request),
    perMinute: config.RATE_LIMIT_PER_MINUTE,
    // Those of stores come in bursts of thousands from one address, and each is signed.
    counts: ({ url }) => url !== '/webhooks/shopify' && !isHealthCheck(url),
  });
  // Nobody has to log in for these, and their bodies are still unread here.
  const limitPublic = createLimiter(rates, 'public', config.PUBLIC_WRITES_PER_MINUTE);
  server.addHook('onRequest', async (request) => {
    const { call } = request.routeOptions.config;
    if (call?.access === 'public' && call.method !== 'GET') await limitPublic(networkOf(request.ip));
  });
  await server.register(compress, {
    threshold: 2048,
    encodings: ['gzip', 'identity'],
    globalDecompression: false,
  });
  await server.register(multipart, { limits: { fileSize: MAX_IMPORT_BYTES, files: 1, fields: 10 } });
  return server;
}

function answerProblem(known: Problem, request: FastifyRequest, reply: FastifyReply): void {
  const field = request.routeOptions.config?.call?.messageField;
  const body = known.toBody();
  // The answer's own schema must not filter a failure.
  reply
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
