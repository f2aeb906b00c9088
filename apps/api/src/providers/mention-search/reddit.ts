import { type MentionSearch, SearchFailure } from '@troupe/domain/listening/mention-search';
import type { SourcePost } from '@troupe/domain/listening/source-event';
import { z } from 'zod';
import type { JsonResponse } from '../../platform/outgoing/fetch-json.ts';
import {
  callSource,
  numberIn,
  parseSource,
  quotaOf,
  readable,
  retryTime,
  type SourceParts,
} from './call-source.ts';
import { cursorOf, lineOf, tidyText, webUrl } from './post-text.ts';

const NAME = 'Reddit';
const SITE = 'https://www.reddit.com';
const PAGE = 100;
const REVIEWED = 100;
/** New posts appear in the search after a while. */
const OVERLAP_MS = 600_000;
/** A token is replaced this long before it expires. */
const EARLY_MS = 60_000;

const Token = z.object({ access_token: z.string(), expires_in: z.number().default(3600) });
const Thing = z.object({
  kind: z.enum(['t1', 't3']),
  data: z.object({
    name: z.string(),
    title: z.string().nullish(),
    selftext: z.string().nullish(),
    body: z.string().nullish(),
    author: z.string().nullish(),
    author_fullname: z.string().nullish(),
    permalink: z.string().nullish(),
    url: z.string().nullish(),
    is_self: z.boolean().nullish(),
    created_utc: z.number().nullish(),
    edited: z.union([z.boolean(), z.number()]).default(false),
    parent_id: z.string().nullish(),
    score: z.number().nullish(),
    hide_score: z.boolean().nullish(),
    score_hidden: z.boolean().nullish(),
    num_comments: z.number().nullish(),
    num_crossposts: z.number().nullish(),
    removed_by_category: z.string().nullish(),
  }),
});
type Thing = z.output<typeof Thing>;
const Listing = z.object({
  data: z.object({ after: z.string().nullish(), children: z.array(z.unknown()) }),
});

interface Position {
  newest: number;
  after: string | null;
  ahead: number;
}
const isPosition = (value: unknown): value is Position =>
  typeof (value as Position | null)?.newest === 'number' && typeof (value as Position).ahead === 'number';

export interface RedditOptions {
  /** API origin with a trailing slash. */
  url: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  sourceId: string;
}

/**
 * Posts by search with the brand's approved key (client credentials). Posts and comments that were deleted or removed are
 * reported as gone, as Reddit's terms require.
 */
export function redditSearch(parts: SourceParts, options: RedditOptions): MentionSearch {
  const get = redditCalls(parts, options);
  return {
    kind: 'reddit',
    everySeconds: 300,
    paceMs: 1000,
    asks: 'terms',
    reviewed: REVIEWED,
    async search({ ask, since, cursor, signal }) {
      const known = cursorOf(cursor, isPosition);
      const from = Math.max(since, known ? known.newest - OVERLAP_MS : 0);
      const query: Record<string, string> = {
        q: `"${ask.replaceAll('"', ' ')}"`,
        sort: 'new',
        type: 'link',
        limit: String(PAGE),
        raw_json: '1',
      };
      if (known?.after) query.after = known.after;
      const { listing, quota } = await get('search', query, signal);
      const { posts, gone } = readListing(listing.children);
      const times = posts.flatMap(({ publishedAt }) => publishedAt ?? []);
      const ahead = Math.max(known?.ahead ?? 0, known?.newest ?? 0, ...times);
      const oldest = Math.min(...times);
      const after = oldest > from ? (listing.after ?? null) : null;
      const more = after !== null && listing.children.length > 0;
      const position: Position = more
        ? { newest: known?.newest ?? 0, after, ahead }
        : { newest: ahead, after: null, ahead };
      // A listing ends after 1,000 posts. What lies between it and the last search can't be had.
      const isCut =
        known !== null && known.newest > 0 && known.after !== null && !more && oldest > known.newest;
      return {
        posts: posts.filter(({ publishedAt }) => (publishedAt ?? from) >= from),
        gone,
        cursor: JSON.stringify(position),
        more,
        quota,
        missed: isCut ? { from: known.newest, to: oldest } : null,
      };
    },
    async review(externalIds) {
      const { listing, quota } = await get('api/info', { id: externalIds.join(','), raw_json: '1' });
      const { posts, gone } = readListing(listing.children);
      const found = new Set(posts.map(({ externalId }) => externalId));
      const missing = externalIds.filter((id) => !found.has(id) && !gone.includes(id));
      return { posts, gone: [...gone, ...missing], quota };
    },
  };
}

