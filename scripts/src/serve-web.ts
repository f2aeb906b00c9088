import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Language } from '@troupe/i18n/language';
import { hostCheck, readHostNames } from '@troupe/server/own-host';
import { endSpan, startSpan, startTracing } from '@troupe/server/tracing';
import { pino } from 'pino';
import sirv from 'sirv';
import { Failure } from './failure.ts';
import { root } from './folders.ts';
import { marketingCookies } from './web/marketing-cookies.ts';
import { addRouteFiles, readRouteFiles } from './web/route-files.ts';
import { chooseLanguage, isTranslationFile, LANGUAGE_VARY, pageOfFile } from './web/visitor-language.ts';
import { fillPlaces, isListed, robots, sitemap } from './web/visitor-page.ts';
import {
  contentSecurityPolicy,
  injectConfig,
  originsOf,
  readWebConfig,
  type WebConfig,
} from './web/web-config.ts';

/** A page in its languages; English is always there. */
type Translations = Map<Language, Page>;

/** A page with its compressed variants. */
type Page = { etag: string; listed: boolean; plain: Buffer; br: Buffer; gzip: Buffer };

/**
 * Creates the handler of a built app: its files with the right headers, and its page for all other
 * URLs, since the app does the routing. A built page with a name (`pricing.html`) is served at its
 * URL (`/pricing`).
 * @param folder output of `vite build`
 * @param extra additional origins, whether visits set marketing cookies, accepted host names (any
 * by default), and which app it is (`web` by default)
 */
export function webHandler(
  folder: string,
  config: WebConfig,
  extra: {
    connect?: string;
    images?: string;
    marketing?: boolean;
    hosts?: ReturnType<typeof hostCheck>;
    app?: string;
  } = {},
): (request: IncomingMessage, response: ServerResponse) => void {
  const page = { ...readPage(path.join(folder, 'index.html'), config), listed: false };
  const pageOf = routePages(folder, page);
  const others = readOtherPages(folder, config);
  const listed = [...others].filter(([, pages]) => pages.get('en')?.listed).map(([path]) => path);
  const texts = new Map([
    ['/robots.txt', { type: 'text/plain', text: robots(config.webOrigin, listed.length > 0) }],
    ...(listed.length > 0
      ? [
          [
            '/sitemap.xml',
            { type: 'application/xml', text: sitemap(config.webOrigin, listed.sort()) },
          ] as const,
        ]
      : []),
  ]);
  const secure = (extra.app === 'portal' ? config.portalOrigin : config.webOrigin).startsWith('https:');
  const headers = {
    ...(secure && { 'Strict-Transport-Security': 'max-age=31536000' }),
    'Content-Security-Policy': contentSecurityPolicy(config, extra),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    // On phones the checkout is a separate window, which reports its result to this page.
    'Cross-Origin-Opener-Policy': config.checkout ? 'same-origin-allow-popups' : 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  };
  const files = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, pathname) => {
      // File names in assets/ are hashed; all others must be revalidated.
      const lasting = pathname.startsWith('/assets/');
      response.setHeader('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return (request, response) => {
    const address = URL.parse(request.url ?? '/', 'http://host');
    if (!address) return answer(response, 400, 'This is no address.');
    const { pathname } = address;
    // Monitoring may use any host name.
    if (pathname === '/healthz' || pathname === '/readyz') return answer(response, 200, 'ok');
    // First, because the headers contain our other hosts.
    const verdict = extra.hosts?.(request.headers.host, request.socket.remoteAddress) ?? 'own';
    if (verdict === 'unknown') return answer(response, 421, 'Unknown host. Check the URL.');
    if (verdict === 'unreadable') return answer(response, 400, 'This names no host.');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return answer(response, 405, 'This address only serves pages.');
    }
    const known = texts.get(pathname);
    if (known) return sendText(known, request, response);
    const send = (one: Page, chosen: string[] = []) => {
      // The app's own page is for signed-in people, so it isn't indexed.
      if (!one.listed) response.setHeader('X-Robots-Tag', 'noindex');
      const cookies = [...chosen, ...(extra.marketing ? marketingCookies(address.search, secure) : [])];
      if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
      sendPage(one, request, response);
    };
    const own = others.get(pathname.replace(/\/$|\.html$/, ''));
    if (own) {
      const { language, cookie } = chooseLanguage(address.search, request.headers, secure);
      response.setHeader('Vary', LANGUAGE_VARY);
      const shown = own.has(language) ? language : 'en';
      response.setHeader('Content-Language', shown);
      return send(own.get(shown) ?? page, cookie ? [cookie] : []);
    }
    if (isTranslationFile(pathname)) return answer(response, 404, 'There is no such file.');
    if (pathname === '/' || pathname === '/index.html') return send(page);
    files(request, response, () => {
      if (isPageAddress(pathname, request.headers.accept)) return send(pageOf(pathname));
      answer(response, 404, 'There is no such file.');
    });
  };
}

