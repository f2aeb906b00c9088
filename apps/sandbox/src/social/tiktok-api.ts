import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Post, titleOf } from './social-account.ts';
import { type FailureAnswer, failed, originOf, pictureUrl, type SocialParts } from './social-answer.ts';
import type { Account } from './social-world.ts';
import { holderOf, issueTokens } from './tiktok-token.ts';

const envelope = (code: string, message = '', data: object = {}) => ({
  data,
  error: { code, message, log_id: '20261120000000SANDBOX' },
});

const failures: FailureAnswer = {
  down: { status: 500, body: envelope('internal_error', 'Something is wrong. Please try again later.') },
  quota: { status: 429, body: envelope('rate_limit_exceeded', 'The API rate limit was exceeded.') },
  rate_limit: { status: 429, body: envelope('rate_limit_exceeded', 'The API rate limit was exceeded.') },
  wrong_key: {
    status: 401,
    body: envelope('access_token_invalid', 'The access token is invalid or not found in the request.'),
  },
};

const MOST_A_PAGE = 20;

/** TikTok's display API for accounts whose owners gave their consent, and the renewing of that consent. */
export function registerTiktokApi(app: FastifyInstance, parts: SocialParts): void {
  const { world, codes, now } = parts;
  const bearer = (request: FastifyRequest) =>
    holderOf(world, 'act', (request.headers.authorization ?? '').replace(/^Bearer /, ''), now());
  const only = (fields: string, values: Record<string, unknown>) => {
    const wanted = new Set(fields.split(','));
    return Object.fromEntries(
      Object.entries(values).filter(([name, value]) => wanted.has(name) && value !== undefined),
    );
  };

  const call = <Body>(
    method: 'GET' | 'POST',
    path: string,
    answer: (
      account: Account,
      fields: string,
      body: Body,
      origin: string,
    ) => { status: number; body: object },
  ) =>
    app.route<{ Querystring: { fields?: string }; Body: Body }>({
      method,
      url: `/tiktok/v2/${path}/`,
      async handler(request, reply) {
        if (await failed(parts, 'tiktok', reply, failures, path)) return reply;
        const account = bearer(request);
        const { status, body } = account
          ? answer(account, request.query.fields ?? '', request.body as Body, originOf(request))
          : failures.wrong_key;
        return reply.code(status).send(body);
      },
    });
  const ok = (data: object) => ({ status: 200, body: envelope('ok', '', data) });
  const wrong = (message: string) => ({ status: 400, body: envelope('invalid_params', message) });

  call('GET', 'user/info', (account, fields, _body, origin) => {
    if (!fields) return wrong('Fields is required');
    return ok({
      user: only(fields, {
        open_id: account.id,
        union_id: `u${account.id}`,
        avatar_url: pictureUrl(origin, account, { kind: 'avatar', seed: account.origin }, now()),
        display_name: account.fullname ?? titleOf(account.origin),
        username: account.username,
        is_verified: account.verified,
        bio_description: account.bio ?? '',
        profile_deep_link: `https://vm.tiktok.com/${account.id.slice(1, 10)}/`,
        follower_count: account.hidesFollowers ? undefined : account.followers,
        likes_count: account.posts.reduce((sum, { likes }) => sum + (likes ?? 0), 0),
        video_count: account.posts.length,
      }),
    });
  });

  const video = (account: Account, post: Post, origin: string) => ({
    id: post.id,
    create_time: Math.floor(post.publishedAt.getTime() / 1000),
    title: post.title,
    share_url: `https://www.tiktok.com/@${account.username}/video/${post.id}`,
    cover_image_url: pictureUrl(
      origin,
      account,
      { kind: 'cover', seed: `${account.origin}-${post.number}` },
      now(),
    ),
    duration: post.seconds,
    like_count: post.likes ?? undefined,
    comment_count: post.comments ?? undefined,
    share_count: post.shares,
    view_count: post.views,
  });

  call<{ max_count?: number; cursor?: number } | null>(
    'POST',
    'video/list',
    (account, fields, body, origin) => {
      if (!fields) return wrong('Fields is required');
      const size = body?.max_count ?? 10;
      if (!Number.isInteger(size) || size < 1 || size > MOST_A_PAGE)
        return wrong('max_count must be between 1 and 20');
      const before = body?.cursor ?? Number.POSITIVE_INFINITY;
      const rest =
        account.state === 'private'
          ? []
          : account.posts.filter(({ publishedAt }) => publishedAt.getTime() < before);
      const posts = rest.slice(0, size);
      return ok({
        videos: posts.map((post) => only(fields, video(account, post, origin))),
        cursor: posts.at(-1)?.publishedAt.getTime() ?? 0,
        // The last page may be an empty one, as the platform says itself.
        has_more: posts.length === size,
      });
    },
  );

  app.post<{ Body: URLSearchParams | null }>('/tiktok/v2/oauth/token/', async (request, reply) => {
    if (await failed(parts, 'tiktok', reply, failures, 'oauth/token')) return reply;
    const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const refused = (error: string, description: string) =>
      reply.code(400).send({ error, error_description: description, log_id: '20261120000000SANDBOX' });
    if (!body.get('client_key') || !body.get('client_secret'))
      return refused('invalid_client', 'Client key or secret is incorrect.');
    if (body.get('grant_type') === 'authorization_code') {
      const owner = codes.take(body.get('code') ?? '', body.get('redirect_uri') ?? '', now());
      return owner
        ? issueTokens(owner, now())
        : refused('invalid_grant', 'Authorization code is invalid or expired.');
    }
    if (body.get('grant_type') !== 'refresh_token')
      return refused('unsupported_grant_type', 'Not played here.');
    const account = holderOf(world, 'rft', body.get('refresh_token') ?? '', now());
    if (!account) return refused('invalid_grant', 'Refresh token is invalid or expired.');
    return issueTokens(account, now());
  });
}
