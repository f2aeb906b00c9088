import type {
  Connection,
  ReadOptions,
  SocialReading,
  SocialSource,
} from '@troupe/domain/discovery/creator-refresh';
import { z } from 'zod';
import { countOf, type SocialParts } from './call-platform.ts';
import { type ContentPage, readPages } from './read-pages.ts';
import { type TiktokOptions, TokenRefused, tiktokCalls } from './tiktok-call.ts';

/** Tokens expiring within this time are refreshed first. */
const RENEWED_MS = 60_000;
const A_PAGE = 20;
const USER =
  'open_id,avatar_url,display_name,username,is_verified,bio_description,follower_count,video_count';
const VIDEO =
  'id,create_time,title,share_url,cover_image_url,duration,like_count,comment_count,share_count,view_count';

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

const NOT_CONNECTED = {
  state: 'not-connected' as const,
  message: 'The creator must reconnect this TikTok account.',
};

/**
 * TikTok's Display API for accounts with their owners' consent. Access tokens last 24 hours and are
 * refreshed (and the new pair saved) before use, until the consent ends or is revoked.
 */
export function tiktok(parts: SocialParts, options: TiktokOptions): SocialSource {
  const { call, tokens } = tiktokCalls(parts, options);

  /** Refreshes tokens; null if the consent has ended. */
  async function renew(connection: Connection, onDemand: boolean): Promise<Connection | null> {
    if (Date.parse(connection.refreshExpiresAt) <= parts.clock.now().getTime()) return null;
    const grant = { grant_type: 'refresh_token', refresh_token: connection.refreshToken };
    const next = await tokens(grant, onDemand);
    return next && { ...next, openId: next.openId ?? connection.openId };
  }

  async function readWith(accessToken: string, options: ReadOptions): Promise<SocialReading> {
    const { onDemand } = options;
    const { user } = await call('user/info', { accessToken, fields: USER, onDemand, shape: UserInfo });
    const page = async (cursor: number | null): Promise<ContentPage<number>> => {
      const body = { max_count: A_PAGE, ...(cursor === null ? {} : { cursor }) };
      const list = await call('video/list', { accessToken, fields: VIDEO, body, onDemand, shape: VideoList });
      const content = list.videos.map((video) => ({
        url: video.share_url ?? `https://www.tiktok.com/@${user.username ?? ''}/video/${video.id}`,
        publishedAt: new Date(video.create_time * 1000).toISOString(),
        title: video.title,
        type: 'Video',
        format: 'video' as const,
        coverUrl: video.cover_image_url ?? null,
        viewCount: countOf(video.view_count),
        likeCount: countOf(video.like_count),
        commentCount: countOf(video.comment_count),
        saveCount: null,
        shareCount: countOf(video.share_count),
      }));
      return { content, next: list.has_more ? (list.cursor ?? null) : null };
    };
    const found = await readPages(await page(null), page, { ...options, units: 1, clock: parts.clock });
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
      ...found,
    };
  }

  return {
    configured: options.clientKey !== '' && options.clientSecret !== '',
    async read(_account, options: ReadOptions): Promise<SocialReading> {
      const { connection, onDemand, saveConnection: keepConnection } = options;
      if (!connection) return NOT_CONNECTED;
      const renewed = async (old: Connection) => {
        const next = await renew(old, onDemand);
        await keepConnection(next);
        return next;
      };
      const stale = Date.parse(connection.accessExpiresAt) - RENEWED_MS <= parts.clock.now().getTime();
      const first = stale ? await renewed(connection) : connection;
      if (!first) return NOT_CONNECTED;
      try {
        return await readWith(first.accessToken, options);
      } catch (error) {
        if (!(error instanceof TokenRefused)) throw error;
      }
      // A token can be revoked early; only refreshing shows whether the consent is still valid.
      const second = stale ? null : await renewed(first);
      if (stale) await keepConnection(null);
      if (!second) return NOT_CONNECTED;
      try {
        return await readWith(second.accessToken, options);
      } catch (error) {
        if (!(error instanceof TokenRefused)) throw error;
        await keepConnection(null);
        return NOT_CONNECTED;
      }
    },
  };
}
