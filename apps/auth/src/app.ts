import type { Problem } from '@troupe/domain/problem';
import { healthRoutes } from '@troupe/server/health';
import { createServer, limitRequests, NO_HOST, securityHeaders } from '@troupe/server/http';
import type { Metrics } from '@troupe/server/metrics';
import { RateCounters } from '@troupe/server/rate-counters';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import type { Host } from './host.ts';
import { errorPage, failureOf } from './pages/error.ts';
import { serveProvider } from './provider/provider-routes.ts';
import { followLanguage } from './request-language.ts';
import { accountRoutes } from './routes/account.ts';
import { accountChangeRoutes } from './routes/account-changes.ts';
import { accountStateRoutes } from './routes/account-state.ts';
import { confirmRoutes } from './routes/confirm.ts';
import { loginRoutes } from './routes/login.ts';
import { passkeyRoutes } from './routes/passkeys.ts';
import { passwordRoutes } from './routes/password.ts';
import { secondStepRoutes } from './routes/second-step.ts';
import { signUpRoutes } from './routes/sign-up.ts';
import { staticRoutes } from './routes/static.ts';
import { twoStepRoutes } from './routes/two-step.ts';
import { servePages } from './routing.ts';
import { PageError } from './visit.ts';

/** Time limit for receiving a request; none of ours is large. */
const RECEIVE_MS = 30_000;
const BODY_BYTES = 64 * 1024;
/** Cookies of other ports on this machine can be long, but our requests are short. */
const URL_LENGTH = 8_000;

/** Creates the HTTP server: our pages, and the OpenID Connect provider. */
export async function createApp(host: Host, metrics: Metrics | null = null): Promise<FastifyInstance> {
  const { config, log, db } = host;
  const server = createServer({
    origin: config.issuer,
    allowedHosts: config.allowedHosts,
    trustProxy: config.trustProxy,
    headers: headersOf(config),
    bodyLimit: BODY_BYTES,
    receiveMs: RECEIVE_MS,
    routerOptions: { ignoreDuplicateSlashes: true },
    log,
    metrics,
    answer: (known, request, reply) => answerFailure(config, known, request, reply),
  });
  server.addHook('onRequest', async (request) => {
    if (request.url.length > URL_LENGTH) throw new PageError(414, { kind: 'tooLarge' });
  });
  followLanguage(server, config.issuer.startsWith('https:'));
  const rates = new RateCounters(db, log);
  const { postsPerMinute, maxRequests, eventLoopDelayMs, bodyMs } = config.limits;
  await limitRequests(server, {
    rates,
    perMinute: postsPerMinute,
    counts: ({ method }) => method === 'POST',
    maxRequests,
    eventLoopDelayMs,
    isOwnLimit: () => false,
    bodyMs,
    bytesPerSecond: 0,
    isFile: () => false,
  });
  const health = healthRoutes(server, config.databaseUrl);
  server.addHook('onClose', async () => {
    rates.stop();
    await health.stop();
  });
  const checkKeys = () => host.checkKeys();
  await server.register(async (scope) => {
    scope.addHook('onRequest', checkKeys);
    serveProvider(scope, host);
  });
  await server.register(async (scope) => {
    scope.addHook('onRequest', checkKeys);
    servePages(scope, config.issuer, [
      ...loginRoutes(host),
      ...secondStepRoutes(host),
      ...signUpRoutes(host),
      ...passwordRoutes(host),
      ...accountRoutes(host),
      ...confirmRoutes(host),
      ...twoStepRoutes(host),
      ...passkeyRoutes(host),
      ...accountChangeRoutes(host),
      ...accountStateRoutes(host),
      ...staticRoutes(host),
    ]);
  });
  return server;
}

function headersOf({ issuer, webOrigin, portalOrigin }: Config): Record<string, string> {
  const headers = securityHeaders(issuer.startsWith('https:'), {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        scriptSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'"],
        // Form responses redirect to the app, and browsers check the whole chain against this list.
        formAction: ["'self'", webOrigin, portalOrigin],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
  return { ...headers, 'permissions-policy': 'camera=(), geolocation=(), microphone=()' };
}

function answerFailure(config: Config, known: Problem, request: FastifyRequest, reply: FastifyReply): void {
  if (known.code === 'misdirected' || known === NO_HOST) {
    // This header contains our other hosts.
    reply.removeHeader('content-security-policy');
    reply
      .code(known === NO_HOST ? 400 : known.status)
      .type('text/plain; charset=utf-8')
      .send(`${known.message}\n`);
  } else if (request.url.startsWith('/token') && ['rate_limited', 'unavailable'].includes(known.code)) {
    reply
      .type('application/json')
      .send(JSON.stringify({ error: 'temporarily_unavailable', error_description: known.message }));
  } else {
    const { detail } = known;
    const [status, failure] =
      detail instanceof PageError ? [detail.statusCode, detail.failure] : [known.status, failureOf(known)];
    reply.code(status).type('text/html; charset=utf-8').send(errorPage(config, failure));
  }
}
