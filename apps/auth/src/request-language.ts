import { AsyncLocalStorage } from 'node:async_hooks';
import path from 'node:path';
import { addMessages } from '@troupe/i18n/catalog';
import { readCatalogs } from '@troupe/i18n/catalog-files';
import {
  acceptedLanguages,
  isLanguage,
  LANGUAGE_TAGS,
  type Language,
  matchLanguage,
  readLanguageFrom,
} from '@troupe/i18n/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The page whose form is sent to this path, relative to it, for paths that have no page. */
    formOn?: string;
  }
}

/** Remembers the language that was chosen on our pages, or by the app that sent the person here. */
const COOKIE = 'troupe-language';
const COOKIE_SECONDS = 365 * 86_400;

interface RequestScope {
  language: Language;
  /** Whether the person chose the language, here or in the app, rather than their browser. */
  chosen: boolean;
  path: string;
}

const requests = new AsyncLocalStorage<RequestScope>();

const repository = path.resolve(import.meta.dirname, '..', '..', '..');
for (const { id, texts } of readCatalogs(repository, ['apps/auth']))
  for (const tag of LANGUAGE_TAGS) addMessages(tag, { [id]: texts[tag] ?? {} });
readLanguageFrom(() => requests.getStore()?.language);

/** The path of the page at hand, for coming back to it; links of emails keep their token. */
export function currentPath(): string {
  const { path = '/account' } = requests.getStore() ?? {};
  return /^\/(interaction\/|account\/email\/confirm\?)/.test(path) ? path : (path.split('?')[0] ?? path);
}

/** The language of the request if the person chose it; null while it follows the browser. */
export function chosenLanguage(): Language | null {
  const scope = requests.getStore();
  return scope?.chosen ? scope.language : null;
}

/** Runs work, such as writing an email, in a language. */
export const runInLanguage = <Result>(language: Language | null, work: () => Result): Result =>
  requests.run({ language: language ?? 'en', chosen: false, path: '/account' }, work);

/** The cookie that keeps a choice. */
export const cookieFor = (language: Language, secure: boolean) =>
  `${COOKIE}=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** What an app asked for with `ui_locales`; null where it left that to the browser. */
function askedBy(query: unknown): Language | null {
  const { ui_locales: asked } = query as { ui_locales?: unknown };
  return typeof asked === 'string' ? matchLanguage(asked.slice(0, 200).split(' ')) : null;
}

/** The path of a page that shows the answer to a request: forms may be sent to a path that has no page. */
function pageOf({ url, routeOptions }: FastifyRequest): string {
  const { formOn } = routeOptions.config;
  if (formOn === undefined) return url;
  const { pathname } = new URL(formOn, new URL(url.replace(/^\/+/, '/'), 'http://page'));
  return pathname.replace(/(.)\/$/, '$1');
}

function chosenIn({ headers }: FastifyRequest): Language | null {
  const found = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1];
  return isLanguage(found) ? found : null;
}

/**
 * Gives every request a language: what the app asked for when it sent the person here, then what was chosen on our
 * pages, then what the browser asks for.
 */
export function followLanguage(server: FastifyInstance, secure: boolean): void {
  const enter = (request: FastifyRequest, done: () => void) => {
    const chosen = askedBy(request.query) ?? chosenIn(request);
    const language = chosen ?? matchLanguage(acceptedLanguages(request.headers['accept-language']));
    requests.run({ language, chosen: chosen !== null, path: pageOf(request) }, done);
  };
  server.addHook('onRequest', (request, reply, done) => {
    const asked = askedBy(request.query);
    if (asked) void reply.header('set-cookie', cookieFor(asked, secure));
    enter(request, done);
  });
  // Set it again for the handler: request tracking runs it in the scope opened before this one.
  server.addHook('preHandler', (request, _reply, done) => enter(request, done));
}
