import { createHash } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import { type Call, JSON_BODY_LIMIT } from '@troupe/contract/call';
import {
  ACTING_HEADER,
  FLAG_HEADER,
  REVIEWER_HEADER,
  SHARE_ACCESS_HEADER,
  SHARE_VIEW_HEADER,
} from '@troupe/contract/headers';
import { MAX_IMPORT_BYTES } from '@troupe/domain/discovery/creator-import/creator-import';
import { escapeHtml } from '@troupe/domain/html-text';
import { type Problem, problem } from '@troupe/domain/problem';
import { LANGUAGES, language } from '@troupe/i18n/language';
import { isHealthCheck } from '@troupe/server/health';
import {
  createServer,
  limitRequests,
  networkOf,
  type RawHandler,
  securityHeaders,
} from '@troupe/server/http';
import type { Logger } from '@troupe/server/log';
import type { Metrics } from '@troupe/server/metrics';
import { createLimiter, type RateCounters } from '@troupe/server/rate-counters';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Config } from './config.ts';
import { serializer } from './serializer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call;
  }
}

/** Maximum time to receive a request: the largest file over a slow connection. */
const RECEIVE_MS = 15 * 60_000;

const isUpload = (request: FastifyRequest) => request.url.startsWith('/uploads');

/** Creates the HTTP server with its hooks, without routes. */
export async function createHttpServer(
  config: Config,
  log: Logger,
  rates: RateCounters,
  extra: { front?: RawHandler | undefined; metrics?: Metrics | null } = {},
): Promise<FastifyInstance> {
  const server = createServer({
    origin: config.API_ORIGIN,
    allowedHosts: config.ALLOWED_HOSTS,
    trustProxy: config.TRUST_PROXY,
    headers: securityHeaders(config.API_ORIGIN.startsWith('https:')),
    bodyLimit: JSON_BODY_LIMIT,
    receiveMs: RECEIVE_MS,
    headerMs: config.REQUEST_HEADER_TIMEOUT_MS,
    log,
    answer: answerProblem,
    front: extra.front,
    metrics: extra.metrics ?? null,
    callOf: (request) => request.routeOptions.config.call?.name,
  });

  // Accept only JSON and uploads: plain text would bypass the CORS preflight.
  server.removeContentTypeParser('text/plain');
  server.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data) => {
    const result = schema.safeParse(httpPart === 'body' ? (data ?? {}) : data);
    if (result.success) return { value: result.data };
    // A malformed ID in the path can't match anything: treat it like an unknown one.
    const noId = httpPart === 'params' && result.error.issues.some(isMalformedId);
    return { error: noId ? problem('not_found') : invalid(result.error) };
  });
  server.setSerializerCompiler<z.ZodType>(({ schema }) => serializer(schema));

  await server.register(cors, {
    origin: [config.WEB_ORIGIN, config.PORTAL_ORIGIN],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      ...['authorization', 'content-type', 'idempotency-key', 'last-event-id', FLAG_HEADER, ACTING_HEADER],
      ...[SHARE_ACCESS_HEADER, SHARE_VIEW_HEADER, REVIEWER_HEADER],
      ...['tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset'],
    ],
    exposedHeaders: ['content-disposition', 'retry-after', 'x-request-id'],
    maxAge: 86_400,
  });
  await limitRequests(server, {
    rates,
    maxConnections: config.MAX_CONNECTIONS,
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
    // Store webhooks arrive in bursts of thousands from one address, and are signed.
    counts: ({ url }) => url !== '/webhooks/shopify' && !isHealthCheck(url),
  });
  // Limit unauthenticated writes before reading their bodies.
  const limitPublic = createLimiter(rates, 'public', config.PUBLIC_WRITES_PER_MINUTE);
  server.addHook('onRequest', (request, _reply, next) => {
    const { call } = request.routeOptions.config;
    if (call?.access !== 'public' || call.method === 'GET') return next();
    limitPublic(networkOf(request.ip)).then(() => next(), next);
  });
  await server.register(compress, Object.assign({ globalDecompression: false }, COMPRESSION));
  await server.register(multipart, { limits: { fileSize: MAX_IMPORT_BYTES, files: 1, fields: 10 } });
  return server;
}

const COMPRESSION = { threshold: 2048, encodings: ['gzip' as const, 'identity' as const] };

/** Compression of files that are sent from their first part on, not once there is enough to compress. */
export const PROMPT_COMPRESSION = Object.assign(
  { zlibOptions: { flush: constants.Z_SYNC_FLUSH } },
  COMPRESSION,
);

function answerProblem(known: Problem, request: FastifyRequest, reply: FastifyReply): void {
  const field = request.routeOptions.config?.call?.messageField;
  const body = known.toBody();
  // The route's response schema must not filter the problem.
  reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(field ? { ...body, [field]: known.message } : body);
}

const isMalformedId = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_format' && issue.format === 'uuid';

function invalid(error: z.ZodError): Problem {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.join('.');
    fields[path] ??= issue.message;
  }
  const first = Object.values(fields)[0];
  return problem('invalid', { fields, ...(first && error.issues.length === 1 ? { message: first } : {}) });
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/24px system-ui,sans-serif;margin:0;padding:48px 24px;background:light-dark(#f6f5f2,#121215);color:light-dark(#1d1b23,#eeedf1)}main{max-width:480px;margin:0 auto;padding:32px;background:light-dark(#fff,#19191d);border:1px solid light-dark(#e7e5e0,#2a2a30);border-radius:12px}h1{font-size:20px;line-height:28px;margin:0 0 8px;overflow-wrap:anywhere}p,ul{margin:0 0 16px;overflow-wrap:anywhere}ul{padding-left:20px}a{color:light-dark(#4338ca,#aaa6ff)}button{font:inherit;font-weight:500;padding:8px 16px;border:0;border-radius:8px;background:#4f46e5;color:#fff;cursor:pointer}`;

/** The content security policy of a {@link plainPage}. */
export const PLAIN_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * Returns a minimal HTML page for people who arrive without the web app, marked as being in the current language.
 * @param more trusted HTML after the text
 */
export const plainPage = (title: string, text: string, more = ''): string => `<!doctype html>
<html lang="${language()}" dir="${LANGUAGES[language()].dir}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${more}</main></body></html>`;
