import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { hostCheck } from '@troupe/domain/own-host';
import { problems } from '@troupe/domain/problem';
import type { Provider } from 'oidc-provider';
import type { Host } from './host.ts';
import { errorPage } from './pages/error.ts';
import { findRoute, type Route } from './router.ts';
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
import { limitAddress, newRequestId, PageError, Visit } from './visit.ts';

const providerPaths =
  /^\/(auth|token(\/revocation)?|me|jwks|session\/end(\/(confirm|success))?|\.well-known\/[a-z-]+)$/;

/** Makes the HTTP server: our own pages, and the provider for everything of OpenID Connect. */
export function createApp(host: Host): Server {
  const routes = [
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
  ];
  const posts = new PostCounter(host.config.limits.postsPerMinute);
  const callbacks = new WeakMap<Provider, ReturnType<Provider['callback']>>();
  const toProvider = (req: IncomingMessage, res: ServerResponse) => {
    const { provider } = host;
    const callback = callbacks.get(provider) ?? provider.callback();
    callbacks.set(provider, callback);
    return callback(req, res);
  };
  const verdictOf = hostCheck([host.config.issuer], host.config.allowedHosts);
  const server = createServer((req, res) => {
    const verdict = verdictOf(req.headers.host, req.socket.remoteAddress);
    if (verdict !== 'own' && !isHealthCheck(req.url)) return refuse(res, verdict);
    const address = limitAddress(proxyAddr(req, host.config.trustProxy));
    const visit = new Visit(req, res, host.config.issuer, address);
    answer(host, routes, visit, posts, toProvider).catch((error) => fail(host, visit, error));
  });
  server.requestTimeout = 30_000;
  return server;
}

/** Whoever watches the process asks under any name. */
const isHealthCheck = (address = '') => /^\/(healthz|readyz)\/?(\?|$)/.test(address);

/** Plain and before anything else: pages and headers name our other hosts. */
function refuse(res: ServerResponse, verdict: 'unknown' | 'unreadable'): void {
  const { status, message } =
    verdict === 'unknown' ? problems.misdirected : { status: 400, message: 'This names no host.' };
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  res.end(`${message}\n`);
}

async function answer(
  host: Host,
  routes: Route[],
  visit: Visit,
  posts: PostCounter,
  toProvider: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
): Promise<void> {
  const { req, res, url } = visit;
  const method = req.method ?? 'GET';
  secure(host, visit);
  const found = findRoute(routes, method, url.pathname);
  logWhenDone(host, visit, typeof found === 'object' ? found.route.pattern : providerRoute(url.pathname));
  if (method === 'POST' && !posts.take(visit.address)) return tooMany(host, visit);
  if (found === 'method') throw new PageError(405, { kind: 'missing' });
  if (found) {
    if (method === 'POST' && isForeign(host, req)) throw new PageError(403, { kind: 'foreignForm' });
    visit.params = found.params;
    return await found.route.handle(visit);
  }
  if (providerRoute(url.pathname) === 'other') throw new PageError(404, { kind: 'missing' });
  await toProvider(canonical(host, visit), res);
}

/** Whatever name the request came under, the provider sees the issuer's: its addresses are built from it. */
function canonical(host: Host, visit: Visit): IncomingMessage {
  const { req, url } = visit;
  const issuer = new URL(host.config.issuer);
  req.headers.host = issuer.host;
  req.headers['x-forwarded-host'] = issuer.host;
  req.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
  const pathname = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, '') : url.pathname;
  req.url = `${pathname}${url.search}`;
  return req;
}

/** Whether a form comes from a page of another origin. Browsers say so; programs need not. */
function isForeign(host: Host, req: IncomingMessage): boolean {
  const { origin } = req.headers;
  const site = req.headers['sec-fetch-site'];
  return (
    (origin !== undefined && origin !== host.config.issuer) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none')
  );
}

function secure(host: Host, { req, res }: Visit): void {
  const { webOrigin, portalOrigin, issuer } = host.config;
  res.setHeader(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "font-src 'self'",
      "img-src 'self'",
      // A form's answer leads back to the app, and browsers hold the whole way against this list.
      `form-action 'self' ${webOrigin} ${portalOrigin}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
  );
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('X-Frame-Options', 'DENY');
  res.setHeader('Referrer-Policy', 'same-origin');
  res.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  if (issuer.startsWith('https:')) res.setHeader('Strict-Transport-Security', 'max-age=31536000');
  // The session cookie of another port on this machine can be long; nothing of ours needs a long request.
  if ((req.url?.length ?? 0) > 8000) throw new PageError(414, { kind: 'tooLarge' });
}

function fail(host: Host, visit: Visit, error: unknown): void {
  const { res } = visit;
  if (res.headersSent) {
    res.destroy();
    return;
  }
  if (error instanceof PageError) {
    visit.page(error.status, errorPage(host.config, error.failure));
    return;
  }
  host.log.error({ err: error }, 'A page failed');
  visit.page(500, errorPage(host.config, { kind: 'failed' }));
}

function tooMany(host: Host, visit: Visit): void {
  visit.res.setHeader('Retry-After', '60');
  if (!visit.url.pathname.startsWith('/token')) {
    visit.page(429, errorPage(host.config, { kind: 'tooMany' }));
    return;
  }
  const body = { error: 'temporarily_unavailable', error_description: problems.rate_limited.message };
  visit.send(429, 'application/json', JSON.stringify(body), 'no-store');
}

/** One log line per answer: the route's pattern, never the address itself, which holds secrets and hints. */
function logWhenDone(host: Host, { req, res }: Visit, route: string): void {
  const began = performance.now();
  const requestId = newRequestId();
  res.setHeader('X-Request-Id', requestId);
  res.on('close', () => {
    const line = {
      requestId,
      method: req.method,
      route,
      status: res.statusCode,
      ms: Math.round(performance.now() - began),
    };
    if (route === '/healthz' || route === '/readyz') host.log.debug(line, 'answered');
    else host.log.info(line, 'answered');
  });
}

function providerRoute(pathname: string): string {
  const plain = pathname.replace(/\/+$/, '');
  if (providerPaths.test(plain)) return plain;
  return /^\/auth\/[^/]+$/.test(plain) ? '/auth/:uid' : 'other';
}

/** Counts the POST requests of each address in this process, minute by minute. */
class PostCounter {
  readonly #perMinute: number;
  #counts = new Map<string, number>();
  #minute = 0;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  take(address: string): boolean {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts.clear();
    }
    const count = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, count);
    return count <= this.#perMinute;
  }
}
