import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  issueInstagramToken,
  ownerOf,
  shownStories,
  storyAddress,
  storyFigures,
} from './instagram-stories.ts';
import type { Post } from './social-account.ts';
import { type FailureAnswer, failed, originOf, pictureUrl, type SocialParts } from './social-answer.ts';
import type { Account } from './social-world.ts';

const failure = (status: number, code: number, type: string, message: string, more: object = {}) => ({
  status,
  body: { error: { message, type, code, ...more, fbtrace_id: 'AsandboxTrace' } },
});

const failures: FailureAnswer = {
  down: failure(503, 2, 'OAuthException', 'Service temporarily unavailable', { is_transient: true }),
  quota: failure(403, 4, 'OAuthException', '(#4) Application request limit reached', { is_transient: true }),
  rate_limit: failure(
    403,
    80002,
    'OAuthException',
    '(#80002) There have been too many calls to this Instagram account.',
  ),
  wrong_key: failure(401, 190, 'OAuthException', 'Error validating access token: Session has expired.', {
    error_subcode: 463,
  }),
};

const TYPES = { video: 'VIDEO', image: 'IMAGE', carousel: 'CAROUSEL_ALBUM' };

/** Business Discovery of Instagram's Graph API: public figures of business and creator accounts, by name. */
export function registerInstagramApi(app: FastifyInstance, parts: SocialParts): void {
  const { world, quota, codes, now } = parts;
  const tellUsage = (reply: FastifyReply, own: string) => {
    const percent = quota.percent('instagram');
    const usage = {
      call_count: percent,
      total_cputime: Math.ceil(percent / 2),
      total_time: Math.ceil(percent / 2),
    };
    reply.header('x-app-usage', JSON.stringify(usage));
    reply.header(
      'x-business-use-case-usage',
      JSON.stringify({
        [own]: [{ type: 'instagram', ...usage, estimated_time_to_regain_access: percent >= 100 ? 30 : 0 }],
      }),
    );
  };

  const media = (account: Account, post: Post, origin: string) => {
    const picture = pictureUrl(
      origin,
      account,
      { kind: 'cover', seed: `${account.origin}-${post.number}` },
      now(),
    );
    return {
      id: post.id,
      caption: post.title,
      media_type: TYPES[post.form],
      media_product_type: post.form === 'video' ? 'REELS' : 'FEED',
      permalink: `https://www.instagram.com/${post.form === 'video' ? 'reel' : 'p'}/${Buffer.from(post.id).toString('base64url').slice(0, 11)}${post.number}/`,
      timestamp: post.publishedAt.toISOString().replace('.000Z', '+0000'),
      ...(post.likes === null ? {} : { like_count: post.likes }),
      ...(post.comments === null ? {} : { comments_count: post.comments }),
      ...(post.form === 'video' ? { thumbnail_url: picture, media_url: picture } : { media_url: picture }),
    };
  };

  type OfOwner = { Params: { id: string }; Querystring: { access_token?: string; metric?: string } };

  app.get<OfOwner>('/instagram/v25.0/:id/stories', async (request, reply) => {
    tellUsage(reply, request.params.id);
    if (await failed(parts, 'instagram', reply, failures)) return reply;
    const owner = ownerOf(world, request.query.access_token ?? request.headers.authorization, now());
    if (owner?.id !== request.params.id)
      return reply.code(failures.wrong_key.status).send(failures.wrong_key.body);
    const origin = originOf(request);
    return {
      data: shownStories(world, owner, now()).map((story) => {
        const picture = pictureUrl(origin, owner, { kind: 'cover', seed: `story-${story.id}` }, now());
        return {
          id: story.id,
          permalink: storyAddress(owner, story),
          timestamp: story.at.replace(/\.\d+Z$/, '+0000'),
          media_type: 'VIDEO',
          thumbnail_url: picture,
          media_url: picture,
        };
      }),
    };
  });

  app.get<OfOwner>('/instagram/v25.0/:id/insights', async (request, reply) => {
    if (await failed(parts, 'instagram', reply, failures)) return reply;
    const owner = ownerOf(world, request.query.access_token ?? request.headers.authorization, now());
    if (!owner) return reply.code(failures.wrong_key.status).send(failures.wrong_key.body);
    tellUsage(reply, owner.id);
    const story = shownStories(world, owner, now()).find(({ id }) => id === request.params.id);
    const gone = failure(400, 100, 'GraphMethodException', 'Unsupported get request. Object does not exist.');
    if (!story) return reply.code(gone.status).send(gone.body);
    const figures = storyFigures(owner, story, now());
    const few = failure(400, 10, 'OAuthException', '(#10) Not enough viewers for the media to show insights');
    if (figures === 'few') return reply.code(few.status).send(few.body);
    const asked = (request.query.metric ?? '').split(',');
    return {
      data: Object.entries(figures ?? {})
        .filter(([name]) => asked.includes(name))
        .map(([name, value]) => ({
          name,
          period: 'lifetime',
          values: [{ value }],
          id: `${story.id}/insights/${name}`,
        })),
    };
  });

  app.get<{ Querystring: Record<string, string | undefined> }>(
    '/instagram/v25.0/oauth/access_token',
    async (request, reply) => {
      if (await failed(parts, 'instagram', reply, failures)) return reply;
      const { client_id, client_secret, grant_type, code, redirect_uri, fb_exchange_token } = request.query;
      const wrong = (text: string) => {
        const { status, body } = failure(400, 100, 'OAuthException', text, { error_subcode: 36009 });
        return reply.code(status).send(body);
      };
      if (!client_id || !client_secret) return wrong('Missing client_id or client_secret parameter.');
      const owner =
        grant_type === 'fb_exchange_token'
          ? ownerOf(world, fb_exchange_token, now())
          : codes.take(code ?? '', redirect_uri ?? '', now());
      if (!owner) return wrong('This authorization code has been used.');
      const { access_token, token_type, expires_in } = issueInstagramToken(owner, now());
      return { access_token, token_type, expires_in: grant_type ? expires_in : 5183 };
    },
  );

  app.get<{ Querystring: { access_token?: string } }>(
    '/instagram/v25.0/me/accounts',
    async (request, reply) => {
      if (await failed(parts, 'instagram', reply, failures)) return reply;
      const owner = ownerOf(world, request.query.access_token ?? request.headers.authorization, now());
      if (!owner) return reply.code(failures.wrong_key.status).send(failures.wrong_key.body);
      // A page without an account on Instagram stands before the one that has it; personal accounts have no page.
      const page = {
        instagram_business_account: { id: owner.id, username: owner.username },
        id: `1${owner.id}`,
      };
      return { data: [{ id: '100000000000001' }, ...(owner.state === 'private' ? [] : [page])] };
    },
  );

  app.get<{ Params: { own: string }; Querystring: { fields?: string; access_token?: string } }>(
    '/instagram/v25.0/:own',
    async (request, reply) => {
      const { own } = request.params;
      if (await failed(parts, 'instagram', reply, failures, '', () => tellUsage(reply, own))) return reply;
      const refused = failures.wrong_key;
      const token = request.query.access_token ?? request.headers.authorization;
      if (!token) return reply.code(refused.status).send(refused.body);
      const fields = request.query.fields ?? '';
      const username = /business_discovery\.username\(([^)]+)\)/.exec(fields)?.[1];
      if (!username) return { id: own };
      const account = world.named('instagram', username);
      // What is limited by age is left out without a word.
      if (account?.state === 'restricted') return { id: own };
      if (account?.state !== 'public') {
        const { status, body } = failure(400, 110, 'OAuthException', 'Invalid user id', {
          error_subcode: 2207013,
          is_transient: false,
          error_user_title: 'Cannot find User',
          error_user_msg: `The user with username: ${username} cannot be found.`,
        });
        return reply.code(status).send(body);
      }
      const origin = originOf(request);
      const size = Math.min(
        100,
        Number(/media(?:\.after\([^)]*\))?\.limit\((\d+)\)/.exec(fields)?.[1] ?? 25),
      );
      const after = /\.after\(([^)]+)\)/.exec(fields)?.[1];
      const from = after ? Number(Buffer.from(after, 'base64url').toString()) || 0 : 0;
      const posts = account.posts.slice(from, from + size);
      const next = Buffer.from(String(from + posts.length)).toString('base64url');
      return {
        business_discovery: {
          id: account.id,
          username: account.username,
          // Both are left out where nobody filled them in.
          ...(account.fullname === null ? {} : { name: account.fullname }),
          ...(account.bio === null ? {} : { biography: account.bio }),
          profile_picture_url: pictureUrl(origin, account, { kind: 'avatar', seed: account.origin }, now()),
          followers_count: account.followers,
          media_count: account.posts.length,
          ...(fields.includes('media')
            ? {
                media: {
                  data: posts.map((post) => media(account, post, origin)),
                  ...(posts.length > 0
                    ? {
                        paging: {
                          cursors: {
                            ...(from > 0 ? { before: Buffer.from(String(from)).toString('base64url') } : {}),
                            after: next,
                          },
                        },
                      }
                    : {}),
                },
              }
            : {}),
        },
        id: own,
      };
    },
  );
}
