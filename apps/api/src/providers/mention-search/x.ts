import {
  type MentionSearch,
  SearchFailure,
  type SourceBudget,
} from '@troupe/domain/listening/mention-search';
import type { SourcePost } from '@troupe/domain/listening/source-event';
import { z } from 'zod';
import type { JsonResponse } from '../../platform/outgoing/fetch-json.ts';
import { callSource, numberIn, parseSource, readable, retryTime, type SourceParts } from './call-source.ts';
import { cursorOf, languageOf, lineOf, tidyText, webUrl } from './post-text.ts';

const NAME = 'X';
const MOST_RESULTS = 100;
const FEWEST_RESULTS = 10;
/** The search goes back seven days. */
const LOOK_BACK_MS = 7 * 86_400_000 - 60_000;

const Post = z.object({
  id: z.string(),
  text: z.string(),
  author_id: z.string(),
  created_at: z.string().optional(),
  lang: z.string().optional(),
  edit_history_tweet_ids: z.array(z.string()).default([]),
  public_metrics: z
    .object({
      like_count: z.number(),
      reply_count: z.number(),
      retweet_count: z.number(),
      quote_count: z.number(),
      impression_count: z.number(),
    })
    .partial()
    .default({}),
  referenced_tweets: z.array(z.object({ type: z.string(), id: z.string() })).default([]),
  entities: z
    .object({
      urls: z.array(z.object({ expanded_url: z.string().optional(), url: z.string() })).default([]),
      mentions: z.array(z.object({ username: z.string() })).default([]),
    })
    .partial()
    .default({}),
  note_tweet: z.object({ text: z.string() }).optional(),
});
const User = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string().default(''),
  public_metrics: z.object({ followers_count: z.number() }).partial().default({}),
});
type User = z.output<typeof User>;
const Page = z.object({
  data: z.array(z.unknown()).default([]),
  includes: z.object({ users: z.array(z.unknown()).default([]) }).default({ users: [] }),
  errors: z.array(z.object({ resource_id: z.string().optional(), type: z.string().optional() })).default([]),
  meta: z.object({ newest_id: z.string().optional(), next_token: z.string().optional() }).default({}),
});
const Failed = z.object({ title: z.string().default(''), detail: z.string().default('') });

interface Position {
  newest: string | null;
  page: string | null;
  ahead: string | null;
}
const isPosition = (value: unknown): value is Position =>
  typeof value === 'object' && value !== null && 'newest' in value && 'ahead' in value;

export interface XOptions {
  /** API URL with a trailing slash. */
  url: string;
  /** The brand's app-only token. */
  token: string;
  /** What reading one post costs, in US cents. */
  centsPerPost: number;
  /** US cents a month, as the brand limits them. */
  budget: SourceBudget;
  sourceId: string;
}

/**
 * Posts by recent search with the brand's prepaid key. The most that a search can cost is reserved from the brand's monthly
 * limit before it is made, and what wasn't used is given back after it.
 */
export function xSearch(parts: SourceParts, options: XOptions): MentionSearch {
  const { budget, centsPerPost, sourceId, token } = options;
  const callee = { circuit: `x:${sourceId}`, name: NAME };

  /** Makes a call that may return so many posts. Without an answer, all of them count as read. */
  async function spend(url: URL, posts: number, signal?: AbortSignal) {
    if (!(await budget.reserve(posts * centsPerPost))) throw await limitReached(budget);
    const { circuit, name } = callee;
    const init = { headers: { authorization: `Bearer ${token}` } };
    const response = await callSource(parts, { circuit, name, url, init, signal, attempts: 1 });
    if (response.status !== 200) {
      await budget.giveBack(posts * centsPerPost);
      throw refusal(response, parts.clock.now());
    }
    const page = await parseSource(parts, callee, Page, response.body);
    await budget.giveBack(Math.max(0, posts - page.data.length) * centsPerPost);
    return page;
  }

  return {
    kind: 'x',
    everySeconds: 900,
    paceMs: 2000,
    asks: 'terms',
    async search({ ask, since, cursor, signal }) {
      const known = cursorOf(cursor, isPosition);
      const most = Math.min(MOST_RESULTS, Math.floor((await budget.remaining()) / centsPerPost));
      if (most < FEWEST_RESULTS) throw await limitReached(budget);
      const url = new URL('2/tweets/search/recent', options.url);
      url.search = new URLSearchParams({
        query: `"${ask.replaceAll('"', ' ')}" -is:retweet`,
        max_results: String(most),
        'tweet.fields':
          'created_at,public_metrics,author_id,lang,referenced_tweets,entities,note_tweet,edit_history_tweet_ids',
        expansions: 'author_id',
        'user.fields': 'username,name,public_metrics',
      }).toString();
      const from = Math.max(since, parts.clock.now().getTime() - LOOK_BACK_MS);
      if (known?.newest) url.searchParams.set('since_id', known.newest);
      else url.searchParams.set('start_time', `${new Date(from).toISOString().slice(0, 19)}Z`);
      if (known?.page) url.searchParams.set('next_token', known.page);
      const page = await spend(url, most, signal);
      const posts = readPage(page);
      const ahead = [known?.ahead, known?.newest, page.meta.newest_id].reduce(laterId, null) ?? null;
      const next = page.meta.next_token ?? null;
      const position: Position = next
        ? { newest: known?.newest ?? null, page: next, ahead }
        : { newest: ahead, page: null, ahead };
      return {
        posts,
        gone: [],
        cursor: JSON.stringify(position),
        more: next !== null && posts.length > 0,
        quota: await budget.quota(),
        missed: null,
      };
    },
  };
}