/** The pages besides the app's main one, by URL and language. */
function readOtherPages(folder: string, config: WebConfig): Map<string, Translations> {
  const pages = new Map<string, Translations>();
  for (const file of readdirSync(folder)) {
    const of = file === 'index.html' ? null : pageOfFile(file);
    if (!of) continue;
    const translations: Translations = pages.get(of.path) ?? new Map();
    pages.set(of.path, translations.set(of.language, readPage(path.join(folder, file), config)));
  }
  return pages;
}

function readPage(file: string, config: WebConfig): Page {
  let html: string;
  try {
    html = readFileSync(file, 'utf8');
  } catch {
    throw new Failure(`There is no built app in ${path.dirname(file)}. Run npm start, which builds it.`);
  }
  return pageFrom(fillPlaces(injectConfig(html, config), config), isListed(html));
}

function pageFrom(html: string, listed: boolean): Page {
  const plain = Buffer.from(html);
  const made: { br?: Buffer; gzip?: Buffer } = {};
  return {
    listed,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    // When first asked for: most languages of a page are rare, and the best compression is slow.
    get br() {
      made.br ??= brotliCompressSync(plain);
      return made.br;
    },
    get gzip() {
      made.gzip ??= gzipSync(plain);
      return made.gzip;
    },
  };
}

/** Returns the app's page for a path with its route's files preloaded; created on first use. */
function routePages(folder: string, page: Page): (pathname: string) => Page {
  const filesOf = readRouteFiles(folder);
  const made = new Map<object, Page>();
  return (pathname) => {
    const files = filesOf(pathname);
    if (!files) return page;
    const known = made.get(files) ?? pageFrom(addRouteFiles(page.plain.toString(), files), page.listed);
    made.set(files, known);
    return known;
  };
}

/** A missing script or picture returns 404; returning the page would hide the error. */
function isPageAddress(pathname: string, accept = ''): boolean {
  if (pathname.startsWith('/assets/')) return false;
  return accept.includes('text/html') || path.extname(pathname) === '';
}

function sendPage(page: Page, request: IncomingMessage, response: ServerResponse): void {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
  const body = encoding ? page[encoding] : page.plain;
  response.setHeader('Cache-Control', response.hasHeader('Set-Cookie') ? 'no-cache, private' : 'no-cache');
  if (!response.hasHeader('Vary')) response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('ETag', page.etag);
  if (request.headers['if-none-match'] === page.etag) {
    response.writeHead(304).end();
    return;
  }
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function sendText(
  { type, text }: { type: string; text: string },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' });
  response.end(request.method === 'HEAD' ? undefined : text);
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${text}\n`);
}

/**
 * Serves one app in its own process.
 *
 * Environment: `APP` (web or portal), `APP_DIR` (built files, apps/{APP}/dist by default), `HOST`,
 * `PORT`, `LOG_LEVEL`, the settings of `readWebConfig`, and optionally `CONNECT_ORIGINS` and
 * `IMAGE_ORIGINS` (space-separated additional origins) and `ALLOWED_HOSTS` (comma-separated host
 * names besides its own origin).
 */
export async function main(): Promise<void> {
  const { APP: app = 'web', HOST: host = '127.0.0.1', PORT: port, LOG_LEVEL: level = 'info' } = process.env;
  const log = pino({ level, name: app });
  try {
    const folder = process.env.APP_DIR || path.join(root, 'apps', app, 'dist');
    const config = readWebConfig(app, process.env);
    const handler = webHandler(folder, config, {
      connect: process.env.CONNECT_ORIGINS,
      images: process.env.IMAGE_ORIGINS,
      marketing: app === 'web',
      app,
      hosts: hostCheck(originsOf(app, config), allowedHosts(process.env)),
    });
    const tracing = await startTracing(app, process.env);
    // Slow clients are cut: a page needs neither a long header nor a body.
    const times = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000 };
    const server = createServer(times, (request, response) => {
      followResponse(request, response);
      handler(request, response);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(Number(port ?? 3000), host, resolve);
    });
    log.info({ port: Number(port ?? 3000) }, 'ready');
    const stop = () => {
      server.close(() => {
        log.info('stopped');
        void tracing.stop();
      });
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 2_000).unref();
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    log.fatal(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}

/** Records a response as a span, without its path, which may name people. */
function followResponse({ method = 'GET', headers }: IncomingMessage, response: ServerResponse): void {
  const { traceparent } = headers;
  const remote = typeof traceparent === 'string' ? traceparent : undefined;
  const span = startSpan(`${method} page`, 'server', { 'http.request.method': method }, remote);
  response.once('close', () => {
    span?.setAttribute('http.response.status_code', response.statusCode);
    if (span) endSpan(span);
  });
}

function allowedHosts(env: NodeJS.ProcessEnv): string[] {
  try {
    return readHostNames(env.ALLOWED_HOSTS);
  } catch (error) {
    throw new Failure(`ALLOWED_HOSTS ${(error as Error).message}.`);
  }
}

if (import.meta.main) await main();
