import { createHash } from 'node:crypto';
import { canonicalUrl } from '@troupe/domain/listening/mention';
import { type MentionSearch, SearchFailure, type SearchPage } from '@troupe/domain/listening/mention-search';
import type { SourcePost } from '@troupe/domain/listening/source-event';
import { Parser } from 'htmlparser2';
import { fetchPublic, type PublicResponse, Unfetchable } from '../../platform/outgoing/fetch-public.ts';
import { retry } from '../../platform/outgoing/retry.ts';
import { retryAfter, retryTime, type SourceParts } from './call-source.ts';
import { type Feed, type FeedEntry, parseFeed } from './feed-parser.ts';
import { decodeFeed } from './feed-text.ts';
import { cursorOf, webUrl } from './post-text.ts';

/** How often a feed is read. */
const FEED_EVERY_S = 900;
const TIMEOUT_MS = 20_000;
/** The largest feed, unpacked. */
const MOST_BYTES = 5_000_000;
const MAX_REDIRECTS = 5;
/** Entries without a date are remembered by a hash, so that they count as new only once. */
const MAX_REMEMBERED = 500;
const ACCEPT = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1';

/** What a feed said last: its validators, and entries that have no date. */
interface FeedCursor {
  etag: string;
  modified: string;
  undated: string[];
}

const isCursor = (value: unknown): value is FeedCursor => {
  const { etag, modified, undated } = (value ?? {}) as Partial<FeedCursor>;
  return typeof etag === 'string' && typeof modified === 'string' && Array.isArray(undated);
};

/** What connecting a feed finds out. */
export interface FoundFeed {
  title: string | null;
  /** The address to read it at: where it moved to, or the feed of the page that was given. */
  url: string;
}

/** Reads RSS and Atom feeds at addresses that people typed, with conditional requests. */
export function feedSearch(parts: SourceParts, url: string): MentionSearch {
  return {
    kind: 'feed',
    everySeconds: FEED_EVERY_S,
    paceMs: 0,
    asks: 'nothing',
    async search({ since, cursor, signal }): Promise<SearchPage> {
      const known = cursorOf(cursor, isCursor);
      const response = await load(parts, url, known, signal);
      if (response.status === 304) return pageOf([], cursor);
      const feed = read(response);
      if (!feed) throw notAFeed(response);
      const remembered = new Set(known?.undated);
      const undated: string[] = [];
      const posts = feed.entries.flatMap((entry) => {
        const post = postOf(entry, feed, url);
        if (post.publishedAt !== null) return post.publishedAt >= since ? post : [];
        const hash = hashOf(post.externalId, 12);
        undated.push(hash);
        return remembered.has(hash) ? [] : post;
      });
      const next: FeedCursor = {
        etag: header(response, 'etag'),
        modified: header(response, 'last-modified'),
        undated: undated.slice(0, MAX_REMEMBERED),
      };
      return pageOf(posts, JSON.stringify(next));
    },
  };
}

/**
 * Reads a feed before it is connected. A page that names its feed leads to that feed.
 * @throws SearchFailure
 */
export async function findFeed(parts: SourceParts, url: string): Promise<FoundFeed> {
  const response = await load(parts, url, null);
  const feed = read(response);
  if (feed) return { title: feed.title, url: response.movedTo ?? url };
  const named = feedOfPage(response);
  if (!named) throw notAFeed(response);
  const second = await load(parts, named, null);
  const found = read(second);
  if (!found) throw notAFeed(second);
  return { title: found.title, url: second.movedTo ?? named };
}

const pageOf = (posts: SourcePost[], cursor: string | null): SearchPage => ({
  posts,
  gone: [],
  cursor,
  more: false,
  quota: null,
  missed: null,
});

const header = (response: PublicResponse, name: string): string =>
  (response.headers[name] ?? '').slice(0, 500);

const read = (response: PublicResponse): Feed | null =>
  parseFeed(decodeFeed(response.bytes, response.headers['content-type']), response.url);

const notAFeed = ({ bytes }: PublicResponse): SearchFailure =>
  new SearchFailure(
    'invalid',
    /<html[\s>]/i.test(bytes.subarray(0, 4096).toString('latin1'))
      ? 'This address is a web page, not a feed.'
      : "This address isn't an RSS or Atom feed.",
  );

