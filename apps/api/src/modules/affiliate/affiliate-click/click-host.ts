import type { IncomingMessage, ServerResponse } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import {
  browserFamilyOf,
  clickSourceOf,
  deviceOf,
  judgeClick,
} from '@troupe/domain/affiliate/affiliate-click';
import { slugOf } from '@troupe/domain/affiliate/link-slug';
import { inLanguage, type Language } from '@troupe/i18n/language';
import type { RawHandler } from '@troupe/server/http';
import type { Logger } from '@troupe/server/log';
import { hostCheck } from '@troupe/server/own-host';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import { PLAIN_PAGE_POLICY, plainPage } from '../../../platform/http.ts';
import { newId } from '../../../platform/id.ts';
import { visitorLanguage } from '../../../platform/language.ts';
import { ClickMemory } from './click-history.ts';
import type { ClickLinks, FoundLink } from './click-links.ts';
import type { ClickRecorder } from './click-recorder.ts';
import { t } from './messages/messages.gen.ts';
import { networkPrefix, type VisitorKeys } from './visitor-key.ts';

export interface ClickHostParts {
  config: Pick<Config, 'API_ORIGIN' | 'CLICK_ORIGIN' | 'ALLOWED_HOSTS' | 'TRUST_PROXY'>;
  clock: Clock;
  log: Logger;
  links: ClickLinks;
  recorder: ClickRecorder;
  visitors: VisitorKeys;
}

const PREFIX = '/r/';

/** The same for every answer. */
const COMMON = [
  ...['cache-control', 'private, no-store', 'x-robots-tag', 'noindex'],
  ...['referrer-policy', 'no-referrer-when-downgrade', 'x-content-type-options', 'nosniff'],
];

/** Pages by language, made when first shown. */
const byLanguage = (write: () => string) => {
  const made = new Map<Language, Buffer>();
  return (request: IncomingMessage): Buffer => {
    const of = visitorLanguage(request);
    const page = made.get(of) ?? Buffer.from(inLanguage(of, write));
    made.set(of, page);
    return page;
  };
};
const notFound = byLanguage(() => plainPage(t('link.notFound'), t('link.notFoundText')));
const away = byLanguage(() => plainPage(t('link.away'), t('link.awayText')));
const HTML = ['content-type', 'text/html; charset=utf-8', 'content-security-policy', PLAIN_PAGE_POLICY];

/**
 * Returns what answers `GET|HEAD /r/{slug}` with a redirect to the brand's store. It works on bare requests, in front of
 * everything else: a redirect comes from memory, sets no cookie, and waits neither for the database nor for its hit to
 * be recorded.
 */
export function clickHost(parts: ClickHostParts): RawHandler {
  const { config, clock, links, log } = parts;
  const verdictOf = hostCheck(
    [config.API_ORIGIN, config.CLICK_ORIGIN || config.API_ORIGIN],
    config.ALLOWED_HOSTS,
  );
  const addressOf = visitorAddress(config.TRUST_PROXY);
  // Made for the first click: reserving its room takes a tenth of a second, and many processes serve none.
  let memory: ClickMemory | undefined;

  const earlierClicks = () => {
    memory ??= new ClickMemory();
    return memory;
  };

  function answer(request: IncomingMessage, response: ServerResponse, query: string, found?: FoundLink) {
    if (!found) return send(response, request, 404, notFound(request));
    const method = request.method ?? '';
    const id = newId();
    if (method === 'GET' || method === 'HEAD')
      response
        .writeHead(302, [...COMMON, 'location', found.destination.at(id, query), 'content-length', '0'])
        .end();
    else
      response
        .writeHead(405, [...COMMON, 'allow', 'GET, HEAD', 'content-length', '0', 'connection', 'close'])
        .end();
    try {
      record(request, { id, query, found });
    } catch (error) {
      log.error({ err: error }, 'failed to record a click');
    }
  }

  function record(
    request: IncomingMessage,
    { id, query, found }: { id: string; query: string; found: FoundLink },
  ) {
    const { headers, method = '' } = request;
    const at = clock.now().getTime();
    const userAgent = headers['user-agent'] ?? '';
    const network = networkPrefix(addressOf(request));
    // Visitors who object to being told apart are counted without a key.
    const visitor = headers['sec-gpc'] === '1' ? null : parts.visitors.keyOf(at, network, userAgent);
    const judged = judgeClick(
      {
        method,
        userAgent,
        purpose: purposeOf(headers),
        fetchDest: textOf(headers['sec-fetch-dest']),
        fetchMode: textOf(headers['sec-fetch-mode']),
      },
      earlierClicks().of({ linkId: found.link.id, visitor, network, at }),
    );
    const source = clickSourceOf(query, headers.referer ?? '');
    parts.recorder.record({
      id,
      at,
      brandId: found.link.brandId,
      linkId: found.link.id,
      verdict: judged.verdict,
      reason: judged.reason,
      visitorKey: visitor?.toString('hex') ?? null,
      device: deviceOf(userAgent),
      browserFamily: browserFamilyOf(userAgent),
      referrerHost: source.referrerHost,
      sourceLabel: source.sourceLabel,
      paidMarker: source.paidMarker,
      standDownSeen: source.standDownSeen,
      searchTerm: source.searchTerm,
    });
  }

  return (request, response) => {
    const url = request.url ?? '';
    if (!url.startsWith(PREFIX)) return false;
    if (verdictOf(request.headers.host, request.socket.remoteAddress) !== 'own') return false;
    const start = url.indexOf('?');
    const path = start === -1 ? url.slice(PREFIX.length) : url.slice(PREFIX.length, start);
    const query = start === -1 ? '' : url.slice(start + 1);
    const slug = slugOf(path.endsWith('/') ? path.slice(0, -1) : path);
    if (!links.ready) {
      send(response, request, 503, away(request));
      return true;
    }
    const found = slug === null ? undefined : links.find(slug, clock.now().getTime());
    if (!(found instanceof Promise)) answer(request, response, query, found);
    else
      found.then(
        (read) => answer(request, response, query, read),
        (error) => {
          log.warn({ err: error }, 'failed to read a link');
          send(response, request, 503, away(request));
        },
      );
    return true;
  };
}

function send(response: ServerResponse, request: IncomingMessage, status: 404 | 503, body: Buffer): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  response.writeHead(status, [
    ...[...COMMON, ...HTML, 'content-length', String(body.length)],
    ...(status === 503 ? ['retry-after', '2'] : []),
    // An unread body must not be parsed as the next request.
    ...(isRead ? [] : ['connection', 'close']),
  ]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

const textOf = (header: string | string[] | undefined): string => String(header ?? '');

const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** Browsers disagree on the header that announces a prefetch. */
function purposeOf(headers: IncomingMessage['headers']): string {
  for (const name of PURPOSES) if (headers[name]) return textOf(headers[name]);
  return '';
}

/** Returns how to find a visitor's address behind the proxies that are trusted. */
function visitorAddress(trust: Config['TRUST_PROXY']): (request: IncomingMessage) => string {
  if (trust === false) return (request) => request.socket.remoteAddress ?? '';
  const trusts =
    typeof trust === 'function' ? trust : proxyAddress.compile(trust.split(',').map((one) => one.trim()));
  return (request) => proxyAddress(request, trusts);
}