/** Calls with a token, which is kept until it expires, and fetched again once if it is refused. */
function redditCalls(parts: SourceParts, options: RedditOptions) {
  const callee = { circuit: `reddit:${options.sourceId}`, name: NAME };
  const { circuit, name } = callee;
  let token: { value: string; until: number } | null = null;

  async function fetchToken(): Promise<string> {
    const basic = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64');
    const response = await callSource(parts, {
      circuit,
      name,
      url: new URL(options.tokenUrl),
      init: {
        method: 'POST',
        headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=client_credentials',
      },
    });
    if (response.status === 429) throw tooFast(response, parts.clock.now());
    if (response.status !== 200) throw refused();
    const { access_token, expires_in } = await parseSource(parts, callee, Token, response.body);
    token = { value: access_token, until: parts.clock.now().getTime() + expires_in * 1000 - EARLY_MS };
    return access_token;
  }

  return async (path: string, query: Record<string, string>, signal?: AbortSignal) => {
    const url = new URL(path, options.url);
    url.search = new URLSearchParams(query).toString();
    const ask = (value: string) =>
      callSource(parts, {
        circuit,
        name,
        url,
        init: { headers: { authorization: `Bearer ${value}` } },
        signal,
      });
    const isKept = token !== null && token.until > parts.clock.now().getTime();
    let response = await ask(isKept && token ? token.value : await fetchToken());
    if (response.status === 401 && isKept) response = await ask(await fetchToken());
    const now = parts.clock.now();
    if (response.status === 429) throw tooFast(response, now);
    if (response.status === 401 || response.status === 403) throw refused();
    if (response.status !== 200)
      throw new SearchFailure('unavailable', `Reddit responded with ${response.status}.`);
    const { data } = await parseSource(parts, callee, Listing, response.body);
    return { listing: data, quota: rateOf(response, now) };
  };
}

const refused = () =>
  new SearchFailure('refused', 'Reddit rejected the key. Check that it is approved, then connect it again.');

/** Seconds until the quota resets. */
const resetOf = ({ headers }: JsonResponse, now: Date): Date =>
  new Date(now.getTime() + numberIn(headers, 'x-ratelimit-reset') * 1000);

const tooFast = (response: JsonResponse, now: Date) => {
  const resets = resetOf(response, now);
  const known = Number.isNaN(resets.getTime()) ? null : resets;
  return new SearchFailure('quota', 'Reddit asks us to slow down.', retryTime(now, known));
};

function rateOf(response: JsonResponse, now: Date) {
  const used = numberIn(response.headers, 'x-ratelimit-used');
  const remaining = numberIn(response.headers, 'x-ratelimit-remaining');
  return quotaOf(used, used + remaining, resetOf(response, now));
}

const DELETED = new Set(['[deleted]', '[removed]']);

/** Whether its author or a moderator took it away. */
const isGone = ({ kind, data }: Thing): boolean =>
  DELETED.has((kind === 't1' ? data.body : data.selftext) ?? '') ||
  (kind === 't3' && ['[deleted]', undefined, null, ''].includes(data.author)) ||
  Boolean(data.removed_by_category);

/** Reads the posts and comments of a listing; other things in it are left out. */
export function readListing(children: readonly unknown[]): { posts: SourcePost[]; gone: string[] } {
  const things = readable(Thing, children);
  return {
    posts: things.filter((thing) => !isGone(thing)).map(postOf),
    gone: things.filter(isGone).map(({ data }) => data.name),
  };
}

function postOf({ kind, data }: Thing): SourcePost {
  const isComment = kind === 't1';
  const author = data.author || 'unknown';
  const url = data.permalink ? webUrl(data.permalink, SITE) : null;
  const link = isComment || data.is_self ? null : webUrl(data.url);
  const hidesScore = data.hide_score === true || data.score_hidden === true;
  return {
    externalId: data.name,
    kind: isComment ? 'comment' : 'post',
    title: isComment ? null : lineOf(data.title),
    text: tidyText((isComment ? data.body : data.selftext) ?? ''),
    url,
    author: {
      externalId: data.author_fullname ?? author.toLowerCase(),
      handle: author.toLowerCase(),
      name: author,
      url: `${SITE}/user/${encodeURIComponent(author)}`,
      followers: null,
    },
    language: null,
    publishedAt: data.created_utc ? data.created_utc * 1000 : null,
    editedAt: typeof data.edited === 'number' ? data.edited * 1000 : null,
    replyTo: isComment ? (data.parent_id ?? null) : null,
    links: link && link !== url ? [link] : [],
    tags: [],
    names: [],
    figures: {
      likes: hidesScore ? null : (data.score ?? null),
      replies: data.num_comments ?? null,
      reposts: data.num_crossposts ?? null,
      quotes: null,
      views: null,
    },
  };
}