/** The later of two ids: texts of digits that may be too long for a number. */
function laterId(a: string | null | undefined, b: string | null | undefined): string | null {
  if (!a || !b) return a ?? b ?? null;
  return a.length !== b.length ? (a.length > b.length ? a : b) : a > b ? a : b;
}

async function limitReached(budget: SourceBudget): Promise<SearchFailure> {
  const { limit, resets } = await budget.quota();
  const amount = `$${(limit / 100).toFixed(2)}`;
  return new SearchFailure('quota', `This month's limit of ${amount} for X is used up.`, new Date(resets));
}

function refusal({ status, headers, body }: JsonResponse, now: Date): SearchFailure {
  const { title = '', detail = '' } = Failed.safeParse(body).data ?? {};
  const resets = new Date(numberIn(headers, 'x-rate-limit-reset') * 1000);
  const known = Number.isNaN(resets.getTime()) ? null : resets;
  if (status === 429) return new SearchFailure('quota', 'X asks us to slow down.', retryTime(now, known));
  if (status === 402 || /credits|usage cap/i.test(title + detail))
    return new SearchFailure(
      'quota',
      'The prepaid credit at X is used up.',
      new Date(now.getTime() + 3_600_000),
    );
  if (status === 401 || status === 403)
    return new SearchFailure('refused', 'X rejected the token. Connect it again with a new one.');
  return new SearchFailure(
    'unavailable',
    `X responded with ${status}${detail && `: ${lineOf(detail, 150)}`}.`,
  );
}

function readPage({ data, includes }: z.output<typeof Page>): SourcePost[] {
  const users = new Map(readable(User, includes.users).map((user) => [user.id, user]));
  return readable(Post, data).map((post) => postOf(post, users.get(post.author_id)));
}

const KINDS: Record<string, SourcePost['kind']> = {
  replied_to: 'reply',
  quoted: 'quote',
  retweeted: 'repost',
};

function postOf(post: z.output<typeof Post>, user: User | undefined): SourcePost {
  const published = Date.parse(post.created_at ?? '');
  const [first] = post.referenced_tweets;
  const { urls = [], mentions = [] } = post.entities;
  const { like_count, reply_count, retweet_count, quote_count, impression_count } = post.public_metrics;
  return {
    // An edit is a new post with the ids of its versions; the first one identifies it.
    externalId: post.edit_history_tweet_ids[0] ?? post.id,
    kind: KINDS[first?.type ?? ''] ?? 'post',
    title: null,
    text: tidyText(unescaped(post.note_tweet?.text ?? post.text)),
    url: user
      ? `https://x.com/${encodeURIComponent(user.username)}/status/${post.id}`
      : `https://x.com/i/status/${post.id}`,
    author: {
      externalId: post.author_id,
      handle: user?.username.toLowerCase() ?? post.author_id,
      name: lineOf(user?.name, 200),
      url: user ? `https://x.com/${encodeURIComponent(user.username)}` : null,
      followers: user?.public_metrics.followers_count ?? null,
    },
    language: languageOf(post.lang === 'und' ? null : post.lang),
    publishedAt: Number.isNaN(published) ? null : published,
    editedAt: post.edit_history_tweet_ids.length > 1 && !Number.isNaN(published) ? published : null,
    replyTo: post.referenced_tweets.find(({ type }) => type === 'replied_to')?.id ?? null,
    links: urls.flatMap(({ expanded_url, url }) => webUrl(expanded_url ?? url) ?? []),
    tags: [],
    names: mentions.map(({ username }) => username),
    figures: {
      likes: like_count ?? null,
      replies: reply_count ?? null,
      reposts: retweet_count ?? null,
      quotes: quote_count ?? null,
      views: impression_count ?? null,
    },
  };
}

/** X escapes three characters in texts. */
const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
