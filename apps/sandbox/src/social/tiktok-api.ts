import type { FastifyInstance } from 'fastify';
import { type Answer, ok } from '../platform/faults.ts';
import {
  type FailureAnswers,
  holderOf,
  type PlatformRequest,
  pictureUrl,
  platformCalls,
  type SocialParts,
  tokenOf,
} from './social-platform.ts';
import { type Account, type Post, titleOf } from './social-world.ts';

const LOG_ID = '20261120000000SANDBOX';
const DAY_S = 24 * 3600;
const MOST_A_PAGE = 20;

const envelope = (status: number, code: string, message: string, data: object = {}): Answer => ({
  status,
  body: { data, error: { code, message, log_id: LOG_ID } },
});
const told = (data: object) => envelope(200, 'ok', '', data);
const wrong = (message: string) => envelope(400, 'invalid_params', message);
const tooMany = envelope(429, 'rate_limit_exceeded', 'The API rate limit was exceeded.');

const failures: FailureAnswers = {
  down: envelope(500, 'internal_error', 'Something is wrong. Please try again later.'),
  quota: tooMany,
  rate_limit: tooMany,
  wrong_key: envelope(
    401,
    'access_token_invalid',
    'The access token is invalid or not found in the request.',
  ),
};

/** Tokens of a creator's consent: an access token for 24 hours and a refresh token for a year. */
export const issueTokens = (account: Account) => ({
  open_id: account.id,
  scope: 'user.info.basic,user.info.profile,user.info.stats,video.list',
  access_token: tokenOf('act', account, DAY_S),
  expires_in: DAY_S,
  refresh_token: tokenOf('rft', account, 365 * DAY_S),
  refresh_expires_in: 365 * DAY_S,
  token_type: 'Bearer',
});

/** Known requested fields. */
function only(fields: string, values: Record<string, unknown>): object {
  const wanted = new Set(fields.split(','));
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => wanted.has(name) && value !== undefined),
  );
}

/** TikTok's Display API for accounts with consent, and refreshing tokens. */
export function registerTiktokApi(app: FastifyInstance, parts: SocialParts): void {
  const { world, codes } = parts;
  const add = platformCalls(app, parts, 'tiktok', failures);
  const call = (
    method: 'GET' | 'POST',
    endpoint: string,
    answer: (account: Account, fields: string, asked: PlatformRequest) => Answer,
  ) =>
    add(
      method,
      `/tiktok/v2/${endpoint}/`,
      (asked) => {
        const account = holderOf(world, 'tiktok', 'act', asked.token);
        if (!account) return failures.wrong_key;
        return asked.query.fields ? answer(account, asked.query.fields, asked) : wrong('Fields is required');
      },
      endpoint,
    );

  call('GET', 'user/info', (account, fields, { origin }) =>
    told({
      user: only(fields, {
        open_id: account.id,
        avatar_url: pictureUrl(origin, account, 'avatar'),
        display_name: account.fullname ?? titleOf(account.origin),
        username: account.username,
        is_verified: account.verified,
        bio_description: account.bio ?? '',
        follower_count: account.hidesFollowers ? undefined : account.followers,
        likes_count: account.posts.reduce((sum, { likes }) => sum + (likes ?? 0), 0),
        video_count: account.posts.length,
      }),
    }),
  );
  call('POST', 'video/list', (account, fields, { body, origin }) => {
    const { max_count: size = 10, cursor } = (body ?? {}) as { max_count?: number; cursor?: number };
    if (!Number.isInteger(size) || size < 1 || size > MOST_A_PAGE)
      return wrong('max_count must be between 1 and 20');
    const before = cursor ?? Number.POSITIVE_INFINITY;
    const visible = account.state === 'private' ? [] : account.posts;
    const posts = visible.filter(({ publishedAt }) => publishedAt.getTime() < before).slice(0, size);
    return told({
      videos: posts.map((post) => only(fields, videoOf(account, post, origin))),
      cursor: posts.at(-1)?.publishedAt.getTime() ?? 0,
      // The last page may be empty, as documented by the platform.
      has_more: posts.length === size,
    });
  });
  add(
    'POST',
    '/tiktok/v2/oauth/token/',
    ({ body }) => {
      const form = body instanceof URLSearchParams ? Object.fromEntries(body) : {};
      const refused = (error: string, text: string): Answer => ({
        status: 400,
        body: { error, error_description: text, log_id: LOG_ID },
      });
      if (!form.client_key || !form.client_secret)
        return refused('invalid_client', 'Client key or secret is incorrect.');
      const owner =
        form.grant_type === 'authorization_code'
          ? codes.take(form.code, form.redirect_uri)
          : holderOf(world, 'tiktok', 'rft', form.refresh_token);
      return owner
        ? ok(issueTokens(owner))
        : refused('invalid_grant', 'The code or refresh token is invalid or expired.');
    },
    'oauth/token',
  );
}

const videoOf = (account: Account, post: Post, origin: string) => ({
  id: post.id,
  create_time: Math.floor(post.publishedAt.getTime() / 1000),
  title: post.title,
  share_url: `https://www.tiktok.com/@${account.username}/video/${post.id}`,
  cover_image_url: pictureUrl(origin, account, 'cover', `${account.origin}-${post.number}`),
  duration: post.seconds,
  like_count: post.likes ?? undefined,
  comment_count: post.comments ?? undefined,
  share_count: post.shares,
  view_count: post.views,
});