/** Loads a feed. Failures of the host open its circuit, so that ten feeds of a dead host cost one timeout at a time. */
async function load(
  parts: SourceParts,
  url: string,
  known: FeedCursor | null,
  signal?: AbortSignal,
): Promise<PublicResponse> {
  const { hostname } = new URL(url);
  const headers: Record<string, string> = {
    accept: ACCEPT,
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': parts.userAgent,
  };
  if (known?.etag) headers['if-none-match'] = known.etag;
  if (known?.modified) headers['if-modified-since'] = known.modified;
  const { fromLoopback, timeoutMs = TIMEOUT_MS } = parts;
  const limits = { timeoutMs, mostBytes: MOST_BYTES, mostRedirects: MAX_REDIRECTS, fromLoopback };
  try {
    return await retry(
      async () => {
        const response = await fetchPublic(url, headers, signal ? Object.assign({ signal }, limits) : limits);
        if (response.status >= 500) throw new Unfetchable(`It responded with ${response.status}.`);
        if (response.status !== 200 && response.status !== 304) throw refusal(response, parts.clock.now());
        return response;
      },
      {
        // The next poll is soon enough; hosts of feeds are often slow for a while.
        attempts: 1,
        judge: (error) =>
          error instanceof Unfetchable && error.temporary
            ? { health: 'down', message: error.message }
            : { health: error instanceof SearchFailure ? 'up' : 'unknown' },
        circuit: {
          book: parts.book,
          provider: `feed:${hostname}`,
          held: (until) =>
            new SearchFailure('held', `${hostname} failed repeatedly. We're giving it time.`, until),
        },
      },
    );
  } catch (error) {
    if (!(error instanceof Unfetchable)) throw error;
    throw new SearchFailure(
      error.temporary ? 'unavailable' : 'invalid',
      `The feed couldn't be read. ${error.message}`,
    );
  }
}

function refusal({ status, headers }: PublicResponse, now: Date): SearchFailure {
  if (status === 410) return new SearchFailure('closed', 'The feed was removed for good by its site.');
  if (status === 404) return new SearchFailure('invalid', "The feed doesn't exist.");
  if (status === 401 || status === 403)
    return new SearchFailure('closed', "The site doesn't let us read this feed.");
  if (status === 429)
    return new SearchFailure(
      'quota',
      'The site asks us to read less often.',
      retryTime(now, retryAfter(new Headers(headers), now)),
    );
  return new SearchFailure('unavailable', `The site responded with ${status}.`);
}

const PAGE_START = 256 * 1024;

/** Returns the address of the feed that a page names; null if it names none. */
function feedOfPage({ bytes, url, headers }: PublicResponse): string | null {
  let found: string | null = null;
  const parser = new Parser({
    onopentag(name, { rel = '', type = '', href }) {
      if (found || name !== 'link' || !/\balternate\b/i.test(rel)) return;
      if (/^application\/(rss|atom)\+xml/i.test(type)) found = webUrl(href, url);
    },
  });
  parser.end(decodeFeed(bytes.subarray(0, PAGE_START), headers['content-type']));
  return found;
}

const hashOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);

/** A feed's entry as a post. Guids are unique only within their feed, unless they are addresses. */
function postOf(entry: FeedEntry, feed: Feed, feedUrl: string): SourcePost {
  const host = new URL(entry.link ?? feedUrl).hostname.replace(/^www\./, '');
  const author = entry.author ?? feed.title ?? host;
  return {
    externalId: idOf(entry, feedUrl),
    kind: 'post',
    title: entry.title,
    text: entry.text,
    url: entry.link,
    author: {
      externalId: entry.author ? `${host}/${entry.author.toLowerCase()}`.slice(0, 300) : host,
      handle: author.toLowerCase().slice(0, 200),
      name: author,
      url: entry.authorUrl,
      followers: null,
    },
    language: entry.language,
    publishedAt: entry.publishedAt ?? entry.updatedAt,
    editedAt:
      entry.updatedAt !== null && entry.publishedAt !== null && entry.updatedAt > entry.publishedAt
        ? entry.updatedAt
        : null,
    replyTo: null,
    links: entry.links,
    tags: entry.tags,
    names: [],
    figures: null,
  };
}

function idOf({ guid, link, title, text }: FeedEntry, feedUrl: string): string {
  const address = guid && /^https?:/i.test(guid) ? canonicalUrl(guid) : null;
  const within = `${canonicalUrl(feedUrl) ?? feedUrl}#`;
  const id =
    address ??
    (guid ? within + guid : (link && canonicalUrl(link)) || within + hashOf(`${title} ${text}`, 22));
  return id.length <= 500 ? id : `${within.slice(0, 400)}${hashOf(id, 22)}`;
}
