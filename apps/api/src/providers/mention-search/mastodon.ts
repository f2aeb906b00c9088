import { type MentionSearch, type PostReview, SearchFailure } from '@troupe/domain/listening/mention-search';
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
import { cursorOf, languageOf, lineOf, postText, tidyText, webUrl } from './post-text.ts';

const PAGE = 40;
/** Statuses of one review; servers before 4.3 are asked for each. */
const REVIEWED = 20;

const Tag = z.object({ name: z.string() });
const Mention = z.object({ acct: z.string() });
export const MastodonStatus = z.object({
  id: z.string(),
  uri: z.string().nullish(),
  url: z.string().nullish(),
  created_at: z.string(),
  edited_at: z.string().nullish(),
  in_reply_to_id: z.string().nullish(),
  visibility: z.string().default('public'),
  spoiler_text: z.string().default(''),
  language: z.string().nullish(),
  content: z.string().default(''),
  replies_count: z.number().nullish(),
  reblogs_count: z.number().nullish(),
  favourites_count: z.number().nullish(),
  quotes_count: z.number().nullish(),
  account: z.object({
    id: z.string(),
    acct: z.string(),
    uri: z.string().nullish(),
    url: z.string().nullish(),
    display_name: z.string().default(''),
    followers_count: z.number().nullish(),
    noindex: z.boolean().nullish(),
  }),
  tags: z.array(Tag).default([]),
  mentions: z.array(Mention).default([]),
});
type Status = z.output<typeof MastodonStatus>;
const List = z.array(z.unknown());
const Failed = z.object({ error: z.string().default('') });

export interface MastodonOptions {
  /** The server, such as `mastodon.social`. */
  host: string;
  /** Its origin, with `{host}` for the server. */
  origin: string;
  /** A user's token, for servers that close their timelines. */
  token: string | null;
}

/**
 * Hashtag timelines of a Mastodon server. Ids grow with time, so a page starts where the last one ended and nothing between
 * two polls is missed. Posts of accounts that don't want to be found by search engines are left out.
 */
export function mastodonSearch(parts: SourceParts, { host, origin, token }: MastodonOptions): MentionSearch {
  const callee = { circuit: `mastodon:${host}`, name: host };
  const at = (path: string) => new URL(path, `${origin.replace('{host}', host).replace(/\/$/, '')}/`);
  const call = async (url: URL, signal?: AbortSignal): Promise<JsonResponse> => {
    const init = token ? { headers: { authorization: `Bearer ${token}` } } : {};
    const { circuit, name } = callee;
    const response = await callSource(parts, { circuit, name, url, init, typed: true, signal });
    if (response.status < 400 || response.status === 404) return response;
    throw refusal(host, response, token !== null, parts.clock.now());
  };
  return {
    kind: 'mastodon',
    everySeconds: 300,
    paceMs: 1000,
    asks: 'tags',
    reviewed: REVIEWED,
    async search({ ask, since, cursor, signal }) {
      const last = cursorOf(
        cursor,
        (value): value is { last: string } =>
          typeof value === 'object' &&
          value !== null &&
          typeof (value as { last?: unknown }).last === 'string',
      );
      const url = at(`api/v1/timelines/tag/${encodeURIComponent(ask)}`);
      url.searchParams.set('limit', String(PAGE));
      if (last) url.searchParams.set('min_id', last.last);
      const response = await call(url, signal);
      const list = response.status === 404 ? [] : await parseSource(parts, callee, List, response.body);
      const statuses = readable(MastodonStatus, list);
      const newest = statuses.map(({ id }) => id).reduce(laterId, last?.last ?? '');
      return {
        posts: statuses
          .filter(isOpen)
          .map((status) => mastodonPost(status, host))
          .filter(({ publishedAt }) => (publishedAt ?? since) >= since),
        gone: [],
        cursor: newest === '' ? null : JSON.stringify({ last: newest }),
        // Without a cursor, the newest page is a start.
        more: last !== null && list.length >= PAGE,
        quota: rateOf(response),
        missed: null,
      };
    },
    async review(externalIds): Promise<PostReview> {
      const ids = new Map(
        externalIds.flatMap((uri) => {
          const id = localIdOf(uri, host);
          return id ? [[id, uri] as const] : [];
        }),
      );
      if (ids.size === 0) return { posts: [], gone: [], quota: null };
      const url = at('api/v1/statuses');
      for (const id of ids.keys()) url.searchParams.append('id[]', id);
      const response = await call(url);
      if (response.status === 404) return { posts: [], gone: [], quota: rateOf(response) };
      const list = await parseSource(parts, callee, List, response.body);
      const posts = readable(MastodonStatus, list)
        .filter(isOpen)
        .map((status) => mastodonPost(status, host));
      const found = new Set(posts.map(({ externalId }) => externalId));
      return { posts, gone: [...ids.values()].filter((uri) => !found.has(uri)), quota: rateOf(response) };
    },
  };
}

