import { type MentionSearch, type PostReview, SearchFailure } from '@troupe/domain/listening/mention-search';
import type { SourcePost } from '@troupe/domain/listening/source-event';
import { z } from 'zod';
import { callSource, parseSource, readable, retryAfter, retryTime, type SourceParts } from './call-source.ts';
import { cursorOf, lineOf, postText, tidyText, webUrl } from './post-text.ts';

const ME = { circuit: 'hacker-news', name: 'Hacker News' };
const ITEMS = { circuit: 'hacker-news-items', name: 'Hacker News' };
const SITE = 'https://news.ycombinator.com';
const PAGE = 200;
/** New items appear in the search after a while. */
const OVERLAP_S = 600;
const REVIEWED = 30;

const Hit = z.object({
  objectID: z.string(),
  created_at_i: z.number(),
  author: z.string().nullish(),
  title: z.string().nullish(),
  url: z.string().nullish(),
  story_text: z.string().nullish(),
  comment_text: z.string().nullish(),
  parent_id: z.number().nullish(),
  story_title: z.string().nullish(),
  points: z.number().nullish(),
  num_comments: z.number().nullish(),
  _tags: z.array(z.string()).default([]),
});
type Hit = z.output<typeof Hit>;
const Hits = z.object({ hits: z.array(z.unknown()), nbHits: z.number() });
const Item = z
  .object({
    id: z.number(),
    deleted: z.boolean().default(false),
    dead: z.boolean().default(false),
    type: z.string().default('story'),
    by: z.string().nullish(),
    time: z.number().nullish(),
    title: z.string().nullish(),
    text: z.string().nullish(),
    url: z.string().nullish(),
    parent: z.number().nullish(),
    score: z.number().nullish(),
    descendants: z.number().nullish(),
  })
  .nullable();

/** Where a search continues: the newest time read, and how far back it came while catching up. */
interface Position {
  newest: number;
  /** Items from here on were read in this round; null if the round is complete. */
  before: number | null;
  /** The newest time of this round. */
  ahead: number;
}
const isPosition = (value: unknown): value is Position =>
  typeof (value as Position | null)?.newest === 'number' && typeof (value as Position).ahead === 'number';

export interface HackerNewsOptions {
  /** Search API with a trailing slash. */
  url: string;
  /** Items API with a trailing slash. */
  itemsUrl: string;
}

/**
 * Hacker News: searches of Algolia by date, and the site's own items for deletions, which vanish from the search. A search
 * gives 1,000 hits at most, so a busy time is read in slices, from the newest back.
 */
export function hackerNewsSearch(parts: SourceParts, { url, itemsUrl }: HackerNewsOptions): MentionSearch {
  return {
    kind: 'hacker-news',
    everySeconds: 300,
    paceMs: 500,
    asks: 'terms',
    reviewed: REVIEWED,
    async search({ ask, since, cursor, signal }) {
      const known = cursorOf(cursor, isPosition);
      const from = Math.max(Math.floor(since / 1000), known ? known.newest - OVERLAP_S : 0);
      const before = known?.before ?? null;
      const address = new URL('search_by_date', url);
      address.search = new URLSearchParams({
        query: `"${ask.replaceAll('"', ' ')}"`,
        tags: '(story,comment)',
        numericFilters: [`created_at_i>${from}`, ...(before === null ? [] : [`created_at_i<${before}`])].join(
          ',',
        ),
        hitsPerPage: String(PAGE),
        advancedSyntax: 'true',
        typoTolerance: 'false',
      }).toString();
      const response = await callSource(parts, { circuit: ME.circuit, name: ME.name, url: address, signal });
      if (response.status !== 200) throw refusal(response, parts.clock.now());
      const { hits, nbHits } = await parseSource(parts, ME, Hits, response.body);
      const read = readable(Hit, hits);
      const times = read.map((hit) => hit.created_at_i);
      const more = read.length > 0 && nbHits > hits.length;
      const ahead = Math.max(known?.ahead ?? 0, known?.newest ?? 0, ...times);
      // Items of the oldest second may be on the next page too.
      const position: Position = more
        ? { newest: known?.newest ?? 0, before: Math.min(...times) + 1, ahead }
        : { newest: ahead, before: null, ahead };
      // A page within one second can't be divided: skip that second rather than repeat it forever.
      if (more && before !== null && position.before !== null && position.before >= before)
        position.before = before - 1;
      return {
        posts: read.map(postOfHit),
        gone: [],
        cursor: JSON.stringify(position),
        more,
        quota: null,
        missed: null,
      };
    },
    async review(externalIds): Promise<PostReview> {
      const review: PostReview = { posts: [], gone: [], quota: null };
      for (const externalId of externalIds.slice(0, REVIEWED)) {
        const address = new URL(`item/${encodeURIComponent(externalId)}.json`, itemsUrl);
        const response = await callSource(parts, { circuit: ITEMS.circuit, name: ITEMS.name, url: address });
        if (response.status !== 200) throw refusal(response, parts.clock.now());
        const item = await parseSource(parts, ITEMS, Item, response.body);
        if (!item || item.deleted || item.dead) review.gone.push(externalId);
        else review.posts.push(postOfItem(item));
      }
      return review;
    },
  };
}

