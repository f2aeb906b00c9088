import type { MentionFigures } from '@troupe/domain/listening/mention';
import { SearchFailure } from '@troupe/domain/listening/mention-search';
import type { SourceAuthor, SourcePost } from '@troupe/domain/listening/source-event';
import { z } from 'zod';
import type { JsonResponse } from '../../platform/outgoing/fetch-json.ts';
import { callSource, parseSource, type SourceParts } from '../mention-search/call-source.ts';
import { profileUrl, readPost } from './jetstream-events.ts';

const ME = { circuit: 'bluesky', name: 'Bluesky' };
/** Posts or profiles of a call. */
const AT_ONCE = 25;
/** A session is used for less than the two hours that it lasts. */
const SESSION_MS = 90 * 60_000;

const Profile = z.object({
  did: z.string(),
  handle: z.string(),
  displayName: z.string().optional(),
  followersCount: z.int().optional(),
});
const Profiles = z.object({ profiles: z.array(Profile) });
const PostView = z.object({
  uri: z.string(),
  author: Profile,
  record: z.unknown(),
  likeCount: z.int().optional(),
  replyCount: z.int().optional(),
  repostCount: z.int().optional(),
  quoteCount: z.int().optional(),
});
const Posts = z.object({ posts: z.array(PostView) });
const Found = z.object({ posts: z.array(PostView), cursor: z.string().optional() });
const Session = z.object({ accessJwt: z.string() });

export interface BlueskyAccess {
  /** Bluesky's public API. */
  url: string;
  /** The server of the account. */
  accountUrl: string;
  handle: string;
  appPassword: string;
}

/** Bluesky's API. Reads without an account where that is possible. */
export class BlueskyApi {
  readonly #parts: SourceParts;
  readonly #access: BlueskyAccess;
  #session: { token: string; at: number } | null = null;
  /** The public host refuses what it answers elsewhere. */
  #needsAccount = false;

  constructor(parts: SourceParts, access: BlueskyAccess) {
    this.#parts = parts;
    this.#access = access;
  }

  get hasAccount(): boolean {
    return this.#access.handle !== '' && this.#access.appPassword !== '';
  }

  /** Returns authors by their DID. */
  async profiles(dids: readonly string[], signal?: AbortSignal): Promise<Map<string, SourceAuthor>> {
    const found = new Map<string, SourceAuthor>();
    for (let at = 0; at < dids.length; at += AT_ONCE) {
      const params = dids.slice(at, at + AT_ONCE).map((did): [string, string] => ['actors', did]);
      const { body } = await this.#call('app.bsky.actor.getProfiles', params, signal);
      const { profiles } = await parseSource(this.#parts, ME, Profiles, body);
      for (const profile of profiles) found.set(profile.did, authorOf(profile));
    }
    return found;
  }

  /** Returns figures and authors of posts by their URI; those that are gone are left out. */
  async posts(
    uris: readonly string[],
  ): Promise<Map<string, { figures: MentionFigures; author: SourceAuthor }>> {
    const found = new Map<string, { figures: MentionFigures; author: SourceAuthor }>();
    for (let at = 0; at < uris.length; at += AT_ONCE) {
      const params = uris.slice(at, at + AT_ONCE).map((uri): [string, string] => ['uris', uri]);
      const { body } = await this.#call('app.bsky.feed.getPosts', params);
      const { posts } = await parseSource(this.#parts, ME, Posts, body);
      for (const post of posts)
        found.set(post.uri, { figures: figuresOf(post), author: authorOf(post.author) });
    }
    return found;
  }

  /** Searches for posts of a time, newest first. Needs an account. */
  async search(
    query: string,
    { since, until }: { since: number; until: number },
    cursor: string | null,
  ): Promise<{ posts: SourcePost[]; cursor: string | null }> {
    const params: [string, string][] = [
      ['q', query],
      ['sort', 'latest'],
      ['since', new Date(since).toISOString()],
      ['until', new Date(until).toISOString()],
      ['limit', '100'],
    ];
    if (cursor !== null) params.push(['cursor', cursor]);
    this.#needsAccount = true;
    const { body } = await this.#call('app.bsky.feed.searchPosts', params);
    const found = await parseSource(this.#parts, ME, Found, body);
    const posts = found.posts.flatMap((view) => {
      const post = readPost(view.uri, view.record);
      return post ? [Object.assign(post, { author: authorOf(view.author), figures: figuresOf(view) })] : [];
    });
    return { posts, cursor: found.cursor ?? null };
  }

  async #call(method: string, params: [string, string][], signal?: AbortSignal): Promise<JsonResponse> {
    const query = new URLSearchParams(params);
    if (!this.#needsAccount) {
      const response = await this.#get(`${this.#access.url}/xrpc/${method}?${query}`, {}, signal);
      if (response.status === 200) return response;
      if (response.status !== 401 && response.status !== 403) throw await refusalOf(response);
      // The public host often refuses; an account is asked from now on.
      this.#needsAccount = this.hasAccount;
      if (!this.#needsAccount) throw await refusalOf(response);
    }
    for (let attempt = 1; ; attempt += 1) {
      const headers = { authorization: `Bearer ${await this.#token()}` };
      const response = await this.#get(`${this.#access.accountUrl}/xrpc/${method}?${query}`, headers, signal);
      if (response.status === 200) return response;
      // A session can end early.
      if ((response.status !== 400 && response.status !== 401) || attempt > 1)
        throw await refusalOf(response);
      this.#session = null;
    }
  }

  #get(url: string, headers: Record<string, string>, signal?: AbortSignal): Promise<JsonResponse> {
    return callSource(this.#parts, {
      circuit: ME.circuit,
      name: ME.name,
      url: new URL(url),
      init: { headers },
      signal,
    });
  }

  async #token(): Promise<string> {
    const now = this.#parts.clock.now().getTime();
    if (this.#session && now - this.#session.at < SESSION_MS) return this.#session.token;
    const { accountUrl, handle, appPassword } = this.#access;
    if (!this.hasAccount) throw new SearchFailure('refused', 'Bluesky needs an account for this.');
    const response = await callSource(this.#parts, {
      circuit: ME.circuit,
      name: ME.name,
      url: new URL(`${accountUrl}/xrpc/com.atproto.server.createSession`),
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identifier: handle, password: appPassword }),
      },
    });
    if (response.status !== 200) throw await refusalOf(response);
    const { accessJwt } = await parseSource(this.#parts, ME, Session, response.body);
    this.#session = { token: accessJwt, at: now };
    return accessJwt;
  }
}

async function refusalOf({ status, headers }: JsonResponse): Promise<SearchFailure> {
  if (status === 429) {
    // Bluesky tells the second at which its limit is reset.
    const reset = Number(headers.get('ratelimit-reset'));
    return new SearchFailure(
      'quota',
      "Bluesky's rate limit is used up.",
      reset > 0 ? new Date(reset * 1000) : null,
    );
  }
  if (status === 401 || status === 403) return new SearchFailure('refused', 'Bluesky refused the account.');
  return new SearchFailure('unavailable', `Bluesky responded with ${status}.`);
}

const authorOf = ({ did, handle, displayName, followersCount }: z.infer<typeof Profile>): SourceAuthor => ({
  externalId: did,
  handle,
  name: displayName || null,
  url: profileUrl(did),
  followers: followersCount ?? null,
});

const figuresOf = (post: z.infer<typeof PostView>): MentionFigures => ({
  likes: post.likeCount ?? null,
  replies: post.replyCount ?? null,
  reposts: post.repostCount ?? null,
  quotes: post.quoteCount ?? null,
  views: null,
});