/** Whether a post is meant to be found. */
const isOpen = ({ visibility, account }: Status): boolean =>
  visibility === 'public' && account.noindex !== true;

/** The later of two ids: texts of digits that may be too long for a number. */
const laterId = (a: string, b: string): string =>
  a.length !== b.length ? (a.length > b.length ? a : b) : a > b ? a : b;

/** The id that the server itself gives its own posts; null for posts of other servers. */
function localIdOf(uri: string, host: string): string | null {
  const url = URL.parse(uri);
  return url?.host === host ? (/\/statuses\/(\d+)$/.exec(url.pathname)?.[1] ?? null) : null;
}

/** Reads a status. The same status has the same address on all servers. */
export function mastodonPost(status: Status, host: string): SourcePost {
  const { account } = status;
  const { text, links } = postText(status.content);
  const warning = tidyText(status.spoiler_text);
  const handle = account.acct.includes('@') ? account.acct : `${account.acct}@${host}`;
  const published = Date.parse(status.created_at);
  const edited = Date.parse(status.edited_at ?? '');
  const url = webUrl(status.url) ?? webUrl(status.uri);
  return {
    externalId: status.uri || url || `https://${host}/statuses/${status.id}`,
    kind: status.in_reply_to_id ? 'reply' : 'post',
    title: null,
    // A content warning is what its author wrote above the text.
    text: warning === '' ? text : `${warning}\n\n${text}`,
    url,
    author: {
      externalId: account.uri || account.url || handle,
      handle: handle.toLowerCase(),
      name: lineOf(account.display_name, 200),
      url: webUrl(account.url),
      followers: countOf(account.followers_count),
    },
    language: languageOf(status.language),
    publishedAt: Number.isNaN(published) ? null : published,
    editedAt: Number.isNaN(edited) ? null : edited,
    replyTo: status.in_reply_to_id ?? null,
    links: links.filter((link) => !isOwnLink(link, status)),
    tags: status.tags.map(({ name }) => name),
    names: status.mentions.map(({ acct }) => acct),
    figures: {
      likes: countOf(status.favourites_count),
      replies: countOf(status.replies_count),
      reposts: countOf(status.reblogs_count),
      quotes: countOf(status.quotes_count),
      views: null,
    },
  };
}

/** Hidden counts are reported as -1. */
const countOf = (count: number | null | undefined): number | null =>
  count !== null && count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : null;

/** Links to tags and accounts are part of the text, not something that the post points to. */
const isOwnLink = (link: string, { tags, mentions }: Status): boolean => {
  const { pathname } = new URL(link);
  const [, tag] = /\/tags?\/([^/]+)$/.exec(pathname) ?? [];
  if (tag) return tags.some(({ name }) => name.toLowerCase() === decoded(tag).toLowerCase());
  const [, name] = /\/@?(?:users\/)?([^/@]+)$/.exec(pathname) ?? [];
  return mentions.some(({ acct }) => acct.split('@')[0]?.toLowerCase() === name?.toLowerCase());
};

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The quota of five minutes; it resets at a time in ISO form. */
function rateOf({ headers }: JsonResponse) {
  const limit = numberIn(headers, 'x-ratelimit-limit');
  const used = limit - numberIn(headers, 'x-ratelimit-remaining');
  return quotaOf(used, limit, new Date(headers.get('x-ratelimit-reset') ?? ''));
}

function refusal(host: string, { status, headers, body }: JsonResponse, hasToken: boolean, now: Date) {
  if (status === 429) {
    const resets = new Date(headers.get('x-ratelimit-reset') ?? '');
    return new SearchFailure(
      'quota',
      `${host} asks us to slow down.`,
      retryTime(now, Number.isNaN(resets.getTime()) ? null : resets),
    );
  }
  const said = Failed.safeParse(body).data?.error ?? '';
  if (status === 401 || status === 403 || status === 422)
    return hasToken
      ? new SearchFailure('refused', `${host} rejected the token. Connect it again with a new one.`)
      : new SearchFailure(
          'closed',
          `${host} shows its timelines to logged-in users only. Add a token to read them.`,
        );
  return new SearchFailure(
    'unavailable',
    `${host} responded with ${status}${said && `: ${said.slice(0, 100)}`}.`,
  );
}