const itemUrl = (id: string | number): string => `${SITE}/item?id=${id}`;

const authorOf = (name: string | null | undefined) => ({
  externalId: name || 'unknown',
  handle: (name || 'unknown').toLowerCase(),
  name: name ?? null,
  url: name ? `${SITE}/user?id=${encodeURIComponent(name)}` : null,
  followers: null,
});

function postOfHit(hit: Hit): SourcePost {
  const isComment = hit._tags.includes('comment') || typeof hit.comment_text === 'string';
  const { text, links } = postText(hit.comment_text ?? hit.story_text ?? '');
  return {
    externalId: hit.objectID,
    kind: isComment ? 'comment' : 'post',
    title: isComment ? null : lineOf(tidyText(hit.title ?? '')),
    text,
    url: itemUrl(hit.objectID),
    author: authorOf(hit.author),
    language: null,
    publishedAt: hit.created_at_i * 1000,
    editedAt: null,
    replyTo: isComment && hit.parent_id ? String(hit.parent_id) : null,
    links: withStory(links, hit.url),
    tags: [],
    names: [],
    // Points of comments aren't public.
    figures: figuresOf(isComment ? null : hit.points, hit.num_comments),
  };
}

function postOfItem(item: NonNullable<z.output<typeof Item>>): SourcePost {
  const isComment = item.type === 'comment';
  const { text, links } = postText(item.text ?? '');
  return {
    externalId: String(item.id),
    kind: isComment ? 'comment' : 'post',
    title: isComment ? null : lineOf(item.title),
    text,
    url: itemUrl(item.id),
    author: authorOf(item.by),
    language: null,
    publishedAt: item.time ? item.time * 1000 : null,
    editedAt: null,
    replyTo: item.parent ? String(item.parent) : null,
    links: withStory(links, item.url),
    tags: [],
    names: [],
    figures: figuresOf(isComment ? null : item.score, isComment ? null : item.descendants),
  };
}

const withStory = (links: string[], story: string | null | undefined): string[] => {
  const url = webUrl(story);
  return url ? [...new Set([url, ...links])] : links;
};

const figuresOf = (likes: number | null | undefined, replies: number | null | undefined) => ({
  likes: likes ?? null,
  replies: replies ?? null,
  reposts: null,
  quotes: null,
  views: null,
});

const refusal = ({ status, headers }: { status: number; headers: Headers }, now: Date): SearchFailure =>
  status === 429 || status === 403
    ? new SearchFailure(
        'quota',
        'Hacker News search asks us to slow down.',
        retryTime(now, retryAfter(headers, now)),
      )
    : new SearchFailure('unavailable', `Hacker News search responded with ${status}.`);
