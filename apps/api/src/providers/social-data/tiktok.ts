import {
  type Connection,
  type ReadOptions,
  type SocialContent,
  SocialFailure,
  type SocialReading,
  type SocialSource,
} from '@troupe/domain/creator-refresh';
import { z } from 'zod';
import { ask, countOf, keptForPeople, refused, type SocialParts, shaped } from './ask.ts';

const ME = { provider: 'tiktok', name: 'TikTok' };
const MINUTE = 60_000;
const CALLS_A_MINUTE = 600;
const A_PAGE = 20;
const PAGES = 3;
const USER =
  'open_id,avatar_url,display_name,username,is_verified,bio_description,follower_count,video_count';
const VIDEO =
  'id,create_time,title,share_url,cover_image_url,duration,like_count,comment_count,share_count,view_count';

/** How the quota is called in the books; TikTok counts each endpoint by itself. */
const QUOTA = 'Calls a minute';

const Envelope = z.object({
  data: z.unknown().optional(),
  error: z.object({ code: z.string(), message: z.string().default('') }),
});
const UserInfo = z.object({
  user: z.object({
    open_id: z.string(),
    avatar_url: z.string().optional(),
    display_name: z.string().optional(),
    username: z.string().optional(),
    is_verified: z.boolean().optional(),
    bio_description: z.string().optional(),
    follower_count: z.unknown().optional(),
  }),
});
const VideoList = z.object({
  videos: z
    .array(
      z.object({
        id: z.string(),
        create_time: z.number(),
        title: z.string().default(''),
        share_url: z.string().optional(),
        cover_image_url: z.string().optional(),
        like_count: z.unknown().optional(),
        comment_count: z.unknown().optional(),
        share_count: z.unknown().optional(),
        view_count: z.unknown().optional(),
      }),
    )
    .default([]),
  cursor: z.number().optional(),
  has_more: z.boolean().default(false),
});
const Tokens = z.object({
  open_id: z.string().optional(),
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string(),
  refresh_expires_in: z.number(),
});
const TokenFailed = z.object({ error: z.string(), error_description: z.string().default('') });

const NOT_CONNECTED = {
  state: 'not-connected' as const,
  message: 'The creator has to connect this TikTok account again before it can be read.',
};

export interface TiktokOptions {
  /** Address of the API with its version and a slash at its end. */
  url: string;
  clientKey: string;
  clientSecret: string;
}

/** A token that TikTok does not take (any more). */
class TokenRefused extends Error {}

/**
 * TikTok's display API: accounts whose owners gave their consent. An access token lives for 24 hours; it is renewed
 * (and the new pair kept) before it is used after that, until the consent ends or is withdrawn.
 */
export function tiktok(parts: SocialParts, { url, clientKey, clientSecret }: TiktokOptions): SocialSource {
  async function pay(path: string, onDemand: boolean): Promise<void> {
    const from = new Date(Math.floor(parts.clock.now().getTime() / MINUTE) * MINUTE);
    const resets = new Date(from.getTime() + MINUTE);
    const window = { name: `${QUOTA}, ${path}`, from, resets, limit: CALLS_A_MINUTE };
    if (!(await parts.book.takeUnits(ME.provider, window, 1, keptForPeople(CALLS_A_MINUTE, onDemand))))
      throw busy();
  }
  const busy = () =>
    new SocialFailure(
      'quota',
      'TikTok asks for a moment of patience. Try again in some minutes.',
      new Date(parts.clock.now().getTime() + MINUTE),
    );

  async function call<T extends z.ZodType>(
    path: string,
    {
      accessToken,
      fields,
      body,
      onDemand,
      shape,
    }: { accessToken: string; fields: string; body?: object; onDemand: boolean; shape: T },
  ): Promise<z.output<T>> {
    const address = new URL(`${path}/`, url);
    address.searchParams.set('fields', fields);
    const answer = await ask(parts, {
      ...ME,
      url: address,
      init: {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      },
      pay: () => pay(path, onDemand),
    });
    const { data, error } = await shaped(parts, ME, Envelope, answer.body);
    if (error.code === 'rate_limit_exceeded') throw busy();
    if (error.code === 'access_token_invalid' || error.code === 'scope_not_authorized')
      throw new TokenRefused();
    if (error.code !== 'ok') throw await refused(parts, ME, error.code);
    await parts.book.recordCall({ provider: ME.provider, ok: true });
    return shaped(parts, ME, shape, data);
  }

  /** A pair of new tokens; null when the consent has ended. */
  async function renew(connection: Connection, onDemand: boolean): Promise<Connection | null> {
    if (Date.parse(connection.refreshExpiresAt) <= parts.clock.now().getTime()) return null;
    const answer = await ask(parts, {
      ...ME,
      url: new URL('oauth/token/', url),
      repeatable: false,
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          client_key: clientKey,
          client_secret: clientSecret,
          grant_type: 'refresh_token',
          refresh_token: connection.refreshToken,
        }).toString(),
      },
      pay: () => pay('oauth/token', onDemand),
    });
    if (answer.status === 429) throw busy();
    const failure = TokenFailed.safeParse(answer.body);
    if (failure.success) {
      if (failure.data.error === 'invalid_grant') return null;
      throw await refused(parts, ME, failure.data.error);
    }
    const tokens = await shaped(parts, ME, Tokens, answer.body);
    const after = (seconds: number) => new Date(parts.clock.now().getTime() + seconds * 1000).toISOString();
    return {
      openId: tokens.open_id ?? connection.openId,
      accessToken: tokens.access_token,
      accessExpiresAt: after(tokens.expires_in),
      refreshToken: tokens.refresh_token,
      refreshExpiresAt: after(tokens.refresh_expires_in),
    };
  }

  async function readWith(accessToken: string, onDemand: boolean): Promise<SocialReading> {
    const { user } = await call('user/info', { accessToken, fields: USER, onDemand, shape: UserInfo });
    const content: SocialContent[] = [];
    let cursor: number | undefined;
    for (let page = 1; page <= PAGES; page++) {
      const body = { max_count: A_PAGE, ...(cursor === undefined ? {} : { cursor }) };
      const list = await call('video/list', { accessToken, fields: VIDEO, body, onDemand, shape: VideoList });
      for (const video of list.videos)
        content.push({
          url: video.share_url ?? `https://www.tiktok.com/@${user.username ?? ''}/video/${video.id}`,
          publishedAt: new Date(video.create_time * 1000).toISOString(),
          title: video.title,
          type: 'Video',
          format: 'video',
          coverUrl: video.cover_image_url ?? null,
          viewCount: countOf(video.view_count),
          likeCount: countOf(video.like_count),
          commentCount: countOf(video.comment_count),
          saveCount: null,
          shareCount: countOf(video.share_count),
        });
      if (!list.has_more || list.cursor === undefined || list.cursor === cursor) break;
      cursor = list.cursor;
    }
    return {
      state: 'read',
      profile: {
        socialId: user.open_id,
        username: user.username ?? '',
        fullname: user.display_name ?? '',
        bio: user.bio_description || null,
        pictureUrl: user.avatar_url ?? null,
        followerCount: countOf(user.follower_count),
        verified: user.is_verified ?? null,
        country: null,
      },
      content,
    };
  }

  return {
    configured: clientKey !== '' && clientSecret !== '',
    async read(_account, { connection, onDemand, keepConnection }: ReadOptions): Promise<SocialReading> {
      if (!connection) return NOT_CONNECTED;
      const renewed = async (old: Connection) => {
        const next = await renew(old, onDemand);
        await keepConnection(next);
        return next;
      };
      const stale = Date.parse(connection.accessExpiresAt) - MINUTE <= parts.clock.now().getTime();
      const first = stale ? await renewed(connection) : connection;
      if (!first) return NOT_CONNECTED;
      try {
        return await readWith(first.accessToken, onDemand);
      } catch (error) {
        if (!(error instanceof TokenRefused)) throw error;
      }
      // A token may be withdrawn before its time; only the renewing tells whether the consent still stands.
      const second = stale ? null : await renewed(first);
      if (stale) await keepConnection(null);
      if (!second) return NOT_CONNECTED;
      try {
        return await readWith(second.accessToken, onDemand);
      } catch (error) {
        if (!(error instanceof TokenRefused)) throw error;
        await keepConnection(null);
        return NOT_CONNECTED;
      }
    },
  };
}
